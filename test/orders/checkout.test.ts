/** From a cart to an order: what is agreed, what is taken, and what is refused. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { signedIn } from '../applications/test-server.ts';
import { freshKey } from '../cart/cart-server.ts';
import { forEachEngine } from '../databases.ts';
import { address, byCard, fill, onDelivery, openOrderServer } from './order-server.ts';

forEachEngine(async (engine) => {
  const server = await openOrderServer(engine);
  after(server.close);
  const { shop } = server;
  await shop.sell(1, [{ quantity: 100, hsn_code: '6205' }]);
  await shop.sell(2, [{ quantity: 100 }]);
  await shop.sell(3, [{ quantity: 100, store_id: 2 }]);
  await shop.sell(4, [{ quantity: 1 }]);

  describe('checkout', () => {
    test('of a cart that is paid on delivery places an order and takes its stock', async () => {
      const buyer = await server.customer('cod');
      const { cart } = await fill(buyer, 1, 2);
      const { status, body } = await buyer('POST', '/v1.0/checkout', onDelivery);
      assert.equal(status, 200, JSON.stringify(body));
      const id = String(body['order_id']);
      assert.match(id, /^CW[0-9A-F]{18}$/);
      assert.deepEqual(body['data'], {
        order_id: id,
        status: 'placed',
        total: 2999,
        currency: 'INR',
        payment_expires_at: null,
      });
      assert.equal(body['payment_confirm_url'], null);
      assert.equal(body.cart.id, cart.id);
      assert.equal((body.cart as { order_id?: string }).order_id, id);
      assert.equal(body.cart.items?.length, 1);
      const order = await server.order(id);
      assert.deepEqual([order.state, order.total, order.expiresAt], ['placed', 299_900, null]);
      assert.equal(await server.stockOf('1_M_1'), 98);
      const now = await buyer('GET', '/v1.0/detail?i=true');
      assert.deepEqual([now.body['id'], now.body['items']], [cart.id, []]);
    });

    test('otherwise awaits its payment for as long as the application says', async () => {
      const buyer = await server.customer('card');
      await fill(buyer, 1);
      const { body } = await buyer('POST', '/v2.0/checkout', {
        delivery_address: address,
        payment_methods: [{ mode: 'CARD', amount: 1499.5, payment_meta: { merchant_code: 'HDFC' } }],
      });
      const order = await server.order(String(body['order_id']));
      assert.equal(order.state, 'awaiting_payment');
      assert.equal(order.expiresAt, shop.node.now() + 30 * 60_000);
      assert.equal(order.document.payment?.merchantCode, 'HDFC');
      assert.match(
        String(body['payment_confirm_url']),
        new RegExp(
          `^http://localhost:8080/service/common/payment/v1.0/application/${shop.applicationId}/confirmation$`,
        ),
      );
    });

    test('splits the order by store, and says when each parcel arrives', async () => {
      const buyer = await server.customer('split');
      await fill(buyer, 1);
      await fill(buyer, 3);
      const { body } = await buyer('POST', '/v1.0/checkout', onDelivery);
      const { document } = await server.order(String(body['order_id']));
      assert.deepEqual(
        document.shipments.map(({ store, units, lines }) => [store.code, units, lines.length]),
        [
          ['S1', 1, 1],
          ['S2', 1, 1],
        ],
      );
      for (const { promise } of document.shipments) assert.ok(promise !== null && promise.min <= promise.max);
    });

    test('keeps address, tags and custom meta with the order', async () => {
      const buyer = await server.customer('meta');
      await fill(buyer, 1);
      const { body } = await buyer('POST', '/v1.0/checkout', {
        ...onDelivery,
        order_tags: [{ slug: 'vip', display_text: 'VIP' }],
        custom_meta: [{ key: 'source', value: 'kiosk' }],
        callback_url: 'https://shop.example/back',
      });
      assert.deepEqual(body.cart.custom_cart_meta, { source: 'kiosk' });
      assert.equal(body['callback_url'], 'https://shop.example/back');
      const { document } = await server.order(String(body['order_id']));
      assert.equal(document.delivery?.areaCode, '400001');
      assert.deepEqual(document.meta.custom, { source: 'kiosk' });
      assert.deepEqual(document.tags, [{ slug: 'vip', display_text: 'VIP' }]);
    });

    test('takes an address of the shopper, and names one that he does not have', async () => {
      const buyer = await server.customer('address');
      const { body: saved } = await buyer('POST', '/v1.0/address', address);
      await fill(buyer, 1);
      const unknown = await buyer('POST', '/v1.0/checkout', { payment_mode: 'COD', address_id: 'nowhere' });
      assert.deepEqual(
        [unknown.status, unknown.body.error_code, unknown.body.message],
        [400, 'address_unknown', 'No address found with address id nowhere'],
      );
      const missing = await buyer('POST', '/v1.0/checkout', { payment_mode: 'COD' });
      assert.deepEqual([missing.status, missing.body.error_code], [400, 'address_missing']);
      assert.deepEqual(missing.body['address_id'], ['Missing data for required field.']);
      const { body } = await buyer('POST', '/v1.0/checkout', { payment_mode: 'COD', address_id: saved['id'] });
      const { document } = await server.order(String(body['order_id']));
      assert.equal(document.delivery?.id, saved['id']);
      assert.equal(document.billing?.id, saved['id']);
    });

    test('under one key happens once, and its repeat names the same order', async () => {
      const buyer = await server.customer('key');
      await fill(buyer, 1);
      const headers = { 'idempotency-key': freshKey() };
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => buyer('POST', '/v1.0/checkout', onDelivery, headers)),
      );
      const ids = answers.map(({ status, body }) => [status, body['order_id']]);
      assert.deepEqual(new Set(ids.map(String)).size, 1, JSON.stringify(ids));
      assert.equal(ids[0]?.[0], 200);
      assert.equal(answers.filter(({ headers: sent }) => sent['idempotent-replayed'] === 'true').length, 9);
      const other = await buyer('POST', '/v1.0/checkout', byCard, headers);
      assert.deepEqual([other.status, other.body.error_code], [422, 'idempotency_mismatch']);
    });

    test('for another version or total than the shopper saw orders nothing', async () => {
      const buyer = await server.customer('seen');
      await fill(buyer, 1);
      const before = await server.count('customer_order');
      const version = await buyer('POST', '/v1.0/checkout', onDelivery, { 'if-match': '"99.x"' });
      assert.deepEqual([version.status, version.body.error_code], [412, 'cart_version_conflict']);
      const total = await buyer('POST', '/v1.0/checkout', { ...onDelivery, expected_total: 1 });
      assert.deepEqual([total.status, total.body.error_code], [409, 'total_changed']);
      assert.equal(total.body.cart.items?.length, 1);
      const method = { delivery_address: address, payment_methods: [{ mode: 'COD', amount: 1499 }] };
      assert.equal((await buyer('POST', '/v2.0/checkout', method)).body.error_code, 'total_changed');
      assert.equal(await server.count('customer_order'), before);
      const right = await buyer('POST', '/v1.0/checkout', { ...onDelivery, expected_total: 1499.5 });
      assert.equal(right.status, 200);
    });

    const refused = async (name: string, body: object, query = '') => {
      const buyer = await server.customer(name);
      await fill(buyer, 1);
      const answer = await buyer('POST', `/v1.0/checkout${query}`, body);
      assert.equal(answer.status, 400, JSON.stringify(answer.body));
      return answer.body.error_code;
    };

    test('says how it must be paid', async () => {
      assert.equal(await refused('no-mode', { delivery_address: address }), 'payment_mode_missing');
      assert.equal(await refused('emi', { ...onDelivery, payment_mode: 'EMI' }), 'emi_not_offered');
      const two = { ...onDelivery, payment_methods: [{ mode: 'COD' }, { mode: 'CARD' }] };
      const buyer = await server.customer('two-modes');
      await fill(buyer, 1);
      const answer = await buyer('POST', '/v2.0/checkout', two);
      assert.equal(answer.body.error_code, 'payment_methods_unsupported');
      await server.set({ cart: { cod: { from: 2000 } } });
      assert.equal(await refused('low-cod', onDelivery), 'cod_not_available');
      await server.set({ cart: { cod: null } });
      assert.equal(await refused('no-cod', onDelivery), 'cod_not_available');
      await server.set({ cart: { cod: {} } });
    });

    test('of nothing, or of the cart of another, is refused', async () => {
      const buyer = await server.customer('empty');
      const nothing = await buyer('POST', '/v1.0/checkout', onDelivery);
      assert.deepEqual([nothing.status, nothing.body.error_code], [400, 'cart_empty']);
      const other = await server.customer('owner');
      const { cart } = await fill(other, 1);
      const foreign = await buyer('POST', '/v1.0/checkout', { ...onDelivery, id: cart.id });
      assert.deepEqual([foreign.status, foreign.body.error_code], [404, 'cart_not_found']);
    });

    test('refuses for each reason that blocks the cart, by its code', async () => {
      const codes: unknown[] = [];
      const blocked = async (body: Parameters<typeof shop.configure>[0]) => {
        await shop.configure(body);
        codes.push(await refused(`blocked-${codes.length}`, onDelivery));
      };
      await blocked({ order_placing: { enabled: false, message: 'Closed' } });
      await blocked({ order_placing: { enabled: true, message: '' }, min_cart_value: 5000 });
      await blocked({ min_cart_value: 0, max_cart_value: 100 });
      await blocked({
        max_cart_value: 0,
        pan_card: { enabled: true, cod_threshold_amount: 1, online_threshold_amount: 1 },
      });
      await shop.configure({ pan_card: { enabled: false, cod_threshold_amount: 0, online_threshold_amount: 0 } });
      assert.deepEqual(codes, ['order_placing_off', 'min_cart_value', 'max_cart_value', 'pan_required']);
      const far = { ...onDelivery, delivery_address: { ...address, area_code: '799999' } };
      assert.equal(await refused('far', far), 'not_deliverable');
    });

    test('of what was sold meanwhile names it, and leaves the cart as it was', async () => {
      const [first, second] = [await server.customer('quick'), await server.customer('slow')];
      await fill(first, 4);
      await fill(second, 4);
      assert.equal((await first('POST', '/v1.0/checkout', onDelivery)).status, 200);
      const late = await second('POST', '/v1.0/checkout', onDelivery);
      assert.deepEqual([late.status, late.body.error_code], [400, 'out_of_stock']);
      assert.equal(late.body.cart.items?.length, 1);
      const kept = await second('GET', '/v1.0/detail?i=true');
      assert.equal((kept.body['items'] as unknown[]).length, 1);
    });

    test('of a visitor without an account belongs to him alone', async () => {
      const visitor = server.visitor();
      await fill(visitor, 2);
      const { body } = await visitor('POST', '/v1.0/checkout', onDelivery);
      const { owner } = await server.order(String(body['order_id']));
      assert.equal(owner.kind, 'anonymous');
      assert.equal((body.cart as { user_type?: string }).user_type, 'anonymous');
    });

    test('of a cart for one quick purchase leaves the regular cart alone', async () => {
      const buyer = await server.customer('quick-purchase');
      await fill(buyer, 2);
      await fill(buyer, 1, 3, 'M', '&buy_now=true');
      const { body } = await buyer('POST', '/v1.0/checkout?buy_now=true', onDelivery);
      const { document } = await server.order(String(body['order_id']));
      assert.deepEqual(
        document.lines.map(({ itemId, quantity }) => [itemId, quantity]),
        [[1, 3]],
      );
      const regular = await buyer('GET', '/v1.0/detail?i=true');
      assert.equal((regular.body['items'] as unknown[]).length, 1);
    });

    test('uses up adjustments that were made for the cart', async () => {
      const buyer = await server.customer('adjusted');
      const { cart } = await fill(buyer, 1);
      await shop.adjust({ cart_id: String(cart.id), type: 'discount', value: 100, code: 'TILL' });
      const { body } = await buyer('POST', '/v1.0/checkout', onDelivery);
      const { document } = await server.order(String(body['order_id']));
      assert.equal(document.totals.total, 139_950);
      assert.deepEqual(
        document.funding.map(({ payer, amount }) => [payer.category, amount]),
        [['fynd', 10_000]],
      );
      const next = await fill(buyer, 1);
      assert.equal(next.cart.breakup_values?.raw?.total, 1499.5);
    });

    test('by staff, for a customer, says in order and audit who it was', async () => {
      const { cart } = await fill(await server.customer('served'), 1);
      const owner = await signedIn(server.app, shop.node, shop, 'owner');
      const checkOut = (body: object) =>
        owner({
          method: 'POST',
          url: `/service/platform/cart/v1.0/company/${shop.companyId}/application/${shop.applicationId}/checkout`,
          headers: { 'x-staff-reason': 'asked by phone' },
          payload: { ...body, user_id: 'served', id: cart.cart_id },
        });
      const changed = await checkOut({ ...onDelivery, expected_total: 1 });
      assert.notEqual(changed.json<{ cart?: unknown }>().cart, undefined, changed.payload);
      const seen = await shop.node.db.one("select subject from audit where action = 'cart.seen'");
      assert.equal(seen?.['subject'], 'customer/served', 'a refusal that shows the cart');
      const answer = await checkOut(onDelivery);
      assert.equal(answer.statusCode, 200, answer.payload);
      const order = await server.order(answer.json<{ order_id: string }>().order_id);
      assert.deepEqual(order.owner, { kind: 'customer', id: 'served' });
      assert.match(order.progress.events[0]?.by ?? '', /^operator:/);
      const audited = await shop.node.db.one("select actor from audit where action = 'cart.checkout'");
      assert.equal(audited?.['actor'], order.progress.events[0]?.by);
    });

    test('takes a body that cannot be used for what it is', async () => {
      const buyer = await server.customer('nonsense');
      await fill(buyer, 1);
      for (const body of [
        { ...onDelivery, callback_url: 'javascript:alert(1)' },
        { ...onDelivery, callback_url: 'https://shop.example/\r\nx: y' },
        { ...onDelivery, staff: { _id: 'x', note: 'y'.repeat(20_000) } },
        { ...onDelivery, delivery_address: { state: 'MH' } },
        { ...onDelivery, expected_total: -1 },
      ]) {
        const answer = await buyer('POST', '/v1.0/checkout', body);
        assert.deepEqual([answer.status, answer.body.error_code], [400, 'body_invalid']);
      }
    });
  });
});
