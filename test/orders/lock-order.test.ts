/** Batches that share rows take them in one order, so that on PostgreSQL no two wait for each other: orders, and carts that are merged. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { issueBalance } from '../../src/balances/balance-statements.ts';
import type { Shopper } from '../cart/cart-server.ts';
import { forEachEngine } from '../databases.ts';
import { recordingEngine } from '../recorded-statements.ts';
import { byCard, fill, onDelivery, openOrderServer } from './order-server.ts';

/** What shoppers who buy the same share, in the order in which an order takes it. */
const shared = ['product', 'article', 'offer_use', 'balance'];

forEachEngine(async (on) => {
  const { engine, asked } = recordingEngine(on);
  const server = await openOrderServer(engine);
  after(server.close);
  const { shop } = server;
  const { node, applicationId } = shop;
  await shop.sell(1, [{ quantity: 100, prices: [{ currency_code: 'INR', marked: 100, effective: 100 }] }]);
  await shop.coupon({
    code: 'TEN',
    rule: [{ key: 1, value: 10, min: 0, max: 1000 }],
    restrictions: { uses: { maximum: { total: 1_000 } } },
  });
  await server.set({ cart: { loyalty: { worth: 1, per_points: 1, cap_bp: 5_000, earn_points: 1, earn_for: 3 } } });

  /** Which of them were written, each where it was written first. */
  const written = (): readonly string[] => {
    const tables = asked.flatMap(({ sql }) => /^\s*(?:update|insert into) (\w+)/.exec(sql)?.[1] ?? []);
    return [...new Set(tables)].filter((table) => shared.includes(table));
  };
  const buys = async (shopper: Shopper, way: object): Promise<string> => {
    await fill(shopper, 1);
    await shopper('POST', '/v1.0/redeem', { redeem_points: true });
    await shopper('POST', '/v1.0/coupon', { coupon_code: 'TEN' });
    asked.length = 0;
    const { status, body } = await shopper('POST', '/v1.0/checkout', way);
    assert.equal(status, 200, JSON.stringify(body));
    return String(body['order_id']);
  };

  describe(`batches on ${engine.name}`, () => {
    for (const [way, what] of [
      [onDelivery, 'an order that stands'],
      [byCard, 'an order that awaits its payment'],
    ] as const) {
      test(`${what} gives back in the order in which it took`, async () => {
        const userId = `saver-${way.payment_mode}`;
        const given = { applicationId, userId, kind: 'points', account: '', amount: 5, reason: 'gift' } as const;
        const move = { ...given, source: `given/${userId}`, entryId: `given/${userId}`, at: node.now() };
        await node.db.commit(issueBalance(move, null));
        const saver = await server.customer(userId);
        const id = await buys(saver, way);
        assert.deepEqual(written(), shared);
        asked.length = 0;
        assert.deepEqual(await server.cancel(id, saver), [200, 'cancelled']);
        assert.deepEqual(written(), shared);
      });
    }

    test('a merge takes both carts by their ids before it writes them', async () => {
      const guest = server.visitor();
      const { body } = await guest('POST', '/v1.0/detail', { items: [{ item_id: 1, item_size: 'M', quantity: 1 }] });
      const customer = await server.customer('merges');
      await fill(customer, 1);
      asked.length = 0;
      const { status } = await customer('POST', '/v3.0/merge', { cart_ids: [body.cart.id] });
      assert.equal(status, 200);
      const carts = asked.map(({ sql }) => sql).filter((sql) => /\bcart\b.* for update$|^update cart /s.test(sql));
      assert.match(carts[0] ?? '', /order by id for update$/);
      assert.equal(carts.length, 3);
    });
  });
});
