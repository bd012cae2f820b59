/** For how long events and refused events are kept: as each application says. Removed in small steps, the oldest first. */
import type { Database, Statement } from '../db/database.ts';
import type { Sweep } from '../db/sweep.ts';
import { parseSettings } from '../applications/settings.ts';

const DAY = 86_400_000;
const STEP = 500;
const STEPS = 40;

const tables = ['event', 'event_refusal'] as const;

const expired = (table: (typeof tables)[number], applicationId: string, before: number): Statement => ({
  sql: `delete from ${table} where application_id = ? and id in
    (select id from ${table} where application_id = ? and received_at < ? order by received_at limit ? offset 0)`,
  params: [applicationId, applicationId, before, STEP],
});

const sweepTable = async (
  db: Database,
  table: (typeof tables)[number],
  applicationId: string,
  before: number,
): Promise<number> => {
  let swept = 0;
  for (let turn = 0; turn < STEPS; turn += 1) {
    const [result] = await db.commit([expired(table, applicationId, before)]);
    swept += result?.changes ?? 0;
    if ((result?.changes ?? 0) < STEP) break;
  }
  return swept;
};

const ofApplication = async (db: Database, id: string, settings: string, now: number): Promise<number> => {
  const { kept_days, refused_kept_days } = parseSettings(settings).events;
  const events = await sweepTable(db, 'event', id, now - kept_days * DAY);
  return events + (await sweepTable(db, 'event_refusal', id, now - refused_kept_days * DAY));
};

export const sweepEvents = async (db: Database, now: number): Promise<number> => {
  let swept = 0;
  for await (const rows of db.scan<{ id: string; settings: string }>(
    'select id, settings from application order by id',
  )) {
    for (const { id, settings } of rows) swept += await ofApplication(db, id, settings, now);
  }
  return swept;
};

export const eventSweep = (db: Database): Sweep => ({ name: 'events', run: (now) => sweepEvents(db, now) });
