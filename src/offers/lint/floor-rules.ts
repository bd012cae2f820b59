/**
 * Offers that ask less for an article of the shop than its floor price. A contract or ladder price goes below it; all others are
 * held at it, and so give less than they say. Pure.
 */
import type { LintFinding } from '../../contract/offers/offer-lint-contract.ts';
import type { PreviewBody } from '../../contract/offers/offer-preview-contract.ts';
import type { CompiledOffer } from '../../pricing/compile/offer-types.ts';
import { matches } from '../../pricing/offers/match-lines.ts';
import type { PricedCart, PricedLine } from '../../pricing/priced-types.ts';
import type { Article } from '../../pricing/pricing-types.ts';
import { ownEntry } from '../../shared/own-entry.ts';
import type { Tried } from './coupon-sets.ts';
import type { Work } from '../../pricing/work.ts';
import { type Desk, pricedAmongAll, together, told } from './lint-desk.ts';

/** Of the articles an offer is about, so many are tried in each of its carts. */
const MOST_ARTICLES = 5;
/** So many articles are compared with a rule in the time of a line that meets it. */
const MATCHED_A_MEETING = 50;

const isMeant = (
  article: Article,
  { discounts }: CompiledOffer,
  { currency }: Desk,
  { zones }: PreviewBody,
): boolean => {
  const { marked = 0, selling = 0 } = ownEntry(article.prices, currency.code) ?? {};
  const line = { article, marked, selling, gift: null, asked: { key: '', articleUid: article.uid, quantity: 1 } };
  const place = zones === undefined ? null : { state: null, zones };
  return discounts.some(({ criteria }) => criteria.some((each) => matches(line, each, place)));
};

const lineOf = ({ lines }: PricedCart, { uid }: Article): PricedLine | undefined =>
  lines.find(({ article, gift }) => article.uid === uid && gift === null);
const lowest = (line: PricedLine | undefined): number =>
  Math.min(...(line?.lots ?? []).map(({ price }) => price), Number.MAX_SAFE_INTEGER);

/** Those that had a part in what the line costs. */
const actingOn = ({ adjustments }: PricedCart, line: PricedLine, { offers }: Desk): readonly CompiledOffer[] => {
  const ids = new Set(
    adjustments
      .filter(({ source, shares }) => source.kind === 'offer' && shares.some((share) => share.line === line.key))
      .map(({ source }) => source.id),
  );
  return offers.filter(({ id }) => ids.has(id));
};

const withFloor = ({ items, ...around }: PreviewBody, { uid }: Article, floor?: number): PreviewBody => {
  const quantity = Math.max(...items.map((item) => item.quantity));
  const item = { article_id: uid, quantity, ...(floor === undefined ? {} : { floor_price: floor }) };
  return { ...around, items: [...items, item] };
};

function* findingOf(
  offer: CompiledOffer,
  article: Article,
  { cart, coupons }: Tried,
  desk: Desk,
): Work<LintFinding | null> {
  const { floor = 0 } = article;
  const free = yield* pricedAmongAll(coupons, withFloor(cart, article, 0), desk);
  const wanted = lineOf(free, article);
  if (wanted === undefined || lowest(wanted) >= floor) return null;
  const offers = actingOn(free, wanted, desk);
  if (!offers.includes(offer)) return null;
  const witness = withFloor(cart, article);
  const held = lowest(lineOf(yield* pricedAmongAll(coupons, witness, desk), article));
  const what = `${together(offers)} ${offers.length === 1 ? 'asks' : 'together ask'} less than the floor price for the article ${article.uid}`;
  const message =
    held < floor
      ? `${what}, and get it: contract and ladder prices are not held by it.`
      : `${what}: it stays at its floor, and shoppers get less than they are told.`;
  return { kind: 'below_floor', offers: offers.map(told), message, witness };
}

export function* belowFloor(offer: CompiledOffer, tried: readonly Tried[], desk: Desk): Work<readonly LintFinding[]> {
  for (const one of tried) {
    yield (desk.floored.length * offer.discounts.length) / MATCHED_A_MEETING;
    const meant = desk.floored.filter((article) => isMeant(article, offer, desk, one.cart));
    for (const article of meant.slice(0, MOST_ARTICLES)) {
      const finding = yield* findingOf(offer, article, one, desk);
      if (finding !== null) return [finding];
    }
  }
  return [];
}
