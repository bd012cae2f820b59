/** Charges in full: how they are named, what they are reckoned from, and the edges where they begin and end. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { entryFor, feeOf } from '../../../src/pricing/money/charges.ts';
import { instalmentsOf } from '../../../src/pricing/money/emi.ts';
import type { Charge } from '../../../src/pricing/charge-types.ts';
import type { ChargeSettings, EmiPlan, PriceAdjustment, PriceInput } from '../../../src/pricing/pricing-types.ts';
import { article, type Bought, charging, policyOf, price, promotion } from '../carts.ts';
import { halfYear } from './half-year.ts';

const one: readonly Bought[] = [[article('a', 10_000), 1]];
const named = ({ code, name, type }: Charge) => [code, name, type];
const fee = { flat: 500, rate: 0, of: 'sum' } as const;

describe('a charge', () => {
  test('has a code, a name, a kind, and says what it was reckoned from', () => {
    const { charges } = price([[article('a', 10_000), 2, { wrapped: true }]], [], {
      ...charging({
        delivery: [{ threshold: -1, charge: 4000 }],
        cod: fee,
        convenience: { COD: fee },
        giftPrice: 300,
      }),
      payment: { mode: 'COD' },
    });
    assert.deepEqual(charges.map(named), [
      ['delivery_charge', 'Delivery Charge', 'delivery'],
      ['cod_charge', 'COD charge', 'cod'],
      ['convenience_fee', 'Convenience Fee', 'convenience'],
      ['gift', 'Gift wrap', 'gift'],
    ]);
    assert.deepEqual(
      charges.map(({ basis }) => basis),
      [
        { kind: 'table', goods: 20_000, threshold: -1 },
        { kind: 'fee', base: 20_000, fee },
        { kind: 'fee', base: 20_000, fee },
        { kind: 'units', units: [{ line: 'a', units: 2, each: 300 }] },
      ],
    );
    assert.deepEqual(
      charges.map(({ shares, adjustmentId }) => [shares.length, adjustmentId]),
      [
        [0, null],
        [0, null],
        [0, null],
        [1, null],
      ],
    );
  });

  test('of two entries for one threshold the first counts', () => {
    const twice = [
      { threshold: 0, charge: 1 },
      { threshold: 0, charge: 2 },
    ];
    assert.equal(entryFor(twice, 5)?.charge, 1);
  });

  test('of half a minor unit is one', () => assert.equal(feeOf({ flat: 0, rate: 500_000, of: 'sum' }, 1), 1));

  test('is kept between its least and its most in the cart’s currency', () => {
    const usd = { currency: { code: 'USD', exponent: 2 }, rates: { USD: { digits: 1, decimals: 1 } } };
    const quoted = (cod: ChargeSettings['cod']) => price(one, [], { ...usd, ...charging({ cod }) }).codQuote?.amount;
    assert.equal(quoted({ ...fee, flat: 2000, maximum: 900 }), 90);
    assert.equal(quoted({ ...fee, minimum: 900 }), 90);
    assert.equal(quoted({ ...fee, flat: 2000 }), 200);
  });

  test('is not made, nor quoted, for a cart with nothing in it', () => {
    const empty = price([], [], { ...charging({ cod: fee, convenience: { UPI: fee } }), payment: { mode: 'UPI' } });
    assert.deepEqual([empty.charges, empty.codQuote], [[], null]);
  });

  test('a gift alone is not carried to the shopper', () => {
    const mug = article('m', 500, { itemId: 500 });
    const gift = promotion('g', 'free_gift_items', {}, { criteria: { item_id: [500] } });
    const { charges, lines } = price([[article('a', 10_000), 1, { pos: true }]], [gift], {
      giftArticles: new Map([[500, [mug]]]),
      ...charging({ delivery: [{ threshold: -1, charge: 4000 }] }),
    });
    assert.deepEqual([lines.length, charges], [2, []]);
  });
});

describe('a charge of another system', () => {
  const adjustment = (more: Partial<PriceAdjustment>): PriceAdjustment => ({
    id: 'adj',
    type: 'charge',
    value: 50_000,
    currency: 'INR',
    code: 'handling',
    message: 'Handling',
    distribution: 'apportion',
    articles: [],
    articleLevel: true,
    expiresAt: null,
    inEligibility: false,
    ...more,
  });
  const two: readonly Bought[] = [
    [article('a', 10_000), 1],
    [article('b', 30_000), 1],
  ];
  const charged = (more: Partial<PriceAdjustment>, bought = two) =>
    price(bought, [], { adjustments: [adjustment(more)] }).charges;

  test('carries its code and message, and may be more than the goods', () => {
    const [charge, ...others] = charged({});
    assert.ok(charge !== undefined && others.length === 0);
    assert.deepEqual(named(charge), ['handling', 'Handling', 'adjustment']);
    assert.deepEqual([charge.basis, charge.adjustmentId], [{ kind: 'given' }, 'adj']);
    assert.deepEqual(charge.shares, [
      { line: 'a', amount: 12_500 },
      { line: 'b', amount: 37_500 },
    ]);
  });

  test('falls on no line where it is about the cart', () => {
    assert.deepEqual(charged({ articleLevel: false })[0]?.shares, []);
  });

  test('falls on the lines it names', () => {
    const articles = [{ articleUid: 'b', value: 0 }];
    assert.deepEqual(charged({ articles })[0]?.shares, [{ line: 'b', amount: 50_000 }]);
  });

  test('is taxed at its own rate', () => {
    assert.deepEqual([charged({})[0]?.tax, charged({ taxRate: 250_000 })[0]?.tax], [0, 10_000]);
  });

  test('is not made for a cart with nothing in it', () => assert.deepEqual(charged({}, []), []));

  test('called a convenience fee it is one, in any writing, and nothing that only sounds like it', () => {
    const convenience = (code: string) =>
      price(two, [], { adjustments: [adjustment({ code })] }).breakup.convenience_fee;
    assert.deepEqual(
      ['convenience_fee', 'Convenience Fee', 'no convenience_fee', 'convenience_fees', 'handling'].map(convenience),
      [50_000, 50_000, 0, 0, 0],
    );
    const delivered = price(two, [], charging({ delivery: [{ threshold: -1, charge: 4000 }] }));
    assert.equal(delivered.breakup.convenience_fee, 0);
  });

  test('replaces the delivery charge, and what it was stays to be seen', () => {
    const delivered = (value: number, table: number) =>
      price(one, [], {
        ...charging({ delivery: [{ threshold: -1, charge: table }] }),
        adjustments: [adjustment({ type: 'delivery_charge', value })],
      }).charges.map(({ amount, original, preset, basis, adjustmentId }) => ({
        figures: [amount, original, preset],
        basis,
        adjustmentId,
      }));
    const given = { basis: { kind: 'given' }, adjustmentId: 'adj' };
    assert.deepEqual(delivered(1000, 4000), [{ figures: [1000, 4000, 4000], ...given }]);
    assert.deepEqual(delivered(0, 4000), [{ figures: [0, 4000, 4000], ...given }]);
    assert.deepEqual(delivered(1000, 0), [{ figures: [1000, 0, 0], ...given }]);
    assert.deepEqual(delivered(0, 0), []);
  });
});

describe('a plan of instalments', () => {
  const plan: EmiPlan = { ...halfYear, fee: { flat: 100, rate: 0, of: 'sum' }, feeTax: 5000 };
  const priced = (more: Partial<EmiPlan>, others: Partial<PriceInput> = {}) =>
    price(one, [], { emi: { ...plan, ...more }, ...others });

  test('without one nothing is dropped', () => assert.equal(price(one).emiDropped, false));

  test('has a fee with its own tax, half a unit of which is one', () => {
    const { charges, emi } = priced({});
    assert.deepEqual(charges.map(named), [['emi_processing_fee', 'EMI processing fee', 'emi']]);
    assert.deepEqual(
      charges.map(({ preset, original, amount, tax, taxRate, shares }) => [
        preset,
        original,
        amount,
        tax,
        taxRate,
        shares.length,
      ]),
      [[100, 101, 101, 1, 5000, 0]],
    );
    assert.deepEqual(charges[0]?.basis, { kind: 'fee', base: 10_000, fee: plan.fee });
    assert.equal(emi?.planId, 'plan');
  });

  test('without a fee makes no charge', () => {
    assert.deepEqual(priced({ fee: { ...plan.fee, flat: 0 } }).charges, []);
  });

  test('runs from one month to ten years', () => {
    assert.deepEqual(
      [0, 1, 120, 121].map((months) => priced({ months }).emiDropped),
      [true, false, false, true],
    );
  });

  test('is dropped where nothing is left to pay', () => {
    const tender = { loyalty: null, storeCredit: { balance: 10_000, use: true }, giftCards: [] };
    assert.equal(priced({}, { tender }).emiDropped, true);
    assert.equal(priced({}, { tender: { ...tender, storeCredit: { balance: 9999, use: true } } }).emi?.principal, 1);
  });

  test('a standard instalment is the annuity, not a share of what is paid in all', () => {
    // 17 at 15 % over 4 months: 4.38… each, 17.53… in all, and a quarter of 18 would be 4.5.
    const { instalment, totalPayable, lastInstalment } = instalmentsOf(17, { ...plan, months: 4 });
    assert.deepEqual([instalment, totalPayable, lastInstalment], [4, 18, 6]);
  });
});

describe('tax outside the price', () => {
  test('is a part of every charge, and of what points are reckoned from', () => {
    const taxed: readonly Bought[] = [[article('a', 10_000, { taxRate: 100_000 }), 1]];
    const loyalty = { points: 9999, redeem: true, worth: 100, perPoints: 1, cap: 500_000, withCoupon: true };
    const { breakup } = price(taxed, [], {
      policy: policyOf({ prices_include_tax: false }),
      ...charging({ delivery: [{ threshold: -1, charge: 1000 }], taxRate: 100_000 }),
      tender: { loyalty, storeCredit: null, giftCards: [] },
    });
    assert.deepEqual([breakup.vog, breakup.gst_charges, breakup.total_charge], [10_000, 1000, 1100]);
    assert.deepEqual([breakup.platform_cash, breakup.total], [-6000, 6100]);
  });
});
