/** Which stores a company has: read by whoever takes rows that name one. */
import type { Database } from '../db/database.ts';

export const readKnownStores = async (
  db: Database,
  companyId: number,
  uids: readonly number[],
): Promise<ReadonlySet<number>> => {
  if (uids.length === 0) return new Set();
  const rows = await db.all<{ uid: number }>(
    `select uid from store where company_id = ? and uid in (${uids.map(() => '?').join(', ')})`,
    [companyId, ...uids],
  );
  return new Set(rows.map(({ uid }) => uid));
};
