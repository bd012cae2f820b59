/** Lines as an answer could hold them: one that has everything there is to say, and one that says nothing. */
import type { Static } from 'typebox';
import type { CartProductInfo } from '../../src/contract/cart/cart-item-contract.ts';
import type {
  CartProduct,
  ParentItemIdentifiers,
  ProductArticle,
} from '../../src/contract/cart/cart-product-contract.ts';
import type { ShipmentPromise } from '../../src/contract/cart/shipment-promise-contract.ts';
import { fullPromotion, minimalPromotion } from './sample-promotion.ts';

export const promise: ShipmentPromise = {
  formatted: { min: '03 Mar, Thursday', max: '08 Mar, Tuesday' },
  timestamp: { min: 1646257339, max: 1646689339 },
  iso: { min: '2022-03-02T21:42:19.000Z', max: '2022-03-07T21:42:19.000Z' },
};
export const parent: Static<typeof ParentItemIdentifiers> = {
  identifier: 'gIq0E94RSMueSdDRAk_Txg',
  parent_item_id: '750000',
  parent_item_size: 'OS',
};

const money = { currency_code: 'INR', currency_symbol: '₹' };
const linePrice = { marked: 4002, add_on: 1600, effective: 1600, selling: 1800, selling_price: 1210.1, ...money };
const unitPrice = { marked: 2001, add_on: 800, effective: 800, selling: 900, selling_price: 605.05, ...money };
const articlePrice = { effective: 800, marked: 2001, selling: 900, ...money };

const product: CartProduct = {
  slug: 'linen-shirt',
  images: [
    {
      secure_url: 'https://shop.test/media/shirt.svg',
      aspect_ratio: '16:25',
      url: 'http://shop.test/media/shirt.svg',
    },
  ],
  teaser_tag: { tag: 'New' },
  brand: { uid: 18, name: 'Harbour' },
  action: {
    query: { product_slug: ['linen-shirt'] },
    url: 'https://shop.test/product/linen-shirt',
    type: 'product',
    page: { type: 'product', params: { slug: ['linen-shirt'] } },
  },
  uid: 750001,
  tags: ['linen'],
  _custom_json: { season: 'summer' },
  type: 'product',
  name: 'Linen shirt',
  item_code: 'LS-1304',
  categories: [{ uid: 258, name: 'Shirts' }],
  category_hierarchy: [
    { l1: { uid: 2, name: 'Men' }, l2: { uid: 20, name: 'Tops' }, l3: { uid: 258, name: 'Shirts' } },
  ],
  attributes: { fabric: 'linen' },
  l1_categories: [2],
  l2_categories: [20],
  l3_categories: [258],
  departments: [5],
  product_ean_id: '4006381333931',
  parent_item_identifiers: parent,
  is_set: false,
};

const article: ProductArticle = {
  seller_identifier: 'HB-LS-XL',
  quantity: 200,
  seller: { uid: 61, name: 'Harbour Retail' },
  cart_item_meta: { group: 'look-1' },
  parent_item_identifiers: parent,
  is_gift_visible: true,
  uid: '618c1a6874b93908c98f6d18',
  gift_card: { gift_price: 50, display_text: 'Wrapped by hand', gift_message: 'Enjoy', is_gift_applied: true },
  product_group_tags: ['tag1'],
  identifier: { ean: '4006381333931' },
  mto_quantity: 1,
  extra_meta: { display: 'Right wing' },
  type: 'article',
  _custom_json: { engraving: 'A' },
  price: { base: articlePrice, converted: articlePrice },
  meta: { shelf: 'A4' },
  size: 'XL',
  store: { uid: 11, name: 'Mumbai Fort', store_code: 'BOM-1' },
  tags: ['fresh'],
  variants: { colour: 'sand' },
  amount_quantity_error: 0.01,
};

/** The interface lets the meta of a journey hold what the shop likes. */
const laneMeta: Readonly<Record<string, unknown>> = { rider: 'bike' };

