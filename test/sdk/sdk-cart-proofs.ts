/** What the SDK's calls do that are about a cart itself. */
import assert from 'node:assert/strict';
import { type CartAnswer, type Proof, read, shirts, totalOf, unitsOf, whole, withShirts } from './sdk-talk.ts';

export const cartProofs: Readonly<Record<string, Proof>> = {
  getCart: async ({ visitor }) => {
    assert.equal(unitsOf(await read(visitor())), 0);
    const cart = await read(await withShirts(visitor()));
    assert.deepEqual([unitsOf(cart), totalOf(cart)], [2, 200]);
  },
  getCartLastModified: async ({ shop, visitor }) => {
    const headers = await (await withShirts(visitor())).head('getCartLastModified');
    assert.equal(headers['last-modified'], new Date(shop.node.now()).toUTCString());
    assert.match(String((await visitor().head('getCartLastModified'))['last-modified']), / GMT$/);
    await assert.rejects(visitor().head('getCartLastModified', { id: '0'.repeat(24) }), { code: 404 });
  },
  addItems: async ({ visitor }) => {
    const shopper = visitor();
    const body = { items: [...shirts.items, { item_id: 404, item_size: 'M' }] };
    const added = await shopper.call<CartAnswer>('addItems', { body, ...whole });
    assert.deepEqual(
      Object.values(added.result).map(({ success }) => success),
      [true, false],
    );
    await shopper.call('addItems', { body: shirts });
    assert.equal(unitsOf(await read(shopper)), 4);
  },
  updateCart: async ({ visitor }) => {
    const shopper = await withShirts(visitor());
    const item = { item_id: 1, item_size: 'M', item_index: 0 };
    await shopper.call('updateCart', { body: { operation: 'update_item', items: [{ ...item, quantity: 5 }] } });
    assert.equal(unitsOf(await read(shopper)), 5);
    await shopper.call('updateCart', { body: { operation: 'remove_item', items: [{ ...item, quantity: 0 }] } });
    assert.equal(unitsOf(await read(shopper)), 0);
  },
  deleteCart: async ({ visitor }) => {
    const shopper = await withShirts(visitor());
    assert.equal((await shopper.call('deleteCart'))['success'], true);
    assert.equal(unitsOf(await read(shopper)), 0);
  },
  getItemCount: async ({ visitor }) => {
    assert.equal((await (await withShirts(visitor())).call('getItemCount'))['user_cart_items_count'], 2);
  },
  updateCartMeta: async ({ visitor }) => {
    const shopper = await withShirts(visitor());
    await shopper.call('updateCartMeta', { body: { comment: 'Ring twice — naïve ☂', gstin: '27AAPFU0939F1ZV' } });
    const { comment, gstin } = await read(shopper);
    assert.deepEqual([comment, gstin], ['Ring twice — naïve ☂', '27AAPFU0939F1ZV']);
    await assert.rejects(shopper.call('updateCartMeta', { body: { gstin: 'nonsense' } }), { code: 400 });
  },
  getCartShareLink: async ({ visitor }) => {
    const { token, share_url } = await (await withShirts(visitor())).call('getCartShareLink', { body: {} });
    assert.ok(String(share_url).endsWith(`/${String(token)}`));
  },
  getCartSharedItems: async ({ visitor }) => {
    const { token } = await (await withShirts(visitor())).call('getCartShareLink', { body: {} });
    const seen = await visitor().call<CartAnswer>('getCartSharedItems', { token });
    assert.deepEqual([unitsOf(seen.cart), totalOf(seen.cart)], [2, 200]);
    await assert.rejects(visitor().call('getCartSharedItems', { token: 'unknown' }), { code: 404 });
  },
  updateCartWithSharedItems: async ({ visitor }) => {
    const { token } = await (await withShirts(visitor())).call('getCartShareLink', { body: {} });
    const taker = await withShirts(visitor());
    await taker.call('updateCartWithSharedItems', { token, action: 'merge' });
    assert.equal(unitsOf(await read(taker)), 4);
    await taker.call('updateCartWithSharedItems', { token, action: 'replace' });
    assert.equal(unitsOf(await read(taker)), 2);
  },
};
