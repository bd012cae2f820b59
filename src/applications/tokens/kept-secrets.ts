/** What is kept of secrets of which their owner has several: tokens of an application, secrets of a client. Hashes only. */
import type { Statement } from '../../db/database.ts';
import { Refusal } from '../../shared/errors.ts';

export type KeptSecret = Readonly<{ id: string; hint: string; createdAt: number; expiresAt: number | null }>;

/** Of an owner who is read with his secrets; he may have none. */
export type SecretRow = {
  readonly id: string | null;
  readonly hint: string;
  readonly created_at: number;
  readonly expires_at: number | null;
};
export const keptSecrets = (rows: readonly SecretRow[]): readonly KeptSecret[] =>
  rows.flatMap(({ id, hint, created_at, expires_at }) =>
    id === null ? [] : [{ id, hint, createdAt: created_at, expiresAt: expires_at }],
  );

export const isLive = ({ expiresAt }: KeptSecret, now: number): boolean => expiresAt === null || expiresAt > now;

/** Whether it is the only one that still opens anything. */
export const isLastLive = (all: readonly KeptSecret[], one: KeptSecret, now: number): boolean =>
  isLive(one, now) && all.every((other) => other === one || !isLive(other, now));

/** So that one can be replaced without an outage, and a forgotten one is noticed. */
const MOST_LIVE = 5;
export const isFull = (all: readonly KeptSecret[], now: number): boolean =>
  all.filter((one) => isLive(one, now)).length >= MOST_LIVE;

export const checkExpiry = (expiresAt: number | null, now: number): void => {
  if (expiresAt === null || expiresAt > now) return;
  throw new Refusal('body_invalid', { details: [{ field: 'expires_at', message: 'Give a time to come.' }] });
};

type SecretTable = 'application_token' | 'oauth_client_secret';
/** By the column that names the owner. */
const owners: Readonly<Record<SecretTable, string>> = {
  application_token: 'application_id',
  oauth_client_secret: 'client_id',
};

export const deleteSecret = (table: SecretTable, owner: string, id: string): Statement => ({
  sql: `delete from ${table} where ${owners[table]} = ? and id = ?`,
  params: [owner, id],
});

export const deleteExpired = (table: SecretTable, owner: string, now: number): Statement => ({
  sql: `delete from ${table} where ${owners[table]} = ? and expires_at <= ?`,
  params: [owner, now],
});
