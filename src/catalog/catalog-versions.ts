/** What a cached list was made from: one number for each scope, which rises with every change that is committed. */
import type { Database } from '../db/database.ts';
import type { CatalogScope } from './catalog-change-statements.ts';

export type CatalogVersions = Readonly<Record<CatalogScope, number>>;

export const readCatalogVersions = async (db: Database, companyId: number): Promise<CatalogVersions> => {
  const rows = await db.all<{ scope: CatalogScope; version: number }>(
    'select scope, version from catalog_change where company_id = ?',
    [companyId],
  );
  const sum = (scope: CatalogScope): number =>
    rows.reduce((total, row) => (row.scope === scope ? total + row.version : total), 0);
  return { product: sum('product'), article: sum('article'), rate: sum('rate') };
};
