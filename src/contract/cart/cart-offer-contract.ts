/** Offers as a shopper meets them beside his cart: what there is, what each would do, and on which products. */
import { type Static, Type } from 'typebox';
import {
  amount,
  flag,
  int32,
  listOf,
  openObject,
  part,
  sentence,
  text,
  textOrNull,
  texts,
  timeOrNull,
  word,
} from '../answer-fields.ts';
import { FreeGiftItems } from './cart-promotion-contract.ts';
import { cartQuery } from './cart-requests.ts';
import { QueryBoolean } from '../primitives.ts';

const slug = word('Only what concerns this product.', 256);
const storeId = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'The product as this store sells it.' }),
);
const pageSize = Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'How many at most.' }));

export const OfferListQuery = Type.Object({
  ...cartQuery,
  mode: word('promotion or coupon; both when left out.', 16),
  type: word('Only of this type, such as percentage.'),
  product_slug: slug,
  product_size: word('Size of that product.'),
  store_id: storeId,
});
export type OfferListQuery = Static<typeof OfferListQuery>;

export const OfferListItem = part('OfferListItem', 'An offer, and what it does or would do to the cart now.', {
  id: text('The offer.'),
  mode: text('promotion acts by itself, coupon needs its code.'),
  type: text('Such as percentage.'),
  code: textOrNull('The code; null for an offer that needs none.'),
  name: text('Its name.'),
  offer_text: sentence('One line for the shopper.'),
  offer_label: sentence('A word or two for the shopper.'),
  description: textOrNull('Its terms.'),
  max_discount_value: amount('Most it takes off; 0 without a limit.'),
  applied_discount_amount: amount('What it takes off, or would; positive.'),
  is_applicable: flag('Whether it acts, or could act, on the cart now.'),
  is_applied: flag('Whether it acts on the cart.'),
  is_bank_offer: flag('Whether it asks for a way of paying.'),
  start_date: timeOrNull('When it began; null when it always was.'),
  end_date: timeOrNull('When it ends; null when it does not.'),
  reason: textOrNull('Why it does not act, for programs; null when it does.'),
  message: sentence('What it does, or what is missing, for people.'),
});
export type OfferListItem = Static<typeof OfferListItem>;

const OnePage = part('OfferListPage', 'All of them come on one page.', {
  type: text('number'),
  current: int32('Always 1.'),
  size: int32('Offers on it.'),
  item_total: int32('Offers on it.'),
  has_next: flag('Always false.'),
  has_previous: flag('Always false.'),
});
export const OfferList = part('OfferListResponse', 'Offers there are for this shopper.', {
  available_offers: listOf(OfferListItem, 'Those that act first, then by what they would take off.'),
  page: OnePage,
});
export type OfferList = Static<typeof OfferList>;

export const ApplyOffer = part('ApplyOfferRequest', 'The offer to be used.', {
  offer_code: Type.String({ minLength: 1, maxLength: 128, description: 'Its code, in any case.' }),
});

export const EligibleProductsQuery = Type.Object({
  offer_code: word('The offer by its code; counts before offer_id.', 128),
  offer_id: word('The offer by its id.'),
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, default: 1, description: 'From 1.' })),
  page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'From 1 to 100.' })),
});
export const EligibleProducts = part('OfferProductsResponse', 'Products an offer takes something off.', {
  success: flag('Whether there is such an offer.'),
  message: sentence('What came of it, for people.'),
  items: listOf(
    part('OfferProduct', 'A product.', { product_slug: text('Its slug.'), uid: int32('The product.') }),
    'By the number of the product.',
  ),
  page: part('OfferProductPage', 'Where the list stands.', {
    current: int32('This page.'),
    size: int32('Products asked for per page.'),
    has_previous: flag('Whether there is one before.'),
    has_next: flag('Whether there is one after.'),
  }),
});

export const PromotionOffersQuery = Type.Object({
  slug,
  store_id: storeId,
  page_size: pageSize,
  promotion_group: word('Only of this group.'),
  promotion_type: word('Only of this type.'),
  cart_id: word('The cart; as id.'),
  ...cartQuery,
  auto_apply: QueryBoolean('true: only those that need no code; false: only those that do.'),
});

const offerFields = {
  id: text('The promotion.'),
  offer_text: sentence('One line for the shopper.'),
  promotion_type: text('Such as percentage.'),
  promotion_group: text('product, cart, contract, ladder_price or limited_timer.'),
  valid_till: timeOrNull('When it ends; null when it does not.'),
  description: textOrNull('Its terms.'),
  discount_rules: listOf(openObject('A rule as the shop wrote it.'), 'Rules by which it gives.'),
};

