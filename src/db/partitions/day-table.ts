/**
 * A table of PostgreSQL in parts, one for each day, so that what is too old is dropped with its day instead of deleted row by
 * row (docs/decisions/0079-old-days-are-dropped.md). Every step may be cut off and begun again, by any node.
 */
import type { Database, Statement } from '../database.ts';
import { DAY_MS, dayOf, type DayPart, daysToMake, endOf, pastParts, partName } from './partition-rules.ts';

export type DayTable = {
  readonly table: string;
  /** Its time in milliseconds, which is part of its primary key. */
  readonly column: string;
};

/** How many days are made ahead: for so long nobody has to look. Behind them is a part for the rest. */
const AHEAD = 3;
/** The rows of before are one part. It ends so much later that the change is made by then, or begun anew. */
const BEFORE_DAYS = 7;

type Kind = { readonly kind: string };
const kindOf = async (db: Database, table: string): Promise<string | undefined> =>
  (await db.one<Kind>('select cast(relkind as text) as kind from pg_class where oid = to_regclass(?)', [table]))?.kind;
const isInParts = async (db: Database, { table }: DayTable): Promise<boolean> =>
  db.engine === 'postgres' && (await kindOf(db, table)) === 'p';

const partsOf = async (db: Database, { table }: DayTable): Promise<readonly DayPart[]> => {
  const rows = await db.all<{ name: string; bounds: string }>(
    `select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bounds
     from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = to_regclass(?) order by c.relname`,
    [table],
  );
  return rows.map(({ name, bounds }) => ({ name, until: endOf(bounds) }));
};

const restOf = (table: string): string => `${table}_rest`;
const beforeOf = (name: string): string => `${name}_before`;
const limitOf = (table: string): string => `${table}_until`;

const statements = (...texts: readonly string[]): readonly Statement[] => texts.map((sql) => ({ sql }));

/** Another node may have done it meanwhile; then what failed here is done. */
const unlessDone = async (db: Database, batch: readonly Statement[], isDone: () => Promise<boolean>): Promise<void> => {
  try {
    await db.commit(batch);
  } catch (error) {
    if (!(await isDone())) throw error;
  }
};

/** What came into the rest, because nobody had made its day, goes with it. */
const makeDay = ({ table, column }: DayTable, day: number): readonly Statement[] => {
  const [name, rest] = [partName(table, day), restOf(table)];
  const isOfDay = `${column} >= ${day} and ${column} < ${day + DAY_MS}`;
  return statements(
    `create table ${name} (like ${table} including all)`,
    `with moved as (delete from ${rest} where ${isOfDay} returning *) insert into ${name} select * from moved`,
    `alter table ${table} attach partition ${name} for values from (${day}) to (${day + DAY_MS})`,
  );
};

const makeDays = async (db: Database, of: DayTable, now: number): Promise<void> => {
  for (const day of daysToMake(await partsOf(db, of), now, AHEAD)) {
    const isMade = async (): Promise<boolean> =>
      (await partsOf(db, of)).some(({ name }) => name === partName(of.table, day));
    await unlessDone(db, makeDay(of, day), isMade);
  }
};

type Limit = { readonly definition: string; readonly valid: number };
/** The promise that no row of the table is of that time or later: with it PostgreSQL need not look while others wait. */
const readLimit = async (db: Database, { table }: DayTable) => {
  const found = await db.one<Limit>(
    `select pg_get_constraintdef(oid) as definition, case when convalidated then 1 else 0 end as valid
     from pg_constraint where conname = ? and conrelid = to_regclass(?)`,
    [limitOf(table), table],
  );
  if (found === undefined) return undefined;
  return { until: Number(/(\d{6,})/.exec(found.definition)?.[1]), isValid: found.valid === 1 };
};

const promised = async (db: Database, of: DayTable, now: number): Promise<number> => {
  const { table, column } = of;
  const until = dayOf(now) + BEFORE_DAYS * DAY_MS;
  const known = await readLimit(db, of);
  if (known !== undefined && known.until > now + DAY_MS) {
    if (!known.isValid) await db.commit(statements(`alter table ${table} validate constraint ${limitOf(table)}`));
    return known.until;
  }
  await db.commit(
    statements(
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
const change = async (db: Database, of: DayTable, until: number): Promise<void> => {
  const { table, column } = of;
  const indexes = await indexesOf(db, table);
  await db.commit(
    statements(
      `alter table ${table} rename to ${beforeOf(table)}`,
      ...indexes.map(({ name }) => `alter index ${name} rename to ${beforeOf(name)}`),
      `create table ${table} (like ${beforeOf(table)} including defaults) partition by range (${column})`,
      ...indexes.map(({ name, definition, key }) =>
        key === null ? definition : `alter table ${table} add constraint ${name} ${key}`,
      ),
      `alter table ${table} attach partition ${beforeOf(table)} for values from (minvalue) to (${until})`,
      `alter table ${beforeOf(table)} drop constraint if exists ${limitOf(table)}`,
      `create table ${restOf(table)} partition of ${table} default`,
    ),
  );
};

const forgetLimit = ({ table }: DayTable): readonly Statement[] =>
  statements(`alter table ${table} drop constraint if exists ${limitOf(table)}`);

/** By the server's clock: ours may be wrong, and nobody has compared them yet. */
const serverTime = async (db: Database): Promise<number> => {
  const sql = 'select cast(extract(epoch from clock_timestamp()) * 1000 as bigint) as at';
  return Number((await db.one<{ at: number }>(sql))?.at);
};

/** Makes parts of a table that has none yet, and the days to come. SQLite has no parts. */
export const keepInParts = async (db: Database, of: DayTable): Promise<void> => {
  if (db.engine !== 'postgres') return;
  const now = await serverTime(db);
  if (!(await isInParts(db, of))) {
    try {
      await change(db, of, await promised(db, of, now));
    } catch (error) {
      // Unless another node did it, all is as it was: what would refuse rows in a week must not stay.
      if (!(await isInParts(db, of))) {
        await db.commit(forgetLimit(of));
        throw error;
      }
    }
  }
  await makeDays(db, of, now);
};

/**
 * Drops the days in which everything is older than `before` and makes those to come. False where the table has no parts: its
 * rows are to be deleted then.
 */
export const dropDays = async (db: Database, of: DayTable, before: number, now: number): Promise<boolean> => {
  if (db.engine !== 'postgres') return false;
  if (!(await isInParts(db, of))) {
    const limit = await readLimit(db, of);
    if (limit !== undefined && limit.until <= now + DAY_MS) await db.commit(forgetLimit(of)); // nobody came back to it
    return false;
  }
  await makeDays(db, of, now);
  for (const { name } of pastParts(await partsOf(db, of), before)) {
    await db.commit(statements(`drop table if exists ${name}`));
  }
  // What had no day when it came: nothing, unless no node ran for days.
  await db.commit([{ sql: `delete from ${restOf(of.table)} where ${of.column} < ?`, params: [before] }]);
  return true;
};
