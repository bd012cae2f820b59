/** Breakups and discount formulas found in public samples of clients of this interface. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Bought, charging, coupon, discounts, fromTotal, fromUnits, marked, price, promotion } from './carts.ts';

const rupees = (amount: number): number => Math.round(amount * 100);
const goods = (uid: string, mrp: number, selling: number, taxPercent: number, quantity = 1): Bought => [
  marked(uid, rupees(mrp), rupees(selling), { taxRate: taxPercent * 10_000 }),
  quantity,
];

const breakups = [
  { lines: [goods('a', 2999, 999, 5)], totals: [2999, -2000, 999, 999], tax: [47.57, 951.43] },
  { lines: [goods('a', 5499, 5499, 18)], totals: [5499, 0, 5499, 5499], tax: [838.83, 4660.17] },
  { lines: [goods('a', 1999, 1999, 12)], totals: [1999, 0, 1999, 1999], tax: [214.18, 1784.82] },
  { lines: [goods('a', 3199, 3199, 12)], totals: [3199, 0, 3199, 3199], tax: [342.75, 2856.25] },
  { lines: [goods('a', 6285, 6285, 18)], totals: [6285, 0, 6285, 6285], tax: [958.73, 5326.27] },
  { lines: [goods('a', 400, 200, 5)], totals: [400, -200, 200, 200], tax: [9.52, 190.48] },
  {
    lines: [goods('a', 1299, 649.5, 5), goods('b', 1299, 1299, 12)],
    totals: [2598, -649.5, 1948.5, 1948.5],
    tax: [170.11, 1778.39],
  },
  {
    lines: [goods('a', 2999, 999, 5, 101)],
    totals: [302_899, -202_000, 100_899, 100_899],
    tax: [4804.71, 96_094.29],
  },
] as const;

describe('sample breakups', () => {
  for (const { lines, totals, tax } of breakups) {
    test(`${totals.join(', ')} has ${tax[0]} of tax inside`, () => {
      const { breakup } = price(lines);
      const { mrp_total, discount, subtotal, total, gst_charges, vog } = breakup;
      assert.deepEqual([mrp_total, discount, subtotal, total], totals.map(rupees));
      assert.deepEqual([gst_charges, vog], tax.map(rupees));
    });
  }

  test('tax is taken after the coupon', () => {
    const flat = coupon({
      rule: [{ key: 1, value: 2250, min: 0, max: 0 }],
      rule_definition: { type: 'absolute', value_type: 'absolute', applicable_on: 'quantity' },
    });
    const { breakup } = price([goods('a', 2599, 2599, 12, 2)], [], { coupon: flat });
    assert.equal(breakup.coupon, rupees(-2250));
    assert.equal(breakup.total, rupees(2948));
    assert.equal(breakup.gst_charges, rupees(315.86));
    assert.ok(Math.abs(breakup.vog - rupees(2632.15)) <= 1);
  });

  test('free shipping shows the charge and a promotion of the same size', () => {
    const free = promotion('free', 'shipping_price', {});
    const charged = charging({ delivery: [{ threshold: -1, charge: rupees(100) }] });
    const { breakup, adjustments } = price([goods('a', 2001, 800, 0, 10)], [free], charged);
    const { mrp_total, discount, subtotal, promotion: off, delivery_charge, total } = breakup;
    assert.deepEqual(
      [mrp_total, discount, subtotal, off, delivery_charge, total],
      [20_010, -12_010, 8000, -100, 100, 8000].map(rupees),
    );
    assert.deepEqual(adjustments[0]?.shares, [{ line: 'a', units: 10, amount: rupees(100), lots: [] }]);
  });
});

describe('sample discount formulas', () => {
  const bought = (...prices: readonly number[]): readonly Bought[] =>
    prices.map((each, at) => goods(String.fromCharCode(97 + at), each, each, 0));
  const offOf = (lines: readonly Bought[], definition: Parameters<typeof price>[1]): number =>
    Object.values(discounts(price(lines, definition))).reduce((sum, amount) => sum + amount, 0) / 100;

  test('15 % of 2500 within a cap of 400 is 375', () => {
    const tier = promotion(
      'p',
      'bundle_price_percentage',
      { discount_percentage: 15, max_discount_amount: 400 },
      fromUnits(2),
    );
    assert.equal(offOf(bought(1000, 1500), [tier]), 375);
  });

  test('buy 2 get 2 of 2000, 1500, 3000, 1000 gives the two cheapest', () => {
    const bogo = promotion('p', 'bogo', { max_offer_quantity: 2 }, fromUnits(2));
    assert.equal(offOf(bought(2000, 1500, 3000, 1000), [bogo]), 2500);
  });

  test('3 at 12000 takes the three cheapest of four', () => {
    const set = promotion('p', 'fixed_price', { discount_price: 12_000, min_offer_quantity: 3 });
    const priced = price(bought(5495, 5495, 9995, 4000), [set]);
    assert.equal(-priced.breakup.promotion / 100, 2990);
    assert.equal(priced.breakup.total / 100, 21_995);
  });

  test('buy 3, two cheapest at 10 %, stays under its cap of 2000', () => {
    const offer = coupon({
      rule: [{ key: 3, value: 10, min: 0, max: 2000, discount_qty: 2 }],
      rule_definition: { type: 'bundle', value_type: 'percentage', applicable_on: 'quantity' },
    });
    const { breakup } = price(bought(5495, 6495, 9995), [], { coupon: offer });
    assert.equal(-breakup.coupon / 100, 1199);
  });

  test('buy 3 for 1000 off 4000', () => {
    const bundle = promotion('p', 'bundle_price_amount', { discount_amount: 1000 }, fromUnits(3));
    assert.equal(offOf(bought(1500, 1500, 1000), [bundle]), 1000);
  });

  test('a delivery charge of 150 is waived above 499', () => {
    const free = promotion('p', 'shipping_price', {}, fromTotal(499));
    const charged = charging({ delivery: [{ threshold: -1, charge: rupees(150) }] });
    assert.equal(price(bought(3000), [free], charged).breakup.total, rupees(3000));
    assert.equal(price(bought(498), [free], charged).breakup.total, rupees(648));
  });
});
