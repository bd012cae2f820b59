/**
 * Quotas in SQL, for the batches of whatever uses them up: each statement is guarded by its limit, so that no node and no race
 * gets past it, and nothing of the batch is stored when it would.
 */
import type { QuotaSettings } from '../contract/applications/quota-settings-contract.ts';
import { type Database, DatabaseError, type Statement } from '../db/database.ts';
import { sweepExpired } from '../db/sweep.ts';
import { type By, limitOf, type QuotaName, type QuotaUse, windowAt } from './quota-rules.ts';

export type Subject = {
  readonly by: By;
  /** A keyed hash: nobody can read from it who it is. */
  readonly key: string;
  /** So many times what one may; one, when left out. */
  readonly times?: number;
};

/** For whom a call uses up quotas: the shopper and the address it came from; nobody, when staff act. */
export type Taker = Readonly<{
  applicationId: string;
  settings: QuotaSettings;
  subjects: () => readonly Subject[];
  /** Whoever else counts are raised for: the network of an address of IPv6. */
  wider: () => readonly Subject[];
}>;

const GUARD = 'quota/';

export type Reached = {
  readonly quota: QuotaName;
  readonly by: By;
  /** Of what: an offer, where the quota is counted for each. */
  readonly of: string | undefined;
};

/** The quota that was used up; undefined when the batch failed for another reason. */
export const quotaReached = (error: unknown): Reached | undefined => {
  if (!(error instanceof DatabaseError) || error.code !== 'guard' || !error.guard?.startsWith(GUARD)) return undefined;
  const [, quota, by, of] = error.guard.split('/');
  return { quota: quota as QuotaName, by: by as By, of };
};

/** Nothing is used, and nothing written: it only has to be possible. */
const roomFor = (
  { applicationId }: Taker,
  { key }: Subject,
  { quota, room, start, limit }: { quota: QuotaName; room: number; start: number; limit: number },
): Pick<Statement, 'sql' | 'params'> => ({
  sql: `update quota_use set used = used
    where application_id = ? and quota = ? and subject = ? and window_start = cast(? as bigint)
      and used + cast(? as bigint) > cast(? as bigint)`,
  params: [applicationId, quota, key, start, room, limit],
});

const useOf = (taker: Taker, subject: Subject, { quota, amount, room = amount }: QuotaUse, now: number): Statement => {
  const { applicationId, settings } = taker;
  const { by, key, times = 1 } = subject;
  const { start, end } = windowAt(quota, now);
  const limit = limitOf(settings, quota, by) * times;
  const name = `${GUARD}${quota}/${by}`;
  // Codes are not guessed by trying.
  const evenTried = quota.endsWith('_tries');
  if (amount === 0 && room <= limit) {
    const { sql, params = [] } = roomFor(taker, subject, { quota, room, start, limit });
    return { sql, params, guard: { name, rows: 0 }, evenTried };
  }
  return {
    // The first use of a window may be too much by itself.
    sql: `insert into quota_use (application_id, quota, subject, window_start, used, expires_at)
      select ?, ?, ?, cast(? as bigint), cast(? as bigint), cast(? as bigint)
      where cast(? as bigint) <= cast(? as bigint)
      on conflict (application_id, quota, subject, window_start) do update set used = quota_use.used + excluded.used
      where quota_use.used + cast(? as bigint) <= cast(? as bigint)`,
    params: [applicationId, quota, key, start, amount, end, room, limit, room, limit],
    guard: { name, rows: 1 },
    evenTried,
  };
};

/** Before all else of a batch, and in one order, so that two batches cannot wait for each other. */
export const useQuotas = (taker: Taker, uses: readonly QuotaUse[], now: number): readonly Statement[] => {
  const used = uses.filter(({ amount, room = amount }) => room > 0).toSorted((a, b) => (a.quota < b.quota ? -1 : 1));
  if (used.length === 0) return [];
  const subjects = [...taker.subjects(), ...taker.wider()];
  return used.flatMap((use) => subjects.map((subject) => useOf(taker, subject, use, now)));
};

/** Longer than any batch takes. */
const HELD_MS = 60_000;

/**
 * Batches that begin with it come one after another for each subject, also on an engine that writes several at once: what is counted
 * in them of what he has is what there is. `subject` is a keyed hash, or the id of what is no person.
 */
export const holdSubject = (applicationId: string, what: string, subject: string, now: number): Statement => ({
  sql: `insert into quota_use (application_id, quota, subject, window_start, used, expires_at) values (?, ?, ?, 0, 0, ?)
    on conflict (application_id, quota, subject, window_start) do update set expires_at = excluded.expires_at`,
  params: [applicationId, what, subject, now + HELD_MS],
});

/** The counts of windows that are over. */
export const sweepQuotas = (db: Database, now: number): Promise<number> =>
  sweepExpired(db, { table: 'quota_use', key: 'application_id, quota, subject, window_start' }, now);
