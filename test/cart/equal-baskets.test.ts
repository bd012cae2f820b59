/** The same basket costs the same, however it came together: identifiers of lines are drawn by chance and decide nothing. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { AdjustmentBody } from '../../src/contract/offers/offer-adjustment-contract.ts';
import { insertAdjustment } from '../../src/offers/adjustments/adjustment-store.ts';
import { forEachEngine } from '../databases.ts';
import { type Body, openCartServer, type Shopper } from './cart-server.ts';

const detail = '/v1.0/detail?i=true&b=true';
const bag = { item_id: 1, item_size: 'M', quantity: 1 };
const pen = { item_id: 2, item_size: 'M', quantity: 1 };
const engraved = (text: string) => ({ ...bag, _custom_json: { engraving: text } });

type Cart = Body['cart'];
const totalsOf = (cart: Cart) => {
  const { total, gst_charges: tax } = cart.breakup_values?.raw ?? {};
  return [total, tax];
};
/** What each line costs, by what it is. */
const pricesOf = (cart: Cart): Readonly<Record<string, number | undefined>> =>
  Object.fromEntries(
    (cart.items ?? []).map((item) => [
      `${item.key} ${JSON.stringify((item.article as Readonly<Record<string, unknown>>)['_custom_json'] ?? {})}`,
      item.price?.converted?.selling,
    ]),
  );

forEachEngine(async (engine) => {
  const server = await openCartServer(engine);
  after(() => server.close());
  await server.shop.sell(1, [{ quantity: 500, gst_rate: 0 }]);
  await server.shop.sell(2, [{ quantity: 500, gst_rate: 18 }]);
  await server.shop.promotion({
    promotion_type: 'bogo',
    buy_rules: { 'rule#1': { all_items: true, cart_quantity: { greater_than_equals: 1 } } },
    discount_rules: [{ buy_condition: 'rule#1', discount_type: 'bogo', offer: { max_offer_quantity: 1 } }],
  });

  const add = async (visitor: Shopper, ...items: readonly object[]): Promise<Cart> => {
    const { body } = await visitor('POST', detail, { items });
    assert.equal(body.success, true, JSON.stringify(body.result));
    return body.cart;
  };

  describe('equal baskets', () => {
    test('have one total and one tax, in whatever order they were filled', async () => {
      const seen = new Set<string>();
      for (let round = 0; round < 8; round += 1) {
        const visitor = server.visitor();
        const [first, second] = round % 2 === 0 ? [bag, pen] : [pen, bag];
        await add(visitor, first);
        seen.add(JSON.stringify(totalsOf(await add(visitor, second))));
      }
      assert.equal(seen.size, 1, [...seen].join(' '));
    });

    test('keep both when a line is taken out and put back', async () => {
      const visitor = server.visitor();
      const before = totalsOf(await add(visitor, bag, pen));
      for (let round = 0; round < 4; round += 1) {
        const item = { ...pen, quantity: 0, item_index: 1 };
        const { body } = await visitor('PUT', detail, { operation: 'remove_item', items: [item] });
        assert.equal(body.success, true, JSON.stringify(body));
        assert.deepEqual(totalsOf(await add(visitor, pen)), before);
      }
    });

    test('cost the same whatever two adjustments of one millisecond are called', async () => {
      const seen = new Set<string>();
      for (const names of [
        ['a', 'b'],
        ['d', 'c'],
      ]) {
        const visitor = server.visitor();
        const cart = await add(visitor, { ...bag, quantity: 2 });
        const uid = String(cart.items?.[0]?.article?.uid);
        const made = names.map((id, at) => {
          const body: AdjustmentBody = {
            cart_id: String(cart.id),
            type: 'selling_price',
            value: 50,
            message: '',
            is_authenticated: true,
            article_level_distribution: true,
            article_ids: [{ article_id: uid, value: 50 + at }],
            collection: { collected_by: 'FYND', refund_by: 'FYND' },
          };
          const adjustment = { id, version: 1, cartId: body.cart_id, createdAt: 1, body };
          return insertAdjustment(server.shop.applicationId, adjustment, null);
        });
        await server.shop.node.db.commit(made);
        const { status, body } = await visitor('GET', detail);
        assert.equal(status, 200, JSON.stringify(body));
        const adjusted = totalsOf(body as unknown as Cart);
        assert.notDeepEqual(adjusted, totalsOf(cart));
        seen.add(JSON.stringify(adjusted));
      }
      assert.equal(seen.size, 1, [...seen].join(' '));
    });

    test('in which lines of one article differ only in their engraving give each the same price', async () => {
      const seen = new Set<string>();
      for (let round = 0; round < 6; round += 1) {
        const visitor = server.visitor();
        const wishes = [engraved('Asha'), engraved('Ravi')];
        const [first, second] = round % 2 === 0 ? wishes : wishes.toReversed();
        await add(visitor, first ?? bag);
        const prices = pricesOf(await add(visitor, second ?? bag));
        seen.add(JSON.stringify(Object.entries(prices).toSorted(([a], [b]) => (a < b ? -1 : 1))));
      }
      assert.equal(seen.size, 1, [...seen].join(' '));
    });
  });
});
