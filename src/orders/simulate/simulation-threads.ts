/** Threads that share a simulation; none of them: it is done here, between other work. */
import { serialize } from 'node:v8';
import { pricedInTurns } from '../../cart/price/price-trials.ts';
import { startThread, type Thread } from '../../db/answering-thread.ts';
import { nextTurn, workInTurns } from '../../shared/slices.ts';
import type { Work } from '../../pricing/work.ts';
import { openSimulator } from './simulate-carts.ts';
import type { Portion, SentSet, SimulatedSet, Tally } from './simulation-types.ts';

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

/** Bytes of offers that are written in one turn of the loop: about a millisecond. */
const A_TURN = 200_000;
function* asBytes(offers: SimulatedSet['base']): Work<readonly Uint8Array[]> {
  const written: Uint8Array[] = [];
  for (const offer of offers) {
    const bytes = serialize(offer);
    written.push(bytes);
    yield bytes.length;
  }
  return written;
}

/** An offer may be about a hundred thousand goods: each is written once, and threads are given copies of the bytes. */
const sentSet = async ({ base, added, ...rest }: SimulatedSet): Promise<SentSet> => ({
  base: await workInTurns(asBytes(base), A_TURN),
  added: await workInTurns(asBytes(added), A_TURN),
  rest: serialize(rest),
});

export const openThreads = async (set: SimulatedSet, count: number): Promise<SimulationThreads> => {
  if (count === 0) return here(set);
  const sent = await sentSet(set);
  const threads: Thread<Portion, Tally>[] = [];
  while (threads.length < count) threads.push(await startThread<Portion, Tally>(entry, sent));
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
