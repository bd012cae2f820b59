/** The document for whoever reads the reference and tries an operation: examples that fit their schemas. Pure. */
import type { OpenApiDocument, Operation } from './openapi.ts';
import { isJson, type Json } from './openapi-schema.ts';
import { ownEntry } from '../../shared/own-entry.ts';

export type Schemas = Readonly<Record<string, unknown>>;

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

const withExample = (content: Json, schemas: Schemas): Json =>
  Object.fromEntries(
    Object.entries(content).map(([type, media]) => [
      type,
      isJson(media) && type === 'application/json' ? { ...media, example: exampleOf(media['schema'], schemas) } : media,
    ]),
  );

const operationWithExamples = (operation: Operation, schemas: Schemas): Operation => {
  const content = operation.requestBody?.['content'];
  if (!isJson(content)) return operation;
  return { ...operation, requestBody: { ...operation.requestBody, content: withExample(content, schemas) } };
};

/** The same document as the page reads it: with a body for every operation that takes one. */
export const readableDocument = (document: OpenApiDocument): OpenApiDocument => {
  const { schemas } = document.components;
  const paths = Object.entries(document.paths).map(([path, methods]) => {
    const shown = Object.entries(methods).map(([method, operation]) => [
      method,
      operationWithExamples(operation, schemas),
    ]);
    return [path, Object.fromEntries(shown)];
  });
  return { ...document, paths: Object.fromEntries(paths) as OpenApiDocument['paths'] };
};
