/** What a cached list was made from: one number for each scope, which rises with every change that is committed. */
import type { All, Database, Row } from '../db/database.ts';
import { readWitness, type Witness } from '../db/witness.ts';
import type { CatalogScope } from './catalog-change-statements.ts';

/** One slot of the change log. */
export type ChangeSlot = {
  readonly scope: CatalogScope;
  readonly slot: number;
  readonly version: number;
  /** How many of its versions stamped what they changed. */
  readonly stamped: number;
};
export type CatalogVersions = Readonly<Record<CatalogScope, number>> & {
  readonly slots: readonly ChangeSlot[];
  /** What was read to know them. */
  readonly seen: Witness;
};
const VERSIONS = 'select scope, slot, version, stamped from catalog_change where company_id = ? order by scope, slot';

/** Rises with every change of a company's exchange rates. */
export const rateVersions = (db: Database, companyId: number): All<Row & Pick<ChangeSlot, 'slot' | 'version'>> =>
  db.all("select slot, version from catalog_change where company_id = ? and scope = 'rate' order by slot", [companyId]);

export const readCatalogVersions = async (db: Database, companyId: number): Promise<CatalogVersions> => {
  const rows = await db.all<ChangeSlot>(VERSIONS, [companyId]);
  const sum = (scope: CatalogScope): number =>
    rows.reduce((total, row) => (row.scope === scope ? total + row.version : total), 0);
  return {
    product: sum('product'),
    article: sum('article'),
    rate: sum('rate'),
    slots: rows,
    seen: readWitness(VERSIONS, [companyId], rows),
  };
};
