/** Every row of every table, whatever the order in which it is read: two equal ones are two equal databases. */
import type { Database } from '../../src/db/database.ts';
import { addRows, noRows, type TableSum } from '../../src/db/move/row-sum.ts';
import { tableShapes } from '../../src/db/move/table-shapes.ts';

export const tableSums = async (db: Database): Promise<ReadonlyMap<string, TableSum>> => {
  const sums = new Map<string, TableSum>();
  for (const { table, columns } of await tableShapes(db)) {
    sums.set(table, addRows(noRows, await db.all(`select ${columns.join(', ')} from ${table}`), columns));
  }
  return sums;
};
