/** Whether made-up shoppers come to a demo shop, and whose turn it is, in SQL. */
import type { Database, One, Statement } from '../../db/database.ts';

export type Shoppers = { readonly isOn: boolean; readonly visits: number; readonly nextVisitAt: number };
type ShoppersRow = { readonly shoppers: number; readonly visits: number; readonly nextVisitAt: number };

/** Undefined where there is no demo shop. */
export const readShoppers = async (db: Database, companyId: number): One<Shoppers> => {
  const row = await db.one<ShoppersRow>(
    'select shoppers, visits, next_visit_at as "nextVisitAt" from demo_shop where company_id = ?',
    [companyId],
  );
  return row && { isOn: row.shoppers === 1, visits: row.visits, nextVisitAt: row.nextVisitAt };
};

/** Guard `demo_shoppers`: nobody has switched it meanwhile. */
export const switchShoppers = (companyId: number, to: boolean): Statement => ({
  sql: 'update demo_shop set shoppers = ?, next_visit_at = 0 where company_id = ? and shoppers = ?',
  params: [to ? 1 : 0, companyId, to ? 0 : 1],
  guard: { name: 'demo_shoppers', rows: 1 },
});

export type DueVisit = { readonly companyId: number; readonly visits: number };

export const dueVisit = (db: Database, now: number): One<DueVisit> =>
  db.one<DueVisit>(
    `select company_id as "companyId", visits from demo_shop
     where shoppers = 1 and finished_at is not null and next_visit_at <= ? order by company_id limit 1`,
    [now],
  );

/** Guard `demo_visit`: no other node lets the same one in. */
export const takeVisit = ({ companyId, visits }: DueVisit, nextAt: number): Statement => ({
  sql: 'update demo_shop set visits = visits + 1, next_visit_at = ? where company_id = ? and visits = ? and shoppers = 1',
  params: [nextAt, companyId, visits],
  guard: { name: 'demo_visit', rows: 1 },
});
