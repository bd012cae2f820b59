/** Promotions as they are stored. */
import * as fc from 'fast-check';
import { restrictionsArb, scheduleArb } from './arb-restrictions.ts';
import { criteriaArb, ruleArb, rulesArb, threshold } from './arb-rules.ts';
import { bundles, termsOf } from './arb-terms.ts';
import { currencies, pick, rarely } from './arb-world.ts';
import type { Definition } from './case.ts';

const createdArb = rarely(5, pick('2026-02-01T00:00:00Z', '2026-01-01T00:00:00Z')).map((created_on) =>
  created_on === undefined ? undefined : { created_on },
);
const headArb = fc.record({
  promo_group: pick('product', 'product', 'product', 'cart', 'cart', 'limited_timer'),
  apply_priority: pick(0, 0, 1, 2),
  stackable: pick(true, true, true, false),
  apply_exclusive: fc.oneof(
    { weight: 10, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constant('article') },
    { weight: 1, arbitrary: fc.constant('cart') },
  ),
  calculate_on: rarely(10, fc.constant('mrp')),
  binding: rarely(5, fc.constant(true)),
  stack_group: rarely(6, pick('a', 'b', ' A')),
  excludes: rarely(8, pick(['p0'], ['p1', 'p2'], ['coupon'])),
  currency: rarely(12, pick(...currencies)),
  restrictions: restrictionsArb,
  _schedule: scheduleArb,
  date_meta: createdArb,
});

const discountArb = (kind: string, expression: string | undefined): fc.Arbitrary<Definition> =>
  fc
    .tuple(
      termsOf[kind] ?? fc.constant({}),
      criteriaArb,
      rarely(6, fc.constant(['rule#1'])),
      rarely(4, fc.constant(true)),
    )
    .map(([offer, criteria, buyRules, twoItems]): Definition => {
      const items = kind.startsWith('free_') ? { item_id: twoItems === undefined ? [50] : [51, 50] } : criteria;
      return {
        discount_type: kind,
        buy_condition: expression,
        offer,
        item_criteria: buyRules === undefined || kind.startsWith('free_') ? items : { ...items, buy_rules: buyRules },
      };
    });
const hasRule = (rules: Definition): boolean => rules['rule#1'] !== undefined;
const dropRules = (discount: Definition): Definition => {
  const { buy_rules: _, ...criteria } = discount['item_criteria'] as Definition;
  return { ...discount, item_criteria: criteria };
};
/** Tiers: a rule for each, and a discount for each rule. */
const tiersArb = (
  kind: string,
): fc.Arbitrary<{ readonly rules: Definition; readonly discounts: readonly Definition[] }> =>
  fc
    .array(
      fc.tuple(
        fc.oneof(
          pick(1, 2, 3, 4).map((units): Definition => ({ cart_quantity: { greater_than_equals: units } })),
          fc
            .tuple(pick(1, 2, 3), pick(3, 4, 9))
            .map(([from, to]): Definition => ({ cart_quantity: { greater_than_equals: from, less_than_equals: to } })),
          threshold.map((least): Definition => ({ cart_total: { greater_than_equals: least } })),
        ),
        discountArb(kind, undefined),
      ),
      { minLength: 1, maxLength: 3 },
    )
    .map((tiers) => ({
      rules: Object.fromEntries(tiers.map(([rule], at) => [`rule#${at + 1}`, { all_items: true, ...rule }])),
      discounts: tiers.map(([, discount], at) => ({ ...dropRules(discount), buy_condition: `( rule#${at + 1} )` })),
    }));

/** What is bought must be named by a rule that must hold. */
const boughtArb: fc.Arbitrary<{ readonly rules: Definition; readonly expression: string | undefined }> = fc
  .tuple(
    fc.tuple(ruleArb, ruleArb, ruleArb),
    pick(
      '( rule#1 )',
      '( rule#1 )',
      undefined,
      'rule#1 and rule#2',
      'rule#1 or rule#2',
      'rule#1 and not rule#2',
      '(rule#1 or rule#2) and rule#3',
      'rule#1 or not (rule#2 or not rule#3)',
    ),
  )
  .map(([[a, b, c], expression]) => ({
    rules:
      expression === undefined || expression === '( rule#1 )'
        ? { 'rule#1': a }
        : { 'rule#1': a, 'rule#2': b, 'rule#3': c },
    expression,
  }));

const bodyArb = (
  kind: string,
): fc.Arbitrary<{ readonly rules: Definition; readonly discounts: readonly Definition[] }> =>
  bundles.includes(kind)
    ? tiersArb(kind)
    : (kind === 'bogo' ? boughtArb : rulesArb).chain(({ rules, expression }) =>
        fc
          .array(discountArb(kind, expression), {
            minLength: 1,
            maxLength: ['ladder_price', 'percentage'].includes(kind) ? 2 : 1,
          })
          .map((discounts) => ({ rules, discounts: hasRule(rules) ? discounts : discounts.map(dropRules) })),
      );

/** What makes a price, or comes from elsewhere, has none. */
const withoutBudget = ['contract_price', 'ladder_price', 'external_price_adjustment_discount', 'points_multiplier'];
const withoutBudgetOf = (given: Definition | undefined): Definition | undefined =>
  given?.['budget'] === undefined ? given : undefined;

export const promotionArb = (wanted: readonly string[]): fc.Arbitrary<Definition> =>
  pick(...wanted).chain((kind) =>
    fc.tuple(headArb, bodyArb(kind)).map(
      ([head, { rules, discounts }]): Definition => ({
        promotion_type: kind,
        ...head,
        restrictions: withoutBudget.includes(kind) ? withoutBudgetOf(head.restrictions) : head.restrictions,
        buy_rules: rules,
        discount_rules: discounts,
      }),
    ),
  );
