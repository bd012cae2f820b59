/** Names of products, for reports of other areas. */
import type { Database, Keyed } from '../db/database.ts';
import type { ProductDetails } from './product.ts';

const PORTION = 200;

export const productNames = async (db: Database, companyId: number, uids: readonly number[]): Keyed<number, string> => {
  const names = new Map<number, string>();
  for (let at = 0; at < uids.length; at += PORTION) {
    const some = uids.slice(at, at + PORTION);
    const rows = await db.all<{ uid: number; document: string }>(
      `select uid, document from product where company_id = ? and uid in (${some.map(() => '?').join(', ')})`,
      [companyId, ...some],
    );
    for (const { uid, document } of rows) names.set(uid, (JSON.parse(document) as ProductDetails).name);
  }
  return names;
};
