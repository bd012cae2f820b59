/** For every answer of every cart operation: one with all there is to say, and one with as little as can be. */
import type * as answers from '../../src/contract/cart/cart-answers-contract.ts';
import type { CartConfiguration } from '../../src/contract/cart/cart-configuration-contract.ts';
import type { CartDetail } from '../../src/contract/cart/cart-contract.ts';
import type { CartLight } from '../../src/contract/cart/cart-light-contract.ts';
import type { SharedCartAnswer } from '../../src/contract/cart/cart-share-contract.ts';
import type { OperationName } from './cart-operations.ts';
import { fullCart, fullRaw, minimalCart, sparseCart } from './sample-cart.ts';
import { parent } from './sample-item.ts';
import { freshKind } from './fresh-kind.ts';

export type Sample = { readonly full: unknown; readonly minimal: unknown; readonly sparse?: unknown };

const ids = { id: '62d4ff76d6aec8db897de407', cart_id: '22251' };
const added: answers.ItemResult = {
  success: true,
  message: 'Product has been added to your cart',
  error_code: null,
  cart_id: '22251',
  cart_type: 'universal',
};
const refused: answers.ItemResult = { success: false, message: 'Out of stock', error_code: 'out_of_stock' };
const result: answers.ItemResults = {
  '750001_XL': added,
  '750001_XL#2': refused,
  merge: {
    sources: ['22250'],
    merge_ids: ['6919d0c1a7f04b2f9c0e5b01'],
    undo_until: '2026-11-18T06:40:00.000Z',
    clamped: [{ key: '750002_M', asked: 5, kept: 3, message: 'Only 3 left', error_code: 'insufficient_stock' }],
    dropped: [{ key: '750003_S', asked: 1, kept: 0, message: 'Out of stock', error_code: 'out_of_stock' }],
  },
};

const fullAdd: answers.AddCartDetail = {
  success: false,
  cart: fullCart,
  partial: true,
  message: 'Added only those products that are in stock',
  result,
  error_code: 'out_of_stock',
};
const minimalAdd: answers.AddCartDetail = { success: true, partial: false, message: '', error_code: null };

const fullUpdate: answers.UpdateCartDetail = {
  success: true,
  message: 'Item updated in the cart',
  cart: fullCart,
  result,
  error_code: 'line_not_found',
};
const minimalUpdate: answers.UpdateCartDetail = { success: true, message: 'Nothing updated', error_code: null };

const fullWritten: answers.CartWritten = {
  success: false,
  partial: true,
  message: 'Added only those products that are in stock',
  ...ids,
  uid: '22251',
  result,
  error_code: 'out_of_stock',
};
const minimalWritten: answers.CartWritten = {
  success: false,
  partial: false,
  message: 'Out of stock',
  cart_id: null,
  error_code: 'out_of_stock',
};

const fullBulk: answers.BulkCartWritten = {
  ...fullAdd,
  ...ids,
  items: [
    { item_id: 750001, size: 'XL', store_id: 11, success: true, message: 'Added', error_code: null },
    { success: false, message: 'Out of stock', error_code: 'out_of_stock' },
  ],
};

const fullConfiguration: CartConfiguration = {
  id: '65a000000000000000000701',
  app_id: '000000000000000000000001',
  company_id: 1,
  created_on: '2026-11-01T12:17:12.000Z',
  updated_on: '2026-11-02T12:17:12.000Z',
  is_universal: false,
  is_active: true,
  ...freshKind,
  max_cart_value: 100000.5,
};
const minimalConfiguration: CartConfiguration = {
  is_universal: true,
  is_active: true,
  enabled: true,
  hide_on_storefront: false,
  article_tags: null,
  bulk_coupons: false,
  revenue_engine_coupon: false,
  allow_coupon_with_rewards: false,
  gst_input: false,
  staff_selection: false,
  placing_for_customer: false,
  empty_cart: false,
};

const fullLight: CartLight = {
  ...ids,
  uid: '22251',
  last_modified: '2026-11-15T09:00:00.000Z',
  buy_now: false,
  custom_cart: { id: '65a000000000000000000701', cart_name: 'Fresh', cart_type: 'fresh-cart', is_universal: false },
  checkout_mode: 'self',
  comment: 'Ring twice',
  gstin: '27AAPFU0939F1ZV',
  coupon_code: 'SAVE100',
  item_count: 1,
  quantity_count: 2,
  items: [
    {
      identifiers: { identifier: 'SfOmcAtTR4ut4pI_eVU6FQ' },
      key: '750001_XL',
      item_id: 750001,
      item_size: 'XL',
      quantity: 2,
      article_id: '618c1a6874b93908c98f6d18',
      parent_item_identifiers: parent,
      journey: 'standard',
      fulfillment_mode: 'home_delivery',
    },
  ],
  raw: fullRaw,
  priced_at: '2026-11-15T09:00:00.000Z',
};
const minimalLight: CartLight = {
  buy_now: false,
  comment: '',
  gstin: null,
  item_count: 0,
  quantity_count: 0,
  items: [],
};

