/** Answers beside a cart keep to their schemas, which are closed, and every field of them is really answered. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import * as offers from '../../../src/contract/cart/cart-offer-contract.ts';
import * as payments from '../../../src/contract/cart/cart-payment-contract.ts';
import * as questions from '../../../src/contract/cart/cart-question-contract.ts';
import { CartDetail } from '../../../src/contract/cart/cart-contract.ts';
import { CouponList } from '../../../src/contract/cart/cart-selection-contract.ts';
import { schemaWithoutNulls } from '../../../src/http/without-nulls.ts';
import { signedIn } from '../../applications/test-server.ts';
import { openOfferShop } from './offer-shop.ts';
import { valueRecorder } from '../response/value-recorder.ts';
import { compileSchemas } from '../../conformance/compile-schema.ts';
import type { SchemaJson } from '../../conformance/schema-walk.ts';
import { forEachEngine } from '../../databases.ts';
import * as shipments from '../../../src/contract/cart/cart-shipment-contract.ts';
import * as staffLists from '../../../src/contract/cart/cart-staff-contract.ts';

/** For staff what has no value is left out. */
const forStaff = {
  'cart-list': staffLists.CartsListed,
  'abandoned/carts': staffLists.AbandonedCarts,
  'cart/validate': questions.GoodsPriced,
  'cart/serviceability': questions.GoodsServed,
  'available-delivery-mode': questions.DeliveryModes,
  'store-address': questions.StoreAddresses,
} as unknown as Readonly<Record<string, SchemaJson>>;
const schemas = {
  'GET v1.0/coupon': CouponList,
  'GET v1.0/offer': offers.OfferList,
  'GET v1.0/eligible-offer-products': offers.EligibleProducts,
  'GET v1.0/available-promotions': offers.PromotionOffers,
  'GET v1.0/available-payment-offers': offers.PaymentOffers,
  'GET v1.0/available-ladder-prices': offers.LadderOffers,
  'GET v1.0/bulk-price': offers.BulkPrices,
  'GET v1.0/payment/validate': payments.PaymentCouponValidate,
  'GET v1.0/payment/options': payments.PaymentOptions,
  'GET v1.0/shipment': shipments.CartShipments,
  ...Object.fromEntries(Object.entries(forStaff).map(([name, schema]) => [name, schemaWithoutNulls('Staff')(schema)])),
} as unknown as Readonly<Record<string, SchemaJson>>;

/** Objects of the cart itself have their own test. */
const ofTheCart = new Set(
  valueRecorder(CartDetail)
    .paths()
    .map((path) => path.slice(0, path.indexOf('.'))),
);

