/** A line of a cart: the product and article, what they cost here, and whether and when they can be had. */
import { type Static, Type } from 'typebox';
import {
  amount,
  flag,
  flagOrNull,
  int32,
  list,
  number,
  numberInt32,
  numberInt32OrNull,
  open,
  part,
  sentence,
  text,
  texts,
} from '../answer-fields.ts';
import {
  CartProduct,
  inBothCurrencies,
  ParentItemIdentifiers,
  ProductArticle,
  theirCurrency,
} from './cart-product-contract.ts';
import { AppliedPromotion } from './cart-promotion-contract.ts';
import { FulfillmentModeInfo, JourneyPromise, ShipmentPromise } from './shipment-promise-contract.ts';
import { levyFields, taxExemption, unionBasis } from '../tax-fields.ts';

const CouponDetails = part('CouponDetails', 'The line’s share of the coupon; zero and empty without one.', {
  discount_total_quantity: amount('Off the whole line; positive.'),
  discount_single_quantity: amount('Off one unit, rounded down.'),
  code: text('Code of the coupon.'),
});

const OfferPrice = part('OfferPrice', 'Price of one unit under the offer.', {
  marked: amount('MRP.'),
  effective: amount('Without the offer.'),
  bulk_effective: amount('With the offer.'),
  ...theirCurrency,
});
const NextOffer = part('NextBulkOffer', 'The band that begins next.', {
  quantity: int32('Units from which it counts.'),
  price: amount('Price of one unit then.'),
});
const BulkOffer = part('CartBulkOffer', 'The band of a quantity price that is in force; empty without one.', {
  quantity: int32('Units from which the band counts.'),
  margin: number('Per cent that it takes off.'),
  type: text('Kind of the offer.'),
  total: amount('Price of that many units.'),
  price: Type.Optional(OfferPrice),
  best: Type.Optional(flag('Whether no band is cheaper.')),
  auto_applied: Type.Optional(flag('Whether it counts without being asked for.')),
  next: Type.Optional(NextOffer),
});

export const AdjustedValue = part('AdjustedValue', 'What an adjustment did.', {
  value: amount('The amount; positive.'),
  currency_code: text('Code of its currency.'),
});
const ArticleAppliedPriceAdjustment = part('ArticleAppliedPriceAdjustment', 'The line’s share of an adjustment.', {
  adjusted_value: Type.Optional(AdjustedValue),
  article_level_distribution: flag('Whether the adjustment is shared out over articles.'),
  article_id: text('Article of the line.'),
  applied_quantity: int32('Units it reached.'),
  meta: open('What the adjustment says about this article.'),
});

const ProductPrice = part('ProductPrice', 'Prices of a line or of one unit of it.', {
  marked: amount('MRP.'),
  add_on: amount('Before promotion and coupon.'),
  effective: amount('After contract and ladder prices.'),
  selling: amount('After the seller’s discount.'),
  selling_price: amount('Final, after promotion and coupon; of a unit rounded down.'),
  ...theirCurrency,
});
const ProductPriceInfo = part(
  'ProductPriceInfo',
  'Prices in the currencies of the shop and of the answer.',
  inBothCurrencies(ProductPrice),
);

export const CartProductIdentifer = part('CartProductIdentifer', 'The line.', {
  identifier: text('Stays the same as long as the line lives.'),
});

const ProductAvailabilitySize = part('ProductAvailabilitySize', 'A size of the product.', {
  display: text('Its label.'),
  value: text('The size.'),
  is_available: flag('Whether it can be had.'),
});
const ProductAvailability = part('ProductAvailability', 'Whether the line can be had as it stands.', {
  out_of_stock: flag('Whether nothing is left.'),
  deliverable: flag('Whether it can be brought to the place.'),
  available_sizes: list(ProductAvailabilitySize, 'The sizes there are.'),
  is_valid: flag('Whether the quantity asked for can be had, and brought.'),
  other_store_quantity: Type.Optional(Type.Integer({ format: 'int64', description: 'Units at other stores.' })),
  sellable_quantity: Type.Optional(Type.Integer({ format: 'int64', description: 'Units at the store of the line.' })),
  sizes: texts('All sizes of the product.'),
});

