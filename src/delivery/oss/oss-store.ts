/** What companies sold into other countries of the European Union, as it stands. */
import type { All, Database, One, Row } from '../../db/database.ts';
import type { Minor } from '../../shared/money.ts';
import type { OssCount } from './oss-rules.ts';
import type { OssYear } from './oss-statements.ts';

export type OssRow = Readonly<{ year: number; currency: string; sold: Minor; elsewhere: Minor; version: number }>;

const COLUMNS = 'year, currency, sold, elsewhere, version';
const MOST_YEARS = 1_000;

/** Newest first. A company has a row for each year and currency in which it sold. */
export const listOss = async (db: Database, companyId: number): All<OssRow> =>
  db.all<Row & OssRow>(`select ${COLUMNS} from oss_sale where company_id = ? order by year desc, currency limit ?`, [
    companyId,
    MOST_YEARS,
  ]);

export const readOssYear = async (db: Database, { companyId, year, currency }: OssYear): One<OssRow> =>
  db.one<Row & OssRow>(`select ${COLUMNS} from oss_sale where company_id = ? and year = ? and currency = ?`, [
    companyId,
    year,
    currency,
  ]);

/** All that was sold in a year and in the one before it. */
export const readOssCount = async (
  db: Database,
  { companyId, year, currency }: OssYear,
): Promise<Pick<OssCount, 'sold' | 'lastYear' | 'paid'>> => {
  const rows = await db.all<{ year: number; sold: Minor; unpaid: Minor; elsewhere: Minor }>(
    'select year, sold, unpaid, elsewhere from oss_sale where company_id = ? and currency = ? and year in (?, ?)',
    [companyId, currency, year, year - 1],
  );
  const of = (asked: number): { readonly all: Minor; readonly paid: Minor } => {
    const row = rows.find((one) => one.year === asked);
    const all = row === undefined ? 0 : row.sold + row.elsewhere;
    return { all, paid: all - (row?.unpaid ?? 0) };
  };
  const [now, before] = [of(year), of(year - 1)];
  return { sold: now.all, lastYear: before.all, paid: { sold: now.paid, lastYear: before.paid } };
};
