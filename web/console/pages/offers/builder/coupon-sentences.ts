/** For each kind of coupon the sentence that says it, and what a new one begins with. Pure. */
import type { Json } from './body.ts';
import { type GoodsSlot, number, type NumberSlot, optional, type Part, type Sentence } from './sentence-parts.ts';

const couponGoods: GoodsSlot = { slot: 'goods', name: 'Products', path: ['identifiers'], vocabulary: 'coupon' };
const keyed = (slot: NumberSlot['slot'], name: string, key: string, at = 0): NumberSlot =>
  number(slot, name, ['rule', at, key]);
const worth = optional(keyed('amount', 'Goods worth at least', 'min'), 'when they are worth at least');
const couponOf = (slug: string, first: Json): Json => ({
  code: '',
  type_slug: slug,
  rule: [first],
  rule_definition: { calculate_on: 'esp', auto_apply: false, is_exact: false },
  display_meta: {},
  state: { is_public: true, is_display: true },
  validation: { anonymous: true },
});
const bySpending = (slot: 'percent' | 'amount', name: string): Part => ({
  slot: 'steps',
  name: 'Steps',
  path: ['rule'],
  row: (at) => [
    'from',
    keyed('amount', 'From', 'key', at),
    'on',
    keyed(slot, name, 'value', at),
    'off',
    ...(slot === 'percent' ? [optional(keyed('amount', 'Discount at most', 'max', at), 'at most')] : []),
  ],
  fresh: { key: 5000, value: slot === 'percent' ? 20 : 500 },
});

export const couponSentences: Readonly<Record<string, Sentence>> = {
  percentage_quantity_percentage: {
    parts: [
      'give',
      keyed('percent', 'Per cent', 'value'),
      'off',
      couponGoods,
      'from',
      keyed('units', 'Units at least', 'key'),
      'units on',
      worth,
      optional(keyed('amount', 'Discount at most', 'max'), 'at most'),
    ],
    fresh: couponOf('percentage_quantity_percentage', { key: 1, value: 10 }),
  },
  percentage_amount_percentage: {
    parts: ['the more is spent on', couponGoods, 'the more off:', bySpending('percent', 'Per cent')],
    fresh: couponOf('percentage_amount_percentage', { key: 1000, value: 10 }),
  },
  absolute_quantity_absolute: {
    parts: [
      'give',
      keyed('amount', 'Amount', 'value'),
      'off',
      couponGoods,
      'from',
      keyed('units', 'Units at least', 'key'),
      'units on',
      worth,
    ],
    fresh: couponOf('absolute_quantity_absolute', { key: 2, value: 200 }),
  },
  absolute_amount_absolute: {
    parts: ['the more is spent on', couponGoods, 'the more off:', bySpending('amount', 'Amount'), worth],
    fresh: couponOf('absolute_amount_absolute', { key: 1000, value: 100 }),
  },
  bogo_quantity_quantity: {
    parts: [
      'who buys',
      keyed('units', 'Units to buy', 'key'),
      'of',
      couponGoods,
      'gets',
      keyed('units', 'Units given', 'discount_qty'),
      'more free',
    ],
    fresh: couponOf('bogo_quantity_quantity', { key: 2, discount_qty: 1 }),
  },
  bogo_quantity_percentage: {
    parts: [
      'who buys',
      keyed('units', 'Units to buy', 'key'),
      'of',
      couponGoods,
      'gets',
      keyed('units', 'Units given', 'discount_qty'),
      'more at',
      keyed('percent', 'Per cent', 'value'),
      'off',
    ],
    fresh: couponOf('bogo_quantity_percentage', { key: 1, discount_qty: 1, value: 50 }),
  },
  bundle_quantity_percentage: {
    parts: [
      'of',
      keyed('units', 'Units together', 'key'),
      'of',
      couponGoods,
      'give the cheapest',
      keyed('units', 'Units cheaper', 'discount_qty'),
      'at',
      keyed('percent', 'Per cent', 'value'),
      'off',
    ],
    fresh: couponOf('bundle_quantity_percentage', { key: 3, discount_qty: 1, value: 60 }),
  },
  bundle_quantity_absolute: {
    parts: [
      'give',
      keyed('amount', 'Amount', 'value'),
      'off any',
      keyed('units', 'Units together', 'key'),
      'of',
      couponGoods,
    ],
    fresh: couponOf('bundle_quantity_absolute', { key: 3, value: 300 }),
  },
  bundle_quantity_flat_price: {
    parts: [
      'sell any',
      keyed('units', 'Units together', 'key'),
      'of',
      couponGoods,
      'for',
      keyed('amount', 'Price', 'value'),
    ],
    fresh: couponOf('bundle_quantity_flat_price', { key: 3, value: 999 }),
  },
};
