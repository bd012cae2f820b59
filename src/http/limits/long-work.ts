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
/** Whose work runs now; undefined: that of nobody who waits for it. */
const working = new AsyncLocalStorage<Work>();
haveTurnsBy(() => turns.next(working.getStore()));

export const { begins: workBegins, ends: workEnds } = turns;
export const duringWork = (work: Work, run: () => void): void => working.run(work, run);
/** What runs now is known to take long: long work of others does not step back for it. */
export const takesLong = (): void => turns.takesLong(working.getStore());
