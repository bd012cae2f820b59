/**
 * PostgreSQL behind `Database`, for more than one node or machine.
 *
 * Nobody waits for a connection or a lock longer than `waitMs`, and nobody for an answer that nobody gives.
 */
import type { PoolClient, QueryConfig } from 'pg';
import {
  type Database,
  DatabaseError,
  type DatabaseHealth,
  type Result,
  type Row,
  type Statement,
  type Value,
} from '../database.ts';
import { type BatchOutcome, runBatch } from './postgres-batch.ts';
import {
  type PreparedStatements,
  readServerSettings,
  refusalOf,
  type ServerSettings,
  warningsOf,
} from './postgres-check.ts';
import { countStates, OWN_TRANSACTION } from './postgres-changes.ts';
import { batchFailure, connectFailure, type Failure, isUnwritable, readFailure } from './postgres-failure.ts';
import { CONNECT_MS, type ConnectionPool } from './postgres-pool.ts';
import { type Patience, untilDone } from './postgres-retry.ts';
import { scanRows } from './postgres-scan.ts';
import { type Item, statementCache } from './postgres-statement.ts';
import { askAside, LostAnswer } from './postgres-watch.ts';
import { configOf, openWays } from './postgres-ways.ts';
import { writeWatch } from '../write-watch.ts';

export type PostgresOptions = {
  /** Connections for lists and batches. */
  readonly max?: number;
  /** How often a read, or a batch that was not written, is tried in all. */
  readonly tries?: number;
  /** The longest wait for a connection, for a lock, for trying again, and for an answer of a server that is gone. */
  readonly waitMs?: number;
  /** The longest a statement of `all`, `one` or `commit` may take; 0 for no limit (migrations of large tables). */
  readonly statementTimeoutMs?: number;
  /** The longest the server may take for a portion of a scan; how long its reader takes does not count. */
  readonly scanAnswerMs?: number;
  /** Left out: `auto`. */
  readonly prepared?: PreparedStatements;
  /** This machine's clock, to be compared with the server's. */
  readonly now?: () => number;
  /** Told about a server that works but should be set up differently. */
  readonly onWarning?: (sentence: string) => void;
};

const SCAN_ANSWER_MS = 60_000;
const DURATIONS_KEPT = 101;
const STATE = `select current_setting('transaction_read_only') as read_only,
  cast(extract(epoch from clock_timestamp()) * 1000 as bigint) as at`;

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

/** The settings of a server that may be used; throws a sentence for one that may not. */
const trusted = async (
  url: string,
  patience: Patience,
  onWarning: (sentence: string) => void = () => {},
): Promise<ServerSettings> => {
  const settings = await untilDone(patience, async () => {
    try {
      return { done: await askAside(configOf(url), CONNECT_MS, readServerSettings) };
    } catch (error) {
      return readFailure(error);
    }
  });
  const refusal = refusalOf(settings);
  if (refusal !== undefined) throw new Error(refusal);
  warningsOf(settings).forEach(onWarning);
  return settings;
};

