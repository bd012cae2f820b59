/** The published SDK, unmodified, with its strict check of answers on: it writes and reads everything a merchant manages here. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { promotionTypes } from '../../src/contract/offers/offer-promotion-contract.ts';
import { forEachEngine } from '../databases.ts';
import { offerCalls, type OfferSdk, openOfferSdk } from './offer-sdk-client.ts';
import { couponBody, type Json, promotionBody } from './offer-server.ts';

test('every call of the SDK about offers is made here or for a cart of staff', () => {
  const sources = ['offer-sdk.test.ts', 'staff-offer-sdk.test.ts'].map((name) =>
    readFileSync(new URL(name, import.meta.url), 'utf8'),
  );
  const calls = offerCalls();
  assert.ok(calls.length > 20);
  assert.deepEqual(
    calls.filter((name) => !sources.some((source) => source.includes(`'${name}'`))),
    [],
  );
});

forEachEngine(async (engine) => {
  const sdk = await openOfferSdk(engine, ['company/price_rules/*', 'company/settings/*']);
  after(() => sdk.close());
  await sdk.feed('areas', [{ area: '31*', country: 'IN', time_zone: 'Asia/Kolkata', zones: [31] }]);
  const call: OfferSdk['call'] = (name, given) => sdk.call(name, given);

  test('promotions', async () => {
    const body = promotionBody({
      application_id: sdk.applicationId,
      promotion_type: 'bogo',
      buy_rules: { 'rule#1': { item_brand: [4], cart_quantity: { greater_than_equals: 5 } } },
      discount_rules: [
        {
          buy_condition: '( rule#1 )',
          discount_type: 'bogo',
          item_criteria: { item_brand: [4], available_zones: ['31'] },
          offer: { max_offer_quantity: 2 },
        },
      ],
      restrictions: {
        platforms: ['web'],
        anonymous_users: true,
        uses: { maximum: { user: 0, total: 100 }, remaining: { user: 0, total: 100 } },
        payments: {},
        order_quantity: 0,
      },
      apply_exclusive: null,
      visiblility: { pdp: true, coupon_list: false },
    });
    await call('createPromotion', { body });
    const { items, page } = await call('getPromotions', { pageNo: 1, pageSize: 10, q: 'ten', isActive: true });
    assert.deepEqual([items.length, (page as Json)['type']], [1, 'number']);
    const id = items[0]?.['_id'] ?? '';
    const read = await call('getPromotionById', { id });
    for (const name of ['buy_rules', 'discount_rules', 'restrictions', 'visiblility', 'apply_exclusive']) {
      assert.deepEqual(read[name], body[name], name);
    }
    const changed = await call('updatePromotion', { id, body: { ...read, apply_priority: 9 } });
    assert.equal(changed['apply_priority'], 9);
    assert.equal((await call('updatePromotionPartially', { id, body: { archive: true } }))['success'], true);
    assert.equal((await call('getPromotions', { isActive: true })).items.length, 0);
    assert.equal((await call('getPromotionCodeExists', { code: 'NOBODY' }))['exists'], false);
    assert.equal((await call('deletePromotion', { id }))['success'], true);
    await assert.rejects(call('getPromotionById', { id }), (error: { code: number }) => error.code === 404);
  });

  test('coupons', async () => {
    const body = couponBody({
      code: 'PERCENT50',
      rule: [{ key: 1, value: 50, min: 3000, max: 1500 }],
      rule_definition: {
        type: 'percentage',
        applicable_on: 'quantity',
        value_type: 'percentage',
        calculate_on: 'esp',
        scope: ['category_id'],
        auto_apply: false,
        is_exact: true,
        currency_code: 'INR',
      },
      identifiers: { category_id: [192], company_id: [1] },
      restrictions: {
        price_range: { min: -1, max: -1 },
        uses: { maximum: { app: -1, user: 1, total: 10 }, remaining: { app: -1, user: 1, total: 10 } },
        bulk_bundle: { multi_store_allowed: true },
        coupon_allowed: true,
      },
      validation: { anonymous: true, app_id: [sdk.applicationId], user_registered_after: null },
      validity: { priority: 0 },
      action: { action_date: null, txn_mode: 'cash' },
    });
    const { _id: id, success } = await call('createCoupon', { body });
    assert.equal(success, true);
    assert.equal((await call('getCouponCodeExists', { code: 'percent50' }))['exists'], true);
    const read = await call('getCouponById', { id });
    for (const name of [
      'code',
      'type_slug',
      'rule',
      'rule_definition',
      'identifiers',
      'restrictions',
      'validation',
      'action',
    ]) {
      assert.deepEqual(read[name], body[name], name);
    }
    assert.equal((await call('updateCoupon', { id, body: { ...read, tags: ['sale'] } }))['_id'], id);
    const { items } = await call('getCoupons', { code: 'PERCENT50', isArchived: false, status: 'live' });
    assert.deepEqual(
      items.map(({ tags }) => tags),
      [['sale']],
    );
    assert.equal((await call('updateCouponPartially', { id, body: { archive: true } }))['success'], true);
    assert.equal((await call('getCoupons', { isArchived: true })).items.length, 1);
    const { value_types: values } = await call('getCouponOptionValues');
    assert.equal((values as Json)['flat_price'], 'flat price');
    assert.equal((await call('deleteCoupon', { id }))['success'], true);
  });

  test('the forms that offers can have', async () => {
    const { items } = await call('getPromosCouponConfig');
    assert.deepEqual(
      promotionTypes.filter((type) => !items.some(({ entity_slug }) => entity_slug === type)),
      [],
    );
    const shown = await call('getPromosCouponConfig', { entityType: 'coupon', isHidden: false });
    assert.ok(shown.items.length > 5 && shown.items.length < items.length);
    assert.ok(shown.items.every(({ entity_type, is_hidden }) => entity_type === 'coupon' && is_hidden === false));
    const [first] = shown.items;
    for (const name of ['title', 'subtitle', 'example', 'description', 'type'])
      assert.match(String(first?.[name]), /\w/);
  });

  test('a coupon of every form that is told can be made', async () => {
    const { items } = await call('getPromosCouponConfig', { entityType: 'coupon' });
    for (const [at, { entity_slug, type }] of items.entries()) {
      const rule = [{ key: 3, value: 10, discount_qty: 1 }];
      const made = couponBody({ code: `FORM-${at}`, type_slug: entity_slug, rule, rule_definition: { type } });
      assert.equal((await call('createCoupon', { body: made }))['success'], true, String(entity_slug));
    }
  });

  test('cart configuration', async () => {
    const body = {
      min_cart_value: 100,
      max_cart_value: 100000,
      bulk_coupons: false,
      max_cart_items: 50,
      gift_display_text: 'Wrap it',
      gift_pricing: 30,
      revenue_engine_coupon: false,
      enabled: true,
      delivery_charges: {
        enabled: true,
        charges: [
          { threshold: -1, charges: 50 },
          { threshold: 500, charges: 0 },
        ],
      },
    };
    const created = await call('createCartMetaConfig', { body });
    for (const [name, value] of Object.entries(body)) assert.deepEqual(created[name], value, name);
    const changed = await call('updateCartMetaConfig', { cartMetaId: created.id, body: { gift_pricing: 45 } });
    assert.deepEqual([changed['gift_pricing'], changed['max_cart_items']], [45, 50]);
    const read = await call('fetchCartMetaConfig');
    assert.equal(read['gift_pricing'], 45);
  });

  test('price adjustments', async () => {
    const body = {
      cart_id: '65a000000000000000000001',
      type: 'discount',
      value: 100,
      message: 'For the delay',
      is_authenticated: true,
      article_level_distribution: true,
      allowed_refund: true,
      auto_remove: true,
      article_ids: [{ article_id: 'a1', value: 100, code: 'abs120', quantity: 2, meta: {} }],
      collection: { collected_by: 'FYND', refund_by: 'FYND' },
      restrictions: { post_order: { cancellation_allowed: false, return_allowed: false } },
      meta: {},
    };
    const added = await call('addPriceAdjustment', { body });
    const id = added.data[0]?.id ?? '';
    assert.deepEqual(added.data, [{ ...body, id }]);
    const changed = await call('updatePriceAdjustment', { id, body: { ...body, value: 40 } });
    assert.equal(changed.data[0]?.['value'], 40);
    assert.equal((await call('getPriceAdjustments', { cartId: body.cart_id })).data.length, 1);
    assert.equal((await call('removePriceAdjustment', { id }))['success'], true);
    assert.equal((await call('getPriceAdjustments', { cartId: body.cart_id })).data.length, 0);
  });

  test('a refusal reaches the SDK with its sentences', async () => {
    const body = promotionBody({ application_id: sdk.applicationId, currency: 'XYZ' });
    await assert.rejects(
      call('createPromotion', { body }),
      (error: { code: number; details?: unknown }) => error.code === 422,
    );
  });
});
