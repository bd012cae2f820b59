/** The counting of events as a part of a running node: any number of nodes may do it side by side. */
import { startable, type WorkerTools } from '../../db/keep-working.ts';
import type { EventCounting } from './event-counting.ts';

const EVERY_MS = 1_000;
const MOST_PAUSE_MS = 60_000;
const MOST_EVENTS = 500;

type FunnelWorkerOptions = WorkerTools & { readonly counting: EventCounting };

export const funnelWorker = ({ counting, chance, onFailure, onRecovery }: FunnelWorkerOptions) => {
  const step = async (): Promise<number> => {
    const { counted, waited } = await counting.step(MOST_EVENTS);
    // It has come to the end: what comes meanwhile is counted together, not one by one as it comes.
    return waited < MOST_EVENTS && counted === waited ? 0 : counted;
  };
  return startable({ step, everyMs: EVERY_MS, mostMs: MOST_PAUSE_MS, chance, onFailure, onRecovery });
};
