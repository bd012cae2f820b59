/** Schemas of openapi.json, by name and with what they refer to. */
import { readFileSync } from 'node:fs';
import type { TSchema } from 'typebox';

type Json = Readonly<Record<string, unknown>>;
export const document = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8')) as Json;
const schemas = (document['components'] as Json)['schemas'] as Json;

/** With what it refers to in its place; nothing below a depth that no example has. */
export const whole = (value: unknown, depth = 0): unknown => {
  if (Array.isArray(value)) return value.map((entry) => whole(entry, depth));
  if (typeof value !== 'object' || value === null) return value;
  const named = (value as Json)['$ref'];
  if (typeof named === 'string') return depth > 6 ? {} : whole(schemas[named.split('/').at(-1) ?? ''], depth + 1);
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, whole(entry, depth)]));
};

export const schemaNamed = (name: string): TSchema => {
  const found = schemas[name];
  if (found === undefined) throw new Error(`openapi.json has no schema ${name}`);
  return whole(found) as TSchema;
};
