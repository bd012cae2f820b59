/** The kinds of cart a shop has, as a storefront reads them. */
import { type Static, Type } from 'typebox';
import { amount, flag, listOf, part, sentence, text, textsOrNull, time } from '../answer-fields.ts';
import { DeliveryChargesConfig, panThresholds } from './cart-contract.ts';

const OrderPlacing = part('OrderPlacing', 'Whether orders are taken.', {
  enabled: flag('Whether they are.'),
  message: sentence('Why not.'),
});
const PanCard = part('PanCard', 'When a permanent account number is asked for.', {
  enabled: flag('Whether it is asked for at all.'),
  ...panThresholds,
});

export const CartConfiguration = part('CartConfigDetailObj', 'A kind of cart.', {
  id: text('The configuration.'),
  app_id: text('The application.'),
  company_id: Type.Optional(Type.Integer({ description: 'The company.' })),
  created_on: time('When it was made.'),
  updated_on: time('When it was last changed.'),
  name: text('Its name.'),
  slug: text('The value of the parameter cart_type.'),
  is_universal: flag('Whether it takes everything.'),
  is_active: flag('Whether it can be used.'),
  enabled: flag('Whether carts of this kind are offered.'),
  hide_on_storefront: flag('Whether the storefront is to hide it.'),
  article_tags: textsOrNull('Articles with one of these tags may go into it; null when it has none.'),
  min_cart_value: amount('Least value of an order.'),
  max_cart_value: amount('Greatest value of an order; 0 without a limit.'),
  max_cart_items: Type.Optional(Type.Integer({ description: 'Most lines.' })),
  bulk_coupons: flag('Whether bulk coupons are taken.'),
  revenue_engine_coupon: flag('Whether coupons of the revenue engine are taken.'),
  allow_coupon_with_rewards: flag('Whether points and a coupon go together.'),
  gift_display_text: text('What is said about gift wrapping.'),
  gift_pricing: amount('Price of wrapping one unit.'),
  gst_input: flag('Whether the buyer’s tax number is asked for.'),
  staff_selection: flag('Whether a member of the staff is asked for.'),
  placing_for_customer: flag('Whether staff may order for a customer.'),
  empty_cart: flag('Whether the storefront offers to empty it.'),
  order_placing: Type.Optional(OrderPlacing),
  pan_card: Type.Optional(PanCard),
  delivery_charges: Type.Optional(DeliveryChargesConfig),
  international_delivery_charges: Type.Optional(DeliveryChargesConfig),
});
export type CartConfiguration = Static<typeof CartConfiguration>;

export const CartConfigurationList = part('CartMetaConfigListResponse', 'The kinds of cart there are.', {
  success: flag('Always true.'),
  data: listOf(CartConfiguration, 'The universal one first, then by name.'),
});
export type CartConfigurationList = Static<typeof CartConfigurationList>;

export const CartConfigurationAnswer = part('CartMetaConfigResponse', 'A kind of cart.', {
  success: flag('Always true.'),
  data: CartConfiguration,
});
export type CartConfigurationAnswer = Static<typeof CartConfigurationAnswer>;
