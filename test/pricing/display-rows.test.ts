/** The rows of a priced cart that has everything: their names, their order, what each one comes from. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { displayRows } from '../../src/pricing/display-rows.ts';
import type { PriceAdjustment, PriceInput } from '../../src/pricing/pricing-types.ts';
import { article, coupon, marked, policyOf, price, promotion } from './carts.ts';

const plain = { quoteCod: false, wholeUnits: false, exponent: 2 };
const fee = { flat: 100, rate: 0, of: 'sum' } as const;
const adjustment = (id: string, more: Partial<PriceAdjustment>): PriceAdjustment => ({
  id,
  type: 'charge',
  value: 50,
  currency: 'INR',
  code: id,
  message: id,
  distribution: 'apportion',
  articles: [],
  articleLevel: false,
  expiresAt: null,
  inEligibility: false,
  ...more,
});
const everything: Partial<PriceInput> = {
  giftArticles: new Map([[500, [article('m', 300, { itemId: 500 })]]]),
  coupon: coupon({ rule: [{ value: 10 }], rule_definition: { type: 'absolute', applicable_on: 'amount' } }),
  adjustments: [
    adjustment('z-charge', {}),
    adjustment('b-charge', {}),
    adjustment('fee-2', { code: 'Convenience Fee' }),
    adjustment('off', { type: 'discount', value: 200 }),
    adjustment('voucher', { type: 'mop', value: 70 }),
    adjustment('delivered', { type: 'delivery_charge', value: 500 }),
  ],
  charges: {
    delivery: [{ threshold: -1, charge: 4000 }],
    cod: fee,
    convenience: { COD: fee },
    giftPrice: 300,
    taxRate: 0,
  },
  payment: { mode: 'COD' },
  tender: {
    loyalty: { points: 10, redeem: true, worth: 10, perPoints: 1, cap: 1_000_000, withCoupon: true },
    storeCredit: { balance: 400, use: true },
    giftCards: [{ id: 'card', balance: 30 }],
  },
  emi: {
    id: 'plan',
    type: 'no_cost',
    months: 3,
    interestBp: 0,
    absorbed: 0,
    fee,
    feeTax: 0,
    from: null,
    to: null,
  },
};
const offers = [
  promotion('p', 'percentage', { discount_percentage: 10 }, { apply_priority: 9 }),
  promotion('g', 'free_gift_items', {}, { criteria: { item_id: [500] } }),
  promotion('s', 'shipping_price', { discount_amount: 1 }),
];
const taxed = marked('a', 12_000, 10_000, { taxRate: 100_000 });
const priced = price([[taxed, 1, { wrapped: true }]], offers, {
  ...everything,
  policy: policyOf({ prices_include_tax: false }),
});
const rows = displayRows(priced, false, plain);
const row = (key: string) => rows.find((each) => each.key === key) ?? assert.fail(`no row ${key}`);

describe('the rows of a cart with everything', () => {
  test('come in one order, charges of others by their code', () => {
    assert.deepEqual(
      rows.map(({ key, value }) => [key, value]),
      [
        ['mrp_total', 12_300],
        ['discount', -2000],
        ['subtotal', 10_300],
        ['promotion', -1600],
        ['coupon', -1000],
        ['gst_charges', priced.breakup.gst_charges],
        ['platform_cash', -100],
        ['gift_card', 300],
        ['delivery_charge', 500],
        ['cod_charge', 100],
        ['convenience_fee', 150],
        ['b-charge', 50],
        ['emi_processing_fee', 100],
        ['z-charge', 50],
        ['store_credit', -400],
        ['mop_total', -100],
        ['total', priced.breakup.total],
      ],
    );
    assert.ok(priced.breakup.gst_charges > 0);
  });

  test('name what is behind them', () => {
    assert.deepEqual(
      Object.fromEntries(rows.filter(({ sources }) => sources.length > 0).map(({ key, sources }) => [key, sources])),
      {
        promotion: ['p', 'g', 'off', 's'],
        coupon: ['coupon'],
        platform_cash: ['loyalty'],
        delivery_charge: ['delivered'],
        convenience_fee: ['fee-2'],
        'b-charge': ['b-charge'],
        'z-charge': ['z-charge'],
        store_credit: ['store_credit'],
        mop_total: ['card', 'voucher'],
      },
    );
  });

  test('say what was configured, and nothing where another system said it', () => {
    assert.deepEqual(
      [row('delivery_charge'), row('cod_charge'), row('convenience_fee'), row('b-charge')].map(({ preset }) => preset),
      [4000, 100, 100, null],
    );
    assert.equal(row('mrp_total').preset, null);
  });

  test('say what they were before: delivery as the table has it, the total before tender', () => {
    assert.equal(row('delivery_charge').original, 4000);
    assert.equal(row('total').original, priced.breakup.total + 600);
    assert.equal(row('gift_card').original, 300);
  });

  test('without anything are the three that carry the sum', () => {
    assert.deepEqual(
      displayRows(price([]), true, plain).map(({ key, value, sources }) => [key, value, sources]),
      [
        ['mrp_total', 0, []],
        ['subtotal', 0, []],
        ['total', 0, []],
      ],
    );
  });

  test('in whole units are rounded, half to the larger number, with a row for the difference', () => {
    const odd = price([[marked('a', 12_350, 10_050), 1]]);
    assert.deepEqual(
      displayRows(odd, true, { ...plain, wholeUnits: true }).map(({ key, value }) => [key, value]),
      [
        ['mrp_total', 12_400],
        ['discount', -2300],
        ['subtotal', 10_100],
        ['total', 10_100],
      ],
    );
    const off = price([[marked('a', 12_340, 10_060), 1]]);
    assert.deepEqual(
      displayRows(off, true, { ...plain, wholeUnits: true }).map(({ key, value }) => [key, value]),
      [
        ['mrp_total', 12_300],
        ['discount', -2300],
        ['subtotal', 10_100],
        ['round_off', 100],
        ['total', 10_100],
      ],
    );
  });
});
