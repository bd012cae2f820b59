/** Stage 7: what shipping offers waive of the delivery charge, one after another, each of what the others left. */
import { capWithin, isAffordable } from './budget.ts';
import type { Case } from './case.ts';
import type { Charge } from './charges.ts';
import { conditionHolds } from './conditions.ts';
import type { Discount, Offer } from './offer.ts';
import { promotionsInOrder } from './order.ts';
import { object, words } from './definition.ts';
import { sendings } from './parcels.ts';
import { least, most, part, sum, sumOf } from './rational.ts';
import { share } from './sharing.ts';
import { atDoor, didApply, hasItsTurn, type State } from './stage.ts';

const offCharge = (given: Case, { gain }: Discount, charge: bigint): bigint => {
  if (gain === null) return charge;
  if (gain.by === 'rate') return part(charge, gain.rate, given.policy.rounding);
  return gain.by === 'amount' ? gain.amount : most(0n, charge - gain.price);
};

/** What each method has of the charge, by what it asks; all of it is of none where nobody asks. */
const partsOf = (given: Case, { basket }: State, delivery: bigint) => {
  const sent = given.shipping === undefined ? [] : sendings(given, basket).filter(({ method }) => method !== null);
  if (sent.length === 0) return [{ method: null, amount: delivery }];
  const amounts = share(
    delivery,
    sent.map(({ asks }) => ({ weight: sent.some((one) => one.asks > 0n) ? asks : 1n, room: delivery })),
    'largest',
  );
  return sent.map(({ method }, at) => ({ method, amount: amounts[at] ?? 0n }));
};

export type Shipped = {
  readonly state: State;
  readonly waived: bigint;
  readonly byCoupon: ReadonlyMap<string, bigint>;
};
export const shippingOffers = (
  given: Case,
  offers: readonly Offer[],
  coupons: readonly Offer[],
  { begin, charges }: { readonly begin: State; readonly charges: readonly Charge[] },
): Shipped => {
  const delivery = sumOf(
    charges.filter(({ type }) => type === 'delivery'),
    ({ amount }) => amount,
  );
  let state = begin;
  const byCoupon = new Map<string, bigint>();
  let parts = partsOf(given, begin, delivery);
  for (const offer of [...promotionsInOrder(offers), ...coupons]) {
    const own = offer.discounts.filter(({ type }) => type === 'shipping_price');
    if (own.length === 0) continue;
    if (!hasItsTurn(given, offers, offer, state)) state = atDoor(given, offers, offer, state);
    else
      for (const discount of own) {
        if (!conditionHolds(given, offer, discount.condition, state.basket)) continue;
        const names = words(object(offer.definition['restrictions'])['shipping_methods']);
        const open = parts.map(({ method }) => names.length === 0 || (method !== null && names.includes(method)));
        const left = sum(parts.map(({ amount }, at) => (open[at] === true ? amount : 0n)));
        const off = least(least(offCharge(given, discount, left), left), capWithin(given, offer, discount.cap) ?? left);
        if (!isAffordable(given, offer, off)) continue;
        if (off === 0n) continue;
        const room = parts.map(({ amount }, at) => (open[at] === true ? amount : 0n));
        const taken = share(
          off,
          room.map((each) => ({ weight: each, room: each })),
          'largest',
        );
        parts = parts.map((part, at) => ({ ...part, amount: part.amount - (taken[at] ?? 0n) }));
        if (offer.isCoupon) byCoupon.set(offer.id, (byCoupon.get(offer.id) ?? 0n) + off);
        state = didApply(state, offer);
      }
  }
  return { state, waived: delivery - sumOf(parts, ({ amount }) => amount), byCoupon };
};
