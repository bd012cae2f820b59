/** Stages 1 and 2: replaced selling prices, then contract and ladder prices. */
import { rateOf } from './adjustments.ts';
import type { Case } from './case.ts';
import { conditionHolds } from './conditions.ts';
import { criteriaOf } from './eligible.ts';
import { type Basket, type Good, repriced, seenAs, unitsOf } from './goods.ts';
import { inCurrency } from './currencies.ts';
import { inOrder } from './order.ts';
import type { Discount, Offer } from './offer.ts';
import { countOf, type Mode, most, part } from './rational.ts';
import { mayUse } from './restrictions.ts';

/** A selling_price adjustment is taken whole or not at all; one after the other, by id. */
export const replacedPrices = (given: Case, before: Basket): Basket => {
  let basket = before;
  const wanted = given.adjustments.filter(({ type }) => type === 'selling_price');
  for (const adjustment of wanted) {
    const rate = rateOf(given, adjustment);
    const named = new Map(adjustment.articles.map((entry) => [entry.articleUid, entry]));
    const writtenFor = ({ article }: Good): number =>
      (named.size === 0 ? adjustment.value : named.get(article.uid)?.value) ?? -1;
    const priceOf = (good: Good): bigint | null =>
      rate === null || writtenFor(good) < 0 ? null : inCurrency(BigInt(writtenFor(good)), rate);
    const meant = basket.goods.filter((good) => priceOf(good) !== null);
    const tooDear = meant.some((good) => (priceOf(good) ?? 0n) > good.marked);
    const written = named.size === 0 ? [adjustment.value] : adjustment.articles.map(({ value }) => value);
    const vanished = written.some((value) => rate !== null && value > 0 && inCurrency(BigInt(value), rate) === 0n);
    const tooCheap = meant.some((good) => {
      const floor = named.get(good.article.uid)?.minimumPrice;
      return floor !== undefined && rate !== null && (priceOf(good) ?? 0n) < inCurrency(BigInt(floor), rate);
    });
    if (meant.length === 0 || tooDear || tooCheap || vanished) continue;
    const now = basket;
    const agreedFor = ({ article }: Good): boolean => {
      const alike = now.goods.filter((each) => each.article.uid === article.uid);
      return countOf(alike, (each) => unitsOf(now, each).length) <= (named.get(article.uid)?.quantity ?? Infinity);
    };
    basket = repriced(basket, (good) => {
      const price = priceOf(good) ?? good.effective;
      return agreedFor(good) ? price : most(price, good.effective);
    });
  }
  return basket;
};

/** Of the article's own selling price, also where an adjustment replaced it, or of MRP. */
const unitPrice = (good: Good, { gain }: Discount, offer: Offer, mode: Mode): bigint => {
  const base = offer.onMarked ? good.marked : good.selling;
  if (gain === null) return base;
  if (gain.by === 'price') return gain.price;
  return most(0n, base - (gain.by === 'amount' ? gain.amount : part(base, gain.rate, mode)));
};

/** The prices at which a contract or a band of a ladder is lower than what is asked so far, by good. */
const lowered = (given: Case, basket: Basket, offer: Offer, discount: Discount) => {
  const meant = criteriaOf(given, offer, discount);
  const counted = (good: Good): number =>
    countOf(
      basket.goods.filter(({ article }) => article.itemId === good.article.itemId),
      (each) => unitsOf(basket, each).length,
    );
  const lower = new Map<number, bigint>();
  for (const good of basket.goods.filter((each) => meant(seenAs(each)))) {
    const units = counted(good);
    const inBand = units >= (discount.fewest ?? 0) && units <= (discount.most ?? units);
    const price = unitPrice(good, discount, offer, given.policy.rounding);
    if (inBand && price < good.effective) lower.set(good.at, price);
  }
  return lower;
};

export type UnitPrices = { readonly basket: Basket; readonly applied: readonly string[] };
/** Each lowers a price or leaves it; bands are counted over all lines of the item. A binding contract keeps ladders away. */
export const contractAndLadder = (given: Case, before: Basket, offers: readonly Offer[]): UnitPrices => {
  let basket = before;
  const applied = new Set<string>();
  const bound = new Set<number>();
  const groups = ['contract', 'ladder_price'] as const;
  for (const offer of groups.flatMap((group) => inOrder(offers.filter((each) => each.group === group)))) {
    if (!mayUse(given, offer, basket)) continue;
    const isContract = offer.group === 'contract';
    const inForce = offer.discounts.filter(
      ({ type, condition }) =>
        ['contract_price', 'ladder_price'].includes(type) && conditionHolds(given, offer, condition, basket),
    );
    for (const discount of inForce) {
      const all = [...lowered(given, basket, offer, discount)];
      const lower = new Map(all.filter(([at]) => isContract || !bound.has(at)));
      if (lower.size === 0) continue;
      applied.add(offer.id);
      basket = repriced(basket, (good) => lower.get(good.at) ?? good.effective);
      if (isContract && offer.binding) for (const at of lower.keys()) bound.add(at);
    }
  }
  return { basket, applied: [...applied] };
};
