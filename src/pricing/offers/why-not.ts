/**
 * Why each active offer did not apply to this cart: the first failing condition and the distance to it. Pricing itself looks only
 * at offers that can match; this looks at all of them, so ask it when someone wants to know, not for every read.
 */
import { priceCart } from '../price-cart.ts';
import type { WhyNot } from '../why-not-types.ts';
import type { PriceInput } from '../pricing-types.ts';

export const whyNotOf = (input: PriceInput): readonly WhyNot[] =>
  priceCart({ ...input, offers: { ...input.offers, narrow: false } }).notApplied;
