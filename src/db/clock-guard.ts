/**
 * Whether this node may end by time what others made. Nodes on PostgreSQL share what they write but not their clocks: one
 * whose clock is ahead would expire everybody's orders. The database's clock is the measure; with SQLite there is one clock.
 */
import type { Database } from './database.ts';

/** off: it should be looked at. wrong: nothing is removed by it. */
export type ClockState = 'right' | 'off' | 'wrong';

const OFF_MS = 5_000;
export const WRONG_MS = 60_000;

export const clockState = (skewMs: number): ClockState => {
  if (Math.abs(skewMs) > WRONG_MS) return 'wrong';
  return Math.abs(skewMs) > OFF_MS ? 'off' : 'right';
};

/** Asks the database, and rejects when it cannot be asked or takes no writes. */
export const clockGuard = (db: Database, onChange: (state: ClockState, skewMs: number) => void) => {
  let known: ClockState = 'right';
  return async (): Promise<boolean> => {
    await db.ready();
    const { skewMs } = db.health();
    const state = clockState(skewMs);
    if (state !== known) onChange(state, skewMs);
    known = state;
    return state !== 'wrong';
  };
};
