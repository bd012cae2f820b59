/** The latest events of an application, stored and refused, in SQL. Always bounded: the newest first. */
import type { All, Database } from '../../db/database.ts';
import { isoTime } from '../../shared/clock.ts';
import { allRefused } from '../refusals/refused-tables.ts';
import type { TailEntry, TailKind, TailPlace } from './tail-rules.ts';

const tables = { good: 'event', bad: allRefused('id, received_at') } as const;
const REFUSED = 'id, event_id, name, received_at, reasons, body';

/** Places only: bodies are read for those who have not been shown them. */
export const recentPlaces = async (
  db: Database,
  kind: TailKind,
  applicationId: string,
  { from, most }: { readonly from: number; readonly most: number },
): All<TailPlace> => {
  const rows = await db.all<{ id: string; received_at: number }>(
    `select id, received_at from ${tables[kind]} where application_id = ? and received_at >= ?
     order by received_at desc limit ? offset 0`,
    [applicationId, from, most],
  );
  return rows.map(({ id, received_at }) => ({ id, receivedAt: received_at }));
};

const places = (ids: readonly string[]): string => ids.map(() => '?').join(', ');

/** The event is JSON already: to read and write hundreds of large ones again would hold up everybody else. */
const withEvent = (about: object, event: string): string => `${JSON.stringify(about).slice(0, -1)},"event":${event}}`;

type GoodRow = Readonly<{ id: string; slug: string; received_at: number; flags: string; body: string }>;
const readGood = async (db: Database, applicationId: string, ids: readonly string[]): All<TailEntry> => {
  const rows = await db.all<GoodRow>(
    `select id, slug, received_at, flags, body from event where application_id = ? and id in (${places(ids)})`,
    [applicationId, ...ids],
  );
  return rows.map(({ id, slug, received_at, flags, body }) => {
    const about = { id, slug, received_on: isoTime(received_at), flags: flags === '' ? [] : flags.split(' ') };
    const data = withEvent(about, body);
    return { kind: 'good', id, receivedAt: received_at, name: slug.split('/')[1] ?? '', data };
  });
};

type BadRow = {
  readonly id: string;
  readonly event_id: string | null;
  readonly name: string;
  readonly received_at: number;
  readonly reasons: string;
  readonly body: string;
};
const readBad = async (db: Database, applicationId: string, ids: readonly string[]): All<TailEntry> => {
  const rows = await db.all<BadRow>(
    `select ${REFUSED} from ${allRefused(REFUSED)}
     where application_id = ? and id in (${places(ids)})`,
    [applicationId, ...ids],
  );
  return rows.map(({ id, event_id, name, received_at, reasons, body }) => {
    const about = { id, event_id, name, received_on: isoTime(received_at), reasons: JSON.parse(reasons) as unknown };
    const data = withEvent(about, body);
    return { kind: 'bad', id, receivedAt: received_at, name, data };
  });
};

const readers = { good: readGood, bad: readBad } as const;
/** So many bodies are in memory at once. */
const CHUNK = 50;

export async function* readEntries(
  db: Database,
  kind: TailKind,
  applicationId: string,
  ids: readonly string[],
): AsyncGenerator<TailEntry> {
  for (let at = 0; at < ids.length; at += CHUNK) {
    const found = await readers[kind](db, applicationId, ids.slice(at, at + CHUNK));
    const byId = new Map(found.map((entry) => [entry.id, entry]));
    for (const id of ids.slice(at, at + CHUNK)) {
      const entry = byId.get(id);
      if (entry !== undefined) yield entry;
    }
  }
}
