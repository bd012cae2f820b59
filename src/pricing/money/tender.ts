/**
 * What pays for the cart without being a discount: points, store credit, gift cards, payment-mode adjustments. In that order.
 *
 * Balances are kept in the application's currency, or in points. Both figures are decided here: what is paid in the cart's
 * currency, and what the balance falls by. Nobody computes the second one again (docs/decisions/0014).
 */
import { million, type Minor, portionDown } from '../../shared/money.ts';
import { inverse, type Ratio, timesDown, timesHalfUp, timesRatio, timesUp } from '../../shared/rates.ts';
import type { CartState } from '../cart-state.ts';
import { homeRatio } from './in-currency.ts';
import { adjustmentsOf } from '../price-adjustments.ts';
import type { LoyaltyAnswer, TenderPart } from '../charge-types.ts';
import type { Loyalty } from '../pricing-types.ts';

export type TenderState = Readonly<{ cart: CartState; tender: readonly TenderPart[]; loyalty: LoyaltyAnswer | null }>;

const whole = (amount: number): number => (Number.isSafeInteger(amount) && amount > 0 ? amount : 0);

/** What one point is worth, in minor units of the cart's currency; null when that is nothing. */
const worthOfPoint = ({ worth, perPoints }: Loyalty, ratio: Ratio): Ratio | null =>
  whole(worth) === 0 || whole(perPoints) === 0
    ? null
    : timesRatio(ratio, { numerator: BigInt(worth), denominator: BigInt(perPoints) });

type Points = { readonly points: number; readonly worth: Minor };
const noPoints: Points = { points: 0, worth: 0 };

/** The fewest points that pay exactly this; where none do, the most that pay no more. Points that are worth nothing stay. */
const pointsFor = (most: Minor, balance: number, each: Ratio): Points => {
  const reaching = timesUp(most, inverse(each));
  const exact = timesDown(reaching, each) === most;
  const points = Math.min(balance, exact ? reaching : reaching - 1);
  const worth = timesDown(points, each);
  return worth === 0 ? noPoints : { points, worth };
};

/** Whole points within the cap, worth rounded down, so that nobody is given a part of a unit he does not have. */
const redeem = (payable: Minor, couponApplied: boolean, { input }: CartState): LoyaltyAnswer | null => {
  const { loyalty } = input.tender;
  if (loyalty === null) return null;
  const ratio = homeRatio(input);
  const each = ratio === null ? null : worthOfPoint(loyalty, ratio);
  const most = Math.min(payable, portionDown(payable, loyalty.cap, million));
  const usable = each === null || most <= 0 ? noPoints : pointsFor(most, whole(loyalty.points), each);
  const blockedByCoupon = couponApplied && !loyalty.withCoupon;
  return {
    points: loyalty.points,
    applicable: usable.points,
    worth: usable.worth,
    applied: loyalty.redeem && !blockedByCoupon && usable.points > 0,
    blockedByCoupon,
  };
};

/** A balance that is used up is spent to its last unit, also where that is worth less than the smallest coin abroad. */
const spentFor = (paid: Minor, worth: Minor, balance: Minor, ratio: Ratio): Minor =>
  paid === worth ? balance : Math.min(balance, Math.max(1, timesHalfUp(paid, inverse(ratio))));

export const applyTender = (before: CartState, payable: Minor, couponApplied: boolean): TenderState => {
  const { usable, cart } = adjustmentsOf(before, 'mop');
  const { input } = cart;
  const ratio = homeRatio(input);
  const tender: TenderPart[] = [];
  let left = payable;
  const pay = (part: TenderPart): void => {
    if (part.amount <= 0) return;
    tender.push(part);
    left -= part.amount;
  };
  const payWith = (kind: TenderPart['kind'], id: string, stored: Minor): void => {
    const balance = whole(stored);
    const most = ratio === null ? 0 : timesDown(balance, ratio);
    const amount = Math.min(left, most);
    if (ratio !== null) pay({ kind, id, amount, most, spent: spentFor(amount, most, balance, ratio) });
  };
  const loyalty = redeem(payable, couponApplied, cart);
  if (loyalty?.applied === true) {
    pay({ kind: 'loyalty', id: 'loyalty', amount: loyalty.worth, most: loyalty.worth, spent: loyalty.applicable });
  }
  const credit = input.tender.storeCredit;
  if (credit?.use === true) payWith('store_credit', 'store_credit', credit.balance);
  for (const { id, balance } of input.tender.giftCards) payWith('gift_card', id, balance);
  for (const { id, value } of usable) pay({ kind: 'mop', id, amount: Math.min(left, value), most: value, spent: 0 });
  return { cart, tender, loyalty };
};
