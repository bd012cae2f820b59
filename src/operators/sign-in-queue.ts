/**
 * Work that is dear, so much at once and no more; the rest waits its turn, and what would wait too long is refused at
 * once. A password takes a quarter of a second of a core, 32 MiB and a thread of the pool that file and name look-ups
 * share: a flood of sign-ins may take half of that pool, never all of it.
 *
 * Those who wait are served by turns of who asks, and when all places are taken whoever has most of them gives up his last for
 * somebody who has fewer: who guesses waits for himself.
 */
import { overloaded } from '../http/error-body.ts';
import { waitingLine } from '../http/limits/waiting-line.ts';

export type QueueLimits = { readonly atOnce: number; readonly mostWaiting: number };
export type Queue = {
  /** Whether `run` would refuse him. */
  readonly isFull: (of: string) => boolean;
  readonly run: <T>(of: string, work: () => Promise<T>) => Promise<T>;
};
type Waiting = { readonly of: string; readonly begin: () => void; readonly refuse: (why: Error) => void };

export const workQueue = ({ atOnce, mostWaiting }: QueueLimits): Queue => {
  const line = waitingLine<Waiting>(Number.POSITIVE_INFINITY, ({ of }) => of);
  /** Who gave up his place stays in the line until his turn, and is then passed over. */
  const waiting = new Set<Waiting>();
  let running = 0;

  const placesOf = (of: string): readonly Waiting[] => [...waiting].filter((one) => one.of === of);
  /** The last place of whoever has most, where that leaves him no fewer than the newcomer has then. */
  const placeFor = (of: string): Waiting | undefined => {
    const held = [...new Set([...waiting].map((one) => one.of))].map(placesOf);
    const most = held.reduce((longest, own) => (own.length > longest.length ? own : longest), []);
    return most.length > placesOf(of).length + 1 ? most.at(-1) : undefined;
  };
  const isFull = (of: string): boolean =>
    running >= atOnce && waiting.size >= mostWaiting && placeFor(of) === undefined;
  const makeRoom = (of: string): void => {
    const given = waiting.size >= mostWaiting ? placeFor(of) : undefined;
    if (given !== undefined && waiting.delete(given)) given.refuse(overloaded());
  };
  const turn = async (of: string): Promise<void> => {
    if (running < atOnce) {
      running += 1;
      return;
    }
    makeRoom(of);
    await new Promise<void>((begin, refuse) => {
      const one = { of, begin, refuse };
      waiting.add(one);
      line.join(one, 0); // whoever ends hands his place over, so nobody can slip in between
    });
  };
  const done = (): void => {
    let next = line.nextInTime(0);
    while (next !== undefined && !waiting.delete(next)) next = line.nextInTime(0);
    if (next === undefined) running -= 1;
    else next.begin();
  };
  return {
    isFull,
    run: async (of, work) => {
      if (isFull(of)) throw overloaded();
      await turn(of);
      try {
        return await work();
      } finally {
        done();
      }
    },
  };
};
