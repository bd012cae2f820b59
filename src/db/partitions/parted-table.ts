/**
 * A table of PostgreSQL in parts of time, so that what is too old is dropped with its part instead of deleted row by row
 * (docs/decisions/0079-old-days-are-dropped.md). Every step may be cut off and begun again, by any node.
 */
import { type Database, DatabaseError, type Statement } from '../database.ts';
import { beginOf, DAY_MS, endOf, type Part, partName, partsToMake, pastParts } from './partition-rules.ts';

export type PartedTable = {
  readonly table: string;
  /** Its time in milliseconds, which is part of its primary key unless each part has its own. */
  readonly column: string;
  /** How long a part is: a day where nothing is said. */
  readonly spanMs?: number;
  /** The key that every part has for itself, where the whole table can have none because it does not say the time. */
  readonly ownKey?: string;
  /** What goes sooner than the rest of its time: a part of every part that is made from now on, and is dropped alone. */
  readonly sooner?: Sooner;
};
/** Rows whose text in `column` is from `from` to before `to`; those for which `stays` holds do not go, whatever their age. */
export type Sooner = {
  readonly column: string;
  readonly from: string;
  readonly to: string;
  readonly keptMs: number;
  readonly stays: string;
};
export type Described = Part & {
  readonly description: string | null;
  /** It has two parts of its own: one for what goes sooner, as long as it is not dropped, and one for the rest. */
  readonly isSplit: boolean;
  readonly soon: string | undefined;
};

/** For how long parts are made ahead: for so long nobody has to look. Behind them is a part for the rest. */
const AHEAD_MS = 3 * DAY_MS;
const spanOf = ({ spanMs = DAY_MS }: PartedTable): number => spanMs;
/** The rows of before are one part. It ends so much later that the change is made by then, or begun anew. */
const BEFORE_DAYS = 7;
/** Whoever reads for long holds up one who waits for the whole table, and he everybody else: not for longer than a second. */
const BRIEFLY = `select set_config('lock_timeout', '1000', true)`;

type Kind = { readonly kind: string };
const kindOf = async (db: Database, table: string): Promise<string | undefined> =>
  (await db.one<Kind>('select cast(relkind as text) as kind from pg_class where oid = to_regclass(?)', [table]))?.kind;
const isInParts = async (db: Database, { table }: PartedTable): Promise<boolean> =>
  db.engine === 'postgres' && (await kindOf(db, table)) === 'p';

type PartRow = Readonly<{
  name: string;
  bounds: string;
  description: string | null;
  kind: string;
  soon: string | null;
}>;
export const partsOf = async (db: Database, { table }: PartedTable): Promise<readonly Described[]> => {
  const rows = await db.all<PartRow>(
    `select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bounds, obj_description(c.oid, 'pg_class') as description,
       cast(c.relkind as text) as kind,
       (select cast(s.relname as text) from pg_inherits j join pg_class s on s.oid = j.inhrelid
         where j.inhparent = c.oid and cast(s.relname as text) = cast(c.relname as text) || '_soon') as soon
     from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = to_regclass(?) order by c.relname`,
    [table],
  );
  return rows.map(({ name, bounds, description, kind, soon }) => ({
    name,
    until: endOf(bounds),
    description,
    isSplit: kind === 'p',
    soon: soon ?? undefined,
  }));
};

export const restOf = (table: string): string => `${table}_rest`;
const soonOf = (name: string): string => `${name}_soon`;
const beforeOf = (name: string): string => `${name}_before`;
const limitOf = (table: string): string => `${table}_until`;

const statements = (...texts: readonly string[]): readonly Statement[] => texts.map((sql) => ({ sql }));

/** Another node may have done it meanwhile; then what failed here is done. */
export const unlessDone = async (
  db: Database,
  batch: readonly Statement[],
  isDone: () => Promise<boolean>,
): Promise<void> => {
  try {
    await db.commit(batch);
  } catch (error) {
    if (!(await isDone())) throw error;
  }
};