forEachEngine(async (engine) => {
  const recorders = Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, valueRecorder(schema)]));
  const problems: string[] = [];
  const shop = await openOfferShop(engine);
  const { server, ids } = shop;
  const { companyId, applicationId, node } = server.shop;
  const compiled = await compileSchemas(schemas);
  const note = (name: string, answer: unknown): void => {
    recorders[name]?.record(answer);
    for (const problem of compiled[name]?.problemsOf(answer) ?? []) problems.push(`${name}: ${problem}`);
  };
  const bank = { code: 'HDFC', name: 'HDFC Bank' };
  const terms = { tenure_months: 6, interest_bp: 1200, fee: { flat: 10 } };
  await server.set({
    cart: { emi_plans: [{ id: 'six', emi_type: 'standard', instrument_type: 'cardless', bank, ...terms }] },
  });
  await server.shop.coupon({
    code: 'SOON',
    display_meta: { title: 'Soon' },
    medias: [{ alt: 'a', url: 'https://x.example/a.png', type: 'image', key: 'k' }],
    rule_definition: { type: 'percentage', value_type: 'percentage', applicable_on: 'amount', calculate_on: 'esp' },
    rule: [{ key: 1, min: 0, value: 10, max: 500 }],
    _schedule: { published: true, start: '2020-01-01T00:00:00Z', end: '2099-01-01T00:00:00Z' },
  });
  await server.shop.promotion({
    promotion_type: 'amount',
    display_meta: { name: 'Wallet' },
    discount_rules: [
      { buy_condition: '( rule#1 )', item_criteria: { buy_rules: ['rule#1'] }, offer: { discount_amount: 5 } },
    ].map((rule) => ({ ...rule, discount_type: 'amount' })),
    restrictions: { payments: { WALLET: {} } },
  });
  await server.shop.sell(7, [
    {
      uid: 'measured',
      quantity: 5,
      meta: { weight: { shipping: 1, unit: 'kg' }, dimension: { length: 10, width: 10, height: 10 } },
    },
  ]);
  const ask = async (shopper: typeof server.call, path: string, query = ''): Promise<void> => {
    const { status, body } = await shopper('GET', `/${path}?${query}`);
    assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`);
    note(`GET ${path}`, body);
  };
  const customer = await server.customer('rich');
  const items = [1, 2].map((item_id) => ({ item_id, item_size: 'M' }));
  const measured = { item_id: 7, item_size: 'M', journey: 'rush' };
  await customer('POST', '/v1.0/detail', { items: [...items, measured] });
  for (const shopper of [customer, server.visitor()]) {
    await ask(shopper, 'v1.0/offer');
    await ask(shopper, 'v1.0/coupon');
    await ask(shopper, 'v1.0/payment/options');
    await ask(shopper, 'v1.0/payment/validate', 'payment_mode=COD');
    await ask(shopper, 'v1.0/shipment', 'i=true&area_code=400001');
    await ask(shopper, 'v1.0/shipment', 'i=true&area_code=999999');
  }
  await customer('POST', '/v1.0/coupon', { coupon_code: 'TEN' });
  await ask(customer, 'v1.0/payment/validate', 'payment_mode=COD');
  await ask(customer, 'v1.0/available-promotions');
  await ask(customer, 'v1.0/available-payment-offers');
  await ask(customer, 'v1.0/available-ladder-prices', 'slug=lamp');
  await ask(customer, 'v1.0/bulk-price', 'slug=lamp');
  await ask(customer, 'v1.0/eligible-offer-products', `offer_id=${ids.shirts}`);
  await customer('PUT', '/v1.0/meta', { gstin: '27AAPFU0939F1ZV', pick_up_customer_details: { name: 'Asha' } });

  const staff = await signedIn(server.app, node, server.shop, 'owner');
  const path = `/service/platform/cart/v1.0/company/${companyId}/application/${applicationId}`;
  node.clock.at += 2 * 3_600_000;
  const asStaff = async (tail: string, payload?: object): Promise<void> => {
    const answer = await staff({
      url: `${path}/${tail}`,
      ...(payload === undefined ? {} : { method: 'POST', payload }),
    });
    assert.equal(answer.statusCode, 200, `${tail}: ${answer.payload}`);
    note(tail.split('?')[0] ?? '', answer.json());
  };
  const cart_items = [{ product_id: '1', size: 'M', quantity: 2 }];
  await asStaff('cart-list?page_size=1');
  await asStaff('abandoned/carts');
  await asStaff('cart/validate', { cart_items });
  await asStaff('cart/validate', { cart_items: [{ product_id: '999', size: 'M' }] });
  await asStaff('cart/serviceability', { cart_items, shipping_address: { area_code: '400001' } });
  await asStaff('available-delivery-mode?user_id=rich&area_code=400001');
  await asStaff('store-address?store_uid=1');
  after(() => shop.server.close());

  describe('answers beside a cart', () => {
    test('have no field that their schema does not know', () => {
      assert.deepEqual(problems, []);
    });

    test('have every field that their schema knows', () => {
      const missing = Object.values(recorders)
        .flatMap((recorder) => recorder.missing())
        .filter((path) => !ofTheCart.has(path.slice(0, path.indexOf('.')).replace(/^Staff/, '')))
        .filter(
          (path) =>
            !['CartShipmentsResponse.', 'Page.next_id', 'StaffPage.next', 'StaffAbandonedCart.payment_mode'].some(
              (known) => path.startsWith(known),
            ),
        );
      assert.deepEqual([...new Set(missing)], []);
    });

    test('tell the truth about goods in no cart and about places', async () => {
      const { server } = shop;
      const staff = await signedIn(server.app, server.shop.node, server.shop, 'owner');
      const { companyId, applicationId } = server.shop;
      const path = `/service/platform/cart/v1.0/company/${companyId}/application/${applicationId}`;
      const body = (area_code: string) => ({
        cart_items: [{ product_id: '1', size: 'M', quantity: 2 }],
        shipping_address: { area_code },
      });
      const served = async (area: string) =>
        (await staff({ method: 'POST', url: `${path}/cart/serviceability`, payload: body(area) })).json<{
          is_valid: boolean;
          breakup_values: { raw: { total: number } };
        }>();
      const near = await served('400001');
      assert.deepEqual([near.is_valid, near.breakup_values.raw.total], [true, 190]);
      assert.equal((await served('999999')).is_valid, false);
      const unknown = await staff({ url: `${path}/store-address?store_uid=77` });
      assert.deepEqual(
        [unknown.statusCode, unknown.json<{ error_code: string }>().error_code],
        [404, 'store_not_found'],
      );
      const modes = await staff({ url: `${path}/available-delivery-mode?user_id=rich&area_code=400001` });
      assert.deepEqual(modes.json(), { available_modes: ['HomeDelivery'], pickup_stores: [1] });
    });
  });
});
