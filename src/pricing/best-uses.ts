/**
 * Which deals to use how often when they compete for the same units: the most saving there is, by search over what is left.
 * Greedy choice is wrong here (two meal deals can beat the one large one). The search is exact within its budget of looked-at
 * situations; beyond it the answer says so and names a bound that no choice can pass.
 */
import type { Minor } from '../shared/money.ts';

export type Deal = {
  readonly id: string;
  readonly needs: Readonly<Record<string, number>>;
  readonly saving: Minor;
  readonly most?: number;
};
export type BestUses = {
  readonly saving: Minor;
  readonly uses: Readonly<Record<string, number>>;
  readonly optimal: boolean;
  /** No choice saves more than this. */
  readonly bound: Minor;
};

type Found = { readonly saving: Minor; readonly counts: readonly number[] };

const mostUses = ({ needs, most }: Deal, left: Readonly<Record<string, number>>): number =>
  Object.entries(needs).reduce(
    (fewest, [kind, units]) => Math.min(fewest, Math.floor((left[kind] ?? 0) / units)),
    most ?? Number.MAX_SAFE_INTEGER,
  );
const without = (left: Readonly<Record<string, number>>, { needs }: Deal, uses: number): Record<string, number> => ({
  ...left,
  ...Object.fromEntries(Object.entries(needs).map(([kind, units]) => [kind, (left[kind] ?? 0) - units * uses])),
});

export const bestUses = (
  units: Readonly<Record<string, number>>,
  deals: readonly Deal[],
  budget = 100_000,
): BestUses => {
  const usable = deals
    .filter(({ needs, saving }) => saving > 0 && Object.values(needs).some((count) => count > 0))
    .toSorted((a, b) => b.saving - a.saving || (a.id < b.id ? -1 : 1));
  const known = new Map<string, Found>();
  let looked = 0;
  /** Each deal as often as it goes by itself: nothing can save more. */
  const boundFrom = (at: number, left: Readonly<Record<string, number>>): Minor =>
    usable.slice(at).reduce((sum, deal) => sum + deal.saving * mostUses(deal, left), 0);

  const search = (at: number, left: Readonly<Record<string, number>>): Found => {
    const deal = usable[at];
    if (deal === undefined) return { saving: 0, counts: [] };
    const key = `${at}|${Object.values(left).join(',')}`;
    const seen = known.get(key);
    if (seen !== undefined) return seen;
    looked += 1;
    let best: Found = { saving: -1, counts: [] };
    for (let uses = mostUses(deal, left); uses >= 0; uses -= 1) {
      const rest = without(left, deal, uses);
      if (deal.saving * uses + boundFrom(at + 1, rest) <= best.saving) continue;
      const found = search(at + 1, rest);
      const saving = deal.saving * uses + found.saving;
      if (saving > best.saving) best = { saving, counts: [uses, ...found.counts] };
      if (looked >= budget) break;
    }
    known.set(key, best);
    return best;
  };

  const { saving, counts } = search(0, { ...units });
  const optimal = looked < budget;
  return {
    saving,
    uses: Object.fromEntries(usable.map(({ id }, at) => [id, counts[at] ?? 0]).filter(([, count]) => count !== 0)),
    optimal,
    bound: optimal ? saving : boundFrom(0, units),
  };
};
