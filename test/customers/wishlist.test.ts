import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { after, describe, test } from 'node:test';
import type { Ask, Json } from '../balances/balance-server.ts';
import { freshKey } from '../cart/cart-server.ts';
import { forEachEngine } from '../databases.ts';
import { strictEvent } from '../events/strict-event.ts';
import { openCustomerServer } from './customer-server.ts';

type SdkCall = (given: object) => Promise<Json>;
type Sdk = {
  readonly ApplicationClient: new (config: object) => { readonly catalog: Readonly<Record<string, SdkCall>> };
};
const { ApplicationClient } = createRequire(import.meta.url)('@gofynd/fdk-client-javascript') as Sdk;

forEachEngine(async (engine) => {
  const server = await openCustomerServer(engine);
  after(() => server.close());
  const prices = [{ currency_code: 'INR', marked: 100, effective: 80 }];
  for (const itemId of [1, 2, 3]) await server.shop.sell(itemId, [{ quantity: 5, prices }]);
  await server.shop.sell(4, [{ quantity: 5, prices }], { is_active: false });

  const path = '/catalog/v1.0/follow';
  const customer = async (userId: string): Promise<Ask> => server.ask((await server.customer(userId)).known());
  const idsOf = async (own: Ask) => ((await own('GET', `${path}/ids/`)).body['data'] as Json)['products'];

  describe('a wishlist', () => {
    test('takes products and gives them back, the last one first', async () => {
      const asha = await customer('asha');
      for (const id of [1, 2, 3]) {
        server.shop.node.clock.at += 1000;
        const added = await asha('POST', `${path}/products/${id}/`);
        assert.deepEqual([added.status, added.body['id']], [200, String(id)]);
      }
      assert.deepEqual(await idsOf(asha), [3, 2, 1]);
      const first = await asha('GET', `${path}/products/?page_size=2`);
      const items = first.body['items'] as readonly Json[];
      assert.deepEqual(
        items.map(({ uid }) => uid),
        [3, 2],
      );
      assert.equal((items[0] as { readonly price: { effective: { min: number } } }).price.effective.min, 80);
      const { next_id: next } = first.body['page'] as { readonly next_id: string };
      const second = await asha('GET', `${path}/products/?page_size=2&page_id=${next}`);
      assert.deepEqual(
        (second.body['items'] as readonly Json[]).map(({ uid }) => uid),
        [1],
      );
      assert.equal((second.body['page'] as Json)['has_next'], false);
      await asha('DELETE', `${path}/products/2/`);
      assert.deepEqual(await idsOf(asha), [3, 1]);
    });

    test('tells what was put on it and taken off it, once each, where the application wants that', async () => {
      const { db } = server.shop.node;
      await server.set({ events: { wishlist_events: 'server' } });
      const told = async () => {
        const rows = await db.all<{ body: string }>(
          "select body from event where slug like '%wishlist%' order by happened_at",
        );
        await db.commit([{ sql: 'delete from event' }]);
        const { applicationId, node } = server.shop;
        return rows.map(({ body }) => strictEvent(body, applicationId, node.now()));
      };
      const teller = await customer('teller');
      await teller('POST', `${path}/products/1/`);
      await teller('POST', `${path}/products/1/`);
      const [added, ...more] = await told();
      assert.deepEqual(more, [], 'what is there already is not told again');
      assert.equal(added?.event['name'], 'product_wishlist_add');
      const { product_id, user_id, value, quantity, esp } = added?.payload ?? {};
      assert.deepEqual([product_id, user_id, value, quantity, esp], [1, 'teller', '80', '1', null]);
      await teller('DELETE', `${path}/products/1/`);
      await teller('DELETE', `${path}/products/1/`);
      const [removed, ...rest] = await told();
      assert.deepEqual(rest, []);
      assert.equal(removed?.event['name'], 'product_wishlist_remove');
      assert.deepEqual(
        [removed?.payload['mrp'], removed?.payload['esp'], removed?.payload['currency']],
        [100, 80, 'INR'],
      );
      await server.set({ events: { wishlist_events: 'emitter' } });
      await teller('POST', `${path}/products/1/`);
      assert.deepEqual(await told(), []);
      await teller('DELETE', `${path}/products/1/`);
    });

    test('counts each customer once, whatever he repeats and whoever does it at once', async () => {
      const people = await Promise.all(Array.from({ length: 10 }, (_, at) => customer(`many${at}`)));
      await Promise.all(people.flatMap((own) => [1, 2, 3].map(() => own('POST', `${path}/products/2/`))));
      const count = async () => (await server.ask({})('GET', `${path}/products/2/count/`)).body['count'];
      assert.equal(await count(), 10);
      const [first] = people;
      assert.ok(first !== undefined);
      const removed = await Promise.all([1, 2, 3].map(() => first('DELETE', `${path}/products/2/`)));
      assert.ok(removed.every(({ status }) => status === 200));
      assert.equal(await count(), 9);
    });

    test('honours a key', async () => {
      const own = await customer('keyed');
      const headers = { 'idempotency-key': freshKey() };
      await own('POST', `${path}/products/1/`, undefined, headers);
      await own('DELETE', `${path}/products/1/`);
      assert.equal((await own('POST', `${path}/products/1/`, undefined, headers)).replayed, true);
      assert.deepEqual(await idsOf(own), []);
    });

    test('keeps under its key also that nothing was to be done', async () => {
      const own = await customer('keyed-twice');
      const headers = { 'idempotency-key': freshKey() };
      await own('POST', `${path}/products/1/`);
      assert.equal((await own('POST', `${path}/products/1/`, undefined, headers)).replayed, false);
      await own('DELETE', `${path}/products/1/`);
      assert.equal((await own('POST', `${path}/products/1/`, undefined, headers)).replayed, true);
      assert.deepEqual(await idsOf(own), []);
    });

    test('refuses what the shop does not sell, other collections, and shoppers without an account', async () => {
      const own = await customer('bela');
      const refused = async (ask: Ask, url: string) => (await ask('POST', `${path}${url}`)).body['error_code'];
      assert.equal(await refused(own, '/products/999/'), 'product_not_found');
      assert.equal(await refused(own, '/products/4/'), 'product_not_found');
      assert.equal(await refused(own, '/brands/1/'), 'collection_type_unknown');
      assert.equal(await refused(own, '/products/zero/'), 'body_invalid');
      assert.equal(await refused(server.ask({}), '/products/1/'), 'customer_required');
      assert.equal((await server.ask({})('GET', `${path}/ids/`)).body['error_code'], 'customer_required');
      assert.deepEqual(await idsOf(own), []);
    });

    test('is full with five hundred', async () => {
      const { db } = server.shop.node;
      await db.commit(
        Array.from({ length: 500 }, (_, at) => ({
          sql: `insert into wishlist (application_id, user_id, collection_type, collection_id, created_at)
            values (?, 'full', 'products', ?, ?)`,
          params: [server.shop.applicationId, String(1000 + at), at],
        })),
      );
      const own = await customer('full');
      assert.equal((await own('POST', `${path}/products/1/`)).body['error_code'], 'wishlist_limit_reached');
      const { body } = await own('GET', `${path}/products/`);
      assert.deepEqual(body['items'], [], 'what is no longer sold is not shown');
    });

    test('is full with five hundred, however many come at once, and what is refused is not counted', async () => {
      const { db } = server.shop.node;
      const { applicationId } = server.shop;
      const uids = Array.from({ length: 12 }, (_, at) => 50 + at);
      for (const itemId of uids) await server.shop.sell(itemId, [{ quantity: 5, prices }]);
      await db.commit(
        Array.from({ length: 496 }, (_, at) => ({
          sql: `insert into wishlist (application_id, user_id, collection_type, collection_id, created_at)
            values (?, 'nearly', 'products', ?, ?)`,
          params: [applicationId, String(1000 + at), at],
        })),
      );
      const own = await customer('nearly');
      const added = await Promise.all(uids.map((uid) => own('POST', `${path}/products/${uid}/`)));
      const refused = added.filter(({ status }) => status !== 200);
      assert.deepEqual(new Set(refused.map(({ body }) => body['error_code'])), new Set(['wishlist_limit_reached']));
      assert.equal(refused.length, 8);
      const kept = (await idsOf(own)) as readonly number[];
      assert.equal(kept.length, 500);
      for (const uid of uids) {
        const { count } = (await server.ask({})('GET', `${path}/products/${uid}/count/`)).body;
        assert.equal(count, kept.includes(uid) ? 1 : 0);
      }
      const [there] = uids.filter((uid) => kept.includes(uid));
      assert.equal((await own('POST', `${path}/products/${there}/`)).status, 200, 'what is there may be said again');
    });

    test('is used by the published SDK as it is', async () => {
      await server.app.listen({ host: '127.0.0.1', port: 0 });
      const { port } = server.app.server.address() as AddressInfo;
      const { catalog } = new ApplicationClient({
        applicationID: server.shop.applicationId,
        applicationToken: server.shop.applicationToken,
        domain: `http://127.0.0.1:${port}`,
        logLevel: 'SILENT',
      });
      const requestHeaders = (await server.customer('sdk')).known();
      const call = async (name: string, given: object = {}): Promise<Json> => {
        const run = catalog[name];
        assert.ok(run !== undefined, `the SDK has no ${name}`);
        return run.call(catalog, { ...given, requestHeaders });
      };
      const one = { collectionType: 'products', collectionId: '1' };
      assert.equal((await call('followById', one))['id'], '1');
      assert.deepEqual((await call('getFollowIds', { collectionType: 'products' }))['data'], { products: [1] });
      const listed = await call('getFollowedListing', { collectionType: 'products', pageSize: 5 });
      assert.deepEqual(
        (listed['items'] as readonly Json[]).map(({ uid }) => uid),
        [1],
      );
      const count = Number((await call('getFollowerCountById', one))['count']);
      assert.ok(count >= 1);
      await call('unfollowById', one);
      assert.equal((await call('getFollowerCountById', one))['count'], count - 1);
    });
  });
});
