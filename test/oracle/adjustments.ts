/** Stage 4: discounts that another system made for this cart. */
import type { AdjustmentArticle, PriceAdjustment } from '../../src/pricing/pricing-types.ts';
import type { Case } from './case.ts';
import { conditionHolds } from './conditions.ts';
import { inCurrency, rateBetween } from './currencies.ts';
import { criteriaOf, sortedByPrice } from './eligible.ts';
import { type Basket, goodOf, seenAs, type Unit } from './goods.ts';
import type { Offer } from './offer.ts';
import { type Ratio, sumOf } from './rational.ts';
import { share } from './sharing.ts';
import { didApply, hasItsTurn, type State } from './stage.ts';
import { added, amountTaken, cutBy, type Cuts, goodsOf, lay } from './taking.ts';

export const ofType = (adjustments: readonly PriceAdjustment[], type: string): readonly PriceAdjustment[] =>
  adjustments.filter((each) => each.type === type);

/** The rate that brings it into the cart's currency; null when it does not count. */
export const rateOf = (given: Case, { expiresAt, currency, value }: PriceAdjustment): Ratio | null =>
  (expiresAt !== null && expiresAt <= given.now) || !Number.isSafeInteger(value) || value < 0
    ? null
    : rateBetween(given, currency, given.currency);

/** Its value in the cart's currency; null when it does not count. */
export const valueOf = (given: Case, adjustment: PriceAdjustment): bigint | null => {
  const rate = rateOf(given, adjustment);
  return rate === null ? null : inCurrency(BigInt(adjustment.value), rate);
};

/** Whatever the policy says of offers: by largest remainder. */
const plainly = (given: Case): Case => ({ ...given, policy: { ...given.policy, remainder: 'largest' } });
const price = (unit: Unit): bigint => unit.price;
const distributed = (given: Case, basket: Basket, units: readonly Unit[], amount: bigint, how: string): Cuts => {
  if (how === 'apportion')
    return lay(plainly(given), basket, units, amount, { weight: (lot) => sumOf(lot, price), room: price });
  const goods = goodsOf(basket, units).map((good) => units.filter((unit) => unit.good === good.at));
  const parts = share(
    amount,
    goods.map((of) => ({ weight: how === 'weighted' ? BigInt(of.length) : 1n, room: sumOf(of, price) })),
    'largest',
  );
  return added(
    ...goods.map((of, at) =>
      lay(plainly(given), basket, of, parts[at] ?? 0n, { weight: (lot) => sumOf(lot, price), room: price }),
    ),
  );
};

/** Taken once for each article it names, of so many units where it says so. */
const onArticle = (given: Case, basket: Basket, entry: AdjustmentArticle, rate: Ratio): Cuts => {
  const units = basket.units.filter((unit) => goodOf(basket, unit).article.uid === entry.articleUid);
  const dearest = sortedByPrice(units, price, 'dearest').slice(0, entry.quantity ?? units.length);
  const chosen = dearest.toSorted((a, b) => a.id - b.id);
  return lay(plainly(given), basket, chosen, inCurrency(BigInt(entry.value), rate), {
    weight: (lot) => sumOf(lot, price),
    room: price,
  });
};

const cutsOf = (given: Case, basket: Basket, adjustment: PriceAdjustment): Cuts | null => {
  const rate = rateOf(given, adjustment);
  if (rate === null) return null;
  const named = new Map(adjustment.articles.map((entry) => [entry.articleUid, entry]));
  const isMeant = (unit: Unit): boolean => named.size === 0 || named.has(goodOf(basket, unit).article.uid);
  const cuts =
    adjustment.articleLevel && named.size > 0
      ? added(...adjustment.articles.map((entry) => onArticle(given, basket, entry, rate)))
      : distributed(
          given,
          basket,
          basket.units.filter(isMeant),
          inCurrency(BigInt(adjustment.value), rate),
          adjustment.distribution,
        );
  const tooLow = basket.units.some((unit) => {
    const least = named.get(goodOf(basket, unit).article.uid)?.minimumPrice;
    const cut = cuts.get(unit.id) ?? 0n;
    return least !== undefined && cut > 0n && unit.price - cut < inCurrency(BigInt(least), rate);
  });
  return tooLow || amountTaken({ cuts }) === 0n ? null : cuts;
};

/** The offer an adjustment belongs to must be there, hold, and still have its turn. */
const mayAct = (given: Case, offers: readonly Offer[], { offerId }: PriceAdjustment, state: State): boolean => {
  if (offerId === undefined) return true;
  const offer = offers.find(({ id }) => id === offerId);
  const rule = offer?.discounts.find(({ type }) => type === 'external_price_adjustment_discount');
  if (offer === undefined || rule === undefined || offer.isCoupon) return false;
  const meant = criteriaOf(given, offer, rule);
  return (
    hasItsTurn(given, offers, offer, state) &&
    conditionHolds(given, offer, rule.condition, state.basket) &&
    state.basket.goods.some((good) => meant(seenAs(good)))
  );
};

/** Those that thresholds see come before the coupon, the others behind it. */
export const adjusted = (given: Case, offers: readonly Offer[], begin: State, inEligibility: boolean): State => {
  let state = begin;
  for (const adjustment of ofType(given.adjustments, 'discount')) {
    const { basket } = state;
    if (adjustment.inEligibility !== inEligibility || !mayAct(given, offers, adjustment, state)) continue;
    const cuts = cutsOf(given, basket, adjustment);
    if (cuts === null) continue;
    const offer = offers.find(({ id }) => id === adjustment.offerId);
    const units = basket.units.map((unit) => cutBy(unit, cuts.get(unit.id) ?? 0n, adjustment.id));
    state = { ...state, basket: { ...basket, units } };
    if (offer !== undefined) state = didApply(state, offer);
  }
  return state;
};
