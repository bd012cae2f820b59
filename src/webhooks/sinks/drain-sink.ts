/** One step of bringing events to a sink: take what is due, publish it, forget what was acknowledged. */
import type { Database } from '../../db/database.ts';
import { claimQueued, readQueued, settleClaim, type SinkEvent } from './sink-store.ts';

export type Drain = {
  readonly db: Database;
  readonly sink: string;
  readonly now: () => number;
  readonly newClaim: () => string;
  /** Resolves when the sink has acknowledged the event. */
  readonly publish: (event: SinkEvent) => Promise<void>;
};

const MOST = 256;
/** Longer than publishing takes, its time-outs included. */
const LEASE_MS = 30_000;
const AGAIN_MS = 1_000;

/** How many were taken. Rejects when none of them arrived: then it is the sink, not an event, that is at fault. */
export const drainSink = async ({ db, sink, now, newClaim, publish }: Drain): Promise<number> => {
  const claim = newClaim();
  const at = now();
  const keys = await claimQueued(db, sink, MOST, { now: at, leaseEnd: at + LEASE_MS, claim });
  if (keys.length === 0) return 0;
  // What was erased since it was queued is not among them.
  const events = await readQueued(db, keys);
  const outcomes = await Promise.allSettled(events.map(publish));
  const failed = events.filter((_, place) => outcomes[place]?.status === 'rejected');
  await db.commit(settleClaim(sink, claim, failed, now() + AGAIN_MS));
  const first = outcomes.find((outcome) => outcome.status === 'rejected');
  if (first !== undefined && failed.length === events.length) throw first.reason;
  return keys.length;
};
