/**
 * Guessing a secret costs time: after some wrong ones for a client from one address, that pair is refused for a while,
 * the right secret included. Other clients and other addresses notice nothing. Counted per process, in bounded memory.
 */
import { slidingWindow } from '../../http/limits/sliding-window.ts';
import type { Stopwatch } from '../../shared/clock.ts';

export type SecretThrottle = {
  /** Milliseconds until the pair may try again; 0 when it may now. */
  readonly waitMs: (clientId: string, address: string) => number;
  readonly failed: (clientId: string, address: string) => void;
};

export const WRONG_SECRETS_A_MINUTE = 10;
const window = { windowMs: 60_000, slices: 12, maximumKeys: 20_000 };

export const secretThrottle = (stopwatch: Stopwatch): SecretThrottle => {
  const failures = slidingWindow({ stopwatch, ...window });
  const refusedUntil = new Map<string, number>();

  const refuse = (key: string, until: number): void => {
    refusedUntil.delete(key);
    refusedUntil.set(key, until);
    const [oldest] = refusedUntil.keys();
    if (refusedUntil.size > window.maximumKeys && oldest !== undefined) refusedUntil.delete(oldest);
  };

  return {
    waitMs: (clientId, address) => Math.max(0, (refusedUntil.get(`${clientId} ${address}`) ?? 0) - stopwatch.ms()),
    failed: (clientId, address) => {
      const key = `${clientId} ${address}`;
      const { remaining, resetMs } = failures.take(key, WRONG_SECRETS_A_MINUTE);
      if (remaining === 0) refuse(key, stopwatch.ms() + resetMs);
    },
  };
};
