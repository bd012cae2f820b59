/** The schemas that forms are made from and their words, had from the service once. */
import { type Asked, useAnswer } from '../../ui/use-answer.ts';
import { session } from '../session.ts';
import type { Schema } from './schema-rules.ts';
import { type FormWords, type ToldWords, wordsOf } from './words/form-words.ts';

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
type Schemas = Readonly<Record<FormName, Schema>> & { readonly words: FormWords };

/** The browser keeps the file: its name changes with what is in it. */
const load = async (): Promise<Schemas> => {
  const response = await fetch(session.forms);
  if (!response.ok) throw new Error('The form could not be had. Load the page again.');
  const { words, ...schemas } = (await response.json()) as Readonly<Record<FormName, Schema>> & { words: ToldWords };
  return { ...schemas, words: wordsOf(words) };
};

export const useSchemas = (): Asked<Schemas> => useAnswer(session.forms, load);
