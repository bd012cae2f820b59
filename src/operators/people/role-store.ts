/** Roles that an organization made itself, in SQL. All writes come after `holdOrganization` in their batch. */
import { holdOrganization, room } from '../../applications/organization-store.ts';
import type { All, Database, One, Statement } from '../../db/database.ts';
import type { RoleDocument } from '../operator-rules.ts';

export type OwnRole = RoleDocument & { readonly name: string; readonly version: number; readonly modifiedAt: number };
type Row = { readonly name: string; readonly version: number; readonly modified_at: number; readonly document: string };

const roleOf = ({ name, version, modified_at, document }: Row): OwnRole => ({
  name,
  version,
  modifiedAt: modified_at,
  ...(JSON.parse(document) as RoleDocument),
});

const COLUMNS = 'name, version, modified_at, document';
const MOST_ROLES = 50;

export const listRoles = async (db: Database, organizationId: string): All<OwnRole> => {
  const rows = await db.all<Row>(
    `select ${COLUMNS} from operator_role where organization_id = ? order by name limit ?`,
    [organizationId, MOST_ROLES],
  );
  return rows.map(roleOf);
};

export const findRole = async (db: Database, organizationId: string, name: string): One<OwnRole> => {
  const row = await db.one<Row>(`select ${COLUMNS} from operator_role where organization_id = ? and name = ?`, [
    organizationId,
    name,
  ]);
  return row && roleOf(row);
};

/** Guard `role_name`: there is none of that name. */
export const insertRole = (organizationId: string, name: string, document: RoleDocument, at: number): Statement => ({
  sql: `insert into operator_role (organization_id, name, version, created_at, modified_at, document)
        values (?, ?, 1, ?, ?, ?)`,
  params: [organizationId, name, at, at, JSON.stringify(document)],
  guard: { name: 'role_name', rows: 1 },
});

/** Guard `role_limit`: after the insert there are not too many. */
export const roomForRole = (organizationId: string): Statement =>
  room('role_limit', {
    of: holdOrganization(organizationId),
    counted: { sql: 'select count(*) from operator_role where organization_id = ?', params: [organizationId] },
    most: MOST_ROLES,
  });

/** Guard `role_current`: it is as it was read. */
export const updateRole = (
  organizationId: string,
  { name, version }: OwnRole,
  document: RoleDocument,
  at: number,
): Statement => ({
  sql: `update operator_role set version = version + 1, modified_at = ?, document = ?
        where organization_id = ? and name = ? and version = ?`,
  params: [at, JSON.stringify(document), organizationId, name, version],
  guard: { name: 'role_current', rows: 1 },
});

/** Guard `role_current`, for a batch that gives the role to somebody. */
export const holdRole = (organizationId: string, { name, version }: OwnRole): Statement => ({
  sql: 'update operator_role set version = version where organization_id = ? and name = ? and version = ?',
  params: [organizationId, name, version],
  guard: { name: 'role_current', rows: 1 },
});

/** Guard `role_unused`: nobody who works here or is invited has it. */
export const deleteRole = (organizationId: string, name: string): Statement => ({
  sql: `delete from operator_role where organization_id = ? and name = ? and not exists (select 1 from operator o
          where o.organization_id = operator_role.organization_id and o.role = operator_role.name and o.is_active = 1)`,
  params: [organizationId, name],
  guard: { name: 'role_unused', rows: 1 },
});
