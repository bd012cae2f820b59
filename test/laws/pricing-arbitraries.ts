/** Random carts, offers and policies over a small world, so that offers and lines meet often. */
import * as fc from 'fast-check';
import { shippingArb } from '../oracle/arb-shipping.ts';
import { rarely } from '../oracle/arb-world.ts';
import { weightsOf } from '../oracle/engine.ts';
import { compileOffer, isRefused } from '../../src/pricing/compile/compile-offers.ts';
import type { Definition } from '../../src/pricing/compile/offer-types.ts';
import type { PricingPolicy } from '../../src/pricing/pricing-policy.ts';
import type { Article, PriceAdjustment, PriceInput } from '../../src/pricing/pricing-types.ts';
import { boughtArb, worldArb } from './pricing-world.ts';
import { cartOf, context } from '../pricing/carts.ts';
import { compileOffers, defaultPolicy } from '../pricing/price-inputs.ts';

const rupees = fc.integer({ min: 0, max: 500_000 }).map((paise) => paise / 100);

const criteriaArb: fc.Arbitrary<Definition> = fc.oneof(
  fc.constant({ all_items: true }),
  fc.record({ item_brand: fc.subarray([1, 2, 3], { minLength: 1 }) }),
  fc.record({ item_category: fc.subarray([100, 101, 102], { minLength: 1 }), item_exclude_brand: fc.subarray([1, 2]) }),
  fc.record({ product_tags: fc.subarray(['x', 'y'], { minLength: 1 }) }),
  fc.record({ item_id: fc.subarray([97, 98, 99, 100], { minLength: 1 }) }),
  fc.record({ item_store: fc.subarray([1, 2], { minLength: 1 }), item_exclude_id: fc.subarray([97, 98]) }),
);

const comparisonArb = fc.constantFrom('equals', 'greater_than', 'greater_than_equals', 'less_than', 'less_than_equals');
const conditionArb: fc.Arbitrary<Definition> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  { weight: 2, arbitrary: rupees.map((value) => ({ cart_total: { greater_than_equals: value } })) },
  {
    weight: 2,
    arbitrary: fc.integer({ min: 1, max: 8 }).map((value) => ({ cart_quantity: { greater_than_equals: value } })),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(comparisonArb, fc.integer({ min: 1, max: 8 })).map(([comparison, value]) => ({
      cart_quantity: { [comparison]: value },
    })),
  },
  {
    weight: 1,
    arbitrary: fc
      .integer({ min: 1, max: 4 })
      .map((value) => ({ cart_unique_item_quantity: { greater_than_equals: value } })),
  },
);
const ruleArb = fc
  .tuple(criteriaArb, conditionArb)
  .map(([criteria, condition]): Definition => ({ ...criteria, ...condition }));

const percentArb = fc.integer({ min: 1, max: 10_000 }).map((points) => points / 100);
const capArb = fc.option(rupees, { nil: undefined });
const unitsArb = fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined });

const kindArb: fc.Arbitrary<{ readonly type: string; readonly offer: Definition }> = fc.oneof(
  fc.record({
    type: fc.constantFrom('percentage', 'bundle_price_percentage', 'bundle_amount_percentage'),
    offer: fc.record({ discount_percentage: percentArb, max_discount_amount: capArb, max_offer_quantity: unitsArb }),
  }),
  fc.record({
    type: fc.constantFrom('amount', 'bundle_price_amount'),
    offer: fc.record({ discount_amount: rupees.map((value) => value + 1), apportion_discount: fc.boolean() }),
  }),
  fc.record({
    type: fc.constant('fixed_price'),
    offer: fc.record({
      discount_price: rupees,
      min_offer_quantity: fc.integer({ min: 1, max: 4 }),
      max_usage_per_transaction: unitsArb,
      max_discount_amount: capArb,
    }),
  }),
  fc.record({
    type: fc.constant('bogo'),
    offer: fc.record({
      max_offer_quantity: fc.integer({ min: 1, max: 3 }),
      discount_percentage: percentArb,
      max_usage_per_transaction: unitsArb,
    }),
  }),
  fc.record({
    type: fc.constant('item_based_discount'),
    offer: fc.record({ discount_amount: rupees.map((value) => value + 1), item_sequence_number: unitsArb }),
  }),
  fc.record({
    type: fc.constant('item_based_discount'),
    offer: fc.record({ discount_price: rupees, max_offer_quantity: unitsArb, max_discount_amount: capArb }),
  }),
  fc.record({ type: fc.constant('shipping_price'), offer: fc.record({ discount_percentage: percentArb }) }),
  fc.record({
    type: fc.constant('cashback'),
    offer: fc.record({ discount_percentage: percentArb, max_discount_amount: capArb }),
  }),
  fc.record({ type: fc.constant('free_gift_items'), offer: fc.record({ max_offer_quantity: unitsArb }) }),
  fc.record({
    type: fc.constantFrom('contract_price', 'ladder_price'),
    offer: fc.record({ discount_percentage: percentArb, min_offer_quantity: unitsArb }),
  }),
);

