/** Ways to have money of a shop that it never got, each of which worked once. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { rupees } from '../cart/response/carts.ts';
import { forEachEngine } from '../databases.ts';
import { openGoodsShop } from './goods-shop.ts';
import { byCard, onDelivery } from './order-server.ts';

const SCARF = 12;

forEachEngine(async (engine) => {
  const server = await openGoodsShop(engine);
  after(() => server.close());
  const { shop } = server;
  await shop.sell(SCARF, [{ ...rupees(150, 150), quantity: 1000 }]);

  describe('an order paid on delivery, which the shop offers from a value on', () => {
    test('pays for that, and is not had below it by ordering more and cancelling that', async () => {
      await server.set({ cart: { cod: { flat: 30, from: 400 } } });
      const { order, buyer } = await server.ordered([[SCARF, 4]], onDelivery);
      await server.set({ cart: { cod: {} } });
      assert.equal(order.total, 63_000);
      const cancel = { items: server.some(order, SCARF, 3) };
      const { order: read } = await server.asCustomer(buyer, `/${order.id}`);
      assert.deepEqual(read['cancel_leaves'], { goods: 400 });
      assert.equal((await server.asCustomer(buyer, `/${order.id}/cancel`, cancel)).code, 'order_units_exceeded');
      const { order: left } = await server.staff(`/orders/${order.id}/cancel`, { reason: 'gone', ...cancel });
      assert.equal(left['current_value'], 230, '150.00, 50.00 for delivery and 30.00 for cash, which it had no more');
    });
  });

  describe('an order of which points may pay a share', () => {
    test('is not paid with points alone by ordering more and cancelling that', async () => {
      const loyalty = { worth: 1, per_points: 1, cap_bp: 2_000, earn_points: 1, earn_for: 100 };
      await server.set({ cart: { loyalty } });
      const { order, buyer } = await server.ordered([[SCARF, 5]], byCard, { points: 1000 });
      await server.set({ cart: { loyalty: { ...loyalty, cap_bp: 10_000 } } });
      const four = { items: server.some(order, SCARF, 4) };
      const { order: left } = await server.asCustomer(buyer, `/${order.id}/cancel`, four);
      const [refund] = left['refunds'] as readonly { readonly parts: readonly Record<string, unknown>[] }[];
      assert.deepEqual(
        [order.total, left['current_value']],
        [60_000, 200],
        'of 750.00; one is 150.00, and 50.00 for delivery',
      );
      assert.deepEqual(
        refund?.parts.map(({ kind, amount }) => [kind, amount]),
        [
          ['payment', 440],
          ['points', 110],
        ],
        'of 150.00 in points 40.00 stay, a fifth of what stays',
      );
    });
  });

  describe('an order paid with points and on delivery, of which so much is cancelled that nothing is left to collect', () => {
    test('gives points back when the rest is returned, no money: none came', async () => {
      const { order, buyer } = await server.ordered([[SCARF, 2]], onDelivery, { points: 250 });
      assert.equal(order.total, 10_000, 'of 300.00, and 50.00 for delivery');
      const one = server.some(order, SCARF, 1);
      const { order: less } = await server.asCustomer(buyer, `/${order.id}/cancel`, { items: one });
      assert.equal(less['amount_to_collect'], 0);
      const { order: came } = await server.staff(`/orders/${order.id}/deliver`, { reason: 'here' });
      assert.deepEqual([came['status'], came['amount_to_collect']], ['delivered', 0]);
      const back = await server.staff(`/orders/${order.id}/returns`, {
        reason: 'too short',
        items: one,
        received: true,
      });
      const refunds = back.order['refunds'] as readonly { readonly payment_amount: number }[];
      assert.deepEqual([back.order['status'], refunds.map((one) => one.payment_amount)], ['returned', [0, 0]]);
    });
  });
});
