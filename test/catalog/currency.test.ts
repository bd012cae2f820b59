/** The table of currencies, and amounts as a feed writes them. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { rateAt } from '../../src/catalog/exchange-rate.ts';
import { exactMinor } from '../../src/catalog/feed/price-rules.ts';
import { currencyOf, findCurrency } from '../../src/shared/currency.ts';

describe('currencies', () => {
  test('have the decimals of ISO 4217 and the sign people know', () => {
    const known = ['INR', 'USD', 'JPY', 'KWD', 'CHF'].map((code) => currencyOf(code));
    assert.deepEqual(
      known.map(({ exponent, symbol }) => [exponent, symbol]),
      [
        [2, '₹'],
        [2, '$'],
        [0, '¥'],
        [3, 'KWD'],
        [2, 'CHF'],
      ],
    );
    for (const code of ['XXX', 'inr', '', 'BTC', 'toString']) assert.equal(findCurrency(code), undefined, code);
    assert.throws(() => currencyOf('XXX'));
  });

  test('agree with the platform wherever it knows ISO 4217’s number of decimals', () => {
    const digits = (currency: string): number | undefined =>
      new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits;
    for (const code of ['EUR', 'GBP', 'KRW', 'VND', 'CLP', 'BHD', 'TND', 'JOD', 'XOF', 'AED', 'SGD']) {
      assert.equal(currencyOf(code).exponent, digits(code), code);
    }
  });

  test('an amount is exact or no amount', () => {
    assert.deepEqual(
      ([1499.5, '1499.50', '0.10', 0, 19.99, 1e12] as const).map((amount) => exactMinor(amount, 2)),
      [149_950, 149_950, 10, 0, 1999, 100_000_000_000_000],
    );
    assert.deepEqual(
      [exactMinor(1.005, 2), exactMinor('1.5', 0), exactMinor('1.0', 0), exactMinor('1.125', 3)],
      [undefined, undefined, 1, 1125],
    );
  });

  test('the newest rate that is valid holds', () => {
    const rate = (validFrom: number, digits: number) => ({
      id: String(validFrom),
      from: 'INR',
      to: 'USD',
      validFrom,
      digits,
      decimals: 4,
    });
    const rates = [rate(0, 119), rate(200, 121), rate(100, 120)];
    assert.deepEqual(
      [50, 100, 250].map((now) => rateAt(rates, 'INR', 'USD', now)?.digits),
      [119, 120, 121],
    );
    assert.equal(rateAt(rates, 'USD', 'INR', 250), undefined);
  });
});
