/** What a shopper chooses for his cart: a coupon, where it goes, how it is paid, whether points pay. */
import { type Static, Type } from 'typebox';
import {
  amount,
  flag,
  list,
  listOf,
  openObject,
  part,
  sentence,
  text,
  textOrNull,
  texts,
  word,
  wordOrNull,
} from '../answer-fields.ts';
import { CartCouponMedias } from './cart-contract.ts';
import { areaCode, buyNow, cartType, flags, id, orderType } from './cart-requests.ts';
import { QueryBoolean } from '../primitives.ts';

export const SelectionQuery = Type.Object({
  id,
  cart_id: word('The same as id.'),
  buy_now: buyNow,
  cart_type: cartType,
  ...flags,
  p: QueryBoolean('Taken and ignored.'),
  area_code: areaCode,
  order_type: orderType,
});
export type SelectionQuery = Static<typeof SelectionQuery>;

export const RemoveCouponQuery = Type.Object({
  ...SelectionQuery.properties,
  coupon_code: word('Which of several; the one that the cart shows as its coupon when left out.', 128),
});

export const CouponsQuery = Type.Object({
  ...SelectionQuery.properties,
  slug: word('Only coupons that have to do with this product.', 256),
  product_slug: word('The same as slug.', 256),
  store_id: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'The product as this store sells it.' }),
  ),
});

export const ApplyCoupon = part('ApplyCouponRequest', 'The coupon to be used.', {
  coupon_code: Type.String({ minLength: 1, maxLength: 128, description: 'Its code, in any case.' }),
});

export const RedeemPoints = part('RedeemPointsRequest', 'Whether points are to pay.', {
  points: Type.Optional(Type.Boolean({ description: 'Whether they are to.' })),
  redeem_points: Type.Optional(Type.Boolean({ description: 'The same as points.' })),
});

export const UseStoreCredit = part('UpdateCartBreakup', 'Whether store credit is to pay.', {
  store_credit: Type.Boolean({ description: 'Whether it is to.' }),
});

export const SelectPayment = part('UpdateCartPaymentRequest', 'How the cart will be paid.', {
  id: word('The cart; the current one when left out.', 64),
  payment_mode: word('Such as COD, CARD or EMI; empty takes the choice back.', 64),
  payment_identifier: wordOrNull('What was chosen within the mode, such as an EMI plan.'),
  aggregator_name: word('Who carries the payment out.', 256),
  merchant_code: word('The bank or wallet.', 256),
  iin: word('First digits of the card.', 16),
  network: word('Network of the card.'),
  type: word('Kind of the card, such as credit.'),
  address_id: word('Where it goes; what the cart has when left out.', 64),
  payment_methods: Type.Optional(
    Type.Array(
      Type.Object({ mode: word('Such as COD, CARD or EMI.', 64), payment_identifier: wordOrNull('What was chosen.') }),
      { maxItems: 10, description: 'The first says how it is paid, where payment_mode does not.' },
    ),
  ),
});
export type SelectPayment = Static<typeof SelectPayment>;

export const SelectAddress = part('SelectCartAddressRequest', 'Where the cart goes.', {
  id: word('The address.', 64),
  billing_address_id: word('The address on the invoice; the same when left out.', 64),
  cart_id: word('The cart; the current one when left out.', 64),
});

/** Addresses carry whatever their shop asks for; these are the parts that something here depends on. */
export const AddressBody = Type.Object(
  {
    area_code: Type.String({ minLength: 1, maxLength: 24, description: 'Postal code.' }),
    country_iso_code: word('ISO 3166-1 alpha-2; the home country of the shop when left out.', 2),
    state: word('State.', 256),
    name: word('Who lives there.', 256),
    phone: word('His phone.', 32),
    address: word('House and street.', 1024),
    city: word('City.', 256),
    is_default_address: Type.Optional(Type.Boolean({ description: 'Whether it is offered first.' })),
  },
  { title: 'Address', additionalProperties: true },
);
export type AddressBody = Static<typeof AddressBody>;

