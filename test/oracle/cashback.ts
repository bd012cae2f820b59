/** Stage 10: what is credited later on goods that were paid for; then goods that count more than once for points. */
import { capWithin, isAffordable } from './budget.ts';
import type { Case } from './case.ts';
import { criteriaOf } from './eligible.ts';
import { goodOf, seenAs, worthOf } from './goods.ts';
import type { Discount, Offer } from './offer.ts';
import { promotionsInOrder } from './order.ts';
import { rulesInForce } from './promotions.ts';
import { decimal, least, most, part, plus, ratio, sumOf } from './rational.ts';
import { atDoor, comesLater, didApply, hasItsTurn, type State } from './stage.ts';

export type Credit = { readonly offerId: string; readonly amount: bigint };
export type Later = { readonly state: State; readonly credits: readonly Credit[]; readonly counted: readonly Credit[] };

const creditOf = (given: Case, { gain }: Discount, base: bigint): bigint => {
  if (gain === null) return 0n;
  const flat = gain.by === 'price' ? gain.price : gain.by === 'amount' ? gain.amount : 0n;
  return gain.by === 'rate' ? part(base, gain.rate, given.policy.rounding) : least(base, flat);
};
const extraOf = (given: Case, { factor }: Discount, base: bigint): bigint =>
  part(base, plus(decimal(factor), ratio(-1n)), given.policy.rounding);

/** A budget is over all rules of an offer: what an earlier one took off goods is gone. */
const tookBefore = ({ basket }: State, { id }: Offer): bigint =>
  sumOf(
    basket.units.flatMap(({ cuts }) => cuts).filter((cut) => cut.startsWith(`${id}/`)),
    (cut) => BigInt(cut.slice(cut.lastIndexOf(' ') + 1)),
  );

type Turn = {
  readonly begin: State;
  readonly type: string;
  readonly amountOf: (discount: Discount, goods: bigint) => bigint;
};

/** Offers of one kind, one after another, each on the goods it means. */
const inTurn = (
  given: Case,
  offers: readonly Offer[],
  coupons: readonly Offer[],
  { begin, type, amountOf }: Turn,
): { readonly state: State; readonly credits: readonly Credit[] } => {
  let state = begin;
  const { basket } = begin;
  const credits: Credit[] = [];
  for (const offer of [...promotionsInOrder(offers), ...coupons]) {
    if (!offer.discounts.some((rule) => rule.type === type)) continue;
    if (!hasItsTurn(given, offers, offer, state)) {
      if (comesLater(offer)) state = atDoor(given, offers, offer, state);
      continue;
    }
    for (const discount of rulesInForce(given, offer, basket).filter((rule) => rule.type === type)) {
      const meant = criteriaOf(given, offer, discount);
      const units = basket.units.filter((unit) => meant(seenAs(goodOf(basket, unit))));
      const plain = amountOf(discount, worthOf(units));
      const before = tookBefore(begin, offer);
      const amount = least(plain, capWithin(given, offer, discount.cap, before) ?? plain);
      if (amount === 0n || !isAffordable(given, offer, before + amount)) continue;
      credits.push({ offerId: offer.id, amount });
      state = didApply(state, offer);
    }
  }
  return { state, credits };
};

export const givenLater = (
  given: Case,
  offers: readonly Offer[],
  coupons: readonly Offer[],
  { begin, tendered }: { readonly begin: State; readonly tendered: bigint },
): Later => {
  const paidFor = most(0n, worthOf(begin.basket.units) - tendered);
  const cashback = inTurn(given, offers, coupons, {
    begin,
    type: 'cashback',
    amountOf: (discount, goods) => creditOf(given, discount, least(paidFor, goods)),
  });
  const points = inTurn(given, offers, coupons, {
    begin: cashback.state,
    type: 'points_multiplier',
    amountOf: (discount, goods) => extraOf(given, discount, goods),
  });
  return { state: points.state, credits: cashback.credits, counted: points.credits };
};
