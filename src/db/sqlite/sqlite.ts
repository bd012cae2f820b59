/**
 * The database in one file. Reads run here and now on the main connection; writes share durable writes by group commit;
 * scans have a thread. Nothing waits inside SQLite on the main thread: not for a lock, not for a slow disk.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type Database, DatabaseError, type Row, type Value } from '../database.ts';
import { type Connection, openConnection } from './sqlite-connection.ts';
import { isBusy, readFailureOf } from './sqlite-failure.ts';
import { countChanges } from './sqlite-changes.ts';
import { lookOnce, readMemory } from './sqlite-memory.ts';
import { groupCommit } from './sqlite-group-commit.ts';
import { tableScanner } from './sqlite-scan.ts';
import { statementChecks } from './sqlite-statement.ts';
import type { GroupOutcome } from './sqlite-write-group.ts';
import { groupWriter } from './sqlite-writer.ts';
import { writeWatch } from '../write-watch.ts';

export type SqliteOptions = {
  /** The writer moves to its own thread when the median commit takes longer: 0 for soon, Infinity for never. */
  readonly slowCommitMs?: number;
  /** How long a read or a batch waits for a lock of another process before it is refused as `busy`. */
  readonly busyMs?: number;
};

const BUSY_PAUSE_MS = 4;

/** A read meets a lock only while another process recovers the log after a crash. */
const whenFree = async <T>(read: () => T, busyMs: number): Promise<T> => {
  for (let until: number | undefined; ; ) {
    try {
      return read();
    } catch (error) {
      if (readFailureOf(error).code === 'fault') throw error;
      if (!isBusy(error)) throw new DatabaseError('busy', undefined, { cause: error });
      until ??= performance.now() + busyMs;
      if (performance.now() >= until) throw new DatabaseError('busy', undefined, { cause: error });
    }
    await pause(Math.random() * BUSY_PAUSE_MS);
  }
};

const closeConnection = (connection: Connection): void => {
  try {
    connection.all('pragma optimize', []);
    connection.all('pragma wal_checkpoint(truncate)', []);
  } catch {
    // Both are upkeep. What was committed is in the log, and the next opening finds it there.
  } finally {
    connection.close();
  }
};

export const openSqlite = async (file: string, options: SqliteOptions = {}): Promise<Database> => {
  const { slowCommitMs = 2, busyMs = 5000 } = options;
  if (file === '' || file === ':memory:') throw new Error('SQLite needs the path of a file: its threads share it.');
  const connection = openConnection(file, 'writer');
  const { readyRead, readyWrite } = statementChecks();
  const writer = groupWriter(file, connection, slowCommitMs);
  const changes = countChanges(connection, writer.askOthers);
  const commits = groupCommit(async (batches) => {
    changes.writing(batches);
    let outcome: GroupOutcome | undefined;
    try {
      outcome = await writer.write(batches);
      return outcome;
    } finally {
      changes.wrote(batches, outcome);
    }
  }, busyMs);
  const memory = {
    changes,
    stampNow: lookOnce(changes),
    isEmpty: (table: string): boolean => connection.one(`select 1 as one from ${table} limit 1`, []) === undefined,
  };
  const [rememberedAll, rememberedOne] = [readMemory(memory), readMemory(memory)];
  const scanner = tableScanner(file);
  const writing = writeWatch();
  let closing: Promise<void> | undefined;

  const refuseClosed = (): void => {
    if (closing !== undefined) throw new Error('The database is closed; nothing was read or written.');
  };
  const finish = async (): Promise<void> => {
    await commits.drained();
    await Promise.all([writer.stop(), scanner.stop()]);
    closeConnection(connection);
  };

  return {
    engine: 'sqlite',
    writesInTurn: true,
    all: async <T extends Row>(sql: string, params: readonly Value[] = []) => {
      refuseClosed();
      const read = readyRead(sql, params);
      const rows = (): readonly Row[] => connection.all(read.sql, read.values);
      return whenFree(() => rememberedAll(sql, params, rows) as readonly T[], busyMs);
    },
    one: async <T extends Row>(sql: string, params: readonly Value[] = []) => {
      refuseClosed();
      const read = readyRead(sql, params);
      const rows = (): readonly Row[] => {
        const row = connection.one(read.sql, read.values);
        return row === undefined ? [] : [row];
      };
      return whenFree(() => rememberedOne(sql, params, rows)[0] as T | undefined, busyMs);
    },
    together: async (reads) => {
      refuseClosed();
      const ready = reads.map(({ sql, params }) => readyRead(sql, params));
      return whenFree(
        () =>
          ready.map(({ sql, values }, at) =>
            rememberedAll(sql, reads[at]?.params ?? [], () => connection.all(sql, values)),
          ),
        busyMs,
      );
    },
    scan: async function* scan<T extends Row>(sql: string, params: readonly Value[] = []) {
      refuseClosed();
      yield* scanner.scan(readyRead(sql, params)) as AsyncGenerator<readonly T[]>;
    },
    commit: async (batch) => {
      refuseClosed();
      return batch.length === 0 ? [] : writing.watched(commits.commit(batch.map(readyWrite)));
    },
    ready: async () => {
      refuseClosed();
      await whenFree(() => connection.one('select 1 as one', []), busyMs);
      writing.check();
    },
    changes,
    health: () => ({ ...commits.health(), ...writer.health(), skewMs: 0 }),
    close: () => (closing ??= finish()),
  };
};
