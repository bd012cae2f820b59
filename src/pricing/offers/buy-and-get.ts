/**
 * Buy X, get Y. Every time takes units for each requirement of the buy side and for the reward; no unit serves twice. Goods may
 * fit several sides at once: how often it goes is counted for every set of sides together, and line order decides nothing.
 */
import { cheapestFirst, dearestFirst, type Run, useOf } from '../goods.ts';
import type { Reward } from '../compile/offer-types.ts';
import type { PricingPolicy } from '../pricing-policy.ts';
import type { Work } from '../work.ts';
import { type BenefitView, type NotTaken, type OpenWay, rewardUnits, type Taken, tooFew } from './taking.ts';

export type BuyGet = { readonly getUnits: number; readonly reward: Reward };

/** A run and the sides it fits, as bits: the requirements in their order, then the reward. */
type Good = { readonly run: Run; readonly sides: number };
/** One number for a lot of a line. */
const placeOf = ({ line, lot }: Run): number => line * 1_000_000 + lot;

const goodsOf = (way: OpenWay, rewards: readonly Run[], left: ReadonlyMap<number, number>): readonly Good[] => {
  const goods = new Map<number, Good>();
  for (const [side, runs] of [...way.map((requirement) => requirement.runs), rewards].entries()) {
    for (const run of runs) {
      const place = placeOf(run);
      const units = left.get(place) ?? run.units;
      const sides = (goods.get(place)?.sides ?? 0) | (1 << side);
      if (units > 0) goods.set(place, { run: { ...run, units }, sides });
    }
  }
  return [...goods.values()];
};

/** For every set of sides (its bits are the index) what it wants. */
const wantedBySet = (wants: readonly number[]): readonly number[] => {
  const sums = [0];
  for (const want of wants) sums.push(...sums.map((sum) => sum + want));
  return sums;
};
/** For every set of sides the units that fit any of them. */
const fittingBySet = (goods: readonly Good[], sides: number): number[] => {
  const bySides = new Map<number, number>();
  for (const { run, sides: own } of goods) bySides.set(own, (bySides.get(own) ?? 0) + run.units);
  const fitting = Array.from({ length: 1 << sides }, () => 0);
  for (const [own, count] of bySides) {
    for (let set = 1; set < fitting.length; set += 1) if ((own & set) !== 0) fitting[set] = (fitting[set] ?? 0) + count;
  }
  return fitting;
};

type Times = {
  readonly times: number;
  /** Units of one more, incomplete reward, where the policy grants it. */
  readonly more: number;
  /** Units that the first time lacks, whatever set of sides lacks most. */
  readonly lacking: number;
};

const timesOf = (fitting: readonly number[], wants: readonly number[], most: number, partial: boolean): Times => {
  const wanted = wantedBySet(wants);
  const reward = 1 << (wants.length - 1);
  let [times, lacking] = [most, 0];
  for (const [set, want] of wanted.entries()) {
    const units = fitting[set] ?? 0;
    if (want > 0) times = Math.min(times, Math.floor(units / want));
    lacking = Math.max(lacking, want - units);
  }
  let more = partial && times < most ? Number.MAX_SAFE_INTEGER : 0;
  for (let set = 0; set < reward; set += 1) {
    const bought = (times + 1) * (wanted[set] ?? 0);
    if (bought > (fitting[set] ?? 0)) more = 0;
    more = Math.min(more, (fitting[set | reward] ?? 0) - bought - times * (wanted[reward] ?? 0));
  }
  return { times, more: Math.max(0, more), lacking };
};

/** So many of these units that no set of the sides still open runs short. */
const spareOf = (units: number, sides: number, open: readonly number[], fitting: readonly number[]): number => {
  let spare = units;
  for (let set = 0; set < open.length; set += 1) {
    const kept = open[set] ?? -1;
    if ((set & sides) !== 0 && kept >= 0) spare = Math.min(spare, (fitting[set] ?? 0) - kept);
  }
  return spare;
};

/** Takes units one good after another, never so many that a set of the sides still open would run short. */
const picker = (goods: readonly Good[], fitting: number[]) => {
  const left = new Map(goods.map(({ run }) => [placeOf(run), run.units]));
  const pick = (from: readonly Good[], units: number, open: readonly number[]): readonly Run[] => {
    const taken: Run[] = [];
    let wanted = units;
    for (const { run, sides } of from) {
      if (wanted <= 0) break;
      const place = placeOf(run);
      const there = Math.min(wanted, left.get(place) ?? 0);
      const spare = there <= 0 ? 0 : spareOf(there, sides, open, fitting);
      if (spare <= 0) continue;
      for (let set = 0; set < fitting.length; set += 1) {
        if ((set & sides) !== 0) fitting[set] = (fitting[set] ?? 0) - spare;
      }
      left.set(place, (left.get(place) ?? 0) - spare);
      taken.push({ ...run, units: spare });
      wanted -= spare;
    }
    return taken;
  };
  return { left, pick };
};

