/** Operators, their one-time links and their sessions, in SQL. Links and sessions are known by hash only. */
import type { Database, One, Statement } from '../db/database.ts';
import { permissionsOf } from './operator-rules.ts';

export type Operator = {
  readonly id: string;
  readonly organizationId: string;
  readonly email: string;
  readonly name: string;
  readonly role: string;
  /** What his role stands for now. */
  readonly permissions: readonly string[];
};
export type OperatorRow = {
  readonly id: string;
  readonly organization_id: string;
  readonly email: string;
  readonly name: string;
  readonly role: string;
  readonly role_document: string | null;
};
export const COLUMNS = 'o.id, o.organization_id, o.email, o.name, o.role, r.document as role_document';
/** The role as the organization has it now, beside an operator `o`. */
export const OWN_ROLE = 'left join operator_role r on r.organization_id = o.organization_id and r.name = o.role';
export const operatorOf = ({ id, organization_id, email, name, role, role_document }: OperatorRow): Operator => ({
  id,
  organizationId: organization_id,
  email,
  name,
  role,
  permissions: permissionsOf(role, role_document),
});

export type NewOperator = Omit<Operator, 'permissions'>;

/** Guard `operator_email`: the address is new. */
export const insertOperator = ({ id, organizationId, email, name, role }: NewOperator, at: number): Statement => ({
  sql: `insert into operator (id, organization_id, email, name, role, is_active, created_at, modified_at)
        values (?, ?, ?, ?, ?, 1, ?, ?)`,
  params: [id, organizationId, email, name, role, at, at],
  guard: { name: 'operator_email', rows: 1 },
});

export const findOperatorByEmail = async (db: Database, organizationId: string, email: string): One<Operator> => {
  const row = await db.one<OperatorRow>(
    `select ${COLUMNS} from operator o ${OWN_ROLE} where o.email = ? and o.organization_id = ? and o.is_active = 1`,
    [email, organizationId],
  );
  return row && operatorOf(row);
};

export const findOperator = async (db: Database, id: string): One<Operator> => {
  const row = await db.one<OperatorRow>(
    `select ${COLUMNS} from operator o ${OWN_ROLE} where o.id = ? and o.is_active = 1`,
    [id],
  );
  return row && operatorOf(row);
};

/** Also one who was deactivated. */
export const findEverOperator = async (db: Database, organizationId: string, email: string): One<string> => {
  const row = await db.one<{ id: string }>('select id from operator where email = ? and organization_id = ?', [
    email,
    organizationId,
  ]);
  return row?.id;
};

export const renameStatement = (id: string, name: string, at: number): Statement => ({
  sql: 'update operator set name = ?, modified_at = ? where id = ?',
  params: [name, at, id],
});

/** From now on he is no longer only invited. */
export const joinStatement = (id: string, at: number): Statement => ({
  sql: 'update operator set joined_at = ? where id = ? and joined_at is null',
  params: [at, id],
});

/**
 * Guard `last_owner`: an organization keeps an owner who has signed in. It counts after `holdOrganization` only: two owners
 * who remove each other at once would both find the other.
 */
export const keepOwner = (organizationId: string, id: string): Statement => ({
  sql: `update operator set modified_at = modified_at where id = ? and organization_id = ? and (role <> 'owner'
    or exists (select 1 from operator other where other.organization_id = operator.organization_id
      and other.role = 'owner' and other.is_active = 1 and other.joined_at is not null and other.id <> operator.id))`,
  params: [id, organizationId],
  guard: { name: 'last_owner', rows: 1 },
});

/** `.invalid` is nobody's, for ever. */
export const forgetStatement = (id: string, at: number): Statement => ({
  sql: `update operator set email = ?, name = '', password_hash = null, is_active = 0, modified_at = ? where id = ?`,
  params: [`${id}@forgotten.invalid`, at, id],
});

/** Guard `operator_active`: he is one of this organization and still active. */
export const deactivateStatement = (organizationId: string, id: string, at: number): Statement => ({
  sql: 'update operator set is_active = 0, modified_at = ? where id = ? and organization_id = ? and is_active = 1',
  params: [at, id, organizationId],
  guard: { name: 'operator_active', rows: 1 },
});

export const updatePassword = (organizationId: string, id: string, passwordHash: string, at: number): Statement => ({
  sql: `update operator set password_hash = ?, modified_at = ?
        where id = ? and organization_id = ? and is_active = 1`,
  params: [passwordHash, at, id, organizationId],
  guard: { name: 'operator_active', rows: 1 },
});

export type Link = Readonly<{ hash: string; operatorId: string; at: number; expiresAt: number; issuer: Issuer }>;
/** Who issued a link, as the audit names him, beside a client the operator who agreed to it, and what he might do then. */
export type Issuer = { readonly names: readonly string[]; readonly permissions: readonly string[] };

