/**
 * What a request costs with one, two and four nodes: three installations of the same shop on one PostgreSQL, asked in turns, each node
 * as often, far less than it could be. Processor time counts, of the nodes and of the server's processes for that database apart: on
 * one machine the rate would say nothing. No answer is kept: each node keeps its own, so that it depends on how often a cart is read
 * whether more nodes make it more often.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { dataFolder, type Serving, serving } from '../test/commands/run-cartwright.ts';
import { type PostgresServer, startPostgres } from '../test/postgres-server.ts';
import { cart, type DemoCarts, fillDemoShop, unlimited } from './demo-carts.ts';
import { SHED } from './interleaved.ts';
import { cpuSeconds } from './process-figures.ts';
import { median, quantile } from './quantiles.ts';
import { type Lane, openLane, wire } from './raw-client.ts';
import type { Bench, BenchRow } from './report.ts';
import { isAsked, SLICES } from './settings.ts';
import { wholeCart } from './shop-ways.ts';

const COUNTS = [1, 2, 4] as const;
const CARTS = 200;
/** Of each node, so that none is asked less often the more there are: what is asked for seldom is found in no cache of the processor. */
const PER_SECOND = 25;
const SLICE_MS = 3_000;
const LANES = 16;
/** Before it is measured every node has answered so many: what is still being compiled would cost more the more nodes there are. */
const WARM = 5_000;

type Stand = {
  readonly nodes: readonly Serving[];
  readonly lanes: readonly Lane[];
  /** Processor seconds so far: of the nodes, and of PostgreSQL for them. */
  readonly used: () => Promise<readonly [nodes: number, server: number]>;
  readonly stop: () => Promise<void>;
};
type Wish = { readonly name: string; readonly requests: readonly Buffer[] };
type Slice = { readonly done: number; readonly nodes: number; readonly server: number };

const wishesOf = ({ shoppers, items, authorization }: DemoCarts): readonly Wish[] => {
  const headers = shoppers.map((shopper) => ({ authorization, 'x-anonymous-id': shopper }));
  const body = (at: number): string => JSON.stringify({ items: [{ ...items[at % items.length], quantity: 1 }] });
  const json = { 'content-type': 'application/json' };
  const reads = headers.map((own) => wire('GET', wholeCart, own));
  const adds = headers.map((own, at) => wire('POST', `${cart}/v2.0/detail`, { ...own, ...json }, body(at)));
  return [
    { name: 'reads', requests: reads },
    { name: 'adds, v2', requests: adds },
    { name: 'nothing', requests: [] },
  ];
};

const standOf = async (server: PostgresServer, database: string, folder: string, count: number): Promise<Stand> => {
  const url = server.url(database);
  const variables = { ...unlimited, CARTWRIGHT_DATA: folder, DATABASE_URL: url, CARTWRIGHT_VIEW_CACHE: 'off' };
  const nodes = await Promise.all(Array.from({ length: count }, () => serving(variables, [])));
  const watcher = new Client({ connectionString: server.url('template1'), application_name: 'bench' });
  await watcher.connect();
  /** By process; of one that has ended since, what it had used when it was seen last. */
  const seen = new Map<number, number>();
  const port = (at: number): number => Number(new URL(nodes[at % count]?.url ?? '').port);
  const lanes = await Promise.all(Array.from({ length: LANES }, (_, at) => openLane(port(at))));
  return {
    nodes,
    lanes,
    used: async () => {
      const found = await watcher.query<{ pid: number }>('select pid from pg_stat_activity where datname = $1', [
        database,
      ]);
      for (const { pid } of found.rows) seen.set(pid, cpuSeconds(pid));
      const sum = (seconds: Iterable<number>): number => [...seconds].reduce((total, one) => total + one, 0);
      return [sum(nodes.map(({ pid }) => cpuSeconds(pid))), sum(seen.values())];
    },
    stop: async () => {
      for (const lane of lanes) lane.close();
      await watcher.end();
      await Promise.all(nodes.map((node) => node.stop()));
    },
  };
};

/** Each lane asks when it is its turn, or as soon as it has its answer; all of them together so many a second. */
const offer = async ({ lanes, nodes }: Stand, { requests }: Wish, from: number): Promise<number> => {
  let done = 0;
  const rate = PER_SECOND * nodes.length;
  const all = (rate * SLICE_MS) / 1000;
  const began = performance.now();
  const run = async (lane: Lane, first: number): Promise<void> => {
    for (let at = first; at < all; at += LANES) {
      await pause(Math.max(0, began + (at * 1000) / rate - performance.now()));
      const request = requests[(from + at) % requests.length];
      if (request === undefined) continue;
      const status = await lane.ask(request);
      if (status >= 400 && status !== SHED) throw new Error(`nodes: ${status}`);
      if (status !== SHED) done += 1;
    }
  };
  await Promise.all(lanes.map(run));
  return done;
};

