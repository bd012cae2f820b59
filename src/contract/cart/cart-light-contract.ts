/** A cart as it is stored: nothing is priced, promised or looked up again. */
import { type Static, Type } from 'typebox';
import { flag, int32, listOf, part, sentence, text, textOrNull, time } from '../answer-fields.ts';
import { RawBreakup } from './cart-breakup-contract.ts';
import { CustomCart, cartIds } from './cart-contract.ts';
import { CartProductIdentifer } from './cart-item-contract.ts';
import { ParentItemIdentifiers } from './cart-product-contract.ts';

const LightItem = part('CartLightItem', 'A line as it is stored.', {
  identifiers: Type.Optional(CartProductIdentifer),
  key: text('Product and size, such as 750001_XL.'),
  item_id: int32('The product.'),
  item_size: text('The size.'),
  quantity: int32('Units.'),
  article_id: text('The article it was last resolved to.'),
  parent_item_identifiers: Type.Optional(ParentItemIdentifiers),
  journey: text('standard, priority or rush.'),
  fulfillment_mode: text('How it reaches its shopper, such as home_delivery.'),
});

export const CartLight = part('CartLightResponse', 'A cart as it is stored, with the prices of its last write.', {
  id: cartIds.id,
  cart_id: cartIds.cart_id,
  uid: cartIds.uid,
  last_modified: time('When the cart was last changed.'),
  buy_now: flag('Whether it is for one quick purchase.'),
  custom_cart: Type.Optional(CustomCart),
  checkout_mode: text('self, or other for an order made for somebody else.'),
  comment: sentence('What the shopper wrote for the shop.'),
  gstin: textOrNull('Tax number of the buyer.'),
  coupon_code: text('Code on the cart; empty without one.'),
  item_count: Type.Integer({ description: 'Lines, without gifts.' }),
  quantity_count: Type.Integer({ description: 'Units, without gifts.' }),
  items: listOf(LightItem, 'Its lines, in the order in which they were first added.'),
  raw: Type.Optional(RawBreakup),
  priced_at: time('When the amounts were worked out; left out, as they are, for a cart that never was priced.'),
});
export type CartLight = Static<typeof CartLight>;
