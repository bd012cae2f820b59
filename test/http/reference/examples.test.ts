/** Every example that openapi.json prints is taken by the schema it stands for. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TSchema } from 'typebox';
import { rowCheck } from '../../../src/feeds/feed-check.ts';
import { document, whole } from './whole-schema.ts';

type Json = Readonly<Record<string, unknown>>;

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
