/** Every row of every table: two equal ones are two equal databases. */
import { hash } from 'node:crypto';
import type { Database, Row } from '../../src/db/database.ts';
import { addRows, noRows, type TableSum } from '../../src/db/move/row-sum.ts';
import { type TableShape, tableShapes } from '../../src/db/move/table-shapes.ts';

/** Which tables there are changes with no request, and PostgreSQL takes long to say it. */
const shapes = new WeakMap<Database, ReturnType<typeof tableShapes>>();

const ofEach = async <T>(
  db: Database,
  read: (shape: TableShape, statement: string) => Promise<T>,
): Promise<ReadonlyMap<string, T>> => {
  const known = shapes.get(db) ?? tableShapes(db);
  shapes.set(db, known);
  const found = (await known).map(async (shape): Promise<readonly [string, T]> => {
    const statement = `select ${shape.columns.join(', ')} from ${shape.table}`;
    return [shape.table, await read(shape, statement)];
  });
  return new Map(await Promise.all(found));
};

/** Whatever the order of rows and columns, and on either engine. */
export const tableSums = (db: Database): Promise<ReadonlyMap<string, TableSum>> =>
  ofEach(db, async ({ columns }, statement) => addRows(noRows, await db.all(statement), columns.toSorted()));

type TableState = { readonly rows: number; readonly state: string };

/** A moment ago and now, in one database: quicker by far, above all where PostgreSQL adds up its rows itself. */
export const tableStates = (db: Database): Promise<ReadonlyMap<string, TableState>> =>
  ofEach(db, async (_, statement): Promise<TableState> => {
    if (db.engine === 'sqlite') {
      const rows = await db.all(statement);
      return { rows: rows.length, state: hash('sha1', JSON.stringify(rows)) };
    }
    const added = `select count(*) as rows,
      coalesce(cast(sum(hashtextextended(cast(t as text), 0)) as text), '') as state from (${statement}) t`;
    return (await db.one<Row & TableState>(added)) ?? { rows: 0, state: '' };
  });
