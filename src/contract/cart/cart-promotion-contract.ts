/** A promotion as it acted on a cart or on one of its lines: what it gave, and by which of its rules. */
import { type Static, Type } from 'typebox';
import {
  amount,
  flag,
  flagOrNull,
  int32,
  int32OrNull,
  list,
  number,
  numberInt32OrNull,
  numberOrNull,
  numbers,
  open,
  part,
  text,
  textOrNull,
  texts,
} from '../answer-fields.ts';
import { Nullable } from '../primitives.ts';

export const CartCurrency = part('CartCurrency', 'The currency of every amount that names no other.', {
  code: text('ISO 4217, such as INR.'),
  symbol: text('Such as ₹.'),
});
export type CartCurrency = Static<typeof CartCurrency>;

const Ownership = part('Ownership', 'Who bears the cost of the promotion.', {
  payable_category: Type.Optional(
    Type.Enum(['', 'seller', 'fynd', 'marketplace'], { description: 'Kind of the one who pays.' }),
  ),
  payable_by: text('The one who pays; empty when its category says enough.'),
});

const PromoDiscountRuleOffer = part('PromoDiscountRuleOffer', 'What a discount rule gives.', {
  max_offer_quantity: numberInt32OrNull('Units it gives to at most; null without a limit.'),
  discount_percentage: Nullable(Type.Number({ format: 'float32', description: 'Per cent; null for other kinds.' })),
  discount_amount: numberOrNull('Amount; null for other kinds.'),
});

const PromoDiscountRuleItemCriteria = part('PromoDiscountRuleItemCriteria', 'What a discount rule gives to.', {
  item_id: numbers('These items.'),
  buy_rules: texts('What these buy rules match, by their slugs.'),
  all_items: flag('Everything in the cart.'),
});

const PromoDiscountRuleRawOffer = part('PromoDiscountRuleRawOffer', 'The discount rule as the shop wrote it.', {
  buy_condition: text('Which buy rules must hold, such as ( rule#1 ).'),
  discount_type: text('Such as percentage.'),
  offer: Type.Optional(PromoDiscountRuleOffer),
  item_criteria: Type.Optional(PromoDiscountRuleItemCriteria),
});

const DiscountRulesApp = part('DiscountRulesApp', 'A discount rule, with the limits in force.', {
  offer: Type.Optional(PromoDiscountRuleOffer),
  raw_offer: Type.Optional(PromoDiscountRuleRawOffer),
  item_criteria: Type.Optional(PromoDiscountRuleItemCriteria),
  matched_buy_rules: texts('Buy rules of its condition that hold.'),
});

const PromoBuyRuleCompareFieldsTypes = part('PromoBuyRuleCompareFieldsTypes', 'Bounds that all must hold.', {
  greater_than_equals: number('At least this.'),
  greater_than: number('More than this.'),
  equals: number('Exactly this.'),
  less_than: number('Less than this.'),
  less_than_equals: number('At most this.'),
});

/** The interface has these at the rule, the public clients inside its `cart_conditions`: they are written in both places. */
const itemFilters = {
  item_id: numbers('Only these items.'),
  item_store: numbers('Only from these stores.'),
  item_company: numbers('Only of these sellers.'),
  item_brand: numbers('Only of these brands.'),
  item_exclude_brand: numbers('Not of these brands.'),
  item_category: numbers('Only of these categories of the third level.'),
  item_exclude_category: numbers('Not of these categories of the third level.'),
  item_l1_category: numbers('Only of these categories of the first level.'),
  item_exclude_l1_category: numbers('Not of these categories of the first level.'),
  item_l2_category: numbers('Only of these categories of the second level.'),
  item_exclude_l2_category: numbers('Not of these categories of the second level.'),
  item_department: numbers('Only of these departments.'),
  item_exclude_id: numbers('Not these items.'),
  available_zones: numbers('Only where the order goes to one of these zones.'),
  product_tags: texts('Only products with one of these tags.'),
};

const PromoBuyRuleCartConditions = part('PromoBuyRuleCartConditions', 'What the cart must hold.', {
  cart_quantity: Type.Optional(PromoBuyRuleCompareFieldsTypes),
  cart_total: Type.Optional(PromoBuyRuleCompareFieldsTypes),
  ...itemFilters,
});

