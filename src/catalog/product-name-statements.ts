/** Names of products, for reports of other areas. */
import type { Database, Keyed } from '../db/database.ts';
import { textsInTurns } from '../shared/slices.ts';
import type { ProductDetails } from './product.ts';

/** Each may be as large as a row of a feed. */
const PORTION = 50;

export const productNames = async (db: Database, companyId: number, uids: readonly number[]): Keyed<number, string> => {
  const names = new Map<number, string>();
  for (let at = 0; at < uids.length; at += PORTION) {
    const some = uids.slice(at, at + PORTION);
    const rows = await db.all<{ uid: number; document: string }>(
      `select uid, document from product where company_id = ? and uid in (${some.map(() => '?').join(', ')})`,
      [companyId, ...some],
    );
    const named = await textsInTurns(
      rows,
      ({ document }) => document.length,
      ({ uid, document }) => [uid, (JSON.parse(document) as ProductDetails).name] as const,
    );
    for (const [uid, name] of named) names.set(uid, name);
  }
  return names;
};
