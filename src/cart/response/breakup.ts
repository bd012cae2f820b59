/** What the cart costs, and of what that consists. Pure. */
import type { CartBreakup } from '../../contract/cart/cart-breakup-contract.ts';
import type { PricedView } from '../price/priced-view.ts';
import { amountsIn } from '../../shared/amounts.ts';
import { displayRows } from './breakup-display.ts';
import { rawBreakup } from './breakup-raw.ts';
import { couponBreakup } from './coupon.ts';

type Loyalty = NonNullable<CartBreakup['loyalty_points']>;

const loyaltyPoints = ({ priced, settings, currency }: PricedView): Loyalty => {
  const { loyalty } = priced;
  const none = 'No reward points applied';
  if (loyalty === null || settings.loyalty === null) {
    return { is_applied: null, total: null, applicable: null, description: null, message: none };
  }
  const refused = loyalty.blockedByCoupon ? 'Reward point not applicable with Coupon' : none;
  return {
    is_applied: loyalty.applied,
    total: loyalty.points,
    applicable: loyalty.applicable,
    description: `${loyalty.applicable} points worth ${amountsIn(currency).text(loyalty.worth)}`,
    message: loyalty.applied ? `${loyalty.applicable} reward points applied` : refused,
  };
};

export const breakupValues = (view: PricedView): CartBreakup => ({
  coupon: couponBreakup(view),
  display: displayRows(view),
  loyalty_points: loyaltyPoints(view),
  raw: rawBreakup(view.priced.breakup, amountsIn(view.currency)),
});
