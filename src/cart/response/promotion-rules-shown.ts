/** The rules of an applied promotion: as the shop wrote them, with amounts and limits as they act here. Pure. */
import type { AppliedPromotion } from '../../contract/cart/cart-promotion-contract.ts';
import { inCurrency, offerIn } from '../../pricing/money/in-currency.ts';
import type { CartCondition, CompiledOffer, Definition } from '../../pricing/compile/offer-types.ts';
import type { PriceInput } from '../../pricing/pricing-types.ts';
import { list, number, numbers, record, strings, text } from '../../pricing/compile/read-definition.ts';
import { currencyOf } from '../../shared/currency.ts';
import { toDecimal, toMinor } from '../../shared/money.ts';
import { ownEntry } from '../../shared/own-entry.ts';

type BuyRule = NonNullable<AppliedPromotion['buy_rules']>[number];
type DiscountRule = NonNullable<AppliedPromotion['discount_rules']>[number];
type RuleOffer = NonNullable<DiscountRule['offer']>;
type Conditions = NonNullable<BuyRule['cart_conditions']>;

/** Filters may stand in the rule itself or in its `item_criteria`. */
const flatRule = (definition: Definition): Definition => ({ ...definition, ...record(definition.item_criteria) });

export const ruleNamed = ({ definition }: CompiledOffer, slug: string): Definition =>
  flatRule(record(ownEntry(record(definition.buy_rules), slug)));

export const allItemsOf = (rule: Definition): boolean | null =>
  typeof rule.all_items === 'boolean' ? rule.all_items : null;

const numberFilters = [
  'item_id',
  'item_store',
  'item_company',
  'item_brand',
  'item_exclude_brand',
  'item_category',
  'item_exclude_category',
  'item_l1_category',
  'item_exclude_l1_category',
  'item_l2_category',
  'item_exclude_l2_category',
  'item_department',
  'item_exclude_id',
  'available_zones',
] as const;

const filtersOf = (
  rule: Definition,
): Partial<Record<(typeof numberFilters)[number], number[]>> & {
  product_tags?: string[];
} => {
  const tags = strings(rule.product_tags);
  return {
    ...Object.fromEntries(
      numberFilters.flatMap((name) => {
        const values = numbers(rule[name]);
        return values.length === 0 ? [] : [[name, [...values]] as const];
      }),
    ),
    ...(tags.length === 0 ? {} : { product_tags: [...tags] }),
  };
};

const boundsOf = (conditions: readonly CartCondition[], metric: 'cart_quantity' | 'cart_total', exponent: number) => {
  const own = conditions.filter((condition) => condition.metric === metric);
  const value = (condition: CartCondition): number =>
    metric === 'cart_total' ? toDecimal(condition.value, exponent) : condition.value;
  return own.length === 0
    ? {}
    : { [metric]: Object.fromEntries(own.map((condition) => [condition.comparison, value(condition)])) };
};

const notFilters = new Set(['item_criteria', 'cart_conditions', 'cart_quantity', 'cart_total', 'mrp_promo']);
const criteriaShown = (rule: Definition): Definition =>
  Object.fromEntries(Object.entries(rule).filter(([name]) => !notFilters.has(name)));

export const shownBuyRules = (offer: CompiledOffer, input: PriceInput): readonly BuyRule[] => {
  const own = offerIn(offer, input);
  const localised = typeof own === 'string' ? offer : own;
  return localised.rules.map(({ slug, conditions }) => {
    const rule = ruleNamed(offer, slug);
    const filters = filtersOf(rule);
    const cartConditions: Conditions = {
      ...boundsOf(conditions, 'cart_quantity', input.currency.exponent),
      ...boundsOf(conditions, 'cart_total', input.currency.exponent),
      ...filters,
    };
    return {
      slug,
      cart_conditions: cartConditions,
      ...filters,
      item_criteria: criteriaShown(rule),
      all_items: allItemsOf(rule),
      mrp_promo: offer.onMarked,
    };
  });
};

const offerShown = (given: Definition, amount: (value: unknown) => number | null, units: number | null): RuleOffer => ({
  max_offer_quantity: units,
  discount_percentage: number(given.discount_percentage),
  discount_amount: amount(given.discount_amount),
});

const criteriaOf = (given: Definition) => {
  const items = numbers(given.item_id);
  const rules = strings(given.buy_rules);
  return {
    ...(items.length === 0 ? {} : { item_id: [...items] }),
    ...(rules.length === 0 ? {} : { buy_rules: [...rules] }),
    all_items: given.all_items === true,
  };
};

export type ActingRule = { readonly index: number; readonly matched: readonly string[] };

/** The rules that act here; `offer` in the currency of the answer with the limit in force, `raw_offer` as written. */
export const shownDiscountRules = (
  offer: CompiledOffer,
  acting: readonly ActingRule[],
  input: PriceInput,
): readonly DiscountRule[] =>
  acting.flatMap(({ index, matched }) => {
    const written = record(list(offer.definition.discount_rules)[index]);
    const given = record(written.offer);
    const exponent = currencyOf(offer.currency).exponent;
    const converted = (value: unknown): number | null => {
      const minor = value === undefined || value === null ? null : toMinor(value, exponent);
      const own = minor === null ? null : inCurrency(minor, offer.currency, input);
      return own === null ? null : toDecimal(own, input.currency.exponent);
    };
    const criteria = criteriaOf(record(written.item_criteria));
    const limit = offer.discounts.find((rule) => rule.index === index)?.limits.maximumUnits ?? null;
    const asked = number(given.max_offer_quantity);
    const type = text(written.discount_type) ?? offer.type;
    const condition = text(written.buy_condition);
    return [
      {
        offer: offerShown(given, converted, limit ?? asked),
        raw_offer: {
          ...(condition === null ? {} : { buy_condition: condition }),
          discount_type: type,
          offer: offerShown(given, number, asked),
          item_criteria: criteria,
        },
        item_criteria: criteria,
        matched_buy_rules: [...matched],
      },
    ];
  });
