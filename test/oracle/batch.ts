/** Some carts of one seed, compared; the first that differs is made as small as it goes. */
import * as fc from 'fast-check';
import { caseArb, everything } from './arb-case.ts';
import type { Case } from './case.ts';
import { compared, stillDiffers } from './compare.ts';
import { featuresOf } from './coverage.ts';
import { refusals } from './engine.ts';
import { smallest } from './shrink.ts';

type Difference = {
  readonly id: string;
  readonly name: string;
  readonly family: 'oracle';
  readonly status: 'policy';
  readonly input: Case;
  readonly expected: unknown;
  readonly got: unknown;
};
export type Batch = { readonly counts: ReadonlyMap<string, number>; readonly difference: Difference | null };

/** A case in the shape of the recorded ones, with both answers. */
const asVector = (given: Case, seed: number): Difference => {
  const { differences, engine, oracle } = compared(given);
  const name = differences.slice(0, 3).join('; ');
  return {
    id: `oracle-${seed}`,
    name,
    family: 'oracle',
    status: 'policy',
    input: given,
    expected: oracle,
    got: engine,
  };
};

export const runBatch = (seed: number, carts: number): Batch => {
  const counts = new Map<string, number>();
  const check = (given: Case): boolean => {
    const refused = refusals(given);
    if (refused.length > 0) throw new Error(`refused: ${refused.join()}`);
    const { differences, priced } = compared(given);
    for (const feature of featuresOf(given, priced)) counts.set(feature, (counts.get(feature) ?? 0) + 1);
    return differences.length === 0;
  };
  const result = fc.check(fc.property(caseArb(everything), check), { seed, numRuns: carts, endOnFailure: false });
  if (!result.failed) return { counts, difference: null };
  const [found] = result.counterexample ?? [];
  if (found === undefined) throw new Error(`seed ${seed}: ${String(result.errorInstance)}`);
  if (!stillDiffers(found)) throw new Error(`seed ${seed}: ${String(result.errorInstance)}\n${JSON.stringify(found)}`);
  return { counts, difference: asVector(smallest(found, stillDiffers), seed) };
};
