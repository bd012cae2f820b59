/** Ways to owe a shop what nobody collects, or to have an order that it would not take, each of which worked once. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { rupees } from '../cart/response/carts.ts';
import { forEachEngine } from '../databases.ts';
import { openGoodsShop } from './goods-shop.ts';
import { onDelivery } from './order-server.ts';

const [COAT, SCARF] = [11, 12];

forEachEngine(async (engine) => {
  const server = await openGoodsShop(engine);
  after(() => server.close());
  const { shop } = server;
  await shop.sell(COAT, [{ ...rupees(300, 300), quantity: 1000 }]);
  await shop.sell(SCARF, [{ ...rupees(150, 150), quantity: 1000 }]);

  describe('an order paid on delivery, of which one parcel arrived and the rest is cancelled', () => {
    const begun = async (first: number, second: number) => {
      const bought = [first, second].map((item) => [item, 1] as const);
      const { order, buyer } = await server.ordered(bought, onDelivery);
      const parcels = `/orders/${order.id}/parcels`;
      const left = await server.staff(parcels, { items: server.some(order, first, 1) });
      const [parcel] = left.order['parcels'] as readonly { readonly parcel_id: string }[];
      const { order: came } = await server.staff(`${parcels}/${parcel?.parcel_id}/deliver`, {});
      const rest = { items: server.some(order, second, 1) };
      return {
        toCollect: came['amount_to_collect'],
        said: async () => {
          const { order: read } = await server.asCustomer(buyer, `/${order.id}`);
          return [read['cancellable'], read['cancel_leaves']];
        },
        rest: rest.items,
        byCustomer: () => server.asCustomer(buyer, `/${order.id}/cancel`, rest),
        byStaff: () => server.staff(`/orders/${order.id}/cancel`, { reason: 'no more of it', ...rest }),
      };
    };

    test('has paid its charges with the first parcel', async () => {
      const { toCollect, byCustomer, said, rest } = await begun(COAT, SCARF);
      assert.equal(toCollect, 150, 'of 300.00 and 150.00, and 50.00 for delivery');
      assert.deepEqual(await said(), [rest, undefined], 'nothing must stay');
      const { order: left } = await byCustomer();
      assert.deepEqual([left['status'], left['current_value'], left['amount_to_collect']], ['delivered', 350, 0]);
    });

    test('is not left unpaid by its customer where what came costs more alone; the shop may forgo it', async () => {
      const { toCollect, byCustomer, byStaff, said } = await begun(1, 2);
      assert.equal(toCollect, 360, 'of 1,000.00 less 10 %');
      assert.deepEqual(await said(), [[], { unpaid: 60 }], 'which its page says before');
      const refused = await byCustomer();
      assert.deepEqual([refused.status, refused.code], [409, 'order_state_conflict']);
      const { order: left } = await byStaff();
      assert.deepEqual([left['status'], left['current_value'], left['amount_to_collect']], ['delivered', 600, 60]);
    });
  });

  describe('an order of a shop that takes none below a value', () => {
    test('is not had below it by ordering more and cancelling that', async () => {
      await shop.configure({ min_cart_value: 400 });
      const { order, buyer } = await server.ordered([
        [COAT, 2],
        [SCARF, 1],
      ]);
      await shop.configure({ min_cart_value: 0 });
      const cancel = (item: number, quantity: number) =>
        server.asCustomer(buyer, `/${order.id}/cancel`, { items: server.some(order, item, quantity) });
      const { order: read } = await server.asCustomer(buyer, `/${order.id}`);
      assert.deepEqual(read['cancel_leaves'], { goods: 400 }, 'which its page says before');
      const refused = await cancel(COAT, 2);
      assert.deepEqual([refused.status, refused.code], [409, 'order_units_exceeded'], '150.00 would stay');
      assert.equal((await cancel(COAT, 1)).order['status'], 'placed', '450.00 stays');
      assert.equal((await cancel(SCARF, 1)).code, 'order_units_exceeded', '300.00 would stay');
      const items = [...server.some(order, SCARF, 1), ...server.some(order, COAT, 1)];
      const all = await server.asCustomer(buyer, `/${order.id}/cancel`, { items });
      assert.equal(all.order['status'], 'cancelled', 'all that is left');
    });

    test('is cut down by its staff as they like', async () => {
      await shop.configure({ min_cart_value: 400 });
      const { order } = await server.ordered([[COAT, 2]]);
      await shop.configure({ min_cart_value: 0 });
      const broken = { reason: 'broken', items: server.some(order, COAT, 1) };
      assert.equal((await server.staff(`/orders/${order.id}/cancel`, broken)).order['status'], 'placed');
    });
  });
});
