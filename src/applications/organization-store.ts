/** Organizations and their companies, in SQL. */
import type { Database, Statement } from '../db/database.ts';

export type Organization = { readonly id: string; readonly name: string; readonly createdAt: number };
export type Company = {
  readonly id: number;
  readonly organizationId: string;
  readonly name: string;
  readonly createdAt: number;
};

export const insertOrganization = ({ id, name, createdAt }: Organization): Statement => ({
  sql: 'insert into organization (id, name, created_at) values (?, ?, ?)',
  params: [id, name, createdAt],
});

export const insertCompany = ({ id, organizationId, name, createdAt }: Company): Statement => ({
  sql: 'insert into company (id, organization_id, name, created_at) values (?, ?, ?, ?)',
  params: [id, organizationId, name, createdAt],
});

/** Taken on its own before the batch that uses it; a number whose batch fails is never used, which harms nobody. */
export const takeCompanyId = async (db: Database): Promise<number> => {
  const [result] = await db.commit([
    {
      sql: `insert into counter (name, value) values ('company', 1)
            on conflict (name) do update set value = counter.value + 1 returning value`,
    },
  ]);
  return Number(result?.rows[0]?.value);
};

/** For the first company of an installation, whose number rides in the batch that makes it. */
export const startCompanyCounter = (value: number): Statement => ({
  sql: `insert into counter (name, value) values ('company', ?)`,
  params: [value],
});

export const findOrganization = (db: Database, id: string): Promise<{ id: string; name: string } | undefined> =>
  db.one<{ id: string; name: string }>('select id, name from organization where id = ?', [id]);

export const findCompany = (
  db: Database,
  organizationId: string,
  id: number,
): Promise<{ id: number; name: string } | undefined> =>
  db.one<{ id: number; name: string }>('select id, name from company where id = ? and organization_id = ?', [
    id,
    organizationId,
  ]);

/** The organization there is, when there is exactly one. */
export const onlyOrganization = async (db: Database): Promise<string | undefined> => {
  const rows = await db.all<{ id: string }>('select id from organization limit 2');
  return rows.length === 1 ? rows[0]?.id : undefined;
};

export const organizationOfCompany = async (db: Database, companyId: number): Promise<string | undefined> =>
  (await db.one<{ organization_id: string }>('select organization_id from company where id = ?', [companyId]))
    ?.organization_id;
