/**
 * `node bin/run.js test/commands/run-move.ts [CARTS [KILLS [SEED]]]`: a shop with so many carts (1,000,000) is moved from SQLite to PostgreSQL
 * while the move is killed with -9 (6 times) at drawn moments, most while rows are copied and the last while they are compared, and is
 * begun again each time. Afterwards every table is read once more on both sides, by another way than the move's own.
 */
import { readFileSync, statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { MADE, sowCarts } from '../../bench/copied-carts.ts';
import { fillDemoShop, unlimited } from '../../bench/demo-carts.ts';
import type { Database } from '../../src/db/database.ts';
import { PROGRESS } from '../../src/db/move/move-target.ts';
import { addRows, isSameSum, noRows, type TableSum } from '../../src/db/move/row-sum.ts';
import { tableShapes } from '../../src/db/move/table-shapes.ts';
import { sqliteFile } from '../../src/db/open-database.ts';
import { openPostgres } from '../../src/db/postgres/postgres.ts';
import { openSqlite } from '../../src/db/sqlite/sqlite.ts';
import { seeded } from '../../src/demo/random.ts';
import { startPostgres } from '../postgres-server.ts';
import { type Moment, moveUnderKills } from './killed-move.ts';
import { dataFolder, serving } from './run-cartwright.ts';

const [carts = 1_000_000, kills = 6, seed = 1] = process.argv.slice(2).map(Number);
const random = seeded(String(seed));
const LOOK_MS = 100;
/** How long a million carts take to be compared, or less: moments of it are drawn from that. */
const COMPARED_MS = 30_000;
const tell = (line: string): void => void process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);

const { folder, remove } = dataFolder();
const server = await startPostgres({ durable: true });
const url = server.url('postgres');

const sow = async (): Promise<void> => {
  const node = await serving({ ...unlimited, CARTWRIGHT_DATA: folder }, []);
  await fillDemoShop(node.url, folder, MADE);
  await node.stop();
  await sowCarts(carts, folder);
};

/** Of a process, at its most; Linux alone tells. */
const peakOf = (pid: number): number => {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0; // it has ended
  }
};

let peakMegabytes = 0;
const until = (isTime: (printed: string) => Promise<boolean> | boolean): Moment => ({
  come: async ({ pid, printed }, hasEnded) => {
    while (!hasEnded() && !(await isTime(printed()))) {
      peakMegabytes = Math.max(peakMegabytes, peakOf(pid));
      await pause(LOOK_MS * random.next());
    }
    tell(hasEnded() ? 'ended by itself' : 'killed');
  },
});

const copiedIn = async (db: Database): Promise<number> => {
  const begun = await db.one(`select 1 as one where to_regclass('${PROGRESS}') is not null`);
  if (begun === undefined) return 0;
  return (await db.one<{ n: number }>(`select coalesce(sum(copied), 0) as n from ${PROGRESS}`))?.n ?? 0;
};

/** A part of the way further each time, and once behind all of it. */
const moments = (db: Database): readonly Moment[] => {
  const places = Array.from({ length: kills - 1 }, () => Math.floor(random.next() * carts)).toSorted((a, b) => a - b);
  const comparedMs = random.next() * COMPARED_MS * (carts / 1e6);
  let seenAt: number | undefined;
  return [
    ...places.map((place) => until(async () => (await copiedIn(db)) > place)),
    until((printed) => {
      if (printed.includes('comparing ')) seenAt ??= performance.now();
      return seenAt !== undefined && performance.now() - seenAt > comparedMs;
    }),
    until(() => false),
  ];
};

/** When a migration was applied is each database's own. */
const sumsOf = async (db: Database): Promise<ReadonlyMap<string, TableSum>> => {
  const sums = new Map<string, TableSum>();
  for (const { table, columns } of await tableShapes(db)) {
    let sum = noRows;
    for await (const rows of db.scan(`select ${columns.join(', ')} from ${table}`)) {
      sum = addRows(sum, rows, columns.toSorted());
    }
    if (table !== 'migration') sums.set(table, sum);
  }
  return sums;
};

let broken: readonly string[] = ['it did not come so far'];
try {
  await sow();
  const target = await openPostgres(`${url}&application_name=watcher`);
  const began = performance.now();
  const moved = await moveUnderKills({ CARTWRIGHT_DATA: folder }, url, moments(target));
  const seconds = Math.round((performance.now() - began) / 1000);
  if (moved.last.code !== 0) tell(moved.last.err + moved.last.out);
  const source = await openSqlite(sqliteFile(folder));
  const [there, here] = [await sumsOf(target), await sumsOf(source)];
  await source.close();
  await target.close();
  broken = [
    ...(moved.last.code === 0 ? [] : [`the last run ended with ${moved.last.code}`]),
    ...(moved.kills === kills ? [] : [`only ${moved.kills} were killed`]),
    ...[...here].flatMap(([table, sum]) => (isSameSum(sum, there.get(table) ?? noRows) ? [] : [`${table} differs`])),
  ];
  for (const sentence of broken) tell(sentence);
  const rows = [...here.values()].reduce((sum, one) => sum + one.rows, 0);
  console.log(
    JSON.stringify({
      carts,
      rows,
      megabytes: Math.round(statSync(sqliteFile(folder)).size / 1e6),
      kills: moved.kills,
      met: moved.met,
      seconds,
      rowsASecond: Math.round(rows / seconds),
      peakMegabytes: Math.round(peakMegabytes),
      broken: broken.length,
    }),
  );
} finally {
  await server.stop();
  remove();
}
process.exit(broken.length === 0 ? 0 : 1);
