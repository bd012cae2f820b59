/** Organizations and their companies, in SQL. */
import type { Database, One, Statement } from '../db/database.ts';

export type Organization = { readonly id: string; readonly name: string; readonly createdAt: number };
export type Company = Readonly<{ id: number; organizationId: string; name: string; createdAt: number }>;

export const insertOrganization = ({ id, name, createdAt }: Organization): Statement => ({
  sql: 'insert into organization (id, name, created_at) values (?, ?, ?)',
  params: [id, name, createdAt],
});

export const insertCompany = ({ id, organizationId, name, createdAt }: Company): Statement => ({
  sql: 'insert into company (id, organization_id, name, created_at) values (?, ?, ?, ?)',
  params: [id, organizationId, name, createdAt],
});

/** Kept to itself until the batch ends: what is counted after it in the batch cannot change meanwhile. */
export const holdOrganization = (id: string): Statement => ({
  sql: 'update organization set name = name where id = ?',
  params: [id],
});

/** Kept to itself until the batch ends, as an organization is. */
export const holdCompany = (id: number): Statement => ({
  sql: 'update company set name = name where id = ?',
  params: [id],
});

/** Counts what the batch has added: exactly, where it holds the place first. */
export const room = (
  guard: string,
  { of, counted, most }: { readonly of: Statement; readonly counted: Statement; readonly most: number },
): Statement => ({
  sql: `${of.sql} and (${counted.sql}) <= ?`,
  params: [...(of.params ?? []), ...(counted.params ?? []), most],
  guard: { name: guard, rows: 1 },
});

const MOST_ORGANIZATIONS = 10_000;
const MOST_COMPANIES = 1_000;
const MOST_APPLICATIONS = 1_000;

/** Guard `organization_limit`. `first` is the organization that makes the others. */
export const roomForOrganization = (first: string): Statement =>
  room('organization_limit', {
    of: holdOrganization(first),
    counted: { sql: 'select count(*) from organization' },
    most: MOST_ORGANIZATIONS,
  });

/** Guard `company_limit`. */
export const roomForCompany = (organizationId: string): Statement =>
  room('company_limit', {
    of: holdOrganization(organizationId),
    counted: { sql: 'select count(*) from company where organization_id = ?', params: [organizationId] },
    most: MOST_COMPANIES,
  });

/** Guard `application_limit`. */
export const roomForApplication = (companyId: number): Statement =>
  room('application_limit', {
    of: holdCompany(companyId),
    counted: { sql: 'select count(*) from application where company_id = ?', params: [companyId] },
    most: MOST_APPLICATIONS,
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
export const onlyOrganization = async (db: Database): One<string> => {
  const rows = await db.all<{ id: string }>('select id from organization limit 2');
  return rows.length === 1 ? rows[0]?.id : undefined;
};

export const organizationOfCompany = async (db: Database, companyId: number): One<string> =>
  (await db.one<{ organization_id: string }>('select organization_id from company where id = ?', [companyId]))
    ?.organization_id;
