/** What is kept beside a cart: its history, what it held, and for how long. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { cartSweep } from '../../src/cart/store/retention.ts';
import { signedIn } from '../applications/test-server.ts';
import { forEachEngine } from '../databases.ts';
import { openCartServer, quantities } from './cart-server.ts';

const detail = '/v1.0/detail?i=true';
const shirt = (quantity = 1) => ({ items: [{ item_id: 1, item_size: 'M', quantity }] });
const day = 86_400_000;

forEachEngine(async (engine) => {
  const server = await openCartServer(engine);
  after(() => server.close());
  await server.shop.sell(1, [{ quantity: 100 }]);
  const staff = await signedIn(server.app, server.shop.node, server.shop, 'owner');
  const pathOf = (cartId: string | undefined): string => {
    const { companyId, applicationId } = server.shop;
    return `/service/platform/cart/v1.0/company/${companyId}/application/${applicationId}/carts/${cartId}`;
  };

  describe('the history of a cart', () => {
    test('has every accepted command with its version, and none that was refused', async () => {
      const visitor = server.visitor();
      const { body } = await visitor('POST', detail, shirt(2));
      await visitor('POST', detail, shirt(1_000));
      await visitor('PUT', '/v1.0/meta', { comment: 'hi' });
      await visitor('PUT', detail, { operation: 'remove_item', items: [{ item_index: 0 }] });
      const answer = await staff({ url: `${pathOf(body.cart.cart_id)}/history` });
      const { items } = answer.json<{ items: readonly Record<string, unknown>[] }>();
      assert.deepEqual(
        items.map(({ version, operation, members }) => [version, operation, members]),
        [
          [3, 'remove_item', []],
          [2, 'meta', ['meta']],
          [1, 'add', []],
        ],
      );
      const [line] = (items[0]?.['lines'] ?? []) as readonly Record<string, unknown>[];
      assert.deepEqual([line?.['key'], line?.['before'], line?.['after']], ['1_M', 2, undefined]);
      assert.equal(answer.payload.includes(body.cart.id ?? '?'), false);
    });
  });

  describe('a cart that was emptied', () => {
    test('can be brought back once, into an empty cart only', async () => {
      const visitor = server.visitor();
      const { body } = await visitor('POST', detail, shirt(3));
      await visitor('PUT', '/v1.0/cart_archive');
      const path = pathOf(body.cart.cart_id);
      const listed = (await staff({ url: `${path}/archived` })).json<{ items: readonly { id: string }[] }>();
      assert.equal(listed.items.length, 1);
      const restore = () => staff({ method: 'POST', url: `${path}/archived/${listed.items[0]?.id}/restore` });
      await visitor('POST', detail, shirt(1));
      assert.equal((await restore()).json<{ error_code: string }>().error_code, 'cart_not_empty');
      await visitor('PUT', detail, { operation: 'remove_item', items: [{ item_index: 0 }] });
      assert.equal((await restore()).statusCode, 200);
      const read = await visitor('GET', detail);
      assert.deepEqual(quantities(read.body as never), { '1_M': 3 });
      assert.equal((await restore()).json<{ error_code: string }>().error_code, 'cart_archive_not_found');
    });
  });

  describe('retention', () => {
    test('removes what has expired and leaves the rest', async () => {
      const { clock, db } = server.shop.node;
      const [visitor, customer] = [server.visitor(), await server.customer('keeps')];
      const gone = await visitor('POST', detail, shirt());
      await customer('POST', detail, shirt());
      await visitor('POST', '/v1.0/share-cart', {});
      clock.at += 31 * day;
      const late = server.visitor();
      await late('POST', detail, shirt());
      assert.ok((await cartSweep(db).run(clock.at)) > 0);
      assert.equal((await visitor('GET', `${detail}&id=${gone.body.cart.id}`)).status, 404);
      assert.deepEqual(quantities((await late('GET', detail)).body as never), { '1_M': 1 });
      assert.equal((await db.all('select id from cart_snapshot where id = ?', [gone.body.cart.id ?? ''])).length, 0);
      assert.equal((await db.all('select token_hash from cart_share')).length, 0);
      const { known } = await server.customer('keeps');
      const kept = await server.call('GET', detail, undefined, known());
      assert.deepEqual(quantities(kept.body as never), { '1_M': 1 });
      assert.equal(await cartSweep(db).run(clock.at), 0);
      clock.at -= 31 * day;
    });
  });
});
