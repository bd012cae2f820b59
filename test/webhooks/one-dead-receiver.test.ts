/** One receiver that never answers among two hundred: nobody else waits for him. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Courier, Send } from '../../src/webhooks/courier/courier.ts';
import type { Subscriber } from '../../src/webhooks/subscribers/subscriber.ts';
import { readSubscriberById } from '../../src/webhooks/subscribers/subscriber-store.ts';
import { engines } from '../databases.ts';
import { cartEvent, courierOf, type WebhookServer, webhookServer } from './webhook-server.ts';

const RECEIVERS = 200;
const EVENTS = 5;
const LANES = { each: 2, all: 64 };

/** Rounds until everybody but the dead has all his events, and how many of the dead one's were under way at most. */
const deliverUntilDone = async (courier: Courier, done: () => boolean): Promise<number> => {
  while ((await courier.spread()) > 0);
  for (let round = 1; ; round += 1) {
    await courier.begin();
    if (done()) return round;
    assert.ok(round < 1_000, 'it comes to an end');
    await courier.next();
  }
};

const [sqlite] = engines;
const campaign = async (server: WebhookServer, dead: number | undefined): Promise<readonly [number, number]> => {
  const { node, shop } = server;
  for (const table of ['webhook_delivery', 'webhook_settled', 'webhook_attempt', 'event']) {
    await node.db.commit([{ sql: `delete from ${table}` }]);
  }
  let [received, hanging] = [0, 0];
  const send: Send = (_, { id }) => {
    if (id === dead) {
      hanging += 1;
      return new Promise(() => {});
    }
    received += 1;
    return Promise.resolve({ outcome: { kind: 'answered', status: 200, retryAfterMs: null }, answer: '' });
  };
  const courier = courierOf(node, send, { lanes: LANES });
  await server.tell(...Array.from({ length: EVENTS }, (__, number) => cartEvent(shop, number)));
  const others = (RECEIVERS - (dead === undefined ? 0 : 1)) * EVENTS;
  const rounds = await deliverUntilDone(courier, () => received === others);
  return [rounds, hanging];
};

test('receivers of one company that never answer, however many, leave lanes to those of another', async () => {
  if (sqlite === undefined) throw new Error('there is always SQLite');
  const server = await webhookServer(sqlite);
  try {
    const { node, shop } = server;
    const ids: number[] = [];
    for (let at = 0; at < 12; at += 1) ids.push(await server.subscribe('http://127.0.0.1:9/'));
    const other = ids.at(-1) ?? 0;
    let [received, hanging] = [0, 0];
    const send: Send = (_, { id }) => {
      if (id !== other) {
        hanging += 1;
        return new Promise(() => {});
      }
      received += 1;
      return Promise.resolve({ outcome: { kind: 'answered', status: 200, retryAfterMs: null }, answer: '' });
    };
    let reads = 0;
    const subscriber = (id: number): Promise<Subscriber | undefined> => {
      reads += 1;
      return readSubscriberById(node.db, id);
    };
    const courier = courierOf(node, send, { lanes: { each: 2, all: 8 }, subscriber });
    await server.tell(...Array.from({ length: EVENTS }, (__, number) => cartEvent(shop, number)));
    while ((await courier.spread()) > 0);
    await node.db.commit([{ sql: 'update webhook_subscriber set company_id = -1 where id = ?', params: [other] }]);
    await deliverUntilDone(courier, () => received === EVENTS);
    assert.ok(reads <= 20, `who has no lane is not read: ${reads} were`);
    assert.equal(hanging, 6, 'three quarters of all lanes');
  } finally {
    await server.close();
  }
});

test('a receiver that never answers holds its own lanes and delays nobody', async () => {
  if (sqlite === undefined) throw new Error('there is always SQLite');
  const server = await webhookServer(sqlite);
  try {
    let dead = 0;
    for (let at = 0; at < RECEIVERS; at += 1) dead = await server.subscribe('http://127.0.0.1:9/');
    const [healthyRounds] = await campaign(server, undefined);
    const [rounds, hanging] = await campaign(server, dead);
    assert.equal(hanging, LANES.each, 'no more of it is under way than its lanes');
    assert.ok(rounds <= healthyRounds + 2, `${rounds} rounds with a dead one, ${healthyRounds} without`);
  } finally {
    await server.close();
  }
});
