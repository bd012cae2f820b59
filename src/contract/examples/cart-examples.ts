/** Examples of requests that shoppers, and staff for them, make of a cart. */
import { address, customer, exampleIds, type RequestExamples, tee } from './example-ids.ts';

const added = { items: [tee] };
const updated = {
  operation: 'update_item',
  items: [{ ...tee, quantity: 2, identifiers: { identifier: exampleIds.line } }],
};
const meta = { comment: 'Please ring twice', gstin: '27AAPFU0939F1ZV' };
const selected = { id: exampleIds.address_id };
const paid = { payment_mode: 'COD' };
const points = { redeem_points: true };
const checkout = { address_id: exampleIds.address_id, payment_mode: 'COD' };
const split = { address_id: exampleIds.address_id, payment_methods: [{ mode: 'COD' }] };
const supposed = { cart_items: [{ product_id: '10001', size: 'M', quantity: 1 }] };

const shoppers = {
  addAddress: address,
  updateAddress: { ...address, address: '9 Lantern Court, Bandra West' },
  deleteCart: { cart_id_list: [exampleIds.cart_id] },
  checkoutCart: checkout,
  checkoutCartV2: split,
  applyCoupon: { coupon_code: 'WELCOME10' },
  applyOffer: { offer_code: 'WELCOME10' },
  updateCartBreakup: { store_credit: true },
  addItems: added,
  addItemsV2: added,
  addItemsInBulk: added,
  updateCart: updated,
  updateCartV2: updated,
  updateCartInBulk: updated,
  updateCartMeta: meta,
  selectPaymentMode: paid,
  applyLoyaltyPoints: points,
  applyRewardPoints: points,
  selectAddress: selected,
  selectShippingMethod: { method_id: null },
  getCartShareLink: { meta: { from: 'newsletter' } },
  mergeCarts: { cart_ids: [exampleIds.other_cart_id] },
  syncCart: { items: [{ ...tee, quantity: 3 }], comment: 'Please ring twice' },
};

const staff = {
  staffAddAddress: { ...customer, ...address },
  staffUpdateAddress: { ...customer, ...address, address: '9 Lantern Court, Bandra West' },
  staffDeleteCart: customer,
  staffCheckoutCart: { ...customer, ...checkout },
  staffCheckoutCartV2: { ...customer, ...split },
  staffApplyCoupon: { coupon_code: 'WELCOME10' },
  staffUpdateCartBreakup: { store_credit: true },
  staffAddItems: { ...customer, ...added },
  staffAddItems2: { ...customer, ...added },
  staffUpdateCart: { ...customer, ...updated },
  staffUpdateCart2: { ...customer, ...updated },
  staffUpdateCartMeta: { ...customer, ...meta },
  staffSelectPaymentMode: { ...customer, ...paid },
  staffSelectPaymentMode2: { ...customer, ...paid },
  staffSelectAddress: { ...customer, ...selected },
  staffSelectShippingMethod: { ...customer, method_id: null },
  staffGetCartShareLink: { ...customer, meta: { from: 'desk' } },
  updateCartUser: customer,
  fetchAndvalidateCartItems: supposed,
  checkCartServiceability: { ...supposed, shipping_address: { area_code: '400050' } },
  tryPlaceForGoods: { ...supposed, area_code: '400050' },
  quotePlace: { items: [{ product_id: '10001', size: 'M', quantity: 2 }], area_code: '400050' },
};

export const cartExamples: RequestExamples = { ...shoppers, ...staff };
