/**
 * Copies every row of one database into another, of whichever engines, and proves afterwards that both hold the same.
 *
 * How far each table is stands in the target itself and is written in the batch that writes the rows: a move that was killed
 * goes on where it was, and no row is there twice. The rows come in the order of their key, a few hundred at a time.
 */
import { ownEntry } from '../../shared/own-entry.ts';
import { type Database, guardFailed, type Statement, type Value } from '../database.ts';
import { inPowers, repeated } from '../many-rows.ts';
import { addRows, isSameSum, noRows, type TableSum } from './row-sum.ts';
import { type TableShape, tableShapes } from './table-shapes.ts';

/** `rows` of `of` are written, or were compared. */
export type MoveStep = Readonly<{ doing: 'copying' | 'comparing'; table: string; rows: number; of: number }>;
export type Move = { readonly source: Database; readonly target: Database; readonly tell: (step: MoveStep) => void };
export type Moved = { readonly tables: number; readonly rows: number; readonly different: readonly string[] };

const PROGRESS = 'moving';
const ROWS = 512;
/** Not the shop's: what each database says of itself. */
const OWN = new Set(['migration', PROGRESS]);

export class CannotMove extends Error {
  override readonly name = 'CannotMove';
}

type Progress = { readonly table_name: string; readonly after_key: string | null; readonly copied: number };

/** Key values as JSON, which has neither bytes nor large numbers. */
const keyText = (key: readonly unknown[]): string =>
  JSON.stringify(
    key.map((value) => {
      if (value instanceof Uint8Array) return { bytes: Buffer.from(value).toString('hex') };
      return typeof value === 'bigint' ? { integer: String(value) } : value;
    }),
  );
const keyValue = (value: unknown): Value => {
  if (typeof value !== 'object' || value === null) return value as Value;
  return 'bytes' in value ? Buffer.from(String(value.bytes), 'hex') : BigInt((value as { integer: string }).integer);
};

const countOf = async (db: Database, table: string): Promise<number> =>
  (await db.one<{ n: number }>(`select count(*) as n from ${table}`))?.n ?? 0;

/** A target that holds a shop, or a half of another one, is left alone. */
const begin = async (target: Database, shapes: readonly TableShape[], from: string): Promise<void> => {
  const known = await target.all(`select 1 from ${PROGRESS} where table_name = ?`, [from]).catch(() => undefined);
  if (known !== undefined) {
    if (known.length === 0)
      throw new CannotMove('A move from another database was begun into this one: empty it first.');
    return;
  }
  if ((await countOf(target, 'organization')) > 0) {
    throw new CannotMove('The target holds a shop already: name an empty database.');
  }
  const started: Statement[] = [
    { sql: `create table ${PROGRESS} (table_name text primary key, after_key text, copied bigint not null)` },
    ...shapes.toReversed().map(({ table }) => ({ sql: `delete from ${table}` })), // what migrations put there themselves
    ...[from, ...shapes.map(({ table }) => table)].map((name) => ({
      sql: `insert into ${PROGRESS} (table_name, after_key, copied) values (?, null, 0)`,
      params: [name],
    })),
  ];
  await target.commit(started);
};

const inserts = (
  { table, columns }: TableShape,
  rows: readonly Readonly<Record<string, unknown>>[],
): readonly Statement[] =>
  inPowers(rows).map((part) => ({
    sql: `insert into ${table} (${columns.join(', ')}) values ${repeated(part.length, `(${repeated(columns.length, '?')})`)}`,
    params: part.flatMap((row) => columns.map((column) => (ownEntry(row, column) ?? null) as Value)),
  }));

const copyTable = async ({ source, target, tell }: Move, shape: TableShape): Promise<void> => {
  const { table, columns, key } = shape;
  const place = await target.one<Progress>(`select after_key, copied from ${PROGRESS} where table_name = ?`, [table]);
  if (place === undefined)
    throw new CannotMove(`The target does not know the table ${table}: empty it and begin again.`);
  const of = await countOf(source, table);
  let copied = place.copied;
  let after = place.after_key;
  for (;;) {
    const from = after === null ? [] : (JSON.parse(after) as readonly unknown[]).map(keyValue);
    const rows = await source.all(
      `select ${columns.join(', ')} from ${table}
       ${after === null ? '' : `where (${key.join(', ')}) > (${repeated(key.length, '?')})`}
       order by ${key.join(', ')} limit ${ROWS}`,
      from,
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    after = keyText(key.map((column) => ownEntry(last, column)));
    await target.commit([
      {
        sql: `update ${PROGRESS} set after_key = ?, copied = copied + ? where table_name = ? and copied = ?`,
        params: [after, rows.length, table, copied],
        guard: { name: PROGRESS, rows: 1 },
      },
      ...inserts(shape, rows),
    ]);
    copied += rows.length;
    tell({ doing: 'copying', table, rows: copied, of });
  }
};

const sumOf = async (db: Database, { table, columns }: TableShape): Promise<TableSum> => {
  let sum = noRows;
  for await (const rows of db.scan(`select ${columns.join(', ')} from ${table}`)) sum = addRows(sum, rows, columns);
  return sum;
};

const checkShapes = (mine: readonly TableShape[], theirs: readonly TableShape[]): void => {
  const known = new Map(theirs.map(({ table, columns }) => [table, new Set(columns)]));
  for (const { table, columns, key } of mine) {
    if (key.length === 0) throw new CannotMove(`The table ${table} has no key to go by.`);
    if (columns.some((column) => !known.get(table)?.has(column))) {
      throw new CannotMove(`The table ${table} is not the same in both: bring both to the same version first.`);
    }
  }
};

/** `from` names the source, so that a move that goes on is of the same one. Both are at the same version. */
export const moveRows = async (move: Move, from: string): Promise<Moved> => {
  const { source, target, tell } = move;
  const shapes = (await tableShapes(source)).filter(({ table }) => !OWN.has(table));
  checkShapes(shapes, await tableShapes(target));
  await begin(target, shapes, from);
  try {
    for (const shape of shapes) await copyTable(move, shape);
  } catch (error) {
    throw guardFailed(error, PROGRESS) ? new CannotMove('Another move writes to this target: let one end.') : error;
  }
  let total = 0;
  const different: string[] = [];
  for (const shape of shapes) {
    const [there, here] = [await sumOf(target, shape), await sumOf(source, shape)];
    if (!isSameSum(there, here)) different.push(shape.table);
    total += here.rows;
    tell({ doing: 'comparing', table: shape.table, rows: there.rows, of: here.rows });
  }
  if (different.length === 0) await target.commit([{ sql: `drop table ${PROGRESS}` }]);
  return { tables: shapes.length, rows: total, different };
};
