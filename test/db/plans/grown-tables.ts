/**
 * Makes the tables of a PostgreSQL as large as those of a busy shop: every row that is there, again and again under other
 * keys and at other times.
 */
import type { Client } from 'pg';

type Column = { readonly table: string; readonly name: string; readonly type: string; readonly unique: boolean };

const COLUMNS = `select c.table_name as "table", c.column_name as name, c.data_type as type,
    exists (select 1 from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
      where i.indisunique and i.indrelid = c.table_name::regclass and a.attname = c.column_name) as unique
  from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
  where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
  order by c.table_name, c.ordinal_position`;

/** Whose something is: a shop's carts are all of one application. */
const scopes = new Set([
  'application_id',
  'company_id',
  'organization_id',
  'owner_kind',
  'kind',
  'scope',
  'slot',
  'quota',
  'version',
]);
const namesSomething = /(^|_)(id|uid|key|hash|token|code|slug|subject|holder)$/;
const LONG_TEXT = 100;
const KEY_STEP = 1_000_000;
const TIME_STEP = 1000;
/** Most rows of a busy shop are not due to be removed. */
const FAR_OFF = Date.UTC(2100, 0, 1);
/** Rows of each table that are multiplied. */
const SAMPLE = 20;

const valueOf = ({ name, type, unique }: Column): string => {
  const column = `b."${name}"`;
  if (scopes.has(name)) return column;
  if (type === 'bigint' && name.endsWith('_at')) return `${column} - g * ${TIME_STEP}`;
  const varies = unique || namesSomething.test(name);
  if (type === 'text' && varies) return `${column} || '-' || g`;
  if (type === 'bigint' && varies) return `${column} + g * ${KEY_STEP}`;
  return type === 'text' ? `case when length(${column}) > ${LONG_TEXT} then '{}' else ${column} end` : column;
};

/** Of a table that holds nothing yet: any values that its keys allow. */
const inventedValueOf = ({ name, type }: Column): string => {
  if (type === 'text') return `'${name}-' || g`;
  if (type === 'bytea') return 'cast(cast(g as text) as bytea)';
  return type === 'bigint' && name.endsWith('_at') ? `${FAR_OFF} + g * ${TIME_STEP}` : 'g';
};

const grows = (columns: readonly Column[]): boolean => columns.some(({ name, unique }) => unique && !scopes.has(name));

/** Every table to about as many rows as it says; none: it stays as it is. */
export const growTables = async (client: Client, rowsOf: (table: string) => number): Promise<void> => {
  const { rows: columns } = await client.query<Column>(COLUMNS);
  // Keys that point at rows of tables that stay small.
  await client.query("set session_replication_role = 'replica'");
  for (const [table, own] of Map.groupBy(columns, ({ table }) => table)) {
    const rows = grows(own) ? rowsOf(table) : 0;
    if (rows === 0) continue;
    const into = `insert into "${table}" (${own.map(({ name }) => `"${name}"`).join(', ')})`;
    const { rowCount } = await client.query(`select 1 from "${table}" limit ${SAMPLE}`);
    await client.query(
      rowCount === 0
        ? `${into} select ${own.map(inventedValueOf).join(', ')} from generate_series(cast(1 as bigint), ${rows}) g`
        : `${into} select ${own.map(valueOf).join(', ')} from (select * from "${table}" limit ${SAMPLE}) b
           cross join generate_series(cast(1 as bigint), ${Math.ceil(rows / (rowCount ?? 1))}) g on conflict do nothing`,
    );
  }
  await client.query("set session_replication_role = 'origin'");
  await client.query('analyze');
};