const keyed = (name: string, { ownKey }: PartedTable): readonly string[] =>
  ownKey === undefined ? [] : [`alter table ${name} add primary key (${ownKey})`];

const newPart = (name: string, of: PartedTable): readonly string[] => {
  const { table, sooner } = of;
  const like = `create table ${name} (like ${table} including all)`;
  if (sooner === undefined) return [like, ...keyed(name, of)];
  const [soon, rest] = [soonOf(name), restOf(name)];
  return [
    `${like} partition by range (${sooner.column})`,
    `create table ${soon} partition of ${name} for values from ('${sooner.from}') to ('${sooner.to}')`,
    `create table ${rest} partition of ${name} default`,
    ...[soon, rest].flatMap((own) => keyed(own, of)),
  ];
};

/** What came into the rest, because nobody had made its part, goes with it. */
const makePart = (of: PartedTable, begin: number): readonly Statement[] => {
  const { table, column } = of;
  const [name, rest, until] = [partName(table, begin), restOf(table), begin + spanOf(of)];
  const isItsOwn = `${column} >= ${begin} and ${column} < ${until}`;
  return statements(
    BRIEFLY,
    ...newPart(name, of),
    `with moved as (delete from ${rest} where ${isItsOwn} returning *) insert into ${name} select * from moved`,
    `alter table ${table} attach partition ${name} for values from (${begin}) to (${until})`,
  );
};

const makeParts = async (db: Database, of: PartedTable, now: number): Promise<void> => {
  const span = spanOf(of);
  for (const begin of partsToMake(await partsOf(db, of), now, Math.ceil(AHEAD_MS / span), span)) {
    const isMade = async (): Promise<boolean> =>
      (await partsOf(db, of)).some(({ name }) => name === partName(of.table, begin));
    await unlessDone(db, makePart(of, begin), isMade);
  }
};

type Limit = { readonly definition: string; readonly valid: number };
/** The promise that no row of the table is of that time or later: with it PostgreSQL need not look while others wait. */
const readLimit = async (db: Database, { table }: PartedTable) => {
  const found = await db.one<Limit>(
    `select pg_get_constraintdef(oid) as definition, case when convalidated then 1 else 0 end as valid
     from pg_constraint where conname = ? and conrelid = to_regclass(?)`,
    [limitOf(table), table],
  );
  if (found === undefined) return undefined;
  return { until: Number(/(\d{6,})/.exec(found.definition)?.[1]), isValid: found.valid === 1 };
};

const promised = async (db: Database, of: PartedTable, now: number): Promise<number> => {
  const { table, column } = of;
  const until = beginOf(now + BEFORE_DAYS * DAY_MS + spanOf(of), spanOf(of));
  const known = await readLimit(db, of);
  if (known !== undefined && known.until > now + DAY_MS) {
    if (!known.isValid) await db.commit(statements(`alter table ${table} validate constraint ${limitOf(table)}`));
    return known.until;
  }
  await db.commit(
    statements(
      BRIEFLY,
      `alter table ${table} drop constraint if exists ${limitOf(table)}`,
      // `only` is refused where another node has made parts meanwhile: there it would hold for all of them.
      `alter table only ${table} add constraint ${limitOf(table)} check (${column} < ${until}) not valid`,
    ),
  );
  await db.commit(statements(`alter table ${table} validate constraint ${limitOf(table)}`));
  return until;
};

type Index = { readonly name: string; readonly definition: string; readonly key: string | null };
/** The primary key of a table as its constraint says it, other indexes as they were made. */
const indexesOf = (db: Database, table: string): Promise<readonly Index[]> =>
  db.all<Index>(
    `select c.relname as name, pg_get_indexdef(i.indexrelid) as definition, pg_get_constraintdef(k.oid) as key
     from pg_index i join pg_class c on c.oid = i.indexrelid
     left join pg_constraint k on k.conindid = i.indexrelid and k.contype = 'p'
     where i.indrelid = to_regclass(?) order by c.relname`,
    [table],
  );

