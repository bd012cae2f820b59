/** No cart has more than 500 lines, whoever fills it and by whichever call; an application may say less. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { signedIn } from '../applications/test-server.ts';
import { forEachEngine } from '../databases.ts';
import { type Answer, openCartServer, type Shopper } from './cart-server.ts';

const bulk = '/v2.0/bulk-detail';
const detail = '/v1.0/detail?i=true';
const ceiling = 500;

/** Lines that never join, each for one unit. */
const apart = (count: number, itemId = 1) => ({
  items: Array.from({ length: count }, () => ({
    item_id: itemId,
    item_size: 'M',
    quantity: 1,
    force_new_line_item: true,
  })),
});

forEachEngine(async (engine) => {
  const server = await openCartServer(engine);
  after(() => server.close());
  await server.shop.sell(1, [{ quantity: 100_000 }]);
  await server.shop.sell(2, [{ quantity: 100_000 }]);
  const children = [1, 2].map((item_id) => ({ item_id, size: 'M', quantity: 1, auto_add: true }));
  await server.shop.sell(3, [{ quantity: 100_000 }], { type: 'bundle', children });
  const staff = await signedIn(server.app, server.shop.node, server.shop, 'owner');

  const linesOf = async (shopper: Shopper): Promise<number> => {
    const { body } = await shopper('GET', detail);
    return (body as unknown as { items: readonly unknown[] }).items.length;
  };
  const filled = async (count: number, shopper: Shopper = server.visitor()): Promise<Shopper> => {
    await shopper('POST', bulk, apart(count));
    return shopper;
  };
  const refused = ({ body }: Answer): number =>
    (body['items'] as readonly { readonly error_code: string | null }[]).filter(
      ({ error_code }) => error_code === 'cart_full',
    ).length;

  describe('a cart has at most 500 lines', () => {
    test('when many are added at once, and again', async () => {
      const visitor = server.visitor();
      const first = await visitor('POST', bulk, apart(1_000));
      assert.deepEqual([first.status, first.body.partial, refused(first)], [200, true, 500]);
      assert.equal(await linesOf(visitor), ceiling);
      const again = await visitor('POST', bulk, apart(1_000));
      assert.deepEqual([again.body.success, again.body.partial, again.body.error_code], [false, false, 'cart_full']);
      assert.equal(again.body.message, 'Max 500 items allowed in cart.');
      assert.equal(await linesOf(visitor), ceiling);
      const more = await visitor('POST', detail, { items: [{ item_id: 1, item_size: 'M', quantity: 1 }] });
      assert.equal(more.body.error_code, 'cart_full');
    });

    test('counting what a bundle brings', async () => {
      const visitor = await filled(498);
      const bundle = { items: [{ item_id: 3, item_size: 'M', quantity: 1 }] };
      assert.equal((await visitor('POST', detail, bundle)).body.error_code, 'cart_full');
      assert.equal(await linesOf(visitor), 498);
      await visitor('PUT', detail, { operation: 'remove_item', items: [{ item_index: 0 }] });
      assert.equal((await visitor('POST', detail, bundle)).body.success, true);
      assert.equal(await linesOf(visitor), ceiling);
    });

    test('when it is synchronised', async () => {
      const visitor = server.visitor();
      await visitor('POST', '/v3.0/sync', apart(1_000));
      assert.equal(await linesOf(visitor), ceiling);
    });

    test('when carts are merged, on request and at sign-in', async () => {
      const [visitor, other] = [await filled(300), await filled(300)];
      const { body } = await other('GET', detail);
      const merged = await visitor('POST', '/v3.0/merge', { cart_ids: [(body as unknown as { id: string }).id] });
      assert.equal(merged.body.result.merge?.dropped.filter((one) => one.error_code === 'cart_full').length, 100);
      assert.equal(await linesOf(visitor), ceiling);

      const customer = await filled(300, await server.customer(`signs-in-${engine.name}`));
      const arrived = await server.call('GET', detail, undefined, { ...customer.known(), ...visitor.known() });
      assert.equal((arrived.body as unknown as { items: readonly unknown[] }).items.length, ceiling);
    });

    test('when a shared cart is taken', async () => {
      const owner = await filled(400);
      const { body } = await owner('POST', '/v1.0/share-cart', {});
      const visitor = await filled(400);
      await visitor('POST', `/v1.0/share-cart/${String(body['token'])}/merge`);
      assert.equal(await linesOf(visitor), ceiling);
    });

    test('when staff fill it', async () => {
      const { companyId, applicationId } = server.shop;
      const url = `/service/platform/cart/v1.0/company/${companyId}/application/${applicationId}/detail?user_id=by-staff`;
      for (let call = 0; call < 6; call += 1) {
        await staff({ method: 'POST', url, payload: apart(100) });
      }
      const { items } = (await staff({ url: `${url}&i=true` })).json<{ items: readonly unknown[] }>();
      assert.equal(items.length, ceiling);
    });

    test('when a copy is brought back that has more', async () => {
      const visitor = await filled(20);
      const { body } = await visitor('GET', detail);
      const { cart_id } = body as unknown as { readonly cart_id: string };
      await visitor('PUT', '/v1.0/cart_archive');
      const { companyId, applicationId } = server.shop;
      const path = `/service/platform/cart/v1.0/company/${companyId}/application/${applicationId}/carts/${cart_id}`;
      const copies = (await staff({ url: `${path}/archived` })).json<{ items: readonly { id: string }[] }>();
      const restore = () => staff({ method: 'POST', url: `${path}/archived/${copies.items[0]?.id}/restore` });
      await server.set({ quotas: { cart_lines: 10 } });
      const late = await restore();
      assert.deepEqual([late.statusCode, late.json<{ error_code: string }>().error_code], [400, 'cart_full']);
      assert.equal(await linesOf(visitor), 0);
      await server.set({ quotas: { cart_lines: ceiling } });
      assert.equal((await restore()).statusCode, 200);
      assert.equal(await linesOf(visitor), 20);
    });
  });

  describe('an application may say less', () => {
    test('by its quota or by its cart configuration, whichever is less, and never more', async () => {
      await server.set({ quotas: { cart_lines: 7 } });
      assert.equal(await linesOf(await filled(20)), 7);
      await server.shop.configure({ max_cart_items: 5 });
      assert.equal(await linesOf(await filled(20)), 5);
      await server.shop.configure({ max_cart_items: 9 });
      assert.equal(await linesOf(await filled(20)), 7);
      await server.shop.configure({ max_cart_items: 0 });
      await server.set({ quotas: { cart_lines: ceiling } });
      const { companyId, applicationId } = server.shop;
      const above = await staff({
        method: 'PATCH',
        url: `/service/platform/configuration/v1.0/company/${companyId}/application/${applicationId}`,
        payload: { quotas: { cart_lines: 501 } },
      });
      assert.deepEqual([above.statusCode, above.json<{ error_code: string }>().error_code], [400, 'body_invalid']);
    });

    test('and a cart that has more from before keeps its lines, can shrink and cannot grow', async () => {
      const visitor = await filled(12);
      await server.set({ quotas: { cart_lines: 10 } });
      assert.equal(await linesOf(visitor), 12);
      const change = { operation: 'update_item', items: [{ item_index: 0, quantity: 3 }] };
      assert.equal((await visitor('PUT', detail, change)).body.success, true);
      assert.equal((await visitor('POST', bulk, apart(1))).body.error_code, 'cart_full');
      await visitor('PUT', detail, { operation: 'remove_item', items: [{ item_index: 0 }] });
      assert.equal(await linesOf(visitor), 11);
      await server.set({ quotas: { cart_lines: ceiling } });
    });
  });

  test('what is refused is counted under the name of the quota', async () => {
    const counted = (): number => server.refusals('cart_lines');
    const start = counted();
    await filled(510);
    assert.equal(counted() - start, 10);
  });
});
