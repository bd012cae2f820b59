/** What signing in asks of operators and sessions, in SQL; the rest of their tables is in operator-store.ts. */
import type { Database, One, Statement } from '../db/database.ts';

export type Account = {
  readonly id: string;
  readonly organizationId: string;
  /** null: he has only ever come by links. */
  readonly passwordHash: string | null;
};
type AccountRow = { readonly id: string; readonly organization_id: string; readonly password_hash: string | null };

/** The active operator with this address. */
export const findAccount = async (db: Database, email: string): One<Account> => {
  const row = await db.one<AccountRow>(
    'select id, organization_id, password_hash from operator where email = ? and is_active = 1',
    [email],
  );
  return row && { id: row.id, organizationId: row.organization_id, passwordHash: row.password_hash };
};

/**
 * Guard `password_current`: he is active and the password that was compared is still his. An update, because its lock
 * makes a sign-in and a change of the password wait for each other: no session by the old one outlives the change.
 */
export const holdPassword = ({ id, passwordHash }: Account): Statement => ({
  sql: 'update operator set modified_at = modified_at where id = ? and password_hash = ? and is_active = 1',
  params: [id, passwordHash],
  guard: { name: 'password_current', rows: 1 },
});

export type SessionState = { readonly openedAt: number; readonly passwordHash: string | null };

export const findSessionState = async (db: Database, sessionHash: string): One<SessionState> => {
  const row = await db.one<{ created_at: number; password_hash: string | null }>(
    `select s.created_at, o.password_hash from operator_session s join operator o on o.id = s.operator_id
     where s.token_hash = ?`,
    [sessionHash],
  );
  return row && { openedAt: row.created_at, passwordHash: row.password_hash };
};

export type ListedOperator = {
  readonly email: string;
  readonly name: string;
  readonly role: string;
  readonly is_active: number;
  readonly has_password: number;
};

export const scanOperators = (db: Database, organizationId: string): AsyncIterable<readonly ListedOperator[]> =>
  db.scan<ListedOperator>(
    `select email, name, role, is_active, case when password_hash is null then 0 else 1 end as has_password
     from operator where organization_id = ? order by email`,
    [organizationId],
  );
