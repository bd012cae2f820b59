import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { forEachEngine } from '../databases.ts';
import { type Body, openCartServer, quantities, type Shopper } from './cart-server.ts';

const detail = '/v1.0/detail?i=true&b=true';
const shirt = (quantity = 1) => ({ item_id: 1, item_size: 'M', quantity });
const shoe = (quantity = 1) => ({ item_id: 2, item_size: 'M', quantity });

forEachEngine(async (engine) => {
  const server = await openCartServer(engine);
  after(() => server.close());
  await server.shop.sell(1, [{ quantity: 10 }]);
  await server.shop.sell(2, [{ quantity: 100 }]);
  await server.shop.sell(3, [{ quantity: 5, tags: ['fresh'] }]);
  await server.shop.addCartKind({ name: 'Fresh', slug: 'fresh', article_tags: ['fresh'] });
  await server.set({ storefront_url: 'https://shop.example/' });

  const visitorWith = async (...items: readonly object[]): Promise<Shopper> => {
    const visitor = server.visitor();
    await visitor('POST', detail, { items });
    return visitor;
  };
  let people = 0;
  const customerWith = async (...items: readonly object[]): Promise<Shopper> => {
    people += 1;
    const customer = await server.customer(`user-${people}`);
    if (items.length > 0) await customer('POST', detail, { items });
    return customer;
  };
  const cartOf = async (shopper: Shopper, query = ''): Promise<Body['cart']> =>
    (await shopper('GET', `${detail}${query}`)).body as never;

  describe('a cart opens', () => {
    test('for whoever knows its id when it has no customer, and by its number for its owner alone', async () => {
      const owner = await visitorWith(shirt());
      const { id, cart_id } = await cartOf(owner);
      const stranger = server.visitor();
      assert.deepEqual(quantities(await cartOf(stranger, `&id=${id}`)), { '1_M': 1 });
      assert.equal((await stranger('GET', `${detail}&id=${cart_id}`)).status, 404);
      assert.deepEqual(quantities(await cartOf(owner, `&id=${cart_id}`)), { '1_M': 1 });
    });

    test('never for another when it is a customer’s, by whatever id', async () => {
      const { id, cart_id } = await cartOf(await customerWith(shirt()));
      const other = await customerWith();
      for (const caller of [other, server.visitor()]) {
        for (const key of [id, cart_id]) {
          const answer = await caller('GET', `${detail}&id=${key}`);
          assert.deepEqual([answer.status, answer.body.error_code], [404, 'cart_not_found']);
        }
      }
      const archived = await other('PUT', '/v1.0/cart_archive', { cart_id_list: [id] });
      assert.equal(archived.body.success, true);
      assert.equal((await other('PUT', `/v1.0/meta?id=${id}`, { comment: 'mine' })).status, 404);
    });

    test('HEAD says when it changed', async () => {
      const visitor = server.visitor();
      await visitor('POST', detail, { items: [shirt()] });
      const head = await visitor('HEAD', '/v1.0/detail');
      assert.deepEqual([head.status, head.headers['last-modified']], [200, 'Sun, 15 Nov 2026 12:00:00 GMT']);
    });
  });

  describe('archiving', () => {
    test('empties the cart, which keeps its id; without a body, a cart or a content type', async () => {
      const visitor = await visitorWith(shirt());
      const { id } = await cartOf(visitor);
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      const { status, body } = await visitor('PUT', '/v1.0/cart_archive/', undefined, form);
      assert.deepEqual([status, body.success, body.message], [200, true, 'cart archived']);
      const emptied = await cartOf(visitor);
      assert.deepEqual([emptied.id, quantities(emptied)], [id, {}]);
      assert.equal((await server.visitor()('PUT', '/v1.0/cart_archive')).status, 200);
      const copies = await server.shop.node.db.all('select document from cart_archive where cart_id = ?', [
        Number(emptied.cart_id),
      ]);
      assert.equal(copies.length, 1);
    });
  });

  describe('data on a cart', () => {
    test('is shown in it, and goes when it is sent empty', async () => {
      const visitor = await visitorWith(shirt());
      const saved = await visitor('PUT', '/v1.0/meta', {
        gstin: '27aapfu0939f1zv',
        pan_no: 'ABCDE1234F',
        comment: 'Ring twice',
        checkout_mode: 'other',
        custom_cart_meta: { table: 4, seat: 2 },
      });
      assert.deepEqual([saved.status, saved.body.message, saved.body['is_valid']], [200, 'cart meta updated', true]);
      const cart = await cartOf(visitor);
      assert.deepEqual(
        [cart.gstin, cart.pan_no, cart.comment, cart.checkout_mode, cart.custom_cart_meta],
        ['27AAPFU0939F1ZV', 'ABCDE1234F', 'Ring twice', 'other', { table: 4, seat: 2 }],
      );
      await visitor('PUT', '/v1.0/meta', { gstin: '', custom_cart_meta: { seat: null } });
      const emptied = await cartOf(visitor);
      assert.deepEqual([emptied.gstin, emptied.pan_no, emptied.custom_cart_meta], [null, 'ABCDE1234F', { table: 4 }]);
    });

    test('that is bad is refused by field, and nothing of it is stored', async () => {
      const visitor = await visitorWith(shirt());
      const bad = {
        gstin: '27AAPFU0939F1ZX',
        pan_no: '12345',
        comment: 'x'.repeat(501),
        checkout_mode: 'both',
        ship_to_gstin: '29AAGCB7383J1Z4',
      };
      const { status, body } = await visitor('PUT', '/v1.0/meta', bad);
      assert.deepEqual([status, body.error_code, body.success], [400, 'gstin_invalid', false]);
      assert.deepEqual(Object.keys(body['errors'] as object), ['gstin', 'pan_no', 'comment', 'checkout_mode']);
      assert.deepEqual(body['meta'], body['errors']);
      assert.equal((await cartOf(visitor)).ship_to_gstin, null);
      const pan = await visitor('PUT', '/v1.0/meta', { pan_no: 'ABC' });
      assert.equal(pan.body.error_code, 'pan_invalid');
    });
  });

  describe('sharing', () => {
    test('gives a link to a copy that later changes do not reach, and that never shows the id', async () => {
      const owner = await visitorWith(shirt(2));
      await owner('PUT', '/v1.0/meta', { comment: 'secret', gstin: '27AAPFU0939F1ZV' });
      const { id } = await cartOf(owner);
      const shared = await owner('POST', '/v1.0/share-cart', { meta: { staff: 'x' } });
      const token = String(shared.body['token']);
      assert.ok(token.length >= 22);
      assert.equal(shared.body['share_url'], `https://shop.example/shared-cart/${token}`);
      await owner('POST', detail, { items: [shoe()] });
      const seen = await server.call('GET', `/v1.0/share-cart/${token}`);
      assert.deepEqual(quantities(seen.body.cart), { '1_M': 2 });
      assert.equal(JSON.stringify(seen.body).includes(id ?? '?'), false);
      assert.deepEqual([seen.body.cart.comment, seen.body.cart.gstin], ['', null]);
    });

    test('takes the copy beside or instead of what is there', async () => {
      const owner = await visitorWith(shirt(2));
      const token = String((await owner('POST', '/v1.0/share-cart', {})).body['token']);
      const taker = await visitorWith(shirt(1), shoe(1));
      const merged = await taker('POST', `/v1.0/share-cart/${token}/MERGE`);
      assert.deepEqual(quantities(merged.body.cart), { '1_M': 3, '2_M': 1 });
      const replaced = await taker('POST', `/v1.0/share-cart/${token}/replace`);
      assert.deepEqual(quantities(replaced.body.cart), { '1_M': 2 });
      assert.equal((await taker('POST', `/v1.0/share-cart/${token}/eat`)).body.error_code, 'share_action_unknown');
    });

    test('refuses an empty cart, and a token that is malformed, unknown or expired', async () => {
      const empty = await server.visitor()('POST', '/v1.0/share-cart', {});
      assert.deepEqual([empty.status, empty.body.error_code], [400, 'cart_empty']);
      const unknown = await server.call('GET', '/v1.0/share-cart/nothing');
      assert.deepEqual([unknown.status, unknown.body.error_code], [404, 'share_not_found']);
      assert.equal(unknown.body['error'], unknown.body.message);
      const owner = await visitorWith(shirt());
      const token = String((await owner('POST', '/v1.0/share-cart', {})).body['token']);
      const { clock } = server.shop.node;
      clock.at += 31 * 86_400_000;
      const late = await server.call('GET', `/v1.0/share-cart/${token}`);
      const lateMerge = await server.call('POST', `/v1.0/share-cart/${token}/merge`);
      clock.at -= 31 * 86_400_000;
      assert.deepEqual([late.status, lateMerge.status], [404, 404]);
    });
  });

  describe('merging', () => {
    test('happens at sign-in with the greater quantity, is told once, and the old id follows', async () => {
      const visitor = await visitorWith(shirt(3), shoe(1));
      const old = await cartOf(visitor);
      const customer = await customerWith(shirt(1));
      const both = { ...visitor.known(), ...customer.known() };
      const first = await server.call('GET', detail, undefined, both);
      assert.deepEqual(quantities(first.body as never), { '1_M': 3, '2_M': 1 });
      assert.equal(first.body['is_cart_changed'], true);
      const second = await server.call('GET', detail, undefined, both);
      assert.equal(second.body['is_cart_changed'], false);
      const followed = await server.call('GET', `${detail}&id=${old.id}`, undefined, both);
      assert.equal(followed.body['id'], first.body['id']);
      assert.equal((await server.call('GET', `${detail}&id=${old.id}`)).status, 404);
      assert.deepEqual(quantities(await cartOf(visitor)), {});
    });

    test('into nothing is no change for the customer, and basic does not merge', async () => {
      const visitor = await visitorWith(shirt(2));
      const customer = await customerWith();
      const both = { ...visitor.known(), ...customer.known() };
      const count = await server.call('GET', '/v1.0/basic', undefined, both);
      assert.equal(count.body['user_cart_items_count'], 0);
      const read = await server.call('GET', detail, undefined, both);
      assert.deepEqual([quantities(read.body as never), read.body['is_cart_changed']], [{ '1_M': 2 }, false]);
    });

    test('on request adds up, cuts what is not in stock, and repeating it changes nothing', async () => {
      const visitor = await visitorWith(shirt(6), shoe(1));
      const { id, cart_id } = await cartOf(visitor);
      const customer = await customerWith(shirt(7));
      const merged = await customer('POST', '/v3.0/merge?i=true', { cart_ids: [id] });
      assert.deepEqual(quantities(merged.body.cart), { '1_M': 10, '2_M': 1 });
      assert.equal(merged.body.cart.is_cart_changed, true);
      const { merge } = merged.body.result;
      assert.deepEqual(merge?.sources, [cart_id]);
      assert.deepEqual(
        merge?.clamped.map(({ key, asked, kept, error_code }) => [key, asked, kept, error_code]),
        [['1_M', 13, 10, 'insufficient_stock']],
      );
      const again = await customer('POST', '/v3.0/merge?i=true', { cart_id: id });
      assert.deepEqual(
        [quantities(again.body.cart), again.headers['etag']?.split('.')[0]],
        [{ '1_M': 10, '2_M': 1 }, merged.headers['etag']?.split('.')[0]],
      );
      assert.equal(again.body.cart.is_cart_changed, false);
    });

    test('goes into the cart that the body names, also for callers without a token, and once', async () => {
      const target = (await cartOf(await visitorWith(shirt(2)))).id;
      const source = (await cartOf(await visitorWith(shirt(1), shoe(1)))).id;
      const body = { id: target, cart_ids: [source] };
      const merged = await server.call('POST', '/v3.0/merge?i=true', body);
      assert.deepEqual([merged.status, merged.body['id'], merged.body.cart.id], [200, target, target]);
      assert.deepEqual(quantities(merged.body.cart), { '1_M': 3, '2_M': 1 });
      assert.equal(merged.headers['x-anonymous-id'], undefined);
      for (const [url, repeated] of [
        ['/v3.0/merge?i=true', body],
        [`/v3.0/merge?i=true&id=${target}`, { cart_ids: [source] }],
      ] as const) {
        const again = await server.call('POST', url, repeated);
        assert.deepEqual([again.status, again.body.message, again.body['id']], [200, 'Nothing to merge', target]);
        assert.deepEqual(quantities(again.body.cart), { '1_M': 3, '2_M': 1 });
      }
      const unknown = await server.call('POST', '/v3.0/merge', { id: '0'.repeat(24), cart_ids: [target] });
      assert.deepEqual([unknown.status, unknown.body.error_code], [404, 'cart_not_found']);
    });

    test('takes the caller’s own buy-now and custom carts into his regular one', async () => {
      const customer = await customerWith(shirt(1));
      const regular = (await cartOf(customer)).id;
      const buying = (await customer('POST', `${detail}&buy_now=true`, { items: [shoe(2)] })).body.cart;
      const fresh = (await customer('POST', `${detail}&cart_type=fresh`, { items: [{ item_id: 3, item_size: 'M' }] }))
        .body;
      const merged = await customer('POST', '/v3.0/merge?i=true', { cart_ids: [buying.id, fresh.cart.cart_id] });
      assert.deepEqual([merged.status, merged.body.cart.id], [200, regular]);
      assert.deepEqual(quantities(merged.body.cart), { '1_M': 1, '2_M': 2, '3_M': 1 });
      const left = await customer('GET', `${detail}&buy_now=true`);
      assert.deepEqual(quantities(left.body as never), {});
      const inside = await customer('POST', '/v3.0/merge?cart_type=fresh', { cart_ids: [regular] });
      assert.deepEqual([inside.status, inside.body.error_code], [400, 'merge_source_invalid']);
    });

    test('refuses a cart that is another customer’s', async () => {
      const { id, cart_id } = await cartOf(await customerWith(shirt()));
      const thief = await customerWith(shoe());
      for (const key of [id, cart_id, '0'.repeat(24)]) {
        const answer = await thief('POST', '/v3.0/merge', { cart_ids: [key] });
        assert.deepEqual([answer.status, answer.body.error_code], [400, 'merge_source_invalid']);
      }
    });
  });

  describe('configurations', () => {
    test('are listed with the universal one first, and read by id', async () => {
      const list = await server.call('GET', '/v1.0/cart/configuration');
      const data = list.body['data'] as readonly { id: string; slug: string; article_tags: unknown }[];
      assert.deepEqual(
        data.map(({ slug }) => slug),
        ['universal', 'fresh'],
      );
      const one = await server.call('GET', `/v1.0/cart/configuration/${data[1]?.id}`);
      assert.deepEqual((one.body['data'] as { article_tags: unknown }).article_tags, ['fresh']);
      const none = await server.call('GET', '/v1.0/cart/configuration/nothing');
      assert.deepEqual([none.status, none.body.error_code], [404, 'cart_configuration_not_found']);
    });
  });
});
