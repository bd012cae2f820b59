/** Every row of every table, whatever the order of rows and columns: two equal ones are two equal databases, on either engine. */
import type { Database } from '../../src/db/database.ts';
import { addRows, noRows, type TableSum } from '../../src/db/move/row-sum.ts';
import { tableShapes } from '../../src/db/move/table-shapes.ts';

/** Which tables there are changes with no request, and PostgreSQL takes long to say it. */
const shapes = new WeakMap<Database, ReturnType<typeof tableShapes>>();

export const tableSums = async (db: Database): Promise<ReadonlyMap<string, TableSum>> => {
  const known = shapes.get(db) ?? tableShapes(db);
  shapes.set(db, known);
  const sums = (await known).map(async ({ table, columns }): Promise<readonly [string, TableSum]> => {
    const rows = await db.all(`select ${columns.join(', ')} from ${table}`);
    return [table, addRows(noRows, rows, columns.toSorted())];
  });
  return new Map(await Promise.all(sums));
};
