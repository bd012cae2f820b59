/**
 * Four ways to the server, so that none holds up another: reads by key share one pipelined connection; lists and batches
 * have a pool each; scans have a small pool of their own.
 */
import type { ClientConfig } from 'pg';
import type { ServerSettings } from './postgres-check.ts';
import { openPipeline } from './postgres-pipeline.ts';
import { openPool } from './postgres-pool.ts';
import { types } from './postgres-values.ts';
import { answerWatch, serverLook } from './postgres-watch.ts';

export type WayLimits = Readonly<{ max: number; waitMs: number; statementTimeoutMs: number; scanAnswerMs: number }>;

const SCANS_AT_ONCE = 3;
/** Of the connections; lists are read quickly, batches wait for the disk and for each other. */
const READ_SHARE = 0.4;
// The server gives up on a slow statement first; this is for one whose answer does not come.
const GRACE_MS = 2000;
/** Half-open connections through a firewall are kept alive, and found dead while they lie idle. */
const KEEP_ALIVE_MS = 10_000;
const RENEW_MS = 1000;
/** Readers by key wait only for who changes tables or locks them whole: that can take any time. */
const LINE_LOCK_MS = 20;
/** So do lists: each gives its connection back after this part of its time and asks again, so that others have one in between. */
const LIST_LOCK_PART = 10;

export const configOf = (url: string): ClientConfig => ({
  connectionString: url,
  application_name: 'cartwright',
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  types,
});

/** What a server is told when a connection is made; a pooler refuses to be told. */
const limitsFor = (pooled: boolean) => (told: Pick<ClientConfig, 'statement_timeout' | 'lock_timeout'>) =>
  pooled ? {} : told;

export const openWays = (url: string, limits: WayLimits, { shown, pooled }: ServerSettings) => {
  const { max, waitMs, statementTimeoutMs, scanAnswerMs } = limits;
  const config = configOf(url);
  const told = limitsFor(pooled);
  const lock_timeout = statementTimeoutMs === 0 ? 0 : waitMs;
  const limited: ClientConfig = { ...config, ...told({ statement_timeout: statementTimeoutMs, lock_timeout }) };
  const forReads = Math.max(1, Math.floor(max * READ_SHARE));
  const listLock = told({ lock_timeout: Math.ceil(lock_timeout / LIST_LOCK_PART) });
  const reads = openPool({ ...limited, ...listLock, max: forReads, idleTimeoutMillis: 30_000 });
  const writes = openPool({ ...limited, max: Math.max(1, max - forReads), idleTimeoutMillis: 30_000 });
  const scans = openPool({ ...config, ...told({ lock_timeout }), max: SCANS_AT_ONCE, idleTimeoutMillis: 5000 });
  const pools = [reads, writes, scans];
  const pipeline = openPipeline({ ...limited, ...told({ lock_timeout: LINE_LOCK_MS }) }, waitMs / 2);

  const look = serverLook(config, waitMs, shown && !pooled);
  const answerMs = statementTimeoutMs === 0 ? 0 : statementTimeoutMs + GRACE_MS;
  let renewedAt = Number.NEGATIVE_INFINITY;
  return {
    reads,
    writes,
    scans,
    pipeline,
    /** Over the answers to lists and batches, and over portions of scans. */
    watch: answerWatch(look, { quietMs: waitMs / 2, mostMs: answerMs }),
    scanWatch: answerWatch(look, { quietMs: waitMs / 2, mostMs: scanAnswerMs }),
    /** The connections there are lead nowhere, or to a server that was demoted: the next ones are made anew. */
    renew: (): void => {
      if (performance.now() - renewedAt < RENEW_MS) return;
      renewedAt = performance.now();
      for (const pool of pools) pool.renew();
      pipeline.renew();
    },
    close: async (): Promise<void> => {
      await Promise.all([pipeline.close(), ...pools.map((pool) => pool.close())]);
    },
  };
};