export const AddressSaved = part('SaveAddressResponse', 'The address was kept.', {
  id: text('The address.'),
  address_id: text('The same as id.'),
  success: flag('Whether it was kept.'),
  is_updated: Type.Optional(Type.Boolean({ description: 'Whether one that was there was changed.' })),
  is_default_address: flag('Whether it is offered first.'),
});
export const AddressRemoved = part('DeleteAddressResponse', 'The address is gone.', {
  id: text('The address.'),
  address_id: text('The same as id.'),
  is_deleted: flag('Whether it was there.'),
});
export const AddressList = part('GetAddressesResponse', 'Addresses of the shopper.', {
  address: list(openObject('An address as it was kept.'), 'In the order in which they were made.'),
  pii_masking: flag('Whether parts are hidden: never, to their owner.'),
  validation_config: part('ValidationConfig', 'How many addresses may be kept.', {
    address_max_limit: Type.Integer({ description: 'At most so many.' }),
    user_address_count: Type.Integer({ description: 'So many are.' }),
  }),
});
export const AddressQuery = Type.Object({
  cart_id: word('Taken and ignored: addresses are the shopper’s.', 64),
  buy_now: QueryBoolean('Taken and ignored.'),
  mobile_no: word('Only with this phone.', 32),
  checkout_mode: word('Only for this checkout_mode, where the address names one.', 16),
  tags: word('Only with this tag.', 64),
  is_default: QueryBoolean('Only the one that is offered first, or the others.'),
});
export type AddressQuery = Static<typeof AddressQuery>;
export const AddressPath = Type.Object({ id: Type.String({ maxLength: 64, description: 'The address.' }) });
export const AddressShown = openObject('An address as it was kept.');

const ListedCoupon = part('ListedCoupon', 'A coupon, and what it would do to the cart now.', {
  coupon_id: text('The coupon.'),
  coupon_code: text('Its code.'),
  title: text('Its title.'),
  sub_title: text('Its subtitle.'),
  description: textOrNull('Its terms.'),
  coupon_type: textOrNull('Such as percentage.'),
  coupon_value: amount('Per cent or amount of the tier that counts.'),
  coupon_amount: amount('What it would take off; positive.'),
  max_discount_value: amount('Most it takes off; 0 without a limit.'),
  minimum_cart_value: amount('Goods that are needed for it.'),
  is_applied: flag('Whether it acts on the cart.'),
  is_applicable: flag('Whether it could act on the cart now.'),
  message: sentence('What came of trying it.'),
  coupon_applicable_message: sentence('What it would do; empty when it cannot be used now.'),
  is_bank_offer: flag('Whether it asks for a way of paying.'),
  offer_text: sentence('One line for the shopper.'),
  start_date: textOrNull('When it began; null when it always was.'),
  end_date: textOrNull('When it ends; null when it does not.'),
  expires_at: textOrNull('The same as end_date.'),
  expires_on: sentence('The day on which it ends, such as 28 Aug, Friday; empty when it does not.'),
  tags: texts('Its tags.'),
  medias: list(CartCouponMedias, 'Its pictures.'),
  rule: list(
    part('DiscountRules', 'What the cart would cost with it.', { discounted_price: amount('Total of the cart.') }),
    'One entry for a coupon with tiers of its own.',
  ),
});
export type ListedCoupon = Static<typeof ListedCoupon>;

const PageCoupon = part('PageCoupon', 'All of them come on one page.', {
  has_next: flag('Always false.'),
  has_previous: flag('Always false.'),
  current: Type.Integer({ description: 'Always 1.' }),
  total: Type.Integer({ description: 'Always 1.' }),
  total_item_count: Type.Integer({ description: 'Coupons on it.' }),
});
export const CouponList = part('GetCouponResponse', 'Coupons the shopper is offered.', {
  available_coupon_list: listOf(ListedCoupon, 'The coupons.'),
  page: PageCoupon,
});
