/**
 * Active offers, filed under the most telling question each one asks, so that pricing touches only those that can match.
 * Made once per change of the offers; a thousand offers about other brands cost a cart nothing.
 */
import { requiredSlugs } from './buy-condition.ts';
import { atOnce, type Work } from '../work.ts';
import type { CompiledOffer, Criteria, Dimension, DiscountRule, OfferGroup, RefusedOffer } from './offer-types.ts';

export type OfferIndex = {
  /** Promotions in the order in which they apply. */
  readonly offers: readonly CompiledOffer[];
  /** By code, in lower case. */
  readonly coupons: ReadonlyMap<string, CompiledOffer>;
  readonly refused: readonly RefusedOffer[];
  /** Positions of offers that ask nothing telling about the goods: they are always looked at. */
  readonly always: readonly number[];
  /** Criteria whose lines the filing finds; the lines of any other are found by trying each. */
  readonly known: ReadonlySet<string>;
  /** By the question asked and the answer wanted; questions nobody asks are not there. */
  readonly filed: ReadonlyMap<Dimension, ReadonlyMap<number | string, readonly Filed[]>>;
  /** False: every offer and every line is tried. Same prices, for tests and doubts. */
  readonly narrow: boolean;
};
/** A criteria and the positions of the offers that cannot apply without it. */
type Filed = { readonly criteria: Criteria; readonly offers: readonly number[] };

const groupOrder: readonly OfferGroup[] = ['contract', 'ladder_price', 'limited_timer', 'product', 'cart', 'coupon'];

/** Per unit, buy and get, set or bundle, whole cart. */
const kindOrder = ({ discounts: [first] }: CompiledOffer): number => {
  if (first === undefined) return 3;
  const { benefit, tier } = first;
  if (benefit.kind === 'percent' && !benefit.once && tier === null) return 0;
  if (benefit.kind === 'each' || benefit.kind === 'slices' || benefit.kind === 'unit_price') return 0;
  if (benefit.kind === 'buy_get') return 1;
  return benefit.kind === 'set' || tier !== null ? 2 : 3;
};

/** Group, priority (higher first), kind (per unit, buy and get, set, whole cart), age, id. */
const inOrder = (a: CompiledOffer, b: CompiledOffer): number =>
  groupOrder.indexOf(a.group) - groupOrder.indexOf(b.group) ||
  b.priority - a.priority ||
  kindOrder(a) - kindOrder(b) ||
  a.createdAt - b.createdAt ||
  (a.id < b.id ? -1 : 1);

/** Criteria one of which must match some line, or the rule cannot do anything. */
const neededBy = (offer: CompiledOffer, rule: DiscountRule): readonly Criteria[] => {
  if (rule.criteria.length > 0 && rule.criteria.every(({ wants }) => wants.length > 0)) return rule.criteria;
  const required = new Set(requiredSlugs(rule.condition));
  const telling = offer.rules.find(({ slug, criteria }) => required.has(slug) && criteria.wants.length > 0);
  if (telling !== undefined) return [telling.criteria];
  return rule.criteria.length > 0 ? rule.criteria : [anything];
};
const anything: Criteria = { id: '*', wants: [], excludes: [], zones: [], unitPrice: null };

/** So many entries are filed in the time of a line that meets a rule. */
const FILED_A_MEETING = 20;

/** It pauses by the entries that it files. */
export function* indexing(
  unordered: readonly CompiledOffer[],
  refused: readonly RefusedOffer[] = [],
  narrow = true,
): Work<OfferIndex> {
  const offers = unordered.filter(({ mode }) => mode === 'promotion').toSorted(inOrder);
  const byCriteria = new Map<string, { criteria: Criteria; offers: Set<number> }>();
  const file = (criteria: Criteria, position: number, needed: boolean): void => {
    const entry = byCriteria.get(criteria.id) ?? { criteria, offers: new Set<number>() };
    if (needed) entry.offers.add(position);
    byCriteria.set(criteria.id, entry);
  };
  for (const [position, offer] of offers.entries()) {
    yield (offer.discounts.length + offer.rules.length) / FILED_A_MEETING;
    for (const rule of offer.discounts) {
      for (const criteria of neededBy(offer, rule)) file(criteria, position, true);
      for (const criteria of rule.criteria) file(criteria, position, false);
    }
    for (const { criteria } of offer.rules) file(criteria, position, false);
  }
  const always = new Set<number>();
  const filed = new Map<Dimension, Map<number | string, Filed[]>>();
  const known = new Set<string>();
  for (const { criteria, offers: positions } of byCriteria.values()) {
    const [telling] = criteria.wants;
    if (telling === undefined) {
      for (const position of positions) always.add(position);
      continue;
    }
    known.add(criteria.id);
    const answers = filed.get(telling.dimension) ?? new Map<number | string, Filed[]>();
    filed.set(telling.dimension, answers);
    const entry: Filed = { criteria, offers: [...positions] };
    yield telling.values.size / FILED_A_MEETING;
    for (const value of telling.values) {
      const there = answers.get(value);
      if (there === undefined) answers.set(value, [entry]);
      else there.push(entry);
    }
  }
  return { offers, coupons: couponsOf(unordered), refused, always: [...always], known, filed, narrow };
}
export const indexOffers = (...given: Parameters<typeof indexing>): OfferIndex => atOnce(indexing(...given));

const couponsOf = (offers: readonly CompiledOffer[]): ReadonlyMap<string, CompiledOffer> =>
  new Map(
    offers
      .filter(({ mode }) => mode === 'coupon')
      .toSorted(inOrder)
      .toReversed()
      .map((offer) => [(offer.code ?? '').toLowerCase(), offer]),
  );
