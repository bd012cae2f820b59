/** Coupons: after promotions, one after another, minding their marks unless it goes with all discounts. */
import { isAffordable } from './budget.ts';
import type { Case } from './case.ts';
import { goodOf, worthOf } from './goods.ts';
import type { Offer } from './offer.ts';
import { carriedOut } from './promotions.ts';
import { atDoor, comesLater, didApply, hasItsTurn, type State } from './stage.ts';

const withOne = (given: Case, offers: readonly Offer[], coupon: Offer, begin: State): State => {
  const { basket } = begin;
  if (worthOf(basket.units) === 0n) return begin;
  if (!hasItsTurn(given, offers, coupon, begin))
    return comesLater(coupon) ? begin : atDoor(given, offers, coupon, begin);
  const marked = new Map(basket.units.map((unit) => [unit.id, goodOf(basket, unit).marked]));
  const outcome = carriedOut(given, coupon, basket, begin.gifts, coupon.onMarked ? { prices: marked } : {});
  if (!outcome.did || !isAffordable(given, coupon, outcome.cost)) return begin;
  return didApply({ ...begin, basket: outcome.basket, gifts: outcome.gifts }, coupon);
};

/** The higher priority first, then the older one, then by id. */
export const couponsInOrder = (coupons: readonly Offer[]): readonly Offer[] =>
  coupons.toSorted(
    (a, b) => b.priority - a.priority || a.createdAt - b.createdAt || (a.id === b.id ? 0 : a.id < b.id ? -1 : 1),
  );

/** What each took off goods, and the cart after the last. */
export const withCoupons = (
  given: Case,
  offers: readonly Offer[],
  coupons: readonly Offer[],
  begin: State,
): { readonly state: State; readonly off: ReadonlyMap<string, bigint> } => {
  let state = begin;
  const off = new Map<string, bigint>();
  for (const coupon of coupons) {
    const after = withOne(given, offers, coupon, state);
    off.set(coupon.id, worthOf(state.basket.units) - worthOf(after.basket.units));
    state = after;
  }
  return { state, off };
};
