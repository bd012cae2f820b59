/**
 * What a request costs as the shop grows: one node with few carts (10,000) and one with a hundred times as many, asked in turn.
 * Nothing is kept, and carts are drawn from all of them, so that what the engine looks up counts.
 */
import { dataFolder, serving, type Variables } from '../test/commands/run-cartwright.ts';
import { copiedId, MADE, sowCarts } from './copied-carts.ts';
import { cart, type DemoCarts, fillDemoShop, unlimited } from './demo-carts.ts';
import { grownBench } from './grown-bench.ts';
import type { Way } from './interleaved.ts';
import { wire } from './raw-client.ts';
import { CARTS } from './settings.ts';

/** So many are asked for, evenly out of all. */
const ASKED = 4_000;
/** A copy takes about 4 kB; while they are made, the log of them and what is sorted for indices as much again. */
const BYTES = 8_500;

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
  const stop = async (): Promise<void> => {
    await server.stop();
    remove();
  };
  try {
    const shop = await fillDemoShop(server.url, folder, MADE);
    await sowCarts(carts, folder, databaseUrl);
    return { carts, shop, pid: server.pid, stop };
  } catch (error) {
    await stop();
    throw error;
  }
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

export const growthBench = grownBench({
  name: 'growth',
  what: 'carts',
  few: CARTS,
  bytes: BYTES,
  wanted: '>= 0.8',
  standWith,
  waysOf,
});
