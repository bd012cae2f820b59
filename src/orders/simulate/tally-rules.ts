/** Counts of a simulation, added up over threads. Pure. */
import type { OfferTally, StackTally, Tally, WorstCart } from './simulation-types.ts';

const MOST_WORST = 10;
const MOST_STACKS = 1000;

export const noTally: Tally = {
  carts: 0,
  orders: 0,
  reproduced: 0,
  before: 0,
  after: 0,
  cashback: 0,
  touched: 0,
  dearer: 0,
  tooCheap: 0,
  atFloor: 0,
  accidents: 0,
  unpriced: 0,
  offers: new Map(),
  stacks: new Map(),
  worst: [],
};

const joined = <T>(
  a: ReadonlyMap<string, T>,
  b: ReadonlyMap<string, T>,
  add: (x: T, y: T) => T,
): ReadonlyMap<string, T> => {
  if (b.size === 0) return a;
  if (a.size === 0) return b;
  const all = new Map(a);
  for (const [key, value] of b) {
    const known = all.get(key);
    all.set(key, known === undefined ? value : add(known, value));
  }
  return all;
};

const addOffers = (a: OfferTally, b: OfferTally): OfferTally => ({
  carts: a.carts + b.carts,
  amount: a.amount + b.amount,
  cashback: a.cashback + b.cashback,
});
const addStacks = (a: StackTally, b: StackTally): StackTally => ({
  carts: a.carts + b.carts,
  accidents: a.accidents + b.accidents,
  deepest: Math.max(a.deepest, b.deepest),
});

/** Equal ones by their ids, so that the order of threads decides nothing. */
const inOrder = (a: WorstCart, b: WorstCart): number =>
  b.saving - a.saving || (a.kind === b.kind ? 0 : a.kind < b.kind ? -1 : 1) || (a.id < b.id ? -1 : 1);

/** Those that meet most often; ties by their ids. */
export const stacksInOrder = (stacks: Tally['stacks']): readonly (readonly [string, StackTally])[] =>
  [...stacks].toSorted(([a, x], [b, y]) => y.accidents - x.accidents || y.carts - x.carts || (a < b ? -1 : 1));

export const addTallies = (a: Tally, b: Tally): Tally => {
  const stacks = joined(a.stacks, b.stacks, addStacks);
  return {
    carts: a.carts + b.carts,
    orders: a.orders + b.orders,
    reproduced: a.reproduced + b.reproduced,
    before: a.before + b.before,
    after: a.after + b.after,
    cashback: a.cashback + b.cashback,
    touched: a.touched + b.touched,
    dearer: a.dearer + b.dearer,
    tooCheap: a.tooCheap + b.tooCheap,
    atFloor: a.atFloor + b.atFloor,
    accidents: a.accidents + b.accidents,
    unpriced: a.unpriced + b.unpriced,
    offers: joined(a.offers, b.offers, addOffers),
    stacks: stacks.size > MOST_STACKS ? new Map(stacksInOrder(stacks).slice(0, MOST_STACKS)) : stacks,
    worst: b.worst.length === 0 ? a.worst : [...a.worst, ...b.worst].toSorted(inOrder).slice(0, MOST_WORST),
  };
};
