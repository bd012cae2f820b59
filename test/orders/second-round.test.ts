/** Ways to pay less or to get back more that were tried on a running shop, each of which worked once. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { readBalances } from '../../src/balances/balance-store.ts';
import type { CartDetail } from '../../src/contract/cart/cart-contract.ts';
import type { Shopper } from '../cart/cart-server.ts';
import { forEachEngine } from '../databases.ts';
import { openGoodsShop } from './goods-shop.ts';
import { address, byCard, fill } from './order-server.ts';
import { rule } from './shop-rules.ts';

forEachEngine(async (engine) => {
  const server = await openGoodsShop(engine);
  after(() => server.close());
  const { shop } = server;

  describe('goods that go back', () => {
    test('let no coupon act on the rest that the order did not use up', async () => {
      await shop.promotion({
        promo_group: 'cart',
        promotion_type: 'percentage',
        stack_group: 'door',
        apply_priority: 9,
        buy_rules: { 'rule#1': { item_id: [1, 2], cart_total: { greater_than_equals: 900 } } },
        discount_rules: rule('percentage', { item_id: [1, 2] }, { discount_percentage: 5 }),
      });
      const half = await shop.coupon({
        code: 'HALF',
        stack_group: 'door',
        rule: [{ key: 1, value: 50 }],
        restrictions: { uses: { maximum: { user: 1 } } },
      });
      const { order } = await server.ordered(
        [
          [1, 1],
          [2, 1],
        ],
        undefined,
        {},
        ['HALF'],
      );
      assert.equal(order.total, 95_000, 'the promotion of the group acts, and shuts the coupon out');
      const { order: left } = await server.staff(`/orders/${order.id}/cancel`, {
        reason: 'sold out',
        items: server.some(order, 1, 1),
      });
      assert.deepEqual([left['refunded_amount'], left['current_value']], [500, 450], '400.00, and delivery again');
      assert.deepEqual(await server.uses(half), {});
    });

    test('earn no cashback for what balances still pay of the rest', async () => {
      await shop.promotion({
        promotion_type: 'cashback',
        buy_rules: { 'rule#1': { item_id: [3, 4] } },
        discount_rules: rule('cashback', { item_id: [3, 4] }, { discount_percentage: 10 }),
      });
      const bought = [
        [3, 1],
        [4, 2],
      ] as const;
      const { order, userId } = await server.ordered(bought, byCard, { store_credit: 10_000 });
      const credit = async (): Promise<number> =>
        (await readBalances(shop.node.db, shop.applicationId, userId, shop.node.now()))[0]?.amount ?? 0;
      assert.equal(await credit(), 3480, '10 % of 448.00 less the 100.00 that credit paid');
      await server.staff(`/orders/${order.id}/cancel`, { reason: 'sold out', items: server.some(order, 3, 1) });
      assert.equal(await credit(), 980, '10 % of 198.00 less the 100.00 that credit still pays');
    });
  });

  describe('what a shopper says of himself', () => {
    const asked = async (buyer: Shopper, body: object = {}): Promise<number> => {
      const { body: answer } = await buyer('POST', '/v1.0/checkout', { ...byCard, ...body }, { prefer: 'dry-run' });
      return answer.cart.breakup_values?.raw?.total ?? Number.NaN;
    };

    test('is no store that takes his order, for offers of some stores, unless the shop lets him choose', async () => {
      await shop.promotion({
        promotion_type: 'percentage',
        restrictions: { ordering_stores: [2] },
        buy_rules: { 'rule#1': { item_id: [2] } },
        discount_rules: rule('percentage', { item_id: [2] }, { discount_percentage: 50 }),
      });
      const buyer = server.visitor();
      await fill(buyer, 2);
      const header = { 'x-ordering-store': '2' };
      const shown = async () => (await buyer('GET', '/v1.0/detail?b=true', undefined, header)).body;
      const total = async () => ((await shown()) as unknown as CartDetail).breakup_values?.raw?.total;
      assert.deepEqual([await asked(buyer, { ordering_store: 2 }), await total()], [450, 450]);
      await server.set({ cart: { ordering_store_said_by: 'anyone' } });
      assert.deepEqual([await asked(buyer, { ordering_store: 2 }), await total()], [250, 250]);
    });

    test('is no country to which delivery costs nothing because the shop says nothing of it', async () => {
      const buyer = server.visitor();
      await fill(buyer, 4);
      const abroad = { ...address, area_code: '400099', country: 'CN', state: '' };
      assert.deepEqual([await asked(buyer), await asked(buyer, { delivery_address: abroad })], [149, 149]);
    });

    test('is no state that moves his tax: one that is missing, or that India has not, counts as the store’s', async () => {
      const splits = async (state: string): Promise<readonly boolean[]> => {
        const delivery_address = { ...address, state };
        const { order } = await server.ordered([[4, 1]], { ...byCard, delivery_address });
        const [line] = order.document.lines;
        assert.ok(line !== undefined && line.tax.tax > 0);
        const { tax, cgst, sgst, igst } = line.tax;
        return [cgst + sgst === tax, igst === tax];
      };
      for (const state of ['Maharashtra', '', 'Maharastraa'])
        assert.deepEqual(await splits(state), [true, false], state);
      assert.deepEqual(await splits('Goa'), [false, true]);
    });
  });
});
