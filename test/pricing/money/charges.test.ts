/** What is added, what pays, what comes back: charges, tender, instalments, cashback, in small numbers. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { entryFor, feeOf } from '../../../src/pricing/money/charges.ts';
import { instalmentsOf } from '../../../src/pricing/money/emi.ts';
import type { EmiPlan, PriceInput } from '../../../src/pricing/pricing-types.ts';
import { type Bought, article, charging, coupon, policyOf, price, promotion, reasonFor } from '../carts.ts';
import { halfYear } from './half-year.ts';

const one: readonly Bought[] = [[article('a', 10_000), 1]];

describe('delivery', () => {
  const table = [
    { threshold: 0, charge: 5000 },
    { threshold: 20_000, charge: 0 },
    { threshold: 10_000, charge: 2000 },
  ];
  test('is the entry with the greatest threshold strictly below the goods', () => {
    const charges = [0, 1, 10_000, 10_001, 20_000, 20_001].map((goods) => entryFor(table, goods)?.charge ?? null);
    assert.deepEqual(charges, [null, 5000, 5000, 2000, 2000, 0]);
  });
  test('is charged for goods after offers', () => {
    const half = promotion('half', 'percentage', { discount_percentage: 50 });
    const { breakup } = price([[article('a', 15_000), 1]], [half], charging({ delivery: table }));
    assert.equal(breakup.delivery_charge, 5000);
  });
  test('is not charged at the counter, for pick-up or for nothing', () => {
    const charged = charging({ delivery: [{ threshold: -1, charge: 5000 }] });
    assert.equal(price(one, [], { ...charged, pickup: true }).breakup.total, 10_000);
    assert.equal(price([[article('a', 10_000), 1, { pos: true }]], [], charged).breakup.total, 10_000);
    assert.equal(price([], [], charged).breakup.total, 0);
    assert.equal(price(one, [], charged).breakup.total, 15_000);
  });
  test('offers waive a part, one after another, never more than there is', () => {
    const charged = charging({ delivery: [{ threshold: -1, charge: 10_000 }] });
    const offers = [
      promotion('fifth', 'shipping_price', { discount_percentage: 20 }, { apply_priority: 3 }),
      promotion('flat', 'shipping_price', { discount_amount: 30 }, { apply_priority: 2 }),
      promotion('to', 'shipping_price', { discount_price: 10 }, { apply_priority: 1 }),
    ];
    const { adjustments, breakup } = price(one, offers, charged);
    assert.deepEqual(
      adjustments.map(({ amount }) => amount),
      [2000, 3000, 4000],
    );
    assert.equal(breakup.promotion_shipping, -9000);
    const free = promotion('free', 'shipping_price', {});
    assert.equal(reasonFor(price(one, [free]), 'free')?.reason, 'no_charge');
  });
});

describe('fees', () => {
  const fee = { flat: 500, rate: 20_000, of: 'sum' } as const;
  test('are a flat amount and a rate: together, the higher or the lower', () => {
    assert.equal(feeOf(fee, 10_000), 700);
    assert.equal(feeOf({ ...fee, of: 'higher' }, 10_000), 500);
    assert.equal(feeOf({ ...fee, of: 'lower' }, 10_000), 200);
    assert.equal(feeOf({ ...fee, of: 'lower', minimum: 300 }, 10_000), 300);
    assert.equal(feeOf({ ...fee, maximum: 600 }, 10_000), 600);
  });
  test('cash on delivery is charged when it is chosen, and quoted when it is not', () => {
    const charged = charging({ cod: { ...fee, to: 20_000 } });
    const chosen = price(one, [], { ...charged, payment: { mode: 'COD' } });
    assert.deepEqual([chosen.breakup.cod_charge, chosen.breakup.total, chosen.codQuote], [700, 10_700, null]);
    const other = price(one, [], charged);
    assert.deepEqual([other.breakup.cod_charge, other.breakup.total, other.codQuote], [0, 10_000, { amount: 700 }]);
    const dear = price([[article('a', 20_001), 1]], [], charged);
    assert.equal(dear.codQuote, null);
    assert.equal(price(one, [], charging({ cod: { ...fee, from: 10_001 } })).codQuote, null);
  });
  test('the payment mode has its own', () => {
    const charged = charging({ convenience: { UPI: fee } });
    assert.equal(price(one, [], { ...charged, payment: { mode: 'UPI' } }).breakup.convenience_fee, 700);
    assert.equal(price(one, [], { ...charged, payment: { mode: 'CARD' } }).breakup.convenience_fee, 0);
  });
  test('gift wrapping is for each wrapped unit, at the article’s price or the shop’s', () => {
    const lines: readonly Bought[] = [
      [article('a', 10_000), 2, { wrapped: true }],
      [article('b', 10_000, { giftPrice: 700 }), 3, { wrapped: true }],
      [article('c', 10_000), 1],
    ];
    const { breakup, charges } = price(lines, [], charging({ giftPrice: 500 }));
    assert.equal(breakup.gift_card, 3100);
    assert.deepEqual(charges[0]?.shares, [
      { line: 'a', amount: 1000 },
      { line: 'b', amount: 2100 },
    ]);
  });
  test('carry tax inside, or on top where prices are without it', () => {
    const charged = charging({ delivery: [{ threshold: -1, charge: 1180 }], taxRate: 180_000 });
    const inside = price(one, [], charged);
    assert.deepEqual(
      inside.charges.map(({ amount, tax }) => [amount, tax]),
      [[1180, 180]],
    );
    const outside = price(one, [], { ...charged, policy: policyOf({ prices_include_tax: false }) });
    assert.deepEqual(
      outside.charges.map(({ amount, tax }) => [amount, tax]),
      [[1392, 212]],
    );
  });
});

describe('tender', () => {
  const loyalty = { points: 1000, redeem: true, worth: 100, perPoints: 4, cap: 500_000, withCoupon: false };
  const pay = (tender: Partial<PriceInput['tender']>, more: Partial<PriceInput> = {}) =>
    price(one, [], { tender: { loyalty: null, storeCredit: null, giftCards: [], ...tender }, ...more });
  test('points are redeemed whole, within the cap, worth rounded down', () => {
    const { breakup, loyalty: answer } = pay({ loyalty });
    assert.deepEqual(answer, { points: 1000, applicable: 200, worth: 5000, applied: true, blockedByCoupon: false });
    assert.equal(breakup.platform_cash, -5000);
    const few = pay({ loyalty: { ...loyalty, points: 3 } });
    assert.equal(few.breakup.platform_cash, -75);
    const odd = pay({ loyalty: { ...loyalty, points: 3, worth: 50 } });
    assert.equal(odd.breakup.platform_cash, -37);
  });
  test('points that are not switched on are only counted', () => {
    const { breakup, loyalty: answer } = pay({ loyalty: { ...loyalty, redeem: false } });
    assert.deepEqual([answer?.applicable, answer?.applied, breakup.platform_cash], [200, false, 0]);
  });
  test('points do not go with a coupon where the shop does not let them', () => {
    const flat = coupon({
      rule: [{ key: 1, value: 10 }],
      rule_definition: { type: 'absolute', value_type: 'absolute', applicable_on: 'quantity' },
    });
    assert.equal(pay({ loyalty }, { coupon: flat }).loyalty?.blockedByCoupon, true);
    assert.equal(pay({ loyalty: { ...loyalty, withCoupon: true } }, { coupon: flat }).breakup.platform_cash, -4500);
  });
  test('points, store credit and gift cards pay in that order and never too much', () => {
    const { tender, breakup } = pay({
      loyalty,
      storeCredit: { balance: 4000, use: true },
      giftCards: [
        { id: 'g1', balance: 600 },
        { id: 'g2', balance: 600 },
      ],
    });
    assert.deepEqual(
      tender.map(({ kind, amount }) => [kind, amount]),
      [
        ['loyalty', 5000],
        ['store_credit', 4000],
        ['gift_card', 600],
        ['gift_card', 400],
      ],
    );
    assert.deepEqual([breakup.mop_total, breakup.total], [-5000, 0]);
    assert.equal(pay({ storeCredit: { balance: 4000, use: false } }).breakup.total, 10_000);
  });
  test('tender changes no tax', () => {
    const taxed: readonly Bought[] = [[article('a', 10_000, { taxRate: 180_000 }), 1]];
    const tender = { loyalty: null, storeCredit: { balance: 9000, use: true }, giftCards: [] };
    assert.equal(price(taxed, [], { tender }).breakup.gst_charges, 1525);
  });
});

describe('instalments', () => {
  const plan: EmiPlan = {
    ...halfYear,
    fee: { flat: 0, rate: 10_000, of: 'sum' },
    feeTax: 180_000,
    from: 5000,
  };
  test('a standard plan is an annuity whose last instalment carries the rest', () => {
    const { instalment, lastInstalment, totalPayable, totalInterest } = instalmentsOf(1_000_000, plan);
    assert.equal(instalment, 174_034);
    assert.equal(totalPayable, 1_044_203);
    assert.equal(totalInterest, 44_203);
    assert.equal(instalment * 5 + lastInstalment, totalPayable);
  });
  test('a no-cost plan pays the price, a low-cost one a part of the interest', () => {
    const free = instalmentsOf(1_000_000, { ...plan, type: 'no_cost' });
    assert.deepEqual([free.totalPayable, free.totalInterest, free.instalment], [1_000_000, 44_203, 166_667]);
    assert.equal(free.instalment * 5 + free.lastInstalment, 1_000_000);
    assert.equal(instalmentsOf(1_000_000, { ...plan, type: 'low_cost' }).totalPayable, 1_022_101);
    assert.equal(instalmentsOf(600, { ...plan, interestBp: 0 }).instalment, 100);
  });
  test('of next to nothing are rounded down where the last would be below zero', () => {
    const small = (principal: number, type: EmiPlan['type'], interestBp = 0) => {
      const { instalment, lastInstalment, totalPayable } = instalmentsOf(principal, {
        ...plan,
        type,
        months: 12,
        interestBp,
      });
      assert.equal(instalment * 11 + lastInstalment, totalPayable);
      assert.ok(lastInstalment >= 0 && instalment >= 0);
      return [instalment, lastInstalment];
    };
    assert.deepEqual(small(7, 'standard'), [0, 7]);
    assert.deepEqual(small(7, 'no_cost', 1500), [0, 7]);
    assert.deepEqual(small(11, 'standard'), [1, 0]);
    for (let principal = 1; principal < 200; principal += 1) {
      for (const type of ['standard', 'no_cost', 'low_cost'] as const) small(principal, type, 1800);
    }
  });
  test('the fee and its tax are a charge', () => {
    const { emi, breakup } = price(one, [], { emi: plan });
    assert.deepEqual([emi?.principal, emi?.fee, emi?.feeTax], [10_000, 100, 18]);
    assert.deepEqual([breakup.total_charge, breakup.total], [118, 10_118]);
  });
  test('the least and the most of the fee are in the shop’s currency, also when the cart is in another', () => {
    const dollars = { currency: { code: 'USD', exponent: 2 }, rates: { USD: { digits: 5, decimals: 1 } } };
    const least = { ...plan, fee: { ...plan.fee, minimum: 1000 } };
    assert.equal(price(one, [], { emi: least }).emi?.fee, 1000);
    assert.equal(price(one, [], { emi: least, ...dollars }).emi?.fee, 500);
  });
  test('a cart outside the plan’s bounds drops it and says so', () => {
    const small = price(one, [], { emi: { ...plan, from: 10_001 } });
    assert.deepEqual([small.emi, small.emiDropped], [null, true]);
    assert.equal(price(one, [], { emi: { ...plan, to: 9999 } }).emiDropped, true);
    assert.equal(price(one, [], { emi: { ...plan, from: 10_000, to: 10_000 } }).emiDropped, false);
  });
});

describe('cashback', () => {
  const tenth = (more = {}) => promotion('cb', 'cashback', { discount_percentage: 10, ...more });
  test('is told and changes nothing', () => {
    const { breakup, cashback } = price(one, [tenth()]);
    assert.deepEqual(cashback, [{ offerId: 'cb', amount: 1000 }]);
    assert.deepEqual([breakup.cashback_applied, breakup.total, breakup.promotion], [1000, 10_000, 0]);
    assert.equal(price(one).breakup.cashback_applied, null);
  });
  test('is capped, and computed on goods that were paid for', () => {
    assert.equal(price(one, [tenth({ max_discount_amount: 4 })]).breakup.cashback_applied, 400);
    const tender = { loyalty: null, storeCredit: { balance: 9000, use: true }, giftCards: [] };
    assert.equal(price(one, [tenth()], { tender }).breakup.cashback_applied, 100);
  });
  test('may be a flat amount, no more than the goods', () => {
    const flat = promotion('cb', 'cashback', { discount_amount: 500 });
    assert.equal(price(one, [flat]).breakup.cashback_applied, 10_000);
  });
});
