/** What was delivered to a subscriber and how, for whoever looks after him; and what of it is cleared away. */
import type { All, Database, Statement } from '../../db/database.ts';
import { type PartedTable, dropParts } from '../../db/partitions/parted-table.ts';
import { sweepByStatements } from '../../db/sweep.ts';

export type LoggedDelivery = {
  readonly application_id: string;
  readonly event_id: string;
  readonly state: 'waiting' | 'done' | 'failed';
  readonly attempts: number;
  readonly began_at: number;
  readonly due_at: number;
  readonly modified_at: number;
};
export type LoggedAttempt = {
  readonly application_id: string;
  readonly event_id: string;
  readonly attempted_at: number;
  readonly claim: string;
  readonly outcome: string;
  readonly status: number | null;
  readonly took_ms: number;
  readonly answer: string;
};

/** A row after which the next page begins, by time and then by event. */
export type LogPlace = readonly [at: number, applicationId: string, eventId: string];

type Listed = { readonly before: LogPlace | undefined; readonly limit: number };

/** The line, in which the release before left ends as well, and what is settled; each with the time a row is sorted by. */
const places = [
  { table: 'webhook_delivery', times: 'due_at, modified_at', at: 'modified_at' },
  { table: 'webhook_settled', times: 'settled_at as due_at, settled_at as modified_at', at: 'settled_at' },
] as const;
const placesOf = (state: LoggedDelivery['state']) => (state === 'waiting' ? places.slice(0, 1) : places);

const ofState = async (
  db: Database,
  subscriberId: number,
  state: LoggedDelivery['state'],
  { before, limit }: Listed,
): All<LoggedDelivery> => {
  const found = await Promise.all(
    placesOf(state).map(({ table, times, at }) =>
      db.all<LoggedDelivery>(
        `select application_id, event_id, state, attempts, began_at, ${times} from ${table}
          where subscriber_id = ? and state = ?
            ${before === undefined ? '' : `and ${at} <= ? and (${at}, application_id, event_id) < (?, ?, ?)`}
          order by ${at} desc, application_id desc, event_id desc limit ?`,
        [subscriberId, state, ...(before === undefined ? [] : [before[0], ...before]), limit],
      ),
    ),
  );
  return found.flat();
};

const states = ['waiting', 'done', 'failed'] as const;
const compared = (left: string | number, right: string | number): number => {
  if (left === right) return 0;
  return left < right ? 1 : -1;
};
const newestFirst = (left: LoggedDelivery, right: LoggedDelivery): number =>
  compared(left.modified_at, right.modified_at) ||
  compared(left.application_id, right.application_id) ||
  compared(left.event_id, right.event_id);

/** Newest first; of all states where none is named: each is read by its own index, so none is read to the end. */
export const listDeliveries = async (
  db: Database,
  subscriberId: number,
  { state, ...listed }: Listed & { readonly state: LoggedDelivery['state'] | undefined },
): All<LoggedDelivery> => {
  const wanted = state === undefined ? states : [state];
  const found = await Promise.all(wanted.map((one) => ofState(db, subscriberId, one, listed)));
  return found.flat().toSorted(newestFirst).slice(0, listed.limit);
};

/** Newest first. */
export const listAttempts = (
  db: Database,
  subscriberId: number,
  before: readonly [...LogPlace, string] | undefined,
  limit: number,
): All<LoggedAttempt> =>
  db.all<LoggedAttempt>(
    `select application_id, event_id, attempted_at, claim, outcome, status, took_ms, answer from webhook_attempt
      where subscriber_id = ?
        ${before === undefined ? '' : 'and (attempted_at, application_id, event_id, claim) < (?, ?, ?, ?)'}
      order by attempted_at desc, application_id desc, event_id desc, claim desc limit ?`,
    [subscriberId, ...(before ?? []), limit],
  );

const MOST_COUNTED = 10_000;

export const countState = async (
  db: Database,
  subscriberId: number,
  state: LoggedDelivery['state'],
): Promise<number> => {
  const counts = await Promise.all(
    placesOf(state).map(({ table }) =>
      db.one<{ n: number }>(
        `select count(*) as n from
          (select 1 as one from ${table} where subscriber_id = ? and state = ? limit ?) counted`,
        [subscriberId, state, MOST_COUNTED],
      ),
    ),
  );
  return Math.min(
    MOST_COUNTED,
    counts.reduce((sum, row) => sum + (row?.n ?? 0), 0),
  );
};

export const nextDue = async (db: Database, subscriberId: number): Promise<number | null> => {
  const row = await db.one<{ due_at: number }>(
    `select due_at from webhook_delivery where subscriber_id = ? and state = 'waiting' order by due_at limit 1`,
    [subscriberId],
  );
  return row?.due_at ?? null;
};

const DAY = 86_400_000;
/** For how long it can be looked up what receivers answered, and that an event was delivered. */
const KEPT_MS = 30 * DAY;
const inSteps = (db: Database, { sql, params }: Statement): Promise<number> =>
  sweepByStatements(db, (limit) => [{ sql, params: [...(params ?? []), limit] }], { size: 500, steps: 40 });

/** On PostgreSQL a day of them is a part of the table, and goes as one. */
export const attemptsByDay: PartedTable = { table: 'webhook_attempt', column: 'attempted_at' };
export const settledByDay: PartedTable = { table: 'webhook_settled', column: 'settled_at' };

const oldAttempts = (before: number): Statement => ({
  sql: `delete from webhook_attempt where (subscriber_id, application_id, event_id, attempted_at, claim) in
    (select subscriber_id, application_id, event_id, attempted_at, claim from webhook_attempt
      where attempted_at < ? order by attempted_at limit ?)`,
  params: [before],
});
/** Also what waits for a subscriber who is not let in again. */
const oldDeliveries = (
  { table, at }: (typeof places)[number],
  subscriberId: number,
  state: string,
  before: number,
): Statement => ({
  sql: `delete from ${table} where subscriber_id = ? and (application_id, event_id) in
    (select application_id, event_id from ${table}
      where subscriber_id = ? and state = ? and ${at} < ? order by ${at} limit ?)`,
  params: [subscriberId, subscriberId, state, before],
});
export const sweepDeliveries = async (db: Database, now: number): Promise<number> => {
  const before = now - KEPT_MS;
  let swept = (await dropParts(db, attemptsByDay, before, now)) ? 0 : await inSteps(db, oldAttempts(before));
  const isDropped = await dropParts(db, settledByDay, before, now);
  for await (const rows of db.scan<{ id: number }>('select id from webhook_subscriber order by id')) {
    for (const { id } of rows) {
      for (const state of states) {
        for (const place of placesOf(state)) {
          if (place.table === settledByDay.table && isDropped) continue;
          swept += await inSteps(db, oldDeliveries(place, id, state, before));
        }
      }
    }
  }
  return swept;
};
