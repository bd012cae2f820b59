/** Prices answer to what is in the cart: not to keys, not to the order of adding, not to how units are spread over lines. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { priceCart } from '../../src/pricing/price-cart.ts';
import type { AskedLine, PriceInput } from '../../src/pricing/pricing-types.ts';
import { inputArb } from './pricing-arbitraries.ts';
import { figuresOfGoods, figuresOfLines } from './pricing-figures.ts';
import { disagreements } from './pricing-recompute.ts';
import { runs } from './runs.ts';

const input = inputArb({ offers: 6 });
const check = <T extends readonly unknown[]>(property: fc.IProperty<T>): void =>
  fc.assert(property, { numRuns: runs(700) });

/** A rank for every line, and a name that has nothing to do with it. */
const shuffle = fc.array(fc.tuple(fc.nat(), fc.string({ minLength: 1, maxLength: 4 })), { minLength: 7, maxLength: 7 });
const shuffled = (lines: readonly AskedLine[], ranks: readonly (readonly [number, string])[]): readonly AskedLine[] =>
  lines
    .map((line, at) => ({ rank: ranks[at]?.[0] ?? 0, line: { ...line, key: `${ranks[at]?.[1]}~${at}` } }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ line }) => line);

/** Where each line is cut in two, if it is long enough; the pieces of odd lines are far apart. */
const cuts = fc.array(fc.nat(8), { minLength: 7, maxLength: 7 });
const split = (lines: readonly AskedLine[], places: readonly number[]): readonly AskedLine[] => {
  const pieces = lines.flatMap((line, at) => {
    const first = places[at] ?? 0;
    if (first === 0 || first >= line.quantity) return [{ line, at: 2 * at }];
    return [
      { line: { ...line, quantity: first }, at: 2 * at },
      { line: { ...line, key: `+${line.key}`, quantity: line.quantity - first }, at: at % 2 === 0 ? 2 * at + 1 : -at },
    ];
  });
  return pieces.toSorted((a, b) => a.at - b.at).map(({ line }) => line);
};
const withLines = (given: PriceInput, lines: readonly AskedLine[]): PriceInput => ({ ...given, lines });

describe('laws of goods', () => {
  test('any order of lines and any keys: the same lines at the same prices, the same totals', () => {
    check(
      fc.property(input, shuffle, (given, ranks) => {
        const other = priceCart(withLines(given, shuffled(given.lines, ranks)));
        assert.deepEqual(figuresOfLines(other), figuresOfLines(priceCart(given)));
      }),
    );
  });

  test('a line in pieces: the same units at the same prices, the same tax, offers and totals', () => {
    check(
      fc.property(input, cuts, (given, places) => {
        const pieces = withLines(given, split(given.lines, places));
        const other = priceCart(pieces);
        assert.deepEqual(figuresOfGoods(other), figuresOfGoods(priceCart(given)));
        assert.deepEqual(disagreements(other, pieces), []);
      }),
    );
  });

  test('every line gets the units it asked for, in the place where it was asked', () => {
    check(
      fc.property(input, cuts, (given, places) => {
        const lines = split(given.lines, places);
        const own = priceCart(withLines(given, lines)).lines.filter(({ gift }) => gift === null);
        assert.deepEqual(
          own.map(({ key, quantity, asked }) => ({ ...asked, key, quantity })),
          lines,
        );
      }),
    );
  });
});
