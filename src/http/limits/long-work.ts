/** Long work of this process, and for whom it is done. Every slice of it (shared/slices.ts) stands in one line. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { haveTurnsBy } from '../../shared/slices.ts';
import { turnLine, type Work } from './turn-line.ts';

const turns = turnLine({
  ms: () => performance.now(),
  soon: setImmediate,
  later: (run, ms) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  settled: (run) => queueMicrotask(() => process.nextTick(run)),
});
/** A request that was begun. */
export type Stay = Work & {
  place: 'none' | 'inside' | 'outside';
  /** For how many outside it waits. */
  waits: number;
  /** Gives its place to others, until what this gives is called. */
  readonly stepsOut: (stay: Stay) => () => void;
};
/** Whose work runs now; undefined: that of nobody who waits for it. */
const working = new AsyncLocalStorage<Stay>();
haveTurnsBy(() => turns.next(working.getStore()));

export const { begins: workBegins, ends: workEnds, waits: workWaits } = turns;
export const duringWork = (stay: Stay, run: () => void): void => working.run(stay, run);
/** What runs now is known to take long: long work of others does not step back for it. */
export const takesLong = (): void => turns.takesLong(working.getStore());
/** What runs now waits for somebody outside until what this gives is called. */
export const stepsOut = (): (() => void) | undefined => {
  const stay = working.getStore();
  return stay?.stepsOut(stay);
};
