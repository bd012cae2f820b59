/** Whether what an offer asks of a cart is there. */
import type { Case } from './case.ts';
import { goodsMeant } from './criteria.ts';
import { number, object } from './definition.ts';
import { type Expression, isTrue } from './expression.ts';
import { type Basket, type Good, goodOf, seenAs, type Unit, unitsOf } from './goods.ts';
import type { Offer, Rule } from './offer.ts';
import { most, sum, sumOf } from './rational.ts';

const moneyMetrics = ['cart_total', 'cart_unique_item_amount'] as const;
const countMetrics = ['cart_quantity', 'cart_unique_item_quantity'] as const;
type Metric = (typeof moneyMetrics)[number] | (typeof countMetrics)[number];

export const goodsOfRule = (given: Case, offer: Offer, rule: Rule, basket: Basket): readonly Good[] => {
  const meant = goodsMeant(rule.criteria, { place: given.place, amount: offer.amount });
  return basket.goods.filter((good) => meant(seenAs(good)));
};

const measured = (basket: Basket, goods: readonly Good[], metric: Metric, before: boolean): bigint => {
  const units = goods.flatMap((good) => unitsOf(basket, good));
  const priceOf = (unit: Unit): bigint => (before ? goodOf(basket, unit).start : unit.price);
  const dearest = new Map<number, bigint>();
  for (const unit of units) {
    const { itemId } = goodOf(basket, unit).article;
    dearest.set(itemId, most(dearest.get(itemId) ?? 0n, priceOf(unit)));
  }
  return {
    cart_total: sumOf(units, priceOf),
    cart_quantity: BigInt(units.length),
    cart_unique_item_quantity: BigInt(dearest.size),
    cart_unique_item_amount: sum([...dearest.values()]),
  }[metric];
};
const comparisons: Readonly<Record<string, (have: number, need: number) => boolean>> = {
  equals: (have, need) => have === need,
  greater_than: (have, need) => have > need,
  greater_than_equals: (have, need) => have >= need,
  less_than: (have, need) => have < need,
  less_than_equals: (have, need) => have <= need,
};

export const ruleHolds = (given: Case, offer: Offer, rule: Rule, basket: Basket): boolean => {
  const goods = goodsOfRule(given, offer, rule, basket);
  const before = given.policy.threshold_basis === 'before_discounts' && !offer.isCoupon;
  if (goods.length === 0) return false;
  return [...moneyMetrics, ...countMetrics].every((metric) => {
    const asked = object(rule.conditions[metric]);
    return Object.entries(comparisons).every(([name, holds]) => {
      const need = number(asked[name]);
      if (need === null) return true;
      const isMoney = moneyMetrics.some((money) => money === metric);
      return holds(Number(measured(basket, goods, metric, before)), isMoney ? Number(offer.amount(need)) : need);
    });
  });
};
export const conditionHolds = (given: Case, offer: Offer, condition: Expression, basket: Basket): boolean =>
  isTrue(condition, (slug) => {
    const rule = offer.rules.find((each) => each.slug === slug);
    return rule !== undefined && ruleHolds(given, offer, rule, basket);
  });

/** Units that a rule asks for at least; null where it asks for no number of units. */
export const unitsAsked = ({ conditions }: Rule): number | null => {
  const asked = object(conditions['cart_quantity']);
  const [equal, atLeast, above] = ['equals', 'greater_than_equals', 'greater_than'].map((name) => number(asked[name]));
  const bounds = [equal, atLeast, above === null || above === undefined ? null : Math.floor(above) + 1].filter(
    (bound): bound is number => bound !== null && bound !== undefined,
  );
  return bounds.length === 0 ? null : Math.max(0, Math.ceil(Math.max(...bounds)));
};
