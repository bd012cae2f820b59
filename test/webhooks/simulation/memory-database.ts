/**
 * SQLite in memory behind `Database`, for simulations: the real engine and the real tables, without a disk, a thread or a timer,
 * so that everything happens at a moment the simulation chose.
 */
import { readFileSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { Database, Result, Row, Statement, Value } from '../../../src/db/database.ts';
import { DatabaseError } from '../../../src/db/database.ts';
import { forEngine } from '../../../src/db/migration-text.ts';
import { migrations } from '../../databases.ts';

export type MemoryDatabase = Database & { readonly empty: () => void };

const files = ['0011_events', '0012_webhooks', '0044_settled_deliveries', '0045_seen_events', '0046_told_events'];
const tables = ['event', 'event_seen', 'webhook_subscriber', 'webhook_delivery', 'webhook_settled', 'webhook_attempt'];

export const openMemory = (): MemoryDatabase => {
  const sqlite = new DatabaseSync(':memory:');
  for (const file of files) {
    const text = readFileSync(new URL(`${file}.sql`, migrations), 'utf8');
    for (const statement of forEngine('sqlite', text)) sqlite.exec(statement);
  }
  const prepared = new Map<string, StatementSync>();
  const prepare = (sql: string): StatementSync => {
    const known = prepared.get(sql) ?? sqlite.prepare(sql);
    prepared.set(sql, known);
    return known;
  };
  const rowsOf = (sql: string, params: readonly Value[] = []): readonly Row[] =>
    prepare(sql).all(...(params as readonly SQLInputValue[]));
  const run = ({ sql, params = [], guard }: Statement): Result => {
    const returns = /\breturning\b/.test(sql);
    const rows = returns ? rowsOf(sql, params) : [];
    const changes = returns ? rows.length : Number(prepare(sql).run(...(params as readonly SQLInputValue[])).changes);
    if (guard !== undefined && guard.rows !== changes) throw new DatabaseError('guard', guard.name);
    return { changes, rows };
  };
  return {
    engine: 'sqlite',
    all: async (sql, params) => rowsOf(sql, params) as never,
    together: async (reads) => reads.map(({ sql, params }) => rowsOf(sql, params)),
    one: async (sql, params) => rowsOf(sql, params)[0] as never,
    scan: async function* (sql, params) {
      yield rowsOf(sql, params) as never;
    },
    commit: async (batch) => {
      sqlite.exec('begin');
      try {
        const results = batch.map(run);
        sqlite.exec('commit');
        return results;
      } catch (error) {
        sqlite.exec('rollback');
        throw error;
      }
    },
    ready: async () => {},
    health: () => ({ batches: 0, groups: 0, commitMs: null, waiting: 0, skewMs: 0, writer: 'inline' }),
    close: async () => sqlite.close(),
    empty: () => {
      for (const table of tables) sqlite.exec(`delete from ${table}`);
    },
  };
};
