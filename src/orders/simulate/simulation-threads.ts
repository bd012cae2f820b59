/** Threads that share a simulation; none of them: it is done here, between other work. */
import { pricedInTurns } from '../../cart/price/price-trials.ts';
import { startThread } from '../../db/answering-thread.ts';
import { nextTurn } from '../../shared/slices.ts';
import { openSimulator } from './simulate-carts.ts';
import type { Portion, SimulatedSet, Tally } from './simulation-types.ts';

const entry = new URL('./simulation-thread.ts', import.meta.url);

/**
 * On all cores where a thread can step back behind all others (`simulation-thread.ts`): it takes what shoppers leave. Elsewhere on
 * half of them, and shoppers have the rest.
 */
export const threadsBeside = (platform: NodeJS.Platform, cores: number): number =>
  platform === 'linux' ? cores : Math.max(1, Math.floor(cores / 2));

export type SimulationThreads = {
  readonly count: number;
  readonly tally: (portion: Portion) => Promise<Tally>;
  readonly stop: () => Promise<void>;
};

const here = (set: SimulatedSet): SimulationThreads => {
  const { tally } = openSimulator(set);
  return {
    count: 1,
    tally: async (portion) => {
      await nextTurn();
      return pricedInTurns(tally(portion));
    },
    stop: async () => undefined,
  };
};

export const openThreads = async (set: SimulatedSet, count: number): Promise<SimulationThreads> => {
  if (count === 0) return here(set);
  const threads = await Promise.all(Array.from({ length: count }, () => startThread<Portion, Tally>(entry, set)));
  const busy = threads.map(() => 0);
  return {
    count,
    tally: async (portion) => {
      const free = busy.indexOf(Math.min(...busy));
      busy[free] = (busy[free] ?? 0) + 1;
      try {
        const thread = threads[free];
        if (thread === undefined) throw new Error('a simulation has no thread');
        return await thread.ask(portion);
      } finally {
        busy[free] = (busy[free] ?? 1) - 1;
      }
    },
    stop: async () => {
      await Promise.all(threads.map(({ stop }) => stop()));
    },
  };
};
