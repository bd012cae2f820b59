/** The smallest change makes the offer act, nothing of it can be left out, and no cheaper one of its kind does. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { atOnce } from '../../src/pricing/work.ts';
import * as fc from 'fast-check';
import type { Addable, SearchSpace, Step } from '../../src/cart/explain/why-not/change-types.ts';
import { MOST_MORE, smallestChange } from '../../src/cart/explain/why-not/smallest-change-rules.ts';
import { standingOf, withSteps } from '../../src/cart/explain/why-not/step-rules.ts';
import { priceCart } from '../../src/pricing/price-cart.ts';
import type { PriceInput } from '../../src/pricing/pricing-types.ts';
import { inputArb } from './pricing-arbitraries.ts';
import { runs } from './runs.ts';

const ended = <Result>(search: Generator<number, Result>): Result => {
  for (;;) {
    const { done, value } = search.next();
    if (done === true) return value;
  }
};

/** Every article of the world, each alone in a cart of its own. */
const spaceOf = (input: PriceInput): SearchSpace => {
  const goods = priceCart(input).lines.filter(({ gift }) => gift === null);
  const others = [...input.articles.keys()].filter((uid) => !input.lines.some(({ articleUid }) => articleUid === uid));
  const alone = priceCart({
    ...input,
    coupon: null,
    adjustments: [],
    lines: others.map((uid) => ({ key: `new ${uid}`, articleUid: uid, quantity: 1 })),
  }).lines.filter(({ gift }) => gift === null);
  const addable =
    (inCart: boolean) =>
    (line: Addable['line']): Addable => ({ line, inCart, allows: () => true });
  const addables = [...goods.map(addable(true)), ...alone.map(addable(false))];
  return { input, goods, addables, takes: () => true, travels: () => true, goesAlone: () => true, spend: () => true };
};

const costOf = (step: Step & { readonly kind: 'add' }): number => step.addable.line.selling * step.units;

/** All that could have been added instead for less. */
function* cheaperAdditions(step: Step & { readonly kind: 'add' }, { addables }: SearchSpace): Generator<Step> {
  for (const addable of addables) {
    for (let units = 1; units <= 2 * MOST_MORE; units += 1) {
      const other = { ...step, addable, units };
      if (costOf(other) < costOf(step)) yield other;
    }
  }
}

describe('laws of the smallest change', () => {
  const seen = { found: 0, several: 0, none: 0 };

  test('it makes the offer act, it is needed, and no cheaper product does it', () => {
    fc.assert(
      fc.property(inputArb({ offers: 3, plain: true }), (input) => {
        const space = spaceOf(input);
        for (const offer of input.offers.offers) {
          const why = atOnce(atOnce(standingOf(offer, input)).why());
          if (why === null) continue;
          const { outcome, steps, after } = ended(smallestChange(offer, why, space));
          if (outcome !== 'found') {
            seen.none += 1;
            assert.deepEqual([steps, after], [[], null]);
            continue;
          }
          seen[steps.length === 1 ? 'found' : 'several'] += 1;
          assert.ok(atOnce(standingOf(offer, withSteps(input, steps))).applied);
          for (const left of steps) {
            const fewer = steps.filter((one) => one !== left);
            assert.equal(atOnce(standingOf(offer, withSteps(input, fewer))).applied, false);
          }
          const [step] = steps;
          if (steps.length > 1 || step?.kind !== 'add') continue;
          for (const other of cheaperAdditions(step, space)) {
            assert.equal(atOnce(standingOf(offer, withSteps(input, [other]))).applied, false, JSON.stringify(other));
          }
        }
      }),
      { numRuns: runs(60) },
    );
    assert.ok(seen.found > 8 && seen.several > 0 && seen.none > 0, JSON.stringify(seen));
  });

  test('it stops when there is no more work to spend', () => {
    fc.assert(
      fc.property(inputArb({ offers: 2, plain: true }), fc.integer({ min: 0, max: 3 }), (input, trials) => {
        const space = spaceOf(input);
        for (const offer of input.offers.offers) {
          const why = atOnce(atOnce(standingOf(offer, input)).why());
          if (why === null) continue;
          let left = trials;
          const spend = (): boolean => {
            left -= 1;
            return left >= 0;
          };
          const search = smallestChange(offer, why, { ...space, spend });
          for (let step = search.next(); step.done !== true; step = search.next()) {
            assert.ok(left >= 0, 'nothing is tried when there is none left');
          }
        }
      }),
      { numRuns: runs(60) },
    );
  });
});