const fullShared: SharedCartAnswer = {
  error: '',
  cart: {
    ...fullCart,
    shared_cart_details: {
      token: 'pJt0z9c3QmG5yq0v7m2C4w',
      user: { user_id: '65a000000000000000000801', is_anonymous: false },
      created_on: '2026-11-15T09:00:00.000Z',
      source: { page: 'cart' },
      meta: { ordering_store: 11 },
    },
  },
};
const minimalShared: SharedCartAnswer = { error: '' };

const error = {
  success: false,
  message: 'Invalid gstin number',
  error_code: 'gstin_invalid',
  request_id: '0190-000000000000',
} as const;
const details = [{ field: 'gstin', message: 'Must be a tax number.' }];
const problems = { gstin: ['Must be a tax number.'] };
const missing: Sample = { full: { ...error, details, error: 'Gone' }, minimal: { ...error, error: 'Gone' } };
const shared: Readonly<Record<number, Sample>> = { 200: { full: fullShared, minimal: minimalShared }, 404: missing };
const written: Readonly<Record<number, Sample>> = { 200: { full: fullWritten, minimal: minimalWritten } };
const bulk: Readonly<Record<number, Sample>> = { 200: { full: fullBulk, minimal: minimalAdd } };
const whole: Readonly<Record<number, Sample>> = {
  200: { full: { ...fullAdd, ...ids } satisfies answers.MergedCart, minimal: minimalAdd },
};

export const samples: Readonly<Record<OperationName, Readonly<Record<number, Sample>>>> = {
  getCart: { 200: { full: fullCart, minimal: minimalCart, sparse: sparseCart } },
  getCartLastModified: {},
  addItems: {
    200: {
      full: fullAdd,
      minimal: minimalAdd,
      sparse: { ...minimalAdd, cart: sparseCart satisfies CartDetail, result: {} },
    },
  },
  updateCart: { 200: { full: fullUpdate, minimal: minimalUpdate } },
  deleteCart: {
    200: { full: { message: 'cart archived', success: true }, minimal: { message: '', success: false } },
  },
  getItemCount: {
    200: {
      full: { user_cart_items_count: 7, user_cart_article_count: 2 },
      minimal: { user_cart_items_count: 0, user_cart_article_count: 0 },
    },
  },
  getItemCountV2: {
    200: {
      full: {
        user_all_cart_articles_quantity_count: 7,
        user_all_cart_article_count: 2,
        custom_cart_count: { universal: { article_count: 1, article_quantity_count: 1 } },
        custom_cart_ordered_count: [
          {
            cart_type: 'universal',
            cart_name: 'Universal',
            cart_id: '22251',
            article_count: 1,
            article_quantity_count: 1,
          },
        ],
      } satisfies answers.CartCountV2,
      minimal: {
        user_all_cart_articles_quantity_count: 0,
        user_all_cart_article_count: 0,
        custom_cart_count: {},
        custom_cart_ordered_count: [],
      } satisfies answers.CartCountV2,
    },
  },
  updateCartMeta: {
    200: { full: { message: 'cart meta updated', is_valid: true }, minimal: { message: '', is_valid: true } },
    400: { full: { ...error, details, errors: problems, meta: problems }, minimal: error },
  },
  getCartShareLink: {
    200: {
      full: { token: 'pJt0z9c3QmG5yq0v7m2C4w', share_url: 'https://shop.test/shared-cart/pJt0z9c3QmG5yq0v7m2C4w' },
      minimal: { token: '', share_url: '' },
    },
  },
  getCartSharedItems: shared,
  updateCartWithSharedItems: shared,
  getCartMetaConfigs: {
    200: { full: { success: true, data: [fullConfiguration] }, minimal: { success: true, data: [] } },
  },
  getCartMetaConfig: {
    200: {
      full: { success: true, data: fullConfiguration },
      minimal: { success: true, data: minimalConfiguration },
    },
  },
  addItemsV2: written,
  updateCartV2: written,
  bulkAddItems: bulk,
  bulkUpdateCart: bulk,
  mergeCarts: whole,
  syncCart: whole,
  getCartLight: { 200: { full: fullLight, minimal: minimalLight } },
};
