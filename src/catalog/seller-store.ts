/** Sellers of a company, in SQL. */
import type { Database, Keyed, Statement } from '../db/database.ts';
import type { Json } from './product.ts';
import { valueList } from '../db/value-list.ts';
import type { KeyedRead, Witness } from '../db/witness.ts';

export type SellerDetails = { readonly name: string; readonly gstin: string | null; readonly meta: Json };
export type Seller = SellerDetails & { readonly uid: number; readonly isActive: boolean; readonly version: number };

type SellerRow = Readonly<{ uid: number; is_active: number; version: number; document: string }>;

/** What suffices to tell whether a seller changed. */
const sellerVersions: KeyedRead = {
  tables: ['seller'],
  isShared: true,
  look: async (db, companyId, uids) => {
    const { places, values } = valueList(uids);
    const rows = await db.all<{ uid: number; version: number }>(
      `select uid, version from seller where company_id = ? and uid in ${places}`,
      [companyId, ...values],
    );
    return new Map(rows.map(({ uid, version }) => [uid, String(version)]));
  },
};
/** `version` undefined: there is no such seller. */
export const sellerWitness = (scope: number, key: number, version: number | undefined): Witness => ({
  kind: 'keyed',
  of: sellerVersions,
  scope,
  key,
  said: version === undefined ? undefined : String(version),
});

export const readSellers = async (db: Database, companyId: number, uids: readonly number[]): Keyed<number, Seller> => {
  if (uids.length === 0) return new Map();
  const { places, values } = valueList([...new Set(uids)]);
  const rows = await db.all<SellerRow>(
    `select uid, is_active, version, document from seller where company_id = ? and uid in ${places}`,
    [companyId, ...values],
  );
  return new Map(
    rows.map(({ uid, is_active, version, document }) => [
      uid,
      { uid, isActive: is_active === 1, version, ...(JSON.parse(document) as SellerDetails) },
    ]),
  );
};

export const upsertSeller = (
  companyId: number,
  { uid, isActive, details }: { readonly uid: number; readonly isActive: boolean; readonly details: SellerDetails },
  runId: string,
  at: number,
): Statement => ({
  sql: `insert into seller (company_id, uid, is_active, version, feed_run, modified_at, document)
        values (?, ?, ?, 1, ?, ?, ?)
        on conflict (company_id, uid) do update set is_active = excluded.is_active, document = excluded.document,
          feed_run = excluded.feed_run,
          version = seller.version + case when seller.document = excluded.document
            and seller.is_active = excluded.is_active then 0 else 1 end,
          modified_at = case when seller.document = excluded.document
            and seller.is_active = excluded.is_active then seller.modified_at else excluded.modified_at end`,
  params: [companyId, uid, isActive ? 1 : 0, runId, at, JSON.stringify(details)],
});
