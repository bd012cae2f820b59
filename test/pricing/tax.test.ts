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

describe('tax of a line', () => {
  const placed = (taxRate: number, store: string | null, place: string | null, selling = 1121) =>
    price([[article('a', selling, { taxRate, state: store }), 1]], [], {
      place: place === null ? null : { state: place, zones: [] },
    }).lines[0]?.tax.parts;

  test('within a state is half the centre’s, which also gets the odd unit', () => {
    assert.deepEqual(placed(180_000, 'MH', 'MH'), [
      { name: 'cgst', rate: 90_000, amount: 86 },
      { name: 'sgst', rate: 90_000, amount: 85 },
    ]);
  });
  test('across states is one', () => {
    assert.deepEqual(placed(180_000, 'MH', 'KA'), [{ name: 'igst', rate: 180_000, amount: 171 }]);
  });
  test('is not split where a place is unknown or there is none', () => {
    assert.deepEqual(
      [placed(180_000, null, 'MH'), placed(180_000, 'MH', null), placed(180_000, null, null), placed(0, 'MH', 'MH')],
      [[], [], [], []],
    );
  });
  test('over the cart does not depend on the order of lines', () => {
    const bought = ['c', 'a', 'b'].map((uid) => [article(uid, half.selling, { taxRate: half.taxRate }), 1] as const);
    const { lines } = price(bought, [], { policy: overCart });
    assert.deepEqual(Object.fromEntries(lines.map(({ key, tax }) => [key, tax.tax])), { a: 4205, b: 4204, c: 4205 });
  });
  test('over the cart counts each rate for itself', () => {
    const bought = [120_000, 0, 120_000].map(
      (taxRate, at) => [article('abc'[at] ?? '', 39_242, { taxRate }), 1] as const,
    );
    const { lines } = price(bought, [], { policy: overCart });
    assert.deepEqual(
      lines.map(({ tax }) => tax.tax),
      [4205, 0, 4204],
    );
  });
});
