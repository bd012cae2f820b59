/**
 * Three times as many requests as can be answered: how many are still answered, in time. First what the node can do at most
 * (as fast as 32 connections get answers), then requests at three times that rate, whatever becomes of them, over as many
 * connections as that takes. Good is an answer of 200 within a second; everybody else should be told 503 soon. Whom it serves it
 * should serve nearly as fast as when half of what it can do is asked of it.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { dataFolder, serving, type Variables } from '../test/commands/run-cartwright.ts';
import { startPostgres } from '../test/postgres-server.ts';
import { cart, fillDemoShop, unlimited } from './demo-carts.ts';
import { SHED } from './interleaved.ts';
import { median, quantile } from './quantiles.ts';
import { type Lane, openLane, wire } from './raw-client.ts';
import type { Bench, BenchRow } from './report.ts';

const CARTS = 500;
const LANES = 32;
const MOST_LANES = 1500;
const MEASURE_MS = 5000;

type Outcome = {
  /** Of answers of 200, and of 503: what each took, in milliseconds. */
  readonly served: readonly number[];
  readonly shed: readonly number[];
  readonly lost: number;
};

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

const OFFERED_MS = 15_000;
/** What is asked first meets a line that has yet to form. */
const UNCOUNTED_MS = 3_000;
const COUNTED_SECONDS = (OFFERED_MS - UNCOUNTED_MS) / 1000;
const TIMES = 3;
const IN_TIME_MS = 1000;
const TICK_MS = 5;

/** At this rate, by whatever connection is free; a connection that waits for its answer takes no other request. */
const offered = async (port: number, requests: readonly Buffer[], perSecond: number): Promise<Outcome> => {
  const free: Lane[] = [];
  const all = new Set<Lane>();
  const served: number[] = [];
  const shed: number[] = [];
  let lost = 0;
  const began = performance.now();
  const send = async (at: number): Promise<void> => {
    const sent = performance.now();
    try {
      const lane = free.pop() ?? (await openLane(port));
      all.add(lane);
      const status = await lane.ask(requests[at % requests.length] ?? Buffer.alloc(0));
      free.push(lane);
      if (sent - began < UNCOUNTED_MS) return;
      if (status === 200) served.push(performance.now() - sent);
      else if (status === SHED) shed.push(performance.now() - sent);
      else lost += 1;
    } catch {
      lost += 1;
    }
  };
  const pending = new Set<Promise<void>>();
  for (let sent = 0; performance.now() - began < OFFERED_MS; ) {
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
  return { served, shed, lost };
};

const told = (took: readonly number[]): string =>
  took.length === 0
    ? 'none'
    : `${took.length}, p50 ${median(took).toFixed(1)}, p99 ${quantile(took, 0.99).toFixed(1)} ms`;

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
    const calm = await offered(port, requests, most / 2);
    const { served, shed, lost } = await offered(port, requests, most * TIMES);
    const good = served.filter((took) => took <= IN_TIME_MS).length / COUNTED_SECONDS;
    const bench = `${engine} overload, ${TIMES} times`;
    return [
      { bench, case: 'answered at most', perSecond: most },
      {
        bench,
        case: `answered within ${IN_TIME_MS} ms`,
        perSecond: good,
        ratio: good / most,
        wanted: '>= 0.8',
        note: `told 503: ${told(shed)}; ${lost} lost`,
      },
      {
        bench,
        case: 'p99 of those answered, to that at half of the most',
        ratio: quantile(served, 0.99) / quantile(calm.served, 0.99),
        wanted: '<= 3',
        note: `answered: ${told(served)}; at half of the most: ${told(calm.served)}, told 503: ${calm.shed.length}`,
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
