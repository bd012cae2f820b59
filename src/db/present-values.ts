import type { Database, Value } from './database.ts';
import { valueList } from './value-list.ts';

/** Which of these values rows of this owner have in a column. */
export const presentValues = async <T extends string | number>(
  db: Database,
  { table, owner, column }: { readonly table: string; readonly owner: string; readonly column: string },
  of: Value,
  wanted: readonly T[],
): Promise<ReadonlySet<T>> => {
  if (wanted.length === 0) return new Set();
  const { places, values } = valueList(wanted);
  const sql = `select ${column} as present from ${table} where ${owner} = ? and ${column} in ${places}`;
  const rows = await db.all<{ present: T }>(sql, [of, ...values]);
  return new Set(rows.map(({ present }) => present));
};
