/** Amounts of offers and charges in another currency, and back. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { offerIn, toHome } from '../../../src/pricing/money/in-currency.ts';
import type { CompiledOffer } from '../../../src/pricing/compile/offer-types.ts';

const INR = { code: 'INR', exponent: 2 };
const USD = { code: 'USD', exponent: 2 };
const abroad = { currency: USD, home: INR, rates: { USD: { digits: 1, decimals: 2 } } };

describe('an amount of the cart in the home currency', () => {
  test('is turned back by the rate, half up', () => {
    assert.equal(toHome(150, abroad), 15_000);
    assert.equal(toHome(150, { ...abroad, currency: INR }), 150);
    assert.equal(toHome(1, { ...abroad, rates: { USD: { digits: 3, decimals: 0 } } }), 0);
    assert.equal(toHome(2, { ...abroad, rates: { USD: { digits: 3, decimals: 0 } } }), 1);
  });
  test('is nothing without a rate, with one that is nothing, and for nothing', () => {
    assert.equal(toHome(150, { ...abroad, rates: {} }), 0);
    assert.equal(toHome(150, { ...abroad, rates: { USD: { digits: 0, decimals: 0 } } }), 0);
    assert.equal(toHome(0, abroad), 0);
    assert.equal(toHome(-150, abroad), 0);
  });
});

describe('an offer with a price for each slice', () => {
  const sliced = (...rewards: readonly (object | null)[]): CompiledOffer =>
    ({
      currency: 'INR',
      rules: [],
      discounts: [
        {
          criteria: [],
          limits: { maximumDiscount: null },
          benefit: { kind: 'slices', slices: rewards.map((reward, at) => ({ from: at + 1, reward })) },
        },
      ],
    }) as unknown as CompiledOffer;
  const slicesOf = (offer: CompiledOffer) => {
    const made = offerIn(offer, abroad);
    assert.ok(typeof made === 'object');
    const benefit = made.discounts[0]?.benefit;
    return benefit?.kind === 'slices' ? benefit.slices : undefined;
  };
  const price = (amount: number) => ({ kind: 'price', price: amount });

  test('has every price and amount changed, and per cents and gaps as they are', () => {
    assert.deepEqual(
      slicesOf(sliced(price(10_000), { kind: 'amount', amount: 500 }, null, { kind: 'rate', rate: 100_000 })),
      [
        { from: 1, reward: price(100) },
        { from: 2, reward: { kind: 'amount', amount: 5 } },
        { from: 3, reward: null },
        { from: 4, reward: { kind: 'rate', rate: 100_000 } },
      ],
    );
  });
  test('cannot be had where a price would become nothing', () => {
    assert.equal(offerIn(sliced(null, price(10_000), price(20)), abroad), 'price_too_small');
    assert.ok(typeof offerIn(sliced(null, price(0), { kind: 'amount', amount: 20 }), abroad) === 'object');
  });
});
