/** Buy X, get Y. A unit is bought or given once; the goods on both sides may overlap, and line order decides nothing. */
import { cheapestFirst, dearestFirst, type Run, takeUnits, unitsOf, useOf } from './goods.ts';
import type { Reward } from './offer-types.ts';
import { type BenefitView, type NotTaken, rewardUnits, type Taken, tooFew } from './taking.ts';

export type BuyGet = { readonly buyUnits: number; readonly getUnits: number; readonly reward: Reward };

type Sides = {
  readonly onlyBuy: readonly Run[];
  readonly onlyGet: readonly Run[];
  readonly both: readonly Run[];
};
/** One number for a lot of a line. */
const placeOf = ({ line, lot }: Run): number => line * 1_000_000 + lot;

const sidesOf = (buy: readonly Run[], get: readonly Run[]): Sides => {
  const buyPlaces = new Set(buy.map(placeOf));
  const getPlaces = new Set(get.map(placeOf));
  return {
    onlyBuy: buy.filter((run) => !getPlaces.has(placeOf(run))),
    onlyGet: get.filter((run) => !buyPlaces.has(placeOf(run))),
    both: get.filter((run) => buyPlaces.has(placeOf(run))),
  };
};

/** Units that may be given although they could be bought: what the buy side leaves over. */
const overlapFree = ({ onlyBuy, both }: Sides, bought: number): number =>
  unitsOf(both) - Math.max(0, bought - unitsOf(onlyBuy));

/** As often as the buy side, the get side and both together allow. */
const timesOf = (sides: Sides, { buyUnits, getUnits }: BuyGet): number => {
  const [buy, get, both] = [unitsOf(sides.onlyBuy), unitsOf(sides.onlyGet), unitsOf(sides.both)];
  const bounds = [(get + both) / getUnits, (buy + get + both) / (buyUnits + getUnits)];
  if (buyUnits > 0) bounds.push((buy + both) / buyUnits);
  return Math.floor(Math.min(...bounds));
};

/** Units of the last, incomplete reward, where the policy grants it. */
const partialUnits = (sides: Sides, { buyUnits, getUnits }: BuyGet, times: number): number => {
  const bought = (times + 1) * buyUnits;
  if (bought > unitsOf(sides.onlyBuy) + unitsOf(sides.both)) return 0;
  const open = unitsOf(sides.onlyGet) + overlapFree(sides, bought) - times * getUnits;
  return Math.max(0, open);
};

/** The given units, cheapest (or dearest) first, taking no more from the overlap than the buy side can spare. */
const chooseGiven = (sides: Sides, units: number, spare: number, { policy }: BenefitView): readonly Run[] => {
  const order = policy.reward_pick === 'cheapest' ? cheapestFirst : dearestFirst;
  const overlapping = new Set(sides.both.map(placeOf));
  const given: Run[] = [];
  let [left, leftOfOverlap] = [units, spare];
  for (const run of order([...sides.onlyGet, ...sides.both])) {
    const shared = overlapping.has(placeOf(run));
    const taken = Math.min(left, run.units, shared ? leftOfOverlap : run.units);
    if (taken <= 0) continue;
    given.push({ ...run, units: taken });
    left -= taken;
    if (shared) leftOfOverlap -= taken;
  }
  return given;
};

/** The bought units: those that could not be given first, then the dearest of the rest. */
const chooseBought = (sides: Sides, given: readonly Run[], units: number): readonly Run[] => {
  const gone = new Map(given.map((run) => [placeOf(run), run.units]));
  const rest = sides.both.map((run) => ({ ...run, units: run.units - (gone.get(placeOf(run)) ?? 0) }));
  return takeUnits([...dearestFirst(sides.onlyBuy), ...dearestFirst(rest.filter((run) => run.units > 0))], units);
};

export const buyAndGet = (benefit: BuyGet, view: BenefitView): Taken | NotTaken => {
  const unspent = (runs: readonly Run[]): readonly Run[] => runs.filter(({ spent }) => !spent);
  const sides = sidesOf(
    unspent(view.buyRuns),
    unspent(view.runs).filter(({ room }) => room > 0),
  );
  const most = view.limits.maximumUses ?? Number.MAX_SAFE_INTEGER;
  const times = Math.min(most, timesOf(sides, benefit));
  const more = view.policy.partial_rewards && times < most ? partialUnits(sides, benefit, times) : 0;
  const bought = (times + (more > 0 ? 1 : 0)) * benefit.buyUnits;
  const units = times * benefit.getUnits + more;
  if (units === 0) return missing(sides, benefit);
  const given = chooseGiven(sides, units, overlapFree(sides, bought), view);
  const others = chooseBought(sides, given, bought).map((run) => useOf(run, 0));
  return { ...rewardUnits(benefit.reward, given, view, others), spends: true };
};

/** What the first group lacks: units to buy, or units to give. */
const missing = (sides: Sides, { buyUnits, getUnits }: BuyGet): NotTaken => {
  const [buy, get, both] = [unitsOf(sides.onlyBuy), unitsOf(sides.onlyGet), unitsOf(sides.both)];
  const lacking = Math.max(buyUnits - buy - both, getUnits - get - both, buyUnits + getUnits - buy - get - both);
  const need = buyUnits + getUnits;
  return tooFew(need, need - lacking);
};
