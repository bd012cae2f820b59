/**
 * Ids that count once in a table whose parts each know their own ids alone. The ids of a part that has ended are copied into one
 * narrow table, and until they are there the part itself is looked into: a view says where to look, so that every statement of
 * every node looks in the same places (docs/decisions/0085-events-go-by-week.md). PostgreSQL alone has parts.
 */
import type { Database, Statement } from '../database.ts';
import { dropParts, keepInParts, type PartedTable, partsOf, serverTime, unlessDone } from './parted-table.ts';
import { DAY_MS, EDGE_MS, type Part, pastParts } from './partition-rules.ts';

export type SeenTable = PartedTable & {
  /** Where ids of parts that have ended are kept: `application_id`, `id` and `received_at`. */
  readonly seen: string;
  /** What is looked into. */
  readonly view: string;
};

/** So long before it ends a part is looked into by those who write into the next one. */
const LEAD_MS = 3 * DAY_MS;
/** Ids of a step, and steps of one sweep. */
const STEP = 5_000;
const STEPS = 100;

type Copied = Part & { readonly description: string | null };
const DONE = 'ids copied';
const isCopied = ({ description }: Copied): boolean => description === DONE;

/** Parts that end soon or have ended, unless their ids are copied, or no longer matter. */
const toLookInto = (parts: readonly Copied[], before: number, now: number): readonly Copied[] =>
  pastParts(parts, now + LEAD_MS).filter((part) => !isCopied(part) && (part.until ?? 0) > before);

/** By a hash of the id, which takes half as long as by the key; `|| ''` is what keeps PostgreSQL from taking the key. */
const indexText = ({ seen }: SeenTable): string =>
  `create index if not exists ${seen}_by_hash on ${seen} using hash ((id || ''))`;

const viewText = ({ seen, view }: SeenTable, names: readonly string[]): string => {
  const places = [
    `select application_id || '' as application_id, id || '' as id, received_at from ${seen}`,
    ...names.map((name) => `select application_id, id, received_at from ${name}`),
  ];
  return `create or replace view ${view} as ${places.join(' union all ')}`;
};

/** What it shows is written on the view. */
const isShown = async (db: Database, { view }: SeenTable, names: string): Promise<boolean> => {
  const sql = "select obj_description(to_regclass(?), 'pg_class') as names";
  return (await db.one<{ names: string | null }>(sql, [view]))?.names === names;
};

const showParts = async (db: Database, of: SeenTable, before: number, now: number): Promise<void> => {
  const names = toLookInto(await partsOf(db, of), before, now).map(({ name }) => name);
  const all = [of.seen, ...names].join(' ');
  if (await isShown(db, of, all)) return;
  const batch = [indexText(of), viewText(of, names), `comment on view ${of.view} is '${all}'`];
  await unlessDone(
    db,
    batch.map((sql) => ({ sql })),
    () => isShown(db, of, all),
  );
};

type Place = readonly [applicationId: string, id: string];
const placeText = (place: Place): string => Buffer.from(JSON.stringify(place)).toString('base64url');
/** How far a part is copied is written on it, in the batch that copies: it goes with the part. */
const placeOf = ({ description }: Copied): Place =>
  description === null ? ['', ''] : (JSON.parse(Buffer.from(description, 'base64url').toString()) as Place);

const copyStep = async (db: Database, { seen }: SeenTable, name: string, from: Place): Promise<Place | undefined> => {
  const end = await db.one<{ application_id: string; id: string }>(
    `select application_id, id from ${name} where (application_id, id) > (?, ?) order by application_id, id
     limit 1 offset ?`,
    [...from, STEP - 1],
  );
  const to: Place | undefined = end === undefined ? undefined : [end.application_id, end.id];
  const copy: Statement = {
    sql: `insert into ${seen} (application_id, id, received_at) select application_id, id, received_at from ${name}
      where (application_id, id) > (?, ?) ${to === undefined ? '' : 'and (application_id, id) <= (?, ?)'}
      order by application_id, id on conflict do nothing`,
    params: [...from, ...(to ?? [])],
  };
  await db.commit([copy, { sql: `comment on table ${name} is '${to === undefined ? DONE : placeText(to)}'` }]);
  return to;
};

const copyPart = async (db: Database, of: SeenTable, part: Copied): Promise<void> => {
  let place: Place | undefined = placeOf(part);
  for (let step = 0; step < STEPS && place !== undefined; step += 1) {
    place = await copyStep(db, of, part.name, place);
    // Plans that were made while it was empty would read all of it.
    if (step === 0 || place === undefined) await db.commit([{ sql: `analyze ${of.seen}` }]);
  }
};

/** As `keepInParts`; what ended while no node ran is looked into from the first event on. */
export const keepSeenInParts = async (db: Database, of: SeenTable, now?: number): Promise<void> => {
  await keepInParts(db, of);
  if (db.engine === 'postgres') await showParts(db, of, 0, now ?? (await serverTime(db)));
};

/** As `dropParts`, and keeps known what must count once. False where the table has no parts. */
export const dropSeenParts = async (db: Database, of: SeenTable, before: number, now: number): Promise<boolean> => {
  if (db.engine !== 'postgres') return false;
  await showParts(db, of, before, now); // a part that is looked into cannot be dropped
  if (!(await dropParts(db, of, before, now))) return false;
  for (const part of toLookInto(await partsOf(db, of), before, now)) {
    // Whoever writes into it is done by then.
    if ((part.until ?? 0) + 2 * EDGE_MS <= now) await copyPart(db, of, part);
  }
  await showParts(db, of, before, now);
  return true;
};
