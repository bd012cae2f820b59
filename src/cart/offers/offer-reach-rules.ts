/** Whether an offer has to do with a product: one of its rules asks for it or gives to it. Pure. */
import { matches } from '../../pricing/offers/match-lines.ts';
import type { CompiledOffer, Criteria } from '../../pricing/compile/offer-types.ts';
import type { PricedLine } from '../../pricing/priced-types.ts';
import type { Place } from '../../pricing/pricing-types.ts';

const anyMatches = (criteria: readonly Criteria[], lines: readonly PricedLine[], place: Place | null): boolean =>
  lines.some((line) => criteria.some((one) => matches(line, one, place)));

/** A rule that asks nothing of the goods has to do with all of them. */
export const concerns = (offer: CompiledOffer, lines: readonly PricedLine[], place: Place | null): boolean =>
  anyMatches(
    [...offer.rules.map(({ criteria }) => criteria), ...offer.discounts.flatMap(({ criteria }) => criteria)],
    lines,
    place,
  );

/** Whether it could take something off this line itself. */
export const givesTo = (offer: CompiledOffer, line: PricedLine, place: Place | null): boolean =>
  offer.discounts.some(({ criteria }) => criteria.length === 0 || anyMatches(criteria, [line], place));
