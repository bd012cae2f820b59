/** The zones of areas in SQL: written with an area's row; read by who lets a merchant name one. */
import type { AreaRow } from '../contract/catalog/delivery-contract.ts';
import type { All, Database, Statement } from '../db/database.ts';
import { keptPattern, type Writing } from './delivery-statements.ts';

/** Engines take a limited number of values in one statement. */
const PORTION = 1_000;
const places = (count: number): string => Array(count).fill('?').join(', ');

/** Takes away only what the area no longer has: a batch never touches one row twice. */
export const putZones = ({ area, zones = [] }: AreaRow, { companyId }: Writing): readonly Statement[] => {
  const kept = keptPattern(area);
  const others = zones.length === 0 ? '' : ` and zone not in (${places(zones.length)})`;
  return [
    {
      sql: `delete from area_zone where company_id = ? and area = ?${others}`,
      params: [companyId, kept, ...zones],
    },
    ...[...new Set(zones)].map((zone) => ({
      sql: 'insert into area_zone (company_id, area, zone) values (?, ?, ?) on conflict (company_id, area, zone) do nothing',
      params: [companyId, kept, zone],
    })),
  ];
};

/** Which of these zones some area of the company has. */
export const readKnownZones = async (
  db: Database,
  companyId: number,
  zones: readonly number[],
): Promise<ReadonlySet<number>> => {
  const known = new Set<number>();
  for (let at = 0; at < zones.length; at += PORTION) {
    const asked = zones.slice(at, at + PORTION);
    const rows = await db.all<{ zone: number }>(
      `select distinct zone from area_zone where company_id = ? and zone in (${places(asked.length)})`,
      [companyId, ...asked],
    );
    for (const { zone } of rows) known.add(zone);
  }
  return known;
};

type CountedZone = { readonly zone: number; readonly areas: number };

/** The zones there are behind one, each with how many areas have it. */
export const listZones = async (db: Database, companyId: number, after: number, limit: number): All<CountedZone> => {
  const sql = `select zone, count(*) as areas from area_zone where company_id = ? and zone > ?
    group by zone order by zone limit ?`;
  const zones = await Array.fromAsync(db.scan<CountedZone>(sql, [companyId, after, limit]));
  return zones.flat();
};
