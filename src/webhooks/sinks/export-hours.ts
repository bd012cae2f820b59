/** Use case: writes the hours of an application that are complete and not written yet. Run again, it goes on where it stopped. */
import type { Database } from '../../db/database.ts';
import { type HourFile, writeHour } from './hour-files.ts';
import type { HourFormat } from './hour-formats.ts';

const HOUR = 3_600_000;
/** An event may become visible a little after it was received. */
const GRACE_MS = 300_000;

export type HoursAsked = {
  readonly applicationId: string;
  /** Undefined: since the oldest event that is kept. */
  readonly from: number | undefined;
  /** Undefined: until the last hour that is complete. */
  readonly to: number | undefined;
  readonly folder: string;
  readonly format: HourFormat;
};
export type HoursDone = { readonly written: number; readonly known: number; readonly events: number };

const oldestOf = async (db: Database, applicationId: string): Promise<number | undefined> => {
  const row = await db.one<{ received_at: number }>(
    'select received_at from event where application_id = ? order by received_at limit 1 offset 0',
    [applicationId],
  );
  return row?.received_at;
};

/** Whole hours between the two, as far as they are over. */
const hoursBetween = (from: number, to: number, now: number): readonly number[] => {
  const first = Math.ceil(from / HOUR);
  const last = Math.floor(Math.min(to, now - GRACE_MS) / HOUR);
  return Array.from({ length: Math.max(last - first, 0) }, (_, at) => (first + at) * HOUR);
};

export const exportHours = async (
  db: Database,
  { applicationId, from, to = Number.POSITIVE_INFINITY, folder, format }: HoursAsked,
  now: number,
  onHour: (hour: HourFile) => void,
): Promise<HoursDone> => {
  const oldest = await oldestOf(db, applicationId);
  if (oldest === undefined) return { written: 0, known: 0, events: 0 };
  const oldestHour = Math.floor(oldest / HOUR) * HOUR;
  let done: HoursDone = { written: 0, known: 0, events: 0 };
  for (const hour of hoursBetween(Math.max(from ?? oldestHour, oldestHour), to, now)) {
    const file = await writeHour(db, { folder, applicationId, format, from: hour });
    if (file === undefined) done = { ...done, known: done.known + 1 };
    else {
      done = { ...done, written: done.written + 1, events: done.events + file.events };
      onHour(file);
    }
  }
  return done;
};
