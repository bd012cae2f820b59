/**
 * Active offers, filed under the most telling question each one asks, so that pricing touches only those that can match.
 * Made once per change of the offers; a thousand offers about other brands cost a cart nothing.
 */
import { requiredSlugs } from './buy-condition.ts';
import { atOnce, type Work } from '../work.ts';
import type {
  CompiledOffer,
  Criteria,
  Dimension,
  DiscountRule,
  OfferGroup,
  RefusedOffer,
  Want,
} from './offer-types.ts';

export type OfferIndex = {
  /** Promotions in the order in which they apply. */
  readonly offers: readonly CompiledOffer[];
  /** By code, in lower case. */
  readonly coupons: ReadonlyMap<string, CompiledOffer>;
  readonly refused: readonly RefusedOffer[];
  /** Positions of offers that ask nothing telling about the goods: they are always looked at. */
  readonly always: readonly number[];
  /** What is filed; the lines of criteria that ask something else first are found by trying each. */
  readonly known: ReadonlySet<Want>;
  /** By the question asked and the answer wanted; questions nobody asks are not there. */
  readonly filed: ReadonlyMap<Dimension, ReadonlyMap<number | string, readonly Filed[]>>;
  /** False: every offer and every line is tried. Same prices, for tests and doubts. */
  readonly narrow: boolean;
};
/**
 * What is wanted first by any number of criteria, and the positions of the offers that cannot apply without one of those. A hundred
 * rules that name a hundred others each are ten thousand criteria, but want no more than was written.
 */
type Filed = { readonly want: Want; readonly offers: readonly number[] };

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
/** More answers of one question are filed in pieces: it may name a hundred thousand. */
const FILED_AT_ONCE = 2_000;

/** It pauses by the entries that it files. */
export function* indexing(
  unordered: readonly CompiledOffer[],
  refused: readonly RefusedOffer[] = [],
  narrow = true,
): Work<OfferIndex> {
  const offers = unordered.filter(({ mode }) => mode === 'promotion').toSorted(inOrder);
  const always = new Set<number>();
  const byWant = new Map<Want, Set<number>>();
  const file = ({ wants: [telling] }: Criteria, position: number, needed: boolean): void => {
    const positions = telling === undefined ? always : (byWant.get(telling) ?? new Set<number>());
    if (telling !== undefined) byWant.set(telling, positions);
    if (needed) positions.add(position);
  };
  for (const [position, offer] of offers.entries()) {
    yield (offer.discounts.length + offer.rules.length) / FILED_A_MEETING;
    for (const rule of offer.discounts) {
      for (const criteria of neededBy(offer, rule)) file(criteria, position, true);
      for (const criteria of rule.criteria) file(criteria, position, false);
    }
    for (const { criteria } of offer.rules) file(criteria, position, false);
  }
  const filed = new Map<Dimension, Map<number | string, Filed[]>>();
  for (const [want, positions] of byWant) {
    const answers = filed.get(want.dimension) ?? new Map<number | string, Filed[]>();
    filed.set(want.dimension, answers);
    const entry: Filed = { want, offers: [...positions] };
    yield (want.values.size % FILED_AT_ONCE) / FILED_A_MEETING;
    let since = 0;
    for (const value of want.values) {
      since += 1;
      if (since % FILED_AT_ONCE === 0) yield FILED_AT_ONCE / FILED_A_MEETING;
      const there = answers.get(value);
      if (there === undefined) answers.set(value, [entry]);
      else there.push(entry);
    }
  }
  return {
    offers,
    coupons: couponsOf(unordered),
    refused,
    always: [...always],
    known: new Set(byWant.keys()),
    filed,
    narrow,
  };
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
