/**
 * Three times as many requests as can be answered: how many are still answered, in time. First what the node can do at most
 * (as fast as 32 connections get answers), then requests at three times that rate, whatever becomes of them, over as many
 * connections as that takes. Good is an answer of 200 within a second; everybody else should be told 503 soon.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { dataFolder, serving, type Variables } from '../test/commands/run-cartwright.ts';
import { startPostgres } from '../test/postgres-server.ts';
import { cart, fillDemoShop, unlimited } from './demo-carts.ts';
import { type Lane, openLane, wire } from './raw-client.ts';
import type { Bench, BenchRow } from './report.ts';

const CARTS = 500;
const LANES = 32;
const MOST_LANES = 1500;
const MEASURE_MS = 5000;

type Outcome = { readonly good: number; readonly late: number; readonly shed: number; readonly lost: number };

const mostPerSecond = async (lanes: readonly Lane[], requests: readonly Buffer[]): Promise<number> => {
  let done = 0;
  const began = performance.now();
  const run = async (lane: Lane, first: number): Promise<void> => {
    for (let at = first; performance.now() - began < MEASURE_MS; at += 1) {
      if ((await lane.ask(requests[at % requests.length] ?? Buffer.alloc(0))) === 200) done += 1;
    }
  };
  await Promise.all(lanes.map((lane, at) => run(lane, at * 11)));
  return (done * 1000) / (performance.now() - began);
};

const OVERLOAD_MS = 15_000;
const TIMES = 3;
const IN_TIME_MS = 1000;
const TICK_MS = 5;

/** At this rate, by whatever connection is free; a connection that waits for its answer takes no other request. */
const offered = async (port: number, requests: readonly Buffer[], perSecond: number): Promise<Outcome> => {
  const free: Lane[] = [];
  const all: Lane[] = [];
  const seen = { good: 0, late: 0, shed: 0, lost: 0 };
  const began = performance.now();
  const send = async (at: number): Promise<void> => {
    const sent = performance.now();
    try {
      const lane = free.pop() ?? (await openLane(port));
      if (!all.includes(lane)) all.push(lane);
      const status = await lane.ask(requests[at % requests.length] ?? Buffer.alloc(0));
      free.push(lane);
      if (status === 503) seen.shed += 1;
      else if (status === 200 && performance.now() - sent <= IN_TIME_MS) seen.good += 1;
      else seen.late += 1;
    } catch {
      seen.lost += 1;
    }
  };
  const pending = new Set<Promise<void>>();
  for (let sent = 0; performance.now() - began < OVERLOAD_MS; ) {
    const due = Math.floor(((performance.now() - began) * perSecond) / 1000);
    for (; sent < due; sent += 1) {
      if (pending.size >= MOST_LANES) continue;
      const one = send(sent).finally(() => pending.delete(one));
      pending.add(one);
    }
    await pause(TICK_MS);
  }
  await Promise.race([Promise.all(pending), pause(5000)]);
  for (const lane of all) lane.close();
  return seen;
};

const rowsFor = async (engine: string, address: Variables): Promise<readonly BenchRow[]> => {
  const { folder, remove } = dataFolder();
  // Every read is work here: what is kept would be answered faster than this bench can ask.
  const variables = {
    ...unlimited,
    ...address,
    CARTWRIGHT_VIEW_CACHE: 'off',
    CARTWRIGHT_DATA: folder,
    CARTWRIGHT_WAIT_MS: '1000',
  };
  const server = await serving(variables, []);
  try {
    const { port, authorization, shoppers } = await fillDemoShop(server.url, folder, CARTS);
    const requests = shoppers.map((shopper) =>
      wire('GET', `${cart}/v1.0/detail?i=true&b=true`, { authorization, 'x-anonymous-id': shopper }),
    );
    const lanes = await Promise.all(Array.from({ length: LANES }, () => openLane(port)));
    await mostPerSecond(lanes, requests);
    const most = await mostPerSecond(lanes, requests);
    for (const lane of lanes) lane.close();
    const { good, late, shed, lost } = await offered(port, requests, most * TIMES);
    const goodPerSecond = (good * 1000) / OVERLOAD_MS;
    const bench = `${engine} overload, ${TIMES} times`;
    return [
      { bench, case: 'answered at most', perSecond: most },
      {
        bench,
        case: `answered within ${IN_TIME_MS} ms`,
        perSecond: goodPerSecond,
        ratio: goodPerSecond / most,
        wanted: '>= 0.8',
        note: `${shed} told 503, ${late} late, ${lost} lost`,
      },
    ];
  } finally {
    await server.stop();
    remove();
  }
};

export const overloadBench: Bench = {
  name: 'overload',
  run: async () => {
    const sqlite = await rowsFor('sqlite', {});
    const server = await startPostgres({ durable: true });
    try {
      return [...sqlite, ...(await rowsFor('postgres', { DATABASE_URL: server.url('postgres') }))];
    } finally {
      await server.stop();
    }
  },
};
