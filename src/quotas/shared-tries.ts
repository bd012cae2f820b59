/**
 * Tries that are counted over all nodes, in the table of quotas: how many failed, and when the last one was, by which an hour of
 * quiet forgets them. A try is counted only by who has seen all before it, so that none slips through beside another.
 */
import type { Database, Statement } from '../db/database.ts';

export type TryKey = {
  /** What is tried. */
  readonly kind: string;
  /** A keyed hash of who tries, or of whom. */
  readonly subject: string;
};
export type Tries = { readonly failed: number; readonly lastAt: number };

/** Longer than the longest wait, so that nobody waits his count away. */
const REMEMBERED_MS = 60 * 60 * 1000;
export const TRIES_GUARD = 'tries_current';

/** These belong to the installation, not to an application, and have no windows. */
const THE_ROW = "application_id = '' and quota = ? and subject = ? and window_start = 0";
const nameOf = (kind: string): string => `tries/${kind}`;

export const readTries = async (db: Database, { kind, subject }: TryKey, now: number): Promise<Tries> => {
  const row = await db.one<{ used: number; expires_at: number }>(
    `select used, expires_at from quota_use where ${THE_ROW}`,
    [nameOf(kind), subject],
  );
  if (row === undefined || row.expires_at <= now) return { failed: 0, lastAt: 0 };
  return { failed: row.used, lastAt: row.expires_at - REMEMBERED_MS };
};

/** One more than was read; the guard does not hold when somebody else counted meanwhile. */
export const countTry = ({ kind, subject }: TryKey, { failed }: Tries, now: number): Statement => ({
  sql: `insert into quota_use (application_id, quota, subject, window_start, used, expires_at)
    values ('', ?, ?, 0, 1, ?)
    on conflict (application_id, quota, subject, window_start) do update
      set used = cast(? as bigint), expires_at = excluded.expires_at
      where quota_use.used = cast(? as bigint) or (quota_use.expires_at <= cast(? as bigint) and cast(? as bigint) = 0)`,
  params: [nameOf(kind), subject, now + REMEMBERED_MS, failed + 1, failed, now, failed],
  guard: { name: TRIES_GUARD, rows: 1 },
});

export const takeBackTry = ({ kind, subject }: TryKey): Statement => ({
  sql: `update quota_use set used = used - 1 where ${THE_ROW} and used > 0`,
  params: [nameOf(kind), subject],
});

export const forgetTries = ({ kind, subject }: TryKey): Statement => ({
  sql: `delete from quota_use where ${THE_ROW}`,
  params: [nameOf(kind), subject],
});
