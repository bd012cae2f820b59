/** What a schema of openapi.json may be: with what it refers to, and its alternatives. Pure. */
import { type Json, openapi } from './example-sender.ts';

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const waysOf = (schema: unknown): readonly Json[] => {
  if (!isJson(schema)) return [];
  const ref = schema['$ref'];
  if (typeof ref === 'string') return waysOf(openapi.components.schemas[ref.split('/').at(-1) ?? '']);
  const parts = ['anyOf', 'oneOf', 'allOf'].flatMap((name) => schema[name] ?? []);
  return [schema, ...parts.flatMap(waysOf)];
};
export const memberIn = (schemas: readonly Json[], name: string): readonly Json[] =>
  schemas.flatMap(({ properties }) => (isJson(properties) ? waysOf(properties[name]) : []));
