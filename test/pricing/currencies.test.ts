/** A cart in another currency than the shop's: offers of every kind come with it, each amount converted once. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Definition } from '../../src/pricing/compile/offer-types.ts';
import type { PriceInput } from '../../src/pricing/pricing-types.ts';
import { article, discounts, price, promotion, reasonFor } from './carts.ts';
import { blankInput } from './price-inputs.ts';

/** One rupee is ten cents. */
const usd: Partial<PriceInput> = {
  currency: { code: 'USD', exponent: 2 },
  rates: { USD: { digits: 1, decimals: 1 } },
};
const a = article('a', 10_000);
type More = Parameters<typeof promotion>[3];
const inDollars = (type: string, offer: Definition, more: More = {}, others: Partial<PriceInput> = {}) =>
  price([[a, 2]], [promotion('p', type, offer, more)], { ...usd, ...others });

describe('a cart in another currency', () => {
  test('has amounts off delivery and later credit in it', () => {
    const charges = { ...blankInput.charges, delivery: [{ threshold: -1, charge: 4000 }] };
    assert.equal(
      inDollars('shipping_price', { discount_amount: 10 }, {}, { charges }).breakup.promotion_shipping,
      -100,
    );
    assert.equal(inDollars('shipping_price', { discount_price: 10 }, {}, { charges }).breakup.promotion_shipping, -300);
    assert.equal(inDollars('cashback', { discount_amount: 30 }).breakup.cashback_applied, 300);
  });

  test('has bands of unit prices in it, open ones too', () => {
    const touched = (price_range: Definition) =>
      inDollars('percentage', { discount_percentage: 10 }, { criteria: { price_range } }).applied.length;
    assert.deepEqual(
      [{ min: 100 }, { min: 101 }, { max: 100 }, { max: 99 }, { min: 1, max: 2 }].map(touched),
      [1, 0, 1, 0, 0],
    );
  });

  test('has rules that ask for money in it, and units as they are', () => {
    const asked = (condition: Definition) =>
      inDollars('percentage', { discount_percentage: 10 }, { rules: { r: { all_items: true, ...condition } } }).applied;
    assert.deepEqual(asked({ cart_total: { equals: 200 } }), ['p']);
    assert.deepEqual(asked({ cart_unique_item_amount: { equals: 100 } }), ['p']);
    assert.deepEqual(asked({ cart_quantity: { equals: 2 } }), ['p']);
  });

  test('knows what is bought and given by the price it has there', () => {
    const rules = { r: { price_range: { min: 100, max: 100 }, cart_quantity: { greater_than_equals: 1 } } };
    assert.deepEqual(discounts(inDollars('bogo', { discount_price: 40 }, { rules })), { a: 600 });
  });

  test('has gifts, extensions and discounts of other systems as everywhere', () => {
    const giftArticles = new Map([[500, [article('m', 500, { itemId: 500 })]]]);
    const gift = inDollars('free_gift_items', {}, { criteria: { item_id: [500] } }, { giftArticles });
    assert.deepEqual([gift.applied, gift.breakup.mrp_total], [['p'], 2050]);
    assert.equal(
      inDollars(
        'custom',
        { code: 'x' },
        {},
        { custom: { x: { kind: 'lines', articles: { a: { units: 2, amount: 700 } } } } },
      ).breakup.promotion,
      -70,
    );
    assert.equal(reasonFor(inDollars('external_price_adjustment_discount', {}), 'p')?.reason, 'no_adjustment');
  });

  test('leaves out an offer whose currency has no rate against it', () => {
    const { applied, setAside } = inDollars('amount', { discount_amount: 5 }, { currency: 'KWD' });
    assert.deepEqual([applied, setAside], [[], [{ kind: 'offer', offerId: 'p', reason: 'rate_missing' }]]);
    assert.equal(inDollars('amount', { discount_amount: 5 }, { currency: 'USD' }).breakup.promotion, -500);
  });

  test('leaves out an article that has no price for it', () => {
    const only = (prices: typeof a.prices, more: Partial<PriceInput> = {}) =>
      price([[article('a', 1, { prices }), 1]], [], { ...usd, ...more }).setAside.map(({ reason }) => reason);
    assert.deepEqual(only({ INR: { marked: 100, selling: 100 } }, { rates: {} }), ['rate_missing']);
    assert.deepEqual(only({ KWD: { marked: 100, selling: 100 } }), ['price_missing']);
    assert.deepEqual(only({ USD: { marked: 100, selling: -1 } }), ['price_missing']);
    assert.deepEqual(only({ USD: { marked: 0.5, selling: 1 } }), ['price_missing']);
    assert.deepEqual(only({ USD: { marked: 100, selling: 100 } }), []);
  });

  test('leaves out a line whose marked price times its units is no number to reckon with', () => {
    const huge = article('a', 1, { prices: { INR: { marked: Number.MAX_SAFE_INTEGER, selling: 1 } } });
    const reasons = (units: number) => price([[huge, units]]).setAside.map(({ reason }) => reason);
    assert.deepEqual([reasons(1), reasons(2)], [[], ['amount_too_large']]);
  });

  test('a floor that is no amount is none', () => {
    const half = promotion('p', 'percentage', { discount_percentage: 50 });
    for (const floor of [-1, 0.5, Number.NaN]) {
      assert.equal(price([[article('a', 1000, { floor }), 1]], [half]).breakup.total, 500, String(floor));
    }
  });
});
