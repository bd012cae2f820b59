/** What an erasure found that may be much, a row each, so that no step writes all of it: guests, their carts, orders that wait. */
import type { All, Database, Row, Statement } from '../db/database.ts';
import { inPowers, repeated } from '../db/many-rows.ts';
import type { ErasureKey } from './erasure-store.ts';
import { collectBy } from './find-person.ts';

type Kind = 'guest' | 'cart' | 'order';
/** Whose an order was, as a keyed hash. */
export type Trace = { readonly id: string; readonly owner?: string };

export const keepTraces = (
  { applicationId, id }: ErasureKey,
  kind: Kind,
  traces: readonly Trace[],
): readonly Statement[] => {
  const distinct = [...new Map(traces.map((one) => [one.id, one])).values()];
  return inPowers(distinct).map((some) => ({
    sql: `insert into event_erasure_trace (application_id, erasure_id, kind, id, owner)
      values ${repeated(some.length, '(?, ?, ?, ?, ?)')} on conflict (application_id, erasure_id, kind, id) do nothing`,
    params: some.flatMap((one) => [applicationId, id, kind, one.id, one.owner ?? null]),
  }));
};

type Behind = { readonly kind: Kind; readonly behind: string; readonly limit: number };

export const tracesBehind = async (
  db: Database,
  { applicationId, id }: ErasureKey,
  { kind, behind, limit }: Behind,
): Promise<readonly string[]> => {
  const rows = await db.all<Row & { id: string }>(
    `select id from event_erasure_trace where application_id = ? and erasure_id = ? and kind = ? and id > ?
     order by id limit ? offset 0`,
    [applicationId, id, kind, behind, limit],
  );
  return rows.map((row) => row.id);
};

/** Which of these it found. */
export const tracesAmong = (
  db: Database,
  { applicationId, id }: ErasureKey,
  words: readonly string[],
): All<{ readonly kind: string; readonly id: string }> =>
  collectBy(
    db,
    (places) => `select kind, id from event_erasure_trace
      where application_id = ? and erasure_id = ? and kind in ('guest', 'cart') and id in (${places})`,
    [applicationId, id],
    words,
  );

/** Orders for which other erasures wait that took them from one of these owners. */
export const ordersWaitedFor = (
  db: Database,
  { applicationId, id }: ErasureKey,
  owners: readonly string[],
): All<Required<Trace>> =>
  collectBy(
    db,
    (places) => `select id, owner from event_erasure_trace
      where application_id = ? and erasure_id <> ? and owner in (${places})`,
    [applicationId, id],
    owners,
  );

const CLEARED = 500;

/** Takes some away, of orders only when none of them waits any more; `more`: there may be others. */
export const clearTraces = async (db: Database, { applicationId, id }: ErasureKey, withOrders: boolean) => {
  const some = `select application_id, erasure_id, kind, id from event_erasure_trace
    where application_id = ? and erasure_id = ? ${withOrders ? '' : "and kind <> 'order' "}limit ? offset 0`;
  const params = [applicationId, id, CLEARED];
  const found = await db.all(some, params);
  const sql = `delete from event_erasure_trace where (application_id, erasure_id, kind, id) in (${some})`;
  return { statements: found.length === 0 ? [] : [{ sql, params }], more: found.length === CLEARED };
};
