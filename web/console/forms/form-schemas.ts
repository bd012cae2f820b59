/** The schemas that forms are made from, had from the service once. */
import { type Asked, useAnswer } from '../../ui/use-answer.ts';
import { session } from '../session.ts';
import type { Schema } from './schema-rules.ts';

export type FormName =
  | 'settings'
  | 'product'
  | 'article'
  | 'seller'
  | 'exchange_rate'
  | 'store'
  | 'area'
  | 'tax_rate'
  | 'shipping_method'
  | 'custom_rule';
type Schemas = Readonly<Record<FormName, Schema>>;

/** The browser keeps the file: its name changes with what is in it. */
const load = async (): Promise<Schemas> => {
  const response = await fetch(session.forms);
  if (!response.ok) throw new Error('The form could not be had. Load the page again.');
  return (await response.json()) as Schemas;
};

export const useSchemas = (): Asked<Schemas> => useAnswer(session.forms, load);
