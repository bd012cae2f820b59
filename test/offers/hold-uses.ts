/** Holds uses as checkout does, by itself: for the tests of the statements. */
import { type Database, guardFailed, type Statement } from '../../src/db/database.ts';
import { sweepUses } from '../../src/offers/uses/reclaim-uses.ts';
import { type Hold, holdUse, readHolds, usedUpOffer, type WantedUse } from '../../src/offers/uses/use-statements.ts';

const TRIES = 20;

type HoldRequest = {
  readonly applicationId: string;
  readonly holdKey: string;
  readonly uses: readonly WantedUse[];
  readonly expiresAt: number;
  readonly now: number;
  /** Further statements of the same batch. */
  readonly more?: readonly Statement[];
};
type HoldOutcome =
  | { readonly held: true }
  /** The offer of which no use was left; nothing was written. */
  | { readonly held: false; readonly offerId: string };

/** All uses or none. The sweep comes before anybody is refused. */
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
      if ((await sweepUses(db, now)) === 0) nothingExpired.add(offerId);
    }
  }
};
