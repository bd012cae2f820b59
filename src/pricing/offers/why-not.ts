/**
 * Why each active offer did not apply to this cart: the first failing condition and the distance to it. Pricing itself looks only
 * at offers that can match; this looks at all of them, so ask it when someone wants to know, not for every read.
 */
import { pricingOf } from '../price-cart.ts';
import type { WhyNot } from '../why-not-types.ts';
import type { PriceInput } from '../pricing-types.ts';
import { atOnce, type Work } from '../work.ts';

export function* reasonsOf(input: PriceInput): Work<readonly WhyNot[]> {
  return (yield* pricingOf({ ...input, offers: { ...input.offers, narrow: false } })).notApplied;
}
export const whyNotOf = (input: PriceInput): readonly WhyNot[] => atOnce(reasonsOf(input));
