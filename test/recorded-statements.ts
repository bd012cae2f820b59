/** An engine whose databases remember what they are asked: which statements a call makes, with the values it made them with. */
import type { Database, Statement, Value } from '../src/db/database.ts';
import type { Engine } from './databases.ts';

export type AskedStatement = {
  readonly sql: string;
  readonly params: readonly Value[];
  /** Whether it reads a table part by part, off the request path. */
  readonly scans: boolean;
};

const recorded = (db: Database, asked: AskedStatement[]): Database => {
  const note = (sql: string, params: readonly Value[] = [], scans = false): void =>
    void asked.push({ sql, params, scans });
  return {
    ...db,
    all: (sql, params) => {
      note(sql, params);
      return db.all(sql, params);
    },
    one: (sql, params) => {
      note(sql, params);
      return db.one(sql, params);
    },
    together: (reads) => {
      for (const { sql, params } of reads) note(sql, params);
      return db.together(reads);
    },
    scan: (sql, params) => {
      note(sql, params, true);
      return db.scan(sql, params);
    },
    commit: (batch: readonly Statement[]) => {
      for (const { sql, params } of batch) note(sql, params);
      return db.commit(batch);
    },
  };
};

/** `asked` grows as the database is used; whoever wants the statements of one call empties it before. */
export const recordingEngine = (engine: Engine): { readonly engine: Engine; readonly asked: AskedStatement[] } => {
  const asked: AskedStatement[] = [];
  const open: Engine['open'] = async (options) => {
    const opened = await engine.open(options);
    return { ...opened, db: recorded(opened.db, asked) };
  };
  return { engine: { ...engine, open }, asked };
};
