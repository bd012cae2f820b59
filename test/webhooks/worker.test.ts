/** The worker inside a served node: it starts with listening, delivers, counts, and leaves in order. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { createApp } from '../../src/app.ts';
import { type Node, system } from '../../src/applications/node.ts';
import { readConfig } from '../../src/config.ts';
import { DatabaseError } from '../../src/db/database.ts';
import { createMetrics } from '../../src/http/watch/metrics.ts';
import { outboxStatements } from '../../src/events/outbox.ts';
import { addSubscriber } from '../../src/webhooks/subscribers/save-subscriber.ts';
import { webhookWorker } from '../../src/webhooks/webhook-worker.ts';
import { newNode } from '../applications/new-node.ts';
import { newShop } from '../applications/test-server.ts';
import { engines } from '../databases.ts';
import { EventEmitter } from 'node:events';
import { openReceiver } from './receiver.ts';
import { cartEvent, reach, subscriberBody } from './webhook-server.ts';

const [sqlite] = engines;
const variables = {
  PORT: '0',
  CARTWRIGHT_STOREFRONT: 'off',
  CARTWRIGHT_LOG_LEVEL: 'silent',
  CARTWRIGHT_ALLOW_PRIVATE_ADDRESSES: 'true',
};

test('a served node delivers what is told, shows it in its numbers, and stops while a receiver is slow', async () => {
  if (sqlite === undefined) throw new Error('there is always SQLite');
  const node = await newNode(sqlite);
  const shop = await newShop(node);
  const receiver = await openReceiver();
  const arrivals = new EventEmitter();
  receiver.answer = () => {
    arrivals.emit('one');
    return { status: 200 };
  };
  const { organizationId, companyId } = shop;
  const written = subscriberBody(receiver.url) as unknown as Parameters<typeof addSubscriber>[2];
  const request = { ...system, clientId: null, checkVersion: () => {}, remember: () => [] };
  await addSubscriber({ node, reach }, { organizationId, companyId }, written, request);
  const app = await createApp(node, readConfig(variables), () => false);
  try {
    await node.db.commit(outboxStatements([cartEvent(shop, 1)], node.now()));
    const first = once(arrivals, 'one');
    await app.listen({ host: '127.0.0.1', port: 0 });
    await first;
    const second = once(arrivals, 'one');
    receiver.answer = () => {
      arrivals.emit('one');
      return new Promise(() => {});
    };
    await node.db.commit(outboxStatements([cartEvent(shop, 2)], node.now()));
    await second;
    const numbers = async (): Promise<string> => (await app.inject({ method: 'GET', url: '/metrics' })).payload;
    let payload = await numbers();
    // What was answered is counted when it is written down, and the next may come before that.
    while (!/^cartwright_webhook_attempts_total\{outcome="delivered"\} 1$/m.test(payload)) payload = await numbers();
    assert.match(payload, /^cartwright_events_unspread_seconds /m);
  } finally {
    await app.close();
  }
  const rows = await node.db.all<{ state: string; attempts: number }>(
    `select state, attempts from webhook_delivery union all select state, attempts from webhook_settled order by state`,
  );
  assert.deepEqual(
    rows.map(({ state, attempts }) => [state, attempts]),
    [
      ['done', 1],
      ['waiting', 1],
    ],
    'what was under way is left to the end of its lease',
  );
  await receiver.close();
  await node.close();
});

test('results that cannot be written are told once, not one by one', async () => {
  if (sqlite === undefined) throw new Error('there is always SQLite');
  const node = await newNode(sqlite);
  const shop = await newShop(node);
  const receiver = await openReceiver();
  const { organizationId, companyId } = shop;
  const written = subscriberBody(receiver.url) as unknown as Parameters<typeof addSubscriber>[2];
  const request = { ...system, clientId: null, checkVersion: () => {}, remember: () => [] };
  await addSubscriber({ node, reach }, { organizationId, companyId }, written, request);
  await node.db.commit(
    outboxStatements(
      [1, 2, 3, 4].map((n) => cartEvent(shop, n)),
      node.now(),
    ),
  );
  const lost = Promise.withResolvers<void>();
  let refused = 0;
  const db: Node['db'] = {
    ...node.db,
    commit: async (batch) => {
      if (!batch.some(({ sql }) => sql.includes('into webhook_attempt'))) return node.db.commit(batch);
      refused += 1;
      if (refused === 4) lost.resolve();
      throw new DatabaseError('busy');
    },
  };
  const told: unknown[] = [];
  const onFailure = (error: unknown): void => void told.push(error);
  const options = { metrics: createMetrics(), lanes: 8, chance: () => 0.5, onFailure };
  const worker = webhookWorker({ node: { ...node, db }, reach, ...options });
  worker.start();
  await lost.promise;
  await worker.stop();
  assert.deepEqual(told.length, 1, String(told));
  await receiver.close();
  await node.close();
});
