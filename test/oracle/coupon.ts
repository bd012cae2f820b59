/** The coupon: after promotions, minding their marks unless it goes with all discounts. */
import { isAffordable } from './budget.ts';
import type { Case } from './case.ts';
import { goodOf, worthOf } from './goods.ts';
import type { Offer } from './offer.ts';
import { carriedOut } from './promotions.ts';
import { didApply, hasItsTurn, type State } from './stage.ts';

export const withCoupon = (given: Case, offers: readonly Offer[], coupon: Offer | null, begin: State): State => {
  const { basket } = begin;
  if (coupon === null || worthOf(basket.units) === 0n || !hasItsTurn(given, offers, coupon, begin)) return begin;
  const marked = new Map(basket.units.map((unit) => [unit.id, goodOf(basket, unit).marked]));
  const outcome = carriedOut(given, coupon, basket, begin.gifts, coupon.onMarked ? { prices: marked } : {});
  if (!outcome.did || !isAffordable(given, coupon, outcome.cost)) return begin;
  return didApply({ ...begin, basket: outcome.basket, gifts: outcome.gifts }, coupon);
};