export const fullItem: CartProductInfo = {
  res_item_index: 0,
  quantity: 2,
  product,
  article,
  promotions_applied: [fullPromotion],
  delivery_promise: promise,
  key: '750001_XL',
  coupon: { discount_total_quantity: 100.01, discount_single_quantity: 50, code: 'SAVE100' },
  bulk_offer: {
    quantity: 2,
    margin: 11,
    type: 'bundle',
    total: 1600,
    price: { marked: 2001, effective: 900, bulk_effective: 800, ...money },
    best: false,
    auto_applied: true,
    next: { quantity: 5, price: 700 },
  },
  price_adjustment_applied: [
    {
      adjusted_value: { value: 10, currency_code: 'INR' },
      article_level_distribution: true,
      article_id: '618c1a6874b93908c98f6d18',
      applied_quantity: 2,
      meta: { reason: 'scratch' },
    },
  ],
  price: { base: linePrice, converted: linePrice },
  coupon_message: '₹100.01 off with SAVE100',
  identifiers: { identifier: 'SfOmcAtTR4ut4pI_eVU6FQ' },
  message: 'Only 1 left',
  discount: '60% OFF',
  mrp_promo_price: 800,
  availability: {
    out_of_stock: false,
    deliverable: true,
    available_sizes: [{ display: 'Extra large', value: 'XL', is_available: true }],
    is_valid: false,
    other_store_quantity: 984,
    sellable_quantity: 1,
    sizes: ['L', 'XL'],
  },
  moq: { increment_unit: 1, maximum: 10, minimum: 1 },
  price_per_unit: { base: unitPrice, converted: unitPrice },
  promo_meta: { message: 'Earn 12 points' },
  custom_order: { is_custom_order: true, manufacturing_time: 3, manufacturing_time_unit: 'days' },
  charges: [
    {
      meta: { article_level_distribution: false },
      amount: { value: 100, currency: 'INR' },
      name: 'Gift wrap',
      allow_refund: false,
      code: 'gift',
      type: 'gift_price',
    },
  ],
  seller_count: 3,
  tax: {
    rate: 18,
    taxable: 84.75,
    amount: 15.25,
    cgst: 7.63,
    sgst: 7.62,
    igst: 1,
    levies: [{ name: 'VAT', jurisdiction: 'Berlin', rate: 19, amount: 15.25 }],
    exemption: 'exempt',
    oss_basis: 'destination',
  },
  allow_remove: true,
  auto_add_to_cart: false,
  discount_meta: {
    timer: true,
    start_timer_in_minutes: 60,
    start: '2026-11-15T00:00:00.000Z',
    end: '2026-11-15T12:00:00.000Z',
  },
  journey_wise_promise: [
    {
      journey: 'rush',
      meta: {
        dynamic_delivery: {
          t1: 5,
          t2: 0,
          t3: 20.5,
          eta_mins: 25.5,
          t1_ttl_min: 5,
          t2_ttl_min: 5,
          t3_ttl_min: 30,
          eta_min_ttl: 5,
        },
        ...laneMeta,
      },
      delivery_promise: {
        min: '2026-11-15T10:00:00.000Z',
        max: '2026-11-15T10:25:30.000Z',
        message: 'Delivery in 26 min',
        eta_mins: 26,
        show_eta: true,
        model_resp: true,
        distance: 4.2,
      },
    },
  ],
  fulfillment_mode: 'home_delivery',
  fulfillment_mode_info: [
    {
      meta: { store_uid: 11, store_name: 'Mumbai Fort' },
      slug: 'home_delivery',
      delivery_promise: {
        min: '2026-11-15T10:00:00.000Z',
        message: 'Delivery by 15 Nov, Sunday',
        max: '2026-11-15T10:25:30.000Z',
      },
    },
  ],
  product_ean_id: '4006381333931',
  parent_item_identifiers: parent,
  is_set: false,
};

const minimalItem: CartProductInfo = {
  coupon_message: '',
  message: '',
  allow_remove: true,
  auto_add_to_cart: false,
};

/** A line whose parts say only what they must. */
export const sparseItem: CartProductInfo = {
  ...minimalItem,
  product: {
    teaser_tag: null,
    brand: { name: null },
    action: {},
    tags: null,
    type: null,
    item_code: null,
    category_hierarchy: null,
    attributes: null,
    l1_categories: null,
    l2_categories: null,
    l3_categories: null,
    departments: null,
    is_set: null,
  },
  article: {
    seller_identifier: null,
    is_gift_visible: false,
    gift_card: { display_text: null, is_gift_applied: false },
    product_group_tags: null,
    identifier: null,
    store: { name: null, store_code: null },
  },
  promotions_applied: [minimalPromotion],
  delivery_promise: {
    formatted: { max: null, min: null },
    timestamp: { max: null, min: null },
    iso: { max: null, min: null },
  },
  bulk_offer: {},
  moq: { increment_unit: null, maximum: null, minimum: null },
  custom_order: { is_custom_order: false },
  parent_item_identifiers: { identifier: null, parent_item_id: null, parent_item_size: null },
  is_set: null,
};
