/**
 * From the commit of an event to its arrival, at two hundred receivers on loopback; and the same for the others when one of
 * them takes connections and never answers.
 */
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { system } from '../src/applications/node.ts';
import { outboxStatements } from '../src/events/outbox.ts';
import { createMetrics } from '../src/http/watch/metrics.ts';
import { addSubscriber, changeSubscriber } from '../src/webhooks/subscribers/save-subscriber.ts';
import { webhookWorker } from '../src/webhooks/webhook-worker.ts';
import { newNode, type TestNode } from '../test/applications/new-node.ts';
import { newShop, type Shop } from '../test/applications/test-server.ts';
import { type Engine, engines } from '../test/databases.ts';
import { openReceiver, type Receiver } from '../test/webhooks/receiver.ts';
import { cartEvent, reach, subscriberBody } from '../test/webhooks/webhook-server.ts';
import type { Bench, BenchRow } from './report.ts';

const RECEIVERS = 200;
const EVENTS = 10;
const GAP_MS = 1000;
const SLICES = 3;
const PATIENCE_MS = 120_000;

const request = { ...system, clientId: null, checkVersion: () => {}, remember: () => [] };

/** Takes connections and says nothing. */
const openDead = async () => {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => void sockets.add(socket.on('error', () => {})));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
};

const place = ({ organizationId, companyId }: Shop) => ({ organizationId, companyId });

const subscribe = async (node: TestNode, shop: Shop, url: string): Promise<number> => {
  const written = subscriberBody(url) as unknown as Parameters<typeof addSubscriber>[2];
  const { subscriber } = await addSubscriber({ node, reach }, place(shop), written, request);
  return subscriber.id;
};

/** Milliseconds from the commit of an event to its arrival, for every delivery of this run. */
const latencies = async (node: TestNode, shop: Shop, receiver: Receiver, run: number): Promise<readonly number[]> => {
  const committed = new Map<string, number>();
  const seen: number[] = [];
  receiver.answer = ({ headers }) => {
    const at = committed.get(String(headers['webhook-id']));
    if (at !== undefined) seen.push(performance.now() - at);
    return { status: 200 };
  };
  for (let number = 0; number < EVENTS; number += 1) {
    const event = cartEvent(shop, run * EVENTS + number);
    await node.db.commit(outboxStatements([event], Date.now()));
    committed.set(event.id, performance.now());
    await pause(GAP_MS);
  }
  for (const end = Date.now() + PATIENCE_MS; seen.length < EVENTS * (RECEIVERS - 1) && Date.now() < end; )
    await pause(20);
  receiver.received.length = 0;
  return seen.toSorted((a, b) => a - b);
};

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

/** The two cases take turns, so that a noisy machine disturbs both alike. */
const middle = (slices: readonly (readonly number[])[], share: number): number =>
  at(
    slices.map((sorted) => at(sorted, share)).toSorted((a, b) => a - b),
    0.5,
  );

const rowsFor = async (engine: Engine): Promise<readonly BenchRow[]> => {
  const opened = await newNode(engine);
  const node = { ...opened, now: Date.now, random: randomBytes };
  const shop = await newShop(node);
  const [receiver, dead] = [await openReceiver(), await openDead()];
  for (let number = 1; number < RECEIVERS; number += 1) await subscribe(node, shop, receiver.url);
  const last = await subscribe(node, shop, receiver.url);
  const options = { metrics: createMetrics(), lanes: 128, chance: Math.random, onFailure: () => {} };
  const worker = webhookWorker({ node, reach, ...options });
  worker.start();
  try {
    let run = 0;
    const measured = async (url: string): Promise<readonly number[]> => {
      await changeSubscriber({ node, reach }, place(shop), { id: last, written: { webhook_url: url } }, request);
      return latencies(node, shop, receiver, (run += 1));
    };
    await measured(receiver.url); // warm up
    const [healthy, beside]: [(readonly number[])[], (readonly number[])[]] = [[], []];
    for (let slice = 0; slice < SLICES; slice += 1) {
      healthy.push(await measured(receiver.url));
      beside.push(await measured(dead.url));
    }
    const bench = `${engine.name} webhooks, ${RECEIVERS} receivers, an event every ${GAP_MS} ms`;
    const row = (name: string, slices: readonly (readonly number[])[]): BenchRow => ({
      bench,
      case: name,
      note: `p50 ${middle(slices, 0.5).toFixed(0)} ms, p99 ${middle(slices, 0.99).toFixed(0)} ms, medians of ${SLICES} turns`,
    });
    const ratio = middle(beside, 0.99) / middle(healthy, 0.99);
    return [row('all healthy', healthy), { ...row('the others, one dead', beside), ratio, wanted: '<= 1.5' }];
  } finally {
    dead.close();
    await worker.stop();
    await receiver.close();
    await opened.close();
  }
};

export const webhooksBench: Bench = {
  name: 'webhooks',
  run: async () => {
    const rows: BenchRow[] = [];
    for (const engine of engines) if (engine.skip === undefined) rows.push(...(await rowsFor(engine)));
    return rows;
  },
};
