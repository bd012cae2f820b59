/** A guest's cart that holds everything a shopper can say about himself, each in words that occur nowhere else. */
import assert from 'node:assert/strict';
import type { Call, CartServer, Shopper } from './cart-server.ts';

export const planted = {
  pan: 'ZQXPK7391Q',
  gstin: '29AAGCB7383J1Z4',
  shipToGstin: '07AAACR5055K1Z9',
  tradeName: 'Planted Trading House',
  comment: 'planted comment, ring at the green door',
  custom: 'planted custom word',
  pickUp: 'planted pick-up person',
  alternate: 'planted alternate person',
  slot: 'planted slot',
  giftMessage: 'planted gift message',
  name: 'Plantina Weedsworth',
  street: '77 Planted Lane',
  phone: '9876501234',
  email: 'planted@mail.example',
  lineMeta: 'planted line meta',
  lineJson: 'planted line json',
  lineExtra: 'planted line extra',
  payment: 'planted@upi',
  aggregator: 'PlantedPay',
  coupon: 'PLANTEDCODE',
} as const;

const plantedAddress = {
  area_code: '400001',
  state: 'Maharashtra',
  city: 'Mumbai',
  name: planted.name,
  address: planted.street,
  phone: planted.phone,
  email: planted.email,
};

const engraved = {
  item_id: 1,
  item_size: 'M',
  quantity: 2,
  meta: { words: planted.lineMeta },
  _custom_json: { words: planted.lineJson },
  extra_meta: { words: planted.lineExtra },
};

const meta = {
  pan_no: planted.pan,
  gstin: planted.gstin,
  ship_to_gst_details: { gstin: planted.shipToGstin, trade_name: planted.tradeName },
  comment: planted.comment,
  checkout_mode: 'other',
  custom_cart_meta: { word: planted.custom },
  pick_up_customer_details: { name: planted.pickUp },
  alternate_pickup_person: { name: planted.alternate },
  delivery_slots: { name: planted.slot },
  gift_details: { '1_M_1': { is_gift_applied: true, gift_message: planted.giftMessage } },
};

export type PlantedCart = { readonly owner: Shopper; readonly id: string; readonly addressId: string };

/** What the shop needs: an item, and a code that is not shown to everybody. */
export const preparePlanting = async ({ shop }: CartServer): Promise<void> => {
  await shop.sell(1, [{ quantity: 100_000 }], { slug: 'shirt' });
  await shop.coupon({
    code: planted.coupon,
    display_meta: { title: 'A code of one’s own' },
    state: { is_public: false, is_display: false },
    rule_definition: { type: 'percentage', value_type: 'percentage', applicable_on: 'amount', calculate_on: 'esp' },
    rule: [{ key: 1, min: 0, value: 10, max: 500 }],
  });
};

const done = async (call: Call, ...[method, url, body]: Parameters<Call>): Promise<Awaited<ReturnType<Call>>> => {
  const answer = await call(method, url, body);
  assert.equal(answer.status, 200, `${method} ${url}: ${JSON.stringify(answer.body)}`);
  return answer;
};

/** All of it is said by this shopper, who carries a proof from his second call on. */
export const plantCart = async (server: CartServer, owner: Shopper = server.visitor()): Promise<PlantedCart> => {
  await done(owner, 'GET', '/v1.0/detail');
  const { body } = await done(owner, 'POST', '/v1.0/detail?i=true', { items: [engraved] });
  const saved = await done(owner, 'POST', '/v1.0/address', plantedAddress);
  const addressId = String(saved.body['id']);
  await done(owner, 'POST', '/v1.0/select-address', { id: addressId, billing_address_id: addressId });
  await done(owner, 'PUT', '/v1.0/meta', meta);
  await done(owner, 'POST', '/v1.0/coupon', { coupon_code: planted.coupon });
  const upi = { payment_mode: 'UPI', payment_identifier: planted.payment, aggregator_name: planted.aggregator };
  await done(owner, 'PUT', '/v1.0/payment', upi);
  return { owner, id: String(body.cart.id), addressId };
};

/** Of these words, those that the text tells. */
export const toldOf = (text: string, more: Readonly<Record<string, string>> = {}): readonly string[] =>
  Object.entries({ ...planted, ...more })
    .filter(([, word]) => text.toLowerCase().includes(word.toLowerCase()))
    .map(([name]) => name);
