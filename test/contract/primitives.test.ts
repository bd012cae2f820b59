import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import fastify from 'fastify';
import { Type } from 'typebox';
import { ByName, Nullable } from '../../src/contract/primitives.ts';

describe('Nullable', () => {
  const Answer = Type.Object({
    text: Nullable(Type.String()),
    word: Nullable(Type.Enum(['a', 'b'])),
    shape: Nullable(Type.Object({ n: Type.Integer() })),
    list: Nullable(Type.Array(Type.Integer())),
  });
  const empty = { text: null, word: null, shape: null, list: null };
  const full = { text: 'x', word: 'b', shape: { n: 1 }, list: [1, 2] };

  test('is written with its value or with null, always present', async () => {
    const app = fastify();
    app.get('/:which', { schema: { response: { 200: Answer } } }, async ({ params }) =>
      (params as { which: string }).which === 'full' ? full : empty,
    );
    assert.deepEqual((await app.inject('/full')).json(), full);
    assert.deepEqual((await app.inject('/empty')).json(), empty);
    await app.close();
  });

  test('is read the same way, and nothing else is', async () => {
    const app = fastify({ ajv: { customOptions: { coerceTypes: false, allowUnionTypes: true } } });
    app.post('/', { schema: { body: Answer } }, async ({ body }) => body);
    const status = async (payload: object) => (await app.inject({ method: 'POST', url: '/', payload })).statusCode;
    assert.equal(await status(full), 200);
    assert.equal(await status(empty), 200);
    for (const wrong of [{ text: 1 }, { word: 'c' }, { shape: {} }, { list: 'x' }]) {
      assert.equal(await status({ ...full, ...wrong }), 400, JSON.stringify(wrong));
    }
    await app.close();
  });

  test('takes only what a type array can say', () => {
    assert.throws(() => Nullable(Type.Union([Type.String(), Type.Integer()])), /Nullable takes/);
  });
});

type Json = Readonly<Record<string, unknown>>;
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** The patterns by which objects of a description, and of what it refers to, know their members. */
const memberPatterns = (description: Json, part: unknown, seen = new Set<unknown>()): readonly string[] => {
  if (!isJson(part) || seen.has(part)) return [];
  seen.add(part);
  const { $ref, patternProperties: known } = part;
  const named = typeof $ref === 'string' ? $ref.split('/').slice(1) : [];
  const meant = named.reduce<unknown>((at, step) => (isJson(at) ? at[step] : undefined), description);
  return [
    ...(isJson(known) ? Object.keys(known) : []),
    ...(named.length === 0 ? [] : memberPatterns(description, meant, seen)),
    ...Object.values(part).flatMap((inner) => memberPatterns(description, inner, seen)),
  ];
};

describe('ByName', () => {
  const hidden = ['\n', 'a\rb', '\u2028', 'a\u2029b', '\u0000', '\u007f'];

  test('reads what stands under every name, and takes no name that is empty, too long or in several lines', async () => {
    const app = fastify({ ajv: { customOptions: { coerceTypes: false, removeAdditional: true, allErrors: true } } });
    app.post('/', { schema: { body: ByName(Type.Object({ n: Type.Integer() }), 3) } }, async ({ body }) => body);
    const answer = (payload: object) => app.inject({ method: 'POST', url: '/', payload });
    const fine = { abc: { n: 1 }, 'é#1': { n: 2 } };
    assert.deepEqual((await answer(fine)).json(), fine);
    for (const name of ['', 'abcd', ...hidden]) {
      for (const entry of [{ n: 1 }, null]) {
        assert.equal((await answer({ [name]: entry })).statusCode, 400, JSON.stringify({ [name]: entry }));
      }
    }
    assert.equal((await answer({ abc: null })).statusCode, 400);
    await app.close();
  });

  test('is how every request names what a caller calls by names of his own', async () => {
    const description = JSON.parse(await readFile(new URL('../../openapi.json', import.meta.url), 'utf8')) as Json;
    const operations = Object.values(description['paths'] as Json).flatMap((path) => Object.values(path as Json));
    const patterns = operations.flatMap((operation) => memberPatterns(description, (operation as Json)['requestBody']));
    assert.ok(patterns.length > 0);
    for (const pattern of new Set(patterns)) {
      for (const name of hidden) assert.match(name, new RegExp(pattern, 'u'), pattern);
    }
  });
});
