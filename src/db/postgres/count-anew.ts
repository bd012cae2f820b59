/** PostgreSQL plans by how many rows it counted last, and counts a table that was just filled some minutes later. SQLite does without. */
import type { Database, Statement } from '../database.ts';
import { valueList } from '../value-list.ts';

/** The tables into which statements put rows. */
export const tablesFilled = (statements: readonly Statement[]): readonly string[] => [
  ...new Set(statements.flatMap(({ sql }) => /\binsert into (\w+)/i.exec(sql)?.[1] ?? [])),
];

/** Counts those of these tables that are known with fewer rows than were just written: as a rule those that were empty. */
export const countAnew = async (db: Database, tables: readonly string[], written: number): Promise<void> => {
  if (db.engine !== 'postgres' || tables.length === 0) return;
  const { places, values } = valueList(tables);
  const known = await db.all<{ relname: string }>(
    `select cast(relname as text) as relname from pg_class where cast(relname as text) in ${places}
      and relkind = 'r' and pg_table_is_visible(oid) and reltuples < cast(? as double precision)`,
    [...values, written],
  );
  const names = known.map(({ relname }) => relname).toSorted();
  if (names.length > 0) await db.commit([{ sql: `analyze ${names.join(', ')}` }]);
};
