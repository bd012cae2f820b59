/** All that the interface document says about carts, field by field, written down from it and from nothing else. */
import { cartObjects } from './interface-cart-fields.ts';
import { itemObjects } from './interface-item-fields.ts';
import { type InterfaceObjects, named } from './interface-notation.ts';
import { promotionObjects } from './interface-promotion-fields.ts';

/** Everything that answers hold. `error_code` is "listed after result", in the root or in it: both have it. */
export const interfaceAnswers: InterfaceObjects = {
  ...cartObjects,
  ...itemObjects,
  ...promotionObjects,
  AddCartDetailResponseObject: {
    success: 'boolean',
    cart: 'CartDetailResponseObject',
    partial: 'boolean',
    message: 'string',
    result: 'object',
    error_code: 'string?',
  },
};

/** What requests hold, without formats: theirs are a matter of the rule that refuses a number. */
export const interfaceRequests: InterfaceObjects = {
  AddCartRequest: { items: 'AddProductCart[]', new_cart: 'boolean' },
  AddProductCart: {
    quantity: 'integer',
    item_size: 'string',
    seller_id: 'integer',
    price_factory_type_id: 'string',
    parent_item_identifiers: 'object[]',
    product_group_tags: 'string[]',
    article_id: 'string',
    article_assignment: 'ArticleAssignment',
    store_id: 'integer',
    display: 'string',
    order_type: 'string',
    item_id: 'integer',
    extra_meta: 'object',
    _custom_json: 'object',
    meta: 'object',
    pos: 'boolean',
    seller_identifier: 'string',
    journey: 'string?',
    fulfillment_mode: 'string',
    promo_id: 'string',
  },
  ArticleAssignment: { level: 'string', strategy: 'string' },
};

/** Queries, by operation. */
export const interfaceQueries: InterfaceObjects = {
  getCart: {
    ...named('number', 't1 t2 t3 eta_mins'),
    ...named('boolean', 'i b c buy_now'),
    ...named('string', 'id area_code cart_type order_type'),
    assign_card_id: 'integer',
  },
  getCartLastModified: { id: 'string' },
  addItems: {
    ...named('boolean', 'i b buy_now'),
    ...named('string', 'area_code id cart_type order_type'),
  },
};

/** Every operation, as method and path. */
export const interfaceOperations: readonly string[] = [
  'GET /service/application/cart/v1.0/detail',
  'HEAD /service/application/cart/v1.0/detail',
  'POST /service/application/cart/v1.0/detail',
  'PUT /service/application/cart/v1.0/detail',
  'PUT /service/application/cart/v1.0/cart_archive',
  'GET /service/application/cart/v1.0/basic',
  'GET /service/application/cart/v2.0/basic',
  'PUT /service/application/cart/v1.0/meta',
  'POST /service/application/cart/v1.0/share-cart',
  'GET /service/application/cart/v1.0/share-cart/{token}',
  'POST /service/application/cart/v1.0/share-cart/{token}/{action}',
  'GET /service/application/cart/v1.0/cart/configuration',
  'GET /service/application/cart/v1.0/cart/configuration/{cart_meta_id}',
  'POST /service/application/cart/v2.0/detail',
  'PUT /service/application/cart/v2.0/detail',
  'POST /service/application/cart/v2.0/bulk-detail',
  'PUT /service/application/cart/v2.0/bulk-detail',
  'POST /service/application/cart/v3.0/merge',
  'POST /service/application/cart/v3.0/sync',
  'GET /service/application/cart/v3.0/detail-light',
];
