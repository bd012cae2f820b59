/** Events by week, where the engine has parts, and what keeps an id from counting in two of them. */
import type { Statement } from '../db/database.ts';
import { inPowers, repeated } from '../db/many-rows.ts';
import type { PartedTable } from '../db/partitions/parted-table.ts';
import { beginOf, DAY_MS, isNearEdge } from '../db/partitions/partition-rules.ts';
import type { SeenTable } from '../db/partitions/seen-ids.ts';

const WEEK_MS = 7 * DAY_MS;

export const eventsByWeek: SeenTable = {
  table: 'event',
  column: 'received_at',
  spanMs: WEEK_MS,
  ownKey: 'application_id, id',
  seen: 'event_seen',
  view: 'event_known',
  // What operations tell is for receivers, not for reports: it is kept for no longer than anything, but goes not before it is
  // handed out.
  sooner: { column: 'slug', from: 'application/', to: 'application0', keptMs: WEEK_MS, stays: 'spread = 0' },
  soonView: 'event_told_known',
};

/** Their weeks are in their key, so they need neither ids elsewhere nor views. */
export const refusedByWeek: PartedTable = { table: 'event_refused', column: 'week_at', spanMs: WEEK_MS };
export const weekOf = (time: number): number => beginOf(time, WEEK_MS);

type Told = { readonly applicationId: string; readonly id: string; readonly receivedAt: number };

export const isAtEdge = ({ receivedAt }: Told): boolean => isNearEdge(receivedAt, WEEK_MS);

/**
 * Condition of an insert: no other part has the id. Where parts meet, the statements of `edgeStatements` come first, so there what
 * has the event's own time is not another's.
 */
export const isUnknown = (application: string, id: string, otherThan?: string): string =>
  `not exists (select 1 from event_known k where k.application_id = ${application} and k.id = ${id}${
    otherThan === undefined ? '' : ` and k.received_at <> ${otherThan}`
  })`;

/** The same of an event that an operation tells: no part of such events has it. */
export const isUntold = (application: string, id: string): string =>
  `not exists (select 1 from event_told_known t where t.application_id = ${application} and t.id = ${id})`;

/**
 * Before the events themselves, where one of the part before may be under way: of two that bring the same id into two parts the
 * second waits here for the first, and finds it. In the order of ids, so that no two wait for each other.
 */
export const edgeStatements = (events: readonly Told[]): readonly Statement[] =>
  inPowers(events.filter(isAtEdge).toSorted((a, b) => (a.id < b.id ? -1 : 1))).map((some) => ({
    sql: `insert into event_seen (application_id, id, received_at) values ${repeated(some.length, '(?, ?, ?)')}
      on conflict do nothing`,
    params: some.flatMap(({ applicationId, id, receivedAt }) => [applicationId, id, receivedAt]),
  }));
