/** Every row of every table: two equal ones are two equal databases. */
import { hash } from 'node:crypto';
import type { Database, Row } from '../../src/db/database.ts';
import { addRows, noRows, type TableSum } from '../../src/db/move/row-sum.ts';
import { type TableShape, tableShapes } from '../../src/db/move/table-shapes.ts';
import { oncePer } from '../../src/shared/once-per.ts';

/** Which tables there are changes with no request, and PostgreSQL takes long to say it. */
const shapesOf = oncePer((db: Database) => tableShapes(db));
const rowsOf = ({ table, columns }: TableShape): string => `select ${columns.join(', ')} from ${table}`;

const ofEach = async <T>(db: Database, read: (shape: TableShape) => Promise<T>): Promise<ReadonlyMap<string, T>> => {
  const found = (await shapesOf(db)).map(async (shape) => [shape.table, await read(shape)] as const);
  return new Map(await Promise.all(found));
};

/** Whatever the order of rows and columns, and on either engine. */
export const tableSums = (db: Database): Promise<ReadonlyMap<string, TableSum>> =>
  ofEach(db, async (shape) => addRows(noRows, await db.all(rowsOf(shape)), shape.columns.toSorted()));

type TableState = { readonly rows: number; readonly state: string };
type States = ReadonlyMap<string, TableState>;

/** The same for as long as nothing is written: rows that this connection changed, and commits of all others. */
const MARK = 'select total_changes() as own, data_version as others from pragma_data_version';
const known = new WeakMap<Database, { readonly mark: string; readonly states: States }>();
const sqliteStates = async (db: Database): Promise<States> => {
  const mark = JSON.stringify(await db.one(MARK));
  const last = known.get(db);
  if (last?.mark === mark) return last.states;
  const states = await ofEach(db, async (shape): Promise<TableState> => {
    const rows = await db.all(rowsOf(shape));
    return { rows: rows.length, state: hash('sha1', JSON.stringify(rows)) };
  });
  known.set(db, { mark, states });
  return states;
};

/** PostgreSQL adds its rows up itself, those of all tables at one request. */
const addedUp = oncePer(async (db: Database): Promise<string> => {
  const parts = (await shapesOf(db)).map(
    (shape) => `select '${shape.table}' as name, count(*) as rows,
      coalesce(cast(sum(hashtextextended(cast(t as text), 0)) as text), '') as state from (${rowsOf(shape)}) t`,
  );
  return parts.join(' union all ');
});
const postgresStates = async (db: Database): Promise<States> => {
  const all = await db.all<Row & TableState & { readonly name: string }>(await addedUp(db));
  return new Map(all.map(({ name, rows, state }) => [name, { rows, state }]));
};

/** A moment ago and now, in one database: quicker than sums by far. */
export const tableStates = (db: Database): Promise<States> =>
  db.engine === 'sqlite' ? sqliteStates(db) : postgresStates(db);
