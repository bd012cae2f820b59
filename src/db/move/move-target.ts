/** What a database must be before a shop is moved into it, and the table by which one that is half there is known. */
import { CannotMove } from './cannot-move.ts';
import type { Database, Statement } from '../database.ts';
import { type TableShape, tableShapes } from './table-shapes.ts';

/** How far each table is; it is there from the first row to the last checksum. */
export const PROGRESS = 'moving';

const ASKS = {
  sqlite: 'select count(*) as n from sqlite_master where name = ?',
  postgres: 'select case when to_regclass(?) is null then 0 else 1 end as n',
} as const;

const hasTable = async (db: Database, table: string): Promise<boolean> =>
  ((await db.one<{ n: number }>(ASKS[db.engine], [table]))?.n ?? 0) > 0;

export const countOf = async (db: Database, table: string): Promise<number> =>
  (await db.one<{ n: number }>(`select count(*) as n from ${table}`))?.n ?? 0;

const isHalfMoved = (db: Database): Promise<boolean> => hasTable(db, PROGRESS);

/** Half of a shop must not be served, nor moved on: what is missing would look as if it had never been. */
export const refuseHalfMoved = async (db: Database): Promise<void> => {
  if (await isHalfMoved(db)) {
    throw new CannotMove(
      'A move into this database was begun and is not finished: run the same cartwright move again, or use the database it came from.',
    );
  }
};

export const holdsShop = async (db: Database): Promise<boolean> =>
  (await hasTable(db, 'organization')) && (await countOf(db, 'organization')) > 0;

export const HOLDS_SHOP = 'The target holds a shop already: name an empty database.';

/**
 * Throws unless the target is empty, or holds the beginning of this very move, or a whole shop, which may be the end of it. Asked
 * before its tables are made: a target that is refused is left as it was.
 */
export const checkTarget = async (target: Database, from: string): Promise<'empty' | 'begun' | 'whole'> => {
  if (await isHalfMoved(target)) {
    const known = await target.all(`select 1 from ${PROGRESS} where table_name = ?`, [from]);
    if (known.length > 0) return 'begun';
    throw new CannotMove('A move from another database was begun into this one: empty it first.');
  }
  if (await holdsShop(target)) return 'whole';
  const tables = (await tableShapes(target)).map(({ table }) => table);
  if (tables.length > 0 && !tables.includes('migration')) {
    throw new CannotMove(`The target holds tables of another program (${tables[0]}): name an empty database.`);
  }
  return 'empty';
};

export const begin = (target: Database, shapes: readonly TableShape[], from: string): Promise<unknown> => {
  const started: Statement[] = [
    { sql: `create table ${PROGRESS} (table_name text primary key, after_key text, copied bigint not null)` },
    ...shapes.toReversed().map(({ table }) => ({ sql: `delete from ${table}` })), // what migrations put there themselves
    ...[from, ...shapes.map(({ table }) => table)].map((name) => ({
      sql: `insert into ${PROGRESS} (table_name, after_key, copied) values (?, null, 0)`,
      params: [name],
    })),
  ];
  return target.commit(started);
};

export const endMove = (target: Database): Promise<unknown> => target.commit([{ sql: `drop table ${PROGRESS}` }]);
