/** Operators as those who manage them see them, in SQL. */
import { holdOrganization, room } from '../../applications/organization-store.ts';
import type { All, Database, One, Statement } from '../../db/database.ts';
import { COLUMNS, OWN_ROLE, type Operator, operatorOf, type OperatorRow } from '../operator-store.ts';

type PersonStatus = 'invited' | 'active' | 'revoked' | 'deactivated';
export type Person = Operator & {
  readonly status: PersonStatus;
  readonly hasPassword: boolean;
  readonly createdAt: number;
  readonly modifiedAt: number;
  readonly joinedAt: number | null;
};
type Row = OperatorRow & {
  readonly is_active: number;
  readonly has_password: number;
  readonly created_at: number;
  readonly modified_at: number;
  readonly joined_at: number | null;
};

const ALL = `${COLUMNS}, o.is_active, o.created_at, o.modified_at, o.joined_at,
  case when o.password_hash is null then 0 else 1 end as has_password`;

const statusOf = ({ is_active, joined_at }: Row): PersonStatus => {
  if (is_active === 1) return joined_at === null ? 'invited' : 'active';
  return joined_at === null ? 'revoked' : 'deactivated';
};
const personOf = (row: Row): Person => ({
  ...operatorOf(row),
  status: statusOf(row),
  hasPassword: row.has_password === 1,
  createdAt: row.created_at,
  modifiedAt: row.modified_at,
  joinedAt: row.joined_at,
});

export const findPerson = async (db: Database, organizationId: string, id: string): One<Person> => {
  const row = await db.one<Row>(`select ${ALL} from operator o ${OWN_ROLE} where o.id = ? and o.organization_id = ?`, [
    id,
    organizationId,
  ]);
  return row && personOf(row);
};

export const findPersonByEmail = async (db: Database, organizationId: string, email: string): One<Person> => {
  const row = await db.one<Row>(
    `select ${ALL} from operator o ${OWN_ROLE} where o.email = ? and o.organization_id = ?`,
    [email, organizationId],
  );
  return row && personOf(row);
};

export type PersonFilter = {
  readonly organizationId: string;
  readonly status?: PersonStatus | undefined;
  readonly role?: string | undefined;
};
const ofStatus: Readonly<Record<PersonStatus, string>> = {
  invited: 'and o.is_active = 1 and o.joined_at is null',
  active: 'and o.is_active = 1 and o.joined_at is not null',
  revoked: 'and o.is_active = 0 and o.joined_at is null',
  deactivated: 'and o.is_active = 0 and o.joined_at is not null',
};

/** By address. */
export const listPeople = async (
  db: Database,
  { organizationId, status, role }: PersonFilter,
  after: string,
  limit: number,
): All<Person> => {
  const rows = await db.all<Row>(
    `select ${ALL} from operator o ${OWN_ROLE} where o.organization_id = ? and o.email > ?
     ${status === undefined ? '' : ofStatus[status]} ${role === undefined ? '' : 'and o.role = ?'}
     order by o.email limit ?`,
    [organizationId, after, ...(role === undefined ? [] : [role]), limit],
  );
  return rows.map(personOf);
};

/** Guard `person_current`: his role and state are as they were read. */
export const updatePerson = (
  { id, organizationId, role, status }: Person,
  changed: { readonly name: string; readonly role: string; readonly isActive: boolean },
  at: number,
): Statement => ({
  sql: `update operator as o set name = ?, role = ?, is_active = ?, modified_at = ?
        where o.id = ? and o.organization_id = ? and o.role = ? ${ofStatus[status]}`,
  params: [changed.name, changed.role, changed.isActive ? 1 : 0, at, id, organizationId, role],
  guard: { name: 'person_current', rows: 1 },
});

const MOST_PEOPLE = 1_000;

/** Guard `operator_limit`: after the insert, and after `holdOrganization`, there are not too many. */
export const roomForPerson = (organizationId: string): Statement =>
  room('operator_limit', {
    of: holdOrganization(organizationId),
    counted: {
      sql: 'select count(*) from operator where organization_id = ? and is_active = 1',
      params: [organizationId],
    },
    most: MOST_PEOPLE,
  });
