/** What a node takes up after it has read a great many carts once each: `--touched 200000` makes it shorter. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { dataFolder, serving, type Variables } from '../test/commands/run-cartwright.ts';
import { startPostgres } from '../test/postgres-server.ts';
import { cart, fillDemoShop, unlimited } from './demo-carts.ts';
import { LANES, SHED } from './interleaved.ts';
import { megabytesOf } from './process-figures.ts';
import { openLane, wire } from './raw-client.ts';
import type { Bench, BenchRow } from './report.ts';
import { isAsked, isAskedByName, TOUCHED } from './settings.ts';

/** Made by shoppers; all others are theirs under other names. */
const MADE = 64;
const STEP = 50_000;
/** Idle, so that what is only not yet collected can be. */
const REST_MS = 5_000;

const idOf = (n: number): string => n.toString(16).padStart(24, '0');

const copies = (
  numbers: string,
  id: string,
): string => `insert into cart (id, cart_id, application_id, owner_kind, owner_id, kind, slug,
    state, merged_into, version, created_at, modified_at, expires_at, document)
  select ${id}, 2000000000 + g.n, application_id, owner_kind, 'copy-' || g.n, kind, slug, state, merged_into, version,
    created_at, modified_at, expires_at, document
  from ${numbers} g join (select c.*, row_number() over (order by id) - 1 as place from cart c where owner_id not like 'copy-%') m
    on m.place = g.n % ${MADE}`;

type Copy = (from: number, to: number) => Promise<void>;

const copyIn = async (
  folder: string,
  databaseUrl: string | undefined,
): Promise<readonly [Copy, () => Promise<void>]> => {
  if (databaseUrl === undefined) {
    const db = new DatabaseSync(join(folder, 'cartwright.db'), { timeout: 60_000 });
    const numbers = (from: number, to: number): string =>
      `(with recursive s (n) as (select ${from} union all select n + 1 from s where n < ${to}) select n from s)`;
    return [async (from, to) => db.exec(copies(numbers(from, to), "printf('%024x', g.n)")), async () => db.close()];
  }
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  return [
    async (from, to) => {
      const numbers = `(select n from generate_series(${from}, ${to}) as n)`;
      await client.query(copies(numbers, "lpad(to_hex(g.n), 24, '0')"));
    },
    () => client.end(),
  ];
};

const rowsWith = async (engine: string, databaseUrl?: string): Promise<readonly BenchRow[]> => {
  const { folder, remove } = dataFolder();
  const address: Variables = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
  const server = await serving({ ...unlimited, ...address, CARTWRIGHT_DATA: folder }, []);
  try {
    const { port, authorization } = await fillDemoShop(server.url, folder, MADE);
    const began = megabytesOf(server.pid);
    const [copy, end] = await copyIn(folder, databaseUrl);
    const lanes = await Promise.all(Array.from({ length: LANES }, () => openLane(port)));
    let peak = began;
    let missed = 0;
    for (let from = 1; from <= TOUCHED; from += STEP) {
      const to = Math.min(TOUCHED, from + STEP - 1);
      await copy(from, to);
      let next = from;
      const touch = async (lane: (typeof lanes)[number]): Promise<void> => {
        while (next <= to) {
          const path = `${cart}/v1.0/detail?id=${idOf(next++)}&i=true&b=true`;
          const request = wire('GET', path, { authorization });
          let status = await lane.ask(request);
          // On a machine that is busy with something else.
          while (status === SHED) status = await lane.ask(request);
          if (status !== 200) missed += 1;
          if (next % 1000 === 0) peak = Math.max(peak, megabytesOf(server.pid));
        }
      };
      await Promise.all(lanes.map(touch));
      console.error(`  ${to} carts, ${Math.round(megabytesOf(server.pid))} MB`);
    }
    for (const lane of lanes) lane.close();
    await end();
    await pause(REST_MS);
    const megabytes = megabytesOf(server.pid);
    return [
      {
        bench: `${engine} memory`,
        case: `after ${TOUCHED.toLocaleString('en')} carts, MB`,
        megabytes,
        ratio: megabytes,
        wanted: '<= 400',
        note: `${Math.round(began)} MB before, ${Math.round(peak)} MB at most, ${missed} not answered`,
      },
    ];
  } finally {
    await server.stop();
    remove();
  }
};

export const memoryBench: Bench = {
  name: 'memory',
  run: async () => {
    const rows: BenchRow[] = [];
    if (isAsked('sqlite')) rows.push(...(await rowsWith('sqlite')));
    // What is kept is kept alike on both engines: PostgreSQL is asked by name.
    if (!isAskedByName('postgres')) return rows;
    const server = await startPostgres({ durable: false });
    try {
      return [...rows, ...(await rowsWith('postgres', server.url('postgres')))];
    } finally {
      await server.stop();
    }
  },
};
