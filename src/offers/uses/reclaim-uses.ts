/**
 * Gives back uses whose holder never came back: by a sweep alone, which knows whether the clock is right. A checkout that did so
 * took the uses of others' unpaid orders on a node whose clock was ahead.
 */
import type { Database } from '../../db/database.ts';
import { sweepInSteps } from '../../db/sweep.ts';
import { untilGuardHolds } from '../../db/until-guard-holds.ts';
import { releaseUses } from './use-statements.ts';
import { expiredHolds } from './use-store.ts';

const STEP = 50;

/** Releases a bounded number of expired holds; answers how many. Again where somebody released one of them, or its holder came back. */
const reclaimUses = (db: Database, now: number): Promise<number> =>
  untilGuardHolds('offer_hold', async () => {
    const expired = await expiredHolds(db, now, STEP);
    if (expired.length > 0) await db.commit(releaseUses(expired));
    return expired.length;
  });

export const sweepUses = (db: Database, now: number): Promise<number> =>
  sweepInSteps(() => reclaimUses(db, now), { size: STEP, steps: 20 });
