/** For each kind of coupon the sentence that says it, and what a new one begins with. Pure. */
import type { Json } from './body.ts';
import {
  counting,
  type GoodsSlot,
  number,
  type NumberSlot,
  optional,
  type Part,
  say,
  type Sentence,
  type StepsSlot,
} from './sentence-parts.ts';

const goods: GoodsSlot = { slot: 'goods', name: 'Products', path: ['identifiers'], vocabulary: 'coupon' };
const keyed = (slot: NumberSlot['slot'], name: string, key: string, at = 0): NumberSlot =>
  number(slot, name, ['rule', at, key]);
const percent = keyed('percent', 'Per cent', 'value');
const amount = keyed('amount', 'Amount', 'value');
const price = keyed('amount', 'Price', 'value');
const atLeast = counting(keyed('units', 'Units at least', 'key'), 'unit');
const toBuy = keyed('units', 'Units to buy', 'key');
const together = keyed('units', 'Units together', 'key');
const given = keyed('units', 'Units given', 'discount_qty');
const cheaper = keyed('units', 'Units cheaper', 'discount_qty');
const worth = optional(keyed('amount', 'Goods worth at least', 'min'), 'if they are worth at least');
const cap = optional(keyed('amount', 'Discount at most', 'max'), 'but at most');
const couponOf = (slug: string, first: Json): Json => ({
  code: '',
  type_slug: slug,
  rule: [first],
  rule_definition: { calculate_on: 'esp', auto_apply: false, is_exact: false },
  display_meta: {},
  state: { is_public: true, is_display: true },
  validation: { anonymous: true },
});
const bySpending = (slot: 'percent' | 'amount', name: string): StepsSlot => ({
  slot: 'steps',
  name: 'Steps',
  path: ['rule'],
  row: (at) => [
    ...say`from ${keyed('amount', 'From', 'key', at)} on ${keyed(slot, name, 'value', at)} off`,
    ...(slot === 'percent' ? [optional(keyed('amount', 'Discount at most', 'max', at), 'but at most')] : []),
  ],
  fresh: { key: 5000, value: slot === 'percent' ? 20 : 500 },
});

/** By kind: how it reads, and the first row of its rule. */
const kinds: Readonly<Record<string, readonly [readonly Part[], Json]>> = {
  percentage_quantity_percentage: [
    say`give ${percent} off ${goods} when the cart has at least ${atLeast} of them ${worth} ${cap}`,
    { key: 1, value: 10 },
  ],
  percentage_amount_percentage: [
    say`the more is spent on ${goods} the more off: ${bySpending('percent', 'Per cent')}`,
    { key: 1000, value: 10 },
  ],
  absolute_quantity_absolute: [
    say`give ${amount} off ${goods} when the cart has at least ${atLeast} of them ${worth}`,
    { key: 2, value: 200 },
  ],
  absolute_amount_absolute: [
    say`the more is spent on ${goods} the more off: ${bySpending('amount', 'Amount')} ${worth}`,
    { key: 1000, value: 100 },
  ],
  bogo_quantity_quantity: [say`who buys ${toBuy} of ${goods} gets ${given} more free`, { key: 2, discount_qty: 1 }],
  bogo_quantity_percentage: [
    say`who buys ${toBuy} of ${goods} gets ${given} more at ${percent} off`,
    { key: 1, discount_qty: 1, value: 50 },
  ],
  bundle_quantity_percentage: [
    say`of ${together} of ${goods} give the cheapest ${cheaper} at ${percent} off`,
    { key: 3, discount_qty: 1, value: 60 },
  ],
  bundle_quantity_absolute: [say`give ${amount} off any ${together} of ${goods}`, { key: 3, value: 300 }],
  bundle_quantity_flat_price: [say`sell any ${together} of ${goods} for ${price}`, { key: 3, value: 999 }],
};

export const couponSentences: Readonly<Record<string, Sentence>> = Object.fromEntries(
  Object.entries(kinds).map(([slug, [parts, first]]) => [slug, { parts, fresh: couponOf(slug, first) }]),
);