/** The table becomes the first part of one of its name. In one batch, and none of its rows is touched. */
const change = async (db: Database, of: PartedTable, until: number): Promise<void> => {
  const { table, column } = of;
  const indexes = await indexesOf(db, table);
  await db.commit(
    statements(
      BRIEFLY,
      `alter table ${table} rename to ${beforeOf(table)}`,
      ...indexes.map(({ name }) => `alter index ${name} rename to ${beforeOf(name)}`),
      `create table ${table} (like ${beforeOf(table)} including defaults) partition by range (${column})`,
      ...indexes.flatMap(({ name, definition, key }) => {
        if (key === null) return [definition];
        return of.ownKey === undefined ? [`alter table ${table} add constraint ${name} ${key}`] : [];
      }),
      `alter table ${table} attach partition ${beforeOf(table)} for values from (minvalue) to (${until})`,
      `alter table ${beforeOf(table)} drop constraint if exists ${limitOf(table)}`,
      `create table ${restOf(table)} partition of ${table} default`,
      ...keyed(restOf(table), of),
    ),
  );
};

const isBusy = (error: unknown): boolean => error instanceof DatabaseError && error.code === 'busy';

const changeSoon = async (db: Database, of: PartedTable, now: number, triesLeft = 4): Promise<void> => {
  try {
    await change(db, of, await promised(db, of, now));
  } catch (error) {
    if (triesLeft === 0 || !isBusy(error)) throw error;
    await changeSoon(db, of, now, triesLeft - 1);
  }
};

const forgetLimit = ({ table }: PartedTable): readonly Statement[] =>
  statements(BRIEFLY, `alter table ${table} drop constraint if exists ${limitOf(table)}`);

/** By the server's clock: ours may be wrong, and nobody has compared them yet. */
export const serverTime = async (db: Database): Promise<number> => {
  const sql = 'select cast(extract(epoch from clock_timestamp()) * 1000 as bigint) as at';
  return Number((await db.one<{ at: number }>(sql))?.at);
};

/** Makes parts of a table that has none yet, and those to come. SQLite has no parts. */
export const keepInParts = async (db: Database, of: PartedTable, at?: number): Promise<void> => {
  if (db.engine !== 'postgres') return;
  const now = at ?? (await serverTime(db));
  if (!(await isInParts(db, of))) {
    try {
      await changeSoon(db, of, now);
    } catch (error) {
      // Unless another node did it, all is as it was: what would refuse rows in a week must not stay.
      if (!(await isInParts(db, of))) {
        await db.commit(forgetLimit(of));
        throw error;
      }
    }
  }
  await makeParts(db, of, now);
};

/** One that somebody reads for long is left to the next sweep. */
export const dropPart = async (db: Database, name: string): Promise<void> => {
  try {
    await db.commit(statements(BRIEFLY, `drop table if exists ${name}`));
  } catch (error) {
    if (!isBusy(error)) throw error;
  }
};

/**
 * Drops the parts in which everything is older than `before` and makes those to come. False where the table has no parts: its
 * rows are to be deleted then.
 */
export const dropParts = async (db: Database, of: PartedTable, before: number, now: number): Promise<boolean> => {
  if (db.engine !== 'postgres') return false;
  if (!(await isInParts(db, of))) {
    const limit = await readLimit(db, of);
    if (limit !== undefined && limit.until <= now + DAY_MS) await db.commit(forgetLimit(of)); // nobody came back to it
    return false;
  }
  await makeParts(db, of, now);
  for (const { name } of pastParts(await partsOf(db, of), before)) await dropPart(db, name);
  // What had no part when it came: nothing, unless no node ran for days.
  await db.commit([{ sql: `delete from ${restOf(of.table)} where ${of.column} < ?`, params: [before] }]);
  return true;
};
