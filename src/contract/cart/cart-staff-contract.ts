/** Carts of an application as its staff list and search them. Never the key of a cart: its number stands for it. */
import { type Static, Type } from 'typebox';
import {
  amount,
  flag,
  int32,
  listOf,
  open,
  openObject,
  openOrNull,
  part,
  sentence,
  text,
  textOrNull,
  word,
} from '../answer-fields.ts';
import { CartDetail } from './cart-contract.ts';
import { DateTime, Nullable, Page, QueryBoolean } from '../primitives.ts';

const dates = {
  from_date: word('Last changed from this time on, such as 2026-11-15 or 2026-11-15T18:00:00Z.', 40),
  to_date: word('Last changed before this time.', 40),
};
const paging = {
  page_no: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000, default: 1, description: 'From 1.' })),
  page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 10, description: 'From 1 to 100.' })),
};

export const CartListQuery = Type.Object({
  ...dates,
  ...paging,
  filter_on: Type.Optional(
    Type.Enum(['all', 'customer', 'anonymous'], { description: 'Whose carts; everybody’s when left out.' }),
  ),
  user_id: word('Only carts of this customer.', 128),
  q: word('Number of a cart, or how the id of a customer begins.', 128),
});
export type CartListQuery = Static<typeof CartListQuery>;

export const AbandonedCartsQuery = Type.Object({
  ...dates,
  ...paging,
  anonymous_cart: QueryBoolean('true: only carts without a customer; false: only carts with one.'),
  last_id: word('Go on after this cart, by its number; page_no is 1 then.'),
  sort_on: Type.Optional(
    Type.String({ maxLength: 32, description: 'last_modified (when left out) or created_on; the newest first.' }),
  ),
});
export type AbandonedCartsQuery = Static<typeof AbandonedCartsQuery>;

const CartListProduct = part('CartListProduct', 'A product in a cart.', {
  item_id: int32('The product.'),
  name: sentence('What it is called; empty when it was taken away.'),
});
const pickUp = openObject('Who picks up; empty when nobody was named.');
export const CartListed = part('CartList', 'A cart in use.', {
  cart_id: text('Number of the cart.'),
  user_id: sentence('The customer; empty for a shopper without an account.'),
  cart_value: amount('Its total, as of its last change.'),
  currency_code: text('Currency of that.'),
  item_counts: int32('Units in it.'),
  products: listOf(CartListProduct, 'The first products in it, at most three.'),
  product_count: int32('How many products there are in it.'),
  created_on: DateTime,
  last_modified: DateTime,
  pick_up_customer_details: pickUp,
});
export const CartsListed = part('MultiCartResponse', 'Carts in use, those changed last first.', {
  success: flag('Whether it could be answered.'),
  data: listOf(CartListed, 'The carts.'),
  page: Page,
});
export type CartListed = Static<typeof CartListed>;

const money = part('CartListAmount', 'An amount, as of the last change of the cart.', {
  value: amount('The amount.'),
  currency_code: text('Its currency.'),
});
const AbandonedArticle = part('AbandonedCartArticle', 'A line of it.', {
  item_id: int32('The product.'),
  item_size: text('The size.'),
  article_id: text('The article.'),
  quantity: int32('Units.'),
});
export const AbandonedCart = part('AbandonedCart', 'A cart with goods in it that nobody has changed for a while.', {
  _id: text('Number of the cart; opens it for staff.'),
  uid: int32('The same number.'),
  app_id: text('The application.'),
  user_id: sentence('The customer; empty for a shopper without an account.'),
  is_anonymous: flag('Whether it has no customer.'),
  created_on: DateTime,
  last_modified: DateTime,
  expire_at: DateTime,
  is_default: flag('Whether it is the regular cart of its shopper.'),
  is_active: flag('Whether it is in use.'),
  is_archive: flag('Whether it was put away.'),
  buy_now: flag('Whether it is for one quick purchase.'),
  articles: listOf(AbandonedArticle, 'Its lines.'),
  cart_value: amount('Its total, as of its last change.'),
  currency_code: text('Currency of that.'),
  discount: amount('What was saved on it; positive.'),
  coupon: Nullable(
    part('AbandonedCartCoupon', 'Its coupon.', { code: text('The code.'), discount: amount('Taken off.') }),
  ),
  delivery_charges: money,
  cod_charges: money,
  cashback: money,
  payment_mode: textOrNull('How it is to be paid; null when nothing was chosen.'),
  checkout_mode: text('self or other.'),
  comment: sentence('What the shopper wrote for the shop.'),
  gstin: textOrNull('Tax number of the buyer.'),
  meta: open('Data the shop put on the cart.'),
  pick_up_customer_details: openOrNull('Who picks up; null when nobody was named.'),
});
export type AbandonedCart = Static<typeof AbandonedCart>;
export const AbandonedCarts = part('AbandonedCartResponse', 'Carts that were left behind.', {
  success: flag('Whether it could be answered.'),
  message: sentence('Empty.'),
  items: listOf(AbandonedCart, 'The carts.'),
  page: Page,
});

export const UpdateCartUser = part('UpdateUserCartMapping', 'Whose the cart is to be.', {
  user_id: Type.String({ minLength: 1, maxLength: 128, description: 'The customer.' }),
});
export const CartUserQuery = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 64, description: 'Number of a cart without a customer.' }),
  i: QueryBoolean('Answer with the lines of the cart.'),
  b: QueryBoolean('Answer with the price details of the cart.'),
});
export const CartOfUser = part('UserCartMappingResponse', 'The cart as the customer has it now.', {
  ...CartDetail.properties,
  user: part('UserInfo', 'The customer.', { _id: text('His id.'), uid: text('The same.') }),
});
