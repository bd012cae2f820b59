/** Every example that openapi.json prints is taken by the schema it stands for. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { TSchema } from 'typebox';
import { rowCheck } from '../../../src/feeds/feed-check.ts';

type Json = Readonly<Record<string, unknown>>;
const document = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8')) as Json;
const schemas = (document['components'] as Json)['schemas'] as Json;

/** With what it refers to in its place; nothing below a depth that no example has. */
const whole = (value: unknown, depth = 0): unknown => {
  if (Array.isArray(value)) return value.map((entry) => whole(entry, depth));
  if (typeof value !== 'object' || value === null) return value;
  const named = (value as Json)['$ref'];
  if (typeof named === 'string') return depth > 6 ? {} : whole(schemas[named.split('/').at(-1) ?? ''], depth + 1);
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, whole(entry, depth)]));
};

type Printed = { readonly place: string; readonly schema: Json; readonly example: unknown };
const printedIn = (value: unknown, place: string): readonly Printed[] => {
  if (typeof value !== 'object' || value === null) return [];
  const { examples } = value as Json;
  const own = Array.isArray(examples) ? examples.map((example) => ({ place, schema: value as Json, example })) : [];
  return [...own, ...Object.entries(value).flatMap(([name, entry]) => printedIn(entry, `${place}/${name}`))];
};

test('every printed example has the form it is an example of', () => {
  const printed = printedIn(document, '');
  assert.ok(printed.length > 40);
  const refused = printed.flatMap(({ place, schema, example }) => {
    const problem = rowCheck(whole(schema) as TSchema)(example);
    return problem === undefined ? [] : [`${place}: ${problem.field} ${problem.message}`];
  });
  assert.deepEqual(refused, []);
});
