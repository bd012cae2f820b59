/** Sync: the whole cart as its sender wants it. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { type Body, openCartServer, quantities, type Shopper } from './cart-server.ts';
import { forEachEngine } from '../databases.ts';

const detail = '/v1.0/detail?i=true&b=true';
const shirt = (quantity = 1) => ({ item_id: 1, item_size: 'M', quantity });
const shoe = (quantity = 1) => ({ item_id: 2, item_size: 'M', quantity });

forEachEngine(async (engine) => {
  const server = await openCartServer(engine);
  after(() => server.close());
  await server.shop.sell(1, [{ quantity: 10 }]);
  await server.shop.sell(2, [{ quantity: 100 }]);

  const visitorWith = async (...items: readonly object[]): Promise<Shopper> => {
    const visitor = server.visitor();
    await visitor('POST', detail, { items });
    return visitor;
  };

  describe('syncing', () => {
    const sent = ({ items = [] }: Body['cart']) =>
      items.map(({ product, article, quantity, identifiers }) => ({
        item_id: product?.uid,
        item_size: article?.size,
        quantity,
        identifiers,
      }));

    test('what was just read changes nothing, not even the version', async () => {
      const visitor = await visitorWith(shirt(2), shoe(1));
      const read = await visitor('GET', detail);
      const { body, headers } = await visitor('POST', '/v3.0/sync?i=true', { items: sent(read.body as never) });
      assert.equal(body.success, true);
      assert.equal(headers['etag']?.split('.')[0], read.headers['etag']?.split('.')[0]);
    });

    test('makes the cart the items, and needs to be told to empty it', async () => {
      const visitor = await visitorWith(shirt(2), shoe(1));
      const { body } = await visitor('POST', '/v3.0/sync?i=true', { items: [shoe(5)], comment: 'hi' });
      assert.deepEqual([quantities(body.cart), body.cart.comment], [{ '2_M': 5 }, 'hi']);
      const none = await visitor('POST', '/v3.0/sync', { items: [] });
      assert.deepEqual([none.status, none.body.error_code], [400, 'items_missing']);
      const empty = await visitor('POST', '/v3.0/sync?i=true', { items: [], replace: true });
      assert.deepEqual(quantities(empty.body.cart), {});
    });

    test('with a base version leaves what came later, and drops what it had and does not name', async () => {
      const visitor = await visitorWith(shirt(2));
      await visitor('POST', detail, { items: [shoe(4)] });
      const { body } = await visitor('POST', '/v3.0/sync?i=true', { items: [], base_version: 1 });
      assert.deepEqual(quantities(body.cart), { '2_M': 4 });
    });

    test('cuts a quantity that is not in stock and says so', async () => {
      const visitor = await visitorWith(shirt(2));
      const { body } = await visitor('POST', '/v3.0/sync?i=true', { items: [shirt(40)] });
      assert.deepEqual([quantities(body.cart), body.error_code], [{ '1_M': 10 }, 'insufficient_stock']);
    });

    test('to goods of which none can be had leaves what was there, but for what is to be removed', async () => {
      const visitor = await visitorWith(shirt(2), shoe(1));
      const unknown = { item_id: 999, item_size: 'M', quantity: 1 };
      const ways = [[unknown], [unknown, { ...shirt(1), item_size: 'XXL' }]];
      for (const items of ways) {
        const { status, body } = await visitor('POST', '/v3.0/sync?i=true', { items });
        assert.deepEqual([status, body.success, quantities(body.cart)], [200, false, { '1_M': 2, '2_M': 1 }]);
      }
      const based = await visitor('POST', '/v3.0/sync?i=true', { items: [unknown], base_version: 9 });
      assert.deepEqual(quantities(based.body.cart), { '1_M': 2, '2_M': 1 });
      const [first] = sent((await visitor('GET', detail)).body as never);
      const removed = [first?.identifiers?.identifier];
      const less = await visitor('POST', '/v3.0/sync?i=true', { items: [unknown], removed });
      assert.deepEqual(quantities(less.body.cart), { '2_M': 1 });
      const some = await visitor('POST', '/v3.0/sync?i=true', { items: [unknown, shirt(3)] });
      assert.deepEqual([some.body.success, quantities(some.body.cart)], [false, { '1_M': 3 }]);
      const none = await visitor('POST', '/v3.0/sync?i=true', { items: [unknown], replace: true });
      assert.deepEqual(quantities(none.body.cart), {});
    });
  });
});
