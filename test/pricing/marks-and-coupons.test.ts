/** The order of offers, the marks they leave for each other, and coupons, which come after all of them. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Definition } from '../../src/pricing/compile/offer-types.ts';
import type { PriceInput } from '../../src/pricing/pricing-types.ts';
import { article, type Bought, coupon, discounts, price, promotion, reasonFor } from './carts.ts';
import { defaultPolicy as basePolicy } from './price-inputs.ts';

const a = article('a', 10_000, { brandId: 7 });
const b = article('b', 5000);
const lines: readonly Bought[] = [
  [a, 1],
  [b, 1],
];
const tenth = (criteria: Definition) => promotion('p', 'percentage', { discount_percentage: 10 }, { criteria });

describe('order and marks', () => {
  const off = (id: string, percent: number, more = {}) =>
    promotion(id, 'percentage', { discount_percentage: percent }, more);
  const one: readonly Bought[] = [[article('a', 10_000), 1]];
  test('groups come in their order, then priority, then age', () => {
    const { applied } = price(one, [
      off('cart', 10, { promo_group: 'cart', apply_priority: 99 }),
      off('young', 10, { apply_priority: 1, date_meta: { created_on: '2026-02-01T00:00:00Z' } }),
      off('old', 10, { apply_priority: 1, date_meta: { created_on: '2026-01-01T00:00:00Z' } }),
      off('high', 10, { apply_priority: 2 }),
      off('hero', 10, { promo_group: 'limited_timer' }),
    ]);
    assert.deepEqual(applied, ['hero', 'high', 'old', 'young', 'cart']);
  });
  test('an offer that does not stack takes untouched units and closes them', () => {
    const alone = off('alone', 10, { stackable: false, apply_priority: 5 });
    const priced = price(one, [alone, off('later', 10)]);
    assert.deepEqual(priced.applied, ['alone']);
    assert.equal(reasonFor(priced, 'later')?.reason, 'closed');
    const other = price(one, [{ ...alone, apply_priority: -5 }, off('first', 10)]);
    assert.deepEqual(other.applied, ['first']);
  });
  test('units an offer left alone stay open to the next', () => {
    const two = promotion(
      'two',
      'item_based_discount',
      { discount_amount: 10, max_offer_quantity: 2 },
      {
        stackable: false,
        apply_priority: 5,
      },
    );
    assert.deepEqual(discounts(price([[article('a', 10_000), 3]], [two, off('later', 10)])), { a: 3000 });
  });
  test('a percentage does not use units up for buy and get', () => {
    const rules = { 'rule#1': { all_items: true, cart_quantity: { greater_than_equals: 1 } } };
    const bogo = promotion('bogo', 'bogo', { max_offer_quantity: 1 }, { rules });
    const { applied } = price([[article('a', 10_000), 2]], [off('first', 10, { apply_priority: 5 }), bogo]);
    assert.deepEqual(applied, ['first', 'bogo']);
  });
  test('exclusive for an article closes the whole line and no other', () => {
    const article1 = off('x', 10, { apply_exclusive: 'article', criteria: { item_id: [97] }, apply_priority: 5 });
    const priced = price(lines, [article1, off('later', 10)]);
    assert.deepEqual(discounts(priced), { a: 1000, b: 500 });
  });
  test('exclusive for the cart applies alone or not at all', () => {
    const cart = off('only', 10, { apply_exclusive: 'cart', apply_priority: 5 });
    assert.deepEqual(price(one, [cart, off('later', 10)]).applied, ['only']);
    const late = price(one, [{ ...cart, apply_priority: -1 }, off('first', 10)]);
    assert.deepEqual(late.applied, ['first']);
    assert.equal(reasonFor(late, 'only')?.reason, 'exclusive');
  });
  test('a coupon obeys marks unless it goes with all discounts', () => {
    const closing = off('p', 10, { stackable: false });
    const definition = {
      rule: [{ key: 1, value: 10, min: 0, max: 0 }],
      rule_definition: { type: 'percentage', value_type: 'percentage', applicable_on: 'quantity' },
    };
    const refused = price(one, [closing], { coupon: coupon(definition) });
    assert.deepEqual([refused.coupon?.applied, refused.coupon?.whyNot?.reason], [false, 'closed']);
    const taken = price(one, [closing], { coupon: coupon({ ...definition, apply_all_discount: true }) });
    assert.deepEqual([taken.coupon?.applied, taken.coupon?.discount], [true, 900]);
  });
  test('with the best offer for each line, each line has its own', () => {
    const forA = off('a', 30, { criteria: { item_id: [97] } });
    const priced = price(lines, [forA, off('all', 20)], { policy: { ...basePolicy, stacking: 'best_per_line' } });
    assert.deepEqual(discounts(priced), { a: 3000, b: 1000 });
    assert.deepEqual(priced.applied, ['a', 'all']);
    const worse = price(one, [off('best', 30), off('worse', 20)], {
      policy: { ...basePolicy, stacking: 'best_per_line' },
    });
    assert.equal(reasonFor(worse, 'worse')?.reason, 'better_offer');
  });
});

describe('coupons', () => {
  const tiers = {
    rule: [
      { key: 1, value: 10, min: 100, max: 0 },
      { key: 3, value: 20, min: 0, max: 50 },
    ],
    rule_definition: { type: 'percentage', value_type: 'percentage', applicable_on: 'quantity' },
  };
  const withCoupon = (definition: Definition, bought = lines, more: Partial<PriceInput> = {}) =>
    price(bought, [], { coupon: coupon(definition), ...more });
  test('the highest tier that holds counts, with its own cap', () => {
    assert.equal(withCoupon(tiers).breakup.coupon, -1500);
    assert.equal(withCoupon(tiers, [[a, 3]]).breakup.coupon, -5000);
  });
  test('the minimum is compared with goods of its scope after promotions', () => {
    const scoped = { ...tiers, identifiers: { brand_id: [7] } };
    assert.equal(withCoupon(scoped).breakup.coupon, -1000);
    const promoted = price(lines, [tenth({})], { coupon: coupon(scoped) });
    const why = promoted.coupon?.whyNot;
    assert.deepEqual([why?.reason, why?.shortfall?.metric, why?.shortfall?.gap], ['condition', 'cart_total', 1000]);
  });
  test('of tiers that ask for as many units, the one for the dearer cart counts', () => {
    const rule = [
      { key: 1, value: 30, min: 120 },
      { key: 1, value: 10, min: 0 },
      { key: 1, value: 50, min: 500 },
    ];
    assert.equal(withCoupon({ ...tiers, rule }).breakup.coupon, -4500);
  });
  test('one for exact quantities looks at that many units', () => {
    const exact = {
      ...tiers,
      rule: [{ key: 1, value: 10 }],
      rule_definition: { ...tiers.rule_definition, is_exact: true },
    };
    assert.equal(withCoupon(exact).breakup.coupon, -500);
  });
  test('buy and get, sets and flat amounts are coupons, too', () => {
    const bogo = {
      rule: [{ key: 1, value: 0, discount_qty: 1 }],
      rule_definition: { type: 'bogo', applicable_on: 'quantity' },
    };
    assert.equal(withCoupon(bogo).breakup.coupon, -5000);
    const set = {
      rule: [{ key: 2, value: 120 }],
      rule_definition: { type: 'bundle', value_type: 'flat_price', applicable_on: 'quantity' },
    };
    assert.equal(withCoupon(set).breakup.coupon, -3000);
    const flat = {
      rule: [{ key: 100, value: 25 }],
      rule_definition: { type: 'absolute', value_type: 'absolute', applicable_on: 'amount' },
    };
    assert.equal(withCoupon(flat).breakup.coupon, -2500);
    assert.equal(withCoupon(flat, [[b, 1]]).coupon?.applied, false);
  });
  test('a cart that costs nothing takes none', () => {
    const free = promotion('free', 'percentage', { discount_percentage: 100 });
    const priced = price([[a, 1]], [free], { coupon: coupon({ ...tiers, rule: [{ key: 1, value: 10 }] }) });
    assert.equal(priced.coupon?.whyNot?.reason, 'nothing_left');
  });
  test('one that credits later changes nothing now', () => {
    const later = { ...tiers, action: { txn_mode: 'cashback' } };
    const { breakup, coupon: answer } = withCoupon(later);
    assert.deepEqual([breakup.coupon, breakup.total, breakup.cashback_applied], [0, 15_000, 1500]);
    assert.deepEqual([answer?.applied, answer?.cashback], [true, 1500]);
  });
  test('one kept in the shape of a promotion is a coupon all the same', () => {
    const compiled = coupon({ ...tenth({}), _id: 'c', mode: 'coupon', code: 'TEN' });
    assert.equal(compiled.group, 'coupon');
    assert.equal(price(lines, [], { coupon: compiled }).breakup.coupon, -1500);
  });
  test('bank offers and e-mail domains', () => {
    const bank = { ...tiers, restrictions: { payments: { CARD: { codes: ['HDFC'] } } } };
    assert.equal(withCoupon(bank).coupon?.whyNot?.reason, 'payment');
    assert.equal(withCoupon(bank, lines, { payment: { mode: 'CARD', code: 'HDFC' } }).coupon?.applied, true);
    const domain = { ...tiers, identifiers: { email_domain: ['cart.example'] } };
    assert.equal(withCoupon(domain).coupon?.whyNot?.reason, 'user');
  });
});
