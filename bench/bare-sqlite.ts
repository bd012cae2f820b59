/** The bare driver doing a cart write the plain way: begin, the statements, commit, one fsync for each. */
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Statement } from '../src/db/database.ts';

export const openBareSqlite = (file: string) => {
  const bare = new DatabaseSync(file);
  bare.exec('pragma journal_mode = wal; pragma synchronous = full');
  const statements = new Map<string, StatementSync>();
  const prepared = (sql: string): StatementSync => {
    const known = statements.get(sql) ?? bare.prepare(sql);
    statements.set(sql, known);
    return known;
  };
  return {
    read: (sql: string, key: string): unknown => prepared(sql).get(key),
    write: (batch: readonly Statement[]): void => {
      bare.exec('begin immediate');
      for (const { sql, params = [] } of batch) prepared(sql).run(...params);
      bare.exec('commit');
    },
    close: (): void => bare.close(),
  };
};
