/** Promotions as an answer could hold them: one that has everything there is to say, and one that says nothing. */
import type { Static } from 'typebox';
import type { AppliedPromotion, CartCurrency, FreeGiftItems } from '../../src/contract/cart/cart-promotion-contract.ts';

export const rupees: CartCurrency = { code: 'INR', symbol: '₹' };

const gift: Static<typeof FreeGiftItems> = {
  item_slug: 'canvas-tote',
  item_name: 'Canvas tote',
  item_price_details: { marked: { min: 399, max: 499.5 }, effective: { min: 299, max: 399 }, currency: 'INR' },
  article_price: { marked: 399, effective: 299 },
  item_brand_name: 'Harbour',
  item_id: 750019,
  available_sizes: ['OS'],
  item_images_url: ['https://shop.test/media/tote.svg'],
  fulfillment: {
    ships_separately: true,
    assigned_store_id: 12,
    parent_store_id: 11,
    store_name: 'Pune Camp',
    store_code: 'PNQ-2',
    store_city: 'Pune',
  },
};

const filters = {
  item_id: [750001],
  item_store: [11],
  item_company: [1],
  item_brand: [18],
  item_exclude_brand: [19],
  item_category: [258],
  item_exclude_category: [259],
  item_l1_category: [2],
  item_exclude_l1_category: [3],
  item_l2_category: [20],
  item_exclude_l2_category: [21],
  item_department: [5],
  item_exclude_id: [750002],
  available_zones: [7],
  product_tags: ['festive'],
};
const bounds = { greater_than_equals: 2, greater_than: 1, equals: 3, less_than: 10, less_than_equals: 9 };
const offer = { max_offer_quantity: 4, discount_percentage: 10, discount_amount: 150.5 };
const criteria = { item_id: [750001], buy_rules: ['rule#1'], all_items: false };

export const fullPromotion: AppliedPromotion = {
  id: '62da8b75e951ea5e67b1454b',
  discount: 389.9,
  article_quantity: 2,
  original_article_quantity: 3,
  ownership: { payable_category: 'seller', payable_by: 'harbour-marketing' },
  currency: rupees,
  discount_rules: [
    {
      offer,
      raw_offer: { buy_condition: '( rule#1 )', discount_type: 'percentage', offer, item_criteria: criteria },
      item_criteria: criteria,
      matched_buy_rules: ['rule#1'],
    },
  ],
  matched_buy_rules: ['rule#1'],
  applied_free_articles: [
    {
      parent_item_identifier: 'SfOmcAtTR4ut4pI_eVU6FQ',
      quantity: 1,
      article_id: '618c1a6874b93908c98f6d19',
      free_gift_item_details: { ...gift, fulfillment: null },
    },
  ],
  free_gift_item_details: gift,
  promotion_name: 'Festive ten',
  buy_rules: [
    {
      cart_conditions: { cart_quantity: bounds, cart_total: bounds, ...filters },
      ...filters,
      item_criteria: { item_brand: [18], cart_total: { greater_than: 500 } },
      all_items: true,
      mrp_promo: false,
      slug: 'rule#1',
    },
  ],
  all_items: true,
  mrp_promo: false,
  slug: 'rule#1',
  offer_text: '10% off on everything',
  amount: 194.95,
  promotion_type: 'percentage',
  mrp_promotion: true,
  promotion_group: 'product',
  promo_id: '62da8b75e951ea5e67b1454b',
  meta: { campaign: { name: 'festive', weeks: [44, 45] } },
  code: 'FESTIVE',
  offer_label: 'Festive',
  return_allowed: true,
  cancellation_allowed: false,
  exchange_allowed: true,
  promo_code: 'FESTIVE',
  free_quantity: 1,
  offer_description: 'Until Sunday.',
  free_shipping: false,
};

export const minimalPromotion: AppliedPromotion = {
  all_items: null,
  mrp_promo: false,
  mrp_promotion: false,
  code: null,
  offer_label: null,
  return_allowed: null,
  cancellation_allowed: null,
  exchange_allowed: null,
  promo_code: null,
  free_quantity: null,
  offer_description: null,
  free_shipping: false,
};
