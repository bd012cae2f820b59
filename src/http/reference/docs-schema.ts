/** A schema as people read it: its fields in a table, and an example that fits it. Pure. */
import { isJson, type Json, textOf } from './openapi-schema.ts';
import { type Html, html } from '../pages/page.ts';
import { ownEntry } from '../../shared/own-entry.ts';

export type Schemas = Readonly<Record<string, unknown>>;

const referenced = (schema: Json): string | undefined =>
  typeof schema['$ref'] === 'string' ? schema['$ref'].split('/').at(-1) : undefined;
/** The schema itself, or the one it refers to. */
export const resolved = (schema: unknown, schemas: Schemas): unknown => {
  const name = isJson(schema) ? referenced(schema) : undefined;
  return name === undefined ? schema : ownEntry(schemas, name);
};
const choices = (schema: Json): readonly unknown[] => {
  const found = schema['anyOf'] ?? schema['oneOf'];
  return Array.isArray(found) ? found : [];
};

/** `text`, `list of Item`, `Page or null`: what may stand there. */
export const typeName = (schema: unknown): Html => {
  if (!isJson(schema)) return html`anything`;
  const name = referenced(schema);
  if (name !== undefined) return html`<a href="#schema-${name}">${name}</a>`;
  const branches = choices(schema);
  if (branches.length > 0) {
    return html`${branches.map((branch, index) => [index === 0 ? '' : ' or ', typeName(branch)])}`;
  }
  if (Array.isArray(schema['enum'])) return html`${schema['enum'].map((word) => JSON.stringify(word)).join(' | ')}`;
  if ('const' in schema) return html`${JSON.stringify(schema['const'])}`;
  const types = [schema['type'] ?? 'anything'].flat().map(String);
  if (types.includes('array')) return html`list of ${typeName(schema['items'])}`;
  const format = typeof schema['format'] === 'string' ? ` (${schema['format']})` : '';
  return html`${types.join(' or ')}${format}`;
};

const limitNames = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'pattern', 'default'];
const limits = (schema: Json): string =>
  limitNames
    .filter((name) => ownEntry(schema, name) !== undefined)
    .map((name) => `${name} ${JSON.stringify(ownEntry(schema, name))}`)
    .join(', ');

export const fieldRow = (name: string, schema: unknown, required: boolean): Html => {
  const known = isJson(schema) ? schema : {};
  const note = limits(known);
  return html`<tr><td><code>${name}</code>${required ? html` <span class="warn">required</span>` : ''}</td>
<td>${typeName(schema)}</td><td>${textOf(known['description'])}${
    note === '' ? '' : html` <span class="soft">${note}</span>`
  }</td></tr>`;
};

export const fieldTable = (schema: unknown): Html => {
  if (!isJson(schema) || !isJson(schema['properties'])) return html`<p>${typeName(schema)}</p>`;
  const required = new Set([schema['required'] ?? []].flat());
  return html`<table><thead><tr><th>Field</th><th>Type</th><th>Meaning</th></tr></thead><tbody>${Object.entries(
    schema['properties'],
  ).map(([name, property]) => fieldRow(name, property, required.has(name)))}</tbody></table>`;
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
