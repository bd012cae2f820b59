/** What a bundle brings is ordered with it, and its customer does not take it back without it. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { rupees } from '../cart/response/carts.ts';
import { forEachEngine } from '../databases.ts';
import { openGoodsShop } from './goods-shop.ts';

const [PRINTER, CARTRIDGE] = [20, 21];

forEachEngine(async (engine) => {
  const server = await openGoodsShop(engine);
  after(() => server.close());
  const { shop } = server;
  await shop.sell(CARTRIDGE, [{ ...rupees(900, 900), quantity: 1000 }]);
  await shop.sell(PRINTER, [{ ...rupees(100, 100), quantity: 1000 }], {
    type: 'bundle',
    children: [{ item_id: CARTRIDGE, size: 'M', quantity: 2, auto_add: true }],
  });

  describe('a bundle that was ordered', () => {
    test('is not had without its parts by cancelling these', async () => {
      const { order, buyer } = await server.ordered([[PRINTER, 2]]);
      const cancel = (...items: readonly (readonly [item: number, units: number])[]) =>
        server.asCustomer(buyer, `/${order.id}/cancel`, {
          items: items.flatMap(([item, units]) => server.some(order, item, units)),
        });
      assert.equal(order.total, 380_000);
      assert.equal((await cancel([CARTRIDGE, 4])).code, 'order_units_exceeded');
      assert.equal((await cancel([CARTRIDGE, 3], [PRINTER, 1])).code, 'order_units_exceeded');
      const one = await cancel([CARTRIDGE, 2], [PRINTER, 1]);
      assert.equal(one.order['current_value'], 1900);
      const cancelled = { reason: 'broken', items: server.some(order, CARTRIDGE, 1) };
      assert.equal((await server.staff(`/orders/${order.id}/cancel`, cancelled)).status, 200, 'the shop may');
      assert.equal((await cancel([PRINTER, 1])).order['current_value'], 900, 'its parts are sold without it');
      assert.equal((await cancel([CARTRIDGE, 1])).order['status'], 'cancelled');
    });

    test('is had without what its customer put under it by himself', async () => {
      await shop.sell(22, [{ ...rupees(600, 600), quantity: 1000 }]);
      const buyer = await server.customer('beside');
      const items = [
        { item_id: PRINTER, item_size: 'M' },
        { item_id: 22, item_size: 'M', parent_item_identifiers: [{ item_id: PRINTER, item_size: 'M' }] },
      ];
      assert.equal((await buyer('POST', '/v1.0/detail', { items })).body.success, true);
      const { body } = await buyer('POST', '/v1.0/checkout', {
        payment_mode: 'COD',
        delivery_address: { area_code: '400001', name: 'Asha' },
      });
      const order = await server.order(String(body['order_id']));
      const { status } = await server.asCustomer(buyer, `/${order.id}/cancel`, { items: server.some(order, 22, 1) });
      assert.equal(status, 200);
    });
  });
});
