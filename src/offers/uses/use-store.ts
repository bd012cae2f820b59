/** Uses of offers as they stand: how many are taken, and which holds have run out. */
import type { Database, Value } from '../../db/database.ts';
import { HOLD_COLUMNS, type Hold, type HoldRow, holdOf, type UseLimit } from './use-statements.ts';

export type AskedUses = { readonly offerId: string; readonly limits: readonly UseLimit[] };

const places = (count: number): string => Array(count).fill('?').join(', ');

/** Who asks, and when. */
export type Asking = { readonly now: number; readonly holdKey: string };
const MOST_SPARE = 1_000;
const pairKey = (offerId: string, holder: string): string => JSON.stringify([offerId, holder]);

/** Uses that are no obstacle: those of the asking cart itself, and those whose holder never came back. */
const readSpare = async (
  db: Database,
  applicationId: string,
  offerIds: readonly string[],
  { now, holdKey }: Asking,
): Promise<ReadonlyMap<string, number>> => {
  const rows = await db.all<HoldRow>(
    `select ${HOLD_COLUMNS} from offer_hold where application_id = ? and offer_id in (${places(offerIds.length)})
       and expires_at <= ?
     union all select ${HOLD_COLUMNS} from offer_hold where application_id = ? and hold_key = ? and state = 'held'
       and expires_at > ? limit ?`,
    [applicationId, ...offerIds, now, applicationId, holdKey, now, MOST_SPARE],
  );
  const spare = new Map<string, number>();
  for (const { offerId, holders } of rows.map(holdOf).filter(({ isSoft }) => !isSoft)) {
    for (const holder of holders) {
      const key = pairKey(offerId, holder);
      spare.set(key, (spare.get(key) ?? 0) + 1);
    }
  }
  return spare;
};

/**
 * Offers of which no use is left for these holders. One read by key, whatever the number of offers; a second one only for
 * those whose uses are all taken, when `asking` says who wants to know.
 */
export const readUsedUp = async (
  db: Database,
  applicationId: string,
  asked: readonly AskedUses[],
  asking?: Asking,
): Promise<ReadonlySet<string>> => {
  const pairs = asked.flatMap(({ offerId, limits }) => limits.map(({ holder, most }) => ({ offerId, holder, most })));
  if (pairs.length === 0) return new Set();
  const rows = await db.all<{ offer_id: string; holder: string; taken: number }>(
    `select offer_id, holder, taken from offer_use where application_id = ?
     and offer_id in (${places(asked.length)}) and holder in (${places(pairs.length)})`,
    [applicationId, ...asked.map(({ offerId }) => offerId), ...pairs.map(({ holder }) => holder)],
  );
  const taken = new Map(rows.map((row) => [pairKey(row.offer_id, row.holder), row.taken]));
  const full = pairs.filter(({ offerId, holder, most }) => (taken.get(pairKey(offerId, holder)) ?? 0) >= most);
  const offerIds = [...new Set(full.map(({ offerId }) => offerId))];
  if (offerIds.length === 0 || asking === undefined) return new Set(offerIds);
  const spare = await readSpare(db, applicationId, offerIds, asking);
  const gone = full.filter(({ offerId, holder, most }) => {
    const key = pairKey(offerId, holder);
    return (taken.get(key) ?? 0) - (spare.get(key) ?? 0) >= most;
  });
  return new Set(gone.map(({ offerId }) => offerId));
};

/** Uses taken of each offer in all, by its id. */
export const readTaken = async (
  db: Database,
  applicationId: string,
  offerIds: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  if (offerIds.length === 0) return new Map();
  const rows = await db.all<{ offer_id: string; taken: number }>(
    `select offer_id, taken from offer_use where application_id = ? and holder = ''
     and offer_id in (${places(offerIds.length)})`,
    [applicationId, ...offerIds],
  );
  return new Map(rows.map((row) => [row.offer_id, row.taken]));
};

/** Some holds that have run out, oldest first; of one offer, or of any. */
export const expiredHolds = async (
  db: Database,
  now: number,
  limit: number,
  of?: { readonly applicationId: string; readonly offerId: string },
): Promise<readonly Hold[]> => {
  const where = of === undefined ? '' : 'application_id = ? and offer_id = ? and ';
  const params: readonly Value[] = of === undefined ? [] : [of.applicationId, of.offerId];
  const rows = await db.all<HoldRow>(
    `select ${HOLD_COLUMNS} from offer_hold where ${where}expires_at <= ? order by expires_at limit ?`,
    [...params, now, limit],
  );
  return rows.map(holdOf);
};
