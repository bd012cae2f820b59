/** Which units an offer may touch, and in which order it takes them. */
import type { Case } from './case.ts';
import { goodsMeant, type Test } from './criteria.ts';
import { words } from './definition.ts';
import { type Basket, type Good, goodOf, seenAs, type Unit, unitsOf } from './goods.ts';
import type { Discount, Offer } from './offer.ts';
import { most } from './rational.ts';

/** Its own criteria and, where it names buy rules, the goods that any of those rules means. */
export const criteriaOf = (given: Case, offer: Offer, { criteria }: Discount): Test => {
  const context = { place: given.place, amount: offer.amount };
  const own = goodsMeant(criteria, context);
  const slugs = words(criteria['buy_rules']);
  const rules = offer.rules
    .filter(({ slug }) => slugs.includes(slug))
    .map((rule) => goodsMeant(rule.criteria, context));
  return slugs.length === 0 ? own : (seen) => own(seen) && rules.some((meant) => meant(seen));
};

const usedByOthers = ({ usedBy }: Unit, offer: Offer): boolean => usedBy.some((id) => id !== offer.id);
/** A mark on a good or unit keeps everybody out but the offer that made it. */
export const isOpen = (basket: Basket, unit: Unit, offer: Offer): boolean => {
  if (offer.isCoupon && offer.applyAll) return true;
  const good = goodOf(basket, unit);
  if (good.closed || unit.closed) return false;
  if (offer.exclusive === 'article') return !unitsOf(basket, good).some((each) => usedByOthers(each, offer));
  return offer.stackable || !usedByOthers(unit, offer);
};
export const isForLine = (offer: Offer, good: Good): boolean =>
  offer.type !== 'steal_deal' || good.promoId === offer.id;

/** What can still be taken off a unit. */
export const roomOf = (basket: Basket, unit: Unit): bigint => most(0n, unit.price - goodOf(basket, unit).floor);

export const openUnits = (given: Case, offer: Offer, discount: Discount, basket: Basket): readonly Unit[] => {
  const meant = criteriaOf(given, offer, discount);
  return basket.units.filter((unit) => {
    const good = goodOf(basket, unit);
    return isForLine(offer, good) && meant(seenAs(good)) && isOpen(basket, unit, offer);
  });
};

/** At one price the order of goods decides, then that of units. */
export const sortedByPrice = (
  units: readonly Unit[],
  priceOf: (unit: Unit) => bigint,
  first: 'cheapest' | 'dearest',
): readonly Unit[] =>
  units.toSorted((a, b) => {
    const [left, right] = [priceOf(a), priceOf(b)];
    if (left === right) return a.id - b.id;
    return left < right === (first === 'cheapest') ? -1 : 1;
  });