type OfferShape = { readonly marks: boolean; readonly onMarked: boolean };

const promotionArb = (id: string, shape: OfferShape = { marks: true, onMarked: true }): fc.Arbitrary<Definition> =>
  fc
    .record({
      kind: kindArb,
      rule: ruleArb,
      criteria: criteriaArb,
      group: fc.constantFrom('product', 'cart', 'limited_timer'),
      priority: fc.integer({ min: 0, max: 3 }),
      stackable: shape.marks ? fc.boolean() : fc.constant(true),
      exclusive: shape.marks
        ? fc.oneof(
            { weight: 6, arbitrary: fc.constant(null) },
            { weight: 1, arbitrary: fc.constantFrom('article', 'cart') },
          )
        : fc.constant(null),
      onMarked: shape.onMarked ? fc.integer({ min: 0, max: 6 }).map((roll) => roll === 0) : fc.constant(false),
    })
    .map(({ kind, rule, criteria, group, priority, stackable, exclusive, onMarked }) => ({
      _id: id,
      promotion_type: kind.type,
      promo_group: group,
      apply_priority: priority,
      stackable,
      apply_exclusive: exclusive,
      ...(onMarked ? { calculate_on: 'mrp' } : {}),
      buy_rules: { 'rule#1': rule },
      discount_rules: [
        {
          discount_type: kind.type,
          buy_condition: '( rule#1 )',
          offer: kind.offer,
          item_criteria: kind.type === 'free_gift_items' ? { item_id: [104] } : criteria,
        },
      ],
    }));

const promotionsArb = (most: number, shape?: OfferShape): fc.Arbitrary<readonly Definition[]> =>
  fc
    .integer({ min: 0, max: most })
    .chain((count) => fc.tuple(...Array.from({ length: count }, (_, at) => promotionArb(`offer-${at}`, shape))));

const couponArb = fc.option(
  fc
    .record({
      value: fc.integer({ min: 1, max: 100 }),
      percent: fc.boolean(),
      min: rupees,
      max: fc.option(rupees, { nil: 0 }),
      applyAll: fc.boolean(),
    })
    .map(({ value, percent, min, max, applyAll }) => {
      const compiled = compileOffer(
        {
          _id: 'coupon',
          code: 'CODE',
          apply_all_discount: applyAll,
          rule: [{ key: 1, value, min, max }],
          rule_definition: {
            type: percent ? 'percentage' : 'absolute',
            value_type: percent ? 'percentage' : 'absolute',
            applicable_on: 'quantity',
          },
        },
        context,
      );
      return isRefused(compiled) ? null : compiled;
    }),
);

const adjustmentArb = (id: string): fc.Arbitrary<PriceAdjustment> =>
  fc.record({
    id: fc.constant(id),
    type: fc.constantFrom('charge', 'discount', 'mop', 'delivery_charge', 'selling_price'),
    value: fc.integer({ min: 0, max: 50_000 }),
    currency: fc.constant('INR'),
    code: fc.constant(id),
    message: fc.constant(id),
    distribution: fc.constantFrom('apportion', 'weighted', 'equal'),
    articles: fc
      .subarray(['a', 'b', 'c'])
      .map((names) => names.map((articleUid) => ({ articleUid, value: 1000, minimumPrice: 50 }))),
    articleLevel: fc.boolean(),
    expiresAt: fc.constant(null),
    inEligibility: fc.boolean(),
    taxRate: fc.constantFrom(0, 180_000),
  });

