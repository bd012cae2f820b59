/**
 * For how long it is kept who did what: as long as the events themselves. The figures, which name nobody, stay; what is told of a
 * day after this counts as if nothing were known of it. Removed in small steps.
 */
import { parseSettings } from '../../applications/settings.ts';
import type { Database, Statement } from '../../db/database.ts';
import type { Sweep } from '../../db/sweep.ts';

const DAY = 86_400_000;
const STEP = 500;
const STEPS = 40;

/** What a row is found by, and the column that says how old it is. */
const tables = [
  { table: 'funnel_visit', key: 'actor, day', age: 'day', unit: DAY },
  { table: 'funnel_owner', key: 'anonymous_id', age: 'happened_at', unit: 1 },
  { table: 'funnel_cart', key: 'cart_id', age: 'counted_at', unit: 1 },
  { table: 'funnel_order', key: 'order_id', age: 'counted_at', unit: 1 },
] as const;

const expired = (
  { table, key, age, unit }: (typeof tables)[number],
  applicationId: string,
  before: number,
): Statement => ({
  sql: `delete from ${table} where application_id = ? and (${key}) in
    (select ${key} from ${table} where application_id = ? and ${age} < ? order by ${age} limit ? offset 0)`,
  params: [applicationId, applicationId, Math.floor(before / unit), STEP],
});

const sweepApplication = async (db: Database, applicationId: string, before: number): Promise<number> => {
  let swept = 0;
  for (const table of tables) {
    for (let turn = 0; turn < STEPS; turn += 1) {
      const [result] = await db.commit([expired(table, applicationId, before)]);
      swept += result?.changes ?? 0;
      if ((result?.changes ?? 0) < STEP) break;
    }
  }
  return swept;
};

export const sweepFunnels = async (db: Database, now: number): Promise<number> => {
  let swept = 0;
  const sql = 'select id, settings from application order by id';
  for await (const rows of db.scan<{ id: string; settings: string }>(sql)) {
    for (const { id, settings } of rows) {
      swept += await sweepApplication(db, id, now - parseSettings(settings).events.kept_days * DAY);
    }
  }
  return swept;
};

export const funnelSweep = (db: Database): Sweep => ({ name: 'figures', run: (now) => sweepFunnels(db, now) });
