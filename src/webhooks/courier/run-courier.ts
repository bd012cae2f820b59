/** Keeps a courier at work until it is told to stop: at once while there is something to do, now and then otherwise, ever
 * more rarely while it fails. */
import { setTimeout as pause } from 'node:timers/promises';
import { keepWorking, type Worker } from '../../db/keep-working.ts';
import type { Courier } from './courier.ts';

const MOST_PAUSE_MS = 30_000;

export type CourierRun = {
  /** Takes nothing more and waits for what is under way; what does not end in time is due again later, by its lease. */
  readonly stop: () => Promise<void>;
};

export type CourierPace = Pick<Worker, 'everyMs' | 'chance' | 'onFailure' | 'onRecovery'> & {
  /** For what is under way when it stops. */
  readonly graceMs: number;
};

export const runCourier = (courier: Courier, { graceMs, ...pace }: CourierPace): CourierRun => {
  const step = async (): Promise<number> => (await courier.spread()) + (await courier.begin());
  const stop = keepWorking({ ...pace, step, mostMs: MOST_PAUSE_MS, woken: courier.next });
  return {
    stop: async () => {
      await stop();
      await Promise.race([courier.idle(), pause(graceMs, undefined, { ref: false })]);
      courier.abandon();
    },
  };
};
