/** Examples of requests that make offers, kinds of carts, balances and price adjustments. */
import { exampleIds, type RequestExamples } from './example-ids.ts';

const schedule = { start: '2026-01-01T00:00:00.000Z', end: '2036-01-01T00:00:00.000Z', published: true };
const promotion = {
  mode: 'promotion',
  promo_group: 'product',
  promotion_type: 'percentage',
  display_meta: { name: 'Ten per cent off tees', offer_text: '10 % off' },
  buy_rules: { 'rule#1': { item_id: [10001] } },
  discount_rules: [
    {
      discount_type: 'percentage',
      buy_condition: '( rule#1 )',
      item_criteria: { buy_rules: ['rule#1'] },
      offer: { discount_percentage: 10 },
    },
  ],
  stackable: true,
  apply_priority: 1,
  _schedule: schedule,
};
const coupon = {
  code: 'TEES10',
  type_slug: 'percentage_amount_percentage',
  rule: [{ key: 999, value: 10, max: 500 }],
  rule_definition: { type: 'percentage', applicable_on: 'amount', value_type: 'percentage', calculate_on: 'esp' },
  identifiers: { item_id: [10001] },
  display_meta: { title: '10 % off tees from ₹999' },
  state: { is_public: true, is_display: true },
  _schedule: schedule,
};
const adjustment = {
  cart_id: exampleIds.cart_number,
  type: 'discount',
  value: 50,
  message: 'A scratch on the box',
  is_authenticated: false,
  article_level_distribution: false,
  article_ids: [],
  collection: { collected_by: 'shop', refund_by: 'shop' },
  allowed_refund: true,
};
const kind = { name: 'Wholesale', slug: 'wholesale', article_tags: ['wholesale'], enabled: true, min_cart_value: 5000 };

/** The module of docs/examples/custom-rule/tenth.ts. */
const tenth = [
  'AGFzbQEAAAABDAJgAX8Bf2ACf38BfwMDAgABBQQBAQQQBxgDBm1lbW9yeQIABWlucHV0AAADcnVuAAEKpwECBgBBgIAEC50BBAF+',
  'AX8BfwF+IABBCmohAANAIAAtAABBMGshAyADQQpJBEAgAkIKfiADrXwhAiAAQQFqIQAMAQsLIAJCCoAhAkIBIQUDQCAFQgp+IAJY',
  'BEAgBUIKfiEFDAELC0EQIQQDQCAEQTAgAiAFgEIKgqdqOgAAIARBAWohBCAFQgqAIQUgBUIAUg0ACyAEQf0AOgAAQQQgBEEHazYC',
  'AEEECwsOAQBBCAsIeyJjYXJ0Ijo=',
];

export const offerExamples: RequestExamples = {
  createPromotion: promotion,
  updatePromotion: { ...promotion, apply_priority: 2 },
  updatePromotionPartially: { schedule },
  previewOffers: {
    items: [{ article_id: '10001-M', item_id: 10001, quantity: 2, marked: 999, effective: 799 }],
    promotions: [promotion],
  },
  createSimulation: { of: ['orders'], promotions: [promotion], least_price_percent: 60 },
  createCoupon: coupon,
  updateCoupon: { ...coupon, rule: [{ key: 999, value: 15, max: 500 }] },
  updateCouponPartially: { schedule },
  addPriceAdjustment: adjustment,
  updatePriceAdjustment: { ...adjustment, value: 40 },
  putCustomRule: { name: 'A tenth off', purpose: 'discount', runs: 'module', module: tenth.join('') },
  tryCustomRule: { input: { amount: 12_345, lines: [] } },
  createCartMetaConfig: kind,
  updateCartMetaConfig: { ...kind, min_cart_value: 2500 },
  makeReferralCode: { coupon_id: exampleIds.coupon_id },
  redeemGiftCard: { code: exampleIds.gift_card_code },
  addGiftCard: { value: 500, note: 'Raffle at the opening' },
  adjustCustomerBalance: { kind: 'points', amount: 50, reason: 'Late parcel' },
};
