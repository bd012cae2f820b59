/**
 * PostgreSQL behind `Database`, for more than one node or machine.
 *
 * Three ways to the server, so that none holds up another: reads by key share one pipelined connection; lists and
 * batches take a connection of the pool each; scans have a small pool of their own, and time for each portion.
 */
import { Pool, type PoolClient, type PoolConfig, type QueryConfig, type QueryResult } from 'pg';
import type { Database, DatabaseHealth, Result, Row, Statement, Value } from './database.ts';
import { runBatch } from './postgres-batch.ts';
import { readServerSettings, refusalOf, warningOf } from './postgres-check.ts';
import { batchFailure, connectFailure, readFailure } from './postgres-failure.ts';
import { openPipeline } from './postgres-pipeline.ts';
import { untilDone } from './postgres-retry.ts';
import { scanRows } from './postgres-scan.ts';
import { statementCache } from './postgres-statement.ts';
import { types } from './postgres-values.ts';

export type PostgresOptions = {
  /** Connections for lists and batches. */
  readonly max?: number;
  /** How often a read, or a batch that was not written, is tried in all. */
  readonly tries?: number;
  /** The longest wait for a connection, and for trying again. */
  readonly waitMs?: number;
  /** The longest a statement of `all`, `one` or `commit` may take; 0 for no limit (migrations of large tables). */
  readonly statementTimeoutMs?: number;
  /** The longest the server may take for a portion of a scan; how long its reader takes does not count. */
  readonly scanAnswerMs?: number;
  /** Told about a server that works but should be set up differently. */
  readonly onWarning?: (sentence: string) => void;
};

const SCANS_AT_ONCE = 3;
const SCAN_ANSWER_MS = 60_000;
const DURATIONS_KEPT = 101;
// The server gives up on a slow statement first; this is for a server that is gone without a word.
const GRACE_MS = 2000;

const newPool = (config: PoolConfig): Pool => {
  const pool = new Pool(config);
  // An idle connection that dies is dropped and replaced on the next use; one in use reports to its caller.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
};

const commitClock = () => {
  const durations: number[] = [];
  let batches = 0;
  return {
    add: (ms: number) => {
      durations[batches % DURATIONS_KEPT] = ms;
      batches += 1;
    },
    batches: () => batches,
    median: () => durations.toSorted((a, b) => a - b)[Math.floor(durations.length / 2)] ?? null,
  };
};

export const openPostgres = async (url: string, options: PostgresOptions = {}): Promise<Database> => {
  const { max = 10, tries = 5, waitMs = 5000, statementTimeoutMs = 10_000, onWarning = () => {} } = options;
  const { scanAnswerMs = statementTimeoutMs === 0 ? 0 : SCAN_ANSWER_MS } = options;
  const patience = { tries, waitMs };
  const scanLimits = { ...patience, answerMs: scanAnswerMs };
  const answerMs = statementTimeoutMs === 0 ? 0 : statementTimeoutMs + GRACE_MS;
  const unlimited = {
    connectionString: url,
    application_name: 'cartwright',
    connectionTimeoutMillis: waitMs,
    keepAlive: true,
    types,
  };
  const limited = { ...unlimited, statement_timeout: statementTimeoutMs };
  const pool = newPool({ ...limited, max, idleTimeoutMillis: 30_000 });
  const scanPool = newPool({ ...unlimited, max: SCANS_AT_ONCE, idleTimeoutMillis: 5000 });
  const pipeline = openPipeline(limited);
  const statements = statementCache();
  const clock = commitClock();
  let closing: Promise<void> | undefined;
  const refuseClosed = (): void => {
    if (closing !== undefined) throw new Error('The database is closed.');
  };

  type Query = QueryConfig & { readonly query_timeout: number };
  const read = async <T extends Row>(
    sql: string,
    params: readonly Value[] | undefined,
    run: (query: Query) => Promise<QueryResult<T>>,
  ): Promise<readonly T[]> => {
    const { prepared, values } = statements.forRead(sql, params);
    const query = {
      ...(prepared.name === undefined ? {} : { name: prepared.name }),
      text: prepared.text,
      values,
      query_timeout: answerMs,
    };
    return untilDone(patience, async () => {
      refuseClosed();
      return run(query).then(({ rows }) => ({ done: rows }), readFailure);
    });
  };

  const commit = async (batch: readonly Statement[]): Promise<readonly Result[]> => {
    const items = batch.map(statements.forBatch);
    if (items.length === 0) return [];
    return untilDone(patience, async () => {
      refuseClosed();
      let client: PoolClient;
      try {
        client = await pool.connect();
      } catch (error) {
        return connectFailure(error);
      }
      const started = performance.now();
      const outcome = await runBatch(client, items, answerMs);
      if ('results' in outcome) {
        client.release();
        clock.add(performance.now() - started);
        return { done: outcome.results };
      }
      const failure = batchFailure(outcome, items);
      client.release(!failure.keep);
      return failure;
    });
  };

  const health = (): DatabaseHealth => ({
    batches: clock.batches(),
    groups: clock.batches(),
    commitMs: clock.median(),
    waiting: pool.waitingCount,
    writer: 'server',
  });

  const end = async (): Promise<void> => {
    await Promise.all([pipeline.close(), pool.end(), scanPool.end()]);
  };
  const close = (): Promise<void> => {
    closing ??= end();
    return closing;
  };

  try {
    const settings = await untilDone(patience, () =>
      readServerSettings(pool).then((done) => ({ done }), connectFailure),
    );
    const refusal = refusalOf(settings);
    if (refusal !== undefined) throw new Error(refusal);
    const warning = warningOf(settings);
    if (warning !== undefined) onWarning(warning);
  } catch (error) {
    await close();
    throw error;
  }

  return {
    engine: 'postgres',
    all: (sql, params) => read(sql, params, (query) => pool.query(query)),
    one: async (sql, params) => (await read(sql, params, pipeline.query))[0] as never,
    scan: async function* (sql: string, params?: readonly Value[]) {
      refuseClosed();
      yield* scanRows(scanPool, statements.forRead(sql, params), scanLimits) as AsyncGenerator<never>;
    },
    commit,
    health,
    close,
  };
};
