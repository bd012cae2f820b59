/** The cart as a whole: tax, currencies, bad input, explanation. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compileOffer, isRefused } from '../../src/pricing/compile/compile-offers.ts';
import { lineAmount } from '../../src/pricing/lots.ts';
import type { Definition } from '../../src/pricing/compile/offer-types.ts';
import { priceCart } from '../../src/pricing/price-cart.ts';
import { whyNotOf } from '../../src/pricing/offers/why-not.ts';
import {
  article,
  type Bought,
  cartOf,
  charging,
  context,
  fromTotal,
  offersOf,
  policyOf,
  price,
  promotion,
} from './carts.ts';

const a = article('a', 10_000);

describe('tax', () => {
  const taxed = article('a', 99_900, { taxRate: 50_000, state: 'MH' });
  test('inside the price is split by place without changing', () => {
    const parts = (state: string | null) =>
      price([[taxed, 1]], [], { place: { state, zones: [] } }).lines[0]?.tax.parts.map(({ name, amount }) => [
        name,
        amount,
      ]);
    assert.deepEqual(parts('MH'), [
      ['cgst', 2379],
      ['sgst', 2378],
    ]);
    assert.deepEqual(parts('KA'), [['igst', 4757]]);
    assert.deepEqual(parts(null), []);
  });
  test('outside the price is added to the total', () => {
    const { breakup } = price([[taxed, 1]], [], { policy: policyOf({ prices_include_tax: false }) });
    assert.deepEqual([breakup.vog, breakup.gst_charges, breakup.total], [99_900, 4995, 104_895]);
  });
  test('is rounded for each unit, each line, or over the cart', () => {
    const lines: readonly Bought[] = [
      [article('a', 1000, { taxRate: 82_500 }), 1],
      [article('b', 1100, { taxRate: 82_500 }), 2],
    ];
    const tax = (tax_rounding: 'unit' | 'line' | 'cart') =>
      price(lines, [], { policy: policyOf({ prices_include_tax: false, tax_rounding }) }).lines.map(
        (line) => line.tax.tax,
      );
    assert.deepEqual(tax('unit'), [83, 182]);
    assert.deepEqual(tax('line'), [83, 182]);
    assert.deepEqual(tax('cart'), [83, 181]);
  });
});

describe('currencies', () => {
  const usd = {
    currency: { code: 'USD', exponent: 2 },
    rates: { USD: { digits: 12, decimals: 3 } },
  };
  test('a unit price is converted and rounded, then multiplied', () => {
    const { breakup } = price([[article('a', 9999), 3]], [], usd);
    assert.equal(breakup.total, 360);
  });
  test('an article’s own price in that currency counts more', () => {
    const own = article('a', 9999, {
      prices: { INR: { marked: 9999, selling: 9999 }, USD: { marked: 200, selling: 150 } },
    });
    assert.equal(price([[own, 1]], [], usd).breakup.total, 150);
  });
  test('offers, thresholds and charges are converted once', () => {
    const offer = promotion('p', 'amount', { discount_amount: 50 }, fromTotal(500));
    const { breakup, applied } = price([[article('a', 50_000), 1]], [offer], {
      ...usd,
      ...charging({ delivery: [{ threshold: -1, charge: 10_000 }] }),
    });
    assert.deepEqual(applied, ['p']);
    assert.deepEqual([breakup.subtotal, breakup.promotion, breakup.delivery_charge], [600, -60, 120]);
  });
  test('an offer in a currency without a rate is set aside', () => {
    const strange = { ...promotion('p', 'amount', { discount_amount: 5 }), currency: 'USD' };
    assert.deepEqual(price([[a, 1]], [strange]).setAside, [{ kind: 'offer', offerId: 'p', reason: 'rate_missing' }]);
  });
});

describe('bad input', () => {
  test('a line that cannot be priced is set aside with a reason, and the rest is priced', () => {
    const input = cartOf([[a, 1]]);
    const bad = [
      { key: 'lost', articleUid: 'gone', quantity: 1 },
      { key: 'none', articleUid: 'a', quantity: 0 },
      { key: 'half', articleUid: 'a', quantity: 1.5 },
      { key: 'many', articleUid: 'many', quantity: 1e12 },
      { key: 'bare', articleUid: 'bare', quantity: 1 },
      { key: 'below', articleUid: 'below', quantity: 1 },
      { key: 'taxed', articleUid: 'taxed', quantity: 1 },
    ];
    const articles = new Map([
      ['a', a],
      ['many', article('many', 10_000)],
      ['bare', article('bare', 1, { prices: {} })],
      ['below', article('below', -5)],
      ['taxed', article('taxed', 5, { taxRate: Number.NaN })],
    ]);
    const priced = priceCart({ ...input, articles, lines: [...bad, ...input.lines] });
    assert.deepEqual(
      Object.fromEntries(priced.setAside.map((entry) => [entry.kind === 'line' ? entry.key : '', entry.reason])),
      {
        lost: 'article_missing',
        none: 'quantity_invalid',
        half: 'quantity_invalid',
        many: 'amount_too_large',
        bare: 'price_missing',
        below: 'price_missing',
        taxed: 'tax_invalid',
      },
    );
    assert.equal(priced.breakup.total, 10_000);
  });
  test('a currency without a rate leaves lines aside', () => {
    const { setAside, breakup } = price([[a, 1]], [], { currency: { code: 'USD', exponent: 2 } });
    assert.deepEqual(setAside, [{ kind: 'line', key: 'a', reason: 'rate_missing' }]);
    assert.equal(breakup.total, 0);
  });
  test('a price list’s price replaces the seller’s', () => {
    const listed = article('a', 9000, { prices: { INR: { marked: 10_000, selling: 9000, lists: { gold: 8000 } } } });
    assert.equal(price([[listed, 1, { priceList: 'gold' }]]).breakup.total, 8000);
  });
  test('definitions that make no sense are refused with a sentence', () => {
    const nonsense: readonly (readonly [Definition, RegExp])[] = [
      [{}, /no id/],
      [{ _id: 'x' }, /no discount rule/],
      [promotion('x', 'teleport', {}), /no offer type teleport/],
      [promotion('x', 'percentage', {}), /discount_percentage/],
      [promotion('x', 'amount', {}), /discount_amount/],
      [promotion('x', 'fixed_price', {}), /discount_price/],
      [promotion('x', 'item_based_discount', {}), /neither/],
      [promotion('x', 'free_gift_items', {}), /name the gift/],
      [promotion('x', 'percentage', { discount_percentage: 10 }, { condition: 'rule#9' }), /names no rule: rule#9/],
      [promotion('x', 'percentage', { discount_percentage: 10 }, { rules: { r: {} }, condition: '( r' }), /not closed/],
      [promotion('x', 'percentage', { discount_percentage: 10 }, { rules: { r: {} }, condition: 'r r' }), /left over/],
      [
        promotion('x', 'percentage', { discount_percentage: 10 }, { rules: { r: {} }, condition: 'r & r' }),
        /Cannot read/,
      ],
      [{ ...promotion('x', 'amount', { discount_amount: 5 }), currency: 'XYZ' }, /XYZ is not known/],
      [{ _id: 'x', rule: [] }, /coupon has no rule/],
      [{ rule: [{}] }, /coupon has no id/],
    ];
    for (const [definition, sentence] of nonsense) {
      const compiled = compileOffer(definition, context);
      assert.ok(isRefused(compiled), sentence.source);
      assert.match(compiled.reason, sentence);
    }
    const { offers, refused } = offersOf(
      promotion('x', 'teleport', {}),
      promotion('ok', 'amount', { discount_amount: 5 }),
    );
    assert.deepEqual([offers.map(({ id }) => id), refused.map(({ id }) => id)], [['ok'], ['x']]);
  });
});

describe('explanation', () => {
  test('a discount names its base, its rate, its rounding and the units it fell on', () => {
    const tenth = promotion(
      'p',
      'percentage',
      { discount_percentage: 12.5 },
      { rules: { 'rule#1': { all_items: true } } },
    );
    const { adjustments, lines } = price([[article('a', 333), 3]], [tenth]);
    assert.deepEqual(adjustments, [
      {
        id: 'promotion:p:0',
        stage: 'promotion',
        source: { kind: 'offer', id: 'p' },
        rule: 0,
        steps: [
          {
            formula: 'rate',
            base: 999,
            rate: 125_000,
            rounding: 'half_up',
            result: 125,
            taken: 125,
            residue: 125_000,
            line: 'a',
            units: 1,
          },
        ],
        cap: null,
        room: 999,
        amount: 125,
        shares: [
          {
            line: 'a',
            units: 3,
            amount: 125,
            lots: [
              { units: 2, each: 42 },
              { units: 1, each: 41 },
            ],
          },
        ],
        matched: ['rule#1'],
        eligibleUnits: 3,
      },
    ]);
    assert.equal(lines[0] === undefined ? 0 : lineAmount(lines[0]), 874);
  });
  test('offers that no line can match are explained when asked for', () => {
    const offers = offersOf(
      promotion('p', 'percentage', { discount_percentage: 10 }, { criteria: { item_brand: [99] } }),
    );
    const input = cartOf([[a, 1]], { offers });
    assert.deepEqual(priceCart(input).notApplied, []);
    assert.deepEqual(whyNotOf(input), [{ offerId: 'p', reason: 'no_item', shortfall: null }]);
  });
});
