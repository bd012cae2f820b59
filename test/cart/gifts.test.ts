/** Gifts in a cart: where they come from, that they never stand in the way, and how they are taken out. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { forEachEngine } from '../databases.ts';
import { type Body, openCartServer, type Shopper } from './cart-server.ts';
import { staffFor } from './staff-calls.ts';

const detail = '/v1.0/detail?i=true&b=true';
const bag = { item_id: 1, item_size: 'M', quantity: 1 };
const pen = { item_id: 2, item_size: 'M', quantity: 1 };

type Items = NonNullable<Body['cart']['items']>;
const itemsOf = (cart: unknown): Items => (cart as Body['cart']).items ?? [];
const keysOf = (cart: unknown): readonly (string | undefined)[] => itemsOf(cart).map(({ key }) => key);

forEachEngine(async (engine) => {
  const server = await openCartServer(engine);
  after(() => server.close());
  await server.shop.sell(1, [{ quantity: 50 }]);
  await server.shop.sell(2, [{ quantity: 50 }]);
  // The store that has it hands nothing over, and brings it to 4000* and 5600* alone.
  await server.shop.sell(3, [{ store_id: 2, quantity: 50 }]);
  const promotion = await server.shop.promotion({
    promotion_type: 'free_gift_items',
    display_meta: { name: 'A mug with every bag' },
    buy_rules: { 'rule#1': { item_id: [1] } },
    discount_rules: [{ buy_condition: 'rule#1', item_criteria: { item_id: [3] }, offer: { max_offer_quantity: 1 } }],
  });

  const withItems = async (...items: readonly object[]): Promise<Shopper> => {
    const visitor = server.visitor();
    const { body } = await visitor('POST', detail, { items });
    assert.equal(body.success, true, JSON.stringify(body.result));
    return visitor;
  };

  describe('a gift', () => {
    test('that its store cannot hand over is left out and said, and does not block', async () => {
      const visitor = server.visitor();
      const added = await visitor('POST', `${detail}&order_type=PickAtStore`, { items: [bag] });
      assert.deepEqual(keysOf(added.body.cart), ['1_M']);
      const { body } = await visitor('GET', `${detail}&order_type=PickAtStore`);
      assert.deepEqual([body['is_checkout_block'], body['is_valid'], body.error_code], [false, true, null]);
      assert.equal(itemsOf(body)[0]?.message, 'Its free gift cannot be handed over at a store, so it is left out');
      const { body: told } = await visitor('GET', '/v1.0/offer?order_type=PickAtStore');
      const offers = told['available_offers'] as readonly { readonly reason: string }[];
      assert.deepEqual(
        offers.map(({ reason }) => reason),
        ['gift_out_of_reach'],
      );
    });

    test('that cannot be brought to the place is left out, and is there where it can', async () => {
      const visitor = await withItems(bag);
      const at = (area: string) => visitor('GET', `${detail}&area_code=${area}`);
      assert.deepEqual(keysOf((await at('400001')).body), ['1_M', '3_M']);
      const { body } = await at('10001');
      assert.deepEqual([keysOf(body), body['is_checkout_block']], [['1_M'], false]);
      assert.equal(itemsOf(body)[0]?.message, 'Its free gift cannot be delivered to 10001, so it is left out');
    });

    test('comes with the first of its lines that it can follow', async () => {
      const visitor = await withItems({ ...bag, order_type: 'PickAtStore' }, { ...bag, order_type: 'HomeDelivery' });
      const { body } = await visitor('GET', detail);
      const [, brought, gift] = itemsOf(body);
      const byType = itemsOf(body).find(({ key, fulfillment_mode: mode }) => key === '1_M' && mode === 'home_delivery');
      assert.ok(brought !== undefined && byType !== undefined);
      assert.equal(gift?.parent_item_identifiers?.identifier, byType.identifiers?.identifier);
      assert.equal(body['is_checkout_block'], false);
    });

    test('of a sale over the counter comes from that counter alone', async () => {
      const buyer = await server.customer('at-the-counter');
      await (await staffFor(server))('at-the-counter')('POST', detail, { items: [{ ...bag, pos: true }] });
      assert.deepEqual(keysOf((await buyer('GET', detail)).body), ['1_M']);
      await server.shop.sell(3, [{ store_id: 1, quantity: 5 }]);
      assert.deepEqual(keysOf((await buyer('GET', detail)).body), ['1_M', '3_M']);
      await server.shop.stock('3_M_1', 0);
    });

    test('is numbered after the shopper’s own lines, and by that place it is taken out but not changed', async () => {
      const visitor = await withItems(bag, pen);
      const { body } = await visitor('GET', detail);
      assert.deepEqual(
        itemsOf(body).map(({ key, res_item_index: at, allow_remove }) => [key, at, allow_remove]),
        [
          ['1_M', 0, true],
          ['2_M', 1, true],
          ['3_M', 2, true],
        ],
      );
      const change = (operation: string, item: object) => visitor('PUT', detail, { operation, items: [item] });
      const own = await change('update_item', { item_index: 1, quantity: 4 });
      assert.equal(itemsOf(own.body.cart)[1]?.quantity, 4);
      const more = await change('update_item', { item_index: 2, quantity: 4 });
      assert.deepEqual([more.body.success, more.body.error_code], [false, 'line_is_gift']);
      const beyond = await change('update_item', { item_index: 3, quantity: 4 });
      assert.deepEqual([beyond.body.success, beyond.body.error_code], [false, 'line_not_found']);
      const out = await change('remove_item', { item_index: 2 });
      assert.deepEqual([out.body.success, keysOf(out.body.cart)], [true, ['1_M', '2_M']]);
      assert.deepEqual(keysOf((await visitor('GET', detail)).body), ['1_M', '2_M']);
    });

    test('is taken out by its identifier, and comes back when it is chosen again', async () => {
      const visitor = await withItems(bag);
      const identifiers = itemsOf((await visitor('GET', detail)).body)[1]?.identifiers;
      const out = await visitor('PUT', detail, { operation: 'update_item', items: [{ identifiers, quantity: 0 }] });
      assert.deepEqual([out.body.success, keysOf(out.body.cart)], [true, ['1_M']]);
      const again = { free_gift_items_operation: 'update_item', free_gift_items: [{ promotion_id: promotion }] };
      const back = await visitor('PUT', detail, again);
      assert.deepEqual(keysOf(back.body.cart), ['1_M', '3_M']);
    });
  });
});
