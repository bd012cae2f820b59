/** Which stores a company has: read by whoever takes rows that name one. */
import type { Database } from '../db/database.ts';
import { valueList } from '../db/value-list.ts';

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

/** What stores are called, by uid. */
export const readStoreNames = async (
  db: Database,
  companyId: number,
  uids: readonly number[],
): Promise<ReadonlyMap<number, string>> => {
  if (uids.length === 0) return new Map();
  const { places, values } = valueList(uids);
  const rows = await db.all<{ uid: number; document: string }>(
    `select uid, document from store where company_id = ? and uid in ${places}`,
    [companyId, ...values],
  );
  return new Map(rows.map(({ uid, document }) => [uid, (JSON.parse(document) as { readonly name: string }).name]));
};
