/** Rounds of crashes on one database, each at another moment, with the verdict over all that was ever acknowledged. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../src/db/database.ts';
import { openPostgres } from '../../src/db/postgres.ts';
import { openSqlite } from '../../src/db/sqlite.ts';
import { startPostgres } from '../postgres-server.ts';
import { crashOnce, crashTables, type Finding, inspect } from './crash-rounds.ts';

export type Victim = 'sqlite node' | 'postgres node' | 'postgres server';
export type Campaign = Finding & { readonly rounds: number; readonly acknowledged: number };
export type OnRound = (round: number, acknowledged: number) => void;

/** From a handful to a few thousand, so that the kill falls on first writes as well as on a warm process. */
const someAcks = (): number => Math.ceil(10 ** (1 + Math.random() * 2.2));

type Scene = {
  readonly target: string;
  readonly open: () => Promise<Database>;
  readonly kill?: (pid: number) => Promise<void>;
  /** Brings back what the kill took down. */
  readonly recover: () => Promise<void>;
  readonly end: () => Promise<void>;
};

const sqliteScene = (): Scene => {
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-crash-'));
  const file = join(folder, 'crash.db');
  return {
    target: file,
    open: () => openSqlite(file),
    recover: async () => {},
    end: async () => rmSync(folder, { recursive: true }),
  };
};

const postgresScene = async (killServer: boolean): Promise<Scene> => {
  const server = await startPostgres({ durable: true });
  const url = server.url('postgres');
  const scene = { target: url, open: () => openPostgres(url), end: server.stop };
  if (!killServer) return { ...scene, recover: async () => {} };
  // The node is let live until it notices by itself that the server is gone.
  return { ...scene, kill: server.crash, recover: server.start };
};

export const crashCampaign = async (victim: Victim, rounds: number, onRound: OnRound = () => {}): Promise<Campaign> => {
  const scene = victim === 'sqlite node' ? sqliteScene() : await postgresScene(victim === 'postgres server');
  try {
    const first = await scene.open();
    await crashTables(first);
    await first.close();
    const acknowledged: string[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      acknowledged.push(...(await crashOnce(scene.target, round, someAcks(), scene.kill)));
      await scene.recover();
      onRound(round, acknowledged.length);
    }
    const db = await scene.open();
    const finding = await inspect(db, acknowledged);
    await db.close();
    return { ...finding, rounds, acknowledged: acknowledged.length };
  } finally {
    await scene.end();
  }
};
