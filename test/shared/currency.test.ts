import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Currency, currencyOf, findCurrency } from '../../src/shared/currency.ts';

/** Every currency of ours that the platform knows too. */
const shared: readonly Currency[] = Intl.supportedValuesOf('currency').flatMap((code) => findCurrency(code) ?? []);

describe('the table of currencies', () => {
  test('holds those that countries pay with', () => {
    assert.ok(shared.length >= 150, `only ${shared.length}`);
    assert.deepEqual(
      shared.filter(({ code }) => currencyOf(code).code !== code),
      [],
    );
  });

  test('has the decimals that the platform knows, except where it leaves out coins that nobody uses', () => {
    const digits = (currency: string): number | undefined =>
      new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits;
    assert.deepEqual(
      shared.filter(({ code, exponent }) => ![0, exponent].includes(digits(code) ?? -1)).map(({ code }) => code),
      [],
    );
  });

  test('has a sign for each, and no sign means two', () => {
    assert.deepEqual(
      shared.filter(({ symbol }) => symbol === ''),
      [],
    );
    assert.equal(new Set(shared.map(({ symbol }) => symbol)).size, shared.length);
    assert.deepEqual(
      ['INR', 'USD', 'AUD', 'CHF'].map((code) => currencyOf(code).symbol),
      ['₹', '$', 'A$', 'CHF'],
    );
    assert.ok(shared.filter(({ code, symbol }) => code !== symbol).length >= 30);
  });

  test('names the code that it does not hold', () => {
    assert.equal(findCurrency('XXX'), undefined);
    assert.equal(findCurrency(''), undefined);
    assert.throws(() => currencyOf('XXX'), /XXX is no currency/);
  });
});
