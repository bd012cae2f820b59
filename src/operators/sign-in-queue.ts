/**
 * Work that is dear, so much at once and no more; the rest waits its turn, and what would wait too long is refused at
 * once. A password takes a quarter of a second of a core, 32 MiB and a thread of the pool that file and name look-ups
 * share: a flood of sign-ins may take half of that pool, never all of it.
 */
import { overloaded } from '../http/error-body.ts';

export type QueueLimits = { readonly atOnce: number; readonly mostWaiting: number };
export type Queue = {
  /** Whether `run` would refuse. */
  readonly isFull: () => boolean;
  readonly run: <T>(work: () => Promise<T>) => Promise<T>;
};

export const workQueue = ({ atOnce, mostWaiting }: QueueLimits): Queue => {
  const waiting: (() => void)[] = [];
  let running = 0;

  const isFull = (): boolean => running >= atOnce && waiting.length >= mostWaiting;
  const turn = async (): Promise<void> => {
    if (running >= atOnce) {
      await new Promise<void>((resolve) => {
        waiting.push(resolve); // whoever ends hands his place over, so nobody can slip in between
      });
    } else running += 1;
  };
  const done = (): void => {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  };
  return {
    isFull,
    run: async (work) => {
      if (isFull()) throw overloaded();
      await turn();
      try {
        return await work();
      } finally {
        done();
      }
    },
  };
};
