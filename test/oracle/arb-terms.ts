/** What offers give, by kind. */
import * as fc from 'fast-check';
import { fixed, positive, threshold } from './arb-rules.ts';
import { often, pick, rarely } from './arb-world.ts';
import type { Definition } from './case.ts';

export const percent = pick(10, 50, 100, 12.5, 33.33, 5, 0.5);
const cap = rarely(3, positive);
const few = fc.integer({ min: 1, max: 4 });
/** Forms send zeros for what is not meant. */
const gain = (withPrice: boolean): fc.Arbitrary<Definition> =>
  fc.oneof(
    { weight: 3, arbitrary: percent.map((discount_percentage): Definition => ({ discount_percentage })) },
    { weight: 3, arbitrary: positive.map((discount_amount): Definition => ({ discount_amount })) },
    ...(withPrice ? [{ weight: 3, arbitrary: fixed.map((discount_price): Definition => ({ discount_price })) }] : []),
    {
      weight: 1,
      arbitrary: percent.map(
        (discount_percentage): Definition => ({ discount_percentage, discount_amount: 0, discount_price: 0 }),
      ),
    },
  );
const limits = { max_discount_amount: cap, max_offer_quantity: rarely(4, few), min_offer_quantity: rarely(6, few) };
const withLimits = (
  gains: fc.Arbitrary<Definition>,
  more: Readonly<Record<string, fc.Arbitrary<unknown>>>,
): fc.Arbitrary<Definition> =>
  fc.tuple(gains, fc.record(more)).map(([given, rest]): Definition => ({ ...given, ...rest }));

const percentOnly = percent.map((discount_percentage): Definition => ({ discount_percentage }));
const amountOnly = positive.map((discount_amount): Definition => ({ discount_amount }));
export const termsOf: Readonly<Record<string, fc.Arbitrary<Definition>>> = {
  percentage: withLimits(percentOnly, limits),
  amount: fc.oneof(
    withLimits(amountOnly, { ...limits, apportion_discount: rarely(3, fc.constant(false)) }),
    withLimits(amountOnly, { ...limits, for_every: threshold, max_usage_per_transaction: rarely(3, pick(1, 2)) }),
  ),
  fixed_price: withLimits(
    fixed.map((discount_price): Definition => ({ discount_price })),
    {
      min_offer_quantity: often(few),
      max_offer_quantity: rarely(4, few),
      max_usage_per_transaction: rarely(3, pick(1, 2)),
      max_discount_amount: cap,
    },
  ),
  bogo: withLimits(fc.oneof({ weight: 1, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: gain(true) }), {
    max_offer_quantity: often(pick(1, 1, 2, 3)),
    max_usage_per_transaction: rarely(3, pick(1, 2)),
    max_discount_amount: cap,
  }),
  bundle_price_percentage: withLimits(percentOnly, limits),
  bundle_price_amount: withLimits(amountOnly, { max_offer_quantity: rarely(5, few) }),
  bundle_amount_percentage: withLimits(percentOnly, limits),
  item_based_discount: fc.oneof(
    withLimits(gain(true), {
      ...limits,
      item_sequence_number: rarely(3, pick(1, 2, 3)),
      max_usage_per_transaction: rarely(3, pick(1, 2)),
    }),
    fc
      .tuple(gain(true), rarely(2, gain(true)), rarely(2, gain(true)), pick([1, 2, 4], [2, 3, 5], [1, 3, 4]))
      .chain(([a, b, c, from]) =>
        withLimits(
          fc.constant({ slices: [c, a, b].map((given, at): Definition => ({ ...given, from: from[(at + 2) % 3] })) }),
          limits,
        ),
      ),
  ),
  contract_price: withLimits(gain(true), { min_offer_quantity: rarely(3, few), max_offer_quantity: rarely(4, few) }),
  ladder_price: withLimits(gain(true), { min_offer_quantity: often(few), max_offer_quantity: rarely(4, few) }),
  shipping_price: withLimits(
    fc.oneof({ weight: 1, arbitrary: fc.constant({}) }, { weight: 2, arbitrary: gain(true) }),
    {
      max_discount_amount: cap,
    },
  ),
  free_gift_items: fc.record({
    max_offer_quantity: rarely(3, few),
    max_usage_per_transaction: rarely(3, pick(1, 2, 3)),
  }),
  free_non_sellable_items: fc.record({
    max_offer_quantity: rarely(3, few),
    max_usage_per_transaction: rarely(3, pick(1, 2)),
  }),
  external_price_adjustment_discount: fc.constant({}),
  custom: withLimits(fc.constant({}), {
    code: pick('lines', 'lines', 'sum', 'part', 'late', 'nobody'),
    max_discount_amount: cap,
  }),
  cashback: withLimits(gain(true), { max_discount_amount: cap }),
  points_multiplier: withLimits(fc.record({ points_factor: pick(2, 1.5, 3, 1.01, 10) }), { max_discount_amount: cap }),
  steal_deal: withLimits(gain(true), limits),
};
export const kinds = Object.keys(termsOf);
export const bundles = ['bundle_price_percentage', 'bundle_price_amount', 'bundle_amount_percentage'];
