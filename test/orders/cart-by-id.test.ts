/** What the `id` of a guest's cart opens without the guest's proof: the goods, and nothing that he said about himself. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { earnBalance } from '../../src/balances/balance-statements.ts';
import { readBalances } from '../../src/balances/balance-store.ts';
import { signedIn } from '../applications/test-server.ts';
import { type Answer, quantities, type Shopper } from '../cart/cart-server.ts';
import { plantCart, planted, preparePlanting, toldOf } from '../cart/planted-cart.ts';
import { forEachEngine } from '../databases.ts';
import { address, onDelivery, openOrderServer } from './order-server.ts';

const whole = '/v1.0/detail?i=true&b=true';
const shirt = { item_id: 1, item_size: 'M', quantity: 1 };
const told = ({ body, headers }: Answer): readonly string[] => toldOf(JSON.stringify([body, headers]));
/** Of what the cart's own answer can show. */
const shown = ['pan', 'gstin', 'shipToGstin', 'comment', 'custom', 'giftMessage', 'lineMeta', 'lineJson', 'lineExtra'];

forEachEngine(async (engine) => {
  const server = await openOrderServer(engine);
  after(server.close);
  const { shop, call } = server;
  await preparePlanting(server);
  const { applicationId, node } = shop;

  const ordersOf = async (shopper: Pick<Shopper, 'known'>): Promise<readonly string[]> => {
    const { authorization } = server;
    const url = '/service/application/order/v1.0/orders';
    const answer = await server.app.inject({ url, headers: { authorization, ...shopper.known() } });
    return answer.json<{ items: { order_id: string }[] }>().items.map(({ order_id }) => order_id);
  };

  describe('the id of a cart that its shopper has written to', () => {
    test('shows goods and prices, and nothing that he said; he himself sees it all', async () => {
      const { owner, id } = await plantCart(server);
      const strangers = [call, server.visitor(), await server.customer('curious')];
      for (const stranger of strangers) {
        const seen = await stranger('GET', `${whole}&id=${id}`);
        assert.deepEqual([seen.status, quantities(seen.body as never)], [200, { '1_M': 2 }]);
        assert.equal(
          (seen.body as never as { breakup_values: { raw: { total: number } } }).breakup_values.raw.total,
          2999,
        );
        assert.deepEqual(told(seen), []);
        assert.deepEqual(told(await stranger('GET', `/v3.0/detail-light?id=${id}`)), []);
      }
      const own = told(await owner('GET', whole));
      assert.deepEqual(
        shown.filter((name) => !own.includes(name)),
        [],
      );
    });

    test('tells nothing of what it cost its shopper', async () => {
      const { owner, id } = await plantCart(server);
      await owner('PUT', '/v1.0/detail', { operation: 'update_item', items: [{ item_index: 0, quantity: 3 }] });
      const light = (await owner('GET', '/v3.0/detail-light')).body;
      assert.equal((light as never as { raw: { coupon: number } }).raw.coupon, -449.85);
      for (const stranger of [call, await server.customer('curious')]) {
        const { raw, priced_at: pricedAt } = (await stranger('GET', `/v3.0/detail-light?id=${id}`)).body;
        assert.deepEqual([raw, pricedAt], [undefined, undefined]);
        assert.deepEqual((await stranger('GET', `${whole}&id=${id}`)).body['notification'], {});
      }
    });

    test('is no proof for who would take something back, though he would see no difference', async () => {
      const { owner, id } = await plantCart(server);
      const before = JSON.stringify((await owner('GET', whole)).body);
      for (const [method, path, body] of [
        ['DELETE', 'coupon', undefined],
        ['DELETE', 'offer', undefined],
        ['PUT', 'shipping-methods', { method_id: null }],
        ['PUT', 'meta', { comment: '' }],
        ['PUT', 'payment', { payment_mode: '' }],
        ['POST', 'redeem/points', { points: false }],
        ['POST', 'select-address', {}],
      ] as const) {
        const answer = await call(method, `/v1.0/${path}?id=${id}`, body);
        assert.deepEqual([answer.status, answer.body.error_code], [403, 'cart_proof_missing'], path);
      }
      assert.equal(JSON.stringify((await owner('GET', whole)).body), before);
    });

    test('changes lines, and leaves all else as it was', async () => {
      const { owner, id } = await plantCart(server);
      await call('POST', `${whole}&id=${id}`, { items: [shirt] });
      const { body } = await owner('GET', whole);
      // A plain shirt is not an engraved one, though the stranger cannot see the difference.
      assert.deepEqual(
        (body['items'] as readonly { quantity: number }[]).map(({ quantity }) => quantity),
        [2, 1],
      );
      const index = { item_id: 1, item_size: 'M', item_index: 0, quantity: 3 };
      const changed = await call('PUT', `${whole}&id=${id}`, { operation: 'update_item', items: [index] });
      assert.deepEqual([changed.body.success, told(changed)], [true, []]);
      const now = await owner('GET', whole);
      assert.deepEqual(
        (now.body['items'] as readonly { quantity: number }[]).map(({ quantity }) => quantity),
        [3, 1],
      );
      assert.deepEqual(
        shown.filter((name) => !told(now).includes(name)),
        [],
      );
    });

    test('sent back as it was read, changes nothing', async () => {
      const { owner, id } = await plantCart(server);
      const before = (await owner('GET', whole)).headers['etag'];
      const { body } = await call('GET', `${whole}&id=${id}`);
      const items = (body['items'] as readonly { identifiers: object; quantity: number }[]).map(
        ({ identifiers, quantity }) => ({ ...shirt, identifiers, quantity }),
      );
      const synced = await call('POST', '/v3.0/sync', { id, items });
      assert.deepEqual([synced.status, synced.body.success], [200, true], JSON.stringify(synced.body));
      assert.equal((await owner('GET', whole)).headers['etag'], before);
    });

    test('changes nothing else: that is refused, and nothing is stored', async () => {
      const { owner, id } = await plantCart(server);
      const before = (await owner('GET', whole)).headers['etag'];
      const refused = [
        await call('PUT', `/v1.0/meta?id=${id}`, { alternate_pickup_person: { name: 'Me' } }),
        await call('PUT', `/v1.0/meta?id=${id}`, { comment: 'Bring it to me' }),
        await call('PUT', `/v1.0/payment?id=${id}`, { payment_mode: 'COD' }),
        await call('POST', `/v1.0/coupon?id=${id}`, { coupon_code: planted.coupon }),
        await call('POST', '/v3.0/sync', { id, items: [shirt], comment: 'Bring it to me' }),
      ];
      for (const { status, body } of refused) assert.deepEqual([status, body.error_code], [403, 'cart_proof_missing']);
      assert.equal((await owner('GET', whole)).headers['etag'], before);
    });

    test('does not order to his address', async () => {
      const { id, addressId } = await plantCart(server);
      const cod = { id, payment_mode: 'COD' };
      const missing = await call('POST', '/v1.0/checkout', cod);
      assert.deepEqual([missing.status, missing.body.error_code, told(missing)], [400, 'address_missing', []]);
      for (const named of [{ address_id: addressId }, { delivery_address: address, billing_address_id: addressId }]) {
        const answer = await call('POST', '/v1.0/checkout', { ...cod, ...named });
        assert.deepEqual([answer.status, answer.body.error_code, told(answer)], [400, 'address_unknown', []]);
      }
      const chosen = await call('POST', `/v1.0/select-address?id=${id}`, { id: addressId });
      assert.deepEqual([chosen.status, chosen.body.error_code], [404, 'address_not_found']);
      const asked = await call('GET', `/v1.0/shipment?id=${id}&address_id=${addressId}`);
      assert.deepEqual([asked.status, asked.body.error_code], [404, 'address_not_found']);
    });

    test('orders to an address that comes along: the order is the caller’s own, and holds nothing of the shopper', async () => {
      const { owner, id } = await plantCart(server);
      const answer = await call('POST', '/v1.0/checkout', { id, ...onDelivery });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      assert.deepEqual(told(answer), []);
      const orderId = String(answer.body['order_id']);
      assert.deepEqual(toldOf(JSON.stringify(await server.order(orderId))), []);
      assert.deepEqual(await ordersOf(owner), []);
      const token = answer.headers['x-anonymous-id'];
      assert.ok(token);
      assert.deepEqual(await ordersOf({ known: () => ({ 'x-anonymous-id': token }) }), [orderId]);
      const now = await owner('GET', whole);
      assert.deepEqual(now.body['items'], []);
      assert.deepEqual(
        ['pan', 'gstin', 'comment', 'custom'].filter((name) => !told(now).includes(name)),
        [],
      );
    });

    test('brings only goods to another cart', async () => {
      const { id } = await plantCart(server);
      const taker = server.visitor();
      await taker('POST', whole, { items: [{ ...shirt, quantity: 5 }] });
      const merged = await taker('POST', '/v3.0/merge?i=true&b=true', { cart_ids: [id] });
      assert.deepEqual([merged.status, told(merged)], [200, []]);
      assert.deepEqual(told(await taker('GET', whole)), []);
    });

    test('begins a new cart in its place, which is no more open than the old one', async () => {
      const { owner, id } = await plantCart(server);
      const { body } = await call('POST', `${whole}&id=${id}`, { items: [shirt], new_cart: true });
      const next = String(body.cart.id);
      assert.notEqual(next, id);
      const refused = await call('PUT', `/v1.0/meta?id=${next}`, { comment: 'Bring it to me' });
      assert.equal(refused.body.error_code, 'cart_proof_missing');
      assert.equal((await owner('GET', whole)).body['id'], next);
      const archived = await node.db.all<{ document: string }>('select document from cart_archive');
      assert.ok(
        archived.some(({ document }) => toldOf(document).includes('pan')),
        'the copy is kept whole',
      );
    });

    test('tells staff with the permission all that it told before', async () => {
      const { id } = await plantCart(server);
      const staff = await signedIn(server.app, node, shop, 'owner');
      const number = String((await call('GET', `${whole}&id=${id}`)).body['cart_id']);
      const url = `/service/platform/cart/v1.0/company/${shop.companyId}/application/${applicationId}/detail?i=true&id=${number}`;
      const { payload } = await staff({ method: 'GET', url });
      assert.ok(
        ['gstin', 'comment', 'custom'].every((name) => toldOf(payload).includes(name)),
        payload,
      );
    });
  });

  describe('the id of a cart that nobody proved to be the shopper of', () => {
    /** As an SDK on a server, which keeps neither cookie nor header. */
    const begin = async (): Promise<{ readonly id: string; readonly token: string }> => {
      const { body, headers } = await call('POST', whole, { items: [shirt] });
      await call('PUT', `/v1.0/meta?id=${String(body.cart.id)}`, { comment: planted.comment, gstin: planted.gstin });
      return { id: String(body.cart.id), token: headers['x-anonymous-id'] ?? '' };
    };

    test('has all of it: what it stored it sees, and orders with', async () => {
      const { id } = await begin();
      assert.deepEqual(told(await call('GET', `${whole}&id=${id}`)), ['gstin', 'comment']);
      const answer = await call('POST', '/v1.0/checkout', { id, ...onDelivery });
      const { document } = await server.order(String(answer.body['order_id']));
      assert.deepEqual([document.meta.gstin, document.meta.comment], [planted.gstin, planted.comment]);
    });

    test('has only the goods once its shopper came with his proof', async () => {
      const { id, token } = await begin();
      await call('POST', whole, { items: [shirt] }, { 'x-anonymous-id': token });
      const seen = await call('GET', `${whole}&id=${id}`);
      assert.deepEqual([quantities(seen.body as never), told(seen)], [{ '1_M': 2 }, []]);
      const own = await call('GET', whole, undefined, { 'x-anonymous-id': token });
      assert.deepEqual([own.body['id'], told(own)], [id, ['gstin', 'comment']]);
    });
  });

  describe('the setting cart_by_id', () => {
    test('gives all of a cart to its id, or nothing', async () => {
      const { id, owner } = await plantCart(server);
      await server.set({ cart: { cart_by_id: 'full' } });
      assert.ok(told(await call('GET', `${whole}&id=${id}`)).includes('pan'));
      await server.set({ cart: { cart_by_id: 'none' } });
      assert.equal((await call('GET', `${whole}&id=${id}`)).body.error_code, 'cart_not_found');
      assert.equal((await owner('GET', `${whole}&id=${id}`)).status, 200);
      await server.set({ cart: { cart_by_id: 'goods' } });
    });
  });

  describe('a customer who orders a guest’s cart', () => {
    const rich = async (userId: string): Promise<Shopper> => {
      const move = { applicationId, userId, kind: 'store_credit', account: '', amount: 1_000_000 } as const;
      const entry = { reason: 'test', source: 'test', entryId: `${userId}/1`, at: node.now() };
      await node.db.commit(earnBalance({ ...move, ...entry }));
      return server.customer(userId);
    };
    const ordered = async (userId: string, id: string, headers: Readonly<Record<string, string>>): Promise<void> => {
      const { authorization } = server;
      await server.app.inject({
        method: 'PATCH',
        url: `/service/application/cart/v1.0/detail?id=${id}`,
        headers: { authorization, ...headers },
        payload: { store_credit: true },
      });
      const answer = await call('POST', '/v1.0/checkout', { id, delivery_address: address }, headers);
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      const order = await server.order(String(answer.body['order_id']));
      assert.deepEqual([order.total, order.owner], [0, { kind: 'customer', id: userId }]);
      const left = (await readBalances(node.db, applicationId, userId, node.now())).find(
        ({ kind }) => kind === 'store_credit',
      );
      assert.equal(left?.amount, 1_000_000 - 149_950);
    };

    test('by its id pays with his own balance, and the order is his', async () => {
      const { body } = await call('POST', whole, { items: [shirt] });
      await ordered('pays', String(body.cart.id), (await rich('pays')).known());
    });

    test('that he filled to buy now before he signed in, does so too', async () => {
      const visitor = server.visitor();
      const { body } = await visitor('POST', `${whole}&buy_now=true`, { items: [shirt] });
      const known = (await rich('buys-now')).known();
      await ordered('buys-now', String(body.cart.id), { ...known, ...visitor.known() });
    });
  });
});
