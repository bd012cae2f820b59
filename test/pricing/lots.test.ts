/** Units that an offer uses: which are one lot afterwards, and which stay apart. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { applyUses, freshLot, groupByLine, type Mark, type Use } from '../../src/pricing/lots.ts';
import type { Lot, PricedLine } from '../../src/pricing/priced-types.ts';

const lineOf = (...lots: readonly Lot[]): PricedLine => ({ key: 'a', lots, closed: false }) as unknown as PricedLine;
const mark: Mark = { adjustment: 'p:0', offerId: 'p', closes: false, closesLine: false, spends: false };
const use = (lot: number, units: number, amount: number): Use => ({ line: 0, lot, units, amount });
const after = (lots: readonly Lot[], uses: readonly Use[], how: Mark = mark): readonly Lot[] =>
  applyUses([lineOf(...lots)], uses, how).changed.get(0)?.lots ?? [];

describe('units that are used', () => {
  const plain = freshLot(2, 100);
  const usedByP: Lot = { ...plain, usedBy: ['p'] };

  test('are one lot with a neighbour of the same history', () => {
    assert.deepEqual(after([usedByP, plain], [use(1, 2, 0)]), [{ ...usedByP, units: 4 }]);
    const cut = { ...usedByP, price: 90, cuts: [{ adjustment: 'p:0', each: 10 }] };
    assert.deepEqual(after([cut, plain], [use(1, 2, 20)]), [{ ...cut, units: 4 }]);
  });

  const others: Readonly<Record<string, Lot>> = {
    'another price': { ...usedByP, price: 99 },
    'a closed end': { ...usedByP, closed: true },
    'units that were spent': { ...usedByP, spent: true },
    'one offer more': { ...usedByP, usedBy: ['p', 'q'] },
    'another offer': { ...usedByP, usedBy: ['q'] },
    'a cut': { ...usedByP, cuts: [{ adjustment: 'q:0', each: 5 }] },
  };
  for (const [name, other] of Object.entries(others)) {
    test(`stay apart from a neighbour with ${name}`, () => {
      assert.deepEqual(after([other, plain], [use(1, 2, 0)]), [other, usedByP]);
    });
  }

  test('stay apart from a neighbour whose cuts are others, or as large but of another offer', () => {
    const cutBy = (...cuts: Lot['cuts']): Lot => ({ ...usedByP, price: 90, cuts });
    const made = cutBy({ adjustment: 'p:0', each: 10 });
    for (const other of [
      cutBy({ adjustment: 'q:0', each: 10 }),
      cutBy({ adjustment: 'p:0', each: 4 }),
      cutBy({ adjustment: 'p:0', each: 10 }, { adjustment: 'q:0', each: 1 }),
    ]) {
      assert.deepEqual(after([other, plain], [use(1, 2, 20)]), [other, made]);
    }
  });

  test('carry the name of an offer once, and none of a change that is no offer', () => {
    assert.deepEqual(after([usedByP], [use(0, 2, 0)]), [usedByP]);
    assert.deepEqual(after([plain], [use(0, 2, 0)], { ...mark, offerId: null }), [plain]);
  });

  test('lie by line and lot, however they are named', () => {
    const entry = (line: number, lot: number) => ({ line, lot });
    const sorted = [[entry(0, 0), entry(0, 1)], [entry(1, 0)], [entry(2, 1), entry(2, 3)]];
    const [a, b, c, d, e] = sorted.flat();
    assert.ok(a && b && c && d && e);
    for (const given of [
      [a, b, c, d, e],
      [e, d, c, b, a],
      [b, a, c, e, d],
      [c, a, b, d, e],
      [a, c, b, d, e],
    ]) {
      assert.deepEqual(groupByLine(given), sorted);
    }
  });
});
