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
import { begunArb, booksOf, callFor, checkEarned, earnMore, type Step, stepArb } from './goods-books.ts';
import { openGoodsShop } from './goods-shop.ts';
import { fill, onDelivery } from './order-server.ts';

const cancel: Step = { act: 'cancel', at: 0, units: 1, word: 'none' };

forEachEngine(async (engine) => {
  const server = await openGoodsShop(engine);
  after(() => server.close());
  const { shop, staff, takes } = server;
  const { begin, check, checkBudgets } = booksOf(server, await earnMore(server));
  let calls = 0;

  const ordered = (first: [number, number], second: [number, number], paid: boolean) => ({
    bought: [first, second],
    paid,
    saved: {},
  });
  /** Prices are kept throughout, or by some steps alone. */
  const take = async (id: string, step: Step, kept: boolean): Promise<void> => {
    const order = await server.order(id);
    await server.set({ orders: { refund_offers: kept || step.act === 'keep' ? 'keep' : 'reprice' } });
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
      fc.asyncProperty(
        begunArb,
        fc.array(stepArb, { minLength: 2, maxLength: 7 }),
        fc.boolean(),
        async (wish, steps, kept) => {
          const { order, before } = await begin(wish);
          for (const step of steps) await take(order.id, step, kept);
          await settleOrders(shop.node);
          const stands = await server.order(order.id);
          await check(stands, before);
          if (kept) checkEarned(stands);
          await staff(`/orders/${order.id}/cancel`, { reason: 'the end' });
          await settleOrders(shop.node);
          const ended = await server.order(order.id);
          await check(ended, before);
          assert.equal(grossOf(standingOf(ended), isTaxOnTop(ended.document)), 0);
          await staff(`/orders/${order.id}/cancel`, { reason: 'again' });
          assert.deepEqual((await server.order(order.id)).progress, ended.progress);
        },
      ),
      {
        numRuns: runs(6),
        examples: [
          // What counted a hundred times goes back, what counts once stays; then what was credited for, in part.
          [ordered([2, 1], [1, 2], true), [cancel], true],
          [ordered([3, 3], [1, 1], true), [cancel], true],
          [ordered([3, 3], [1, 1], false), [cancel], false],
        ],
      },
    ));

  test('who earns nothing takes nothing of a budget, and no use of what would only be credited', async () => {
    const guest = server.visitor();
    await fill(guest, 1, 2);
    await fill(guest, 3, 1);
    const { status, body } = await guest('POST', '/v1.0/checkout', onDelivery);
    assert.equal(status, 200, JSON.stringify(body));
    const order = await server.order(String(body['order_id']));
    assert.deepEqual([order.document.earns, order.document.uses.length], [[], 2]);
    await checkBudgets(order);
    await take(order.id, cancel, true);
    await checkBudgets(await server.order(order.id));
  });
});
