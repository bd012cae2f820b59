/** The amounts behind the rows. Pure. */
import type { RawBreakup } from '../../contract/cart/cart-breakup-contract.ts';
import type { RawBreakup as PricedBreakup } from '../../pricing/priced-types.ts';
import type { Amounts } from '../../shared/amounts.ts';

export const rawBreakup = (raw: PricedBreakup, { number }: Amounts): RawBreakup => ({
  mrp_total: number(raw.mrp_total),
  discount: number(raw.discount),
  subtotal: number(raw.subtotal),
  sub_total: number(raw.subtotal),
  promotion: number(raw.promotion),
  coupon: number(raw.coupon),
  vog: number(raw.vog),
  gst_charges: number(raw.gst_charges),
  delivery_charge: number(raw.delivery_charge),
  cod_charge: number(raw.cod_charge),
  convenience_fee: number(raw.convenience_fee),
  gift_card: number(raw.gift_card),
  total_charge: number(raw.total_charge),
  platform_cash: number(raw.platform_cash),
  fynd_cash: number(raw.platform_cash),
  mop_total: number(raw.mop_total),
  total: number(raw.total),
  you_saved: number(raw.you_saved),
  cashback_applied: raw.cashback_applied === null ? null : number(raw.cashback_applied),
});
