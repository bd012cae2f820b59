/** Choosing among deals that compete for units: never worse than greed, and equal to trying everything where that is possible. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { bestUses, type Deal } from '../../src/pricing/best-uses.ts';
import { runs } from './runs.ts';

type Units = Readonly<Record<string, number>>;
const kinds = ['coke', 'sandwich', 'chocolate'] as const;
const unitsArb: fc.Arbitrary<Units> = fc
  .tuple(fc.nat(3), fc.nat(3), fc.nat(2))
  .map((counts) => Object.fromEntries(kinds.map((kind, at) => [kind, counts[at] ?? 0])));
const dealsArb: fc.Arbitrary<readonly Deal[]> = fc
  .array(fc.tuple(fc.nat(2), fc.nat(2), fc.nat(1), fc.integer({ min: 1, max: 500 })), { maxLength: 4 })
  .map((entries) =>
    entries
      .map(([coke, sandwich, chocolate, saving], at) => ({
        id: `d${at}`,
        saving,
        needs: Object.fromEntries(
          Object.entries({ coke, sandwich, chocolate }).filter(([, count]) => count > 0),
        ) as Record<string, number>,
      }))
      .filter(({ needs }) => Object.keys(needs).length > 0),
  );

const fits = (units: Units, { needs }: Deal): boolean =>
  Object.entries(needs).every(([kind, count]) => (units[kind] ?? 0) >= count);
const less = (units: Units, { needs }: Deal): Units => ({
  ...units,
  ...Object.fromEntries(Object.entries(needs).map(([kind, count]) => [kind, (units[kind] ?? 0) - count])),
});
const everything = (units: Units, deals: readonly Deal[]): number =>
  Math.max(
    0,
    ...deals.filter((deal) => fits(units, deal)).map((deal) => deal.saving + everything(less(units, deal), deals)),
  );
const greedy = (units: Units, deals: readonly Deal[]): number => {
  const [best] = deals.filter((deal) => fits(units, deal)).toSorted((a, b) => b.saving - a.saving);
  return best === undefined ? 0 : best.saving + greedy(less(units, best), deals);
};

describe('laws of the best choice', () => {
  test('up to eight units and four deals it is what trying everything finds', () => {
    fc.assert(
      fc.property(unitsArb, dealsArb, (units, deals) => {
        const { saving, uses, optimal, bound } = bestUses(units, deals);
        assert.equal(saving, everything(units, deals));
        assert.ok(optimal && bound === saving);
        assert.equal(
          saving,
          deals.reduce((sum, deal) => sum + deal.saving * (uses[deal.id] ?? 0), 0),
        );
      }),
      { numRuns: runs(2000) },
    );
  });

  test('it is never worse than taking the largest saving first, and its uses fit', () => {
    fc.assert(
      fc.property(unitsArb, dealsArb, (units, deals) => {
        const { saving, uses } = bestUses(units, deals);
        assert.ok(saving >= greedy(units, deals));
        for (const kind of kinds) {
          const needed = deals.reduce((sum, { id, needs }) => sum + (needs[kind] ?? 0) * (uses[id] ?? 0), 0);
          assert.ok(needed <= (units[kind] ?? 0));
        }
      }),
      { numRuns: runs(2000) },
    );
  });

  test('beyond its budget it says so, and names a bound', () => {
    const deals = [
      { id: 'a', needs: { coke: 2 }, saving: 300 },
      { id: 'b', needs: { coke: 3 }, saving: 500 },
      { id: 'c', needs: { coke: 5, sandwich: 1 }, saving: 900 },
    ];
    const { optimal, saving, bound } = bestUses({ coke: 99, sandwich: 30 }, deals, 3);
    assert.equal(optimal, false);
    assert.ok(bound >= saving);
  });
});
