/** What a discount rule gives, from its type and its offer object. A new kind of offer starts with a line here. */
import { compileBuyWays, unitsAskedBy } from './compile-buy-ways.ts';
import type { Benefit, BuyCondition, BuyRule, Definition, Limits, OfferGroup, Reward, Slice } from './offer-types.ts';
import { boundsOf } from './condition-bounds.ts';
import {
  amount,
  count,
  DefinitionProblem,
  figure,
  limit,
  list,
  numberList,
  rate,
  record,
  text,
} from './read-definition.ts';
import { ownEntry } from '../../shared/own-entry.ts';

export type BenefitSource = {
  readonly type: string;
  readonly offer: Definition;
  readonly itemCriteria: Definition;
  readonly definition: Definition;
  readonly group: OfferGroup;
  readonly condition: BuyCondition;
  /** Rules that the buy condition wants to hold. */
  readonly mentioned: readonly BuyRule[];
  readonly exponent: number;
};

/** Forms send zeros for what was not filled in: the first positive field counts, and a price of zero only where there is none. */
const rewardOf = ({ offer, exponent }: BenefitSource, fallback?: Reward): Reward => {
  const percent = rate(offer.discount_percentage);
  const off = amount(offer.discount_amount, exponent);
  const price = amount(offer.discount_price, exponent);
  if (percent !== null && percent > 0) return { kind: 'rate', rate: percent };
  if (off !== null && off > 0) return { kind: 'amount', amount: off };
  if (price !== null) return { kind: 'price', price };
  if (fallback !== undefined) return fallback;
  throw new DefinitionProblem('The offer says neither a percentage, an amount nor a price.');
};
const free: Reward = { kind: 'rate', rate: 1_000_000 };

const percentOf = (source: BenefitSource): Benefit => {
  const read = rate(source.offer.discount_percentage);
  if (read === null || read === 0) throw new DefinitionProblem('discount_percentage is missing.');
  return { kind: 'percent', rate: read, once: source.group === 'cart' || source.group === 'coupon' };
};
const amountOf = ({ offer, exponent }: BenefitSource): Benefit => {
  const read = amount(offer.discount_amount, exponent);
  if (read === null || read === 0) throw new DefinitionProblem('discount_amount is missing.');
  const every = limit(offer.for_every, exponent);
  if (offer.apportion_discount === false) {
    if (every !== null) throw new DefinitionProblem('for_every gives one sum: leave out apportion_discount.');
    return { kind: 'each', reward: { kind: 'amount', amount: read }, sequence: null };
  }
  return { kind: 'amount', amount: read, ...(every === null ? {} : { every }) };
};

/** The greatest quantity that any of the rules asks for. */
const unitsAsked = (mentioned: readonly BuyRule[]): number | null => {
  const asked = mentioned.map(unitsAskedBy).filter((units) => units !== null);
  return asked.length === 0 ? null : Math.max(...asked);
};

const setOf = ({ offer, mentioned, exponent }: BenefitSource): Benefit => {
  const price = amount(offer.discount_price, exponent);
  if (price === null) throw new DefinitionProblem('discount_price is missing.');
  const size = count(offer.min_offer_quantity) ?? count(offer.max_offer_quantity) ?? unitsAsked(mentioned) ?? 1;
  return { kind: 'set', size: Math.max(1, size), price };
};
const giftOf = ({ offer, itemCriteria }: BenefitSource, sellable: boolean): Benefit => {
  const items = numberList(itemCriteria.item_id);
  if (items.length === 0) throw new DefinitionProblem('item_criteria.item_id must name the gift.');
  return { kind: 'gift', items, units: count(offer.max_offer_quantity) ?? 1, sellable };
};

/** In the order of their beginnings; a slice that gives nothing lets its units pass. */
const slicesOf = (source: BenefitSource): readonly Slice[] => {
  const slices = list(source.offer.slices).map((value): Slice => {
    const offer = record(value);
    const from = figure(offer.from);
    if (from === null || from < 1 || !Number.isSafeInteger(from)) {
      throw new DefinitionProblem('A slice says from which unit on it counts: from is a whole number from 1.');
    }
    const given = rewardOf({ ...source, offer }, free);
    return { from, reward: given === free ? null : given };
  });
  const begins = slices.map(({ from }) => from);
  if (slices.length === 0 || new Set(begins).size < begins.length) {
    throw new DefinitionProblem('slices is a list in which every slice begins at another unit.');
  }
  if (slices.every(({ reward }) => reward === null)) throw new DefinitionProblem('No slice gives anything.');
  return slices.toSorted((a, b) => a.from - b.from);
};

