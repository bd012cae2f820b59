/**
 * What a storefront's calls cost through the whole program, demo shop and all: thousands of carts of five lines and a gift,
 * 32 connections, stock that changes all the time. The unit is a plain node:http server that sends as many bytes, in slices
 * that take turns with ours; so a ratio of 0.5 is half of what the machine can do at all.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { dataFolder, serving, type Variables } from '../test/commands/run-cartwright.ts';
import { startPostgres } from '../test/postgres-server.ts';
import { cart, catalog, type DemoCarts, fillDemoShop, json, unlimited } from './demo-carts.ts';
import type { Bench, BenchRow } from './report.ts';
import { type Lane, openLane, wire } from './raw-client.ts';

const CARTS = Number(process.env['CARTWRIGHT_BENCH_CARTS'] ?? 10_000);
/** Of those, so many are read again and again; the others are written. */
const READ_CARTS = Math.min(1_000, CARTS / 2);
const LANES = 32;
const SLICES = Number(process.env['CARTWRIGHT_BENCH_SLICES'] ?? 24);
const SLICE_MS = 300;
const SIZES_ASKED = 101;
/** What is shed on a machine that is busy with something else does not count. */
const SHED = 503;
const STOCK_CHANGES_A_SECOND = 100;
const STOCK_ROWS = 10;

type Headers = Readonly<Record<string, string>>;
type Way = {
  readonly name: string;
  readonly port: number;
  readonly requests: readonly Buffer[];
  /** Of which way it is a ratio, by name. */
  readonly of?: string;
  readonly wanted?: string;
  readonly hasBody?: boolean;
};

