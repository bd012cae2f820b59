import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { joins, mergedQuantity } from '../../src/shared/merge-quantities.ts';
import { allocate } from '../../src/shared/allocate.ts';
import { convert, percentToPpm, readExchangeRate } from '../../src/shared/rates.ts';

const inr = { code: 'INR', exponent: 2 };
const jpy = { code: 'JPY', exponent: 0 };
const kwd = { code: 'KWD', exponent: 3 };

describe('rates', () => {
  test('a percentage is kept to four decimals and must be a finite share of zero or more', () => {
    assert.equal(percentToPpm(12.5), 125_000);
    assert.equal(percentToPpm(33.3333), 333_333);
    assert.equal(percentToPpm(0), 0);
    assert.equal(percentToPpm(1_000_000), 10_000_000_000);
    for (const nonsense of [-1, Number.NaN, Number.POSITIVE_INFINITY, '10', null, 2_000_000]) {
      assert.equal(percentToPpm(nonsense), null);
    }
  });

  test('conversion minds how many decimals each currency has', () => {
    const rate = (text: string) => readExchangeRate(text) ?? assert.fail(text);
    assert.equal(convert(700, rate('0.9737'), inr, { code: 'EUR', exponent: 2 }), 682);
    assert.equal(convert(10_000, rate('1.78'), inr, jpy), 178);
    assert.equal(convert(10_000, rate('0.0036'), inr, kwd), 360);
    assert.equal(convert(178, rate('0.5618'), jpy, inr), 10_000);
    assert.equal(convert(7, rate('100'), jpy, kwd), 700_000);
  });

  test('half a minor unit of the other currency is one', () => {
    assert.equal(convert(1, readExchangeRate('0.5') ?? assert.fail(), inr, inr), 1);
    assert.equal(convert(-1, readExchangeRate('0.5') ?? assert.fail(), inr, inr), -1);
  });

  test('a rate of nothing, less than nothing or of words is no rate', () => {
    for (const nonsense of ['0', '-1', 'many', '']) assert.equal(readExchangeRate(nonsense), null);
  });
});

describe('shares', () => {
  const claims = (weights: readonly number[]) => weights.map((weight) => ({ weight }));

  test('what is left goes to the largest fractions, to the first, or to the last', () => {
    assert.deepEqual(allocate(100, claims([1, 1, 1]), 'largest'), [34, 33, 33]);
    assert.deepEqual(allocate(299, claims([4300, 1400, 2300]), 'largest'), [161, 52, 86]);
    assert.deepEqual(allocate(5000, claims([12_000, 23_000, 30_000]), 'first'), [924, 1769, 2307]);
    assert.deepEqual(allocate(100, claims([1, 1, 1]), 'last'), [33, 33, 34]);
    assert.deepEqual(allocate(300, claims([4300, 1400, 2300]), 'round_then_first'), [162, 52, 86]);
  });

  test('nobody to share with, nothing shared', () => {
    assert.deepEqual(allocate(100, []), []);
    assert.deepEqual(allocate(0, claims([1, 2])), [0, 0]);
  });

  test('who has no weight gets nothing of what is left over, wherever that goes', () => {
    assert.deepEqual(allocate(100, claims([0, 1, 1, 1]), 'first'), [0, 34, 33, 33]);
    assert.deepEqual(allocate(100, claims([1, 1, 1, 0]), 'last'), [33, 33, 34, 0]);
  });

  test('equal parts are served in their order', () => {
    const twins = claims([1, 1, 1]);
    assert.deepEqual(allocate(100, twins, 'first'), [34, 33, 33]);
    assert.deepEqual(allocate(100, twins, 'last'), [33, 33, 34]);
    assert.deepEqual(allocate(101, twins), [34, 34, 33]);
  });

  test('a part that has nothing gives nothing back when rounding gave too much', () => {
    assert.deepEqual(allocate(2, claims([1, 100, 100, 100]), 'round_then_first'), [0, 0, 1, 1]);
  });

  test('without any weight all share alike', () => assert.deepEqual(allocate(10, claims([0, 0])), [5, 5]));

  test('what overflows a full part goes to those with room', () => {
    const parties = [{ weight: 5, room: 10 }, { weight: 5 }];
    assert.deepEqual(allocate(100, parties), [10, 90]);
    assert.deepEqual(
      allocate(
        100,
        parties.map((each) => ({ ...each, room: 10 })),
      ),
      [10, 10],
    );
  });
});

describe('quantities of merged carts', () => {
  test('an equal line is summed, kept, replaced, or the larger one', () => {
    assert.deepEqual(
      (['sum', 'max', 'keep', 'replace', 'leave', 'if_empty'] as const).map((one) => mergedQuantity(2, 5, one)),
      [7, 5, 2, 5, 2, 2],
    );
  });
  test('lines of the other cart join, unless the cart is to stay as it is, or was not empty', () => {
    assert.deepEqual(
      [joins('sum', 2), joins('leave', 0), joins('if_empty', 1), joins('if_empty', 0)],
      [true, false, false, true],
    );
  });
});
