/** Gives back uses whose holder never came back. */
import { type Database, guardFailed } from '../../db/database.ts';
import { releaseUses } from './use-statements.ts';
import { expiredHolds } from './use-store.ts';

const STEP = 50;
const TRIES = 20;

/** Releases a bounded number of expired holds; answers how many. */
export const reclaimUses = async (
  db: Database,
  now: number,
  of?: { readonly applicationId: string; readonly offerId: string },
): Promise<number> => {
  for (let tries = 1; ; tries += 1) {
    const expired = await expiredHolds(db, now, STEP, of);
    if (expired.length === 0) return 0;
    try {
      await db.commit(releaseUses(expired));
      return expired.length;
    } catch (error) {
      if (!guardFailed(error, 'offer_hold')) throw error;
      // Somebody else released one of them, or its holder came back.
      if (tries === TRIES) return 0;
    }
  }
};

/** The sweep: step by step until nothing is left to release. */
export const sweepUses = async (db: Database, now: number, steps = 20): Promise<number> => {
  let released = 0;
  for (let step = 0; step < steps; step += 1) {
    const some = await reclaimUses(db, now);
    released += some;
    if (some < STEP) break;
  }
  return released;
};
