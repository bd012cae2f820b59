/**
 * Copies every row of one database into another, of whichever engines, and proves afterwards that both hold the same.
 *
 * How far each table is stands in the target itself and is written in the batch that writes the rows: a move that was killed
 * goes on where it was, and no row is there twice. The rows come in the order of their key, a page at a time.
 */
import { ownEntry } from '../../shared/own-entry.ts';
import { type Database, guardFailed, type Statement, type Value } from '../database.ts';
import { inPowers, repeated } from '../many-rows.ts';
import { CannotMove } from './cannot-move.ts';
import { keyPages } from './key-pages.ts';
import { begin, checkTarget, countOf, HOLDS_SHOP, PROGRESS } from './move-target.ts';
import { addRows, isSameSum, noRows, type TableSum } from './row-sum.ts';
import { type TableShape, tableShapes } from './table-shapes.ts';

/** `rows` of `of` are written, or were compared. */
export type MoveStep = Readonly<{ doing: 'copying' | 'comparing'; table: string; rows: number; of: number }>;
export type Move = { readonly source: Database; readonly target: Database; readonly tell: (step: MoveStep) => void };
export type Moved = { readonly tables: number; readonly rows: number; readonly different: readonly string[] };

/** Not the shop's: what each database says of itself. */
const OWN = new Set(['migration', PROGRESS]);

type Progress = { readonly table_name: string; readonly after_key: string | null; readonly copied: number };

const inserts = (
  { table, columns }: TableShape,
  rows: readonly Readonly<Record<string, unknown>>[],
): readonly Statement[] =>
  inPowers(rows).map((part) => ({
    sql: `insert into ${table} (${columns.join(', ')}) values ${repeated(part.length, `(${repeated(columns.length, '?')})`)}`,
    params: part.flatMap((row) => columns.map((column) => (ownEntry(row, column) ?? null) as Value)),
  }));

const copyTable = async ({ source, target, tell }: Move, shape: TableShape): Promise<void> => {
  const { table } = shape;
  const begun = await target.one<Progress>(`select after_key, copied from ${PROGRESS} where table_name = ?`, [table]);
  if (begun === undefined)
    throw new CannotMove(`The target does not know the table ${table}: empty it and begin again.`);
  const of = await countOf(source, table);
  let { copied } = begun;
  for await (const { rows, place } of keyPages(source, shape, begun.after_key)) {
    await target.commit([
      {
        sql: `update ${PROGRESS} set after_key = ?, copied = copied + ? where table_name = ? and copied = ?`,
        params: [place, rows.length, table, copied],
        guard: { name: PROGRESS, rows: 1 },
      },
      ...inserts(shape, rows),
    ]);
    copied += rows.length;
    tell({ doing: 'copying', table, rows: copied, of });
  }
};

const sumOf = async (db: Database, shape: TableShape): Promise<TableSum> => {
  let sum = noRows;
  for await (const { rows } of keyPages(db, shape, null)) sum = addRows(sum, rows, shape.columns);
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

const sharedShapes = async ({ source, target }: Move): Promise<readonly TableShape[]> => {
  const shapes = (await tableShapes(source)).filter(({ table }) => !OWN.has(table));
  checkShapes(shapes, await tableShapes(target));
  return shapes;
};

const compare = async (
  { source, target, tell }: Move,
  shapes: readonly TableShape[],
  isEnough: (different: readonly string[]) => boolean,
): Promise<Moved> => {
  let rows = 0;
  const different: string[] = [];
  for (const shape of shapes) {
    const [there, here] = [await sumOf(target, shape), await sumOf(source, shape)];
    if (!isSameSum(there, here)) different.push(shape.table);
    rows += here.rows;
    tell({ doing: 'comparing', table: shape.table, rows: there.rows, of: here.rows });
    if (isEnough(different)) break;
  }
  return { tables: shapes.length, rows, different };
};

/**
 * `from` names the source, so that a move that goes on is of the same one. Both are at the same version. The target counts
 * as half moved until `endMove`.
 */
export const moveRows = async (move: Move, from: string): Promise<Moved> => {
  const { target } = move;
  const shapes = await sharedShapes(move);
  const state = await checkTarget(target, from);
  if (state === 'whole') throw new CannotMove(HOLDS_SHOP);
  if (state === 'empty') await begin(target, shapes, from);
  try {
    for (const shape of shapes) await copyTable(move, shape);
  } catch (error) {
    throw guardFailed(error, PROGRESS) ? new CannotMove('Another move writes to this target: let one end.') : error;
  }
  return compare(move, shapes, () => false);
};

/**
 * A target that holds a shop may hold this very one: the move was cut off behind its last write, before it could say so. Another
 * shop, or this one in use since, differs in some table; no more than that is read then.
 */
export const compareMoved = async (move: Move): Promise<Moved> =>
  compare(move, await sharedShapes(move), (different) => different.length > 0);
