/** What offers ask: goods, conditions over them, and expressions over rules. Amounts are anchors, resolved when the cart is known. */
import * as fc from 'fast-check';
import { minor, pick, rarely } from './arb-world.ts';
import type { Definition } from './case.ts';

/** An amount in minor units of the shop's currency: fixed, or near what the goods of the cart cost. */
export type Anchor = { readonly anchor: 'fixed' | 'cart' | 'unit'; readonly value: number };
export const fixed = minor.map((value): Anchor => ({ anchor: 'fixed', value }));
export const positive = minor.map((value): Anchor => ({ anchor: 'fixed', value: Math.max(1, value) }));
export const threshold: fc.Arbitrary<Anchor> = fc.oneof(
  { weight: 2, arbitrary: fixed },
  { weight: 2, arbitrary: pick(-1, 0, 0, 1).map((value): Anchor => ({ anchor: 'cart', value })) },
  { weight: 1, arbitrary: pick(-1, 0, 0, 1).map((value): Anchor => ({ anchor: 'unit', value })) },
);

const rarelyAsked: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  item_sku: pick(['sku-1'], ['sku-2']),
  item_l2_category: pick([10], [20]),
  item_l1_category: pick([1], [2]),
  item_department: pick([1]),
  item_tags: pick(['x'], ['y']),
  product_tags: pick(['x'], ['t']),
  item_store: pick([1], [2]),
  item_company: pick([1]),
  item_size: pick(['M'], ['S']),
  article_id: pick(['a'], ['b', 'c'], ['a', 'b', 'c']),
  available_zones: pick([4], ['4'], [9]),
  price_range: fc.record({ min: threshold, max: threshold }, { requiredKeys: [] }),
  item_exclude_id: pick([1], [2]),
  item_exclude_brand: pick([1], [2]),
  item_exclude_category: pick([100]),
  item_exclude_l1_category: pick([2]),
  item_exclude_l2_category: pick([20]),
  item_exclude_department: pick([2]),
  item_exclude_store: pick([2]),
  item_exclude_company: pick([2]),
  item_exclude_sku: pick(['sku-2']),
  not_on_sale: pick(true, false),
};
const oneRare: fc.Arbitrary<Definition> = fc.oneof(
  ...Object.entries(rarelyAsked).map(([name, arb]) => arb.map((value): Definition => ({ [name]: value }))),
);
export const criteriaArb: fc.Arbitrary<Definition> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  { weight: 2, arbitrary: fc.constant({ all_items: true }) },
  { weight: 3, arbitrary: pick([1], [2]).map((item_brand): Definition => ({ item_brand })) },
  { weight: 2, arbitrary: pick([1], [2], [1, 3]).map((item_id): Definition => ({ item_id })) },
  { weight: 1, arbitrary: pick([100], [101]).map((item_category): Definition => ({ item_category })) },
  { weight: 2, arbitrary: oneRare },
  { weight: 1, arbitrary: fc.tuple(oneRare, oneRare).map(([a, b]): Definition => ({ ...a, ...b })) },
);

const comparison = pick(
  'greater_than_equals',
  'greater_than_equals',
  'equals',
  'greater_than',
  'less_than',
  'less_than_equals',
);
const compared = (value: fc.Arbitrary<unknown>): fc.Arbitrary<Definition> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.tuple(comparison, value).map(([name, asked]): Definition => ({ [name]: asked })) },
    { weight: 1, arbitrary: fc.record({ greater_than_equals: value, less_than: value }) },
  );
const conditionArb: fc.Arbitrary<Definition> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  {
    weight: 4,
    arbitrary: pick(1, 1, 2, 2, 3, 4, 0).map((units) => ({ cart_quantity: { greater_than_equals: units } })),
  },
  { weight: 2, arbitrary: compared(fc.integer({ min: 1, max: 6 })).map((cart_quantity) => ({ cart_quantity })) },
  { weight: 3, arbitrary: compared(threshold).map((cart_total) => ({ cart_total })) },
  { weight: 1, arbitrary: compared(pick(1, 2)).map((asked) => ({ cart_unique_item_quantity: asked })) },
  { weight: 1, arbitrary: compared(threshold).map((asked) => ({ cart_unique_item_amount: asked })) },
);
export const ruleArb: fc.Arbitrary<Definition> = fc
  .tuple(criteriaArb, conditionArb, rarely(25, fc.constant(true)), rarely(6, fc.constant(true)))
  .map(([criteria, condition, mrp, nested]): Definition => {
    const marked = mrp === true ? { mrp_promo: true } : {};
    return nested === true
      ? { item_criteria: criteria, cart_conditions: condition, ...marked }
      : { ...criteria, ...condition, ...marked };
  });
/** One to three rules and an expression over them. */
export const rulesArb: fc.Arbitrary<{ readonly rules: Definition; readonly expression: string | undefined }> = fc.oneof(
  { weight: 1, arbitrary: fc.constant({ rules: {}, expression: undefined }) },
  {
    weight: 5,
    arbitrary: fc
      .tuple(ruleArb, pick('( rule#1 )', 'rule#1', undefined))
      .map(([rule, expression]) => ({ rules: { 'rule#1': rule }, expression })),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        fc.tuple(ruleArb, ruleArb, ruleArb),
        pick(
          'rule#1 and rule#2',
          'rule#1 or rule#2',
          'rule#1 && ! rule#2',
          'rule#1 AND (rule#2 OR rule#3)',
          'rule#1 || rule#2 and rule#3',
          'not ( rule#1 and rule#2 )',
          'rule#3',
          undefined,
        ),
      )
      .map(([[a, b, c], expression]) => ({ rules: { 'rule#1': a, 'rule#2': b, 'rule#3': c }, expression })),
  },
);
