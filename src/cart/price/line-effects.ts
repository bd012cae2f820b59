/** What offers and adjustments did to each line: found once for a priced cart, because every part of a line asks. Pure. */
import type { Adjustment, Share } from '../../pricing/adjustment-types.ts';
import type { Charge } from '../../pricing/charge-types.ts';
import type { PricedCart } from '../../pricing/priced-types.ts';
import { type Minor, sum } from '../../shared/money.ts';
import { onceInARow } from '../../shared/once-per.ts';

export type Effect = { readonly adjustment: Adjustment; readonly share: Share };

type Derived = Pick<PricedCart, 'adjustments'>;

const findEffects = ({ adjustments }: Derived): ReadonlyMap<string, readonly Effect[]> => {
  const effects = adjustments.flatMap((adjustment) => adjustment.shares.map((share) => ({ adjustment, share })));
  return Map.groupBy(effects, ({ share }) => share.line);
};
const effectsByLine = onceInARow(findEffects);

/** In the order in which they acted; `key` is the line's in pricing. */
export const effectsOn = (priced: Derived, key: string | undefined): readonly Effect[] =>
  effectsByLine(priced).get(key ?? '') ?? [];

export type Charged = { readonly charge: Charge; readonly share: Charge['shares'][number] };

const chargesByLine = onceInARow(({ charges }: PricedCart): ReadonlyMap<string, readonly Charged[]> => {
  const charged = charges.flatMap((charge) => charge.shares.map((share) => ({ charge, share })));
  return Map.groupBy(charged, ({ share }) => share.line);
});

/** What the line bears of charges, in their order. */
export const chargesOn = (priced: PricedCart, key: string | undefined): readonly Charged[] =>
  key === undefined ? [] : (chargesByLine(priced).get(key) ?? []);

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

const worthOf = (
  { adjustments }: PricedCart,
  offerId: string,
  counts: (stage: Adjustment['stage']) => boolean,
): Minor =>
  sum(
    adjustments
      .filter(({ source, stage }) => source.kind === 'offer' && source.id === offerId && counts(stage))
      .map(({ amount }) => amount),
  );

/** All that an offer takes off, or credits as money; positive. */
export const takenOff = (priced: PricedCart, offerId: string): Minor =>
  worthOf(priced, offerId, (stage) => stage !== 'points');

/** Of it what is credited later and takes nothing off the total. */
export const creditedBy = (priced: PricedCart, offerId: string): Minor =>
  worthOf(priced, offerId, (stage) => stage === 'cashback');
