/** The secrets of a client, in SQL: hashes only. */
import { type KeptSecret, keptSecrets, type SecretRow } from '../../applications/tokens/kept-secrets.ts';
import type { Database, One, Statement } from '../../db/database.ts';
import type { ClientPlace } from './client-store.ts';

export type ClientSecrets = {
  readonly version: number;
  /** Of the client: what whoever holds one of its secrets can do. */
  readonly permissions: readonly string[];
  readonly secrets: readonly KeptSecret[];
};

type ClientRow = SecretRow & { readonly version: number; readonly document: string };

/** Undefined when there is no such client in this organization. Oldest secret first. */
export const readSecrets = async (db: Database, { organizationId, clientId }: ClientPlace): One<ClientSecrets> => {
  const rows = await db.all<ClientRow>(
    `select c.version, c.document, s.id, s.hint, s.created_at, s.expires_at
     from oauth_client c left join oauth_client_secret s on s.client_id = c.client_id
     where c.client_id = ? and c.organization_id = ? and c.deleted_at is null order by s.created_at, s.id`,
    [clientId, organizationId],
  );
  const [first] = rows;
  if (first === undefined) return undefined;
  const { scopes } = JSON.parse(first.document) as { readonly scopes: { readonly permissions: readonly string[] } };
  return { version: first.version, permissions: scopes.permissions, secrets: keptSecrets(rows) };
};

export const updateSecretExpiry = (clientId: string, id: string, expiresAt: number | null): Statement => ({
  sql: 'update oauth_client_secret set expires_at = ? where client_id = ? and id = ?',
  params: [expiresAt, clientId, id],
});
