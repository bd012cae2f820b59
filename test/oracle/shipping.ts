/** Stage 7: what shipping offers waive of the delivery charge, one after another, each of what the others left. */
import { capWithin, isAffordable } from './budget.ts';
import type { Case } from './case.ts';
import type { Charge } from './charges.ts';
import { conditionHolds } from './conditions.ts';
import type { Discount, Offer } from './offer.ts';
import { promotionsInOrder } from './order.ts';
import { least, most, part, sumOf } from './rational.ts';
import { didApply, hasItsTurn, type State } from './stage.ts';

const offCharge = (given: Case, { gain }: Discount, charge: bigint): bigint => {
  if (gain === null) return charge;
  if (gain.by === 'rate') return part(charge, gain.rate, given.policy.rounding);
  return gain.by === 'amount' ? gain.amount : most(0n, charge - gain.price);
};

export type Shipped = { readonly state: State; readonly waived: bigint; readonly byCoupon: bigint };
export const shippingOffers = (
  given: Case,
  offers: readonly Offer[],
  coupon: Offer | null,
  { begin, charges }: { readonly begin: State; readonly charges: readonly Charge[] },
): Shipped => {
  const delivery = sumOf(
    charges.filter(({ type }) => type === 'delivery'),
    ({ amount }) => amount,
  );
  let state = begin;
  let [left, byCoupon] = [delivery, 0n];
  for (const offer of [...promotionsInOrder(offers), ...(coupon === null ? [] : [coupon])]) {
    if (!hasItsTurn(given, offers, offer, state)) continue;
    for (const discount of offer.discounts.filter(({ type }) => type === 'shipping_price')) {
      if (!conditionHolds(given, offer, discount.condition, state.basket)) continue;
      const off = least(least(offCharge(given, discount, left), left), capWithin(given, offer, discount.cap) ?? left);
      if (!isAffordable(given, offer, off)) continue;
      if (off === 0n) continue;
      left -= off;
      byCoupon += offer.isCoupon ? off : 0n;
      state = didApply(state, offer);
    }
  }
  return { state, waived: delivery - left, byCoupon };
};
