/** A value that fits a schema, drawn from it alone. Pure. */
import { isJson, type Json } from '../../../src/http/reference/openapi-schema.ts';
import { ownEntry } from '../../../src/shared/own-entry.ts';

type Schemas = Readonly<Record<string, unknown>>;

const referenced = (schema: Json): string | undefined =>
  typeof schema['$ref'] === 'string' ? schema['$ref'].split('/').at(-1) : undefined;
const choices = (schema: Json): readonly unknown[] => {
  const found = schema['anyOf'] ?? schema['oneOf'];
  return Array.isArray(found) ? found : [];
};

const examplesByType: Readonly<Record<string, unknown>> = { string: 'text', integer: 1, number: 1, boolean: true };
const examplesByFormat: Readonly<Record<string, string>> = {
  uri: 'https://example.com',
  'date-time': '2036-01-31T12:00:00.000Z',
  date: '2036-01-31',
  email: 'someone@example.com',
};

const exampleObject = (schema: Json, schemas: Schemas, depth: number): unknown => {
  const required = new Set([schema['required'] ?? []].flat());
  const all = Object.entries(isJson(schema['properties']) ? schema['properties'] : {});
  const shown = required.size === 0 ? all : all.filter(([name]) => required.has(name));
  return Object.fromEntries(shown.map(([name, property]) => [name, exampleOf(property, schemas, depth + 1)]));
};

/** The least that the schema asks for; null where it goes deeper than a reader would follow. */
export const exampleOf = (schema: unknown, schemas: Schemas, depth = 0): unknown => {
  if (!isJson(schema) || depth > 5) return null;
  const name = referenced(schema);
  if (name !== undefined) return exampleOf(ownEntry(schemas, name), schemas, depth);
  if (Array.isArray(schema['examples'])) return schema['examples'][0];
  if ('default' in schema) return schema['default'];
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  const [first] = choices(schema);
  if (first !== undefined) return exampleOf(first, schemas, depth + 1);
  const [type] = [schema['type']].flat();
  if (type === 'array') return [exampleOf(schema['items'], schemas, depth + 1)];
  if (type === 'object') return exampleObject(schema, schemas, depth);
  return exampleValue(schema, String(type));
};

const exampleValue = ({ format, minimum, minLength }: Json, type: string): unknown => {
  const value = ownEntry(examplesByFormat, String(format)) ?? ownEntry(examplesByType, type) ?? null;
  if (typeof value === 'number' && typeof minimum === 'number') return Math.max(value, minimum);
  return typeof value === 'string' && typeof minLength === 'number' ? value.padEnd(minLength, '-text') : value;
};
