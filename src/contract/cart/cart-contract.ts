/** A cart as its owner sees it, with everything on it but the lines and the price details. */
import { type Static, Type } from 'typebox';
import {
  amount,
  flag,
  int32,
  list,
  listOf,
  mapOf,
  open,
  part,
  sentence,
  text,
  textOrNull,
  texts,
  time,
} from '../answer-fields.ts';
import { afterOrder, CartBreakup } from './cart-breakup-contract.ts';
import { AdjustedValue, CartProductInfo } from './cart-item-contract.ts';
import { Nullable } from '../primitives.ts';
import { vatState } from '../tax-fields.ts';
import { AppliedPromotion, CartCurrency } from './cart-promotion-contract.ts';
import { ShipmentPromise } from './shipment-promise-contract.ts';

/** All three are left out together for a cart that is not stored yet. */
export const cartIds = {
  cart_id: text('Number of the cart, as text; opens it only for its proven owner.'),
  uid: text('The same as cart_id.'),
  id: text('Key of the cart, for the parameter id; keep it secret.'),
};

const CartCouponOnCart = part('CartCouponOnCart', 'One of the codes on the cart.', {
  coupon_code: text('As it was typed.'),
  coupon_id: textOrNull('The coupon; null when there is none of that code.'),
  title: textOrNull('Its title.'),
  discount: amount('What it takes off; positive.'),
  cashback_amount: amount('What it credits later.'),
  is_applied: flag('Whether it acts.'),
  is_valid: flag('Whether it acts, or waits for what the shopper can still do.'),
  message: sentence('What came of it.'),
  closed_by: textOrNull('The offer or the code that keeps it from acting; null when none does.'),
});

const PaymentSelectionLock = part('PaymentSelectionLock', 'Whether the payment mode is bound.', {
  enabled: flag('Whether an EMI plan, an offer or the coupon on the cart binds it.'),
  default_options: text('The mode to be offered first; when it is bound, the one it is bound to.'),
  payment_identifier: text('What was chosen within the mode, else what it is bound to; empty when neither is.'),
});

const ChargesThreshold = part('ChargesThreshold', 'A step of the delivery charges.', {
  charges: amount('The charge.'),
  threshold: amount('Value of the cart above which it counts.'),
});
export const DeliveryChargesConfig = part('DeliveryChargesConfig', 'What delivery costs.', {
  enabled: flag('Whether delivery is charged.'),
  charges: list(ChargesThreshold, 'The steps.'),
});
const CartCommonConfig = part('CartCommonConfig', 'What the shop has set for this cart.', {
  delivery_charges_config: Type.Optional(DeliveryChargesConfig),
});

export const CartCouponMedias = part('CartCouponMedias', 'A picture of the coupon.', {
  alt: text('What it shows.'),
  url: text('Its address.'),
  type: text('Its kind, such as image.'),
  key: text('The shop’s own name for it.'),
});
const CartDetailCoupon = part('CartDetailCoupon', 'The coupon on the cart, or the one just refused.', {
  cashback_amount: amount('What it credits, when it is of that kind.'),
  cashback_message_primary: text('How much it credits; empty when nothing.'),
  cashback_message_secondary: text('When it credits; empty when nothing.'),
  coupon_code: text('Its code; empty without one.'),
  coupon_description: text('Its terms.'),
  coupon_id: textOrNull('The coupon; null without one.'),
  coupon_subtitle: text('Its subtitle.'),
  coupon_title: text('Its title.'),
  coupon_type: text('Such as percentage.'),
  coupon_value: amount('Per cent or amount of the tier that counts.'),
  discount: amount('What it takes off here; positive.'),
  is_applied: flag('Whether it acts on this cart.'),
  is_valid: flag('Whether it acts, or waits for what the shopper can still do; false without one.'),
  maximum_discount_value: amount('Most it takes off; 0 without a limit.'),
  message: sentence('What came of it.'),
  minimum_cart_value: amount('Goods that are needed for it.'),
  medias: list(CartCouponMedias, 'Its pictures.'),
  mrp_coupon: flag('Whether it counts from the MRP instead of the selling price.'),
  ...afterOrder,
});

const CartNotificationChange = part('CartNotificationChange', 'Something that changed without the shopper.', {
  identifier: text('The line; left out for what concerns the whole cart.'),
  key: text('Product and size of the line.'),
  kind: Type.Optional(
    Type.Enum(['price', 'stock', 'promotion', 'article', 'coupon'], { description: 'What changed.' }),
  ),
  before: Type.Optional(Type.Unknown({ description: 'What it was when the cart was last written.' })),
  after: Type.Optional(Type.Unknown({ description: 'What it is now.' })),
  message: sentence('The change, for people.'),
});
const CartNotification = part('CartNotification', 'What changed since the cart was last written; empty when nothing.', {
  since: time('When the cart was last written.'),
  changes: list(CartNotificationChange, 'The changes.'),
});

const CartAppliedPriceAdjustment = part('CartAppliedPriceAdjustment', 'An adjustment of the price, as it acted here.', {
  remove_articles: flag('Whether the lines it names leave with it.'),
  adjusted_value: Type.Optional(AdjustedValue),
  article_level_distribution: flag('Whether it is shared out over articles.'),
  auto_remove: flag('Whether it leaves when a line it names changes.'),
  applied_articles_ids: texts('Articles it reached.'),
  message: sentence('Why, in the words of who made it.'),
  _type: text('charge, discount, mop, selling_price or delivery_charge.'),
  meta: open('Data kept with it.'),
  restrictions: open('What it says about an order once it is placed.'),
  _id: text('The adjustment.'),
});

