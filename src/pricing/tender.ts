/** What pays for the cart without being a discount: points, store credit, gift cards, payment-mode adjustments. In that order. */
import { million, type Minor, portionDown } from '../shared/money.ts';
import type { CartState } from './cart-state.ts';
import { fromHome } from './in-currency.ts';
import { adjustmentsOf } from './price-adjustments.ts';
import type { LoyaltyAnswer, TenderPart } from './priced-types.ts';

export type TenderState = {
  readonly cart: CartState;
  readonly tender: readonly TenderPart[];
  readonly loyalty: LoyaltyAnswer | null;
};

type Redeemed = { readonly answer: LoyaltyAnswer; readonly amount: Minor };

/** Whole points within the cap, worth rounded down, so that nobody is given a part of a unit he does not have. */
const redeem = (payable: Minor, couponApplied: boolean, { input }: CartState): Redeemed | null => {
  const { loyalty } = input.tender;
  if (loyalty === null) return null;
  const worth = fromHome(loyalty.worth, input);
  const most = Math.min(payable, portionDown(payable, loyalty.cap, million));
  const applicable =
    worth <= 0 ? 0 : Math.min(Math.max(0, loyalty.points), portionDown(most, loyalty.perPoints, worth));
  const blockedByCoupon = couponApplied && !loyalty.withCoupon;
  const applied = loyalty.redeem && !blockedByCoupon && applicable > 0;
  const answer = { points: loyalty.points, applicable, applied, blockedByCoupon };
  return { answer, amount: applied ? portionDown(applicable, worth, loyalty.perPoints) : 0 };
};

export const applyTender = (before: CartState, payable: Minor, couponApplied: boolean): TenderState => {
  const { usable, cart } = adjustmentsOf(before, 'mop');
  const { input } = cart;
  const tender: TenderPart[] = [];
  let left = payable;
  const pay = (kind: TenderPart['kind'], id: string, most: Minor, points: number | null): void => {
    const amount = Math.min(left, Math.max(0, most));
    if (amount === 0) return;
    tender.push({ kind, id, amount, most, points });
    left -= amount;
  };
  const redeemed = redeem(payable, couponApplied, cart);
  if (redeemed !== null) pay('loyalty', 'loyalty', redeemed.amount, redeemed.answer.applicable);
  const credit = input.tender.storeCredit;
  if (credit?.use === true) pay('store_credit', 'store_credit', fromHome(credit.balance, input), null);
  for (const { id, balance } of input.tender.giftCards) pay('gift_card', id, fromHome(balance, input), null);
  for (const { id, value } of usable) pay('mop', id, value, null);
  return { cart, tender, loyalty: redeemed?.answer ?? null };
};
