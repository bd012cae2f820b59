/** Where crashes happen: a database that lasts through all rounds, and what it takes to kill and bring back its victim. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../src/db/database.ts';
import { sqliteFile } from '../../src/db/open-database.ts';
import { openPostgres } from '../../src/db/postgres/postgres.ts';
import { openSqlite } from '../../src/db/sqlite/sqlite.ts';
import { type Serving, type Variables, workersOf } from '../commands/run-cartwright.ts';
import { startPostgres } from '../postgres-server.ts';

type Worker = 'sqlite worker' | 'postgres worker';
export type Victim = 'sqlite node' | 'postgres node' | 'postgres server' | Worker;
export const victims: readonly Victim[] = ['sqlite node', 'postgres node', 'postgres server'];
/** One of the two processes of a node; the other goes on. */
export const workers: readonly Worker[] = ['sqlite worker', 'postgres worker'];

export type Scene = {
  /** A file, or an address of PostgreSQL. */
  readonly target: string;
  /** What a served node needs to work on it. */
  readonly variables: Variables & { readonly CARTWRIGHT_DATA: string };
  readonly open: () => Promise<Database>;
  /** Undefined: the process that works is the victim. */
  readonly kill?: () => Promise<void>;
  /** Which process of a served node is killed; undefined: all of it. */
  readonly pidOf?: (node: Serving) => number;
  /** Brings back what the kill took down. */
  readonly recover: () => Promise<void>;
  readonly end: () => Promise<void>;
};

const newFolder = (): { readonly folder: string; readonly remove: () => void } => {
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-crash-'));
  return { folder, remove: () => rmSync(folder, { recursive: true }) };
};

const sqliteScene = (): Scene => {
  const { folder, remove } = newFolder();
  const file = sqliteFile(folder);
  return {
    target: file,
    variables: { CARTWRIGHT_DATA: folder },
    open: () => openSqlite(file),
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
    open: () => openPostgres(url),
    end,
  };
  if (!killServer) return { ...scene, recover: async () => {} };
  return { ...scene, kill: server.crash, recover: server.start };
};

const ofTwo = (scene: Scene): Scene => ({
  ...scene,
  variables: { ...scene.variables, CARTWRIGHT_WORKERS: '2' },
  pidOf: (node) => {
    const pid = workersOf(node)[Math.random() < 0.5 ? 0 : 1];
    if (pid === undefined) throw new Error('the node has no two workers');
    return pid;
  },
});

export const openScene = async (victim: Victim): Promise<Scene> => {
  const scene = victim.startsWith('sqlite') ? sqliteScene() : await postgresScene(victim === 'postgres server');
  return victim.endsWith('worker') ? ofTwo(scene) : scene;
};