const policyArb: fc.Arbitrary<PricingPolicy> = fc.record({
  prices_include_tax: fc.boolean(),
  tax_rounding: fc.constantFrom('unit', 'line', 'cart'),
  rounding: fc.constantFrom('half_up', 'half_even', 'half_down'),
  remainder: fc.constantFrom('largest', 'first', 'last', 'round_then_first'),
  allocation_weights: fc.constantFrom('net', 'gross'),
  percent_scope: fc.constantFrom('line', 'unit'),
  stacking: fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom('sequential', 'sequential', 'best_per_line', 'best_order') },
    { weight: 1, arbitrary: fc.constant('best_offer' as const) },
  ),
  // Enough for many of them, and too little for some.
  best_offer_nodes: fc.constant(20),
  threshold_basis: fc.constantFrom('before_discounts', 'after_discounts'),
  reward_pick: fc.constantFrom('cheapest', 'dearest'),
  set_pick: fc.constantFrom('cheapest', 'dearest'),
  partial_rewards: fc.boolean(),
});

export type CartShape = {
  readonly offers: number;
  readonly shape?: OfferShape;
  readonly policy?: fc.Arbitrary<PricingPolicy>;
  readonly plain?: boolean;
};

/** A whole input. `plain` leaves out coupon, adjustments and tender. */
export const inputArb = ({ offers, shape, policy = policyArb, plain = false }: CartShape): fc.Arbitrary<PriceInput> =>
  fc
    .record({
      world: worldArb,
      bought: fc.array(boughtArb, { maxLength: 7 }),
      definitions: promotionsArb(offers, shape),
      coupon: plain ? fc.constant(null) : couponArb,
      adjustments: plain
        ? fc.constant([])
        : fc
            .integer({ min: 0, max: 2 })
            .chain((count) => fc.tuple(...Array.from({ length: count }, (_, at) => adjustmentArb(`adj-${at}`)))),
      policy,
      delivery: fc.integer({ min: 0, max: 20_000 }),
      points: fc.integer({ min: 0, max: 1000 }),
      credit: fc.integer({ min: 0, max: 100_000 }),
      mode: fc.constantFrom(null, 'COD', 'UPI'),
      place: fc.constantFrom(null, 'MH', 'KA'),
      shipping: plain ? fc.constant(undefined) : rarely(3, shippingArb),
    })
    .map(({ world, bought, definitions, coupon, adjustments, policy: chosen, shipping, ...rest }) => {
      const byUid = new Map(world.map((each) => [each.uid, each]));
      const lines = bought.map(([uid, quantity, asked]) => [byUid.get(uid) as Article, quantity, asked] as const);
      return cartOf(lines, {
        articles: byUid,
        giftArticles: new Map([[104, world.filter(({ uid }) => uid === 'h')]]),
        offers: compileOffers(definitions, context),
        coupon,
        adjustments,
        policy: chosen,
        payment: rest.mode === null ? null : { mode: rest.mode },
        place: rest.place === null ? null : { state: rest.place, zones: [] },
        charges: {
          delivery: [
            { threshold: -1, charge: rest.delivery },
            { threshold: 200_000, charge: 0 },
          ],
          cod: plain ? null : { flat: 2500, rate: 10_000, of: 'higher' },
          convenience: plain ? {} : { UPI: { flat: 100, rate: 0, of: 'sum' } },
          giftPrice: plain ? 0 : 3000,
          taxRate: 180_000,
        },
        ...(shipping && { shipping: { ...shipping, weights: weightsOf(shipping.measures) } }),
        tender: plain
          ? { loyalty: null, storeCredit: null, giftCards: [] }
          : {
              loyalty: { points: rest.points, redeem: true, worth: 100, perPoints: 4, cap: 200_000, withCoupon: true },
              storeCredit: { balance: rest.credit, use: true },
              giftCards: [{ id: 'card', balance: 5000 }],
            },
      });
    });

export const plainPolicy = fc.constant(defaultPolicy);
