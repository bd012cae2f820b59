/**
 * What the token service has given out, in SQL. A row is found by the SHA-256 of the value that its holder shows, and
 * nothing in it tells the value.
 */
import type { AdapterPayload } from 'oidc-provider';
import { secretHash } from '../../applications/secret-hash.ts';
import type { Database, One, Statement } from '../../db/database.ts';
import { type Bounds, sweepExpired } from '../../db/sweep.ts';

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
  /** For a code: it may be redeemed once more, at an SDK's address for offline tokens. */
  readonly twice?: boolean;
};

/** What is given for a code's second use is a family of its own, under a grant that nobody has to look up. */
const OFFLINE = '.offline';
export const offlineGrantOf = (grantId: string): string => `${grantId}${OFFLINE}`;
export const isOfflineGrant = (grantId: string): boolean => grantId.endsWith(OFFLINE);

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

const OPERATOR = 'operator:';
/** Null for a client on its own behalf. */
const operatorIn = ({ accountId }: AdapterPayload): string | null =>
  accountId?.startsWith(OPERATOR) === true ? accountId.slice(OPERATOR.length) : null;

/** Stores or replaces: the library saves a consent page again when it is answered. */
export const putToken = ({ kind, id, payload, expiresAt, twice = false }: NewToken): Statement => ({
  sql: `insert into oauth_token
          (id_hash, kind, client_id, operator_id, grant_hash, expires_at, consumed_at, second_use_at, scope, document)
        values (?, ?, ?, ?, ?, ?, null, ?, ?, ?)
        on conflict (id_hash) do update set expires_at = excluded.expires_at, document = excluded.document`,
  params: [
    secretHash(id),
    kind,
    payload.clientId ?? null,
    operatorIn(payload),
    payload.grantId === undefined ? null : secretHash(payload.grantId),
    expiresAt,
    twice ? 0 : null,
    payload.scope ?? '',
    JSON.stringify(withoutId(payload, id)),
  ],
});

export type FoundToken = {
  readonly payload: AdapterPayload;
  readonly consumedAt: number | null;
  /** null: it has no second use; 0: that is open. */
  readonly secondUseAt: number | null;
};

/** What an operator agreed to ends with him, in the read that proves it. `t` is the token. */
const ofActiveOperator = `(t.operator_id is null
  or exists (select 1 from operator o where o.id = t.operator_id and o.is_active = 1))`;

export const findToken = async (db: Database, kind: TokenKind, id: string, now: number): One<FoundToken> => {
  const row = await db.one<{ consumed_at: number | null; second_use_at: number | null; document: string }>(
    `select t.consumed_at, t.second_use_at, t.document from oauth_token t
     where t.id_hash = ? and t.kind = ? and t.expires_at > ? and ${ofActiveOperator}`,
    [secretHash(id), kind, now],
  );
  if (row === undefined) return undefined;
  const payload = withId(JSON.parse(row.document) as AdapterPayload, id);
  return { payload, consumedAt: row.consumed_at, secondUseAt: row.second_use_at };
};

/** Guard `token_unused`: of several who use it at once, one does. */
export const consumeToken = (kind: TokenKind, id: string, at: number): Statement => ({
  sql: 'update oauth_token set consumed_at = ? where id_hash = ? and kind = ? and consumed_at is null',
  params: [at, secretHash(id), kind],
  guard: { name: 'token_unused', rows: 1 },
});

/** Guard `token_unused`, for the second use. */
export const consumeSecondUse = (kind: TokenKind, id: string, at: number): Statement => ({
  sql: 'update oauth_token set second_use_at = ? where id_hash = ? and kind = ? and second_use_at = 0',
  params: [at, secretHash(id), kind],
  guard: { name: 'token_unused', rows: 1 },
});

/** Guard `token_used`: it was there, used; so that one of several who show it again ends the family. */
export const deleteUsedToken = (kind: TokenKind, id: string): Statement => ({
  sql: 'delete from oauth_token where id_hash = ? and kind = ? and (consumed_at is not null or second_use_at > 0)',
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

export const sweepTokens = (db: Database, now: number, bounds?: Bounds): Promise<number> =>
  sweepExpired(db, { table: 'oauth_token', key: 'id_hash' }, now, bounds);
