/** Which stores a company has: read by whoever takes rows that name one. */
import type { Database, Keyed } from '../db/database.ts';
import { presentValues } from '../db/present-values.ts';
import { valueList } from '../db/value-list.ts';

export const readKnownStores = (db: Database, companyId: number, uids: readonly number[]) =>
  presentValues(db, { table: 'store', owner: 'company_id', column: 'uid' }, companyId, uids);

/** What stores are called, by uid. */
export const readStoreNames = async (
  db: Database,
  companyId: number,
  uids: readonly number[],
): Keyed<number, string> => {
  if (uids.length === 0) return new Map();
  const { places, values } = valueList(uids);
  const rows = await db.all<{ uid: number; document: string }>(
    `select uid, document from store where company_id = ? and uid in ${places}`,
    [companyId, ...values],
  );
  return new Map(rows.map(({ uid, document }) => [uid, (JSON.parse(document) as { readonly name: string }).name]));
};
