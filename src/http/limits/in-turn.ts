/**
 * One writer at a time for each key inside a node. It saves work, it does not promise anything: the version guard does. A
 * hot cart would otherwise burn its retries against itself.
 *
 * Who waits too long, or comes when many wait already, is refused, and nothing of his was done; who went away while he
 * waited has lost his turn.
 */
import { deadline } from '../../db/deadline.ts';
import { overloaded } from '../error-body.ts';

export type InTurn = <T>(key: string, work: () => Promise<T>, isGone?: () => boolean) => Promise<T>;
export type TurnLimits = { readonly waitMs: number; readonly mostWaiting: number };

type Waiting = { readonly begin: () => void; readonly refuse: (why: string) => void; readonly isGone: () => boolean };

export const turns = ({ waitMs, mostWaiting }: TurnLimits): InTurn => {
  /** Who waits for each key that somebody works on, in order. */
  const queues = new Map<string, Set<Waiting>>();

  const turn = (key: string, isGone: () => boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      const queue = queues.get(key);
      if (queue === undefined) {
        queues.set(key, new Set());
        return resolve();
      }
      const waiting: Waiting = {
        isGone,
        begin: () => {
          forget();
          resolve();
        },
        refuse: (why) => {
          forget();
          queue.delete(waiting);
          reject(overloaded(new Error(why)));
        },
      };
      const forget = deadline(waitMs, () => waiting.refuse(`others were at work on it for ${waitMs} ms`));
      if (queue.size >= mostWaiting) return waiting.refuse(`${queue.size} wait for it already`);
      queue.add(waiting);
    });

  const handOver = (key: string): void => {
    for (const next of queues.get(key) ?? []) {
      if (next.isGone()) {
        next.refuse('the caller went away');
        continue;
      }
      queues.get(key)?.delete(next);
      return next.begin();
    }
    queues.delete(key);
  };

  return async (key, work, isGone = () => false) => {
    await turn(key, isGone);
    try {
      return await work();
    } finally {
      handOver(key);
    }
  };
};
