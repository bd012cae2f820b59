/**
 * Keeps a worker at its work until it is told to stop: step after step while there is something to do, now and then when there
 * is not, and ever more rarely while steps fail. Pauses are drawn at random, so that nodes do not work in step.
 */
import { setTimeout as pause } from 'node:timers/promises';

export type Worker = {
  /** Does a bounded piece of work and says how much there was. */
  readonly step: () => Promise<number>;
  /** Between two looks when there is nothing to do, on average. */
  readonly everyMs: number;
  /** The longest pause after failures. */
  readonly mostMs: number;
  readonly chance: () => number;
  readonly onFailure: (error: unknown) => void;
};

/** Returns the stop, which waits for the step at work. */
export const keepWorking = ({ step, everyMs, mostMs, chance, onFailure }: Worker): (() => Promise<void>) => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const rest = (ms: number): Promise<unknown> => pause(ms, undefined, { signal, ref: false }).catch(() => undefined);

  const work = async (): Promise<void> => {
    let failures = 0;
    while (!signal.aborted) {
      try {
        const done = await step();
        failures = 0;
        if (done === 0) await rest(everyMs * (0.5 + chance()));
      } catch (error) {
        onFailure(error);
        failures += 1;
        await rest(Math.min(everyMs * 2 ** Math.min(failures, 20), mostMs) * (0.5 + chance() / 2));
      }
    }
  };
  const working = work();
  return async () => {
    stopping.abort();
    await working;
  };
};
