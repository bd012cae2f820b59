/**
 * Events in files, one for each hour in which they were received, with a manifest for each day that says how many there are, how
 * large the file is and its SHA-256. A file is either whole and in the manifest, or it is not there: written aside, then renamed.
 */
import { createHash } from 'node:crypto';
import { mkdir, open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../db/database.ts';
import { moveDurably, readIfThere, replaceDurably } from '../../db/sealing/durable-file.ts';
import { type EventRow, type HourFormat, hourFormats } from './hour-formats.ts';

export type HourFile = {
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly events: number;
  readonly bytes: number;
  readonly sha256: string;
};
export type DayManifest = Readonly<{ application_id: string; date: string; hours: readonly HourFile[] }>;

const HOUR = 3_600_000;
const MANIFEST = 'manifest.json';

const writeAside = async (
  path: string,
  parts: AsyncIterable<string | Uint8Array>,
): Promise<Pick<HourFile, 'bytes' | 'sha256'>> => {
  const hash = createHash('sha256');
  let bytes = 0;
  const handle = await open(`${path}.part`, 'w', 0o600);
  try {
    for await (const part of parts) {
      const buffer = Buffer.from(part);
      hash.update(buffer);
      bytes += buffer.length;
      await handle.writeFile(buffer);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  await moveDurably(`${path}.part`, path);
  return { bytes, sha256: hash.digest('hex') };
};

const readManifest = async (folder: string): Promise<DayManifest | undefined> => {
  const text = await readIfThere(join(folder, MANIFEST));
  return text === undefined ? undefined : (JSON.parse(text) as DayManifest);
};

/** A file that was moved elsewhere is done with; one that is there must be whole. */
const isDone = async (folder: string, { file, bytes }: HourFile): Promise<boolean> => {
  const found = await stat(join(folder, file)).catch(() => undefined);
  return found === undefined || found.size === bytes;
};

/** In the order in which they were received. */
const eventsBetween = (db: Database, applicationId: string, from: number, to: number) =>
  db.scan<EventRow>(
    `select id, company_id, slug, happened_at, received_at, user_id, anonymous_id, body
     from event where application_id = ? and received_at >= ? and received_at < ? order by received_at, id`,
    [applicationId, from, to],
  );

export type HourAsked = {
  readonly folder: string;
  readonly applicationId: string;
  readonly format: HourFormat;
  readonly from: number;
};

/** Writes the file of the hour that begins at `from`; undefined when that was done before. */
export const writeHour = async (
  db: Database,
  { folder, applicationId, format, from }: HourAsked,
): Promise<HourFile | undefined> => {
  const [date = '', time = ''] = new Date(from).toISOString().split('T');
  const day = join(folder, applicationId, date);
  const file = `${time.slice(0, 2)}.${format}`;
  const manifest = (await readManifest(day)) ?? { application_id: applicationId, date, hours: [] };
  const known = manifest.hours.find((hour) => hour.file === file);
  if (known !== undefined && (await isDone(day, known))) return undefined;
  await mkdir(day, { recursive: true, mode: 0o700 });
  let events = 0;
  const counted = async function* counted(): AsyncGenerator<readonly EventRow[], void> {
    for await (const rows of eventsBetween(db, applicationId, from, from + HOUR)) {
      events += rows.length;
      yield rows;
    }
  };
  const written = await writeAside(join(day, file), hourFormats[format](counted()));
  const [begins, ends] = [new Date(from).toISOString(), new Date(from + HOUR).toISOString()];
  const hour: HourFile = { file, from: begins, to: ends, events, ...written };
  const others = manifest.hours.filter((one) => one.file !== file);
  const hours = [...others, hour].toSorted((one, other) => (one.file < other.file ? -1 : 1));
  await replaceDurably(join(day, MANIFEST), `${JSON.stringify({ ...manifest, hours }, null, 2)}\n`);
  return hour;
};
