/** Which tables a database has, each with its columns and its key, in an order in which their rows can be put. */
import type { Database } from '../database.ts';

export type TableShape = {
  readonly table: string;
  readonly columns: readonly string[];
  /** The columns of the primary key, in its order. */
  readonly key: readonly string[];
};
type ColumnRow = { readonly table_name: string; readonly column_name: string; readonly key_position: number };
type ParentRow = { readonly table_name: string; readonly parent: string };

/** A table whose parts have keys of their own has the key of any of them; one that is in parts itself has none. */
const COLUMNS = {
  sqlite: `select m.name as table_name, c.name as column_name, c.pk as key_position
    from sqlite_master m join pragma_table_info(m.name) c
    where m.type = 'table' and m.name not like 'sqlite%' order by m.name, c.cid`,
  postgres: `select t.relname as table_name, a.attname as column_name, coalesce(k.position, 0) as key_position
    from pg_class t join pg_namespace s on s.oid = t.relnamespace and s.nspname = current_schema()
    join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    left join pg_index i on i.indisprimary and i.indrelid = coalesce(
      (select own.indrelid from pg_index own where own.indrelid = t.oid and own.indisprimary),
      (select own.indrelid from pg_inherits part join pg_index own on own.indrelid = part.inhrelid and own.indisprimary
        where part.inhparent = t.oid limit 1))
    left join lateral (select k.position from unnest(i.indkey) with ordinality as k(number, position)
      join pg_attribute b on b.attrelid = i.indrelid and b.attnum = k.number where b.attname = a.attname) k on true
    where t.relkind in ('r', 'p') and not t.relispartition order by t.relname, a.attnum`,
} as const;

const PARENTS = {
  sqlite: `select m.name as table_name, f."table" as parent
    from sqlite_master m join pragma_foreign_key_list(m.name) f where m.type = 'table'`,
  postgres: `select t.relname as table_name, p.relname as parent
    from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_class p on p.oid = c.confrelid
    join pg_namespace s on s.oid = t.relnamespace and s.nspname = current_schema() where c.contype = 'f'`,
} as const;

/** Tables that others refer to come before those. A circle of references would leave its tables in the order they came in. */
const parentsFirst = (
  tables: readonly string[],
  parents: ReadonlyMap<string, readonly string[]>,
): readonly string[] => {
  const ordered = new Set<string>();
  const begun = new Set<string>();
  const visit = (table: string): void => {
    if (begun.has(table)) return;
    begun.add(table);
    for (const parent of parents.get(table) ?? []) visit(parent);
    ordered.add(table);
  };
  for (const table of tables) visit(table);
  return [...ordered];
};

const shapeOf = (table: string, rows: readonly ColumnRow[]): TableShape => ({
  table,
  columns: rows.map(({ column_name }) => column_name),
  key: rows
    .filter(({ key_position }) => key_position > 0)
    .toSorted((a, b) => a.key_position - b.key_position)
    .map(({ column_name }) => column_name),
});

export const tableShapes = async (db: Database): Promise<readonly TableShape[]> => {
  const columns = Map.groupBy(await db.all<ColumnRow>(COLUMNS[db.engine]), ({ table_name }) => table_name);
  const references = Map.groupBy(await db.all<ParentRow>(PARENTS[db.engine]), ({ table_name }) => table_name);
  const parents = new Map([...references].map(([table, rows]) => [table, rows.map(({ parent }) => parent)]));
  return parentsFirst([...columns.keys()].toSorted(), parents).map((table) => shapeOf(table, columns.get(table) ?? []));
};
