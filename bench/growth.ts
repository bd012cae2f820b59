/**
 * What a request costs as the shop grows: one node with few carts (10,000) and one with a hundred times as many, asked in turn.
 * Nothing is kept, and carts are drawn from all of them, so that what the engine looks up counts.
 */
import { Client } from 'pg';
import { dataFolder, serving, type Variables } from '../test/commands/run-cartwright.ts';
import { startPostgres } from '../test/postgres-server.ts';
import { copiedId, copiesIn, MADE } from './copied-carts.ts';
import { cart, type DemoCarts, fillDemoShop, unlimited } from './demo-carts.ts';
import { interleaved, type Way } from './interleaved.ts';
import { wire } from './raw-client.ts';
import type { Bench, BenchRow } from './report.ts';
import { CARTS, isAsked } from './settings.ts';

const TIMES = 100;
const STEP = 50_000;
/** So many are asked for, evenly out of all. */
const ASKED = 4_000;

type Stand = {
  readonly carts: number;
  readonly shop: DemoCarts;
  readonly pid: number;
  readonly stop: () => Promise<void>;
};

const standWith = async (carts: number, databaseUrl?: string): Promise<Stand> => {
  const { folder, remove } = dataFolder();
  const address: Variables = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
  const variables = { ...unlimited, ...address, CARTWRIGHT_DATA: folder, CARTWRIGHT_VIEW_CACHE: 'off' };
  const server = await serving(variables, []);
  const shop = await fillDemoShop(server.url, folder, MADE);
  const { copy, close } = await copiesIn(folder, databaseUrl);
  for (let from = 1; from <= carts; from += STEP) await copy(from, Math.min(carts, from + STEP - 1));
  await close();
  const stop = async (): Promise<void> => {
    await server.stop();
    remove();
  };
  return { carts, shop, pid: server.pid, stop };
};

const waysOf = ({ carts, shop, pid }: Stand): readonly Way[] => {
  const { authorization, items, port } = shop;
  const headers = { authorization, 'content-type': 'application/json' };
  const body = (at: number): string => JSON.stringify({ items: [{ ...items[at % items.length], quantity: 1 }] });
  const numbers = Array.from({ length: ASKED }, (_, at) => 1 + Math.floor((at * carts) / ASKED));
  const way = (name: string, requests: readonly Buffer[]): Way => ({
    name: `${name}, ${carts.toLocaleString('en')} carts`,
    port,
    pid,
    requests,
  });
  const whole = `${cart}/v1.0/detail?i=true&b=true&id=`;
  return [
    way(
      'read',
      numbers.map((n) => wire('GET', `${whole}${copiedId(n)}`, { authorization })),
    ),
    way(
      'add, answered in full',
      numbers.map((n, at) => wire('POST', `${whole}${copiedId(n)}`, headers, body(at))),
    ),
    way(
      'add, v2',
      numbers.map((n, at) => wire('POST', `${cart}/v2.0/detail?id=${copiedId(n)}`, headers, body(at))),
    ),
  ];
};

const rowsWith = async (engine: string, addresses: readonly (string | undefined)[]): Promise<readonly BenchRow[]> => {
  const few = await standWith(CARTS, addresses[0]);
  const many = await standWith(CARTS * TIMES, addresses[1]);
  try {
    const units = waysOf(few);
    const ways = waysOf(many).map((way, at) => ({ ...way, of: units[at]?.name ?? '', wanted: '>= 0.8' }));
    return await interleaved(
      `${engine} growth`,
      units.flatMap((unit, at) => [unit, ...ways.slice(at, at + 1)]),
    );
  } finally {
    await Promise.all([few.stop(), many.stop()]);
  }
};

const onPostgres = async (): Promise<readonly BenchRow[]> => {
  const server = await startPostgres({ durable: true });
  try {
    const client = new Client({ connectionString: server.url('postgres') });
    await client.connect();
    await client.query('create database many');
    await client.end();
    return await rowsWith('postgres', [server.url('postgres'), server.url('many')]);
  } finally {
    await server.stop();
  }
};

export const growthBench: Bench = {
  name: 'growth',
  run: async () => [
    ...(isAsked('sqlite') ? await rowsWith('sqlite', [undefined, undefined]) : []),
    ...(isAsked('postgres') ? await onPostgres() : []),
  ],
};
