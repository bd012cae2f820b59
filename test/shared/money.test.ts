import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assert as holds, constantFrom, double, integer, maxSafeInteger, oneof, property } from 'fast-check';
import {
  isWholeMinor,
  portion,
  portionDown,
  rateOf,
  readDecimal,
  taxWithin,
  toDecimal,
  toMinor,
} from '../../src/shared/money.ts';

describe('money', () => {
  test('a half goes away from zero, to the even neighbour, or towards zero', () => {
    const halves = [1, 3, 5, -1, -3].map((amount) => [
      portion(amount, 1, 2, 'half_up'),
      portion(amount, 1, 2, 'half_even'),
      portion(amount, 1, 2, 'half_down'),
    ]);
    assert.deepEqual(halves, [
      [1, 0, 0],
      [2, 2, 1],
      [3, 2, 2],
      [-1, 0, 0],
      [-2, -2, -1],
    ]);
  });

  test('anything but a half goes to the nearer neighbour in every mode', () => {
    for (const mode of ['half_up', 'half_even', 'half_down'] as const) {
      assert.equal(portion(10, 1, 3, mode), 3);
      assert.equal(portion(11, 1, 3, mode), 4);
      assert.equal(portion(-11, 1, 3, mode), -4);
    }
  });

  test('a rate beyond the safe integers is still exact', () => {
    assert.equal(rateOf(9_007_199_254_740_991, 180_000, 'half_up'), 1_621_295_865_853_378);
    assert.equal(portionDown(9_007_199_254_740_991, 999_999, 1_000_000), 9_007_190_247_541_736);
  });

  test('tax inside the price is rounded, and the net follows', () => {
    assert.equal(taxWithin(99_900, 50_000, 'half_up'), 4757);
    assert.equal(taxWithin(999, 200_000, 'half_up'), 167);
    assert.equal(taxWithin(999, 200_000, 'half_down'), 166);
  });

  test('decimals of JSON become whole minor units', () => {
    assert.equal(toMinor(19.99, 2), 1999);
    assert.equal(toMinor('19.995', 2), 2000);
    assert.equal(toMinor(-0.005, 2), -1);
    assert.equal(toMinor(1.005, 3), 1005);
    assert.equal(toMinor(1e21, 2), null);
    assert.equal(toMinor(1e-7, 2), 0);
    assert.equal(toMinor('0.1250000001', 2), 13);
    assert.equal(toMinor(5, 0), 5);
    for (const nonsense of [Number.NaN, Number.POSITIVE_INFINITY, 'ten', '', null, undefined, {}, true, [5]]) {
      assert.equal(toMinor(nonsense, 2), null);
    }
    assert.equal(toDecimal(1999, 2), 19.99);
    assert.equal(toDecimal(-5, 3), -0.005);
  });

  test('a number is the amount that its text is, in every currency', () => {
    const doubles = oneof(
      double(),
      integer({ min: -1_000_000_000, max: 1_000_000_000 }).map((count) => count / 100),
      maxSafeInteger().map((count) => count / 1000),
      double({ min: -1e7, max: 1e7, noNaN: true }).map((value) => Math.round(value * 100) / 100),
    );
    holds(
      property(doubles, constantFrom(0, 2, 3, 8), (value, exponent) => {
        assert.equal(toMinor(value, exponent), toMinor(String(value), exponent));
        assert.equal(isWholeMinor(value, exponent), isWholeMinor(String(value), exponent));
      }),
      { numRuns: 2_000 },
    );
  });

  test('a decimal is read with its scale', () => {
    assert.deepEqual(readDecimal('0.9737'), { digits: 9737, decimals: 4 });
    assert.deepEqual(readDecimal('-12'), { digits: -12, decimals: 0 });
    assert.deepEqual(readDecimal('1.5e3'), { digits: 1500, decimals: 0 });
    assert.deepEqual(readDecimal('2e-3'), { digits: 2, decimals: 3 });
    assert.deepEqual(readDecimal('1e10'), { digits: 10_000_000_000, decimals: 0 });
    assert.deepEqual(readDecimal('5e-12'), { digits: 5, decimals: 12 });
    assert.deepEqual(readDecimal(' 7 '), { digits: 7, decimals: 0 });
    assert.deepEqual(readDecimal('0.000000000000001'), { digits: 1, decimals: 15 });
    assert.equal(readDecimal('0.0000000000000001'), null);
    assert.equal(readDecimal('1,5'), null);
    assert.equal(readDecimal('99999999999999999999'), null);
  });
});
