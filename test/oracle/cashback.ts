/** Stage 10: what is credited later, on goods that were paid for. */
import { capWithin, isAffordable } from './budget.ts';
import type { Case } from './case.ts';
import { criteriaOf } from './eligible.ts';
import { goodOf, seenAs, worthOf } from './goods.ts';
import type { Discount, Offer } from './offer.ts';
import { promotionsInOrder } from './order.ts';
import { rulesInForce } from './promotions.ts';
import { least, most, part } from './rational.ts';
import { didApply, hasItsTurn, type State } from './stage.ts';

export type Credit = { readonly offerId: string; readonly amount: bigint };

const creditOf = (given: Case, { gain, cap }: Discount, base: bigint): bigint => {
  if (gain === null) return 0n;
  const flat = gain.by === 'price' ? gain.price : gain.by === 'amount' ? gain.amount : 0n;
  const plain = gain.by === 'rate' ? part(base, gain.rate, given.policy.rounding) : least(base, flat);
  return least(plain, cap ?? plain);
};

export const cashbacks = (
  given: Case,
  offers: readonly Offer[],
  coupons: readonly Offer[],
  { begin, tendered }: { readonly begin: State; readonly tendered: bigint },
): { readonly state: State; readonly credits: readonly Credit[] } => {
  let state = begin;
  const { basket } = begin;
  const credits: Credit[] = [];
  const paidFor = most(0n, worthOf(basket.units) - tendered);
  for (const offer of [...promotionsInOrder(offers), ...coupons]) {
    if (!hasItsTurn(given, offers, offer, state)) continue;
    for (const discount of rulesInForce(given, offer, basket).filter(({ type }) => type === 'cashback')) {
      const meant = criteriaOf(given, offer, discount);
      const units = basket.units.filter((unit) => meant(seenAs(goodOf(basket, unit))));
      const amount = creditOf(
        given,
        { ...discount, cap: capWithin(given, offer, discount.cap) },
        least(paidFor, worthOf(units)),
      );
      if (amount === 0n || !isAffordable(given, offer, amount)) continue;
      credits.push({ offerId: offer.id, amount });
      state = didApply(state, offer);
    }
  }
  return { state, credits };
};
