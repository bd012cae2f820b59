/** Offers beside a cart: which there are, what each does or misses, using one and taking it back. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { CartDetail } from '../../../src/contract/cart/cart-contract.ts';
import type { OfferListItem } from '../../../src/contract/cart/cart-offer-contract.ts';
import { freshKey, type Shopper } from '../cart-server.ts';
import { openOfferShop } from './offer-shop.ts';
import { forEachEngine } from '../../databases.ts';

const detail = '/v1.0/detail?i=true&b=true';

forEachEngine(async (engine) => {
  const { server } = await openOfferShop(engine);
  after(() => server.close());

  const withShirt = async (quantity = 1): Promise<Shopper> => {
    const visitor = server.visitor();
    await visitor('POST', detail, { items: [{ item_id: 1, item_size: 'M', quantity }] });
    return visitor;
  };
  const offersOf = async (shopper: Shopper, query = ''): Promise<Readonly<Record<string, OfferListItem>>> => {
    const { status, body } = await shopper('GET', `/v1.0/offer?${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    const offers = body['available_offers'] as readonly OfferListItem[];
    return Object.fromEntries(offers.map((offer) => [offer.name, offer]));
  };

  describe('the list of offers', () => {
    test('says what each does to the cart, and of the others what is missing', async () => {
      const offers = await offersOf(await withShirt(2));
      const told = Object.fromEntries(
        Object.entries(offers).map(([name, offer]) => [
          name,
          [offer.is_applied, offer.is_applicable, offer.applied_discount_amount, offer.reason],
        ]),
      );
      assert.deepEqual(told, {
        Shirts: [true, true, 10, null],
        TEN: [false, true, 19, null],
        Rich: [false, false, 0, 'condition'],
        Card: [false, false, 0, 'payment'],
        Mug: [false, false, 0, 'condition'],
        'Many lamps': [false, false, 0, 'no_item'],
        MORE: [false, false, 0, told['MORE']?.[3]],
      });
      assert.match(offers['Rich']?.message ?? '', /^Add ₹4,8\d\d\.00 more/);
      assert.deepEqual([offers['Rich']?.max_discount_value, offers['Card']?.is_bank_offer], [300, true]);
      assert.equal(offers['TEN']?.message, 'Coupon applicable: ₹19.00 off');
    });

    test('does not mind what an operation is asked that it does not have', async () => {
      const visitor = await withShirt();
      const strange = 'area_code=4&area_code=0&order_type=a&order_type=b&t1=x&t1=y';
      for (const method of ['POST', 'DELETE'] as const) {
        const url = `/v1.0/offer?${strange}${method === 'DELETE' ? '&offer_code=TEN' : ''}`;
        const { status } = await visitor(method, url, method === 'POST' ? { offer_code: 'TEN' } : undefined);
        assert.equal(status, 200, method);
      }
    });

    test('can be narrowed to a kind, a type, or what has to do with a product', async () => {
      const visitor = await withShirt();
      assert.deepEqual(Object.keys(await offersOf(visitor, 'mode=coupon')).toSorted(), ['MORE', 'TEN']);
      assert.deepEqual(Object.keys(await offersOf(visitor, 'mode=promotion&type=amount')), ['Card']);
      const lamp = await offersOf(visitor, 'product_slug=lamp&mode=promotion');
      assert.deepEqual(Object.keys(lamp).toSorted(), ['Card', 'Many lamps', 'Mug', 'Rich']);
      assert.equal((await visitor('GET', '/v1.0/offer?product_slug=nothing')).status, 404);
    });

    test('of a box counts what it brings along, as the cart does', async () => {
      const children = [{ item_id: 1, size: 'M', quantity: 3, auto_add: true }];
      await server.shop.sell(70, [{ uid: 'box', quantity: 9 }], { slug: 'box', type: 'bundle', children });
      const asked = await offersOf(server.visitor(), 'product_slug=box');
      assert.deepEqual([asked['Shirts']?.is_applied, asked['Shirts']?.applied_discount_amount], [true, 15]);
      const buyer = server.visitor();
      await buyer('POST', detail, { items: [{ item_id: 70, item_size: 'M' }] });
      const inCart = await offersOf(buyer);
      for (const name of ['Shirts', 'Rich', 'TEN']) {
        assert.deepEqual(
          [asked[name]?.message, asked[name]?.applied_discount_amount],
          [inCart[name]?.message, inCart[name]?.applied_discount_amount],
          name,
        );
      }
    });

    test('shows nothing that is meant for others, and changes nothing', async () => {
      const visitor = await withShirt();
      assert.equal((await offersOf(visitor))['Others'], undefined);
      const named = await server.customer('somebody-else');
      await named('POST', detail, { items: [{ item_id: 1, item_size: 'M' }] });
      assert.equal((await offersOf(named))['Others']?.is_applied, true);
      assert.match((await visitor('GET', detail)).headers['etag'] ?? '', /^"1\./);
    });
  });

  describe('an offer with a code', () => {
    test('is used and taken back like a coupon, once under one key', async () => {
      const visitor = await withShirt();
      const { body } = await visitor('GET', detail);
      const id = (body as unknown as CartDetail).id ?? '';
      const key = { 'idempotency-key': freshKey() };
      const applied = await visitor('POST', `/v1.0/offer?id=${id}`, { offer_code: 'ten' }, key);
      assert.deepEqual(
        [applied.status, applied.body['is_applied'], applied.body['applied_discount_amount']],
        [200, true, 9.5],
      );
      const again = await visitor('POST', `/v1.0/offer?id=${id}`, { offer_code: 'ten' }, key);
      assert.deepEqual([again.headers['idempotent-replayed'], again.body['is_applied']], ['true', true]);
      assert.match((await visitor('GET', detail)).headers['etag'] ?? '', /^"2\./);
      const removed = await visitor('DELETE', `/v1.0/offer?id=${id}`);
      assert.deepEqual([removed.body['code'], removed.body['is_applied']], ['ten', false]);
      const none = await visitor('DELETE', `/v1.0/offer?id=${id}`);
      assert.deepEqual([none.status, none.body.message], [200, 'No coupon is applied']);
    });

    test('that lacks something says what; an unknown one is not there', async () => {
      const visitor = await withShirt();
      const waiting = await visitor('POST', '/v1.0/offer', { offer_code: 'MORE' });
      assert.deepEqual([waiting.body['is_applied'], waiting.body['is_applicable']], [false, false]);
      assert.match(waiting.body.message, /^Add ₹/);
      const unknown = await visitor('POST', '/v1.0/offer', { offer_code: 'NOBODY' });
      const { is_applicable, message } = unknown.body as unknown as { is_applicable: boolean; message: string };
      assert.deepEqual([unknown.status, is_applicable, message], [200, false, 'Sorry! Invalid coupon']);
    });

    test('in the list of coupons has its texts, its end and what the cart would cost', async () => {
      const visitor = await withShirt();
      const { body } = await visitor('GET', '/v1.0/coupon?product_slug=shirt');
      const coupons = body['available_coupon_list'] as readonly Record<string, unknown>[];
      const ten = coupons.find(({ coupon_code }) => coupon_code === 'TEN');
      assert.deepEqual(
        [
          ten?.['coupon_amount'],
          ten?.['rule'],
          ten?.['tags'],
          ten?.['offer_text'],
          ten?.['expires_on'],
          ten?.['is_bank_offer'],
        ],
        [9.5, [{ discounted_price: 85.5 }], ['spring'], 'TEN for all', '', false],
      );
      assert.equal(coupons.length, 2);
    });
  });
});
