/** Staff at a shopper's cart: the shop's own calls, made in his place, under a permission, and told to the audit. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { InjectOptions } from 'fastify';
import type { CartDetail } from '../../../src/contract/cart/cart-contract.ts';
import { newShop, signedIn } from '../../applications/test-server.ts';
import { type Body, freshKey, openCartServer, quantities } from '../cart-server.ts';
import { forEachEngine } from '../../databases.ts';

const detail = '/v1.0/detail?i=true&b=true';
const shirt = (quantity = 1) => ({ items: [{ item_id: 1, item_size: 'M', quantity }] });

forEachEngine(async (engine) => {
  const server = await openCartServer(engine);
  after(() => server.close());
  await server.shop.sell(1, [{ quantity: 100, prices: [{ currency_code: 'INR', marked: 100, effective: 100 }] }]);
  await server.shop.coupon({
    code: 'TEN',
    display_meta: { title: 'Ten' },
    rule_definition: { type: 'percentage', value_type: 'percentage', applicable_on: 'amount', calculate_on: 'esp' },
    rule: [{ key: 1, min: 0, value: 10, max: 500 }],
  });
  const staff = await signedIn(server.app, server.shop.node, server.shop, 'owner');

  const pathOf = (tail: string, version = 'v1.0'): string =>
    `/service/platform/cart/${version}/company/${server.shop.companyId}/application/${server.shop.applicationId}/${tail}`;
  type Method = NonNullable<InjectOptions['method']>;
  const asStaff = async (
    method: Method,
    tail: string,
    payload?: object,
    headers: Readonly<Record<string, string>> = {},
    version?: string,
  ): Promise<{ readonly status: number; readonly body: Body; readonly headers: Readonly<Record<string, unknown>> }> => {
    const url = pathOf(tail, version);
    const answer = await staff({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
    return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
  };
  const cartOf = (answer: { readonly body: unknown }): CartDetail => answer.body as CartDetail;
  const auditOf = async (subject: string) => {
    const rows = await server.shop.node.db.all<{ action: string; actor: string; document: string }>(
      'select action, actor, document from audit where subject = ?',
      [subject],
    );
    return rows
      .map(({ action, actor, document }) => ({
        action,
        actor: actor.replace(/:.*/, ''),
        after: (JSON.parse(document) as { after: Record<string, unknown> }).after,
      }))
      .toSorted((a, b) => Number(a.after['version']) - Number(b.after['version']));
  };

  describe('staff at a customer’s cart', () => {
    test('add, change, give a coupon and choose payment, and the customer sees it', async () => {
      const added = await asStaff('POST', 'detail?i=true&user_id=asha', shirt(2), { 'x-staff-reason': 'phone order' });
      assert.equal(added.status, 200, JSON.stringify(added.body));
      const number = added.body.cart.cart_id ?? '';
      assert.equal(added.body.cart.id, number, 'staff never see the key of a cart');
      await asStaff('PUT', `detail?id=${number}`, {
        operation: 'update_item',
        items: [{ item_index: 0, quantity: 3 }],
      });
      const coupon = await asStaff('POST', `platform-pos-coupon?id=${number}&b=true`, { coupon_code: 'TEN' });
      assert.equal(cartOf(coupon).coupon?.is_applied, true);
      await asStaff('PUT', 'payment', { id: number, payment_mode: 'COD' });
      const customer = await server.customer('asha');
      const seen = cartOf(await customer('GET', detail));
      assert.deepEqual(
        [quantities(seen), seen.coupon?.coupon_code, seen.payment_selection_lock?.default_options],
        [{ '1_M': 3 }, 'TEN', 'COD'],
      );
      assert.notEqual(seen.staff_user_id, undefined);
      assert.deepEqual(
        (await auditOf(`cart/${number}`)).map(({ action, actor, after }) => [
          action,
          actor,
          after['reason'],
          after['version'],
        ]),
        [
          ['cart.add', 'operator', 'phone order', 1],
          ['cart.update_item', 'operator', null, 2],
          ['cart.coupon', 'operator', null, 3],
          ['cart.payment', 'operator', null, 4],
        ],
      );
    });

    test('looking at a cart is told to the audit, with who and why', async () => {
      const customer = await server.customer('looked-at');
      await customer('POST', detail, shirt());
      const read = await asStaff('GET', 'detail?user_id=looked-at&i=true', undefined, {
        'x-staff-reason': 'complaint 7',
      });
      assert.deepEqual(quantities(cartOf(read)), { '1_M': 1 });
      const [entry] = await auditOf('customer/looked-at');
      assert.deepEqual([entry?.action, entry?.after['reason']], ['cart.getCart', 'complaint 7']);
    });

    test('so is a cart that is shown though nothing of it changed, and how it came about', async () => {
      const customer = await server.customer('shown');
      const { body } = await customer('POST', detail, shirt());
      const number = body.cart.cart_id ?? '';
      const toldOf = async (look: () => Promise<unknown>): Promise<readonly string[]> => {
        const before = (await auditOf(`cart/${number}`)).map(({ action }) => action);
        await look();
        const after = (await auditOf(`cart/${number}`)).map(({ action }) => action);
        return before.reduce((left, action) => left.toSpliced(left.indexOf(action), 1), after);
      };
      const nothing = { operation: 'update_item', items: [{ item_index: 0, quantity: 1 }] };
      assert.deepEqual(await toldOf(() => asStaff('PUT', `detail?id=${number}&i=true`, nothing)), ['cart.seen']);
      const stale = { 'if-match': '"9.x"' };
      assert.deepEqual(await toldOf(() => asStaff('PUT', `detail?id=${number}`, nothing, stale)), ['cart.seen']);
      assert.deepEqual(await toldOf(() => asStaff('GET', `carts/${number}/history`)), ['cart.getCartHistory']);
      const key = { 'idempotency-key': freshKey() };
      const add = () => asStaff('POST', `detail?id=${number}&i=true`, shirt(), key);
      assert.deepEqual(await toldOf(add), ['cart.add']);
      assert.deepEqual(await toldOf(add), ['cart.seen'], 'a repeat shows the cart as it is now');
      assert.deepEqual(await toldOf(() => asStaff('POST', 'share-cart', { id: number })), ['cart.share']);
    });

    test('so is whose groups and balances a price was asked for', async () => {
      const customer = await server.customer('asked-about');
      const { body } = await customer('POST', detail, shirt());
      const goods = { cart_items: [{ product_id: '1', size: 'M', quantity: 1 }] };
      const shipped = { ...goods, shipping_address: { area_code: '400001' } };
      const quoted = { place: { country: 'IN' }, items: [{ product_id: '1', size: 'M' }] };
      const asked = [
        asStaff('POST', 'cart/validate?user_id=supposed', goods),
        asStaff('POST', 'cart/serviceability?user_id=supposed', shipped),
        asStaff('POST', 'cart/quote?user_id=supposed', quoted),
        asStaff('GET', `carts/${body.cart.cart_id}/as-of?customer_id=supposed`),
      ];
      for (const { status, body: said } of await Promise.all(asked)) assert.equal(status, 200, JSON.stringify(said));
      assert.deepEqual((await auditOf('customer/supposed')).map(({ action }) => action).toSorted(), [
        'cart.checkCartServiceability',
        'cart.fetchAndvalidateCartItems',
        'cart.getCartAsOf',
        'cart.quotePlace',
      ]);
    });

    test('a customer’s account number is hidden from them, and his key too', async () => {
      const customer = await server.customer('private');
      const { body } = await customer('POST', detail, shirt());
      await customer('PUT', '/v1.0/meta', { pan_no: 'ABCDE1234F' });
      const read = await staff({ url: pathOf(`detail?id=${body.cart.cart_id}&i=true&b=true`) });
      assert.equal(read.json<CartDetail>().pan_no, 'ABCDE****F');
      assert.equal(read.payload.includes(body.cart.id ?? '?'), false);
    });

    test('addresses are his: kept for him, chosen for him', async () => {
      const saved = await asStaff('POST', 'address', { user_id: 'meena', area_code: '400001', name: 'Meena' });
      assert.equal(saved.status, 200, JSON.stringify(saved.body));
      const id = String(saved.body['id']);
      await asStaff('POST', 'detail?user_id=meena', shirt());
      const chosen = await asStaff('POST', 'select-address', { user_id: 'meena', id });
      assert.notEqual(cartOf(chosen).delivery_promise?.timestamp?.min, null);
      const customer = await server.customer('meena');
      assert.equal(((await customer('GET', '/v1.0/address')).body['address'] as readonly unknown[]).length, 1);
      const other = await asStaff('GET', `address/${id}?user_id=asha`);
      assert.equal(other.status, 404);
      await asStaff('PUT', `address/${id}?user_id=meena`, { area_code: '400001', name: 'Meena R' });
      await asStaff('DELETE', `address/${id}?user_id=meena`);
      const told = await auditOf('customer/meena');
      assert.deepEqual(
        told.flatMap(({ action, after: what }) => (what['address'] === id ? [action] : [])).toSorted(),
        ['cart.address_add', 'cart.address_change', 'cart.address_remove'],
        'where goods go is a change like any other',
      );
    });

    test('a repeat under a key changes nothing more; another version is refused with the cart', async () => {
      const key = { 'idempotency-key': freshKey() };
      const first = await asStaff('POST', 'detail?user_id=twice&i=true', shirt(), key);
      const again = await asStaff('POST', 'detail?user_id=twice&i=true', shirt(), key);
      assert.deepEqual([again.headers['idempotent-replayed'], quantities(again.body.cart)], ['true', { '1_M': 1 }]);
      const late = await asStaff('PUT', `cart_archive?id=${first.body.cart.cart_id}`, undefined, {
        'if-match': '"9.x"',
      });
      assert.deepEqual([late.status, late.body.error_code], [412, 'cart_version_conflict']);
    });
  });

  describe('staff at a cart without a customer', () => {
    test('open it by its number, which opens nothing for a stranger', async () => {
      const visitor = server.visitor();
      const { body } = await visitor('POST', detail, shirt());
      const number = body.cart.cart_id ?? '';
      const opened = await asStaff('GET', `abandoned/cart/detail?id=${number}&i=true`);
      assert.deepEqual(quantities(cartOf(opened)), { '1_M': 1 });
      const added = await asStaff('POST', `abandoned/carts/${number}`, shirt());
      assert.equal(added.status, 200, JSON.stringify(added.body));
      assert.deepEqual(quantities(cartOf(await visitor('GET', detail))), { '1_M': 2 });
      assert.equal((await server.call('GET', `${detail}&id=${number}`)).status, 404);
      assert.equal(opened.headers['x-anonymous-id'], undefined);
    });

    test('take a merge of it back, and are not told its key by that either', async () => {
      const [visitor, friend] = [server.visitor(), server.visitor()];
      const { cart } = (await visitor('POST', detail, shirt())).body;
      const other = (await friend('POST', detail, shirt(3))).body.cart.id;
      assert.equal((await visitor('POST', '/v3.0/merge', { cart_ids: [other] })).body.success, true);
      const [merge] = (await visitor('GET', '/v3.0/merges')).body['items'] as readonly { id: string }[];
      const undone = await asStaff('POST', `merges/${merge?.id}/undo?id=${cart.cart_id}`, undefined, {}, 'v3.0');
      assert.deepEqual([undone.status, undone.body['id']], [200, cart.cart_id], JSON.stringify(undone.body));
      assert.equal(JSON.stringify(undone.body).includes(cart.id ?? '?'), false);
    });

    test('begin one for somebody who has none, and hand out no token of his', async () => {
      const key = { 'idempotency-key': freshKey() };
      const first = await asStaff('POST', 'detail?i=true', shirt(), key);
      const again = await asStaff('POST', 'detail?i=true', shirt(), key);
      const { cart_id: number } = first.body.cart;
      assert.deepEqual([again.body.cart.cart_id, quantities(again.body.cart)], [number, { '1_M': 1 }]);
      assert.deepEqual([first.headers['x-anonymous-id'], first.headers['set-cookie']], [undefined, undefined]);
      assert.deepEqual(quantities(cartOf(await asStaff('GET', `detail?id=${number}&i=true`))), { '1_M': 1 });
    });
  });

  describe('who may act as staff', () => {
    test('nobody without the permission, of another organization, or with an application’s credential', async () => {
      const reader = await signedIn(server.app, server.shop.node, server.shop, 'viewer');
      const writes = await reader({ method: 'POST', url: pathOf('detail?user_id=asha'), payload: shirt() });
      assert.deepEqual([writes.statusCode, writes.json<Body>().error_code], [403, 'permission_missing']);
      const foreign = await signedIn(server.app, server.shop.node, await newShop(server.shop.node), 'owner');
      const reads = await foreign({ url: pathOf('detail?user_id=asha') });
      assert.deepEqual([reads.statusCode, reads.json<Body>().error_code], [404, 'application_not_found']);
      const visitor = await server.app.inject({ url: pathOf('detail?user_id=asha') });
      assert.equal(visitor.statusCode, 401);
    });

    test('a call that names nobody, or a cart that is not there, is refused', async () => {
      const nobody = await asStaff('GET', 'detail');
      assert.deepEqual([nobody.status, nobody.body.error_code], [400, 'body_invalid']);
      const unknown = await asStaff('GET', 'detail?id=2147483000');
      assert.deepEqual([unknown.status, unknown.body.error_code], [404, 'cart_not_found']);
      const strange = await asStaff('GET', `detail?user_id=${encodeURIComponent('a b\u0000')}`);
      assert.deepEqual([strange.status, strange.body.error_code], [400, 'body_invalid']);
    });

    test('a customer named beside another’s cart does not get it', async () => {
      const mine = await asStaff('POST', 'detail?user_id=first', shirt());
      const taken = await asStaff('GET', `detail?user_id=second&id=${mine.body.cart.cart_id}`);
      assert.equal(taken.status, 404);
    });
  });

  describe('the other calls of a shop', () => {
    test('answer staff as they answer the shopper', async () => {
      const added = await asStaff('POST', 'detail?user_id=all', shirt(2));
      const number = added.body.cart.cart_id ?? '';
      assert.equal((await asStaff('GET', `basic?id=${number}`)).body['user_cart_items_count'], 2);
      assert.equal((await asStaff('PUT', `meta?id=${number}`, { comment: 'ring twice' })).status, 200);
      const shipments = await asStaff('GET', `shipment?id=${number}&area_code=400001`);
      assert.equal((shipments.body['shipments'] as readonly unknown[]).length, 1);
      const link = await asStaff('POST', 'share-cart', { id: number });
      const token = String(link.body['token']);
      assert.equal((await asStaff('GET', `share-cart/${token}`)).status, 200);
      const taken = await asStaff('POST', `share-cart/${token}/merge?user_id=friend`);
      assert.equal(taken.status, 200, JSON.stringify(taken.body));
      const removed = await asStaff('DELETE', `platform-pos-coupon?uid=${number}`);
      assert.equal(cartOf(removed).coupon?.coupon_code, '');
      const listed = await asStaff('GET', `platform-pos-coupon?id=${number}`);
      assert.equal((listed.body['available_coupon_list'] as readonly unknown[]).length, 1);
      const paid = await asStaff('PUT', `payment?id=${number}`, { payment_mode: 'CARD' }, {}, 'v2.0');
      assert.equal(cartOf(paid).payment_selection_lock?.default_options, 'CARD');
      assert.equal((await asStaff('GET', `payment/validate/?id=${number}`)).body.success, true);
      assert.equal((await asStaff('GET', 'available-promotions')).status, 200);
      assert.equal((await asStaff('PUT', `cart_archive?id=${number}`)).body.message, 'cart archived');
      assert.deepEqual(quantities(cartOf(await asStaff('GET', `detail?id=${number}&i=true`))), {});
      const kept = (await asStaff('GET', `carts/${number}/archived`)).body['items'] as readonly { id: string }[];
      const restored = await asStaff('POST', `carts/${number}/archived/${kept[0]?.id}/restore`);
      assert.equal(restored.body.message, 'cart restored');
      const actions = (await auditOf(`cart/${number}`)).map(({ action }) => action);
      assert.equal(actions.includes('cart.restore'), true, String(actions));
    });
  });
});
