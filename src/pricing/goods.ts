/** The units an offer may take from: open to it, in a stable order, with the price it works on and the room above the floor. */
import { allocate, type Claim } from '../shared/allocate.ts';
import { million, type Minor, portion } from '../shared/money.ts';
import type { CompiledOffer, Criteria } from './compile/offer-types.ts';
import type { Lot, PricedLine } from './priced-types.ts';
import type { PricingPolicy } from './pricing-policy.ts';
import { groupByLine, priceBefore, type Use } from './lots.ts';
import type { Matcher } from './offers/match-lines.ts';

/** Units of one lot: the same price, the same room. */
export type Run = {
  readonly line: number;
  readonly lot: number;
  /** Names the line in derivations. */
  readonly key: string;
  readonly units: number;
  /** Unit price the offer's rate is taken of. */
  readonly price: Minor;
  /** The most that can still be taken from one unit. */
  readonly room: Minor;
  readonly spent: boolean;
  readonly taxRate: number;
};

export const adjustmentPrefix = (offer: CompiledOffer): string => `${offer.mode}:${offer.id}:`;

const unusedByOthers = (lot: Lot, offer: CompiledOffer): boolean => lot.usedBy.every((id) => id === offer.id);

/** May this offer touch these units? Marks of earlier offers and its own marks both have a say. */
const lotIsOpen = (lot: Lot, offer: CompiledOffer): boolean => {
  if (offer.applyAll) return true;
  if (lot.closed && !lot.usedBy.includes(offer.id)) return false;
  return (offer.stackable && offer.exclusive !== 'cart') || unusedByOthers(lot, offer);
};
const lineIsOpen = (line: PricedLine, offer: CompiledOffer): boolean => {
  if (line.gift !== null) return false;
  if (offer.boundToLine && line.asked.promoId !== offer.id) return false;
  if (offer.applyAll) return true;
  if (line.closed && !line.lots.some(({ usedBy }) => usedBy.includes(offer.id))) return false;
  return offer.exclusive !== 'article' || line.lots.every((lot) => unusedByOthers(lot, offer));
};

/** Adds the line's open lots to `runs`. Loops here and below: this is where pricing spends its time (bench/pricing.ts). */
const addRuns = (
  runs: Run[],
  line: PricedLine,
  at: number,
  { offer, prefix }: { readonly offer: CompiledOffer; readonly prefix: string },
): void => {
  if (!lineIsOpen(line, offer)) return;
  const onMarked = offer.mode === 'coupon' && offer.onMarked;
  for (const [position, lot] of line.lots.entries()) {
    if (!lotIsOpen(lot, offer)) continue;
    runs.push({
      line: at,
      lot: position,
      key: line.key,
      units: lot.units,
      price: onMarked ? line.marked : priceBefore(lot, prefix),
      room: Math.max(0, lot.price - line.floor),
      spent: lot.spent,
      taxRate: line.article.taxRate,
    });
  }
};

/** Runs of all lines that match any of the criteria; lines lie in the order of goods, and so do runs. */
export const runsFor = (
  lines: readonly PricedLine[],
  criteria: readonly Criteria[],
  offer: CompiledOffer,
  match: Matcher,
): readonly Run[] => {
  const [only] = criteria;
  const indexes =
    only !== undefined && criteria.length === 1
      ? match.linesOf(only)
      : [...new Set(criteria.flatMap((each) => match.linesOf(each)))].toSorted((a, b) => a - b);
  const runs: Run[] = [];
  const prefix = adjustmentPrefix(offer);
  for (const at of indexes) {
    const line = lines[at];
    if (line !== undefined) addRuns(runs, line, at, { offer, prefix });
  }
  return runs;
};
/** In the order of goods, and inside a good as its units lie. */
const inRow = (a: Run, b: Run): number => a.line - b.line || a.lot - b.lot;

/** Cheapest first; equal prices by the order of goods. */
export const cheapestFirst = (runs: readonly Run[]): readonly Run[] =>
  runs.toSorted((a, b) => a.price - b.price || inRow(a, b));
/** Dearest first, with the same order among equals. */
export const dearestFirst = (runs: readonly Run[]): readonly Run[] =>
  runs.toSorted((a, b) => b.price - a.price || inRow(a, b));

export const unitsOf = (runs: readonly Run[]): number => runs.reduce((units, run) => units + run.units, 0);
export const worthOf = (runs: readonly Run[]): Minor => runs.reduce((worth, run) => worth + run.units * run.price, 0);
export const roomOf = (runs: readonly Run[]): Minor => runs.reduce((room, run) => room + run.units * run.room, 0);

/** The first `units` of the runs, in their order. */
export const takeUnits = (runs: readonly Run[], units: number): readonly Run[] => {
  const taken: Run[] = [];
  let left = units;
  for (const run of runs) {
    if (left <= 0) break;
    taken.push({ ...run, units: Math.min(run.units, left) });
    left -= run.units;
  }
  return taken;
};

const weightOf = (run: Run, policy: PricingPolicy): number => {
  const worth = run.units * run.price;
  if (policy.allocation_weights === 'net' || policy.prices_include_tax) return worth;
  return portion(worth, million + run.taxRate, million, policy.rounding);
};

/** Shares an amount over lines by what they are worth, and within a line over its lots; nobody falls below the floor. */
export const spread = (amount: Minor, runs: readonly Run[], policy: PricingPolicy): readonly Use[] => {
  const lines = groupByLine(runs);
  const claims = lines.map(
    (ofLine): Claim => ({
      weight: ofLine.reduce((weight, run) => weight + weightOf(run, policy), 0),
      room: roomOf(ofLine),
    }),
  );
  const parts = allocate(amount, claims, policy.remainder);
  return lines.flatMap((ofLine, at) => spreadInLine(parts[at] ?? 0, ofLine));
};

export const spreadInLine = (amount: Minor, runs: readonly Run[]): readonly Use[] => {
  const [only] = runs;
  if (only !== undefined && runs.length === 1) return [useOf(only, Math.min(amount, only.units * only.room))];
  const claims = runs.map(
    (run): Claim => ({
      weight: run.units * run.price,
      room: run.units * run.room,
    }),
  );
  const parts = allocate(amount, claims);
  return runs.map((run, at) => useOf(run, parts[at] ?? 0));
};

export const useOf = ({ line, lot, units }: Run, amount: Minor): Use => ({ line, lot, units, amount });
