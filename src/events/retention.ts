/**
 * For how long events, refused events and who did what are kept: as each application says. Removed in small steps, the oldest
 * first. The figures, which name nobody, stay; what is told of a day after this counts as if nothing were known of it.
 */
import { parseSettings } from '../applications/settings.ts';
import type { Database } from '../db/database.ts';
import { type Sweep, sweepByStatements } from '../db/sweep.ts';

const DAY = 86_400_000;
const bounds = { size: 500, steps: 40 };

/** What a row is found by, the column that says how old it is, and which setting says for how long it is kept. */
const tables = [
  { table: 'event', key: 'id', age: 'received_at', unit: 1, kept: 'kept_days' },
  { table: 'event_refusal', key: 'id', age: 'received_at', unit: 1, kept: 'refused_kept_days' },
  { table: 'funnel_visit', key: 'actor, day', age: 'day', unit: DAY, kept: 'kept_days' },
  { table: 'funnel_owner', key: 'anonymous_id', age: 'happened_at', unit: 1, kept: 'kept_days' },
  { table: 'funnel_cart', key: 'cart_id', age: 'counted_at', unit: 1, kept: 'kept_days' },
  { table: 'funnel_order', key: 'order_id', age: 'counted_at', unit: 1, kept: 'kept_days' },
] as const;

const sweepApplication = async (db: Database, id: string, settings: string, now: number): Promise<number> => {
  const { events } = parseSettings(settings);
  let swept = 0;
  for (const { table, key, age, unit, kept } of tables) {
    const before = Math.floor((now - events[kept] * DAY) / unit);
    const sql = `delete from ${table} where application_id = ? and (${key}) in
      (select ${key} from ${table} where application_id = ? and ${age} < ? order by ${age} limit ? offset 0)`;
    swept += await sweepByStatements(db, (limit) => [{ sql, params: [id, id, before, limit] }], bounds);
  }
  return swept;
};

export const sweepEvents = async (db: Database, now: number): Promise<number> => {
  const sql = 'select id, settings from application order by id';
  let swept = 0;
  for await (const rows of db.scan<{ id: string; settings: string }>(sql)) {
    for (const { id, settings } of rows) swept += await sweepApplication(db, id, settings, now);
  }
  return swept;
};

export const eventSweep = (db: Database): Sweep => ({ name: 'events', run: (now) => sweepEvents(db, now) });
