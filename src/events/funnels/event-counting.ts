/** The counting of a process: of its worker, and of events as they come. They take turns. */
import type { Database } from '../../db/database.ts';
import type { Metrics } from '../../http/watch/metrics.ts';
import { type CountAtOnce, planBeside } from './count-at-once.ts';
import { type CountedStep, countStep } from './funnel-count.ts';

export type EventCounting = CountAtOnce & {
  /** One step of the worker. */
  readonly step: (most: number) => Promise<CountedStep>;
};

export const eventCounting = (db: Database, now: () => number, metrics: Metrics): EventCounting => {
  const total = metrics.counter('cartwright_events_counted_total', 'Events counted into the figures by this node.');
  const counted = (events: number): void => (events > 0 ? total({}, events) : undefined);
  let isWorkersTurn = false;
  let beside: Promise<unknown> | undefined;
  return {
    counted,
    plan: (applicationId, rows) => planBeside(db, now(), applicationId, rows),
    alone: (work) => {
      if (isWorkersTurn || beside !== undefined) return undefined;
      const working = work().finally(() => {
        beside = undefined;
      });
      beside = working.catch(() => undefined);
      return working;
    },
    step: async (most) => {
      isWorkersTurn = true;
      try {
        await beside;
        const step = await countStep(db, now(), most);
        counted(step.counted);
        return step;
      } finally {
        isWorkersTurn = false;
      }
    },
  };
};