export const PromotionOffers = part('PromotionOffersResponse', 'Promotions there are for this shopper.', {
  available_promotions: listOf(
    part('PromotionOffer', 'A promotion.', {
      ...offerFields,
      promotion_name: text('Its name.'),
      buy_rules: openObject('Rules by which it acts, by their slugs, as the shop wrote them.'),
      free_gift_items: listOf(FreeGiftItems, 'Products it gives away.'),
      tags: texts('Its tags.'),
    }),
    'In the order in which they act.',
  ),
});
export type PromotionOffer = Static<typeof PromotionOffers>['available_promotions'][number];

export const PaymentOffersQuery = Type.Object({
  ...cartQuery,
  uid: word('The cart by its number; as id.'),
});
export const PaymentOffers = part('PromotionPaymentOffersResponse', 'Promotions that ask for a way of paying.', {
  success: flag('Whether it could be answered.'),
  promotions: listOf(
    part('PromotionPaymentOffer', 'A promotion for those who pay in a certain way.', {
      ...offerFields,
      application_id: text('The application.'),
      promotion_name: text('Its name.'),
      calculate_on: text('esp or mrp.'),
      buy_rules: listOf(openObject('A rule as the shop wrote it, with its slug.'), 'Rules by which it acts.'),
      payment_modes: texts('Ways of paying that bring it.'),
      discount: amount('What it would take off the cart, paid like that; positive.'),
    }),
    'At most five; those that take off most come first.',
  ),
});
export type PaymentOffer = Static<typeof PaymentOffers>['promotions'][number];

export const LadderOffersQuery = Type.Object({
  slug: Type.String({ minLength: 1, maxLength: 256, description: 'The product.' }),
  store_id: storeId,
  promotion_id: word('Only this promotion.'),
  page_size: pageSize,
});
const price = {
  marked: amount('MRP of a unit.'),
  effective: amount('Price of a unit without the offer.'),
  currency_code: text('Code of the currency.'),
  currency_symbol: text('Its sign.'),
};
const margin = amount('Per cent off that price.');
export const LadderOffers = part('LadderPriceOffers', 'Prices by quantity of a product.', {
  available_offers: listOf(
    part('LadderPriceOffer', 'A promotion that makes a unit cheaper by quantity.', {
      ...offerFields,
      calculate_on: text('esp or mrp.'),
      buy_rules: openObject('Rules by which it acts, by their slugs, as the shop wrote them.'),
      offer_prices: listOf(
        part('LadderOfferItem', 'A band of quantities, and its price.', {
          price: part('LadderPrice', 'Prices of a unit.', { ...price, offer_price: amount('Price in this band.') }),
          margin,
          min_quantity: int32('From so many units.'),
          max_quantity: int32('Up to so many units; 0 without an end.'),
          type: text('percentage, amount or fixed_price.'),
        }),
        'By quantity.',
      ),
    }),
    'In the order in which they act.',
  ),
  currency: part('CurrencyInfo', 'Currency of the prices.', { code: text('ISO 4217.'), symbol: text('Its sign.') }),
  store_id: listOf(Type.Number(), 'Stores that sell at these prices.'),
});
export type LadderOffer = Static<typeof LadderOffers>['available_offers'][number];

export const BulkPriceQuery = Type.Object({
  item_id: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'The product.' })),
  article_id: word('An article of it.', 128),
  uid: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'The same as item_id.' })),
  slug: word('The product by its slug.', 256),
  cart_type: word('Taken and ignored: prices by quantity do not depend on it.'),
});
export type BulkPriceQuery = Static<typeof BulkPriceQuery>;
export const BulkPrices = part('BulkPriceResponse', 'Prices by quantity, for each seller of a product.', {
  data: listOf(
    part('BulkPriceOffer', 'What one seller’s article costs by quantity.', {
      seller: part('OfferSeller', 'The seller.', { uid: int32('The seller.'), name: text('Its name.') }),
      article_id: text('The article.'),
      offers: listOf(
        part('OfferItem', 'A quantity, and its price.', {
          quantity: int32('Units.'),
          auto_applied: flag('Whether it comes by itself when so many are in the cart.'),
          best: flag('Whether no other quantity has a lower price of a unit.'),
          margin,
          type: text('Type of the promotion, such as ladder_price.'),
          total: amount('Price of so many units.'),
          price: part('BulkOfferPrice', 'Prices of a unit.', { ...price, bulk_effective: amount('At this quantity.') }),
        }),
        'By quantity.',
      ),
    }),
    'Articles that have such prices.',
  ),
});
export type BulkPrice = Static<typeof BulkPrices>['data'][number];
