/**
 * One key, one outcome. A write under an Idempotency-Key happens once: its record is the first statement of the batch that
 * carries the effect, so there is no moment in which one exists without the other. A refusal is an outcome too and is kept
 * before it is answered: a call that was held up somewhere cannot do later what its caller was told would not be done. Calls
 * under way at once, on any node, are not kept apart: the first outcome on disk is that of all of them.
 *
 * What is kept: status and a small document from which the route can answer again, 24 hours.
 */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Database, DatabaseError, guardFailed, type Statement } from '../db/database.ts';
import { type Bounds, sweepExpired } from '../db/sweep.ts';
import { callerName } from './access.ts';
import { isOutcome, type KeyRecord, type Outcome, refusalIn, refusalOutcome } from './kept-refusal-rules.ts';
import { canonicalJson } from './requests/canonical-json.ts';
import { Refusal } from '../shared/errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Refuses a call without a key: openapi.json names the header. */
    needsKey?: true;
  }
}

const guardName = 'idempotency';
export const lifetimeMs = 24 * 60 * 60 * 1000;

/** One use of a key: where it counts, what was asked, and when. */
export type KeyUse = Readonly<{ scope: string; key: string; fingerprint: string; at: number }>;
const hash = (value: unknown): string => createHash('sha256').update(canonicalJson(value)).digest('base64url');

/**
 * The key of this request, or undefined when it carries none. `owner` is who inside the caller it is for (a shopper, a
 * cart asked for); the body and the query together are what must not change under one key. A body that is a stream is told by
 * what it held.
 */
export const keyUse = (
  request: FastifyRequest,
  owner: string,
  at: number,
  body: unknown = request.body,
): KeyUse | undefined => {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{16,255}$/.test(key)) throw new Refusal('idempotency_key_invalid');
  const caller = request.caller === undefined ? null : callerName(request.caller);
  const path = request.url.split('?')[0]?.replace(/\/$/, '');
  return {
    scope: hash([caller, owner, request.method, path]),
    key,
    fingerprint: hash([body ?? null, request.query ?? null]),
    at,
  };
};

/** First in the batch of the effect. Takes the place of an expired record; a living one breaks the guard. */
const rememberStatement = (use: KeyUse, { status, document }: Outcome): Statement => ({
  sql: `insert into idempotency (scope, key, fingerprint, status, created_at, expires_at, document)
    values (?, ?, ?, ?, ?, ?, ?)
    on conflict (scope, key) do update set fingerprint = excluded.fingerprint, status = excluded.status,
      created_at = excluded.created_at, expires_at = excluded.expires_at, document = excluded.document
    where idempotency.expires_at <= excluded.created_at`,
  params: [use.scope, use.key, use.fingerprint, status, use.at, use.at + lifetimeMs, JSON.stringify(document)],
  guard: { name: guardName, rows: 1 },
});

type Row = Readonly<{ fingerprint: string; status: number; created_at: number; document: string }>;

/** The living record of this key; refuses when it belongs to a different request. */
const findRecord = async (db: Database, { scope, key, fingerprint, at }: KeyUse): Promise<KeyRecord | undefined> => {
  const row = await db.one<Row>(
    'select fingerprint, status, created_at, document from idempotency where scope = ? and key = ? and expires_at > ?',
    [scope, key, at],
  );
  if (row === undefined) return undefined;
  if (row.fingerprint !== fingerprint) throw new Refusal('idempotency_mismatch');
  return { status: row.status, createdAt: row.created_at, document: JSON.parse(row.document) };
};

export type Remember = (outcome: Outcome) => readonly Statement[];
export type Once<T> = {
  /** Decides and commits, with `...remember(outcome)` first in its batch. */
  readonly run: (remember: Remember) => Promise<T>;
  /** Answers again from the record of a success, without an effect. */
  readonly replay: (record: KeyRecord) => Promise<T>;
  /** What is to be written about a refusal, whether there is a key or not: in the batch that keeps it. */
  readonly refused?: () => Promise<readonly Statement[]>;
};

/** The database may know what we do not: an equal request won, or ours arrived and only its answer was lost. */
const mayHaveHappened = (error: unknown): boolean =>
  guardFailed(error, guardName) || (error instanceof DatabaseError && error.code === 'unknown');

export const onceByKey = async <T>(
  db: Database,
  reply: FastifyReply,
  use: KeyUse | undefined,
  { run, replay, refused = async () => [] }: Once<T>,
): Promise<T> => {
  const remember: Remember = (outcome) => (use === undefined ? [] : [rememberStatement(use, outcome)]);
  const kept = async (): Promise<KeyRecord | undefined> => (use === undefined ? undefined : findRecord(db, use));
  const again = (record: KeyRecord): Promise<T> => {
    const refusal = refusalIn(record);
    if (refusal !== undefined) throw refusal;
    reply.header('idempotent-replayed', 'true');
    return replay(record);
  };
  /** Keeps it, and throws it. */
  const refuse = async (refusal: Refusal): Promise<T> => {
    const isKept = isOutcome(refusal);
    const winner = isKept ? undefined : await kept();
    if (winner !== undefined) return again(winner);
    const stands = refusal.options.isKept === true;
    const batch = [...(isKept && !stands ? remember(refusalOutcome(refusal)) : []), ...(await refused())];
    if (batch.length > 0) await db.commit(batch);
    throw refusal;
  };
  const earlier = await kept();
  if (earlier !== undefined) return again(earlier);
  try {
    return await run(remember).catch((error: unknown) => {
      if (error instanceof Refusal) return refuse(error);
      throw error;
    });
  } catch (error) {
    if (!mayHaveHappened(error)) throw error;
    const winner = await kept();
    if (winner !== undefined) return again(winner);
    throw guardFailed(error, guardName) ? new DatabaseError('busy', undefined, { cause: error }) : error;
  }
};

export const sweepKeys = (db: Database, now: number, bounds?: Bounds): Promise<number> =>
  sweepExpired(db, { table: 'idempotency', key: 'scope, key' }, now, bounds);
