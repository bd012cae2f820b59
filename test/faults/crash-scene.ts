/** Where crashes happen: a database that lasts through all rounds, and what it takes to kill and bring back its victim. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate, setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../src/db/database.ts';
import { sqliteFile } from '../../src/db/open-database.ts';
import { openPostgres } from '../../src/db/postgres/postgres.ts';
import { openSqlite } from '../../src/db/sqlite/sqlite.ts';
import { type Serving, untilMetrics, type Variables, workersOf } from '../commands/run-cartwright.ts';
import { PATIENCE_MS } from '../patience.ts';
import { startPostgres } from '../postgres-server.ts';

type Worker = 'sqlite worker' | 'postgres worker';
export type Victim = 'sqlite node' | 'postgres node' | 'postgres server' | Worker;
export const victims: readonly Victim[] = ['sqlite node', 'postgres node', 'postgres server'];
/** One of the two processes of a node; the other goes on. */
export const workers: readonly Worker[] = ['sqlite worker', 'postgres worker'];

/** The process that works on the database; not always what is killed. */
type Killed = Pick<Serving, 'pid'>;

export type Scene = {
  /** A file, or an address of PostgreSQL. */
  readonly target: string;
  /** What a served node needs to work on it. */
  readonly variables: Variables & { readonly CARTWRIGHT_DATA: string };
  readonly open: () => Promise<Database>;
  readonly kill: (working: Killed) => Promise<void>;
  /** Until all of a served node that may be killed is at work; undefined: it is as soon as it serves. */
  readonly whole?: (node: Serving) => Promise<unknown>;
  /** Brings back what the kill took down. */
  readonly recover: () => Promise<void>;
  readonly end: () => Promise<void>;
};

const SETTLE_MS = 50;
/** Of our own loop, which may be late on a busy machine: in each it reads whatever has come. */
const SETTLE_TURNS = 20;

const newFolder = (): { readonly folder: string; readonly remove: () => void } => {
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-crash-'));
  return { folder, remove: () => rmSync(folder, { recursive: true }) };
};

const killIt = async ({ pid }: Killed): Promise<void> => void process.kill(pid, 'SIGKILL');

const sqliteScene = (): Scene => {
  const { folder, remove } = newFolder();
  const file = sqliteFile(folder);
  return {
    target: file,
    variables: { CARTWRIGHT_DATA: folder },
    open: () => openSqlite(file),
    kill: killIt,
    recover: async () => {},
    end: async () => remove(),
  };
};

const postgresScene = async (killServer: boolean): Promise<Scene> => {
  const { folder, remove } = newFolder();
  const server = await startPostgres({ durable: true });
  const url = server.url('postgres');
  const end = async (): Promise<void> => {
    await server.stop();
    remove();
  };
  const scene = {
    target: url,
    variables: { CARTWRIGHT_DATA: folder, DATABASE_URL: url },
    open: () => openPostgres(url, { waitMs: PATIENCE_MS }),
    end,
  };
  if (!killServer) return { ...scene, kill: killIt, recover: async () => {} };
  return { ...scene, kill: server.crash, recover: server.start };
};

/**
 * It stands still before it dies: an answer that it had sent is read, and whoever asked it asks again, so that the kill falls
 * into a call. All who ask one worker are answered by one commit; a kill just after it would fall between their calls.
 */
const killOneWorker = async (node: Killed): Promise<void> => {
  const pid = workersOf(node)[Math.random() < 0.5 ? 0 : 1];
  if (pid === undefined) throw new Error('the node has no two workers');
  process.kill(pid, 'SIGSTOP');
  await pause(SETTLE_MS);
  for (let turn = 0; turn < SETTLE_TURNS; turn += 1) await setImmediate();
  process.kill(pid, 'SIGKILL');
};

const ofTwo = (scene: Scene): Scene => ({
  ...scene,
  variables: { ...scene.variables, CARTWRIGHT_WORKERS: '2' },
  // A node serves when its first worker does; who asks it before the second does would leave that one idle.
  whole: (node) => untilMetrics(node, /^cartwright_workers 2$/m),
  kill: killOneWorker,
});

export const openScene = async (victim: Victim): Promise<Scene> => {
  const scene = victim.startsWith('sqlite') ? sqliteScene() : await postgresScene(victim === 'postgres server');
  return victim.endsWith('worker') ? ofTwo(scene) : scene;
};
