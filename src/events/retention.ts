/**
 * For how long events, refused events and who did what are kept: as each application says, and a week what operations tell. Removed
 * in small steps, the oldest first; events and refused events of the applications that keep them longest, and what operations tell,
 * go by week on PostgreSQL. The figures, which name nobody, stay; what is told of a day after this counts as if nothing were known of it.
 */
import { parseSettings } from '../applications/settings.ts';
import type { Database } from '../db/database.ts';
import { dropParts } from '../db/partitions/parted-table.ts';
import { dropSeenParts } from '../db/partitions/seen-ids.ts';
import { placesWithoutSoon } from '../db/partitions/soon-parts.ts';
import { type Sweep, sweepByStatements } from '../db/sweep.ts';
import { eventsByWeek, refusedByWeek, weekOf } from './event-parts.ts';

const DAY = 86_400_000;
const bounds = { size: 500, steps: 40 };

/** What a row is found by, the column that says how old it is, and which setting says for how long it is kept. */
const tables = [
  { table: 'event', key: 'id', age: 'received_at', unit: 1, kept: 'kept_days' },
  { table: 'event_seen', key: 'id', age: 'received_at', unit: 1, kept: 'kept_days' },
  { table: 'event_refused', key: 'id, week_at', age: 'received_at', unit: 1, kept: 'refused_kept_days' },
  { table: 'event_refusal', key: 'id', age: 'received_at', unit: 1, kept: 'refused_kept_days' },
  { table: 'funnel_visit', key: 'actor, day', age: 'day', unit: DAY, kept: 'kept_days' },
  { table: 'funnel_owner', key: 'anonymous_id', age: 'happened_at', unit: 1, kept: 'kept_days' },
  { table: 'funnel_cart', key: 'cart_id', age: 'counted_at', unit: 1, kept: 'kept_days' },
  { table: 'funnel_order', key: 'order_id', age: 'counted_at', unit: 1, kept: 'kept_days' },
] as const;

type Application = { readonly id: string; readonly settings: string };
type Kept = { readonly now: number; readonly gone: (table: string, days: number) => boolean };

const sweepApplication = async (db: Database, { id, settings }: Application, { now, gone }: Kept): Promise<number> => {
  const { events } = parseSettings(settings);
  let swept = 0;
  for (const { table, key, age, unit, kept } of tables) {
    if (gone(table, events[kept])) continue;
    const before = Math.floor((now - events[kept] * DAY) / unit);
    const sql = `delete from ${table} where application_id = ? and (${key}) in
      (select ${key} from ${table} where application_id = ? and ${age} < ? order by ${age} limit ? offset 0)`;
    swept += await sweepByStatements(db, (limit) => [{ sql, params: [id, id, before, limit] }], bounds);
  }
  return swept;
};

/** Events of carts and orders, not before they are handed out; deliveries end long before. Of all applications, the oldest first. */
const sweepTold = async (db: Database, now: number): Promise<number> => {
  const { column, from, to, keptMs, stays } = eventsByWeek.sooner;
  let swept = 0;
  for (const place of await placesWithoutSoon(db, eventsByWeek)) {
    const sql = `delete from ${place} where (application_id, id) in
      (select application_id, id from ${place} where ${column} >= '${from}' and ${column} < '${to}' and received_at < ?
        and not (${stays}) order by received_at limit ?)`;
    swept += await sweepByStatements(db, (limit) => [{ sql, params: [now - keptMs, limit] }], bounds);
  }
  return swept;
};

const eachApplication = async (db: Database, visit: (application: Application) => Promise<void>): Promise<void> => {
  for await (const rows of db.scan<Application>('select id, settings from application order by id')) {
    for (const application of rows) await visit(application);
  }
};

/** Drops weeks that are over for every application; answers of which tables, and for how many days' keepers that was all. */
const dropWeeks = async (db: Database, now: number): Promise<ReadonlyMap<string, number>> => {
  let [longest, refused] = [0, 0];
  await eachApplication(db, async ({ settings }) => {
    const { events } = parseSettings(settings);
    longest = Math.max(longest, events.kept_days);
    refused = Math.max(refused, events.refused_kept_days);
  });
  const dropped = new Map<string, number>();
  if (longest === 0) return dropped; // there is no application
  if (await dropSeenParts(db, eventsByWeek, now - longest * DAY, now)) dropped.set(eventsByWeek.table, longest);
  // Their parts go by when a week began: one that began before the days in question is not over for what came at its end.
  if (await dropParts(db, refusedByWeek, weekOf(now - refused * DAY), now)) dropped.set(refusedByWeek.table, refused);
  return dropped;
};

export const sweepEvents = async (db: Database, now: number): Promise<number> => {
  const dropped = await dropWeeks(db, now);
  const gone = (table: string, days: number): boolean => dropped.get(table) === days;
  let swept = await sweepTold(db, now);
  await eachApplication(db, async (application) => {
    swept += await sweepApplication(db, application, { now, gone });
  });
  return swept;
};

export const eventSweep = (db: Database): Sweep => ({ name: 'events', run: (now) => sweepEvents(db, now) });
