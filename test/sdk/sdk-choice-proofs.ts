/** What the SDK's calls do that choose something for a cart: coupon, points, store credit, address, payment. */
import assert from 'node:assert/strict';
import type { Json } from './sdk-shop.ts';
import { type CartAnswer, type Proof, read, totalOf, unitsOf, whole, withShirts } from './sdk-talk.ts';

const home = { area_code: '400001', name: 'Asha', address: '1 Market Road', country_iso_code: 'IN' };

export const choiceProofs: Readonly<Record<string, Proof>> = {
  getCoupons: async ({ visitor }) => {
    const list = await (await withShirts(visitor())).call<{ available_coupon_list: readonly Json[] }>('getCoupons');
    const listed = list.available_coupon_list.map(({ coupon_code, is_applicable }) => [coupon_code, is_applicable]);
    assert.deepEqual(listed, [['TEN', true]]);
  },
  applyCoupon: async ({ visitor }) => {
    const shopper = await withShirts(visitor());
    const applied = await shopper.call<CartAnswer>('applyCoupon', { body: { coupon_code: 'TEN' }, ...whole });
    assert.deepEqual([applied.coupon?.is_applied, totalOf(applied)], [true, 180]);
    assert.equal(totalOf(await read(shopper)), 180);
  },
  removeCoupon: async ({ visitor }) => {
    const shopper = await withShirts(visitor());
    await shopper.call('applyCoupon', { body: { coupon_code: 'TEN' } });
    const without = await shopper.call<CartAnswer>('removeCoupon');
    assert.deepEqual([unitsOf(without), totalOf(without)], [2, 200]);
    assert.equal(totalOf(await read(shopper)), 200);
  },
  applyRewardPoints: async ({ customer, give }) => {
    await give('points', 'points', 50);
    const shopper = await withShirts(await customer('points'));
    assert.equal(totalOf(await read(shopper)), 200);
    const paid = await shopper.call<CartAnswer>('applyRewardPoints', { body: { points: true }, ...whole });
    assert.deepEqual([paid.breakup_values?.loyalty_points?.is_applied, totalOf(paid)], [true, 150]);
  },
  updateCartBreakup: async ({ customer, give }) => {
    await give('credit', 'store_credit', 30);
    const shopper = await withShirts(await customer('credit'));
    await shopper.call('updateCartBreakup', { body: { store_credit: true }, ...whole });
    const credit = (await read(shopper)).breakup_values?.display?.find(({ key }) => key === 'store_credit');
    assert.equal(credit?.value, -30);
  },
  addAddress: async ({ visitor }) => {
    const added = await (await withShirts(visitor())).call('addAddress', { body: home });
    assert.deepEqual([added['success'], added['is_default_address']], [true, false]);
    assert.match(String(added['id']), /^[0-9a-f]{24}$/);
  },
  getAddresses: async ({ visitor }) => {
    const shopper = await withShirts(visitor());
    const { id } = await shopper.call('addAddress', { body: home });
    const { address } = await shopper.call<{ address: readonly Json[] }>('getAddresses');
    assert.deepEqual(
      address.map((one) => [one['id'], one['area_code']]),
      [[id, '400001']],
    );
  },
  getAddressById: async ({ visitor }) => {
    const shopper = await withShirts(visitor());
    const { id } = await shopper.call('addAddress', { body: home });
    assert.equal((await shopper.call('getAddressById', { id }))['name'], 'Asha');
    await assert.rejects((await withShirts(visitor())).call('getAddressById', { id }), { code: 404 });
  },
  updateAddress: async ({ visitor }) => {
    const shopper = await withShirts(visitor());
    const { id } = await shopper.call('addAddress', { body: home });
    assert.equal((await shopper.call('updateAddress', { id, body: { ...home, name: 'Ravi' } }))['is_updated'], true);
    assert.equal((await shopper.call('getAddressById', { id }))['name'], 'Ravi');
  },
  removeAddress: async ({ visitor }) => {
    const shopper = await withShirts(visitor());
    const { id } = await shopper.call('addAddress', { body: home });
    assert.equal((await shopper.call('removeAddress', { id }))['is_deleted'], true);
    await assert.rejects(shopper.call('getAddressById', { id }), { code: 404 });
  },
  selectAddress: async ({ visitor }) => {
    const shopper = await withShirts(visitor());
    const { id } = await shopper.call('addAddress', { body: home });
    await shopper.call('selectAddress', { body: { id, billing_address_id: id }, ...whole });
    assert.equal(typeof (await read(shopper)).delivery_promise?.timestamp?.min, 'number');
    await assert.rejects((await withShirts(visitor())).call('selectAddress', { body: { id } }), { code: 404 });
  },
  selectPaymentMode: async ({ visitor }) => {
    const shopper = await withShirts(visitor());
    const body = { payment_mode: 'NB', aggregator_name: 'Bank' };
    const chosen = await shopper.call<CartAnswer>('selectPaymentMode', { body });
    assert.deepEqual([unitsOf(chosen), totalOf(chosen)], [2, 200]);
    assert.equal((await read(shopper)).payment_selection_lock?.default_options, 'NB');
  },
};
