/**
 * The published SDK, unmodified, as a merchant's program with its strict check of answers on: an answer that its models do not
 * allow fails the call. Every call of its cart that the service has is made here or in the tests of offers.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, test } from 'node:test';
import { rupees } from '../cart/response/carts.ts';
import { home as address } from './sdk-home.ts';
import { areas, lanes, sellers, stores } from '../cart/response/places.ts';
import { anArticle, aProduct } from '../catalog/shop.ts';
import { forEachEngine } from '../databases.ts';
import { type Answered, openOfferSdk } from '../offers/offer-sdk-client.ts';
import { couponBody, type Json, promotionBody } from '../offers/offer-server.ts';

/** Calls of the SDK for which there is no route. */
const notServed = new Set(['checkoutCart', 'overrideCart', 'updateShipments']);

test('every call of the SDK’s platform cart that is served is made with its strict check on', () => {
  const require = createRequire(import.meta.url);
  const { prototype } = require('@gofynd/fdk-client-javascript/sdk/platform/Cart/CartPlatformApplicationClient') as {
    readonly prototype: object;
  };
  const files = ['./staff-sdk.test.ts', '../offers/offer-sdk.test.ts', '../offers/staff-offer-sdk.test.ts'];
  const sources = files.map((name) => readFileSync(new URL(name, import.meta.url), 'utf8'));
  const calls = Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor' && !notServed.has(name));
  assert.ok(calls.length > 55);
  assert.deepEqual(
    calls.filter((name) => !sources.some((source) => source.includes(`'${name}'`))),
    [],
  );
});

