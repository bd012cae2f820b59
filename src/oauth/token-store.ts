/**
 * What the token service has given out, in SQL. A row is found by the SHA-256 of the value that its holder shows, and
 * nothing in it tells the value.
 */
import type { AdapterPayload } from 'oidc-provider';
import { secretHash } from '../applications/secret-hash.ts';
import type { Database, Statement } from '../db/database.ts';

export type TokenKind =
  | 'AccessToken'
  | 'AuthorizationCode'
  | 'ClientCredentials'
  | 'Grant'
  | 'Interaction'
  | 'RefreshToken';

export type NewToken = {
  readonly kind: TokenKind;
  /** The value itself; only its hash is stored. */
  readonly id: string;
  readonly payload: AdapterPayload;
  readonly expiresAt: number;
};

/** The address a consent page returns to ends with the page's id. */
const withoutId = (payload: AdapterPayload, id: string): AdapterPayload => {
  const { jti: _, returnTo, ...rest } = payload;
  return returnTo?.endsWith(id) === true ? { ...rest, returnTo: returnTo.slice(0, -id.length) } : rest;
};
const withId = (payload: AdapterPayload, id: string): AdapterPayload => ({
  ...payload,
  jti: id,
  ...(payload.returnTo === undefined ? {} : { returnTo: `${payload.returnTo}${id}` }),
});

/** Stores or replaces: the library saves a consent page again when it is answered. */
export const putToken = ({ kind, id, payload, expiresAt }: NewToken): Statement => ({
  sql: `insert into oauth_token (id_hash, kind, client_id, grant_hash, expires_at, consumed_at, scope, document)
        values (?, ?, ?, ?, ?, null, ?, ?)
        on conflict (id_hash) do update set expires_at = excluded.expires_at, document = excluded.document`,
  params: [
    secretHash(id),
    kind,
    payload.clientId ?? null,
    payload.grantId === undefined ? null : secretHash(payload.grantId),
    expiresAt,
    payload.scope ?? '',
    JSON.stringify(withoutId(payload, id)),
  ],
});

export type FoundToken = { readonly payload: AdapterPayload; readonly consumedAt: number | null };

export const findToken = async (
  db: Database,
  kind: TokenKind,
  id: string,
  now: number,
): Promise<FoundToken | undefined> => {
  const row = await db.one<{ consumed_at: number | null; document: string }>(
    'select consumed_at, document from oauth_token where id_hash = ? and kind = ? and expires_at > ?',
    [secretHash(id), kind, now],
  );
  return row && { payload: withId(JSON.parse(row.document) as AdapterPayload, id), consumedAt: row.consumed_at };
};

/** Guard `token_unused`: of several who use it at once, one does. */
export const consumeToken = (kind: TokenKind, id: string, at: number): Statement => ({
  sql: 'update oauth_token set consumed_at = ? where id_hash = ? and kind = ? and consumed_at is null',
  params: [at, secretHash(id), kind],
  guard: { name: 'token_unused', rows: 1 },
});

/** Guard `token_used`: it was there, used; so that one of several who show it again ends the family. */
export const deleteUsedToken = (kind: TokenKind, id: string): Statement => ({
  sql: 'delete from oauth_token where id_hash = ? and kind = ? and consumed_at is not null',
  params: [secretHash(id), kind],
  guard: { name: 'token_used', rows: 1 },
});

export const deleteToken = (kind: TokenKind, id: string): Statement => ({
  sql: 'delete from oauth_token where id_hash = ? and kind = ?',
  params: [secretHash(id), kind],
});

/** The grant and everything that was given out under it, but `except`. */
export const deleteFamily = (grantId: string, except = ''): Statement => ({
  sql: 'delete from oauth_token where (grant_hash = ? or id_hash = ?) and id_hash <> ?',
  params: [secretHash(grantId), secretHash(grantId), except === '' ? '' : secretHash(except)],
});

/** Removes what has expired, a bounded step at a time so that no write waits for it; answers how many rows went. */
export const sweepTokens = async (db: Database, now: number, step = 500, steps = 100): Promise<number> => {
  let swept = 0;
  for (let turn = 0; turn < steps; turn += 1) {
    const [result] = await db.commit([sweepStatement(now, step)]);
    swept += result?.changes ?? 0;
    if ((result?.changes ?? 0) < step) break;
  }
  return swept;
};
const sweepStatement = (now: number, limit: number): Statement => ({
  sql: `delete from oauth_token where id_hash in
    (select id_hash from oauth_token where expires_at <= ? order by expires_at limit ?)`,
  params: [now, limit],
});
