/** What the cart costs, and of what that consists. Pure. */
import type { PricedView } from '../price/priced-view.ts';
import { displayRows } from './breakup-display.ts';
import { couponBreakup } from './coupon.ts';
import type { CartBreakup, RawBreakup } from '../../contract/cart/cart-breakup-contract.ts';
import type { RawBreakup as PricedBreakup } from '../../pricing/priced-types.ts';
import { type Amounts, amountsIn } from '../../shared/amounts.ts';

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
    description: `${loyalty.applicable.toLocaleString('en')} points worth ${amountsIn(currency).text(loyalty.worth)}`,
    message: loyalty.applied ? `${loyalty.applicable} reward points applied` : refused,
  };
};

export const breakupValues = (view: PricedView): CartBreakup => ({
  coupon: couponBreakup(view),
  display: displayRows(view),
  loyalty_points: loyaltyPoints(view),
  raw: rawBreakup(view.priced.breakup, amountsIn(view.currency)),
});

export const rawBreakup = (raw: PricedBreakup, { number }: Amounts): RawBreakup => ({
  mrp_total: number(raw.mrp_total),
  discount: number(raw.discount),
  subtotal: number(raw.subtotal),
  sub_total: number(raw.subtotal),
  promotion: number(raw.promotion),
  promotion_shipping: number(raw.promotion_shipping),
  coupon: number(raw.coupon),
  vog: number(raw.vog),
  gst_charges: number(raw.gst_charges),
  delivery_charge: number(raw.delivery_charge),
  cod_charge: number(raw.cod_charge),
  convenience_fee: number(raw.convenience_fee),
  gift_card: number(raw.gift_card),
  total_charge: number(raw.total_charge),
  ...(raw.cash_rounding === undefined ? {} : { cash_rounding: number(raw.cash_rounding) }),
  platform_cash: number(raw.platform_cash),
  fynd_cash: number(raw.platform_cash),
  mop_total: number(raw.mop_total),
  total: number(raw.total),
  you_saved: number(raw.you_saved),
  cashback_applied: raw.cashback_applied === null ? null : number(raw.cashback_applied),
});