const BuyRules = part('BuyRules', 'What must be bought for the promotion to act.', {
  cart_conditions: Type.Optional(PromoBuyRuleCartConditions),
  ...itemFilters,
  item_criteria: open('Every filter of the rule as the shop wrote it.'),
  all_items: Type.Optional(flagOrNull('Whether the rule takes every item; null when it does not say.')),
  mrp_promo: Type.Optional(flag('Whether the promotion counts from the MRP.')),
  slug: text('Name of the rule, such as rule#1.'),
});

const PriceMinMax = part('PriceMinMax', 'Prices over the sizes in stock.', {
  min: amount('The lowest.'),
  max: amount('The highest.'),
});
const ItemPriceDetails = part('ItemPriceDetails', 'Prices of the gift over its sizes.', {
  marked: Type.Optional(PriceMinMax),
  effective: Type.Optional(PriceMinMax),
  currency: text('Code of their currency.'),
});
const ArticlePriceDetails = part('ArticlePriceDetails', 'Price of the article that is given.', {
  marked: amount('MRP.'),
  effective: amount('Selling price.'),
});
const FreeGiftFulfillment = part(
  'FreeGiftFulfillment',
  'Where the gift comes from, when not from its parent’s store.',
  {
    ships_separately: flag('Whether it comes on its own.'),
    assigned_store_id: int32OrNull('Store that sends the gift.'),
    parent_store_id: int32OrNull('Store that sends the line it belongs to.'),
    store_name: textOrNull('Name of the store that sends the gift.'),
    store_code: textOrNull('Code of the store that sends the gift.'),
    store_city: textOrNull('City of the store that sends the gift.'),
  },
);

export const FreeGiftItems = part('FreeGiftItems', 'A product that is given away.', {
  item_slug: text('Slug of the product.'),
  item_name: text('Name of the product.'),
  item_price_details: Type.Optional(ItemPriceDetails),
  article_price: Type.Optional(ArticlePriceDetails),
  item_brand_name: text('Name of its brand.'),
  item_id: int32('The product.'),
  available_sizes: texts('Sizes in stock.'),
  item_images_url: texts('Its pictures.'),
  fulfillment: Nullable(FreeGiftFulfillment),
});

const AppliedFreeArticles = part('AppliedFreeArticles', 'A gift that the promotion put into the cart.', {
  parent_item_identifier: text('Identifier of the line it belongs to.'),
  quantity: int32('Units given.'),
  article_id: text('The article given.'),
  free_gift_item_details: Type.Optional(FreeGiftItems),
});

export const AppliedPromotion = part('AppliedPromotion', 'A promotion that acts on the cart, or its share on a line.', {
  id: text('The promotion.'),
  discount: number('All that it takes off here; positive.'),
  article_quantity: int32('Units it discounts.'),
  original_article_quantity: int32('Units that were eligible before its limits.'),
  ownership: Type.Optional(Ownership),
  currency: Type.Optional(CartCurrency),
  discount_rules: list(DiscountRulesApp, 'Rules by which it gives.'),
  matched_buy_rules: texts('Buy rules that hold, by their slugs.'),
  applied_free_articles: list(AppliedFreeArticles, 'Gifts it put into the cart.'),
  free_gift_item_details: Type.Optional(FreeGiftItems),
  promotion_name: text('Its name.'),
  buy_rules: list(BuyRules, 'Rules by which it acts.'),
  all_items: flagOrNull('Whether a rule that holds takes every item; null when none says.'),
  mrp_promo: flag('Whether it counts from the MRP.'),
  slug: text('First buy rule that holds, such as rule#1.'),
  offer_text: text('One line for the shopper.'),
  amount: amount('What it takes off a unit, on average; sums use discount.'),
  promotion_type: text('Such as percentage.'),
  mrp_promotion: flag('Whether it counts from the MRP instead of the selling price.'),
  promotion_group: text('product, cart, contract, ladder_price or limited_timer.'),
  promo_id: text('The promotion, the same as id.'),
  meta: open('Data the shop keeps with it.'),
  code: textOrNull('Code that brings it; null when it needs none.'),
  offer_label: textOrNull('A word or two for the shopper.'),
  return_allowed: flagOrNull('Whether what it discounts may be returned; null when it does not say.'),
  cancellation_allowed: flagOrNull('Whether what it discounts may be cancelled; null when it does not say.'),
  exchange_allowed: flagOrNull('Whether what it discounts may be exchanged; true when it does not say.'),
  promo_code: textOrNull('The same as code.'),
  free_quantity: int32OrNull('Units given away; null when it is of another kind.'),
  offer_description: textOrNull('Its terms.'),
  free_shipping: flag('Whether it waives the delivery charge.'),
});
export type AppliedPromotion = Static<typeof AppliedPromotion>;
