/**
 * The published SDK, unmodified, over a socket: every call of its cart does what it says. A call of the SDK that nobody
 * proves fails the first test.
 */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { CartDetail } from '../../src/contract/cart/cart-contract.ts';
import { forEachEngine } from '../databases.ts';
import { cartProofs } from './sdk-cart-proofs.ts';
import { choiceProofs } from './sdk-choice-proofs.ts';
import { besideCartProofs } from './sdk-beside-cart-proofs.ts';
import { openSdkShop, sdkMethods, type SdkShop } from './sdk-shop.ts';
import { type CartAnswer, read, shirts, totalOf, unitsOf, whole, withShirts } from './sdk-talk.ts';

const proofs = { ...cartProofs, ...choiceProofs, ...besideCartProofs };

const rupees = (amount: number) => ({
  quantity: 1000,
  prices: [{ currency_code: 'INR', marked: amount, effective: amount }],
});
const tenPercent = (code: string) => ({
  code,
  display_meta: { title: code },
  rule_definition: { type: 'percentage', value_type: 'percentage', applicable_on: 'amount', calculate_on: 'esp' },
  rule: [{ key: 1, min: 0, value: 10, max: 500 }],
});
const rule = (type: string, offer: object) => [
  { buy_condition: '( rule#1 )', discount_type: type, item_criteria: { buy_rules: ['rule#1'] }, offer },
];

/** Shirts are plain, mugs have promotions, lamps cost less by the five. */
const stockShop = async ({ shop, set }: SdkShop): Promise<void> => {
  await shop.sell(1, [rupees(100)], { slug: 'shirt' });
  await shop.sell(2, [rupees(1000)], { slug: 'lamp' });
  await shop.sell(3, [rupees(50)], { slug: 'mug' });
  await set({ cart: { loyalty: { worth: 1, per_points: 1, cap_bp: 10_000, earn_points: 0, earn_for: 100 } } });
  await shop.coupon(tenPercent('TEN'));
  const hidden = { state: { is_public: false, is_display: false }, restrictions: { payments: { CARD: {} } } };
  await shop.coupon({ ...tenPercent('CARDS'), ...hidden });
  const mugs = { buy_rules: { 'rule#1': { item_id: [3] } } };
  await shop.promotion({
    ...mugs,
    promotion_type: 'percentage',
    display_meta: { name: 'Mugs' },
    discount_rules: rule('percentage', { discount_percentage: 5 }),
  });
  await shop.promotion({
    ...mugs,
    promotion_type: 'amount',
    display_meta: { name: 'By card' },
    discount_rules: rule('amount', { discount_amount: 20 }),
    restrictions: { payments: { CARD: {} } },
  });
  await shop.promotion({
    promotion_type: 'ladder_price',
    promo_group: 'ladder_price',
    calculate_on: 'esp',
    display_meta: { name: 'Many lamps' },
    buy_rules: { 'rule#1': { item_id: [2] } },
    discount_rules: rule('ladder_price', { min_offer_quantity: 5, max_offer_quantity: 0, discount_percentage: 10 }),
  });
};

test('every call that the SDK has for a cart is proved here', () => {
  assert.deepEqual(Object.keys(proofs).toSorted(), sdkMethods('cart').toSorted());
});

forEachEngine(async (engine) => {
  const server = await openSdkShop(engine);
  after(() => server.close());
  await stockShop(server);

  describe('the SDK’s', () => {
    for (const [method, proof] of Object.entries(proofs)) test(method, () => proof(server));
  });

  test('a visitor who signs in by the SDK’s cookie finds his cart', async () => {
    const customer = await server.customer('asha', await withShirts(server.visitor()));
    assert.equal(unitsOf(await read(customer)), 2);
    assert.equal(unitsOf(await read(await server.customer('asha'))), 2);
  });

  test('a shopper whose SDK keeps no cookies shops by the id of his first read', async () => {
    const shopper = server.forgetful();
    const { id, cart_id } = await shopper.call<CartDetail>('getCart');
    assert.match(String(id), /^[0-9a-f]{24}$/);
    assert.match(String((await shopper.head('getCartLastModified', { id }))['last-modified']), / GMT$/);
    const added = await shopper.call<CartAnswer>('addItems', { id, body: shirts, ...whole });
    assert.deepEqual([added.cart.id, added.cart.cart_id], [id, cart_id]);
    await shopper.call('addItems', { id, body: shirts });
    assert.equal(unitsOf(await shopper.call<CartDetail>('getCart', { id, ...whole })), 4);
    await shopper.call('applyCoupon', { id, body: { coupon_code: 'TEN' } });
    assert.equal(totalOf(await shopper.call<CartDetail>('getCart', { id, ...whole })), 360);
    await assert.rejects(shopper.call('getCart', { id: '0'.repeat(24) }), { code: 404 });
  });

  test('all its signatures are verified, of every method and with every kind of body', async () => {
    const { calls, verdicts } = await server.signatures();
    assert.ok(calls > 50);
    assert.deepEqual(verdicts, { valid: calls });
  });
});
