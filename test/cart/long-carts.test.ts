/** Who asks for many large carts at once waits for himself. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { longCarts } from '../../src/cart/call/long-carts.ts';
import { turns } from '../../src/http/limits/in-turn.ts';

test('a few large carts of one caller are priced at once; small ones, others and staff wait for none of them', async () => {
  const inTurn = turns({ waitMs: 10_000, mostWaiting: 100 });
  const ended = Promise.withResolvers<void>();
  let open = 0;
  let most = 0;
  const price = (name: string | undefined, lines: number, at: number): Promise<void> =>
    longCarts(inTurn, { name: () => name, requestId: `request-${(at % 16).toString(16)}`, isGone: () => false })(
      lines,
      async () => {
        open += 1;
        most = Math.max(most, open);
        if (name === 'greedy') await ended.promise;
        open -= 1;
      },
    );
  const many = Array.from({ length: 40 }, (_, at) => price('greedy', 500, at));
  await new Promise(setImmediate);
  assert.equal(open, 4);
  await Promise.all([price('modest', 500, 0), price(undefined, 500, 0), price('modest', 3, 1)]);
  const small = price('greedy', 50, 0);
  await new Promise(setImmediate);
  assert.equal(open, 5, 'a small one of his own does not wait either');
  ended.resolve();
  await Promise.all([...many, small]);
  assert.ok(most <= 6);
});
