/** Every field of AddProductCart has an effect that can be seen. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { CartDetail } from '../../src/contract/cart/cart-contract.ts';
import { forEachEngine } from '../databases.ts';
import { type Answer, openCartServer } from './cart-server.ts';
import { staffFor } from './staff-calls.ts';

const detail = '/v1.0/detail?i=true&b=true';
type Item = NonNullable<CartDetail['items']>[number];
const price = (effective: number, list?: string) => ({
  currency_code: 'INR',
  marked: 200,
  effective,
  ...(list === undefined ? {} : { price_list: list }),
});

forEachEngine(async (engine) => {
  const server = await openCartServer(engine);
  after(() => server.close());
  await server.shop.sell(1, [
    { store_id: 1, seller_id: 1, quantity: 50, seller_identifier: 'SKU-1', prices: [price(100), price(70, 'staff')] },
    { store_id: 2, seller_id: 2, quantity: 50, seller_identifier: 'SKU-2', prices: [price(90)] },
    { size: 'L', quantity: 3, prices: [price(100)] },
  ]);
  await server.shop.sell(2, [{ quantity: 9, prices: [price(50)] }]);
  await server.set({ cart: { price_lists: { staff: { everyone: true } } } });

  const add = (...items: readonly object[]): Promise<Answer> => server.visitor()('POST', detail, { items });
  const added = async (fields: object, query = ''): Promise<Item> => {
    const items = [{ item_id: 1, item_size: 'M', ...fields }];
    const { body } = await server.visitor()('POST', `${detail}${query}`, { items });
    const [item] = body.cart.items ?? [];
    assert.ok(item !== undefined, JSON.stringify(body.result));
    return item;
  };
  const linesOf = async (...items: readonly object[]): Promise<number> =>
    ((await add(...items.map((item) => ({ item_id: 1, item_size: 'M', ...item })))).body.cart.items ?? []).length;

  describe('an added item', () => {
    test('takes its quantity, product and size', async () => {
      const item = await added({ quantity: 3, item_size: 'L' });
      assert.deepEqual([item.quantity, item.article?.size, item.product?.uid], [3, 'L', 1]);
    });

    test('can be named by its article, by an EAN, or by what is neither', async () => {
      const byArticle = await add({ article_id: '1_M_1' });
      assert.equal(byArticle.body.cart.items?.[0]?.article?.uid, '1_M_1');
      const byEan = await add({ article_id: 'ean:8900000000011' });
      assert.equal(byEan.body.cart.items?.[0]?.key, '1_M');
      assert.equal((await added({ article_id: '1_M' })).key, '1_M');
    });

    test('comes from the seller, the store or the seller’s SKU that it names', async () => {
      assert.equal((await added({})).article?.store?.uid, 2);
      assert.equal((await added({ seller_id: 1 })).article?.store?.uid, 1);
      assert.equal((await added({ store_id: 1 })).article?.store?.uid, 1);
      assert.equal((await added({ seller_identifier: 'SKU-1' })).article?.seller_identifier, 'SKU-1');
    });

    test('takes the price list that it names, where that is for everyone', async () => {
      const item = await added({ price_factory_type_id: 'staff', store_id: 1 });
      assert.equal(item.price_per_unit?.converted?.effective, 70);
    });

    test('belongs to the line that it names as its parent', async () => {
      const { body } = await add(
        { item_id: 1, item_size: 'M' },
        { item_id: 2, item_size: 'M', parent_item_identifiers: [{ parent_item_id: '1', parent_item_size: 'M' }] },
      );
      const [parent, child] = body.cart.items ?? [];
      assert.equal(child?.parent_item_identifiers?.identifier, parent?.identifiers?.identifier);
    });

    test('is assigned by the strategy that it names', async () => {
      assert.equal((await added({ article_assignment: { strategy: 'low-price' } })).article?.store?.uid, 2);
      const near = await added({ article_assignment: { strategy: 'optimal' } }, '&area_code=10001');
      assert.equal(near.article?.store?.uid, 1);
    });

    test('is assigned as the shop does it when its strategy is none of ours, whatever that is called', async () => {
      const inherited = Object.getOwnPropertyNames(Object.prototype).filter((name) => name !== '__proto__');
      for (const strategy of ['nonsense', ...inherited]) {
        assert.equal(
          (await added({ article_assignment: { strategy, level: strategy } })).article?.store?.uid,
          2,
          strategy,
        );
      }
      const { status } = await add({ item_id: 1, item_size: 'M', article_assignment: { strategy: '__proto__' } });
      assert.equal(status, 200);
    });

    test('is named by numbers that can be kept, whichever field they are in', async () => {
      for (const field of ['item_id', 'seller_id', 'store_id', 'quantity']) {
        for (const number of [1e100, -1e100, 2 ** 63, 2 ** 53]) {
          const { status, body } = await add({ item_id: 1, item_size: 'M', [field]: number });
          assert.deepEqual([status, body.error_code], [400, 'body_invalid'], `${field} ${number}`);
        }
      }
      assert.equal((await add({ item_id: 2 ** 53 - 1, item_size: 'M' })).status, 200);
    });

    test('carries its tags, its label and its data', async () => {
      const item = await added({
        product_group_tags: ['gift-set'],
        display: 'For the kitchen',
        extra_meta: { note: 1 },
        _custom_json: { engraving: 'A' },
        meta: { source: 'ad' },
      });
      assert.deepEqual(item.article?.product_group_tags, ['gift-set']);
      assert.deepEqual(item.article?.extra_meta, { note: 1, display: 'For the kitchen' });
      assert.deepEqual(item.article?.['_custom_json'], { engraving: 'A' });
      assert.deepEqual(item.article?.cart_item_meta, { source: 'ad' });
    });

    test('goes its own way: order type, counter, journey, fulfilment mode', async () => {
      assert.equal((await added({ order_type: 'pickAtStore' })).article?.store?.uid, 1);
      assert.equal((await added({ order_type: 'PICKATSTORE' })).fulfillment_mode, 'store_pickup');
      assert.equal((await added({ fulfillment_mode: 'home_delivery' })).fulfillment_mode, 'home_delivery');
      const rush = await added({ journey: 'rush' }, '&area_code=400001');
      assert.equal(rush.article?.store?.uid, 1);
      const staff = (await staffFor(server))('at-the-counter');
      const far = await staff('POST', `${detail}&area_code=999999`, {
        items: [{ item_id: 1, item_size: 'M', pos: true, store_id: 1 }],
      });
      assert.equal(far.body.success, true);
    });

    test('is another line when anything by which it can be told apart differs, and the same when nothing does', async () => {
      const plain = {};
      assert.equal(await linesOf(plain, plain), 1);
      assert.equal(await linesOf({ meta: { a: 1, b: 2 } }, { meta: { b: 2, a: 1 } }), 1);
      const others = [
        { store_id: 1 },
        { seller_id: 1 },
        { article_id: '1_M_1' },
        { meta: { a: 1 } },
        { _custom_json: { a: 1 } },
        { product_group_tags: ['x'] },
        { price_factory_type_id: 'staff', store_id: 1 },
        { order_type: 'PickAtStore' },
        { journey: 'standard' },
        { fulfillment_mode: 'home_delivery' },
        { promo_id: 'p1' },
        { force_new_line_item: true },
      ];
      for (const other of others) assert.equal(await linesOf(plain, other), 2, JSON.stringify(other));
    });

    test('under a steal deal says when the deal does not hold', async () => {
      const item = await added({ promo_id: 'gone' });
      assert.equal(item.message, 'The deal does not hold now; this is the normal price');
    });
  });
});
