/**
 * A line is a list of unit lots: units with the same history and a whole price each. Cutting a price splits lots, so that
 * every minor unit of a discount lies on a unit of the cart and nothing is averaged.
 */
import type { Minor } from '../shared/money.ts';
import type { Lot, PricedLine } from './priced-types.ts';
import type { Share } from './adjustment-types.ts';

/** Some units of a lot that an offer uses, and what they are relieved of together. */
export type Use = { readonly line: number; readonly lot: number; readonly units: number; readonly amount: Minor };
export type Mark = {
  readonly adjustment: string;
  /** Null for a change that is no offer: it leaves no mark. */
  readonly offerId: string | null;
  readonly closes: boolean;
  readonly closesLine: boolean;
  readonly spends: boolean;
};

export const lineAmount = ({ lots }: PricedLine): Minor => {
  let amount = 0;
  for (const { units, price } of lots) amount += units * price;
  return amount;
};

/** What the units of a line would cost before anything was taken off. */
export const startAmount = ({ start, quantity }: PricedLine): Minor => start * quantity;

export const freshLot = (units: number, price: Minor): Lot => ({
  units,
  price,
  cuts: [],
  usedBy: [],
  closed: false,
  spent: false,
});

/** Price of one unit before this offer took anything: rules of one offer work on the same price. Its own cuts are the last. */
export const priceBefore = ({ price, cuts }: Lot, adjustmentPrefix: string): Minor => {
  let [first, end] = [0, cuts.length];
  while (first < end) {
    const middle = (first + end) >> 1;
    if (cuts[middle]?.adjustment.startsWith(adjustmentPrefix) === true) end = middle;
    else first = middle + 1;
  }
  let before = price;
  for (let at = first; at < cuts.length; at += 1) before += cuts[at]?.each ?? 0;
  return before;
};

/** Nothing taken is no cut: units that only had to be there, or that a small sum did not reach, have the same history. */
const used = (lot: Lot, units: number, each: Minor, mark: Mark): Lot => ({
  units,
  price: lot.price - each,
  cuts: each === 0 ? lot.cuts : [...lot.cuts, { adjustment: mark.adjustment, each }],
  usedBy: mark.offerId === null || lot.usedBy.includes(mark.offerId) ? lot.usedBy : [...lot.usedBy, mark.offerId],
  closed: lot.closed || mark.closes,
  spent: lot.spent || mark.spends,
});

/** Units and what each of them loses: as even as whole minor units allow, the larger cuts first. */
const cutsOf = ({ units, amount }: Use): readonly { readonly units: number; readonly each: Minor }[] => {
  const each = Math.floor(amount / units);
  const more = amount - each * units;
  if (more === 0) return [{ units, each }];
  return [
    { units: more, each: each + 1 },
    { units: units - more, each },
  ];
};

const useLot = (lot: Lot, uses: readonly Use[], mark: Mark): readonly Lot[] => {
  const parts: Lot[] = [];
  let left = lot.units;
  for (const use of uses) {
    for (const { units, each } of cutsOf(use)) parts.push(used(lot, units, each, mark));
    left -= use.units;
  }
  if (left > 0) parts.push({ ...lot, units: left });
  return parts;
};

const useLots = (lots: readonly Lot[], uses: readonly Use[], mark: Mark): readonly Lot[] => {
  const [only] = lots;
  if (only !== undefined && lots.length === 1) return joined(useLot(only, uses, mark));
  const parts: Lot[] = [];
  // Uses lie as the lots do: each of them is looked at once, however many lots a line has.
  let next = 0;
  for (const [at, lot] of lots.entries()) {
    const from = next;
    while (uses[next]?.lot === at) next += 1;
    if (next === from) parts.push(lot);
    else parts.push(...useLot(lot, uses.slice(from, next), mark));
  }
  return joined(parts);
};

const sameCuts = (a: Lot['cuts'], b: Lot['cuts']): boolean =>
  a === b ||
  (a.length === b.length &&
    a.every(({ adjustment, each }, at) => adjustment === b[at]?.adjustment && each === b[at]?.each));
const sameHistory = (a: Lot, b: Lot): boolean =>
  a.price === b.price &&
  a.closed === b.closed &&
  a.spent === b.spent &&
  a.usedBy.length === b.usedBy.length &&
  a.usedBy.every((id, at) => id === b.usedBy[at]) &&
  sameCuts(a.cuts, b.cuts);

/** Neighbours with the same history are one lot: how units came to be cut apart leaves no trace. */
const joined = (lots: readonly Lot[]): readonly Lot[] => {
  const whole: Lot[] = [];
  for (const lot of lots) {
    const last = whole.at(-1);
    if (last !== undefined && sameHistory(last, lot))
      whole[whole.length - 1] = { ...last, units: last.units + lot.units };
    else whole.push(lot);
  }
  return whole;
};

const useLine = (line: PricedLine, uses: readonly Use[], mark: Mark): PricedLine => ({
  ...line,
  lots: useLots(line.lots, uses, mark),
  closed: line.closed || mark.closesLine,
});

type Placed = { readonly line: number; readonly lot: number };

/** Entries by the line they are about, as units lie. Mostly they come in that order already. */
export const groupByLine = <T extends Placed>(entries: readonly T[]): readonly (readonly T[])[] => {
  const groups: T[][] = [];
  let last = -1;
  for (const entry of inLineOrder(entries)) {
    if (entry.line === last) groups.at(-1)?.push(entry);
    else groups.push([entry]);
    last = entry.line;
  }
  return groups;
};
const inLineOrder = <T extends Placed>(entries: readonly T[]): readonly T[] => {
  let [last, lastLot] = [-1, -1];
  for (const { line, lot } of entries) {
    if (line < last || (line === last && lot < lastLot)) {
      return entries.toSorted((a, b) => a.line - b.line || a.lot - b.lot);
    }
    [last, lastLot] = [line, lot];
  }
  return entries;
};

/** The lines that change, by index, and what fell on which units of each. */
export const applyUses = (
  lines: readonly PricedLine[],
  uses: readonly Use[],
  mark: Mark,
): { readonly changed: ReadonlyMap<number, PricedLine>; readonly shares: readonly Share[] } => {
  const changed = new Map<number, PricedLine>();
  const shares: Share[] = [];
  for (const ofLine of groupByLine(uses)) {
    const at = ofLine[0]?.line ?? -1;
    const line = lines[at];
    if (line === undefined) continue;
    changed.set(at, useLine(line, ofLine, mark));
    const share = shareOf(line.key, ofLine);
    if (share.amount > 0) shares.push(share);
  }
  return { changed, shares };
};

/** What fell on the line; units that only had to be there are not counted. */
const shareOf = (line: string, uses: readonly Use[]): Share => {
  const lots = uses.flatMap(cutsOf).filter(({ each }) => each > 0);
  let [units, amount] = [0, 0];
  for (const lot of lots) {
    units += lot.units;
    amount += lot.units * lot.each;
  }
  return { line, units, amount, lots };
};
