/**
 * Factors of points: goods that count more than once when points are earned. What an offer adds is an amount of goods in the cart's
 * currency, so that points are still counted in one exact step; several offers add up. It never changes what is paid.
 */
import type { Work } from '../work.ts';
import type { CartState } from '../cart-state.ts';
import type { PointsPart } from '../charge-types.ts';
import type { WhyNot } from '../why-not-types.ts';
import { linesMeant, onNoLine, scopeAmount, scopeOf } from './cashback.ts';
import { laterStage } from './later-stage.ts';
import { rateStep } from './taking.ts';
import { rewardOnWhole } from './whole-reward.ts';

export type PointsState = {
  readonly cart: CartState;
  readonly points: readonly PointsPart[];
  readonly couponWhyNots: readonly WhyNot[];
};

export function* multiplyPoints(before: CartState): Work<PointsState> {
  const { cart, acted, couponWhyNots } = yield* laterStage(before, 'points', (held, offer, current) => {
    const base = scopeAmount(scopeOf(held.rule, current), current);
    const step = rateStep(base, held.benefit.rate, current.input.policy, { line: null });
    return rewardOnWhole(held, offer, current, { stage: 'points', room: step.result, step, sharesOf: onNoLine });
  });
  const points = acted.flatMap(({ offer, amount, rule }): readonly PointsPart[] => {
    const own = offer.discounts.find(({ index }) => index === rule);
    if (own === undefined || own.benefit.kind !== 'points') return [];
    return [{ offerId: offer.id, amount, rate: own.benefit.rate, lines: linesMeant(own, cart) }];
  });
  return { cart, points, couponWhyNots };
}
