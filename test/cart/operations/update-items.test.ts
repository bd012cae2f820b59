import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { forEachEngine } from '../../databases.ts';
import { openCartServer, quantities, type Shopper } from '../cart-server.ts';

const detail = '/v1.0/detail?i=true&b=true';

forEachEngine(async (engine) => {
  const server = await openCartServer(engine);
  after(() => server.close());
  await server.shop.sell(1, [{ quantity: 50 }, { size: 'L', quantity: 5 }]);
  await server.shop.sell(2, [{ quantity: 20 }]);
  await server.shop.sell(3, [{ quantity: 6 }]);
  await server.shop.sell(5, [{ quantity: 9 }], {
    type: 'bundle',
    children: [{ item_id: 3, size: 'M', quantity: 2, auto_add: true }],
  });

  const withItems = async (...items: readonly object[]): Promise<Shopper> => {
    const visitor = server.visitor();
    const { body } = await visitor('POST', detail, { items });
    assert.equal(body.success, true, JSON.stringify(body.result));
    return visitor;
  };
  const identifiersOf = async (visitor: Shopper): Promise<readonly string[]> => {
    const { body } = await visitor('GET', detail);
    return (body as never as { items: { identifiers: { identifier: string } }[] }).items.map(
      ({ identifiers }) => identifiers.identifier,
    );
  };

  describe('updating items', () => {
    test('sets the absolute quantity of the line it names', async () => {
      const visitor = await withItems({ item_id: 1, item_size: 'M', quantity: 2 });
      const [identifier] = await identifiersOf(visitor);
      const items = [{ item_id: 1, item_size: 'M', quantity: 7, item_index: 0, identifiers: { identifier } }];
      const { body } = await visitor('PUT', detail, { operation: 'update_item', items });
      assert.deepEqual(quantities(body.cart), { '1_M': 7 });
      assert.deepEqual([body.success, body.message, body.partial], [true, 'Quantity of item updated', undefined]);
    });

    test('that changes nothing says so and keeps the version', async () => {
      const visitor = await withItems({ item_id: 1, item_size: 'M', quantity: 2 });
      const items = [{ item_id: 1, item_size: 'M', quantity: 2 }];
      const { body, headers } = await visitor('PUT', detail, { operation: 'update_item', items });
      assert.deepEqual([body.success, body.message], [true, 'Nothing updated']);
      assert.match(headers['etag'] ?? '', /^"1\./);
    });

    test('finds a line by place, by article, and by product and size', async () => {
      const visitor = await withItems({ item_id: 1, item_size: 'M' }, { item_id: 2, item_size: 'M' });
      const set = (item: object) => visitor('PUT', detail, { operation: 'update_item', items: [item] });
      assert.deepEqual(quantities((await set({ item_index: 1, quantity: 4 })).body.cart), { '1_M': 1, '2_M': 4 });
      assert.deepEqual(quantities((await set({ article_id: '1_M_1', quantity: 3 })).body.cart), { '1_M': 3, '2_M': 4 });
      const byItem = await set({ item_id: 2, item_size: 'M', quantity: 5, article_id: '2_M' });
      assert.deepEqual(quantities(byItem.body.cart), { '1_M': 3, '2_M': 5 });
      const wrong = await set({ item_index: 0, item_id: 2, item_size: 'M', quantity: 9 });
      assert.equal(wrong.body.error_code, 'line_not_found');
      const unknown = await set({ identifiers: { identifier: 'nobody' }, item_id: 1, item_size: 'M', quantity: 9 });
      assert.equal(unknown.body.error_code, 'line_not_found');
    });

    test('removes by operation and by quantity 0', async () => {
      const visitor = await withItems({ item_id: 1, item_size: 'M' }, { item_id: 2, item_size: 'M' });
      const zero = await visitor('PUT', detail, { operation: 'update_item', items: [{ item_index: 0, quantity: 0 }] });
      assert.deepEqual(quantities(zero.body.cart), { '2_M': 1 });
      const gone = await visitor('PUT', detail, { operation: 'remove_item', items: [{ item_id: 2, item_size: 'M' }] });
      assert.deepEqual([quantities(gone.body.cart), gone.body.message], [{}, 'Item removed from cart']);
    });

    test('changes the size, into an equal line where there is one', async () => {
      const visitor = await withItems({ item_id: 1, item_size: 'M', quantity: 2 }, { item_id: 1, item_size: 'L' });
      const [identifier] = await identifiersOf(visitor);
      const items = [{ identifiers: { identifier }, item_id: 1, item_size: 'L', quantity: 2 }];
      const { body } = await visitor('PUT', detail, { operation: 'update_item', items });
      assert.deepEqual(quantities(body.cart), { '1_L': 3 });
    });

    test('fails the items that cannot be as wanted, alone', async () => {
      const visitor = await withItems({ item_id: 1, item_size: 'L' }, { item_id: 2, item_size: 'M' });
      const items = [
        { item_id: 1, item_size: 'L', quantity: 6 },
        { item_id: 2, item_size: 'M', quantity: 3 },
        { item_id: 2, item_size: 'M', quantity: -2 },
      ];
      const { body } = await visitor('PUT', detail, { operation: 'update_item', items });
      assert.deepEqual([body.success, body.error_code], [false, 'insufficient_stock']);
      assert.equal(body.result['2_M#2']?.error_code, 'quantity_invalid');
      assert.deepEqual(quantities(body.cart), { '1_L': 1, '2_M': 3 });
    });

    test('needs an operation that it knows, and items', async () => {
      const visitor = await withItems({ item_id: 1, item_size: 'M' });
      const unknown = await visitor('PUT', detail, { operation: 'double', items: [{ item_index: 0 }] });
      assert.deepEqual([unknown.status, unknown.body.error_code], [400, 'operation_unknown']);
      const none = await visitor('PUT', detail, { operation: 'update_item', items: [] });
      assert.deepEqual([none.status, none.body.error_code], [400, 'items_missing']);
    });
  });

  describe('a bundle', () => {
    test('brings its children as lines of their own, which follow it', async () => {
      const visitor = await withItems({ item_id: 5, item_size: 'M', quantity: 1 });
      const read = await visitor('GET', detail);
      assert.deepEqual(quantities(read.body as never), { '5_M': 1, '3_M': 2 });
      const more = await visitor('PUT', detail, {
        operation: 'update_item',
        items: [{ item_id: 5, item_size: 'M', quantity: 3 }],
      });
      assert.deepEqual(quantities(more.body.cart), { '5_M': 3, '3_M': 6 });
      const child = more.body.cart.items?.[1];
      assert.deepEqual([child?.auto_add_to_cart, child?.allow_remove], [true, false]);
      const tooMany = await visitor('PUT', detail, {
        operation: 'update_item',
        items: [{ item_id: 5, item_size: 'M', quantity: 4 }],
      });
      assert.equal(tooMany.body.error_code, 'insufficient_stock');
      assert.match(tooMany.body.message, /^Linen shirt 3, a part of it, cannot come along: /);
      const alone = await visitor('PUT', detail, { operation: 'remove_item', items: [{ item_id: 3, item_size: 'M' }] });
      assert.equal(alone.body.error_code, 'line_follows_parent');
      const gone = await visitor('PUT', detail, { operation: 'remove_item', items: [{ item_id: 5, item_size: 'M' }] });
      assert.deepEqual(quantities(gone.body.cart), {});
    });
  });

  describe('what a bundle brings', () => {
    const box = { item_id: 5, item_size: 'M', quantity: 1 };
    const whole = { '5_M': 1, '3_M': 2 };

    test('is not left out by a sync that names it alone, and goes with the bundle', async () => {
      const visitor = await withItems(box);
      const [bundle, part] = await identifiersOf(visitor);
      const sync = (removed: readonly (string | undefined)[], items: readonly object[]) =>
        visitor('POST', '/v3.0/sync?i=true', { items, removed, base_version: 1 });
      const alone = await sync([part], [{ ...box, identifiers: { identifier: bundle } }]);
      assert.deepEqual(quantities(alone.body.cart), whole);
      assert.deepEqual(quantities((await sync([bundle, part], [])).body.cart), {});
    });

    test('stays with it when a merge is taken back that it came by', async () => {
      const guest = await withItems(box);
      const { body: theirs } = await guest('GET', detail);
      const customer = await server.customer('boxed');
      const { body } = await customer('POST', '/v3.0/merge?i=true', { cart_ids: [theirs['id']] });
      const { merge_ids = [] } = body.result.merge as { readonly merge_ids?: readonly string[] };
      await customer('PUT', detail, { operation: 'update_item', items: [{ ...box, extra_meta: { for: 'Asha' } }] });
      await customer('POST', detail, { items: [{ item_id: 2, item_size: 'M' }] });
      const undone = await customer('POST', `/v3.0/merges/${merge_ids[0]}/undo`, {});
      assert.equal(undone.body.error_code, 'merge_settled');
      assert.deepEqual(quantities((await customer('GET', detail)).body as never), { ...whole, '2_M': 1 });
    });
  });

  describe('the other versions', () => {
    test('v2 answers with the ids and results, without the cart', async () => {
      const visitor = server.visitor();
      const { body, status } = await visitor('POST', '/v2.0/detail', { items: [{ item_id: 1, item_size: 'M' }] });
      assert.deepEqual([status, body.success, body.partial, body.cart], [200, true, false, undefined]);
      assert.match(String(body['id']), /^[0-9a-f]{24}$/);
      assert.equal(body['cart_id'], body['uid']);
      const changed = await visitor('PUT', '/v2.0/detail', {
        operation: 'update_item',
        items: [{ item_id: 1, item_size: 'M', quantity: 5 }],
      });
      assert.equal(changed.body['id'], body['id']);
      const light = await visitor('GET', '/v3.0/detail-light');
      assert.deepEqual(
        [light.body['quantity_count'], light.body['raw'], light.body['priced_at']],
        [5, undefined, undefined],
      );
    });

    test('bulk is one step of the version, with an outcome for each item in its order', async () => {
      const visitor = server.visitor();
      const items = Array.from({ length: 150 }, (_, at) => ({
        item_id: (at % 2) + 1,
        item_size: at === 3 ? 'XS' : 'M',
        quantity: at < 20 ? 1 : 0,
      }));
      const { body, headers, status } = await visitor('POST', '/v2.0/bulk-detail?i=true', { items });
      assert.equal(status, 200);
      const outcomes = body['items'] as readonly { success: boolean; error_code: string | null; item_id: number }[];
      assert.equal(outcomes.length, 150);
      assert.deepEqual(
        outcomes.slice(0, 4).map(({ success }) => success),
        [true, true, true, false],
      );
      assert.match(headers['etag'] ?? '', /^"1\./);
      assert.deepEqual(quantities(body.cart), { '1_M': 10, '2_M': 9 });
      const updated = await visitor('PUT', '/v2.0/bulk-detail?i=true', {
        operation: 'remove_item',
        items: [{ item_index: 0 }, { item_index: 1 }],
      });
      assert.deepEqual(quantities(updated.body.cart), {});
      const tooMany = await visitor('POST', '/v2.0/bulk-detail', {
        items: Array.from({ length: 1001 }, () => ({ item_id: 1 })),
      });
      assert.deepEqual([tooMany.status, tooMany.body.error_code], [400, 'too_many_items']);
    });
  });
});