/** What each set of the requirements from `first` on still wants; -1 for sets that are done with. */
const stillOpen = (wanted: readonly number[], times: number, first: number): readonly number[] =>
  wanted.map((want, set) => (set % (1 << first) === 0 ? want * times : -1));

type Group = { readonly given: readonly Run[]; readonly bought: readonly Run[]; readonly left: Map<number, number> };

const inOrder = (goods: readonly Good[], order: (runs: readonly Run[]) => readonly Run[]): readonly Good[] => {
  const byPlace = new Map(goods.map((good) => [placeOf(good.run), good]));
  return order(goods.map(({ run }) => run)).flatMap((run) => byPlace.get(placeOf(run)) ?? []);
};

/** Rewards first, cheapest (or dearest) of all; then each requirement: what no reward could use, then the dearest. */
const chooseUnits = (
  goods: readonly Good[],
  fitting: number[],
  wants: readonly number[],
  { times, units, policy }: { readonly times: number; readonly units: number; readonly policy: PricingPolicy },
): Group => {
  const requirements = wants.slice(0, -1);
  const reward = 1 << requirements.length;
  const wanted = wantedBySet(requirements);
  const { left, pick } = picker(goods, fitting);
  const dear = inOrder(goods, dearestFirst);
  const rewards = policy.reward_pick === 'cheapest' ? inOrder(goods, cheapestFirst) : dear;
  const given = pick(
    rewards.filter(({ sides }) => (sides & reward) !== 0),
    units,
    stillOpen(wanted, times, 0),
  );
  const bought = requirements.flatMap((want, side) => {
    const fits = dear.filter(({ sides }) => (sides & (1 << side)) !== 0);
    const [shared, own] = [true, false].map((both) => fits.filter(({ sides }) => ((sides & reward) !== 0) === both));
    return pick([...(own ?? []), ...(shared ?? [])], want * times, stillOpen(wanted, times, side + 1));
  });
  return { given, bought, left };
};

/** Units of the same lot in one run. */
const together = (runs: readonly Run[]): readonly Run[] => {
  const byPlace = new Map<number, Run>();
  for (const run of runs) {
    const place = placeOf(run);
    byPlace.set(place, { ...run, units: run.units + (byPlace.get(place)?.units ?? 0) });
  }
  return [...byPlace.values()];
};

const unspent = (runs: readonly Run[]): readonly Run[] => runs.filter(({ spent }) => !spent);

/** The alternatives in their order, each as often as the units left allow; uses are counted over all of them. */
export function* buyAndGet(
  { getUnits, reward }: BuyGet,
  view: BenefitView,
  ways: readonly (() => OpenWay | null)[],
): Work<Taken | NotTaken> {
  const rewards = unspent(view.runs).filter(({ room }) => room > 0);
  const [given, bought]: [Run[], Run[]] = [[], []];
  const left = new Map<number, number>();
  let uses = view.limits.maximumUses ?? Number.MAX_SAFE_INTEGER;
  let nearest: NotTaken | null = null;
  for (const openWay of ways) {
    // An alternative takes about half as long as a rule that takes from all goods.
    if (ways.length > 1) yield view.runs.length / 2;
    const open = openWay();
    if (open === null) continue;
    const way = open.map(({ runs, units }) => ({ runs: unspent(runs), units }));
    const goods = goodsOf(way, rewards, left);
    const wants = [...way.map(({ units }) => units), getUnits];
    const fitting = fittingBySet(goods, wants.length);
    const { times, more, lacking } = timesOf(fitting, wants, uses, view.policy.partial_rewards);
    const units = times * getUnits + more;
    if (units === 0) {
      nearest = nearer(nearest, wantedBySet(wants).at(-1) ?? 0, lacking);
      continue;
    }
    const taken = times + (more > 0 ? 1 : 0);
    const group = chooseUnits(goods, fitting, wants, { times: taken, units, policy: view.policy });
    given.push(...group.given);
    bought.push(...group.bought);
    for (const [place, rest] of group.left) left.set(place, rest);
    uses -= taken;
    if (uses <= 0) break;
  }
  if (given.length === 0) return nearest ?? tooFew(getUnits, 0);
  const others = together(bought).map((run) => useOf(run, 0));
  return { ...rewardUnits(reward, together(given), view, others), spends: true };
}

/** Of the alternatives the one whose first time lacks the fewest units. */
const nearer = (best: NotTaken | null, need: number, lacking: number): NotTaken =>
  best === null || lacking < (best.shortfall?.gap ?? 0) ? tooFew(need, need - lacking) : best;
