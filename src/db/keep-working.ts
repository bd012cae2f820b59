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
  /** Told of the first of several failures in a row. */
  readonly onFailure: (error: unknown) => void;
  /** Told when it works again, after so many failures. */
  readonly onRecovery?: ((failures: number) => void) | undefined;
  /** Ends a rest early when it settles. */
  readonly woken?: () => Promise<unknown>;
};

/** Returns the stop, which waits for the step at work. */
export const keepWorking = (worker: Worker): (() => Promise<void>) => {
  const { step, everyMs, mostMs, chance, onFailure, onRecovery = () => {}, woken } = worker;
  const stopping = new AbortController();
  const { signal } = stopping;
  const rest = (ms: number): Promise<unknown> => pause(ms, undefined, { signal, ref: false }).catch(() => undefined);
  const restUntilWoken = async (ms: number): Promise<void> => {
    if (woken === undefined) return void (await rest(ms));
    const early = new AbortController();
    const ends = AbortSignal.any([signal, early.signal]);
    const nap = pause(ms, undefined, { signal: ends, ref: false }).catch(() => undefined);
    await Promise.race([nap, woken()]);
    early.abort();
  };

  const work = async (): Promise<void> => {
    let failures = 0;
    while (!signal.aborted) {
      try {
        const done = await step();
        if (failures > 0) onRecovery(failures);
        failures = 0;
        if (done === 0) await restUntilWoken(everyMs * (0.5 + chance()));
      } catch (error) {
        if (failures === 0) onFailure(error);
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
