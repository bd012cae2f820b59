/** The figures of sales come from the orders that this service made, whoever tells the events of shoppers. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Row } from '../../src/db/database.ts';
import { countEvents } from '../../src/events/funnels/funnel-count.ts';
import { forEachEngine } from '../databases.ts';
import { paymentService } from './order-payments.ts';
import { byCard, fill, onDelivery, openOrderServer } from './order-server.ts';

type Sold = Row & { readonly orders: number; readonly revenue: number; readonly unverified_orders: number };

forEachEngine(async (engine) => {
  const server = await openOrderServer(engine);
  after(server.close);
  const { shop } = server;
  const { node } = shop;
  await shop.sell(1, [{ quantity: 1000, prices: [{ currency_code: 'INR', marked: 100, effective: 100 }] }]);

  const sold = async (): Promise<readonly [orders: number, revenue: number]> => {
    while ((await countEvents(node.db, node.now())) > 0);
    const rows = await node.db.all<Sold>('select orders, revenue, unverified_orders from funnel_order_day');
    assert.ok(rows.every(({ unverified_orders: told }) => told === 0));
    return [rows.reduce((sum, row) => sum + row.orders, 0), rows.reduce((sum, row) => sum + row.revenue, 0)];
  };
  const order = async (body: object): Promise<string> => {
    const shopper = server.visitor();
    await fill(shopper, 1, 3);
    const answer = await shopper('POST', '/v1.0/checkout', body);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return String(answer.body['order_id']);
  };

  test('an order tells which offers it used, and they are counted once it counts', async () => {
    const id = await shop.coupon({
      code: 'FIFTY',
      type_slug: 'absolute_amount_absolute',
      rule: [{ key: 1, value: 50, min: 0, max: 50 }],
    });
    const shopper = server.visitor();
    await fill(shopper, 1, 3);
    await shopper('POST', '/v1.0/coupon', { coupon_code: 'FIFTY' });
    const answer = await shopper('POST', '/v1.0/checkout', onDelivery);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    while ((await countEvents(node.db, node.now())) > 0);
    const rows = await node.db.all(
      'select carts, uses, units, cost, revenue from funnel_offer_day where offer_id = ?',
      [id],
    );
    assert.deepEqual(rows, [{ carts: 1, uses: 1, units: 3, cost: 50_000, revenue: 250_000 }]);
  });

  for (const who of ['emitter', 'server'] as const) {
    test(`an order is sold once, when it counts, with ${who} telling what shoppers do`, async () => {
      await server.set({ events: { order_events: who } });
      const [orders, revenue] = await sold();
      await order(onDelivery);
      assert.deepEqual(await sold(), [orders + 1, revenue + 300_000], 'thousandths of a rupee');
      const id = await order(byCard);
      assert.deepEqual(await sold(), [orders + 1, revenue + 300_000], 'not while its payment is awaited');
      const paid = { order_id: id, payment_id: `pay-${id}`, amount: 300, currency: 'INR', outcome: 'success' };
      assert.equal((await paymentService(server).tell(paid)).status, 200);
      assert.deepEqual(await sold(), [orders + 2, revenue + 600_000]);
    });
  }
});
