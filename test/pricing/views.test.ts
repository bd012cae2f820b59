/** What an answer shows: line and unit prices, rows that add up, sets a shopper is on the way to. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { displayRows } from '../../src/pricing/display-rows.ts';
import { eligibleFixedPriceSets } from '../../src/pricing/fixed-price-sets.ts';
import { amountQuantityError, linePrice, mrpPromoPrice, percentOff, unitPrice } from '../../src/pricing/line-prices.ts';
import { priceCart } from '../../src/pricing/price-cart.ts';
import type { PricedLine } from '../../src/pricing/priced-types.ts';
import { inputArb } from '../laws/pricing-arbitraries.ts';
import { runs } from '../laws/runs.ts';
import { article, cartOf, marked, offersOf, price, promotion } from './carts.ts';

const plain = { quoteCod: false, wholeUnits: false, exponent: 2 };
const firstOf = (lines: readonly PricedLine[]): PricedLine => lines[0] ?? assert.fail('no line');

describe('line prices', () => {
  const off = promotion('p', 'amount', { discount_amount: 2.99 });
  test('a unit is rounded down and the rest is told', () => {
    const line = firstOf(price([[marked('a', 1000, 700), 3]], [off]).lines);
    assert.deepEqual(linePrice(line), {
      marked: 3000,
      selling: 2100,
      effective: 2100,
      add_on: 2100,
      selling_price: 1801,
    });
    assert.deepEqual(unitPrice(line), { marked: 1000, selling: 700, effective: 700, add_on: 700, selling_price: 600 });
    assert.equal(amountQuantityError(line), 1);
    assert.equal(percentOff(line), 30);
  });
  test('the price an MRP promotion works on is shown', () => {
    const onMarked = { ...promotion('p', 'percentage', { discount_percentage: 50 }), calculate_on: 'mrp' };
    assert.equal(mrpPromoPrice(firstOf(price([[marked('a', 1000, 700), 1]], [onMarked]).lines)), 1000);
    assert.equal(mrpPromoPrice(firstOf(price([[marked('a', 1000, 700), 1]]).lines)), 700);
    assert.equal(percentOff(firstOf(price([[article('a', 0), 1]]).lines)), 0);
  });
});

describe('display rows', () => {
  test('rows without value are left out, but not the three that carry the sum', () => {
    const keys = displayRows(price([]), true, plain).map(({ key }) => key);
    assert.deepEqual(keys, ['mrp_total', 'subtotal', 'total']);
  });
  test('whole units are shown half up, and the difference has a row', () => {
    const half = promotion('p', 'percentage', { discount_percentage: 50 });
    const priced = price([[marked('a', 259_800, 194_850), 1]], [{ ...half, discount_rules: half.discount_rules }]);
    const rows = displayRows(priced, true, { ...plain, wholeUnits: true });
    assert.deepEqual(
      rows.map(({ key, value }) => [key, value]),
      [
        ['mrp_total', 259_800],
        ['discount', -64_900],
        ['subtotal', 194_900],
        ['promotion', -97_400],
        ['total', 97_400],
        ['round_off', -100],
      ].toSorted((a, b) => (a[0] === 'total' ? 1 : 0) - (b[0] === 'total' ? 1 : 0)),
    );
  });
  test('cash on delivery is quoted on request, without changing the total', () => {
    const charges = {
      delivery: [],
      cod: { flat: 2500, rate: 0, of: 'sum' as const },
      convenience: {},
      giftPrice: 0,
      taxRate: 0,
    };
    const priced = price([[article('a', 10_000), 1]], [], { charges });
    const rows = displayRows(priced, true, { ...plain, quoteCod: true });
    const cod = rows.find(({ key }) => key === 'cod_charge');
    assert.deepEqual([cod?.value, cod?.original, priced.breakup.total], [0, 2500, 10_000]);
    assert.equal(
      displayRows(priced, true, plain).some(({ key }) => key === 'cod_charge'),
      false,
    );
  });
  test('a row names its offers, what it was before, and what was configured', () => {
    const charges = {
      delivery: [{ threshold: -1, charge: 5000 }],
      cod: null,
      convenience: {},
      giftPrice: 0,
      taxRate: 0,
    };
    const tender = { loyalty: null, storeCredit: { balance: 1000, use: true }, giftCards: [] };
    const tenth = promotion('p', 'percentage', { discount_percentage: 10 });
    const rows = displayRows(price([[article('a', 10_000), 1]], [tenth], { charges, tender }), true, plain);
    const find = (key: string) => rows.find((each) => each.key === key);
    assert.deepEqual(find('promotion')?.sources, ['p']);
    assert.equal(find('delivery_charge')?.preset, 5000);
    assert.deepEqual([find('total')?.value, find('total')?.original], [13_000, 14_000]);
    assert.equal(find('store_credit')?.value, -1000);
  });
  test('rows add up to the total, exactly and in whole units', () => {
    fc.assert(
      fc.property(inputArb({ offers: 5 }), fc.boolean(), (input, wholeUnits) => {
        const rows = displayRows(priceCart(input), input.policy.prices_include_tax, { ...plain, wholeUnits });
        const sum = rows.reduce(
          (all, { key, value }) => (key === 'subtotal' || key === 'total' ? all : all + value),
          0,
        );
        assert.equal(sum, rows.at(-1)?.value);
        assert.equal(rows.at(-1)?.key, 'total');
      }),
      { numRuns: runs(1000) },
    );
  });
});

describe('sets on the way', () => {
  test('are told with what makes one and what is there', () => {
    const offers = offersOf(
      promotion(
        'three',
        'fixed_price',
        { discount_price: 10, min_offer_quantity: 3 },
        { criteria: { item_brand: [1] } },
      ),
      promotion(
        'other',
        'fixed_price',
        { discount_price: 10, min_offer_quantity: 3 },
        { criteria: { item_brand: [9] } },
      ),
      { ...promotion('over', 'fixed_price', { discount_price: 10 }), _schedule: { end: '2020-01-01T00:00:00Z' } },
      promotion('not a set', 'percentage', { discount_percentage: 10 }),
    );
    const input = cartOf(
      [
        [article('a', 10_000), 2],
        [article('b', 500, { brandId: 2 }), 1],
      ],
      { offers },
    );
    assert.deepEqual(eligibleFixedPriceSets(priceCart(input), input), {
      three: { offer_quantity: 3, eligible_quantity: 2 },
    });
  });
});
