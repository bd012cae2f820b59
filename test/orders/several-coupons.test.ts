/** Several coupons on a cart: what docs/behaviour/cart.md says of them, in carts and orders on both engines. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { CartDetail } from '../../src/contract/cart/cart-contract.ts';
import { replayOrder } from '../../src/orders/replay/replay-orders.ts';
import type { Shopper } from '../cart/cart-server.ts';
import { rupees } from '../cart/response/carts.ts';
import { forEachEngine } from '../databases.ts';
import { fill, onDelivery, openOrderServer } from './order-server.ts';

const percent = (code: string, value: number, more: object = {}) => ({
  code,
  rule_definition: { type: 'percentage', value_type: 'percentage', applicable_on: 'amount', currency_code: 'INR' },
  rule: [{ key: 1, value }],
  ...more,
});
const flat = (code: string, value: number, more: object = {}) => ({
  code,
  type_slug: 'absolute_amount_absolute',
  rule_definition: { type: 'absolute', value_type: 'absolute', applicable_on: 'amount', currency_code: 'INR' },
  rule: [{ key: 1, value }],
  ...more,
});

forEachEngine(async (engine) => {
  const server = await openOrderServer(engine);
  after(server.close);
  const { shop } = server;
  await shop.sell(1, [{ ...rupees(1000, 1000), quantity: 100 }]);
  await shop.coupon(percent('TEN', 10, { validity: { priority: 2 } }));
  await shop.coupon(flat('FLAT50', 50, { restrictions: { uses: { maximum: { total: 1 } } } }));
  await shop.coupon(flat('NEWS1', 20, { stack_group: 'newsletter', validity: { priority: 1 } }));
  await shop.coupon(flat('NEWS2', 30, { stack_group: 'newsletter' }));

  const apply = async (shopper: Shopper, coupon_code: string): Promise<CartDetail> => {
    const { status, body } = await shopper('POST', '/v1.0/coupon?i=true&b=true', { coupon_code });
    assert.equal(status, 200, JSON.stringify(body));
    return body as unknown as CartDetail;
  };
  const read = async (shopper: Shopper): Promise<CartDetail> =>
    (await shopper('GET', '/v1.0/detail?i=true&b=true')).body as unknown as CartDetail;
  const told = ({ coupons }: CartDetail) => coupons?.map(({ coupon_code, discount }) => [coupon_code, discount]);
  const off = ({ breakup_values: values }: CartDetail): number | undefined => values?.raw?.coupon;
  const withGoods = async (): Promise<Shopper> => {
    const visitor = server.visitor();
    await fill(visitor, 1);
    return visitor;
  };

  describe('coupons of a cart', () => {
    test('are one unless the shop says otherwise: the new one takes the place of the other', async () => {
      const visitor = await withGoods();
      await apply(visitor, 'TEN');
      const cart = await apply(visitor, 'FLAT50');
      assert.deepEqual([cart.coupon?.coupon_code, off(cart), cart.coupons], ['FLAT50', -50, undefined]);
    });

    test('come together, in whichever order they are typed, up to as many as the shop lets', async () => {
      await server.set({ cart: { coupons_per_cart: 2 } });
      for (const codes of [
        ['TEN', 'FLAT50'],
        ['FLAT50', 'ten'],
      ] as const) {
        const visitor = await withGoods();
        await apply(visitor, codes[0]);
        const cart = await apply(visitor, codes[1]);
        assert.deepEqual([off(cart), cart.coupon?.coupon_code], [-150, codes[1]]);
        assert.deepEqual(
          told(cart)
            ?.map(([, amount]) => amount)
            .toSorted(),
          [100, 50],
        );
        assert.equal(cart.items?.[0]?.coupon?.discount_total_quantity, 150);
        const full = await apply(visitor, 'NEWS1');
        assert.deepEqual(
          [full.coupon?.coupon_code, full.coupon?.message],
          ['NEWS1', 'A cart can have 2 coupons. Take one off first'],
        );
        assert.equal(off(await read(visitor)), -150, 'nothing was changed');
      }
    });

    test('stay through a sync that sends back what was read, or names one that can never count', async () => {
      const visitor = await withGoods();
      await apply(visitor, 'TEN');
      const before = told(await apply(visitor, 'FLAT50'));
      const sync = async (coupon_code?: string | null) => {
        const items = [{ item_id: 1, item_size: 'M', quantity: 1 }];
        const { status, body } = await visitor('POST', '/v3.0/sync?i=true&b=true', { items, coupon_code });
        return { status, coupon: body.cart?.coupon };
      };
      assert.equal((await sync('flat50')).status, 200);
      assert.deepEqual(told(await read(visitor)), before);
      const unknown = await sync('NOBODY');
      assert.deepEqual([unknown.status, unknown.coupon?.is_applied], [200, false]);
      assert.match(String(unknown.coupon?.message), /Invalid coupon/);
      assert.deepEqual(told(await read(visitor)), before, 'what was there stays');
      assert.equal((await sync('x'.repeat(129))).status, 400);
      assert.equal((await sync(' NEWS1 ')).coupon?.coupon_code, 'NEWS1');
      assert.deepEqual(told(await read(visitor)), [['NEWS1', 20]]);
      await sync('');
      assert.equal(off(await read(visitor)), 0);
    });

    test('are taken off by name, or the last first', async () => {
      const visitor = await withGoods();
      await apply(visitor, 'TEN');
      await apply(visitor, 'FLAT50');
      await visitor('DELETE', '/v1.0/coupon?coupon_code=TEN');
      assert.deepEqual(told(await read(visitor)), [['FLAT50', 50]]);
      await apply(visitor, 'TEN');
      await visitor('DELETE', '/v1.0/coupon');
      assert.deepEqual(told(await read(visitor)), [['FLAT50', 50]]);
      await visitor('DELETE', '/v1.0/coupon');
      assert.deepEqual([told(await read(visitor)), off(await read(visitor))], [[], 0]);
    });

    test('of one group do not act together, and say so', async () => {
      const visitor = await withGoods();
      await apply(visitor, 'NEWS1');
      const cart = await apply(visitor, 'NEWS2');
      assert.deepEqual(told(cart), [
        ['NEWS2', 0],
        ['NEWS1', 20],
      ]);
      assert.match(cart.coupons?.[0]?.message ?? '', /together with an offer that your cart has/u);
      assert.deepEqual(
        cart.coupons?.map(({ closed_by }) => closed_by),
        ['NEWS1', null],
      );
    });

    test('are each used by the order, which names them and replays; what others used up blocks', async () => {
      const [first, second] = [await server.customer('both'), await server.customer('late')];
      for (const buyer of [first, second]) {
        await fill(buyer, 1);
        await apply(buyer, 'FLAT50');
        await apply(buyer, 'TEN');
      }
      const { status, body } = await first('POST', '/v1.0/checkout', onDelivery);
      assert.equal(status, 200, JSON.stringify(body));
      const order = await server.order(String(body['order_id']));
      assert.deepEqual([order.document.couponCode, order.document.couponCodes], ['TEN', ['TEN', 'FLAT50']]);
      assert.deepEqual((await replayOrder(shop.node.db, order)).differences, []);
      const late = await second('POST', '/v1.0/checkout', onDelivery);
      assert.deepEqual([late.status, late.body.error_code], [400, 'coupon_used_up']);
      assert.match((await read(second)).coupons?.[1]?.message ?? '', /usage limit/u);
    });

    test('beyond a setting that was lowered are unheard', async () => {
      const visitor = await withGoods();
      await apply(visitor, 'NEWS1');
      await apply(visitor, 'TEN');
      await server.set({ cart: { coupons_per_cart: 1 } });
      const cart = await read(visitor);
      assert.deepEqual([off(cart), cart.coupons], [-100, undefined]);
    });
  });
});