/** Changes stock until it is stopped, as a merchant's system does. */
const changeStock = async ({ base, credentials, items }: DemoCarts): Promise<() => void> => {
  const { client_id: user, client_secret: secret, organization_id: organization, company_id: company } = credentials;
  const { access_token: token } = await json<{ readonly access_token: string }>(
    `${base}/service/panel/authentication/v1.0/company/${company}/oauth/token`,
    {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`,
        'content-type': 'application/json',
        'x-organization': organization,
      },
      body: JSON.stringify({ grant_type: 'client_credentials' }),
    },
  );
  type Articles = { readonly uid: string };
  const uids = items.map(({ item_id, item_size }): Articles => ({ uid: `${item_id}_${item_size}_1` }));
  let turn = 0;
  const timer = setInterval(
    () => {
      turn += 1;
      const rows = Array.from({ length: STOCK_ROWS }, (_, at) => ({
        ...uids[(turn * STOCK_ROWS + at) % uids.length],
        quantity: 500 + (turn % 100),
      }));
      void fetch(`${base}/service/platform/catalog/v1.0/company/${company}/inventory`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ items: rows }),
      }).then((answer) => answer.text());
    },
    (1000 * STOCK_ROWS) / STOCK_CHANGES_A_SECOND,
  );
  return () => clearInterval(timer);
};

const startBare = async (bytes: number): Promise<{ readonly port: number; readonly stop: () => void }> => {
  const program = fileURLToPath(new URL('bare-server.ts', import.meta.url));
  const child = spawn(process.execPath, [program, String(bytes)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const line = await new Promise<string>((resolve) => createInterface({ input: child.stdout }).once('line', resolve));
  return { port: Number(line), stop: () => child.stdin.end() };
};

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** Requests answered a second; an answer that is no success is a fault of the bench. */
const slice = async ({ name, requests }: Way, lanes: readonly Lane[]): Promise<number> => {
  let done = 0;
  const began = performance.now();
  const until = began + SLICE_MS;
  const run = async (lane: Lane, first: number): Promise<void> => {
    for (let at = first; performance.now() < until; at += 1) {
      const status = await lane.ask(requests[at % requests.length] ?? Buffer.alloc(0));
      if (status >= 400 && status !== SHED) throw new Error(`${name}: ${status}`);
      if (status !== SHED) done += 1;
    }
  };
  const spread = Math.floor(requests.length / LANES) || 1;
  await Promise.all(lanes.map((lane, at) => run(lane, Math.floor(Math.random() * spread) + at * spread)));
  return (done * 1000) / (performance.now() - began);
};

/** Everything that is asked for once, by all lanes together, then as in the measurement. */
const warmUp = async (way: Way, lanes: readonly Lane[]): Promise<void> => {
  const { requests } = way;
  const once = requests.length > READ_CARTS ? [] : requests;
  const run = async (lane: Lane, first: number): Promise<void> => {
    for (let at = first; at < once.length; at += lanes.length) await lane.ask(once[at] ?? Buffer.alloc(0));
  };
  await Promise.all(lanes.map(run));
  for (let round = 0; round < 3; round += 1) await slice(way, lanes);
};

const measured = async (bench: string, ways: readonly Way[]): Promise<readonly BenchRow[]> => {
  const all = await Promise.all(
    ways.map(async (way) => ({
      way,
      lanes: await Promise.all(Array.from({ length: LANES }, () => openLane(way.port, way.hasBody))),
      rates: [] as number[],
    })),
  );
  for (const { way, lanes } of all) await warmUp(way, lanes);
  for (let round = 0; round < SLICES; round += 1) {
    for (const { way, lanes, rates } of all) rates.push(await slice(way, lanes));
  }
  for (const { lanes } of all) for (const lane of lanes) lane.close();
  const rateOf = (name: string): number => median(all.find(({ way }) => way.name === name)?.rates ?? []);
  return all.map(({ way: { name, of, wanted }, rates }) => {
    const sorted = rates.toSorted((a, b) => a - b);
    const spread = [sorted[Math.floor(sorted.length / 4)], sorted[Math.floor((sorted.length * 3) / 4)]];
    return {
      bench,
      case: name,
      perSecond: median(rates),
      ...(of === undefined ? {} : { ratio: median(rates) / rateOf(of) }),
      ...(wanted === undefined ? {} : { wanted }),
      note: `middle half ${spread.map((rate) => Math.round(rate ?? 0)).join(' to ')} a second`,
    };
  });
};

const waysOf = (shop: DemoCarts, bare: number, isKept: boolean, isPostgres: boolean): readonly Way[] => {
  const { port, authorization, shoppers, items } = shop;
  const readers = shoppers.slice(0, READ_CARTS);
  const writers = shoppers.slice(READ_CARTS);
  const each = (method: string, path: string, more: Headers = {}, body?: (at: number) => unknown): readonly Buffer[] =>
    (body === undefined ? readers : writers).map((shopper, at) =>
      wire(
        method,
        path,
        { authorization, 'x-anonymous-id': shopper, ...more },
        body === undefined ? '' : JSON.stringify(body(at)),
      ),
    );
  const whole = `${cart}/v1.0/detail?i=true&b=true`;
  const unit = { name: 'bare node:http, same bytes', port: bare, requests: [wire('GET', '/', {})] };
  const read = { name: 'read, lines and breakup', port, requests: each('GET', whole), of: unit.name };
  if (!isKept) return [unit, { ...read, wanted: isPostgres ? '>= 0.06' : '>= 0.08' }];
  const typed = { 'content-type': 'application/json' };
  const one = (at: number): unknown => ({ items: [{ ...items[at % items.length], quantity: 1 }] });
  const kept = (name: string, path: string, wanted: string): Way => ({
    name,
    port,
    requests: each('GET', path),
    of: unit.name,
    wanted,
  });
  return [
    unit,
    { ...read, wanted: isPostgres ? '>= 0.40' : '>= 0.50' },
    kept('detail-light', `${cart}/v3.0/detail-light`, '>= 0.50'),
    kept('basic', `${cart}/v1.0/basic`, '>= 0.50'),
    kept('basic, v2', `${cart}/v2.0/basic`, '>= 0.50'),
    {
      ...kept('HEAD', `${cart}/v1.0/detail`, '>= 0.50'),
      requests: each('HEAD', `${cart}/v1.0/detail`),
      hasBody: false,
    },
    { name: 'a bare 304', port: bare, requests: [wire('GET', '/', { 'if-none-match': '"1"' })] },
    { ...kept('304', whole, '>= 0.50'), requests: each('GET', whole, { 'if-none-match': '*' }), of: 'a bare 304' },
    { ...kept('listing', catalog, '>= 0.55'), requests: [wire('GET', `${catalog}?page_size=12`, { authorization })] },
    {
      name: 'add, answered in full',
      port,
      requests: each('POST', whole, typed, one),
      of: unit.name,
      wanted: '>= 0.08',
    },
    {
      name: 'add, v2',
      port,
      requests: each('POST', `${cart}/v2.0/detail`, typed, one),
      of: unit.name,
      wanted: '>= 0.20',
    },
  ];
};

/** What the answers about most carts have: the median of some. */
const usualBytes = async ({ base, authorization, shoppers }: DemoCarts): Promise<number> => {
  const sizes: number[] = [];
  for (const shopper of shoppers.slice(0, SIZES_ASKED)) {
    const headers = { authorization, 'x-anonymous-id': shopper };
    const answer = await fetch(`${base}${cart}/v1.0/detail?i=true&b=true`, { headers });
    sizes.push(Buffer.byteLength(await answer.text()));
  }
  return median(sizes);
};

const rowsWith = async (engine: string, address: Variables, isKept: boolean): Promise<readonly BenchRow[]> => {
  const { folder, remove } = dataFolder();
  const cache: Variables = isKept ? { CARTWRIGHT_VIEW_CACHE: '512' } : { CARTWRIGHT_VIEW_CACHE: 'off' };
  const server = await serving({ ...unlimited, ...address, ...cache, CARTWRIGHT_DATA: folder }, []);
  try {
    const shop = await fillDemoShop(server.url, folder, CARTS);
    const bare = await startBare(await usualBytes(shop));
    const stopStock = await changeStock(shop);
    try {
      const bench = `${engine} cart, ${isKept ? 'answers kept' : 'none kept'}`;
      return await measured(bench, waysOf(shop, bare.port, isKept, engine === 'postgres'));
    } finally {
      stopStock();
      bare.stop();
    }
  } finally {
    await server.stop();
    remove();
  }
};

export const cartBench: Bench = {
  name: 'cart',
  run: async () => {
    const sqlite = [...(await rowsWith('sqlite', {}, true)), ...(await rowsWith('sqlite', {}, false))];
    const rows = [...sqlite];
    for (const isKept of [true, false]) {
      const server = await startPostgres({ durable: true });
      try {
        rows.push(...(await rowsWith('postgres', { DATABASE_URL: server.url('postgres') }, isKept)));
      } finally {
        await server.stop();
      }
    }
    return rows;
  },
};
