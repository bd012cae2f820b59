/**
 * Laws of orders that go back in parts: after any sequence of cancelled units, parcels, returns and refunds, by two people at once
 * and repeated under their keys, ledger, stock, uses, tax and export agree, and never more was given back than was paid.
 */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import * as fc from 'fast-check';
import { isTaxOnTop } from '../../src/orders/answer/order-breakup.ts';
import { grossOf, standingOf } from '../../src/orders/money/standing-rules.ts';
import { settleOrders } from '../../src/orders/settle-order.ts';
import { forEachEngine } from '../databases.ts';
import { runs } from '../laws/runs.ts';
import { begunArb, booksOf, callFor, type Step, stepArb } from './goods-books.ts';
import { openGoodsShop } from './goods-shop.ts';

forEachEngine(async (engine) => {
  const server = await openGoodsShop(engine);
  after(() => server.close());
  const { shop, staff, takes } = server;
  const { begin, check } = booksOf(server);
  let calls = 0;

  const take = async (id: string, step: Step): Promise<void> => {
    const order = await server.order(id);
    await server.set({ orders: { refund_offers: step.act === 'keep' ? 'keep' : 'reprice' } });
    const call = callFor(order, step);
    calls += 1;
    const key = `a-law-has-a-key-${calls}`;
    // Twice at once under one key, and once more: it happens once.
    const answers = await Promise.all([1, 2].map(() => takes(call, key)));
    answers.push(await takes(call, key));
    for (const { status, body: said } of answers) assert.ok(status < 500 || status === 503, JSON.stringify(said));
  };

  test('any sequence of steps ends with all books in agreement', () =>
    fc.assert(
      fc.asyncProperty(begunArb, fc.array(stepArb, { minLength: 2, maxLength: 7 }), async (wish, steps) => {
        const { order, before } = await begin(wish);
        for (const step of steps) await take(order.id, step);
        await settleOrders(shop.node);
        await check(await server.order(order.id), before);
        await staff(`/orders/${order.id}/cancel`, { reason: 'the end' });
        await settleOrders(shop.node);
        const ended = await server.order(order.id);
        await check(ended, before);
        assert.equal(grossOf(standingOf(ended), isTaxOnTop(ended.document)), 0);
        await staff(`/orders/${order.id}/cancel`, { reason: 'again' });
        assert.deepEqual((await server.order(order.id)).progress, ended.progress);
      }),
      { numRuns: runs(6) },
    ));
});
