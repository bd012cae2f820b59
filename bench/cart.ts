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
import { changeStock } from './changing-stock.ts';
import { type DemoCarts, fillDemoShop, serviceToken, shopAt, unlimited } from './demo-carts.ts';
import { interleaved, type Way } from './interleaved.ts';
import { openLoop } from './open-loop.ts';
import { pgbenchRows } from './pgbench.ts';
import type { Bench, BenchRow } from './report.ts';
import { CARTS, isAsked, isAskedRow } from './settings.ts';
import { type Asked, computedWays, keptWays, type Place } from './shop-ways.ts';

const startBare = async (): Promise<Place & { readonly stop: () => void }> => {
  const program = fileURLToPath(new URL('bare-server.ts', import.meta.url));
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const line = await new Promise<string>((resolve) => createInterface({ input: child.stdout }).once('line', resolve));
  return { port: Number(line), pid: child.pid ?? 0, stop: () => child.stdin.end() };
};

/** The first read and its unit, which stands before it. */
const inOpenLoop = (bench: string, ways: readonly Way[], rows: readonly BenchRow[]): Promise<readonly BenchRow[]> =>
  openLoop(
    bench,
    ways.slice(0, 2).map((way, at) => ({ way, perSecond: rows[at]?.perSecond ?? 0 })),
    '<= 3',
  );

type Setting = { readonly engine: string; readonly databaseUrl?: string; readonly isKept: boolean };

const measure = async ({ engine, databaseUrl, isKept }: Setting, asked: Asked): Promise<readonly BenchRow[]> => {
  const bench = `${engine} cart, ${isKept ? 'answers kept' : 'none kept'}`;
  const isPostgres = databaseUrl !== undefined;
  const ways = isKept ? await keptWays(asked, isPostgres) : await computedWays(asked, isPostgres);
  const rows = await interleaved(bench, ways);
  if (!isKept) return rows;
  const isWhole = isAskedRow(ways[1]?.name ?? '') && isAskedRow('open loop');
  const offered = isWhole ? await inOpenLoop(bench, ways, rows) : [];
  const hasUnit = isPostgres && isAskedRow('pgbench');
  return [...rows, ...offered, ...(hasUnit ? await pgbenchRows(bench, asked, databaseUrl) : [])];
};

/** `known`: the shop as an earlier node has filled it. */
const served = async (setting: Setting, folder: string, known?: DemoCarts) => {
  const variables: Variables = {
    ...unlimited,
    ...(setting.databaseUrl === undefined ? {} : { DATABASE_URL: setting.databaseUrl }),
    CARTWRIGHT_VIEW_CACHE: setting.isKept ? '512' : 'off',
    CARTWRIGHT_DATA: folder,
  };
  const server = await serving(variables, []);
  const bare = await startBare();
  try {
    const shop = known === undefined ? await fillDemoShop(server.url, folder, CARTS) : shopAt(known, server.url);
    const stopStock = await changeStock(shop);
    const ours = { port: shop.port, pid: server.pid };
    const asked = { shop, ours, bare: { port: bare.port, pid: bare.pid }, token: await serviceToken(shop) };
    return { shop, rows: await measure(setting, asked).finally(stopStock) };
  } finally {
    bare.stop();
    await server.stop();
  }
};

/** The carts are filled once; the node that keeps nothing finds them there. */
const rowsOf = async (engine: string, databaseUrl?: string): Promise<readonly BenchRow[]> => {
  const { folder, remove } = dataFolder();
  const setting = { engine, ...(databaseUrl === undefined ? {} : { databaseUrl }) };
  try {
    const kept = await served({ ...setting, isKept: true }, folder);
    const none = await served({ ...setting, isKept: false }, folder, kept.shop);
    return [...kept.rows, ...none.rows];
  } finally {
    remove();
  }
};

const onPostgres = async (): Promise<readonly BenchRow[]> => {
  const server = await startPostgres({ durable: true });
  try {
    return await rowsOf('postgres', server.url('postgres'));
  } finally {
    await server.stop();
  }
};

export const cartBench: Bench = {
  name: 'cart',
  run: async () => [
    ...(isAsked('sqlite') ? await rowsOf('sqlite') : []),
    ...(isAsked('postgres') ? await onPostgres() : []),
  ],
};
