/** Use cases: hold uses for a cart that pays, and give back those whose holder never came back. */
import { type Database, guardFailed, type Statement } from '../../db/database.ts';
import { type Hold, holdUse, readHolds, releaseUses, usedUpOffer, type WantedUse } from './use-statements.ts';
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

export type HoldRequest = {
  readonly applicationId: string;
  readonly holdKey: string;
  readonly uses: readonly WantedUse[];
  readonly expiresAt: number;
  readonly now: number;
  /** Further statements of the same batch. */
  readonly more?: readonly Statement[];
};
export type HoldOutcome =
  | { readonly held: true }
  /** The offer of which no use was left; nothing was written. */
  | { readonly held: false; readonly offerId: string };

/** All uses or none. Expired holds of others are given back before anybody is refused. */
export const holdUses = async (db: Database, request: HoldRequest): Promise<HoldOutcome> => {
  const { applicationId, holdKey, uses, expiresAt, now, more = [] } = request;
  const ordered = uses.toSorted((a, b) => (a.offerId < b.offerId ? -1 : 1));
  const nothingExpired = new Set<string>();
  for (let tries = 1; ; tries += 1) {
    const known = new Map(
      (await readHolds(db, applicationId, holdKey)).map((hold): [string, Hold] => [hold.offerId, hold]),
    );
    try {
      await db.commit([...more, ...ordered.flatMap((use) => holdUse(known.get(use.offerId), use, expiresAt, now))]);
      return { held: true };
    } catch (error) {
      const offerId = usedUpOffer(error);
      if (offerId === undefined && !guardFailed(error, 'offer_hold')) throw error;
      if (tries === TRIES) throw error;
      if (offerId === undefined) continue;
      // Refused only by a try after which nothing had expired: somebody else may have given uses back in between.
      if (nothingExpired.has(offerId)) return { held: false, offerId };
      if ((await reclaimUses(db, now, { applicationId, offerId })) === 0) nothingExpired.add(offerId);
    }
  }
};
