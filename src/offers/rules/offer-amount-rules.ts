/** Amounts and counts of an offer that pricing would have to guess at: refused when they are saved, each with its field. Pure. */
import { amountProblems, countProblems } from '../../shared/amount-rules.ts';
import { findCurrency } from '../../shared/currency.ts';
import type { FieldProblem } from '../../shared/errors.ts';
import { type Definition, type Offer, record, textOf } from '../offer.ts';
import { ownEntry } from '../../shared/own-entry.ts';

type Kind = 'amount' | 'count';
type Given = { readonly field: string; readonly value: unknown; readonly kind: Kind };

const named = (path: string, from: unknown, kind: Kind, names: readonly string[]): readonly Given[] =>
  names.map((name) => ({ field: `${path}.${name}`, value: ownEntry(record(from), name), kind }));

const comparisons = ['equals', 'greater_than', 'greater_than_equals', 'less_than', 'less_than_equals'];
const metrics: readonly (readonly [string, Kind])[] = [
  ['cart_total', 'amount'],
  ['cart_unique_item_amount', 'amount'],
  ['cart_quantity', 'count'],
  ['cart_unique_item_quantity', 'count'],
];

const ofCriteria = (path: string, criteria: unknown): readonly Given[] => [
  ...metrics.flatMap(([name, kind]) => named(`${path}.${name}`, ownEntry(record(criteria), name), kind, comparisons)),
  ...named(`${path}.price_range`, record(criteria).price_range, 'amount', ['min', 'max']),
];
const entries = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const ofPromotion = ({ buy_rules: rules, discount_rules: discounts }: Definition): readonly Given[] => [
  ...Object.entries(record(rules)).flatMap(([slug, rule]) => [
    ...ofCriteria(`buy_rules.${slug}`, rule),
    ...ofCriteria(`buy_rules.${slug}.item_criteria`, record(rule).item_criteria),
    ...ofCriteria(`buy_rules.${slug}.cart_conditions`, record(rule).cart_conditions),
  ]),
  ...entries(discounts).flatMap((rule, at) => {
    const { offer, item_criteria: criteria } = record(rule);
    const path = `discount_rules[${at}]`;
    const counts = ['max_offer_quantity', 'min_offer_quantity', 'max_usage_per_transaction', 'item_sequence_number'];
    return [
      ...named(`${path}.offer`, offer, 'amount', [
        'discount_amount',
        'discount_price',
        'max_discount_amount',
        'for_every',
      ]),
      ...entries(record(offer).slices).flatMap((slice, place) => [
        ...named(`${path}.offer.slices[${place}]`, slice, 'amount', ['discount_amount', 'discount_price']),
        ...named(`${path}.offer.slices[${place}]`, slice, 'count', ['from']),
      ]),
      ...named(`${path}.offer`, offer, 'count', counts),
      ...ofCriteria(`${path}.item_criteria`, criteria),
    ];
  }),
];

const ofCoupon = ({ rule: tiers, rule_definition: about }: Definition): readonly Given[] => {
  const { type, applicable_on: on, value_type: valueType } = record(about);
  const isPercentage = type === 'percentage' || valueType === 'percentage' || valueType === 'quantity';
  return entries(tiers).flatMap((tier, at) => [
    ...named(`rule[${at}]`, tier, 'amount', ['min', 'max', ...(isPercentage ? [] : ['value'])]),
    ...named(`rule[${at}]`, tier, on === 'amount' ? 'amount' : 'count', ['key']),
    ...named(`rule[${at}]`, tier, 'count', ['discount_qty']),
  ]);
};

const ofRestrictions = ({ restrictions }: Definition): readonly Given[] => {
  const { price_range: prices, order_quantity: quantity, budget } = record(restrictions);
  return [
    ...named('restrictions.budget', budget, 'amount', ['amount']),
    ...named('restrictions.price_range', prices, 'amount', ['min', 'max']),
    ...named('restrictions.order_quantity', quantity, 'count', ['minimum', 'maximum']),
  ];
};

/** Types whose rules take their benefit from these fields. */
const withoutBenefit = new Set([
  'free_gift_items',
  'free_non_sellable_items',
  'external_price_adjustment_discount',
  'custom',
  'points_multiplier',
]);
const benefitFields = ['discount_percentage', 'discount_amount', 'discount_price'];

/** Zeros are what forms send for an empty field; two positive ones would leave open which is meant. */
const benefitProblems = (definition: Definition): readonly FieldProblem[] =>
  entries(definition.discount_rules).flatMap((rule, at) => {
    const { offer, discount_type: type } = record(rule);
    if (withoutBenefit.has(textOf(type) || textOf(definition.promotion_type))) return [];
    const positive = benefitFields.filter((name) => Number(ownEntry(record(offer), name) ?? 0) > 0);
    if (positive.length < 2) return [];
    return [{ field: `discount_rules[${at}].offer`, message: `Give one of ${positive.join(', ')}, not several.` }];
  });

/** `currency`: the application's, for an offer that names none. An unknown currency is told elsewhere. */
export const offerAmountProblems = ({ kind, definition }: Offer, currency: string): readonly FieldProblem[] => {
  const own = kind === 'coupon' ? record(definition.rule_definition).currency_code : definition.currency;
  const exponent = findCurrency(textOf(own) || currency)?.exponent;
  if (exponent === undefined) return [];
  const given = [
    ...(kind === 'coupon' ? ofCoupon(definition) : ofPromotion(definition)),
    ...ofRestrictions(definition),
  ];
  return [
    ...given.flatMap(({ field, value, kind: as }) =>
      as === 'amount' ? amountProblems(field, value, exponent) : countProblems(field, value),
    ),
    ...benefitProblems(definition),
    ...rewardProblems(definition, currency),
  ];
};

/** What a referral brings in money is in the application's currency. */
const rewardProblems = (definition: Definition, currency: string): readonly FieldProblem[] => {
  const { kind, amount } = record(record(definition.referral).reward);
  const exponent = findCurrency(currency)?.exponent;
  return kind !== 'store_credit' || exponent === undefined
    ? []
    : amountProblems('referral.reward.amount', amount, exponent);
};
