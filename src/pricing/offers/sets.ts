/** "3 for 999": whole sets of units at one price. A set that would cost more than its units is skipped. */
import type { Minor } from '../../shared/money.ts';
import { cheapestFirst, dearestFirst, roomOf, type Run, spread, unitsOf, worthOf } from '../goods.ts';
import type { Use } from '../lots.ts';
import type { Step } from '../adjustment-types.ts';
import { type BenefitView, capped, type NotTaken, type Taken, tooFew } from './taking.ts';

export type SetBenefit = { readonly size: number; readonly price: Minor };

/** Units in a row, from the front on. A set looks only at the runs it spans, so that many sets look at each run once or twice. */
const rowOf = (runs: readonly Run[]) => {
  let left = unitsOf(runs);
  /** The run in front, and how many of its units are gone. */
  let [at, gone] = [0, 0];
  return {
    left: (): number => left,
    /** Units of the run in front. */
    front: (): number => (runs[at]?.units ?? 0) - gone,
    first: (units: number): readonly Run[] => {
      const found: Run[] = [];
      let wanted = units;
      for (let next = at; wanted > 0; next += 1) {
        const run = runs[next];
        if (run === undefined) break;
        const there = next === at ? run.units - gone : run.units;
        found.push({ ...run, units: Math.min(there, wanted) });
        wanted -= there;
      }
      return found;
    },
    drop: (units: number): void => {
      left -= Math.min(units, left);
      gone += units;
      for (let run = runs[at]; run !== undefined && gone >= run.units; run = runs[at]) {
        gone -= run.units;
        at += 1;
      }
    },
  };
};

export const fixedPriceSets = (
  { size, price }: SetBenefit,
  eligible: readonly Run[],
  view: BenefitView,
): Taken | NotTaken => {
  const { policy, limits } = view;
  if (unitsOf(eligible) < size) return tooFew(size, unitsOf(eligible));
  const row = rowOf(policy.set_pick === 'cheapest' ? cheapestFirst(eligible) : dearestFirst(eligible));
  let left = limits.maximumUses ?? Number.MAX_SAFE_INTEGER;
  const uses: Use[] = [];
  const steps: Step[] = [];
  while (left > 0 && row.left() >= size) {
    // As many as lie wholly in the run in front are equal, else the one that spans runs.
    const sets = Math.min(left, Math.max(1, Math.floor(row.front() / size)));
    const units = row.first(sets * size);
    const base = worthOf(units);
    const result = Math.max(0, base - sets * price);
    if (result === 0) {
      // With the cheapest first a dearer set may still be worth it: leave the first units out and try again.
      row.drop(Math.max(1, row.front() - size + 1));
      continue;
    }
    const given = Math.min(result, roomOf(units));
    steps.push({ formula: 'down_to', base, price: sets * price, result, taken: given });
    uses.push(...spread(given, units, policy));
    left -= sets;
    row.drop(sets * size);
  }
  if (uses.length === 0) return { reason: 'not_cheaper', shortfall: null };
  const cap = limits.maximumDiscount;
  return { uses: capped(uses, cap, policy), steps, cap, room: roomOf(eligible), spends: false };
};
