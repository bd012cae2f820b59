/** Ways to have a discount more often than the shop gives it, each of which worked once. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { rupees } from '../cart/response/carts.ts';
import { forEachEngine } from '../databases.ts';
import { openGoodsShop } from './goods-shop.ts';

const [DEAR, TRIFLE] = [5, 6];

forEachEngine(async (engine) => {
  const server = await openGoodsShop(engine);
  after(() => server.close());
  const { shop } = server;
  await shop.sell(DEAR, [{ ...rupees(990, 990), quantity: 1000 }]);
  await shop.sell(TRIFLE, [{ ...rupees(10, 10), quantity: 1000 }]);

  describe('a coupon from a value on, of which some goods are cancelled', () => {
    const half = (code: string): Promise<string> =>
      shop.coupon({
        code,
        rule: [{ key: 1, value: 50, min: 1000 }],
        restrictions: { uses: { maximum: { user: 1, total: 10 } }, budget: { amount: 5000 } },
      });
    const bought = [
      [DEAR, 1],
      [TRIFLE, 1],
    ] as const;

    test('stays used as long as its discount is had, and goes back with the last of the goods', async () => {
      const coupon = await half('ONCE');
      const { order, buyer, userId } = await server.ordered(bought, undefined, {}, ['ONCE']);
      assert.equal(order.total, 50_000);
      const used = { '': 1, [`user:${userId}`]: 1, budget: 50_000 };
      assert.deepEqual(await server.uses(coupon), used);
      const cancel = (item: number) =>
        server.asCustomer(buyer, `/${order.id}/cancel`, { items: server.some(order, item, 1) });
      const { order: left } = await cancel(TRIFLE);
      assert.deepEqual([left['refunded_amount'], left['current_value']], [0, 500], 'what is dearer now is forgiven');
      assert.deepEqual(await server.uses(coupon), used);
      assert.equal((await cancel(DEAR)).order['status'], 'cancelled');
      assert.deepEqual(await server.uses(coupon), {});
    });

    test('is given back where what stays is paid in full', async () => {
      const coupon = await half('AGAIN');
      const { order, buyer } = await server.ordered(bought, undefined, {}, ['AGAIN']);
      const { order: left } = await server.asCustomer(buyer, `/${order.id}/cancel`, {
        items: server.some(order, DEAR, 1),
      });
      assert.deepEqual([left['refunded_amount'], left['current_value']], [440, 60], '10.00, and delivery again');
      assert.deepEqual(await server.uses(coupon), {});
    });
  });

  describe('what is sold from so many units on', () => {
    test('is not had singly by ordering them and cancelling the others', async () => {
      await shop.sell(7, [{ ...rupees(600, 600), quantity: 1000, moq: { minimum: 4, increment_unit: 2 } }]);
      const { order, buyer } = await server.ordered([[7, 8]]);
      const cancel = (quantity: number) =>
        server.asCustomer(buyer, `/${order.id}/cancel`, { items: server.some(order, 7, quantity) });
      for (const [quantity, left] of [
        [7, 1],
        [3, 5],
      ] as const) {
        assert.equal((await cancel(quantity)).code, 'order_units_exceeded', `${left} would stay`);
      }
      assert.equal((await cancel(4)).order['current_value'], 2400);
      const { status } = await server.staff(`/orders/${order.id}/cancel`, {
        reason: 'broken',
        items: server.some(order, 7, 1),
      });
      assert.equal(status, 200, 'the shop is bound by nothing');
      assert.equal((await cancel(3)).order['status'], 'cancelled', 'all that is left');
    });
  });

  describe('what is sold up to so many units', () => {
    test('is not had in more by putting them into several lines', async () => {
      await shop.sell(8, [{ ...rupees(600, 600), quantity: 1000, moq: { maximum: 2 } }]);
      const buyer = server.visitor();
      const add = async (quantity: number, note: string) => {
        const items = [{ item_id: 8, item_size: 'M', quantity, force_new_line_item: true, meta: { note } }];
        const { body } = await buyer('POST', '/v1.0/detail?i=true', { items });
        const result = body.result as Readonly<
          Record<string, { readonly success: boolean; readonly error_code?: string }>
        >;
        return Object.values(result).map(({ success, error_code }) => (success ? 'added' : error_code));
      };
      assert.deepEqual(
        [await add(1, 'a'), await add(2, 'b'), await add(1, 'c'), await add(1, 'd')],
        [['added'], ['moq_exceeded'], ['added'], ['moq_exceeded']],
      );
    });
  });
});