export const insertLink = ({ hash, operatorId, at, expiresAt, issuer }: Link): Statement => ({
  sql: `insert into operator_link (token_hash, operator_id, created_at, expires_at, issued_by, most)
        values (?, ?, ?, ?, ?, ?)`,
  params: [hash, operatorId, at, expiresAt, issuer.names.join(' '), JSON.stringify(issuer.permissions)],
});

export type FoundLink = {
  readonly operator: Operator;
  readonly issuedBy: readonly string[];
  readonly most: readonly string[];
};

export const findLink = async (db: Database, hash: string, now: number): One<FoundLink> => {
  const row = await db.one<OperatorRow & { issued_by: string; most: string }>(
    `select ${COLUMNS}, l.issued_by, l.most from operator_link l join operator o on o.id = l.operator_id ${OWN_ROLE}
     where l.token_hash = ? and l.expires_at > ? and o.is_active = 1`,
    [hash, now],
  );
  if (row === undefined) return undefined;
  return {
    operator: operatorOf(row),
    issuedBy: row.issued_by.split(' '),
    most: JSON.parse(row.most) as readonly string[],
  };
};

export type Issuing = Pick<Operator, 'organizationId' | 'permissions'>;
/** Of somebody who left, and of a client that is switched off or removed. */
const nothing: Issuing = { organizationId: '', permissions: [] };

const issuingClient = async (db: Database, id: string): Promise<Issuing> => {
  const row = await db.one<{ organization_id: string; document: string }>(
    'select organization_id, document from oauth_client where client_id = ? and is_active = 1 and deleted_at is null',
    [id],
  );
  if (row === undefined) return nothing;
  const { scopes } = JSON.parse(row.document) as { readonly scopes: { readonly permissions: readonly string[] } };
  return { organizationId: row.organization_id, permissions: scopes.permissions };
};

/** What an issuer may do now; undefined for one who cannot leave. */
export const issuingNow = async (db: Database, name: string): One<Issuing> => {
  const [kind, id = ''] = name.split(':');
  if (kind === 'service') return issuingClient(db, id);
  return kind === 'operator' ? ((await findOperator(db, id)) ?? nothing) : undefined;
};

/** Those he has seen, or somebody saw on his word. */
export const deleteLinksIssuedBy = (name: string): Statement => ({
  sql: "delete from operator_link where ' ' || issued_by || ' ' like ?",
  params: [`% ${name} %`],
});

/** Guard `link`: it was there and in time. Of several who use it at once, one finds the row. */
export const useLink = (hash: string, now: number): Statement => ({
  sql: 'delete from operator_link where token_hash = ? and expires_at > ?',
  params: [hash, now],
  guard: { name: 'link', rows: 1 },
});

export const deleteLinks = (operatorId: string): Statement => ({
  sql: 'delete from operator_link where operator_id = ?',
  params: [operatorId],
});

export const deleteExpiredLinks = (operatorId: string, now: number): Statement => ({
  sql: 'delete from operator_link where operator_id = ? and expires_at <= ?',
  params: [operatorId, now],
});

export type NewSession = Readonly<{ hash: string; operatorId: string; at: number; expiresAt: number }>;

/** Guard `operator_active`: nobody deactivated him meanwhile. */
export const insertSession = ({ hash, operatorId, at, expiresAt }: NewSession): Statement => ({
  sql: `insert into operator_session (token_hash, operator_id, created_at, seen_at, expires_at)
        select ?, id, cast(? as bigint), cast(? as bigint), cast(? as bigint)
        from operator where id = ? and is_active = 1`,
  params: [hash, at, at, expiresAt, operatorId],
  guard: { name: 'operator_active', rows: 1 },
});

export type FoundSession = { readonly operator: Operator; readonly openedAt: number; readonly seenAt: number };

export const findSession = async (db: Database, hash: string, now: number, seenSince: number): One<FoundSession> => {
  const row = await db.one<OperatorRow & { opened_at: number; seen_at: number }>(
    `select ${COLUMNS}, s.created_at as opened_at, s.seen_at
     from operator_session s join operator o on o.id = s.operator_id ${OWN_ROLE}
     where s.token_hash = ? and s.expires_at > ? and s.seen_at > ? and o.is_active = 1`,
    [hash, now, seenSince],
  );
  return row && { operator: operatorOf(row), openedAt: row.opened_at, seenAt: row.seen_at };
};

export const touchSession = (hash: string, now: number): Statement => ({
  sql: 'update operator_session set seen_at = ? where token_hash = ? and seen_at < ?',
  params: [now, hash, now],
});

export const deleteSession = (hash: string): Statement => ({
  sql: 'delete from operator_session where token_hash = ?',
  params: [hash],
});

/** All sessions of the operator but one; none is spared without `except`. */
export const deleteSessions = (operatorId: string, except = ''): Statement => ({
  sql: 'delete from operator_session where operator_id = ? and token_hash <> ?',
  params: [operatorId, except],
});

export const deleteExpiredSessions = (operatorId: string, now: number, seenSince: number): Statement => ({
  sql: 'delete from operator_session where operator_id = ? and (expires_at <= ? or seen_at <= ?)',
  params: [operatorId, now, seenSince],
});
