/** What waits for a sink, in SQL. Rows are found by their state: what a dead node took is due again when its lease ends. */
import type { All, Database, Statement, Value } from '../../db/database.ts';

export type SinkEvent = {
  readonly application_id: string;
  readonly id: string;
  readonly slug: string;
  readonly sequence_key: string | null;
  readonly sequence: number | null;
  readonly body: string;
};
type Key = { readonly application_id: string; readonly event_id: string };

/** A sink is told of events from now on, for as long as some node says now and then that it serves it. */
export const serveSink = async (db: Database, sink: string, now: number): Promise<void> => {
  await db.commit([
    {
      sql: `insert into event_sink (name, seen_at) values (?, ?)
        on conflict (name) do update set seen_at = excluded.seen_at where event_sink.seen_at < excluded.seen_at`,
      params: [sink, now],
    },
  ]);
};

const places = (count: number): string => Array<string>(count).fill('(?, ?)').join(', ');

/** Takes up to `most` of what is due. Asked twice: a row another node takes stays his. */
export const claimQueued = async (
  db: Database,
  sink: string,
  most: number,
  { now, leaseEnd, claim }: { readonly now: number; readonly leaseEnd: number; readonly claim: string },
): All<Key> => {
  const [result] = await db.commit([
    {
      sql: `update event_sink_queue set due_at = ?, claim = ?
        where sink = ? and due_at <= ? and (application_id, event_id) in
          (select application_id, event_id from event_sink_queue where sink = ? and due_at <= ? order by due_at limit ?)
        returning application_id, event_id`,
      params: [leaseEnd, claim, sink, now, sink, now, most],
    },
  ]);
  return (result?.rows ?? []) as unknown as readonly Key[];
};

export const readQueued = (db: Database, keys: readonly Key[]): All<SinkEvent> =>
  db.all<SinkEvent>(
    `select application_id, id, slug, sequence_key, sequence, body from event
     where (application_id, id) in (values ${places(keys.length)})`,
    keys.flatMap(({ application_id, event_id }) => [application_id, event_id]),
  );

/** What is claimed and not named here has arrived, or is no more; what is named is tried again at `dueAt`. */
export const settleClaim = (
  sink: string,
  claim: string,
  failed: readonly SinkEvent[],
  dueAt: number,
): readonly Statement[] => {
  const keys = failed.flatMap(({ application_id, id }): readonly Value[] => [application_id, id]);
  const named = `(application_id, event_id) in (values ${places(failed.length)})`;
  if (failed.length === 0) {
    return [{ sql: 'delete from event_sink_queue where sink = ? and claim = ?', params: [sink, claim] }];
  }
  return [
    {
      sql: `delete from event_sink_queue where sink = ? and claim = ? and not (${named})`,
      params: [sink, claim, ...keys],
    },
    {
      sql: `update event_sink_queue set due_at = ?, claim = null where sink = ? and claim = ? and ${named}`,
      params: [dueAt, sink, claim, ...keys],
    },
  ];
};

const FORGOTTEN_MS = 7 * 86_400_000;
const STEP = 2_000;

/** Forgets sinks that no node has served for a week, with what waited for them. */
export const forgetSinks = async (db: Database, now: number): Promise<number> => {
  await db.commit([{ sql: 'delete from event_sink where seen_at < ?', params: [now - FORGOTTEN_MS] }]);
  const [gone] = await db.commit([
    {
      sql: `delete from event_sink_queue where (sink, application_id, event_id) in
        (select sink, application_id, event_id from event_sink_queue q
         where not exists (select 1 from event_sink s where s.name = q.sink) limit ?)`,
      params: [STEP],
    },
  ]);
  return gone?.changes ?? 0;
};

/** Up to a limit: the number is for people who look whether it grows. */
export const countQueued = async (db: Database, sink: string, most: number): Promise<number> => {
  const row = await db.one<{ waiting: number }>(
    `select count(*) as waiting from (select 1 from event_sink_queue where sink = ? limit ?) counted`,
    [sink, most],
  );
  return row?.waiting ?? 0;
};
