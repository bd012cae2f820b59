import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { forEachEngine } from '../../databases.ts';
import { type ItemAnswer, openCartServer, quantities } from '../cart-server.ts';

const detail = '/v1.0/detail?i=true&b=true';

forEachEngine(async (engine) => {
  const server = await openCartServer(engine);
  after(() => server.close());
  await server.shop.sell(1, [{ quantity: 50 }, { size: 'L', quantity: 2 }]);
  await server.shop.sell(2, [{ quantity: 20, moq: { minimum: 2, maximum: 8, increment_unit: 2 } }]);
  await server.shop.sell(3, [{ quantity: 0 }]);
  await server.shop.sell(4, [{ quantity: 9, tags: ['fresh'] }]);
  await server.shop.addCartKind({ name: 'Fresh', slug: 'fresh', article_tags: ['fresh'] });

  describe('adding items', () => {
    test('makes a cart, answers with it, and hands its shopper a token', async () => {
      const answer = await server.call('POST', detail, { items: [{ item_id: 1, item_size: 'M', quantity: 2 }] });
      assert.equal(answer.status, 200);
      assert.deepEqual(
        [answer.body.success, answer.body.partial, answer.body.message, answer.body.error_code],
        [true, false, 'Product has been added to your cart', null],
      );
      assert.deepEqual(quantities(answer.body.cart), { '1_M': 2 });
      assert.match(answer.body.cart.id ?? '', /^[0-9a-f]{24}$/);
      assert.match(answer.body.cart.cart_id ?? '', /^\d{1,10}$/);
      assert.equal(answer.body.cart.uid, answer.body.cart.cart_id);
      assert.deepEqual(answer.body.result['1_M'], {
        success: true,
        message: 'Product has been added to your cart',
        error_code: null,
        cart_id: answer.body.cart.cart_id,
        cart_type: 'universal',
      });
      assert.ok(answer.headers['x-anonymous-id']);
      const token = { 'x-anonymous-id': answer.headers['x-anonymous-id'] };
      const read = await server.call('GET', detail, undefined, token);
      assert.deepEqual(quantities(read.body as never), { '1_M': 2 });
      assert.equal(read.headers['x-anonymous-id'], undefined);
    });

    test('again makes the line grow and the version rise by one', async () => {
      const visitor = server.visitor();
      const item = { items: [{ item_id: 1, item_size: 'M' }] };
      const first = await visitor('POST', detail, item);
      const second = await visitor('POST', detail, item);
      assert.deepEqual(quantities(second.body.cart), { '1_M': 2 });
      assert.deepEqual(
        [first, second].map(({ headers }) => headers['etag']?.split('.')[0]),
        ['"1', '"2'],
      );
      assert.equal(second.body.cart.id, first.body.cart.id);
    });

    test('refuses each bad item alone, with its code, and takes the others', async () => {
      const visitor = server.visitor();
      const items = [
        { item_id: 999, item_size: 'M' },
        { item_id: 1, item_size: 'XXL' },
        { item_id: 1, item_size: 'M', quantity: 0 },
        { item_id: 1, item_size: 'M', quantity: -1 },
        { item_id: 2, item_size: 'M', quantity: 1 },
        { item_id: 2, item_size: 'M', quantity: 3 },
        { item_id: 2, item_size: 'M', quantity: 10 },
        { item_id: 3, item_size: 'M' },
        { item_id: 1, item_size: 'L', quantity: 3 },
        { item_id: 1, item_size: 'M', price_factory_type_id: 'nowhere' },
        { item_id: 1, item_size: 'M', journey: 'teleport' },
        { item_id: 1, item_size: 'M', fulfillment_mode: 'pigeon' },
        { item_id: 1, item_size: 'M', parent_item_identifiers: [{ identifier: 'nobody' }] },
        { item_id: 1, item_size: 'M', seller_id: 77 },
        { item_id: 1, item_size: 'M', quantity: 1_000_001 },
        { item_id: 1, item_size: 'M', quantity: 3 },
      ];
      const { status, body } = await visitor('POST', detail, { items });
      assert.equal(status, 200);
      assert.deepEqual([body.success, body.partial, body.error_code], [false, true, 'item_not_found']);
      assert.deepEqual(
        Object.entries(body.result as Readonly<Record<string, ItemAnswer>>).map(([name, one]) => [
          name,
          one.error_code,
        ]),
        [
          ['999_M', 'item_not_found'],
          ['1_XXL', 'size_not_found'],
          ['1_M', 'quantity_invalid'],
          ['1_M#2', 'quantity_invalid'],
          ['2_M', 'moq_not_met'],
          ['2_M#2', 'moq_increment'],
          ['2_M#3', 'moq_exceeded'],
          ['3_M', 'out_of_stock'],
          ['1_L', 'insufficient_stock'],
          ['1_M#3', 'price_list_unknown'],
          ['1_M#4', 'journey_not_offered'],
          ['1_M#5', 'fulfillment_mode_unknown'],
          ['1_M#6', 'parent_not_found'],
          ['1_M#7', 'article_not_found'],
          ['1_M#8', 'quantity_invalid'],
          ['1_M#9', null],
        ],
      );
      assert.deepEqual(quantities(body.cart), { '1_M': 3 });
    });

    test('that are all refused stores nothing', async () => {
      const visitor = server.visitor();
      const answer = await visitor('POST', detail, { items: [{ item_id: 3, item_size: 'M' }] });
      assert.deepEqual([answer.status, answer.body.success, answer.body.partial], [200, false, false]);
      assert.equal(answer.body.error_code, 'out_of_stock');
      const { db } = server.shop.node;
      assert.equal(await db.one('select id from cart where id = ?', [answer.body.cart.id ?? '']), undefined);
      assert.equal((await visitor('GET', detail)).body['id'], answer.body.cart.id);
    });

    test('for a place that nobody serves is refused', async () => {
      const { body } = await server.call('POST', `${detail}&area_code=999999`, {
        items: [{ item_id: 1, item_size: 'M' }],
      });
      assert.equal(body.error_code, 'not_deliverable');
    });

    test('that cannot be read is a 400 with the code of its rule', async () => {
      const codes = async (url: string, body: unknown): Promise<readonly unknown[]> => {
        const answer = await server.call('POST', url, body);
        return [answer.status, answer.body.error_code];
      };
      const one = { item_id: 1, item_size: 'M' };
      assert.deepEqual(await codes(detail, {}), [400, 'items_missing']);
      assert.deepEqual(await codes(detail, { items: [] }), [400, 'items_missing']);
      assert.deepEqual(await codes(detail, { items: Array.from({ length: 101 }, () => one) }), [400, 'too_many_items']);
      assert.deepEqual(await codes(`${detail}&cart_type=nothing`, { items: [one] }), [400, 'cart_type_unknown']);
      assert.deepEqual(await codes(`${detail}&id=${'0'.repeat(24)}`, { items: [one] }), [404, 'cart_not_found']);
      const eans = Array.from({ length: 51 }, (_, at) => ({ article_id: `ean:${8_900_000_000_000 + at}` }));
      assert.deepEqual(await codes(detail, { items: eans }), [400, 'too_many_eans']);
    });

    test('goes to the regular cart whatever the tags, and to a custom cart only when that is named', async () => {
      const visitor = server.visitor();
      const items = [
        { item_id: 1, item_size: 'M' },
        { item_id: 4, item_size: 'M' },
      ];
      const { body } = await visitor('POST', detail, { items });
      assert.deepEqual([body.result['1_M']?.cart_type, body.result['4_M']?.cart_type], ['universal', 'universal']);
      for (const [method, url] of [
        ['POST', '/v2.0/detail'],
        ['POST', '/v2.0/bulk-detail'],
      ] as const) {
        await visitor(method, url, { items: [items[1]] });
      }
      const read = await visitor('GET', detail);
      assert.deepEqual(quantities(read.body as never), { '1_M': 1, '4_M': 3 });
      assert.equal((await visitor('GET', '/v1.0/basic')).body['user_cart_items_count'], 4);
      const named = await visitor('POST', `${detail}&cart_type=fresh`, { items: [items[1]] });
      assert.equal(named.body.result['4_M']?.cart_type, 'fresh');
      assert.notEqual(named.body.result['4_M']?.cart_id, body.result['4_M']?.cart_id);
      const count = await visitor('GET', '/v2.0/basic');
      assert.deepEqual(count.body['custom_cart_count'], {
        universal: { article_count: 2, article_quantity_count: 4 },
        fresh: { article_count: 1, article_quantity_count: 1 },
      });
      const foreign = await visitor('POST', `${detail}&cart_type=fresh`, { items: [items[0]] });
      assert.equal(foreign.body.error_code, 'article_not_of_cart_type');
      const synced = await visitor('POST', '/v3.0/sync?i=true', { items: [{ ...items[1], quantity: 2 }] });
      assert.deepEqual(quantities(synced.body.cart), { '4_M': 2 });
    });

    test('new_cart starts another cart only when an item is taken', async () => {
      const visitor = server.visitor();
      const first = await visitor('POST', detail, { items: [{ item_id: 1, item_size: 'M' }] });
      const refused = await visitor('POST', detail, { new_cart: true, items: [{ item_id: 3, item_size: 'M' }] });
      assert.equal(refused.body.cart.id, first.body.cart.id);
      const started = await visitor('POST', detail, {
        new_cart: true,
        items: [{ item_id: 2, item_size: 'M', quantity: 2 }],
      });
      assert.notEqual(started.body.cart.id, first.body.cart.id);
      assert.deepEqual(quantities(started.body.cart), { '2_M': 2 });
      assert.equal((await visitor('GET', `${detail}&id=${first.body.cart.id}`)).status, 404);
    });

    test('to a buy-now cart starts it anew without an id, and adds with it', async () => {
      const visitor = server.visitor();
      const url = `${detail}&buy_now=true`;
      const one = { items: [{ item_id: 1, item_size: 'M' }] };
      const empty = await visitor('GET', url);
      assert.deepEqual([empty.body.cart, empty.body['buy_now']], [undefined, true]);
      const first = await visitor('POST', url, one);
      assert.equal(first.body.cart.id, empty.body['id']);
      const second = await visitor('POST', url, one);
      assert.notEqual(second.body.cart.id, first.body.cart.id);
      const third = await visitor('POST', `${url}&id=${second.body.cart.id}`, one);
      assert.deepEqual(quantities(third.body.cart), { '1_M': 2 });
      const universal = await visitor('GET', detail);
      assert.deepEqual(quantities(universal.body as never), {});
      const wrong = await visitor('GET', `${detail}&buy_now=false&id=${second.body.cart.id}`);
      assert.deepEqual([wrong.status, wrong.body.error_code], [400, 'cart_kind_mismatch']);
    });
  });
});