/** The lanes of a node follow each other by as many as there are nodes. */
const warmUp = async ({ lanes, nodes }: Stand, requests: readonly Buffer[]): Promise<void> => {
  const own = LANES / nodes.length;
  const run = async (lane: Lane, place: number): Promise<void> => {
    for (let at = Math.floor(place / nodes.length); at < WARM; at += own) {
      await lane.ask(requests[at % requests.length] ?? Buffer.alloc(0));
    }
  };
  await Promise.all(lanes.map(run));
};

const sliceOf = async (stand: Stand, wish: Wish, turn: number): Promise<Slice> => {
  const before = await stand.used();
  const done = await offer(stand, wish, turn * 37);
  const after = await stand.used();
  return { done, nodes: after[0] - before[0], server: after[1] - before[1] };
};

/** Of a slice in which nothing is asked, by the second. */
const microsOf = (slices: readonly Slice[], of: 'nodes' | 'server'): number => {
  const sum = slices.reduce((total, slice) => total + slice[of], 0);
  const done = slices.reduce((total, slice) => total + slice.done, 0);
  return (sum * 1e6) / (done === 0 ? (slices.length * SLICE_MS) / 1000 : done);
};

const rowsOf = (wish: Wish, measured: ReadonlyMap<number, readonly Slice[]>): readonly BenchRow[] => {
  const one = measured.get(1) ?? [];
  return [...measured].map(([count, slices]): BenchRow => {
    const ratios = slices.map((slice, at) => microsOf([slice], 'nodes') / microsOf(one.slice(at, at + 1), 'nodes'));
    const isIdle = wish.requests.length === 0;
    return {
      bench: 'postgres nodes',
      case: `${wish.name}, ${count} ${count === 1 ? 'node' : 'nodes'}${isIdle ? ', a second' : ''}`,
      cpuMicros: microsOf(slices, 'nodes'),
      note: `PostgreSQL ${Math.round(microsOf(slices, 'server'))} µs`,
      ...(count === 1 || isIdle
        ? {}
        : {
            ratio: median(ratios),
            spread: [quantile(ratios, 0.25), quantile(ratios, 0.75)] as const,
            wanted: '<= 1.1',
          }),
    };
  });
};

const measureAll = async (stands: readonly Stand[], wishes: readonly Wish[]): Promise<readonly BenchRow[]> => {
  const rows: BenchRow[] = [];
  for (const wish of wishes) {
    const measured = new Map<number, Slice[]>(COUNTS.map((count) => [count, []]));
    if (wish.requests.length > 0) for (const stand of stands) await warmUp(stand, wish.requests);
    for (let turn = 0; turn < SLICES; turn += 1) {
      for (const stand of stands) measured.get(stand.nodes.length)?.push(await sliceOf(stand, wish, turn));
    }
    const found = rowsOf(wish, measured);
    for (const row of found)
      console.error(`  ${row.case}: ${Math.round(row.cpuMicros ?? 0)} µs, ${row.note}, ${row.ratio?.toFixed(2) ?? ''}`);
    rows.push(...found);
  }
  return rows;
};

const sown = async (server: PostgresServer, folder: string): Promise<DemoCarts> => {
  const node = await serving({ ...unlimited, CARTWRIGHT_DATA: folder, DATABASE_URL: server.url('postgres') }, []);
  const shop = await fillDemoShop(node.url, folder, CARTS);
  await node.stop();
  const client = new Client({ connectionString: server.url('template1') });
  await client.connect();
  for (const count of COUNTS) await client.query(`create database nodes_${count} template postgres`);
  await client.end();
  return shop;
};

export const nodesBench: Bench = {
  name: 'nodes',
  run: async () => {
    if (!isAsked('postgres')) return [];
    const { folder, remove } = dataFolder();
    const server = await startPostgres({ durable: true });
    const stands: Stand[] = [];
    try {
      const shop = await sown(server, folder);
      for (const count of COUNTS) stands.push(await standOf(server, `nodes_${count}`, folder, count));
      return await measureAll(stands, wishesOf(shop));
    } finally {
      for (const stand of stands) await stand.stop();
      await server.stop();
      remove();
    }
  },
};
