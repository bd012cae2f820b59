/** In how many parts an order may be cancelled: what is kept of each part does not grow without end. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { refuseMoreParts } from '../../src/orders/goods/cancelled-parts-rules.ts';
import { allOf, unsentUnits } from '../../src/orders/goods/unit-rules.ts';
import type { StoredOrder } from '../../src/orders/order-document.ts';
import type { Settlement } from '../../src/orders/order-progress.ts';
import { forEachEngine } from '../databases.ts';
import { openGoodsShop } from './goods-shop.ts';

forEachEngine(async (engine) => {
  const server = await openGoodsShop(engine);
  after(() => server.close());

  describe('an order that its customer cancels unit by unit', () => {
    test('is cancelled in a hundred parts and no more, but for all that is left', async () => {
      const { order, buyer } = await server.ordered([[2, 103]]);
      const cancel = (quantity: number) =>
        server.asCustomer(buyer, `/${order.id}/cancel`, { items: server.some(order, 2, quantity) });
      for (let part = 1; part <= 100; part += 1) assert.equal((await cancel(1)).status, 200, `part ${part}`);
      const more = await cancel(1);
      assert.deepEqual([more.status, more.code], [409, 'order_state_conflict']);
      assert.equal((await server.order(order.id)).progress.settlements?.length, 100);
      const staff = await server.staff(`/orders/${order.id}/cancel`, {
        reason: 'asked',
        items: server.some(order, 2, 1),
      });
      assert.equal(staff.status, 200, 'the shop goes on');
      const rest = await cancel(2);
      assert.deepEqual([rest.status, rest.order['status']], [200, 'cancelled']);
    });

    test('has fewer parts where each of them changed hundreds of lines, and the shop has more', async () => {
      const { order } = await server.ordered([
        [1, 2],
        [2, 2],
      ]);
      const lines = Array.from({ length: 500 }, () => ({}));
      const part = { cause: 'cancelled', items: [], lines } as unknown as Settlement;
      const cancelledIn = (parts: number): StoredOrder => ({
        ...order,
        progress: { ...order.progress, settlements: Array.from({ length: parts }, () => part) },
      });
      const one = allOf(unsentUnits(order)).slice(0, 1);
      const refused = { code: 'order_state_conflict' };
      assert.doesNotThrow(() => refuseMoreParts(cancelledIn(19), one, 'customer'));
      assert.throws(() => refuseMoreParts(cancelledIn(20), one, 'customer'), refused);
      assert.doesNotThrow(() => refuseMoreParts(cancelledIn(20), allOf(unsentUnits(order)), 'customer'));
      assert.doesNotThrow(() => refuseMoreParts(cancelledIn(49), one, 'shop'));
      assert.throws(() => refuseMoreParts(cancelledIn(50), one, 'shop'), refused);
    });
  });
});
