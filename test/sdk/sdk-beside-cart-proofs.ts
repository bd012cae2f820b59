/** What the SDK's calls do that stand beside a cart: offers to look at, parcels, and the order that it becomes. */
import assert from 'node:assert/strict';
import type { Json, SdkShopper } from './sdk-shop.ts';
import { type CartAnswer, type Proof, read, totalOf, unitsOf, withShirts } from './sdk-talk.ts';

type Listed<Name extends string> = Readonly<Record<Name, readonly Json[]>>;
const address = { area_code: '400001', name: 'Asha', address: '1 Sea Road', city: 'Mumbai', state: 'Maharashtra' };

const checkOut = async (shopper: SdkShopper, method: string, body: object): Promise<void> => {
  const { success, order_id, cart } = await shopper.call<CartAnswer & Json>(method, { body });
  assert.equal(success, true);
  assert.match(String(order_id), /^CW[0-9A-F]{18}$/);
  assert.equal(unitsOf(cart), 2);
  assert.equal(unitsOf(await read(shopper)), 0);
};

export const besideCartProofs: Readonly<Record<string, Proof>> = {
  getPromotionOffers: async ({ visitor }) => {
    const { available_promotions: found } = await visitor().call<Listed<'available_promotions'>>('getPromotionOffers', {
      slug: 'mug',
      pageSize: 10,
    });
    assert.deepEqual(new Set(found.map(({ promotion_name }) => promotion_name)), new Set(['By card', 'Mugs']));
  },
  getPromotionPaymentOffers: async ({ visitor }) => {
    const shopper = visitor();
    await shopper.call('addItems', { body: { items: [{ item_id: 3, item_size: 'M', quantity: 2 }] } });
    const { promotions } = await shopper.call<Listed<'promotions'>>('getPromotionPaymentOffers');
    assert.deepEqual(
      promotions.map(({ discount, payment_modes }) => [discount, payment_modes]),
      [[20, ['CARD']]],
    );
  },
  getLadderOffers: async ({ visitor }) => {
    const { available_offers: found } = await visitor().call<Listed<'available_offers'>>('getLadderOffers', {
      slug: 'lamp',
    });
    const steps = found[0]?.['offer_prices'] as readonly (Json & { readonly price: Json })[];
    assert.deepEqual(
      steps.map(({ min_quantity, price }) => [min_quantity, price['offer_price']]),
      [[5, 900]],
    );
  },
  getBulkDiscountOffers: async ({ visitor }) => {
    const { data } = await visitor().call<Listed<'data'>>('getBulkDiscountOffers', { slug: 'lamp' });
    const offers = data[0]?.['offers'] as readonly Json[];
    assert.equal(offers.find(({ quantity }) => quantity === 5)?.['total'], 4500);
  },
  getShipments: async ({ visitor }) => {
    const shopper = await withShirts(visitor());
    const cart = await shopper.call<CartAnswer & Listed<'shipments'>>('getShipments', { areaCode: '400001' });
    const { shipments } = cart;
    assert.deepEqual([unitsOf(cart), totalOf(cart)], [2, 200]);
    assert.deepEqual(
      shipments.map(({ fulfillment_id, items }) => [fulfillment_id, (items as readonly Json[]).length]),
      [[1, 1]],
    );
  },
  validateCouponForPayment: async ({ visitor }) => {
    const shopper = await withShirts(visitor());
    await shopper.call('applyCoupon', { body: { coupon_code: 'CARDS' } });
    const validity = async (paymentMode: string) => {
      const answer = await shopper.call('validateCouponForPayment', { paymentMode });
      return (answer['coupon_validity'] as Json)['valid'];
    };
    assert.deepEqual([await validity('CARD'), await validity('COD')], [true, false]);
  },
  checkoutCart: async ({ customer }) => {
    const shopper = await withShirts(await customer('checks-out'));
    await checkOut(shopper, 'checkoutCart', { payment_mode: 'COD', delivery_address: address });
  },
  checkoutCartV2: async ({ customer }) => {
    const shopper = await withShirts(await customer('checks-out-2'));
    const methods = [{ mode: 'COD', amount: 200 }];
    await checkOut(shopper, 'checkoutCartV2', { delivery_address: address, payment_methods: methods });
  },
};
