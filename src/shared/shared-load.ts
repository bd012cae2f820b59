/**
 * Work that several callers wait for and that is done once: whoever asks while it runs gets its outcome. A promise that is
 * handed to every request would, if it never settled, hold up all of them for good; so each has a deadline. At its
 * deadline, and when it fails, the work is dropped: those who wait are refused, and the next to ask begins anew.
 *
 * What is dropped cannot be stopped. A load that keeps what it made keeps it itself, so that one that is late is not in vain.
 */
import { Refusal } from './errors.ts';

export type SharedLoadOptions = {
  /** What is loaded, for the log. */
  readonly what: string;
  readonly deadlineMs: number;
  /** Told of every load that was dropped because it did not come. */
  readonly onLate?: OnLate | undefined;
};
export type OnLate = (what: string, key: string) => void;
export type SharedLoad<T> = (key: string, load: () => Promise<T>) => Promise<T>;

/** Shorter than a client's connection is kept without an answer (http/server.ts), longer than any load should take. */
export const LOAD_DEADLINE_MS = 20_000;

const late = (what: string, deadlineMs: number): Refusal =>
  new Refusal('overloaded', {
    headers: { 'retry-after': '1' },
    cause: new Error(`${what}: nothing came within ${deadlineMs} ms`),
  });

export const sharedLoads = <T>({ what, deadlineMs, onLate = () => {} }: SharedLoadOptions): SharedLoad<T> => {
  const running = new Map<string, Promise<T>>();

  const begin = (key: string, load: () => Promise<T>): Promise<T> => {
    const outcome = Promise.withResolvers<T>();
    const drop = (): void => {
      clearTimeout(timer);
      if (running.get(key) === outcome.promise) running.delete(key);
    };
    const timer = setTimeout(() => {
      drop();
      onLate(what, key);
      outcome.reject(late(what, deadlineMs));
    }, deadlineMs).unref();
    void Promise.try(load).then(outcome.resolve, outcome.reject).finally(drop);
    return outcome.promise;
  };

  return (key, load) => {
    const known = running.get(key);
    if (known !== undefined) return known;
    const begun = begin(key, load);
    running.set(key, begun);
    return begun;
  };
};