const CashbackPromotion = part('CashbackPromotion', 'A cashback that this cart would earn.', {
  id: text('The promotion.'),
  name: text('Its name.'),
  discount_type: text('percentage or amount.'),
  cashback_amount: amount('Credited when the order is placed.'),
  discount_value: amount('Its percentage or amount.'),
  max_discount_amount: amount('Most it credits; 0 without a limit.'),
});

const FixedPriceEligibility = part('FixedPriceEligibility', 'How near the cart is to a set at a fixed price.', {
  offer_quantity: int32('Units in a set.'),
  eligible_quantity: int32('Units in the cart that count.'),
});

export const CustomCart = part('CustomCart', 'The kind of cart this is.', {
  id: text('Its configuration.'),
  cart_name: text('Its name.'),
  cart_type: text('The value of the parameter cart_type.'),
  is_universal: flag('Whether it takes everything.'),
});

export const panThresholds = {
  cod_threshold_amount: amount('Above this, when paid on delivery.'),
  online_threshold_amount: amount('Above this, when paid in advance.'),
};
const PanConfig = part('PanConfig', 'When a permanent account number is asked for.', {
  enabled: flag('Whether the shop asks for it at all.'),
  ...panThresholds,
  required: flag('Whether it is needed for this cart now.'),
});

const emiTypes = ['standard', 'no_cost', 'low_cost'] as const;
const CartEmiBank = part('CartEmiBank', 'The bank of the plan.', {
  code: text('Its code.'),
  name: text('Its name.'),
});
export const CartEmiDetails = part('CartEmiDetails', 'The instalments that were chosen; amounts as decimal text.', {
  emi_type: Type.Optional(Type.Enum(emiTypes, { description: 'Who bears the interest.' })),
  instrument_type: text('Such as credit_card.'),
  bank: Type.Optional(CartEmiBank),
  tenure_months: int32('Number of instalments.'),
  tenure_unit: text('Unit of the tenure: months.'),
  interest_rate: text('Per cent a year.'),
  monthly_amount: text('One instalment.'),
  total_payable: text('All instalments.'),
  total_interest: text('Interest in them; of a no-cost plan what the offer absorbs.'),
  processing_fee: text('Fee of the plan, without tax.'),
  gst_amount: text('Tax on the fee.'),
  total_processing_fee: text('Both; a charge on the cart.'),
  processing_fee_message: text('The fee, for people.'),
});

export const CartDetail = part('CartDetailResponseObject', 'A cart.', {
  ...cartIds,
  coupon_text: sentence('What to write where coupons are chosen.'),
  delivery_promise: Type.Optional(ShipmentPromise),
  comment: sentence('What the shopper wrote for the shop.'),
  items: list(CartProductInfo, 'Its lines, in the order in which they were first added; with i.'),
  payment_selection_lock: Type.Optional(PaymentSelectionLock),
  delivery_charge_info: sentence('What delivery costs, for people.'),
  common_config: Type.Optional(CartCommonConfig),
  coupon: Type.Optional(CartDetailCoupon),
  restrict_checkout: flag('Whether a rule of the shop is in the way of checkout.'),
  is_checkout_block: flag('Whether checkout would be refused now.'),
  checkout_block_message: sentence('Why it would be refused.'),
  message: sentence('What came of the call, or what is wrong with the cart.'),
  notification: Type.Optional(CartNotification),
  staff_user_id: text('Who of the staff made the cart for the customer.'),
  success: flag('Whether all that was asked was done.'),
  breakup_values: Type.Optional(CartBreakup),
  is_valid: flag('Whether every line can be had as it stands.'),
  is_cart_changed: flag('Whether this call merged an anonymous cart with lines into a customer’s cart with lines.'),
  currency: Type.Optional(CartCurrency),
  checkout_mode: text('self, or other for an order made for somebody else.'),
  last_modified: time('When the cart was last changed.'),
  price_adjustment_applied: list(CartAppliedPriceAdjustment, 'Adjustments that act on it.'),
  buy_now: flag('Whether it is for one quick purchase.'),
  gstin: textOrNull('Tax number of the buyer.'),
  ship_to_gstin: textOrNull('Tax number of the place it goes to.'),
  coupons: Type.Optional(
    Type.Array(CartCouponOnCart, { description: 'Every code on the cart, where the shop lets a cart have several.' }),
  ),
  vat_id: Type.Optional(Nullable(Type.String({ description: 'VAT number of the buyer, in the European Union.' }))),
  vat_state: vatState,
  applied_promo_details: list(AppliedPromotion, 'Promotions that act on it.'),
  cashback_promotion: Nullable(listOf(CashbackPromotion, 'Cashbacks it would earn; null when none.')),
  eligible_fixed_price_promotions: Type.Optional(
    mapOf(FixedPriceEligibility, 'Sets at a fixed price with units in the cart, by the id of their promotion.'),
  ),
  pan_no: textOrNull('Permanent account number of the buyer; masked for staff.'),
  custom_cart: Type.Optional(CustomCart),
  is_pan_received: flag('Whether the buyer gave the number.'),
  pan_config: Type.Optional(PanConfig),
  custom_cart_meta: open('Data the shop put on the cart.'),
  emi: Type.Optional(CartEmiDetails),
  error_code: textOrNull('Code of the first problem of the cart; null when there is none, or nothing in it.'),
});
export type CartDetail = Static<typeof CartDetail>;
