/**
 * One connection to the file, synchronous, with its prepared statements.
 * Every commit is on the disk when it returns (WAL, synchronous=FULL); rows are plain objects on every path.
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { Row } from '../database.ts';
import { bareSql } from '../sql-text.ts';
import { boundedCache } from '../bounded-cache.ts';
import { type FailureKind, kindOf, messageOf } from './sqlite-failure.ts';

type Values = readonly SQLInputValue[];
export type Chunk = { readonly names: readonly string[]; readonly rows: readonly (readonly unknown[])[] };

export type Connection = {
  readonly all: (sql: string, values: Values) => readonly Row[];
  readonly one: (sql: string, values: Values) => Row | undefined;
  /** Rows changed. */
  readonly run: (sql: string, values: Values) => number;
  /** Chunks of a statement of its own: closing the generator ends the read and lets go of its snapshot. */
  readonly chunks: (sql: string, values: Values, size: number) => Generator<Chunk, void>;
  readonly inTransaction: () => boolean;
  readonly close: () => void;
};

type Prepared = { readonly statement: StatementSync; readonly names: () => readonly string[] };

const STATEMENTS_KEPT = 500;
const OPEN_TIMEOUT_MS = 5000;

const namedRow = (names: readonly string[], values: readonly unknown[]): Row => {
  const row: Record<string, unknown> = {};
  for (let index = 0; index < names.length; index += 1) row[names[index] ?? ''] = values[index];
  return row;
};
export const namedRows = ({ names, rows }: Chunk): readonly Row[] => rows.map((values) => namedRow(names, values));

const columnNames = (statement: StatementSync): readonly string[] => statement.columns().map(({ name }) => name);

// Rows come as arrays and get their names here: the driver's own row objects have no prototype and are slow to read and
// to copy, and lose that shape on the way through a thread. The names of a `*` change with the table, so they are asked
// for each time; a statement that lists its columns pays for them once.
const prepare = (db: DatabaseSync, sql: string): Prepared => {
  const statement = db.prepare(sql);
  statement.setReturnArrays(true);
  if (bareSql(sql).replaceAll('(*)', '').includes('*')) return { statement, names: () => columnNames(statement) };
  const names = columnNames(statement);
  return { statement, names: () => names };
};

const arrays = (rows: unknown): readonly (readonly unknown[])[] => rows as readonly (readonly unknown[])[];

/** A chunk goes from thread to thread in one turn of the loop: it ends behind so many signs, of however few rows. */
const CHUNK_SIGNS = 1_000_000;
const signsOf = (row: readonly unknown[]): number => {
  let signs = 0;
  for (const value of row) if (typeof value === 'string' || value instanceof Uint8Array) signs += value.length;
  return signs;
};

function* chunksOf(db: DatabaseSync, sql: string, values: Values, size: number): Generator<Chunk, void> {
  const { statement, names } = prepare(db, sql);
  const rows = statement.iterate(...values);
  try {
    let chunk: (readonly unknown[])[] = [];
    let signs = 0;
    for (let next = rows.next(); next.done !== true; next = rows.next()) {
      const row = next.value as unknown as readonly unknown[];
      chunk.push(row);
      signs += signsOf(row);
      if (chunk.length < size && signs < CHUNK_SIGNS) continue;
      yield { names: names(), rows: chunk };
      chunk = [];
      signs = 0;
    }
    if (chunk.length > 0) yield { names: names(), rows: chunk };
  } finally {
    rows.return?.();
  }
}

const whatToDo: Partial<Record<FailureKind, string>> = {
  cannotOpen: 'check that its folder exists and that this process may write there',
  readOnly: 'check that this process may write the file and its folder',
  notADatabase: 'the file is not an SQLite database; choose another path, or restore a backup',
  corrupt: 'the file is damaged; restore a backup',
  busy: 'another process keeps it locked; stop that process or wait for it',
};

const openingError = (file: string, error: unknown): Error => {
  const kind = kindOf(error);
  const advice = (kind && whatToDo[kind]) ?? 'check the path, its permissions and the disk';
  return new Error(`Cannot open the database file ${file}: ${advice} (${messageOf(error)}).`, { cause: error });
};

const configured = (file: string, role: 'writer' | 'reader'): DatabaseSync => {
  const db = new DatabaseSync(file, { timeout: OPEN_TIMEOUT_MS, readOnly: role === 'reader' });
  try {
    if (role === 'reader') {
      db.prepare('select count(*) from sqlite_schema').get();
      return db;
    }
    const mode = db.prepare('pragma journal_mode = wal').get()?.['journal_mode'];
    if (mode !== 'wal') throw new Error(`the file system does not allow write-ahead logging, mode is ${String(mode)}`);
    db.exec('pragma synchronous = full; pragma foreign_keys = on; pragma cache_size = -32768');
    db.exec('pragma temp_store = memory');
    // From here on nobody waits inside SQLite: its busy handler sleeps on the event loop and is not fair. Whoever meets
    // a lock tries again later (sqlite-group-commit.ts). A reader has a thread of its own and may wait.
    db.exec('pragma busy_timeout = 0');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
};

export const openConnection = (file: string, role: 'writer' | 'reader'): Connection => {
  let db: DatabaseSync;
  try {
    db = configured(file, role);
  } catch (error) {
    throw openingError(file, error);
  }
  const prepared = boundedCache(STATEMENTS_KEPT, (sql) => prepare(db, sql));
  return {
    all: (sql, values) => {
      const { statement, names } = prepared(sql);
      const rows = arrays(statement.all(...values));
      return rows.length === 0 ? [] : namedRows({ names: names(), rows });
    },
    one: (sql, values) => {
      const { statement, names } = prepared(sql);
      const row = statement.get(...values);
      return row === undefined ? undefined : namedRow(names(), row as unknown as readonly unknown[]);
    },
    run: (sql, values) => Number(prepared(sql).statement.run(...values).changes),
    chunks: (sql, values, size) => chunksOf(db, sql, values, size),
    inTransaction: () => db.isTransaction,
    close: () => db.close(),
  };
};
