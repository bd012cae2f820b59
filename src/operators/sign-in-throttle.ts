/**
 * Who guesses waits, longer each time. Counted by account and by network address, by all workers of this node together; over
 * all nodes by sign-in-everywhere.ts. Memory is bounded: beyond `maximumKeys` the key that was quiet longest is forgotten.
 */
import type { Stopwatch } from '../shared/clock.ts';
import type { Peers } from '../http/workers/peers.ts';
import { waitAfter } from './sign-in-rules.ts';

export type ThrottleOptions = {
  readonly stopwatch: Stopwatch;
  /** What the keys are, and who else counts them; left out: this process counts alone. */
  readonly shared?: { readonly name: string; readonly peers: Peers | undefined };
  /** Failures before the first wait. */
  readonly free: number;
  readonly maximumKeys: number;
};
export type Throttle = {
  /** Milliseconds until the key may try; 0 when it may. */
  readonly waitMs: (key: string) => number;
  /** Counts a try as failed before its outcome is known, so that many at once do not slip through. True past the threshold. */
  readonly count: (key: string) => boolean;
  /** One counted try went well. A wait that it caused stays, else every second try could be a guess. */
  readonly takeBack: (key: string) => void;
  readonly forget: (key: string) => void;
  readonly size: () => number;
};

type Failures = { readonly count: number; readonly last: number; readonly freeAt: number };

/** Longer than the longest wait, so that nobody waits his count away. */
const REMEMBERED_MS = 60 * 60 * 1000;

type Change = 'count' | 'takeBack' | 'forget';

export const signInThrottle = ({ stopwatch, free, maximumKeys, shared }: ThrottleOptions): Throttle => {
  const known = new Map<string, Failures>();

  const current = (key: string): Failures | undefined => {
    const failures = known.get(key);
    return failures !== undefined && stopwatch.ms() - failures.last < REMEMBERED_MS ? failures : undefined;
  };
  const changes = {
    count: (key: string): boolean => {
      const now = stopwatch.ms();
      const count = (current(key)?.count ?? 0) + 1;
      known.delete(key); // so that insertion order is the order of last use
      known.set(key, { count, last: now, freeAt: now + waitAfter(count, free) });
      if (known.size > maximumKeys) known.delete(known.keys().next().value ?? key);
      return count >= free;
    },
    takeBack: (key: string): void => {
      const failures = known.get(key);
      if (failures !== undefined) known.set(key, { ...failures, count: Math.max(0, failures.count - 1) });
    },
    forget: (key: string): void => void known.delete(key),
  };
  const topic = `sign-in by ${shared?.name}`;
  shared?.peers?.hear(topic, (message) => {
    const [change, key] = message as readonly [Change, string];
    changes[change](key);
  });
  /** Everywhere, at once: who guesses at two workers is heard of before his first guess is compared. */
  const everywhere = <C extends Change>(change: C, key: string): ReturnType<(typeof changes)[C]> => {
    shared?.peers?.tell(topic, [change, key]);
    return changes[change](key) as ReturnType<(typeof changes)[C]>;
  };
  return {
    waitMs: (key) => Math.max(0, (current(key)?.freeAt ?? 0) - stopwatch.ms()),
    count: (key) => everywhere('count', key),
    takeBack: (key) => everywhere('takeBack', key),
    forget: (key) => everywhere('forget', key),
    size: () => known.size,
  };
};
