/** The tokens of an application, in SQL: hashes only. */
import type { Database, One, Statement } from '../../db/database.ts';
import type { ApplicationPlace } from '../application-store.ts';
import type { NewSecret } from '../secret-hash.ts';
import { type KeptSecret, keptSecrets, type SecretRow } from './kept-secrets.ts';

export type ApplicationTokens = { readonly version: number; readonly tokens: readonly KeptSecret[] };

type TokenRow = SecretRow & { readonly token_version: number };

/** Undefined when there is no such application in this company of this organization. Oldest token first. */
export const readTokens = async (
  db: Database,
  { organizationId, companyId, applicationId }: ApplicationPlace,
): One<ApplicationTokens> => {
  const rows = await db.all<TokenRow>(
    `select a.token_version, t.id, t.hint, t.created_at, t.expires_at
     from application a join company c on c.id = a.company_id
     left join application_token t on t.application_id = a.id
     where a.id = ? and a.company_id = ? and c.organization_id = ? order by t.created_at, t.id`,
    [applicationId, companyId, organizationId],
  );
  const [first] = rows;
  return first === undefined ? undefined : { version: first.token_version, tokens: keptSecrets(rows) };
};

/** Guard `token_version`: nobody added or removed a token since `version` was read. */
export const claimTokens = (applicationId: string, version: number): Statement => ({
  sql: 'update application set token_version = token_version + 1 where id = ? and token_version = ?',
  params: [applicationId, version],
  guard: { name: 'token_version', rows: 1 },
});

export const insertToken = (
  applicationId: string,
  { id, createdAt, expiresAt }: Omit<KeptSecret, 'hint'>,
  { hash, hint }: NewSecret,
): Statement => ({
  sql: `insert into application_token (id, application_id, token_hash, hint, created_at, expires_at)
        values (?, ?, ?, ?, ?, ?)`,
  params: [id, applicationId, hash, hint, createdAt, expiresAt],
});
