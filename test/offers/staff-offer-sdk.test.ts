/** The SDK's calls about offers that staff make for a shopper's cart, with its strict check of answers on. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { rupees } from '../cart/response/carts.ts';
import { lanes, sellers, stores } from '../cart/response/places.ts';
import { anArticle, aProduct } from '../catalog/shop.ts';
import { forEachEngine } from '../databases.ts';
import { openOfferSdk } from './offer-sdk-client.ts';
import { couponBody, type Json, promotionBody } from './offer-server.ts';

const list = (value: unknown): readonly Json[] => value as readonly Json[];

forEachEngine(async (engine) => {
  const sdk = await openOfferSdk(engine, ['company/price_rules/*', 'company/carts/*']);
  after(() => sdk.close());
  await sdk.feed('stores', stores);
  await sdk.feed('lanes', lanes);
  await sdk.feed('sellers', sellers);
  await sdk.feed('products', [aProduct(1)]);
  await sdk.feed('articles', [anArticle(1, { ...rupees(1000, 1000), quantity: 50 })]);
  await sdk.call('createCoupon', { body: couponBody({ restrictions: { payments: { CARD: {} } } }) });
  const promote = (name: string, restrictions: Json): Promise<unknown> => {
    const shown = { display_meta: { name, offer_text: name, description: name } };
    const rules = { buy_rules: { 'rule#1': { all_items: true } }, restrictions };
    return sdk.call('createPromotion', {
      body: promotionBody({ application_id: sdk.applicationId, ...shown, ...rules }),
    });
  };
  await promote('Ten off', {});
  await promote('By UPI', { payments: { UPI: {} } });
  const body = { user_id: 'asha', items: [{ item_id: 1, item_size: 'M', quantity: 2 }] };
  const added = await sdk.call('platformAddItems', { body, i: true, b: true });
  const id = String((added['cart'] as Json)['id']);

  test('coupons of the cart are listed, applied and taken back', async () => {
    const { available_coupon_list: offered } = await sdk.call('getAppCoupons', { id });
    assert.deepEqual(
      list(offered).map(({ coupon_code }) => coupon_code),
      ['TEN'],
    );
    const applied = await sdk.call('applyCoupon', { id, b: true, body: { coupon_code: 'TEN' } });
    assert.equal((applied['coupon'] as Json)['coupon_code'], 'TEN');
    const taken = await sdk.call('removeCoupon', { uid: id });
    assert.equal((taken['coupon'] as Json)['coupon_code'], '');
  });

  test('a coupon is looked at for the way of paying', async () => {
    await sdk.call('applyCoupon', { id, body: { coupon_code: 'TEN' } });
    const validity = async (paymentMode: string) =>
      (await sdk.call('validateCouponForPayment', { id, paymentMode }))['coupon_validity'] as Json;
    assert.equal((await validity('CARD'))['valid'], true);
    assert.equal((await validity('COD'))['valid'], false);
  });

  test('promotions of a product and of a way of paying are listed', async () => {
    const { available_promotions: promotions } = await sdk.call('getPromotionOffers', { slug: 'product-1' });
    assert.ok(list(promotions).some(({ promotion_name }) => promotion_name === 'Ten off'));
    const { promotions: paid } = await sdk.call('getPromotionPaymentOffers', { id });
    assert.deepEqual(
      list(paid).map(({ promotion_name }) => promotion_name),
      ['By UPI'],
    );
  });
});
