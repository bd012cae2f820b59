/** Batches as a load: a process commits them, is killed without warning, and what it acknowledged is held against what is stored. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Database, Row } from '../../src/db/database.ts';
import type { Load } from './crash-campaign.ts';
import type { Scene } from './crash-scene.ts';

const LOOPS = 16;
const program = fileURLToPath(new URL('commit-load.ts', import.meta.url));

export type BatchFinding = {
  readonly acknowledged: number;
  readonly stored: number;
  /** Acknowledged and not there. */
  readonly lost: readonly string[];
  /** Half of a batch. */
  readonly torn: readonly string[];
  /** Batches by the counters, which every batch raises by one. */
  readonly counted: number;
};

const createTables = async (db: Database): Promise<void> => {
  await db.commit([
    { sql: 'create table crash_left (id text primary key)' },
    { sql: 'create table crash_right (id text primary key)' },
    { sql: 'create table crash_count (id text primary key, n integer not null)' },
  ]);
  await db.commit(
    Array.from({ length: LOOPS }, (_, worker) => ({
      sql: 'insert into crash_count (id, n) values (?, 0)',
      params: [`w${worker}`],
    })),
  );
};

/** From a handful to a few thousand, so that the kill falls on first writes as well as on a warm process. */
const someAcks = (): number => Math.ceil(10 ** (1 + Math.random() * 2.2));

/** Lets the process acknowledge some batches, then kills. Returns every id it acknowledged. */
const crashOnce = async ({ target, kill }: Scene, round: number): Promise<readonly string[]> => {
  const acks = someAcks();
  const child = spawn(process.execPath, [program, target, String(round), String(LOOPS)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const acknowledged: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    acknowledged.push(line);
    // Where a server is the victim, the node is let live until it notices by itself that the server is gone.
    if (acknowledged.length === acks) await kill({ pid: child.pid ?? 0 });
  }
  await ended;
  if (acknowledged.length < acks) throw new Error(`the load ended after ${acknowledged.length} batches: ${complaint}`);
  return acknowledged;
};

const inspect = async (db: Database, acknowledged: readonly string[]): Promise<BatchFinding> => {
  const ids = async (table: string): Promise<Set<string>> => {
    const found = new Set<string>();
    for await (const rows of db.scan<Row & { id: string }>(`select id from ${table}`))
      for (const { id } of rows) found.add(id);
    return found;
  };
  const left = await ids('crash_left');
  const right = await ids('crash_right');
  const total = await db.one<Row & { n: number }>('select cast(sum(n) as bigint) as n from crash_count');
  return {
    acknowledged: acknowledged.length,
    stored: left.size,
    lost: acknowledged.filter((id) => !left.has(id) || !right.has(id)),
    torn: [...left.symmetricDifference(right)],
    counted: total?.n ?? 0,
  };
};

const withDatabase = async <T>({ open }: Scene, work: (db: Database) => Promise<T>): Promise<T> => {
  const db = await open();
  try {
    return await work(db);
  } finally {
    await db.close();
  }
};

export const batchLoad = (): Load<BatchFinding> => {
  const acknowledged: string[] = [];
  return {
    prepare: (scene) => withDatabase(scene, createTables),
    crash: async (scene, round) => {
      acknowledged.push(...(await crashOnce(scene, round)));
      return acknowledged.length;
    },
    inspect: (scene) => withDatabase(scene, (db) => inspect(db, acknowledged)),
  };
};

export const batchesHold = ({ lost, torn, counted, stored }: BatchFinding): boolean =>
  lost.length === 0 && torn.length === 0 && counted === stored;
