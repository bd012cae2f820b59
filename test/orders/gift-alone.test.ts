/** A gift that left before what it was given for went back. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { forEachEngine } from '../databases.ts';
import { openGoodsShop } from './goods-shop.ts';
import { deliveryCosts } from './shop-rules.ts';

forEachEngine(async (engine) => {
  const server = await openGoodsShop(engine);
  after(() => server.close());

  test('a gift that left is left alone with what its delivery costs', async () => {
    const alone = async (refund_offers: 'reprice' | 'keep') => {
      await server.set({ orders: { refund_offers } });
      const { order } = await server.ordered([[3, 2]]);
      await server.staff(`/orders/${order.id}/parcels`, { items: server.some(order, 4, 1) });
      const items = server.some(order, 3, 2);
      const { order: left } = await server.staff(`/orders/${order.id}/cancel`, { reason: 'x', items });
      const { progress } = await server.order(order.id);
      const charges = progress.standing?.charges.map(({ amount }) => amount);
      return [order.total, charges, left['current_value']];
    };
    assert.deepEqual(await alone('reprice'), [50_000, [5000], 149], 'the gift costs 99.00, and is below free delivery');
    await server.shop.configure(deliveryCosts(50, 9999));
    assert.deepEqual(await alone('keep'), [55_000, [5000], 50], 'charges stay until nothing is left');
    await server.shop.configure(deliveryCosts(50, 499));
    await server.set({ orders: { refund_offers: 'reprice' } });
  });
});
