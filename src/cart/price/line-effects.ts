/** What offers and adjustments did to each line: found once for a priced cart, because every part of a line asks. Pure. */
import type { Adjustment, PricedCart, Share } from '../../pricing/priced-types.ts';
import { type Minor, sum } from '../../shared/money.ts';

export type Effect = { readonly adjustment: Adjustment; readonly share: Share };

const kept = new WeakMap<PricedCart, ReadonlyMap<string, readonly Effect[]>>();

const effectsByLine = (priced: PricedCart): ReadonlyMap<string, readonly Effect[]> => {
  const known = kept.get(priced);
  if (known !== undefined) return known;
  const effects = priced.adjustments.flatMap((adjustment) => adjustment.shares.map((share) => ({ adjustment, share })));
  const found = Map.groupBy(effects, ({ share }) => share.line);
  kept.set(priced, found);
  return found;
};

/** In the order in which they acted; `key` is the line's in pricing. */
export const effectsOn = (priced: PricedCart, key: string | undefined): readonly Effect[] =>
  effectsByLine(priced).get(key ?? '') ?? [];

/** Offers that made the line cheaper, by id; the coupon and cashback are told apart. */
export const offersOnLine = (priced: PricedCart, key: string | undefined): readonly string[] => [
  ...new Set(
    effectsOn(priced, key)
      .filter(
        ({ adjustment: { source, stage } }) => source.kind === 'offer' && stage !== 'cashback' && stage !== 'coupon',
      )
      .map(({ adjustment }) => adjustment.source.id),
  ),
];

/** All that an offer takes off, or credits; positive. */
export const takenOff = ({ adjustments }: PricedCart, offerId: string): Minor =>
  sum(adjustments.filter(({ source }) => source.kind === 'offer' && source.id === offerId).map(({ amount }) => amount));
