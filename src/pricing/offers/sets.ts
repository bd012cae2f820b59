/** "3 for 999": whole sets of units at one price. A set that would cost more than its units is skipped. */
import type { Minor } from '../../shared/money.ts';
import { cheapestFirst, dearestFirst, roomOf, type Run, spread, takeUnits, unitsOf, worthOf } from '../goods.ts';
import type { Use } from '../lots.ts';
import type { Step } from '../priced-types.ts';
import { type BenefitView, capped, type NotTaken, type Taken, tooFew } from './taking.ts';

export type SetBenefit = { readonly size: number; readonly price: Minor };

/** Takes `units` off the front of the runs. */
const without = (runs: readonly Run[], units: number): readonly Run[] => {
  const rest: Run[] = [];
  let left = units;
  for (const run of runs) {
    const gone = Math.min(left, run.units);
    if (run.units > gone) rest.push({ ...run, units: run.units - gone });
    left -= gone;
  }
  return rest;
};

/** How many equal sets can be taken at once: as many as lie wholly in the first run, else the one that spans runs. */
const setsInFront = ([first]: readonly Run[], size: number, most: number): number =>
  Math.min(most, Math.max(1, Math.floor((first?.units ?? 0) / size)));

export const fixedPriceSets = (
  { size, price }: SetBenefit,
  eligible: readonly Run[],
  view: BenefitView,
): Taken | NotTaken => {
  const { policy, limits } = view;
  if (unitsOf(eligible) < size) return tooFew(size, unitsOf(eligible));
  let rest = policy.set_pick === 'cheapest' ? cheapestFirst(eligible) : dearestFirst(eligible);
  let left = limits.maximumUses ?? Number.MAX_SAFE_INTEGER;
  const uses: Use[] = [];
  const steps: Step[] = [];
  while (left > 0 && unitsOf(rest) >= size) {
    const sets = setsInFront(rest, size, left);
    const units = takeUnits(rest, sets * size);
    const base = worthOf(units);
    const result = Math.max(0, base - sets * price);
    if (result === 0) {
      // With the cheapest first a dearer set may still be worth it: leave the first units out and try again.
      rest = without(rest, Math.max(1, (rest[0]?.units ?? 0) - size + 1));
      continue;
    }
    const given = Math.min(result, roomOf(units));
    steps.push({ formula: 'down_to', base, price: sets * price, result, taken: given });
    uses.push(...spread(given, units, policy));
    left -= sets;
    rest = without(rest, sets * size);
  }
  if (uses.length === 0) return { reason: 'not_cheaper', shortfall: null };
  const cap = limits.maximumDiscount;
  return { uses: capped(uses, cap, policy), steps, cap, room: roomOf(eligible), spends: false };
};
