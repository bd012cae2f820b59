/** What a unit costs before any offer: price lists, other currencies, and amounts that are too small or too large. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PriceInput, UnitPrices } from '../../src/pricing/pricing-types.ts';
import { article, price, promotion } from './carts.ts';

const dollars = { currency: { code: 'USD', exponent: 2 }, rates: { USD: { digits: 12, decimals: 3 } } };
const most = Number.MAX_SAFE_INTEGER;

describe('the unit price', () => {
  const unit = (prices: Readonly<Record<string, UnitPrices>>, list?: string, more: Partial<PriceInput> = {}) => {
    const asked = list === undefined ? {} : { priceList: list };
    const { lines, setAside } = price([[article('a', 0, { prices }), 1, asked]], [], more);
    const [line] = lines;
    return line === undefined ? setAside[0]?.reason : [line.marked, line.selling, line.listMissed];
  };
  const inr = { marked: 10_000, selling: 9_000, lists: { gold: 8_000 } };

  test('of a price list is the list’s in the cart’s currency, else the list’s at home, converted', () => {
    const own = { marked: 200, selling: 190 };
    assert.deepEqual(unit({ INR: inr }, 'gold'), [10_000, 8_000, false]);
    assert.deepEqual(unit({ INR: inr }, 'gold', dollars), [120, 96, false]);
    assert.deepEqual(unit({ INR: inr, USD: own }, 'gold', dollars), [200, 96, false], 'not the own price abroad');
    assert.deepEqual(unit({ INR: inr, USD: { ...own, lists: { gold: 150 } } }, 'gold', dollars), [200, 150, false]);
    assert.deepEqual(unit({ INR: inr, USD: { lists: { gold: 150 } } }, 'gold', dollars), [150, 150, false]);
    assert.deepEqual(unit({ INR: inr, USD: { lists: { gold: 150 } } }, undefined, dollars), [120, 108, false]);
  });

  test('without the list says so where that has no price anywhere', () => {
    const own = { marked: 200, selling: 190 };
    assert.deepEqual(unit({ INR: inr }, 'silver'), [10_000, 9_000, true]);
    assert.deepEqual(unit({ INR: inr, USD: own }, 'silver', dollars), [200, 190, true]);
    for (const name of ['constructor', '__proto__', 'toString']) {
      assert.deepEqual(unit({ INR: inr }, name), [10_000, 9_000, true]);
    }
  });

  test('that is worth something is never nothing abroad', () => {
    const paise = (selling: number) => ({ INR: { marked: 40, selling } });
    assert.equal(unit(paise(40), undefined, dollars), 'price_too_small');
    assert.equal(unit({ INR: { marked: 50, selling: 41 } }, undefined, dollars), 'price_too_small');
    assert.deepEqual(unit({ INR: { marked: 50, selling: 42 } }, undefined, dollars), [1, 1, false]);
    assert.deepEqual(unit({ INR: { marked: 5000, selling: 0 } }, undefined, dollars), [60, 0, false], 'free is free');
    assert.equal(unit({ INR: { ...inr, lists: { gold: 3 } } }, 'gold', dollars), 'price_too_small');
    const { breakup, setAside } = price([[article('a', 40), 1_000_000]], [], dollars);
    assert.equal(breakup.total, 0);
    assert.deepEqual(setAside, [{ kind: 'line', key: 'a', reason: 'price_too_small' }]);
  });

  test('of an offer or another system that would be nothing abroad is left out', () => {
    const a = article('a', 10_000);
    const all = { 'rule#1': { all_items: true } };
    for (const type of ['contract_price', 'fixed_price', 'item_based_discount']) {
      const offer = promotion('p', type, { discount_price: 0.4, min_offer_quantity: 1 }, { rules: all });
      const { breakup, setAside } = price([[a, 1]], [offer], dollars);
      assert.equal(breakup.total, 120, type);
      assert.deepEqual(setAside, [{ kind: 'offer', offerId: 'p', reason: 'price_too_small' }]);
      assert.ok(price([[a, 1]], [offer]).breakup.total < 10_000, type);
    }
    const adjustment = {
      id: 'x',
      type: 'selling_price' as const,
      value: 40,
      currency: 'INR',
      code: 'x',
      message: '',
      distribution: 'apportion' as const,
      articles: [],
      articleLevel: false,
      expiresAt: null,
      inEligibility: true,
    };
    const { breakup, setAside } = price([[a, 1]], [], { ...dollars, adjustments: [adjustment] });
    assert.equal(breakup.total, 120);
    assert.deepEqual(setAside, [{ kind: 'adjustment', id: 'x', reason: 'price_too_small' }]);
  });
});

describe('an amount that cannot be counted', () => {
  test('leaves the line out that makes it, with that reason', () => {
    const dear = article('a', 1_000_000_000_00);
    const { setAside, breakup } = price([[dear, 1_000_000]]);
    assert.deepEqual(setAside, [{ kind: 'line', key: 'a', reason: 'amount_too_large' }]);
    assert.equal(breakup.total, 0);
    assert.equal(price([[article('a', most), 1]]).breakup.total, most);
    assert.equal(price([[article('a', most), 2]]).setAside[0]?.reason, 'amount_too_large');
  });

  test('also where only the sum of lines is too large, whatever their order', () => {
    const [a, b] = [article('a', most), article('b', 1)];
    for (const bought of [
      [
        [a, 1],
        [b, 1],
      ],
      [
        [b, 1],
        [a, 1],
      ],
    ] as const) {
      const { breakup, setAside } = price(bought);
      assert.equal(breakup.total, most);
      assert.deepEqual(setAside, [{ kind: 'line', key: 'b', reason: 'amount_too_large' }]);
    }
  });
});