/** What comes on top of the points that goods earn in any case, in millionths. */
const extraPoints = (value: unknown): number => {
  const factor = figure(value);
  const hundredths = Math.round((factor ?? 0) * 100);
  if (factor === null || hundredths <= 100 || hundredths > 10_000 || Math.abs(hundredths - factor * 100) > 1e-6) {
    throw new DefinitionProblem('points_factor is a number above 1, at most 100, with two decimals at most.');
  }
  return (hundredths - 100) * 10_000;
};

const kinds: Readonly<Record<string, (source: BenefitSource) => Benefit>> = {
  percentage: percentOf,
  amount: amountOf,
  fixed_price: setOf,
  bogo: (source) => ({
    kind: 'buy_get',
    ways: compileBuyWays(source.condition, source.mentioned),
    getUnits: count(source.offer.max_offer_quantity) ?? 1,
    reward: rewardOf(source, free),
  }),
  contract_price: (source) => ({
    kind: 'unit_price',
    reward: rewardOf(source),
    binding: source.definition.binding === true,
  }),
  ladder_price: (source) => ({ kind: 'unit_price', reward: rewardOf(source), binding: false }),
  bundle_price_percentage: percentOf,
  bundle_amount_percentage: percentOf,
  bundle_price_amount: amountOf,
  shipping_price: (source) => ({ kind: 'shipping', reward: rewardOf(source, free) }),
  free_gift_items: (source) => giftOf(source, true),
  free_non_sellable_items: (source) => giftOf(source, false),
  external_price_adjustment_discount: () => ({ kind: 'external' }),
  item_based_discount: (source) =>
    source.offer.slices === undefined || source.offer.slices === null
      ? { kind: 'each', reward: rewardOf(source), sequence: count(source.offer.item_sequence_number) }
      : { kind: 'slices', slices: slicesOf(source) },
  custom: ({ offer, definition }) => ({ kind: 'custom', code: text(offer.code) ?? text(definition.code) ?? '' }),
  cashback: (source) => ({ kind: 'cashback', reward: rewardOf(source) }),
  points_multiplier: ({ offer }) => ({ kind: 'points', rate: extraPoints(offer.points_factor) }),
  steal_deal: (source) => ({ kind: 'each', reward: rewardOf(source), sequence: null }),
};
const tiered = new Set(['bundle_price_percentage', 'bundle_price_amount', 'bundle_amount_percentage']);
/** Kinds whose unit counts say how large a group is, not how many units may be discounted. */
const counted = new Set(['fixed_price', 'bogo', 'free_gift_items', 'free_non_sellable_items']);

export const compileBenefit = (source: BenefitSource): Benefit => {
  const compile = ownEntry(kinds, source.type);
  if (compile === undefined) throw new DefinitionProblem(`There is no offer type ${source.type}.`);
  return compile(source);
};

export const compileLimits = ({ type, offer, exponent }: BenefitSource): Limits => ({
  maximumDiscount: limit(offer.max_discount_amount, exponent),
  maximumUnits: counted.has(type) ? null : count(offer.max_offer_quantity),
  minimumUnits: counted.has(type) ? null : count(offer.min_offer_quantity),
  maximumUses: count(offer.max_usage_per_transaction),
});

/** Where a tier begins and ends. */
export type TierBounds = { readonly from: number; readonly to: number };

/** What its buy rules ask of money or of units, as the kind of bundle counts, and its own least quantity. */
export const compileTierBounds = ({ type, offer, mentioned }: BenefitSource): TierBounds | null => {
  if (!tiered.has(type)) return null;
  const counts = type === 'bundle_amount_percentage' ? 'cart_total' : 'cart_quantity';
  const asked = mentioned.flatMap(({ conditions }) => conditions);
  const telling = asked.filter(({ metric }) => metric === counts);
  const { least, most } = boundsOf(telling.length > 0 ? telling : asked);
  return { from: Math.max(0, least, count(offer.min_offer_quantity) ?? 0), to: most };
};

/** The place of each tier: a greater lower bound is higher, then the narrower one, then the later rule. */
export const rankTiers = (bounds: readonly (TierBounds | null)[]): readonly (number | null)[] => {
  const tiers = bounds.flatMap((each, at) => (each === null ? [] : [{ ...each, at }]));
  const ranked = tiers.toSorted((a, b) => a.from - b.from || b.to - a.to || a.at - b.at).map(({ at }) => at);
  return bounds.map((each, at) => (each === null ? null : ranked.indexOf(at)));
};
