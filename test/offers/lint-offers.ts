/** Offers with one mistake each, and some without any, for the check of offers to find. */
import { type Json, promotionBody } from './offer-server.ts';

const brand = (id: number, more: Json = {}) => ({ 'rule#1': { item_brand: [id], ...more } });
const rule = (offer: Json, type = 'percentage') => [
  { buy_condition: '( rule#1 )', discount_type: type, item_criteria: { buy_rules: ['rule#1'] }, offer },
];
const amountOff = (discount_amount: number, more: Json = {}): Json => ({
  promotion_type: 'amount',
  discount_rules: rule({ discount_amount, ...more }, 'amount'),
});
const named = (name: string, change: Json = {}): Json =>
  promotionBody({ display_meta: { name, offer_text: name }, ...change });

/** Each about a brand of its own, unless the mistake is in how they meet. */
export const promotions: readonly Json[] = [
  named('Sound', { buy_rules: brand(1) }),
  named('Contradicting', {
    buy_rules: brand(2),
    discount_rules: rule({ discount_percentage: 10 }).map((one) => ({
      ...one,
      item_criteria: { buy_rules: ['rule#1'], item_brand: [99] },
    })),
  }),
  named('First', { buy_rules: brand(3), stackable: false, apply_priority: 9 }),
  named('Behind it', { buy_rules: brand(3), apply_priority: 2 }),
  named('Percent', { buy_rules: brand(4) }),
  named('Flat', {
    buy_rules: brand(4),
    ...amountOff(100),
  }),
  // No cart of one shirt shows it: the second begins at 3,000.
  named('Always', { buy_rules: brand(9), apply_priority: 8 }),
  named('From 3,000', {
    buy_rules: brand(9, { cart_total: { greater_than_equals: 3000 } }),
    apply_priority: 8,
    ...amountOff(100),
  }),
  named('Most', { buy_rules: brand(5), apply_priority: 7, discount_rules: rule({ discount_percentage: 60 }) }),
  named('The rest', {
    buy_rules: brand(5),
    apply_priority: 6,
    ...amountOff(900),
  }),
  named('Capped for nothing', {
    buy_rules: brand(6),
    ...amountOff(50, { max_discount_amount: 80 }),
  }),
  named('Limited for nothing', {
    buy_rules: brand(7),
    discount_rules: rule({ discount_percentage: 10, max_usage_per_transaction: 2 }),
  }),
  named('Deep', { buy_rules: brand(20), discount_rules: rule({ discount_percentage: 50 }) }),
  named('Agreed', {
    promo_group: 'contract',
    promotion_type: 'contract_price',
    buy_rules: brand(21),
    discount_rules: rule({ discount_price: 500 }, 'contract_price'),
  }),
  named('Some', { buy_rules: brand(22), apply_priority: 9, discount_rules: rule({ discount_percentage: 20 }) }),
  named('More', {
    buy_rules: brand(22),
    apply_priority: 3,
    ...amountOff(700),
  }),
];
/** Nothing is wrong with these, and they are looked at like all others. */
export const sound: readonly Json[] = [
  named('Steal', {
    promotion_type: 'steal_deal',
    buy_rules: { 'rule#1': { all_items: true, cart_total: { greater_than_equals: 2999 } } },
    discount_rules: [
      {
        buy_condition: '( rule#1 )',
        discount_type: 'steal_deal',
        item_criteria: { item_brand: [40] },
        offer: { discount_price: 299, max_offer_quantity: 1 },
      },
    ],
  }),
  named('Sent by ship', {
    promo_group: 'cart',
    promotion_type: 'shipping_price',
    buy_rules: brand(41),
    discount_rules: rule({ discount_percentage: 100 }, 'shipping_price'),
    restrictions: { shipping_methods: ['ship'] },
  }),
];
/** By adjustments of a cart, which a previewed one does not have. */
export const external = named('By another program', {
  promotion_type: 'external_price_adjustment_discount',
  buy_rules: brand(42),
  discount_rules: rule({}, 'external_price_adjustment_discount'),
});
