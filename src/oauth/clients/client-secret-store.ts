/** The secrets of a client, in SQL: hashes only. */
import type { Database, One, Statement } from '../../db/database.ts';
import type { ClientPlace } from './client-store.ts';

export type ClientSecret = Readonly<{ id: string; hint: string; createdAt: number; expiresAt: number | null }>;
export type ClientSecrets = {
  readonly version: number;
  /** Of the client: what whoever holds one of its secrets can do. */
  readonly permissions: readonly string[];
  readonly secrets: readonly ClientSecret[];
};

type SecretRow = {
  readonly version: number;
  readonly document: string;
  readonly id: string | null;
  readonly hint: string;
  readonly created_at: number;
  readonly expires_at: number | null;
};

/** Undefined when there is no such client in this organization. Oldest secret first. */
export const readSecrets = async (db: Database, { organizationId, clientId }: ClientPlace): One<ClientSecrets> => {
  const rows = await db.all<SecretRow>(
    `select c.version, c.document, s.id, s.hint, s.created_at, s.expires_at
     from oauth_client c left join oauth_client_secret s on s.client_id = c.client_id
     where c.client_id = ? and c.organization_id = ? and c.deleted_at is null order by s.created_at, s.id`,
    [clientId, organizationId],
  );
  const [first] = rows;
  if (first === undefined) return undefined;
  const { scopes } = JSON.parse(first.document) as { readonly scopes: { readonly permissions: readonly string[] } };
  return {
    version: first.version,
    permissions: scopes.permissions,
    secrets: rows.flatMap(({ id, hint, created_at, expires_at }) =>
      id === null ? [] : [{ id, hint, createdAt: created_at, expiresAt: expires_at }],
    ),
  };
};

export const updateSecretExpiry = (clientId: string, id: string, expiresAt: number | null): Statement => ({
  sql: 'update oauth_client_secret set expires_at = ? where client_id = ? and id = ?',
  params: [expiresAt, clientId, id],
});

export const deleteSecret = (clientId: string, id: string): Statement => ({
  sql: 'delete from oauth_client_secret where client_id = ? and id = ?',
  params: [clientId, id],
});

export const deleteExpiredSecrets = (clientId: string, now: number): Statement => ({
  sql: 'delete from oauth_client_secret where client_id = ? and expires_at <= ?',
  params: [clientId, now],
});
