/** What a unit of each line would give back is what it does give back, and who pays for offers is spared the rest. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import * as fc from 'fast-check';
import { forEachEngine } from '../databases.ts';
import { runs } from '../laws/runs.ts';
import { openGoodsShop } from './goods-shop.ts';

type Unit = {
  readonly identifier: string;
  readonly item_id: number;
  readonly quantity: number;
  readonly refund: { readonly amount: number; readonly charges: readonly { readonly amount: number }[] };
  readonly items: readonly { readonly identifier: string; readonly quantity: number }[];
  readonly lost_offers: readonly { readonly id: string }[];
  readonly funding?: readonly { readonly payable_category: string; readonly amount: number }[];
};
const unitsOf = (body: object): readonly Unit[] => (body as { readonly items: readonly Unit[] }).items;
const paise = (amounts: readonly { readonly amount: number }[] = []): number =>
  amounts.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);

forEachEngine(async (engine) => {
  const server = await openGoodsShop(engine);
  after(() => server.close());
  const view = async (id: string, query = '') => server.staff(`/orders/${id}/refund-view${query}`);

  describe('a refund view', () => {
    test('says what a unit gives back when a threshold breaks, and who is spared what', async () => {
      const { order, buyer } = await server.ordered([
        [1, 1],
        [2, 1],
      ]);
      const { status, body } = await view(order.id);
      assert.equal(status, 200, JSON.stringify(body));
      const second = unitsOf(body).find(({ item_id: item }) => item === 2);
      // 900.00 was paid; what stays costs 600.00 without the offer, or 400.00 and delivery of 50.00.
      assert.deepEqual(
        unitsOf(body).map(({ item_id: item, refund }) => [item, refund.amount]),
        [
          [1, 450],
          [2, 300],
        ],
      );
      assert.equal(second?.lost_offers.length, 1);
      assert.deepEqual(second.funding, [{ payable_category: 'marketplace', payable_by: '', amount: 100 }]);
      const answer = await server.app.inject({
        url: `/service/application/order/v1.0/orders/${order.id}/refund-view`,
        headers: { authorization: server.authorization, ...buyer.known() },
      });
      assert.equal(answer.statusCode, 200);
      assert.ok(
        unitsOf(answer.json()).every(({ funding }) => funding === undefined),
        'the customer is not told',
      );
      const stranger = await server.customer('a-stranger');
      const refused = await server.app.inject({
        url: `/service/application/order/v1.0/orders/${order.id}/refund-view`,
        headers: { authorization: server.authorization, ...stranger.known() },
      });
      assert.equal(refused.statusCode, 404);
    });

    test('is read in pages, and not of an order that is over', async () => {
      const { order } = await server.ordered([
        [1, 1],
        [2, 1],
      ]);
      const { body } = await view(order.id, '?page_size=1&page_no=2');
      assert.deepEqual(
        unitsOf(body).map(({ item_id: item }) => item),
        [2],
      );
      const { total, has_next: more } = body['page'] as { total: number; has_next: boolean };
      assert.deepEqual([total, more], [2, false]);
      assert.equal((await view(order.id, '?page_size=26')).status, 400);
      await server.staff(`/orders/${order.id}/cancel`, { reason: 'x' });
      assert.equal((await view(order.id)).status, 409);
    });

    test('is what giving that unit back comes to, and with the offers it is the price of what goes', async () => {
      const bought = fc.uniqueArray(fc.tuple(fc.constantFrom(1, 2, 3), fc.integer({ min: 1, max: 3 })), {
        minLength: 1,
        maxLength: 3,
        selector: ([item]) => item,
      });
      await fc.assert(
        fc.asyncProperty(bought, fc.nat(5), async (items, at) => {
          const { order } = await server.ordered(items);
          const units = unitsOf((await view(order.id)).body);
          assert.equal(units.length, order.document.lines.length);
          for (const { items: gone, refund, funding } of units) {
            const price = gone.reduce((all, { identifier, quantity }) => {
              const line = order.document.lines.find((one) => one.identifier === identifier);
              return all + quantity * ((line?.subtotal ?? 0) / (line?.quantity ?? 1));
            }, 0);
            assert.equal(paise([refund]) - paise(refund.charges) + paise(funding), price);
          }
          const one = units[at % units.length];
          assert.ok(one);
          const given = await server.staff(`/orders/${order.id}/cancel`, {
            reason: 'law',
            items: [{ identifier: one.identifier, quantity: 1 }],
          });
          assert.equal(given.order['refunded_amount'], one.refund.amount);
        }),
        { numRuns: runs(5) },
      );
    });
  });
});