export const openPostgres = async (url: string, options: PostgresOptions = {}): Promise<Database> => {
  const { max = 10, tries = 5, waitMs = 5000, statementTimeoutMs = 10_000 } = options;
  const { scanAnswerMs = statementTimeoutMs === 0 ? 0 : SCAN_ANSWER_MS, now = Date.now } = options;
  const { prepared = 'auto' } = options;
  const patience = { tries, waitMs };
  const settings = await trusted(url, patience, options.onWarning);
  const limits = { max, waitMs, statementTimeoutMs, scanAnswerMs };
  const ways = openWays(url, limits, settings);
  const { reads, writes, pipeline, watch, renew } = ways;
  const scanning = { pool: ways.scans, patience, watch: ways.scanWatch };
  const statements = statementCache(prepared === 'on' || (prepared === 'auto' && !settings.pooled));
  const clock = commitClock();
  const writing = writeWatch();
  const changes = countStates();
  let closing: Promise<void> | undefined;
  const refuseClosed = (): void => {
    if (closing !== undefined) throw new Error('The database is closed.');
  };

  const giveBack = (client: PoolClient, error: unknown, failure: Failure): Failure => {
    client.release(!failure.keep);
    if (error instanceof LostAnswer || isUnwritable(failure.failed)) renew();
    return failure;
  };

  type Ran = { readonly client: PoolClient; readonly outcome: BatchOutcome; readonly tookMs: number };
  const runOn = async (pool: ConnectionPool, items: readonly Item[], leftMs: number): Promise<Ran | Failure> => {
    refuseClosed();
    let client: PoolClient;
    try {
      client = await pool.take(leftMs);
    } catch (error) {
      return connectFailure(error);
    }
    const started = performance.now();
    const outcome = await runBatch(client, items, watch);
    return { client, outcome, tookMs: performance.now() - started };
  };

  type Answers = readonly (readonly Row[])[];
  const readOn = async (items: readonly Item[], leftMs: number): Promise<{ readonly done: Answers } | Failure> => {
    const ran = await runOn(reads, items, leftMs);
    if ('failed' in ran) return ran;
    const { client, outcome } = ran;
    if ('error' in outcome) return giveBack(client, outcome.error, readFailure(outcome.error));
    client.release();
    return { done: outcome.results.map(({ rows }) => rows) };
  };
  /** What the server says of one of several, a lock say, is told at once: the others shall not spend their time on it. */
  const together = (items: readonly Item[]): Promise<Answers> =>
    untilDone<Answers>(patience, async (leftMs) => {
      const ran = await readOn(items, leftMs);
      if ('done' in ran || !ran.keep || items.length === 1) return ran;
      return { failed: ran.failed instanceof DatabaseError ? ran.failed.cause : ran.failed, again: false };
    });
  const all = async (item: Item): Promise<readonly Row[]> => (await together([item]))[0] ?? [];

  /** By the shared connection first. What fails there may have waited for somebody else: it gets one of its own. */
  const one = (item: Item): Promise<readonly Row[]> => {
    const { name, text } = item.prepared;
    const query: QueryConfig = { ...(name === undefined ? {} : { name }), text, values: item.values };
    let isFirst = true;
    return untilDone<readonly Row[]>(patience, async (leftMs) => {
      if (!isFirst) {
        const again = await readOn([item], leftMs);
        return 'done' in again ? { done: again.done[0] ?? [] } : again;
      }
      isFirst = false;
      refuseClosed();
      try {
        return { done: (await pipeline.query<Row>(query)).rows };
      } catch (error) {
        const failure = readFailure(error);
        return failure.again === true ? { ...failure, again: 'at once' } : failure;
      }
    });
  };

  const commit = async (batch: readonly Statement[]): Promise<readonly Result[]> => {
    if (batch.length === 0) return [];
    const items = [...batch.map(statements.forBatch), statements.forRead(OWN_TRANSACTION)];
    return untilDone<readonly Result[]>(patience, async (leftMs) => {
      const wrote = changes.sending(batch);
      const ran = await runOn(writes, items, leftMs);
      wrote('outcome' in ran && 'results' in ran.outcome ? ran.outcome.results : undefined);
      if ('failed' in ran) return ran;
      const { client, outcome, tookMs } = ran;
      if ('error' in outcome) return giveBack(client, outcome.error, batchFailure(outcome, items));
      client.release();
      clock.add(tookMs);
      return { done: outcome.results.slice(0, -1) };
    });
  };

  let skewMs = 0;
  const ready = async (): Promise<void> => {
    const before = now();
    const [row] = await one(statements.forRead(STATE));
    skewMs = Math.round((before + now()) / 2 - Number(row?.['at']));
    if (row?.['read_only'] === 'on') {
      renew();
      throw new DatabaseError('unwritable', undefined, { cause: new Error('the server takes no writes') });
    }
    writing.check();
  };

  const health = (): DatabaseHealth => ({
    batches: clock.batches(),
    groups: clock.batches(),
    commitMs: clock.median(),
    waiting: reads.waiting() + writes.waiting(),
    skewMs,
    writer: 'server',
  });

  const close = (): Promise<void> => {
    closing ??= ways.close();
    return closing;
  };

  return {
    engine: 'postgres',
    all: async (sql, params) => (await all(statements.forRead(sql, params))) as never,
    one: async (sql, params) => (await one(statements.forRead(sql, params)))[0] as never,
    together: async (asked) =>
      asked.length === 0 ? [] : together(asked.map(({ sql, params }) => statements.forRead(sql, params))),
    scan: async function* (sql: string, params?: readonly Value[]) {
      refuseClosed();
      yield* scanRows(scanning, statements.forRead(sql, params)) as AsyncGenerator<never>;
    },
    commit: (batch) => writing.watched(commit(batch)),
    ready,
    changes,
    health,
    close,
  };
};