forEachEngine(async (engine) => {
  const sdk = await openOfferSdk(engine, ['company/*']);
  after(() => sdk.close());
  await sdk.feed('stores', stores);
  await sdk.feed('areas', areas);
  await sdk.feed('lanes', lanes);
  await sdk.feed('sellers', sellers);
  await sdk.feed('products', [
    aProduct(1),
    aProduct(2, { tags: [], attributes: {}, category_hierarchy: [] }),
    aProduct(3),
  ]);
  await sdk.feed('articles', [
    anArticle(1, { ...rupees(1000, 900), quantity: 500 }),
    anArticle(2, { ...rupees(100, 100), quantity: 500 }),
    anArticle(3, { ...rupees(50, 50), quantity: 500, store_id: 2 }),
  ]);
  await sdk.call('createCoupon', { body: couponBody({ code: 'TEN' }) });
  const promote = (more: Json): Promise<Answered> =>
    sdk.call('createPromotion', { body: promotionBody({ application_id: sdk.applicationId, ...more }) });
  await promote({ buy_rules: { 'rule#1': { all_items: true } } });
  await promote({
    promotion_type: 'free_gift_items',
    buy_rules: { 'rule#1': { item_id: [1] } },
    discount_rules: [
      {
        buy_condition: '( rule#1 )',
        discount_type: 'free_gift_items',
        item_criteria: { item_id: [3] },
        offer: { max_offer_quantity: 1 },
      },
    ],
  });

  const call = (name: string, given: object = {}): Promise<Answered> => sdk.call(name, given);
  const whole = { i: true, b: true };
  const filled = async (user: string): Promise<string> => {
    const items = [
      { item_id: 1, item_size: 'M', quantity: 2 },
      { item_id: 2, item_size: 'M', quantity: 1 },
    ];
    const { cart } = await call('platformAddItems', { body: { user_id: user, items }, ...whole });
    return String((cart as Json)['id']);
  };

  test('a cart is filled, read, changed and emptied', async () => {
    const id = await filled('asha');
    const cart = await call('getCart', { id, ...whole });
    assert.equal(cart.items.length, 3);
    const first = { item_id: 1, item_size: 'M', item_index: 0, identifiers: cart.items[0]?.['identifiers'] };
    assert.ok(!JSON.stringify(cart).includes(':null'));
    await call('getCart', { userId: 'nobody-yet', ...whole });
    await call('platformUpdateCart', {
      id,
      body: { operation: 'update_item', items: [{ ...first, quantity: 3 }] },
      ...whole,
    });
    await call('addItems', { cartId: id, b: true, body: { items: [{ item_id: 2, item_size: 'M', quantity: 1 }] } });
    await call('updateCart', {
      cartId: id,
      b: true,
      body: { operation: 'update_item', items: [{ ...first, quantity: 1 }] },
    });
    await call('getItemCount', { id });
    await call('getAbandonedCartDetails', { id, ...whole });
    await call('getAbandonedCart', { pageNo: 1, pageSize: 10 });
    await call('getCartList');
    await call('updateCartMeta', { id, body: { comment: 'Ring twice' } });
    await call('deleteCart', { id, body: { cart_id_list: [id] } });
  });

  test('a coupon, an address and a way of paying are chosen, and the cart is ordered', async () => {
    const id = await filled('bela');
    await call('getAppCoupons', { id });
    await call('applyCoupon', { id, body: { coupon_code: 'TEN' }, ...whole });
    await call('applyCoupon', { id, body: { coupon_code: 'NONE' }, ...whole });
    await call('removeCoupon', { uid: id });
    await call('validateCouponForPayment', { id, paymentMode: 'COD' });
    const saved = await call('addAddress', { body: { ...address, user_id: 'bela' } });
    const addressId = saved.id;
    await call('getAddresses', { cartId: id, userId: 'bela' });
    await call('getAddressById', { id: addressId, userId: 'bela' });
    await call('updateAddress', { id: addressId, body: { ...address, user_id: 'bela', landmark: 'The lighthouse' } });
    await call('selectAddress', { cartId: id, body: { id: addressId, cart_id: id, user_id: 'bela' }, ...whole });
    await call('selectPaymentMode', { id, body: { id, payment_mode: 'COD' } });
    await call('selectPaymentModeV2', { id, body: { id, payment_mode: 'COD' } });
    await call('getAvailableDeliveryModes', { areaCode: '400001', id });
    const { shipments } = await call('getShipments', { id, i: true, areaCode: '400001' });
    assert.equal((shipments as readonly Json[]).length, 2);
    await call('getShipments', { id, i: true, areaCode: '999999' });
    await call('platformCheckoutCart', {
      id,
      body: { id, payment_mode: 'COD', order_type: 'HomeDelivery', address_id: addressId, user_id: 'bela' },
    });
    const second = await filled('bela');
    const methods = [{ mode: 'COD', name: 'COD', payment: 'required', payment_meta: {} }];
    const body = {
      id: second,
      cart_id: second,
      payment_mode: 'COD',
      order_type: 'HomeDelivery',
      payment_methods: methods,
      address_id: addressId,
      user_id: 'bela',
    };
    await call('platformCheckoutCartV2', { id: second, body });
    await call('removeAddress', { id: addressId, userId: 'bela' });
  });

  test('a cart is shared, and goods that are in none are asked about', async () => {
    const id = await filled('chand');
    const items = [{ item_id: 2, item_size: 'M', quantity: 1 }];
    const { cart } = await call('platformAddItems', { body: { items }, ...whole });
    await call('updateCartUser', { id: String((cart as Json)['id']), body: { user_id: 'chand' } });
    const { token } = await call('getCartShareLink', { body: { id } });
    await call('getCartSharedItems', { token });
    const other = await filled('dev');
    await call('updateCartWithSharedItems', { token, action: 'merge', cartId: other });
    const cart_items = [{ product_id: '1', size: 'M', quantity: 1 }];
    await call('fetchAndvalidateCartItems', { body: { cart_items } });
    await call('checkCartServiceability', { body: { cart_items, shipping_address: { area_code: '400001' } } });
    await call('getStoreAddressByUid', { storeUid: 1 });
  });
});
