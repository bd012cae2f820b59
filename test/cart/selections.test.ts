import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { CartDetail } from '../../src/contract/cart/cart-contract.ts';
import { signedIn } from '../applications/test-server.ts';
import { forEachEngine } from '../databases.ts';
import { tenPercent } from '../offers/ten-percent.ts';
import { openCartServer, type Shopper } from './cart-server.ts';

const detail = '/v1.0/detail?i=true&b=true';

forEachEngine(async (engine) => {
  const server = await openCartServer(engine);
  after(() => server.close());
  await server.shop.sell(1, [{ quantity: 100, prices: [{ currency_code: 'INR', marked: 100, effective: 100 }] }]);
  await server.shop.coupon(tenPercent('TEN', 0));
  await server.shop.coupon(tenPercent('MORE', 500));

  const withShirt = async (): Promise<Shopper> => {
    const visitor = server.visitor();
    await visitor('POST', detail, { items: [{ item_id: 1, item_size: 'M' }] });
    return visitor;
  };
  const cartOf = (answer: { readonly body: unknown }): CartDetail => answer.body as CartDetail;

  describe('a coupon', () => {
    test('is applied and removed, and the price comes back exactly', async () => {
      const visitor = await withShirt();
      const plain = cartOf(await visitor('GET', detail)).breakup_values?.raw;
      const applied = cartOf(await visitor('POST', '/v1.0/coupon?i=true&b=true', { coupon_code: 'ten' }));
      assert.deepEqual(
        [applied.coupon?.is_applied, applied.breakup_values?.coupon?.value, applied.breakup_values?.raw?.total],
        [true, 10, (plain?.total ?? 0) - 10],
      );
      const removed = cartOf(await visitor('DELETE', '/v1.0/coupon?b=true'));
      assert.equal(removed.coupon?.coupon_code, '');
      assert.deepEqual(cartOf(await visitor('GET', detail)).breakup_values?.raw, plain);
    });

    test('that lacks its minimum stays and counts later; one that is unknown leaves what was there', async () => {
      const visitor = await withShirt();
      const waiting = cartOf(await visitor('POST', '/v1.0/coupon', { coupon_code: 'MORE' }));
      assert.deepEqual(
        [waiting.coupon?.is_applied, waiting.coupon?.coupon_code, waiting.success],
        [false, 'MORE', false],
      );
      const unknown = await visitor('POST', '/v1.0/coupon', { coupon_code: 'NOBODY' });
      assert.equal(unknown.status, 200);
      assert.deepEqual([cartOf(unknown).coupon?.coupon_code, cartOf(unknown).coupon?.is_valid], ['NOBODY', false]);
      const later = await visitor('POST', detail, { items: [{ item_id: 1, item_size: 'M', quantity: 5 }] });
      assert.deepEqual([later.body.cart.coupon?.coupon_code, later.body.cart.coupon?.is_applied], ['MORE', true]);
    });
  });

  describe('the list of coupons', () => {
    test('says what each would do to the cart now, and changes nothing', async () => {
      const visitor = await withShirt();
      const { body, status } = await visitor('GET', '/v1.0/coupon');
      assert.equal(status, 200);
      const listed = body['available_coupon_list'] as readonly Record<string, unknown>[];
      assert.deepEqual(
        listed
          .map(({ coupon_code, is_applicable, coupon_amount }) => [coupon_code, is_applicable, coupon_amount])
          .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
        [
          ['MORE', false, 0],
          ['TEN', true, 10],
        ],
      );
      assert.match((await visitor('GET', detail)).headers['etag'] ?? '', /^"1\./);
    });

    test('takes empty words of a query as if they were not there', async () => {
      const visitor = await withShirt();
      const all = await visitor('GET', '/v1.0/coupon');
      const empty = await visitor('GET', '/v1.0/coupon?slug=&product_slug=&store_id=&id=&cart_type=&buy_now=');
      assert.deepEqual([empty.status, empty.body], [200, all.body]);
      for (const url of [
        '/v1.0/detail?i=&id=&area_code=&order_type=',
        '/v1.0/shipment?address_id=&id=',
        '/v1.0/basic?id=',
      ]) {
        assert.equal((await visitor('GET', url)).status, 200, url);
      }
      const id = cartOf(await visitor('GET', detail)).id ?? '';
      const other = server.visitor();
      const chosen = await other('POST', `/v1.0/coupon?id=&cart_id=${id}`, { coupon_code: 'TEN' });
      assert.equal(cartOf(chosen).id, id);
    });
  });

  describe('an address', () => {
    test('of the shopper can be chosen and gives the cart its place; another’s cannot', async () => {
      const visitor = await withShirt();
      const saved = await visitor('POST', '/v1.0/address', { area_code: '400001', name: 'Asha', floor: 3 });
      const id = String(saved.body['id']);
      const listed = await visitor('GET', '/v1.0/address');
      assert.deepEqual((listed.body['address'] as readonly object[])[0], {
        area_code: '400001',
        name: 'Asha',
        floor: 3,
        id,
        address_id: id,
      });
      const chosen = cartOf(await visitor('POST', '/v1.0/select-address?i=true', { id }));
      assert.notEqual(chosen.delivery_promise?.timestamp?.min, null);
      const other = await withShirt();
      const refused = await other('POST', '/v1.0/select-address', { id });
      assert.deepEqual([refused.status, refused.body.error_code], [404, 'address_not_found']);
      assert.equal((await other('GET', `/v1.0/address/${id}`)).status, 404);
      const own = String((await other('POST', '/v1.0/address', { area_code: '400001' })).body['id']);
      const billed = await other('POST', '/v1.0/select-address', { id: own, billing_address_id: id });
      assert.deepEqual([billed.status, billed.body.error_code], [404, 'address_not_found']);
      const cart = chosen.id ?? '';
      for (const [method, url, body] of [
        ['POST', '/v1.0/select-address', { id: own, cart_id: cart }],
        ['PUT', '/v1.0/payment', { id: cart, payment_mode: 'COD', address_id: own }],
      ] as const) {
        for (const given of [own, id]) {
          const foreign = await other(method, url, JSON.parse(JSON.stringify(body).replace(own, given)));
          assert.deepEqual([foreign.status, foreign.body.error_code], [404, 'address_not_found'], url);
        }
      }
      assert.equal((await visitor('PUT', `/v1.0/address/${id}`, { area_code: '560001' })).body['is_updated'], true);
      assert.equal((await visitor('DELETE', `/v1.0/address/${id}`)).body['is_deleted'], true);
    });
  });

  describe('a saved card', () => {
    test('prices one answer as if it were chosen, for its customer alone, and stores nothing', async () => {
      const staff = await signedIn(server.app, server.shop.node, server.shop, 'owner');
      const { companyId, applicationId } = server.shop;
      const place = `/service/platform/user/v1.0/company/${companyId}/application/${applicationId}`;
      const saved = await staff({
        method: 'PUT',
        url: `${place}/customers/rich/cards/7`,
        payload: { mode: 'CARD', network: 'visa', iin: '411111' },
      });
      assert.equal(saved.statusCode, 200, saved.payload);
      const modeFor = async (userId: string, query: string): Promise<unknown> => {
        const customer = await server.customer(userId);
        await customer('POST', detail, { items: [{ item_id: 1, item_size: 'M' }] });
        return cartOf(await customer('GET', `${detail}${query}`)).payment_selection_lock?.default_options;
      };
      assert.deepEqual(
        [
          await modeFor('rich', '&assign_card_id=7'),
          await modeFor('rich', ''),
          await modeFor('rich', '&assign_card_id=8'),
          await modeFor('poor', '&assign_card_id=7'),
        ],
        ['CARD', 'COD', 'COD', 'COD'],
      );
    });
  });

  describe('a payment mode, points and store credit', () => {
    test('are kept with the cart and shown in it', async () => {
      const visitor = await withShirt();
      const paid = cartOf(await visitor('PUT', '/v1.0/payment?b=true', { payment_mode: 'COD' }));
      assert.equal(paid.payment_selection_lock?.default_options, 'COD');
      for (const [url, body] of [
        ['/v1.0/redeem', { redeem_points: true }],
        ['/v1.0/redeem/points/', { points: true }],
      ] as const) {
        assert.equal((await visitor('POST', url, body)).status, 200);
      }
      const id = cartOf(await visitor('GET', detail)).id ?? '';
      const row = await server.shop.node.db.one<{ document: string }>('select document from cart where id = ?', [id]);
      const { redeemPoints, payment } = JSON.parse(row?.document ?? '{}') as Record<string, unknown>;
      assert.deepEqual([redeemPoints, (payment as { mode: string }).mode], [true, 'COD']);
    });
  });
});
