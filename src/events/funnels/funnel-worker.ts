/** The counting of events as a part of a running node: any number of nodes may do it side by side. */
import type { Database } from '../../db/database.ts';
import { startable, type WorkerTools } from '../../db/keep-working.ts';
import type { Metrics } from '../../http/watch/metrics.ts';
import { countEvents } from './funnel-count.ts';

const EVERY_MS = 1_000;
const MOST_PAUSE_MS = 60_000;

export type FunnelWorkerOptions = WorkerTools & {
  readonly db: Database;
  readonly now: () => number;
  readonly metrics: Metrics;
};

export const funnelWorker = ({ db, now, metrics, chance, onFailure, onRecovery }: FunnelWorkerOptions) => {
  const counted = metrics.counter('cartwright_events_counted_total', 'Events counted into the figures by this node.');
  const step = async (): Promise<number> => {
    const events = await countEvents(db, now());
    if (events > 0) counted({}, events);
    return events;
  };
  return startable({ step, everyMs: EVERY_MS, mostMs: MOST_PAUSE_MS, chance, onFailure, onRecovery });
};
