/**
 * Two workers against one, on PostgreSQL: two nodes on one database, asked in turn. The client and the database live on the
 * same cores, so the rate says what is left of them; what a second worker adds where it has a core of its own is told by the
 * processor time that the workers (and the process that watches over them) take for one answer.
 */
import { dataFolder, serving, type Variables } from '../test/commands/run-cartwright.ts';
import { startPostgres } from '../test/postgres-server.ts';
import { fillDemoShop, unlimited } from './demo-carts.ts';
import { interleaved, type Way } from './interleaved.ts';
import type { Bench, BenchRow } from './report.ts';
import { isAsked } from './settings.ts';
import { reads, wholeCart } from './shop-ways.ts';

const CARTS = 500;
const WORKERS = 2;
const PAUSE_MS = 200;

const untilAll = async (url: string): Promise<void> => {
  for (;;) {
    const text = await (await fetch(`${url}/metrics`, { headers: { connection: 'close' } })).text();
    if (text.includes(`\ncartwright_workers ${WORKERS}\n`)) return;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
};

const capacity = (bench: string, [one, two]: readonly BenchRow[]): BenchRow => ({
  bench,
  case: 'two workers on a core each, by processor time',
  ratio: (WORKERS * (one?.cpuMicros ?? 0)) / (two?.cpuMicros ?? 1),
  wanted: '>= 1.6',
  note: 'twice what one takes for an answer, by what one of two takes',
});

const rowsWith = async (variables: Variables, isKept: boolean): Promise<readonly BenchRow[]> => {
  const { folder, remove } = dataFolder();
  const all = { ...unlimited, ...variables, CARTWRIGHT_DATA: folder, CARTWRIGHT_VIEW_CACHE: isKept ? '512' : 'off' };
  const one = await serving(all, []);
  const two = await serving({ ...all, CARTWRIGHT_WORKERS: String(WORKERS) }, []);
  try {
    await untilAll(two.url);
    const shop = await fillDemoShop(one.url, folder, CARTS);
    const requests = reads({ ...shop, shoppers: [...shop.shoppers, ...shop.shoppers] }, 'GET', wholeCart);
    const way = { name: 'one worker', port: shop.port, pid: one.pid, requests, warmsAll: true };
    const port = Number(new URL(two.url).port);
    const other: Way = { ...way, name: 'two workers', port, pid: two.pid, of: way.name };
    const bench = `postgres workers, ${isKept ? 'answers kept' : 'none kept'}`;
    const rows = await interleaved(bench, [way, other]);
    return [...rows, capacity(bench, rows)];
  } finally {
    await Promise.all([one.stop(), two.stop()]);
    remove();
  }
};

export const workersBench: Bench = {
  name: 'workers',
  run: async () => {
    const rows: BenchRow[] = [];
    if (!isAsked('postgres')) return rows;
    for (const isKept of [false, true]) {
      const server = await startPostgres({ durable: true });
      try {
        rows.push(...(await rowsWith({ DATABASE_URL: server.url('postgres') }, isKept)));
      } finally {
        await server.stop();
      }
    }
    return rows;
  },
};
