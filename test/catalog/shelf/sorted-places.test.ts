/** Bits, orders that are kept, and sorting in steps: each says what the plain way says. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { bitsFor, countBits, hasBit, keepCommon, placesIn, putBit } from '../../../src/catalog/shelf/bits.ts';
import { sortedPlaces, sortInSteps } from '../../../src/catalog/shelf/sorted-places.ts';
import { byCodePoint } from '../../../src/shared/text-order.ts';
import { workInTurns } from '../../../src/shared/slices.ts';

const placesArb = fc.uniqueArray(fc.nat({ max: 200 }));
const bitsOf = (places: readonly number[]) => {
  const bits = bitsFor(201);
  for (const place of places) putBit(bits, place, true);
  return bits;
};

test('bits hold the places that were put there, and what two have in common', () => {
  fc.assert(
    fc.property(placesArb, placesArb, (some, others) => {
      const bits = bitsOf(some);
      assert.deepEqual(
        placesIn(bits),
        some.toSorted((a, b) => a - b),
      );
      assert.equal(countBits(bits), some.length);
      keepCommon(bits, bitsOf(others));
      const common = some.filter((place) => others.includes(place));
      assert.deepEqual(new Set(placesIn(bits)), new Set(common));
      for (const place of common) putBit(bits, place, false);
      assert.equal(
        common.some((place) => hasBit(bits, place)),
        false,
      );
    }),
  );
});

test('an order is kept while keys change', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat({ max: 30 }), fc.nat({ max: 9 })), { maxLength: 60 }),
      fc.uniqueArray(fc.nat({ max: 30 })),
      (changes, first) => {
        const keys = new Map(first.map((place) => [place, 5]));
        const compare = (a: number, b: number) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0) || a - b;
        const kept = sortedPlaces(Uint32Array.from(first.toSorted(compare)), 40, compare);
        for (const [place, key] of changes) {
          if (keys.has(place)) kept.remove(place);
          keys.set(place, key);
          kept.add(place);
        }
        assert.deepEqual([...kept.places.subarray(0, kept.size())], [...keys.keys()].toSorted(compare));
        assert.equal(
          kept.countBefore((place) => (keys.get(place) ?? 0) < 4),
          [...keys.values()].filter((key) => key < 4).length,
        );
      },
    ),
  );
  const none = sortedPlaces(Uint32Array.of(1, 2), 4, (a, b) => a - b);
  assert.throws(() => none.remove(3), /not where its order has it/);
});

test('sorting in steps sorts, and no step is long', async () => {
  for (const length of [0, 1, 511, 512, 513, 5_000]) {
    const values = Uint32Array.from({ length }, (_, at) => (at * 7_919) % 10_007);
    const sorted = await workInTurns(
      sortInSteps(values.slice(), (a, b) => b - a),
      1_000,
    );
    assert.deepEqual(
      [...sorted],
      [...values].toSorted((a, b) => b - a),
    );
    for (const step of sortInSteps(values.slice(), (a, b) => a - b)) assert.ok(step <= 4_096);
  }
});

test('texts are sorted as their bytes are', () => {
  const textArb = fc.string({
    unit: fc.constantFrom('a', 'b', 'é', '\ud7ff', '\ue000', '\uffff', '𝒳', '𠀀', '\u{10ffff}'),
  });
  fc.assert(
    fc.property(textArb, textArb, (a, b) => {
      assert.equal(Math.sign(byCodePoint(a, b)), Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
  );
});
