/** Organizations and companies as their administrators see them, in SQL. */
import type { All, Database, One, Statement } from '../../db/database.ts';
import type { Company, Organization } from '../organization-store.ts';

type CompanyRow = Readonly<{ id: number; organization_id: string; name: string; created_at: number }>;
const companyOf = ({ id, organization_id, name, created_at }: CompanyRow): Company => ({
  id,
  organizationId: organization_id,
  name,
  createdAt: created_at,
});
const COMPANY = 'select id, organization_id, name, created_at from company';

export const readCompany = async (db: Database, organizationId: string, id: number): One<Company> => {
  const row = await db.one<CompanyRow>(`${COMPANY} where id = ? and organization_id = ?`, [id, organizationId]);
  return row && companyOf(row);
};

export const listCompanies = async (
  db: Database,
  organizationId: string,
  after: number,
  limit: number,
): All<Company> => {
  const rows = await db.all<CompanyRow>(`${COMPANY} where organization_id = ? and id > ? order by id limit ?`, [
    organizationId,
    after,
    limit,
  ]);
  return rows.map(companyOf);
};

/** Guard `company`: it is there and named as it was read. */
export const renameCompany = ({ id, organizationId, name }: Company, to: string): Statement => ({
  sql: 'update company set name = ? where id = ? and organization_id = ? and name = ?',
  params: [to, id, organizationId, name],
  guard: { name: 'company', rows: 1 },
});

type OrganizationRow = { readonly id: string; readonly name: string; readonly created_at: number };
const organizationOf = ({ id, name, created_at }: OrganizationRow): Organization => ({
  id,
  name,
  createdAt: created_at,
});

export const readOrganization = async (db: Database, id: string): One<Organization> => {
  const row = await db.one<OrganizationRow>('select id, name, created_at from organization where id = ?', [id]);
  return row && organizationOf(row);
};

export const listOrganizations = async (db: Database, after: string, limit: number): All<Organization> => {
  const rows = await db.all<OrganizationRow>(
    'select id, name, created_at from organization where id > ? order by id limit ?',
    [after, limit],
  );
  return rows.map(organizationOf);
};

/** Guard `organization`: it is named as it was read. */
export const renameOrganization = ({ id, name }: Organization, to: string): Statement => ({
  sql: 'update organization set name = ? where id = ? and name = ?',
  params: [to, id, name],
  guard: { name: 'organization', rows: 1 },
});

/** The one that was set up first: it alone makes others. */
export const firstOrganization = async (db: Database): One<string> =>
  (await db.one<{ organization_id: string }>('select organization_id from company order by id limit 1'))
    ?.organization_id;
