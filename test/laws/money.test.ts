/** What must be true of every sum, share and rate. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { allocate, type Claim } from '../../src/shared/allocate.ts';
import { divided, portion, rateOf, taxWithin, toDecimal, toMinor } from '../../src/shared/money.ts';
import { runs } from './runs.ts';

const amount = fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 });
const claims: fc.Arbitrary<readonly Claim[]> = fc
  .array(fc.nat(1_000_000_000), { minLength: 1, maxLength: 30 })
  .map((weights) => weights.map((weight) => ({ weight })));
const remainders = fc.constantFrom('largest', 'first', 'last', 'round_then_first' as const);
const roundings = fc.constantFrom('half_up', 'half_even', 'half_down' as const);
const total = (parts: readonly number[]): number => parts.reduce((sum, part) => sum + part, 0);
const check = <T extends readonly unknown[]>(property: fc.IProperty<T>): void =>
  fc.assert(property, { numRuns: runs(2000) });

describe('laws of money', () => {
  test('shares are integers with the sign of the amount, and add up to it', () => {
    check(
      fc.property(amount, claims, remainders, (given, parties, remainder) => {
        const parts = allocate(given, parties, remainder);
        assert.equal(total(parts), given);
        assert.ok(
          parts.every((part) => Number.isSafeInteger(part) && (part === 0 || Math.sign(part) === Math.sign(given))),
        );
        assert.ok(parts.every((part) => !Object.is(part, -0)));
      }),
    );
  });

  test('no share is a whole unit away from its exact part; without weight there is no share', () => {
    check(
      fc.property(amount, claims, (given, parties) => {
        const all = BigInt(total(parties.map(({ weight }) => weight)));
        fc.pre(all > 0n);
        for (const [at, part] of allocate(given, parties).entries()) {
          const weight = parties[at]?.weight ?? 0;
          const off = BigInt(part) * all - BigInt(given) * BigInt(weight);
          assert.ok((off < 0n ? -off : off) < all);
          if (weight === 0) assert.equal(part, 0);
        }
      }),
    );
  });

  test('no share passes its room; when room is short, all of it is used', () => {
    const roomy = fc
      .array(fc.tuple(fc.nat(1000), fc.nat(500)), { minLength: 1, maxLength: 12 })
      .map((entries) => entries.map(([weight, room]) => ({ weight: weight + 1, room })));
    check(
      fc.property(fc.nat(4000), roomy, remainders, (given, parties, remainder) => {
        const parts = allocate(given, parties, remainder);
        for (const [at, part] of parts.entries()) assert.ok(part <= (parties[at]?.room ?? 0));
        assert.equal(total(parts), Math.min(given, total(parties.map(({ room }) => room))));
      }),
    );
  });

  test('of equal claims the earlier never gets less, or with the remainder at the end never more', () => {
    const few = fc.array(fc.nat(3), { minLength: 2, maxLength: 12 });
    check(
      fc.property(fc.nat(1000), few, fc.constantFrom('largest', 'first', 'last'), (given, weights, remainder) => {
        const parts = allocate(
          given,
          weights.map((weight) => ({ weight })),
          remainder,
        );
        for (const weight of new Set(weights)) {
          const own = parts.filter((_, at) => weights[at] === weight);
          assert.deepEqual(
            own,
            own.toSorted((a, b) => (remainder === 'last' ? a - b : b - a)),
          );
        }
      }),
    );
  });

  test('a product is exact on both sides of 2^53', () => {
    const large = fc.integer({ min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER });
    check(
      fc.property(large, fc.nat(1_000_000), fc.integer({ min: 1, max: 1_000_000 }), (a, b, divisor) => {
        fc.pre(b <= divisor); // the quotient itself must be a safe integer
        const { whole, left } = divided(a, b, divisor);
        assert.equal(BigInt(whole) * BigInt(divisor) + BigInt(left), BigInt(a) * BigInt(b));
        assert.ok(Math.abs(left) < divisor);
      }),
    );
  });

  test('rounding treats a discount and a charge of the same size alike', () => {
    check(
      fc.property(amount, fc.nat(1_000_000), fc.integer({ min: 1, max: 1_000_000 }), roundings, (a, b, by, mode) => {
        fc.pre(b <= by);
        assert.equal(portion(-a, b, by, mode) + portion(a, b, by, mode), 0);
        const off = BigInt(portion(a, b, by, mode)) * BigInt(by) - BigInt(a) * BigInt(b);
        assert.ok(2n * (off < 0n ? -off : off) <= BigInt(by));
      }),
    );
  });

  test('tax inside a price lies between nothing and the price', () => {
    check(
      fc.property(fc.nat(1_000_000_000), fc.nat(1_000_000), roundings, (gross, rate, mode) => {
        const tax = taxWithin(gross, rate, mode);
        assert.ok(tax >= 0 && tax <= gross);
        assert.ok(Math.abs(rateOf(gross - tax, rate, mode) - tax) <= 1 + rate / 1_000_000);
      }),
    );
  });

  test('an amount survives the way to JSON and back', () => {
    check(
      fc.property(
        fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 }),
        fc.constantFrom(0, 2, 3),
        (minor, exponent) => {
          assert.equal(toMinor(JSON.parse(JSON.stringify(toDecimal(minor, exponent))), exponent), minor || 0);
        },
      ),
    );
  });
});
