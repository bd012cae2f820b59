import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { isLongJson, jsonInSlices, sentInSlices } from '../../../src/http/answers/json-in-slices.ts';
import { Refusal } from '../../../src/shared/errors.ts';
import { quietServer } from '../quiet-server.ts';
import { newNode } from '../../applications/new-node.ts';
import { countedCalls } from '../../counted-work.ts';
import { engines } from '../../databases.ts';

const long = fc
  .tuple(fc.anything({ maxDepth: 2 }), fc.integer({ min: 49, max: 160 }))
  .map(([one, count]) => Array.from({ length: count }, () => one));
const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.jsonValue(),
    long.filter((list) => isText(list)),
    fc.dictionary(fc.string(), tie('value'), { maxKeys: 4 }),
    fc.array(tie('value'), { maxLength: 3 }),
  ),
})).value;
/** What has a form as JSON at all. */
const isText = (value: unknown): boolean => {
  try {
    return JSON.stringify(value) !== undefined;
  } catch {
    return false;
  }
};

describe('JSON in slices', () => {
  test('is what JSON.stringify makes', async () => {
    await fc.assert(
      fc.asyncProperty(json, async (value) => {
        assert.equal((await jsonInSlices(value)).toString(), JSON.stringify(value));
      }),
    );
  });

  test('leaves out what is not there and writes nothing as null, as JSON does', async () => {
    const lines = Array.from({ length: 120 }, (_, at) => (at % 2 === 0 ? undefined : { at, gone: undefined }));
    const value = { gone: undefined, cart: { lines, 'a "b"': null }, empty: {} };
    assert.ok(isLongJson(value));
    assert.equal((await jsonInSlices(value)).toString(), JSON.stringify(value));
  });

  test('ends a slice when much is written, however few entries that is, and not for many small values', async () => {
    const turnsOf = (value: unknown): Promise<number> => countedCalls('nextTurn', () => jsonInSlices(value));
    const large = Array.from({ length: 60 }, () => ({ text: 'x'.repeat(20_000) }));
    const small = Array.from({ length: 5_000 }, (_, at) => at);
    assert.deepEqual([(await turnsOf(large)) >= 15, await turnsOf(small)], [true, 0]);
  });

  const served = async () => {
    const [engine] = engines;
    assert.ok(engine);
    const node = await newNode(engine);
    const app = quietServer(node, { identify: async () => undefined });
    const close = async (): Promise<void> => {
      await app.close();
      await node.close();
    };
    return { app, close };
  };

  test('is said to be JSON, long or not', async () => {
    const { app, close } = await served();
    app.get('/list/:length', { config: { access: { kind: 'public' } } }, async (request, reply) => {
      const { length } = request.params as { readonly length: string };
      return sentInSlices(reply, { items: Array.from({ length: Number(length) }, (_, at) => at) });
    });
    for (const length of [3, 300]) {
      const answer = await app.inject({ url: `/list/${length}` });
      assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8', `${length} entries`);
      assert.equal(answer.json<{ items: readonly number[] }>().items.length, length);
    }
    await close();
  });

  test('lets others have their turn: also when a refusal shows a whole cart', async () => {
    const { app, close } = await served();
    const lines = Array.from({ length: 500 }, (_, at) => ({ at, name: 'x'.repeat(100) }));
    app.get('/refused', { config: { access: { kind: 'public' } } }, async () => {
      throw new Refusal('cart_empty', { body: { cart: { lines } } });
    });
    await app.ready();
    let turns = 0;
    let isOver = false;
    const tick = (): void => {
      turns += 1;
      if (!isOver) setImmediate(tick);
    };
    await app.inject({ url: '/refused' });
    setImmediate(tick);
    const answer = await app.inject({ url: '/refused' });
    isOver = true;
    assert.ok(turns >= 9, `${turns} turns`);
    const { cart, success, error_code } = answer.json();
    assert.deepEqual([cart.lines.length, success, error_code], [500, false, 'cart_empty']);
    assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
    await close();
  });
});
