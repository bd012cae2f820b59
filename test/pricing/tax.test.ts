import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { article, policyOf, price } from './carts.ts';

/** 392.42 with 12 % inside holds 42.045 of tax: exactly half a paisa too much. */
const half = { selling: 39_242, taxRate: 120_000 };
const overCart = policyOf({ tax_rounding: 'cart' });
const taxes = (amounts: readonly number[]): readonly number[] => {
  const bought = amounts.map(
    (selling, at) => [article('abcd'[at] ?? '', selling, { taxRate: half.taxRate }), 1] as const,
  );
  return price(bought, [], { policy: overCart }).lines.map(({ tax }) => tax.tax);
};

describe('tax rounded over the cart', () => {
  test('a line that costs nothing bears none, also after one that was rounded up', () => {
    assert.deepEqual(taxes([half.selling, 0]), [4205, 0]);
  });
  test('the sum is rounded once', () => {
    assert.deepEqual(taxes([half.selling, half.selling]), [4205, 4204]);
    assert.deepEqual(taxes([half.selling, half.selling, half.selling]), [4205, 4204, 4205]);
  });
});
