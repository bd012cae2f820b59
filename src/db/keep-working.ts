/**
 * Keeps a worker at its work until it is told to stop: step after step while there is something to do, now and then when there
 * is not, and ever more rarely while steps fail. Pauses are drawn at random, so that nodes do not work in step.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { tellChanges, type Teller } from '../shared/tell-changes.ts';

export type Worker = Teller & {
  /** Does a bounded piece of work and says how much there was. One that takes long looks whether it is to stop. */
  readonly step: (stopping: AbortSignal) => Promise<number>;
  /** Between two looks when there is nothing to do, on average. */
  readonly everyMs: number;
  /** The longest pause after failures. */
  readonly mostMs: number;
  readonly chance: () => number;
  /** Ends a rest early when it settles. */
  readonly woken?: () => Promise<unknown>;
};

/** What a worker is told by who starts it. */
export type WorkerTools = Pick<Worker, 'chance' | 'onFailure' | 'onRecovery'>;

/** Such work as a part of a node that is started and stopped. */
export const startable = (worker: Worker): { readonly start: () => void; readonly stop: () => Promise<void> } => {
  let stop = (): Promise<void> => Promise.resolve();
  return {
    start: () => {
      stop = keepWorking(worker);
    },
    stop: () => stop(),
  };
};

/** Returns the stop, which waits for the step at work. */
export const keepWorking = (worker: Worker): (() => Promise<void>) => {
  const { step, everyMs, mostMs, chance, woken } = worker;
  const told = tellChanges(worker);
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
    while (!signal.aborted) {
      try {
        const done = await step(signal);
        told.worked();
        if (done === 0) await restUntilWoken(everyMs * (0.5 + chance()));
      } catch (error) {
        told.failed(error);
        await rest(Math.min(everyMs * 2 ** Math.min(told.failures(), 20), mostMs) * (0.5 + chance() / 2));
      }
    }
  };
  const working = work();
  return async () => {
    stopping.abort();
    await working;
  };
};
