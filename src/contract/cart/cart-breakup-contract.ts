/** What a cart costs, and of what that consists. Reductions are negative in `raw` and `display`, positive elsewhere. */
import { type Static, Type } from 'typebox';
import {
  amount,
  amountOrNull,
  flag,
  flagOrNull,
  list,
  number,
  open,
  part,
  sentence,
  text,
  textOrNull,
  texts,
} from '../answer-fields.ts';

/** What a coupon says about an order once it is placed. */
export const afterOrder = {
  return_allowed: flag('Whether what it discounts may be returned.'),
  cancellation_allowed: flag('Whether what it discounts may be cancelled.'),
  exchange_allowed: flag('Whether what it discounts may be exchanged.'),
};

const CouponBreakup = part('CouponBreakup', 'The coupon of the cart; every text null or empty without one.', {
  title: textOrNull('Its title.'),
  max_discount_value: amount('Most it takes off; 0 without a limit.'),
  value: amount('What it takes off here; positive.'),
  is_applied: flag('Whether it acts on this cart.'),
  uid: textOrNull('Id of the coupon.'),
  coupon_type: textOrNull('Such as percentage.'),
  sub_title: textOrNull('Its subtitle.'),
  coupon_value: amount('Per cent or amount of the tier that counts.'),
  code: text('The code, also of one that was refused; empty without a coupon.'),
  type: text('cash, or cashback when it credits instead of taking off.'),
  minimum_cart_value: amount('Goods that are needed for it.'),
  message: sentence('What came of it.'),
  description: textOrNull('Its terms.'),
  ...afterOrder,
});

const DisplayBreakup = part('DisplayBreakup', 'A row of the price details, to be shown in this order.', {
  key: text('What the row is, such as total or subtotal.'),
  value: amount('The amount; reductions are negative.'),
  currency_code: text('Code of its currency.'),
  currency_symbol: text('Symbol of its currency.'),
  display: text('Label of the row.'),
  message: texts('Sentences to be shown with it.'),
  original: Type.Optional(Type.Number({ format: 'float32', description: 'The amount before it was reduced.' })),
  attr: text('The same as key.'),
  meta: open('The offer or adjustment it comes from.'),
  preset: number('The amount that is configured, where the row comes from configuration.'),
});

const LoyaltyPoints = part('LoyaltyPoints', 'Points of the customer, and what they pay here.', {
  is_applied: flagOrNull('Whether points pay for this cart.'),
  total: amountOrNull('Points he has.'),
  applicable: amountOrNull('Points this cart can take.'),
  description: textOrNull('What they are worth.'),
  message: textOrNull('What came of it.'),
});

export const RawBreakup = part('RawBreakup', 'The amounts behind the rows.', {
  promotion: amount('What promotions take off, also of delivery; 0 or less.'),
  promotion_shipping: amount('Of promotion what is taken off delivery; 0 or less.'),
  coupon: amount('What the coupon takes off; 0 or less.'),
  gst_charges: amount('Tax on the goods.'),
  mrp_total: amount('All lines at MRP.'),
  platform_cash: amount('What loyalty points pay; 0 or less.'),
  vog: amount('Value of the goods after discounts, without tax.'),
  gift_card: amount('Price of gift wrapping.'),
  cod_charge: amount('Charge for paying on delivery.'),
  total: amount('What is to be paid.'),
  discount: amount('What sellers take off the MRP; 0 or less.'),
  delivery_charge: amount('Charge for delivery.'),
  you_saved: amount('Discount, promotion and coupon together; positive.'),
  subtotal: amount('All lines before promotion and coupon.'),
  sub_total: amount('The same as subtotal.'),
  convenience_fee: amount('Fee of the payment mode.'),
  total_charge: amount('All charges together, cash rounding too.'),
  cash_rounding: amount('What the total was raised or lowered by to be paid in coins; left out where it was not.'),
  mop_total: amount('What payment modes pay or take off; 0 or less.'),
  cashback_applied: amountOrNull('Cashback this cart earns; takes nothing off the total.'),
  fynd_cash: amount('The same as platform_cash.'),
});
export type RawBreakup = Static<typeof RawBreakup>;

export const CartBreakup = part('CartBreakup', 'What the cart costs, and of what that consists.', {
  coupon: Type.Optional(CouponBreakup),
  display: list(DisplayBreakup, 'Rows to be shown, in this order.'),
  loyalty_points: Type.Optional(LoyaltyPoints),
  raw: Type.Optional(RawBreakup),
});
export type CartBreakup = Static<typeof CartBreakup>;
