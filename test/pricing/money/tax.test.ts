import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Definition } from '../../../src/pricing/compile/offer-types.ts';
import type { PriceInput } from '../../../src/pricing/pricing-types.ts';
import { article, charging, policyOf, price, promotion } from '../carts.ts';

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

describe('tax rounded over the cart, halves to even', () => {
  const evenly = policyOf({ tax_rounding: 'cart', rounding: 'half_even' });
  const taxOf = (selling: number, policy: typeof evenly): number =>
    price([[article('a', selling, { taxRate: 280_000 }), 1]], [], { policy }).breakup.gst_charges;

  test('looks at the whole total: 3.5, 10.5 and 17.5 are 4, 10 and 18, as for one line', () => {
    const amounts = [16, 48, 80];
    const expected = [4, 10, 18];
    assert.deepEqual(
      amounts.map((amount) => taxOf(amount, evenly)),
      expected,
    );
    assert.deepEqual(
      amounts.map((amount) => taxOf(amount, { ...evenly, tax_rounding: 'line' })),
      expected,
    );
  });
  test('goes on from there: after 3.5 comes 7, after 7 comes 10.5', () => {
    const bought = ['a', 'b', 'c'].map((uid) => [article(uid, 16, { taxRate: 280_000 }), 1] as const);
    assert.deepEqual(
      price(bought, [], { policy: evenly }).lines.map(({ tax }) => tax.tax),
      [4, 3, 3],
    );
  });
});

describe('tax of a charge', () => {
  const charges = (waiver: readonly Definition[], more: Partial<PriceInput>, inside = true) =>
    price([[article('a', 10_000, { state: 'MH', taxRate: 0 }), 1]], waiver, {
      policy: policyOf({ prices_include_tax: inside }),
      place: { state: 'MH', zones: [] },
      ...charging({ delivery: [{ threshold: -1, charge: 4900 }], taxRate: 180_000 }),
      ...more,
    }).charges.map(({ amount, waived, tax, parts }) => [amount, waived, tax, parts.map((part) => part.amount)]);

  test('is split by the place, whatever the rates of the goods', () => {
    assert.deepEqual(charges([], {}), [[4900, 0, 747, [374, 373]]]);
    assert.deepEqual(charges([], { place: { state: 'KA', zones: [] } }), [[4900, 0, 747, [747]]]);
    assert.deepEqual(charges([], { place: null }), [[4900, 0, 747, []]]);
  });
  test('is that of what offers on delivery leave of it', () => {
    const off = (offer: Definition): readonly Definition[] => [promotion('s', 'shipping_price', offer)];
    assert.deepEqual(charges(off({}), {}), [[4900, 4900, 0, [0, 0]]]);
    assert.deepEqual(charges(off({ discount_amount: 20 }), {}), [[4900, 2000, 442, [221, 221]]]);
    assert.deepEqual(charges([], {}, false), [[5782, 0, 882, [441, 441]]]);
    assert.deepEqual(charges(off({ discount_amount: 20 }), {}, false), [[5782, 2000, 577, [289, 288]]]);
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
