/** Kills a committing process without warning, round after round, and holds what it acknowledged against what is stored. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Database, Row } from '../../src/db/database.ts';

export const LOOPS = 16;
const program = fileURLToPath(new URL('commit-load.ts', import.meta.url));

export const crashTables = async (db: Database): Promise<void> => {
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

/** Lets the process acknowledge `acks` batches, then ends it by `kill`. Returns every id it acknowledged. */
export const crashOnce = async (
  target: string,
  round: number,
  acks: number,
  kill: (pid: number) => void | Promise<void> = (pid) => void process.kill(pid, 'SIGKILL'),
): Promise<readonly string[]> => {
  const child = spawn(process.execPath, [program, target, String(round), String(LOOPS)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (data: Buffer) => (complaint += data));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const acknowledged: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    acknowledged.push(line);
    if (acknowledged.length === acks) await kill(child.pid ?? 0);
  }
  await ended;
  if (acknowledged.length < acks) throw new Error(`the load ended after ${acknowledged.length} batches: ${complaint}`);
  return acknowledged;
};

export type Finding = {
  readonly stored: number;
  /** Acknowledged and not there. */
  readonly lost: readonly string[];
  /** Half of a batch. */
  readonly torn: readonly string[];
  /** Batches by the counters, which every batch raises by one. */
  readonly counted: number;
};

export const inspect = async (db: Database, acknowledged: readonly string[]): Promise<Finding> => {
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
    stored: left.size,
    lost: acknowledged.filter((id) => !left.has(id) || !right.has(id)),
    torn: [...left.symmetricDifference(right)],
    counted: total?.n ?? 0,
  };
};
