/** Keeps a courier at work until it is told to stop: at once while there is something to do, now and then otherwise. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Courier } from './courier.ts';

export type CourierRun = {
  /** Takes nothing more and waits for what is under way; what does not end in time is due again later, by its lease. */
  readonly stop: () => Promise<void>;
};

export type CourierPace = {
  /** How often to look when there is nothing to do. */
  readonly everyMs: number;
  /** For what is under way when it stops. */
  readonly graceMs: number;
  readonly onFailure: (error: unknown) => void;
};

export const runCourier = (courier: Courier, { everyMs, graceMs, onFailure }: CourierPace): CourierRun => {
  const stopping = new AbortController();
  const { signal } = stopping;

  const round = async (): Promise<number> => (await courier.spread()) + (await courier.begin());
  const rest = async (): Promise<void> => {
    const woken = new AbortController();
    const nap = pause(everyMs, undefined, { signal: AbortSignal.any([signal, woken.signal]) }).catch(() => undefined);
    await Promise.race([nap, courier.next()]);
    woken.abort();
  };
  const work = async (): Promise<void> => {
    while (!signal.aborted) {
      const done = await round().catch((error: unknown) => {
        onFailure(error);
        return 0;
      });
      if (done === 0) await rest();
    }
  };
  const working = work();
  return {
    stop: async () => {
      stopping.abort();
      await working;
      await Promise.race([courier.idle(), pause(graceMs, undefined, { ref: false })]);
      courier.abandon();
    },
  };
};
