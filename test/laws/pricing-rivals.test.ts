/** Offers that do not go together never act on one cart, whatever their kinds, stages and marks and however they are stacked. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { priceCart } from '../../src/pricing/price-cart.ts';
import { caseArb, everything } from '../oracle/arb-case.ts';
import { pick } from '../oracle/arb-world.ts';
import type { Definition } from '../oracle/case.ts';
import { engineInput } from '../oracle/engine.ts';
import { runs } from './runs.ts';

const groupArb = pick(undefined, 'a', 'b');
const namesArb = fc.subarray(['p0', 'p1', 'p2', 'p3', 'coupon'], { maxLength: 2 });
const rivalsArb = fc.array(fc.record({ stack_group: groupArb, excludes: namesArb }), { minLength: 6, maxLength: 6 });
/** Prices of units are no offers that act. */
const prices = new Set<unknown>(['contract_price', 'ladder_price']);
type Rival = Definition & { readonly stack_group: string | undefined; readonly excludes: readonly string[] };
const idOf = (offer: Rival): string => String(offer['_id']);

test('of a group, and of a pair that excludes each other, at most one acts', () => {
  let both = 0;
  fc.assert(
    fc.property(caseArb(everything), rivalsArb, (given, drawn) => {
      const rivalsAt = (at: number) => drawn[at % drawn.length] ?? { stack_group: undefined, excludes: [] };
      const promotions = given.promotions.map((each, at): Rival => ({ ...each, ...rivalsAt(at) }));
      const coupon: Rival | null = given.coupon === null ? null : { ...given.coupon, ...rivalsAt(5) };
      const { applied } = priceCart(engineInput({ ...given, promotions, coupon }));
      const acting = [...promotions, ...(coupon === null ? [] : [coupon])].filter(
        (each) => applied.includes(idOf(each)) && !prices.has(each['promotion_type']),
      );
      if (acting.length > 1) both += 1;
      for (const one of acting) {
        for (const other of acting.filter((each) => each !== one)) {
          assert.ok(one.stack_group === undefined || one.stack_group !== other.stack_group, 'two of a group');
          assert.ok(!one.excludes.includes(idOf(other)), 'two that exclude each other');
        }
      }
    }),
    { numRuns: runs(150) },
  );
  assert.ok(both > 0, 'no cart had two offers at all');
});
