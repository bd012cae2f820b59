/**
 * Ids that count once in a table whose parts each know their own ids alone. The ids of a part that has ended are copied into one
 * narrow table, and until they are there the part itself is looked into: a view says where to look, so that every statement of
 * every node looks in the same places (docs/decisions/0085-events-go-by-week.md). PostgreSQL alone has parts.
 */
import type { Database, Statement } from '../database.ts';
import {
  type Described,
  dropParts,
  keepInParts,
  type PartedTable,
  partsOf,
  restOf,
  serverTime,
  type Sooner,
  unlessDone,
} from './parted-table.ts';
import { DAY_MS, EDGE_MS, pastParts } from './partition-rules.ts';
import { dropSoonParts } from './soon-parts.ts';

export type SeenTable = PartedTable & {
  /** Where ids of parts that have ended are kept: `application_id`, `id` and `received_at`. */
  readonly seen: string;
  /** What is looked into. */
  readonly view: string;
  readonly sooner: Sooner;
  /** What is looked into by what goes sooner, whose ids are not copied: its own parts, until they are dropped. */
  readonly soonView: string;
};

/** So long before it ends a part is looked into by those who write into the next one. */
const LEAD_MS = 3 * DAY_MS;
/** Ids of a step, and steps of one sweep. */
const STEP = 5_000;
const STEPS = 100;

const DONE = 'ids copied';
const isCopied = ({ description }: Described): boolean => description === DONE;

/** Parts that end soon or have ended, unless their ids are copied, or no longer matter. */
const toLookInto = (parts: readonly Described[], before: number, now: number): readonly Described[] =>
  pastParts(parts, now + LEAD_MS).filter((part) => !isCopied(part) && (part.until ?? 0) > before);

/** By a hash of the id, which takes half as long as by the key; `|| ''` is what keeps PostgreSQL from taking the key. */
const indexText = ({ seen }: SeenTable): string =>
  `create index if not exists ${seen}_by_hash on ${seen} using hash ((id || ''))`;

/** A view, the text of it that is there whatever parts there are, and the tables it looks into beside that. */
type Shown = { readonly view: string; readonly first: string; readonly names: readonly string[] };

const COLUMNS = 'application_id, id, received_at';
const toShow = (of: SeenTable, parts: readonly Described[], before: number, now: number): readonly Shown[] => [
  {
    view: of.view,
    first: `select application_id || '' as application_id, id || '' as id, received_at from ${of.seen}`,
    names: toLookInto(parts, before, now).map(({ name }) => name),
  },
  {
    view: of.soonView,
    first: `select ${COLUMNS} from ${of.seen} where 1 = 0`,
    names: pastParts(parts, now + LEAD_MS)
      .filter(({ until }) => (until ?? 0) > now - of.sooner.keptMs)
      .flatMap(({ soon }) => soon ?? []),
  },
];

const viewText = ({ view, first, names }: Shown): string =>
  `create or replace view ${view} as ${[first, ...names.map((name) => `select ${COLUMNS} from ${name}`)].join(' union all ')}`;

/** What it shows is written on the view. */
const isShown = async (db: Database, view: string, names: string): Promise<boolean> => {
  const sql = "select obj_description(to_regclass(?), 'pg_class') as names";
  return (await db.one<{ names: string | null }>(sql, [view]))?.names === names;
};

const showParts = async (db: Database, of: SeenTable, before: number, now: number): Promise<void> => {
  for (const shown of toShow(of, await partsOf(db, of), before, now)) {
    const all = [of.seen, ...shown.names].join(' ');
    const isDone = (): Promise<boolean> => isShown(db, shown.view, all);
    if (await isDone()) continue;
    const batch = [indexText(of), viewText(shown), `comment on view ${shown.view} is '${all}'`];
    await unlessDone(
      db,
      batch.map((sql) => ({ sql })),
      isDone,
    );
  }
};

type Place = readonly [applicationId: string, id: string];
const placeText = (place: Place): string => Buffer.from(JSON.stringify(place)).toString('base64url');
/** How far a part is copied is written on it, in the batch that copies: it goes with the part. */
const placeOf = ({ description }: Described): Place =>
  description === null ? ['', ''] : (JSON.parse(Buffer.from(description, 'base64url').toString()) as Place);

/** What goes sooner is looked for in its own part for as long as it counts. */
const copyStep = async (
  db: Database,
  { seen }: SeenTable,
  { name, isSplit }: Described,
  from: Place,
): Promise<Place | undefined> => {
  const source = isSplit ? restOf(name) : name;
  const end = await db.one<{ application_id: string; id: string }>(
    `select application_id, id from ${source} where (application_id, id) > (?, ?) order by application_id, id
     limit 1 offset ?`,
    [...from, STEP - 1],
  );
  const to: Place | undefined = end === undefined ? undefined : [end.application_id, end.id];
  const copy: Statement = {
    sql: `insert into ${seen} (application_id, id, received_at) select application_id, id, received_at from ${source}
      where (application_id, id) > (?, ?) ${to === undefined ? '' : 'and (application_id, id) <= (?, ?)'}
      order by application_id, id on conflict do nothing`,
    params: [...from, ...(to ?? [])],
  };
  await db.commit([copy, { sql: `comment on table ${name} is '${to === undefined ? DONE : placeText(to)}'` }]);
  return to;
};

const copyPart = async (db: Database, of: SeenTable, part: Described): Promise<void> => {
  let place: Place | undefined = placeOf(part);
  for (let step = 0; step < STEPS && place !== undefined; step += 1) {
    place = await copyStep(db, of, part, place);
    // Plans that were made while it was empty would read all of it.
    if (step === 0 || place === undefined) await db.commit([{ sql: `analyze ${of.seen}` }]);
  }
};

/** As `keepInParts`; what ended while no node ran is looked into from the first event on. */
export const keepSeenInParts = async (db: Database, of: SeenTable, now?: number): Promise<void> => {
  await keepInParts(db, of);
  if (db.engine === 'postgres') await showParts(db, of, 0, now ?? (await serverTime(db)));
};

/** As `dropParts`, and keeps known what must count once; beside it goes what goes sooner. False where the table has no parts. */
export const dropSeenParts = async (db: Database, of: SeenTable, before: number, now: number): Promise<boolean> => {
  if (db.engine !== 'postgres') return false;
  await showParts(db, of, before, now); // a part that is looked into cannot be dropped
  if (!(await dropParts(db, of, before, now))) return false;
  await dropSoonParts(db, of, of.sooner, now);
  for (const part of toLookInto(await partsOf(db, of), before, now)) {
    // Whoever writes into it is done by then.
    if ((part.until ?? 0) + 2 * EDGE_MS <= now) await copyPart(db, of, part);
  }
  await showParts(db, of, before, now);
  return true;
};
