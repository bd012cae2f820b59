/**
 * A stored coupon, compiled into the same shape as a promotion, so that one evaluator prices both.
 * Each entry of `rule` becomes a tier: `key` units (or that much money) of the coupon's scope, and at least `min` worth of it.
 */
import { compileCriteria } from './compile-criteria.ts';
import { compilePeriods, compileRestrictions } from './compile-restrictions.ts';
import type {
  Benefit,
  BuyRule,
  BuyWay,
  CartCondition,
  CompiledOffer,
  Criteria,
  Definition,
  DiscountRule,
} from './offer-types.ts';
import {
  amount,
  type CompileContext,
  count,
  DefinitionProblem,
  exponentOf,
  figure,
  limit,
  list,
  number,
  rate,
  record,
  rivalsIn,
  text,
  time,
} from './read-definition.ts';
import { ownEntry } from '../../shared/own-entry.ts';

/** The coupon's identifiers under the names of item criteria. */
const criteriaNames: Readonly<Record<string, string>> = {
  item_id: 'item_id',
  article_id: 'article_id',
  brand_id: 'item_brand',
  category_id: 'item_category',
  l1_category_id: 'item_l1_category',
  l2_category_id: 'item_l2_category',
  company_id: 'item_company',
  store_id: 'item_store',
  item_tags: 'item_tags',
  tags: 'product_tags',
  zones_id: 'available_zones',
  exclude_brand_id: 'item_exclude_brand',
  exclude_category_id: 'item_exclude_category',
};

const scopeOf = (definition: Definition, id: string, exponent: number): Criteria => {
  const given = Object.entries(record(definition.identifiers)).flatMap(([name, value]) => {
    const known = ownEntry(criteriaNames, name);
    return known === undefined ? [] : [[known, value] as const];
  });
  const { price_range, not_on_sale } = record(definition.restrictions);
  const asked = { ...Object.fromEntries(given), price_range: record(price_range), not_on_sale };
  return compileCriteria(asked, `${id}/scope`, exponent);
};

type Tier = { readonly given: Definition; readonly definition: Definition; readonly exponent: number };

const buying = (criteria: Criteria, units: number): BuyWay => ({
  condition: { kind: 'all', of: [] },
  requirements: [{ criteria, units }],
});

const benefitOf = ({ given, definition, exponent }: Tier, scope: Criteria): Benefit => {
  const { type, value_type: valueType } = record(definition.rule_definition);
  const [key, rewarded] = [count(given.key) ?? 1, count(given.discount_qty)];
  const percent = (): number => rate(given.value) ?? 0;
  const money = (): number => amount(given.value, exponent) ?? 0;
  const share = { kind: 'rate', rate: valueType === 'percentage' ? percent() : 1_000_000 } as const;
  if (type === 'bogo') {
    return { kind: 'buy_get', ways: [buying(scope, key)], getUnits: rewarded ?? 1, reward: share };
  }
  if (valueType === 'flat_price') return { kind: 'set', size: key, price: money() };
  if (type === 'bundle' && rewarded !== null && valueType === 'percentage') {
    const ways = [buying(scope, Math.max(0, key - rewarded))];
    return { kind: 'buy_get', ways, getUnits: rewarded, reward: share };
  }
  if (valueType === 'percentage' || type === 'percentage') return { kind: 'percent', rate: percent(), once: true };
  return { kind: 'amount', amount: money() };
};

const asCashback = (benefit: Benefit): Benefit => {
  if (benefit.kind === 'percent') return { kind: 'cashback', reward: { kind: 'rate', rate: benefit.rate } };
  return benefit.kind === 'amount' ? { kind: 'cashback', reward: benefit } : benefit;
};

const conditionsOf = ({ given, definition, exponent }: Tier): readonly CartCondition[] => {
  const onQuantity = record(definition.rule_definition).applicable_on !== 'amount';
  const key = onQuantity ? (count(given.key) ?? 0) : (amount(given.key, exponent) ?? 0);
  const minimum = amount(given.min, exponent) ?? 0;
  const least = (metric: CartCondition['metric'], value: number): readonly CartCondition[] =>
    value > 0 ? [{ metric, comparison: 'greater_than_equals', value }] : [];
  return [
    ...least(onQuantity ? 'cart_quantity' : 'cart_total', key),
    ...(onQuantity || minimum > key ? least('cart_total', minimum) : []),
  ];
};

const compileTier = (tier: Tier, index: number, rank: number, scope: Criteria): readonly [BuyRule, DiscountRule] => {
  const { given, definition, exponent } = tier;
  const slug = `rule#${index + 1}`;
  const exact = record(definition.rule_definition).is_exact === true;
  const credited = record(definition.action).txn_mode === 'cashback';
  const benefit = benefitOf(tier, scope);
  const grouped = benefit.kind === 'set' || benefit.kind === 'buy_get';
  return [
    { slug, criteria: scope, conditions: conditionsOf(tier) },
    {
      index,
      condition: { kind: 'rule', slug },
      criteria: [scope],
      benefit: credited ? asCashback(benefit) : benefit,
      limits: {
        maximumDiscount: limit(given.max, exponent),
        maximumUnits: exact && !grouped ? count(given.key) : null,
        minimumUnits: null,
        maximumUses: grouped ? 1 : null,
      },
      tier: rank,
    },
  ];
};

/** A tier is higher when it asks for more units (or money), then for a dearer cart. */
const byDemand = (a: Definition, b: Definition): number =>
  (figure(a.key) ?? 0) - (figure(b.key) ?? 0) || (figure(a.min) ?? 0) - (figure(b.min) ?? 0);

export const compileCoupon = (definition: Definition, context: CompileContext): CompiledOffer => {
  const id = text(definition['_id']) ?? text(definition.id) ?? text(definition.uid);
  if (id === null) throw new DefinitionProblem('The coupon has no id.');
  const rule = record(definition.rule_definition);
  const currency = text(rule.currency_code) ?? context.currency;
  const exponent = exponentOf(currency, context);
  const scope = scopeOf(definition, id, exponent);
  const given = list(definition.rule).map(record);
  const ranks = given.toSorted(byDemand);
  const tiers = given.map((each, index) =>
    compileTier({ given: each, definition, exponent }, index, ranks.indexOf(each), scope),
  );
  if (tiers.length === 0) throw new DefinitionProblem('The coupon has no rule.');
  const exclusive = definition.apply_exclusive;
  return {
    id,
    mode: 'coupon',
    code: text(definition.code),
    type: text(rule.type) ?? '',
    group: 'coupon',
    priority: number(record(definition.validity).priority) ?? 0,
    createdAt: time(record(definition.date_meta).created_on, context) ?? 0,
    currency,
    stackable: true,
    exclusive: exclusive === 'cart' || exclusive === 'article' ? exclusive : null,
    ...rivalsIn(definition),
    applyAll: definition.apply_all_discount === true,
    onMarked: rule.calculate_on === 'mrp',
    boundToLine: false,
    periods: compilePeriods(definition, context),
    restrictions: compileRestrictions(definition, context, currency),
    rules: tiers.map(([buyRule]) => buyRule),
    discounts: tiers.map(([, discount]) => discount),
    definition,
  };
};
