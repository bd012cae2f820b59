import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fastify from 'fastify';
import { Type } from 'typebox';
import { Nullable } from '../../src/contract/primitives.ts';

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
