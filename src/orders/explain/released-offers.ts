/**
 * Offers whose use an earlier refund had given back: they did not act again, so what was left was priced without them. An order keeps
 * all of them in one list; which were in it when is found by pricing what each refund left, as it was done then. Pure.
 */
import type { PriceInput } from '../../pricing/pricing-types.ts';
import type { Work } from '../../pricing/work.ts';
import { less } from '../goods/unit-rules.ts';
import { isAnythingLeft, type Remaining, remainingInput } from '../money/reprice-rules.ts';
import type { StoredOrder } from '../order-document.ts';
import { pricesOf, withoutIdleCoupons, withOffers } from '../order-snapshot.ts';
import type { PricedFrom } from './explained-prices.ts';

/** What remaining goods are priced from. */
export const inputLeft = (
  { input, prices }: PricedFrom,
  remaining: Remaining,
  released: readonly string[],
): PriceInput => {
  const used = withoutIdleCoupons(input, prices.applied);
  const own = released.length === 0 ? used : withOffers(used, (id) => !released.includes(id));
  return remainingInput(own, remaining);
};

/** Before the settlement at this place. Most orders never released any, and price nothing for it. */
export function* releasedBefore(
  { document: { lines }, progress }: StoredOrder,
  at: number,
  from: PricedFrom,
): Work<readonly string[]> {
  const all = progress.released ?? [];
  let released: readonly string[] = [];
  let remaining: Remaining = new Map(lines.map(({ identifier, quantity }) => [identifier, quantity]));
  for (const { items } of (progress.settlements ?? []).slice(0, Math.max(0, at))) {
    if (released.length === all.length) break;
    remaining = less(remaining, items);
    const acting = isAnythingLeft(lines, remaining)
      ? (yield* pricesOf(inputLeft(from, remaining, released))).applied
      : [];
    const had = released;
    released = all.filter((id) => had.includes(id) || !acting.includes(id));
  }
  return released;
}
