/** The rows of an OAuth client, for the batch of whoever makes one. */
import type { KeptSecret } from '../../applications/tokens/kept-secrets.ts';
import type { Statement } from '../../db/database.ts';
import { objectId, type RandomBytes } from '../../shared/identifiers.ts';
import { newClientSecret } from './client-secrets.ts';

/** What a client is, beside its row's own columns; the answer's remaining fields follow from the columns. */
export type ClientDocument = {
  readonly slug: string;
  /** Whatever the type says, the permissions are what counts. */
  readonly scopes: { readonly type: string; readonly permissions: readonly string[] };
  readonly grants: readonly string[];
  readonly redirect_urls: readonly string[];
  readonly access_token_lifetime: number;
  readonly refresh_token_lifetime: number;
  readonly meta: { readonly name: string; readonly description: string; readonly tags: readonly string[] };
  readonly user_id?: string;
  readonly author: { readonly type: 'operator' | 'client' | 'system'; readonly id: string; readonly name: string };
  readonly client_type: 'extension' | 'platform' | 'administrator' | 'partner';
  /** What the creator sent beyond the fields we know; shown, and read by nothing of ours. */
  readonly additional?: Readonly<Record<string, unknown>>;
};
export type NewClient = {
  readonly organizationId: string;
  readonly companyId: number;
  readonly document: ClientDocument;
  readonly at: number;
  /** Given when the document depends on it. */
  readonly clientId?: string;
  readonly isActive?: boolean;
};
export type PlannedClient = {
  readonly clientId: string;
  /** The only time it is seen. */
  readonly clientSecret: string;
  readonly statements: readonly Statement[];
};

export const planClient = (
  { organizationId, companyId, document, at, clientId: givenId, isActive = true }: NewClient,
  random: RandomBytes,
): PlannedClient => {
  const clientId = givenId ?? objectId(random);
  const { secret, hash, hint } = newClientSecret(random);
  return {
    clientId,
    clientSecret: secret,
    statements: [
      {
        sql: `insert into oauth_client (client_id, id, organization_id, company_id, version, is_active, created_at, modified_at, document)
              values (?, ?, ?, ?, 1, ?, ?, ?, ?)`,
        params: [
          clientId,
          objectId(random),
          organizationId,
          companyId,
          isActive ? 1 : 0,
          at,
          at,
          JSON.stringify(document),
        ],
      },
      insertSecret(clientId, { id: objectId(random), hash, hint, createdAt: at, expiresAt: null }),
    ],
  };
};

type NewSecretRow = KeptSecret & { readonly hash: string };

export const insertSecret = (clientId: string, { id, hash, hint, createdAt, expiresAt }: NewSecretRow): Statement => ({
  sql: `insert into oauth_client_secret (id, client_id, secret_hash, hint, created_at, expires_at)
        values (?, ?, ?, ?, ?, ?)`,
  params: [id, clientId, hash, hint, createdAt, expiresAt],
});