const CartItemMOQ = part('CartItemMOQ', 'Quantities in which it is sold.', {
  increment_unit: numberInt32OrNull('In steps of this many; null for any.'),
  maximum: numberInt32OrNull('At most; null without a limit.'),
  minimum: numberInt32OrNull('At least; null without a limit.'),
});
const PromoMeta = part('PromoMeta', 'Loyalty points of the line.', {
  message: text('Points it earns; empty where there are none to earn.'),
});
const CartItemCustomOrder = part('CartItemCustomOrder', 'Whether it is made to order.', {
  is_custom_order: flag('Made when it is ordered.'),
  manufacturing_time: numberInt32('How long that takes; 0 when nothing is made.'),
  manufacturing_time_unit: text('Unit of that time, such as days; empty when nothing is made.'),
});

const ChargesAmount = part('ChargesAmount', 'An amount in a currency.', {
  value: amount('The amount.'),
  currency: text('Code of its currency.'),
});
const Charges = part('Charges', 'A charge on the line, or its share of one on the cart.', {
  meta: open('The adjustment it comes from, and how it is shared out.'),
  amount: Type.Optional(ChargesAmount),
  name: text('Its name.'),
  allow_refund: flag('Whether it is paid back with the goods.'),
  code: text('Its code, such as gift.'),
  type: text('Its kind, such as gift_price or charge.'),
});

const DiscountMeta = part('DiscountMeta', 'A promotion on the line that ends soon; all empty without one.', {
  timer: flag('Whether to show a countdown now.'),
  start_timer_in_minutes: number('How long before its end a countdown is shown.'),
  start: text('When the promotion began; empty when it has no beginning.'),
  end: text('When it ends; empty when it does not.'),
});

const CartItemLevy = part('CartItemLevy', 'What one authority has of the tax.', levyFields('Of the line’s tax.'));

const CartItemTax = part('CartItemTax', 'Tax on the line after every discount, in the currency of the answer.', {
  rate: number('Per cent.'),
  taxable: amount('What it is taken of.'),
  amount: amount('The tax; inside the price, or on top of it, as the shop’s policy says.'),
  cgst: amount('Part of the centre, within a state.'),
  sgst: amount('Part of the state, within a state.'),
  igst: amount('All of it, across states.'),
  levies: Type.Optional(
    Type.Array(CartItemLevy, {
      description: 'Where the shop has a table of rates: each authority; they add up to the tax.',
    }),
  ),
  exemption: taxExemption,
  oss_basis: unionBasis,
});

export const CartProductInfo = part('CartProductInfo', 'A line of the cart.', {
  res_item_index: int32('Its place in items, from 0; the item_index of updates.'),
  quantity: int32('Units.'),
  product: Type.Optional(CartProduct),
  article: Type.Optional(ProductArticle),
  promotions_applied: list(AppliedPromotion, 'Its share of the promotions that reach it.'),
  delivery_promise: Type.Optional(ShipmentPromise),
  key: text('Product and size, such as 750001_XL.'),
  coupon: Type.Optional(CouponDetails),
  bulk_offer: Type.Optional(BulkOffer),
  price_adjustment_applied: list(ArticleAppliedPriceAdjustment, 'Its share of adjustments.'),
  price: Type.Optional(ProductPriceInfo),
  coupon_message: sentence('What the coupon does for it; empty when it does nothing.'),
  identifiers: Type.Optional(CartProductIdentifer),
  message: sentence('What is wrong with it; empty when nothing is.'),
  discount: text('Such as 20% OFF; empty when there is none.'),
  mrp_promo_price: amount('Selling price of a unit (ESP); its MRP where an MRP promotion acts.'),
  availability: Type.Optional(ProductAvailability),
  moq: Type.Optional(CartItemMOQ),
  price_per_unit: Type.Optional(ProductPriceInfo),
  promo_meta: Type.Optional(PromoMeta),
  custom_order: Type.Optional(CartItemCustomOrder),
  charges: list(Charges, 'Charges on it.'),
  seller_count: number('Sellers who have this size in stock.'),
  allow_remove: flag('Whether the shopper may take it out.'),
  auto_add_to_cart: flag('Whether it came with its parent.'),
  discount_meta: Type.Optional(DiscountMeta),
  journey_wise_promise: list(JourneyPromise, 'One entry for each speed on offer.'),
  fulfillment_mode: text('How it reaches its shopper, such as home_delivery.'),
  fulfillment_mode_info: list(FulfillmentModeInfo, 'The ways in which it could.'),
  tax: Type.Optional(CartItemTax),
  product_ean_id: text('The same as product.product_ean_id.'),
  parent_item_identifiers: Type.Optional(ParentItemIdentifiers),
  is_set: Type.Optional(flagOrNull('The same as product.is_set.')),
});
export type CartProductInfo = Static<typeof CartProductInfo>;
