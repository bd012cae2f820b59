/** What has ended leaves the line for a table of its own, which on PostgreSQL goes by day: once, whoever else is at it. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Client } from 'pg';
import { keepInParts } from '../../../src/db/partitions/parted-table.ts';
import { erasePerson } from '../../../src/privacy/run-erasure.ts';
import { settledByDay, sweepDeliveries } from '../../../src/webhooks/courier/delivery-log-store.ts';
import { renewStatements } from '../../../src/webhooks/courier/delivery-store.ts';
import { readListening } from '../../../src/webhooks/subscribers/subscriber-store.ts';
import { addressed, type Engine, engines, forEachEngine } from '../../databases.ts';
import { cartEvent, courierOf, deliverAll, networkSend } from '../webhook-server.ts';
import { answered, HOUR, items, openDeliveryShop } from './delivery-shop.ts';

const DAY = 24 * HOUR;

/** In parts where the engine has them. */
const openShop = async (engine: Engine) => {
  const opened = await openDeliveryShop(engine);
  const { db, now } = opened.server.node;
  await keepInParts(db, settledByDay, now());
  const count = async (table: string): Promise<number> =>
    (await db.one<{ n: number }>(`select count(*) as n from ${table}`))?.n ?? 0;
  const held = async () => ({ line: await count('webhook_delivery'), settled: await count('webhook_settled') });
  return { ...opened, held };
};

forEachEngine(async (engine) => {
  const { server, receiver, status, ids, held } = await openShop(engine);
  const { node, shop } = server;
  const gone = courierOf(node, async () => ({ outcome: answered(500), answer: 'no' }));
  /** Two events that were given up. */
  const giveUp = async (id: number): Promise<void> => {
    await server.tell(cartEvent(shop, 1), cartEvent(shop, 2));
    await gone.spread();
    await node.db.commit([{ sql: 'update webhook_delivery set attempts = 30 where subscriber_id = ?', params: [id] }]);
    await deliverAll(gone);
    assert.deepEqual(await held(), { line: 0, settled: 2 });
  };

  describe('a delivery that has ended', () => {
    test('leaves the line, comes back when it is sent again, and ends once more', async () => {
      const id = await server.subscribe(receiver.url);
      await server.tell(cartEvent(shop, 1), cartEvent(shop, 2));
      const courier = courierOf(node, networkSend(node));
      await deliverAll(courier);
      assert.deepEqual(await held(), { line: 0, settled: 2 });
      await server.call('POST', `v1.0/subscriber/${id}/replay`, { event_id: cartEvent(shop, 1).id });
      assert.deepEqual(await held(), { line: 1, settled: 1 });
      node.clock.at += HOUR;
      await deliverAll(courier);
      assert.deepEqual(await held(), { line: 0, settled: 2 });
      const listed = items(await server.call('GET', `v1.0/subscriber/${id}/deliveries`));
      assert.deepEqual(
        listed.map(({ event_id, state, attempts, due_on }) => [event_id, state, attempts, due_on]),
        [1, 2].map((number) => [cartEvent(shop, number).id, 'done', 1, null]),
        'the one that ended last comes first',
      );
      assert.equal(listed[0]?.['modified_on'], new Date(node.clock.at).toISOString());
    });

    test('and was given up is tried again by its event, by all that failed, and by a time', async () => {
      const id = await server.subscribe(receiver.url);
      await giveUp(id);
      assert.equal((await status(id))['failed'], 2);
      const post = async (path: string, body: object) =>
        (await server.call('POST', `v1.0/subscriber/${id}/${path}`, body)).body;
      const since = (at: number) => ({ failed_since: new Date(at).toISOString() });
      assert.deepEqual(await post('replay', since(node.clock.at + 1)), { queued: 0, has_more: false, next: null });
      assert.deepEqual(await post('retry', { event_id: cartEvent(shop, 2).id }), { queued: 1, has_more: false });
      assert.deepEqual(await held(), { line: 1, settled: 1 });
      assert.deepEqual(await post('retry', { event_id: cartEvent(shop, 2).id }), { queued: 0, has_more: false });
      assert.deepEqual(await post('replay', since(node.clock.at)), { queued: 1, has_more: false, next: null });
      assert.deepEqual(await held(), { line: 2, settled: 0 });
      const [first] = items(await server.call('GET', `v1.0/subscriber/${id}/deliveries?state=waiting`));
      assert.equal(first?.['attempts'], 0, 'it begins anew');
      await deliverAll(courierOf(node, networkSend(node)));
      assert.equal(ids().length, 2);
      assert.deepEqual(await held(), { line: 0, settled: 2 });
    });

    test('does not come again from a node that read its event before', async () => {
      await server.subscribe(receiver.url);
      await server.tell(cartEvent(shop, 1));
      const [hasRead, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const late = courierOf(node, networkSend(node), {
        subscribersOf: async (companyIds) => {
          hasRead.resolve();
          await goesOn.promise;
          return readListening(node.db, companyIds);
        },
      });
      const spreading = late.spread();
      await hasRead.promise;
      await deliverAll(courierOf(node, networkSend(node)));
      goesOn.resolve();
      assert.equal(await spreading, 1, 'there was something: it looks again at once');
      await deliverAll(late);
      assert.equal(receiver.received.length, 1);
      assert.deepEqual(await held(), { line: 0, settled: 1 });
    });

    test('by another node has the attempt of a late one in its log, and one end', async () => {
      const id = await server.subscribe(receiver.url);
      await server.tell(cartEvent(shop, 1));
      const answer = Promise.withResolvers<void>();
      const late = courierOf(node, async () => {
        await answer.promise;
        return { outcome: answered(200), answer: 'late' };
      });
      await late.spread();
      await late.begin();
      node.clock.at += HOUR;
      await deliverAll(courierOf(node, networkSend(node)));
      answer.resolve();
      await late.idle();
      assert.deepEqual(await held(), { line: 0, settled: 1 });
      assert.equal(items(await server.call('GET', `v1.0/subscriber/${id}/attempts`)).length, 2);
    });

    test('leaves nothing of a shopper who is forgotten while it is on its way', async () => {
      const id = await server.subscribe(receiver.url);
      await server.tell(cartEvent(shop, 1, { userId: 'ann' }));
      const answer = Promise.withResolvers<void>();
      const courier = courierOf(node, async () => {
        await answer.promise;
        return { outcome: answered(200), answer: 'ann was told' };
      });
      await courier.spread();
      await courier.begin();
      const named = { userIds: ['ann'], guestIds: [], pageIds: [] };
      const desk = { ...node, hashOf: () => (text: string) => `hash of ${text}` };
      await erasePerson(desk, { ...shop, named, scope: 'events', also: () => [] });
      answer.resolve();
      await courier.idle();
      assert.deepEqual(await held(), { line: 0, settled: 0 });
      assert.deepEqual(items(await server.call('GET', `v1.0/subscriber/${id}/attempts`)), []);
    });

    test('and was left in the line by the release before is listed, sent again and cleared away there', async () => {
      const id = await server.subscribe(receiver.url);
      await server.tell(cartEvent(shop, 1));
      const courier = courierOf(node, networkSend(node));
      await courier.spread();
      const end = { sql: `update webhook_delivery set state = 'done', due_at = ?, modified_at = ?` };
      const endThere = () => node.db.commit([{ ...end, params: [node.clock.at, node.clock.at] }]);
      await endThere();
      assert.equal((await status(id))['done'], 1);
      const listed = items(await server.call('GET', `v1.0/subscriber/${id}/deliveries?state=done`));
      assert.equal(listed[0]?.['event_id'], cartEvent(shop, 1).id);
      await server.call('POST', `v1.0/subscriber/${id}/replay`, { event_id: cartEvent(shop, 1).id });
      await deliverAll(courier);
      assert.deepEqual([ids().length, await held()], [1, { line: 0, settled: 1 }]);
      await server.tell(cartEvent(shop, 2));
      await courier.spread();
      await endThere();
      await sweepDeliveries(node.db, node.clock.at + 31 * DAY);
      assert.equal((await held()).line, 0);
    });

    test('is known for thirty days, and one that is younger is kept', async () => {
      await server.subscribe(receiver.url);
      const courier = courierOf(node, networkSend(node));
      for (const number of [1, 2]) {
        await server.tell(cartEvent(shop, number));
        await deliverAll(courier);
        // So far on that the second one has a day of its own.
        node.clock.at += 20 * DAY;
        await sweepDeliveries(node.db, node.clock.at);
      }
      assert.deepEqual(await held(), { line: 0, settled: 1 });
      await sweepDeliveries(node.db, node.clock.at + 12 * DAY);
      assert.deepEqual(await held(), { line: 0, settled: 0 });
    });
  });
});

const postgres = engines.find(({ name }) => name === 'postgres');

describe('on PostgreSQL', postgres?.skip === undefined ? {} : { skip: postgres.skip }, async () => {
  assert.ok(postgres !== undefined);
  const { engine, url } = addressed(postgres);
  const { server, receiver, held } = await openShop(engine);
  const { node, shop } = server;

  test('sending again waits for whoever settles the same delivery, and takes it back from there', async () => {
    const subscriberId = await server.subscribe(receiver.url);
    await server.tell(cartEvent(shop, 1));
    await courierOf(node, networkSend(node)).spread();
    const settling = new Client({ connectionString: url() });
    await settling.connect();
    await settling.query('begin');
    await settling.query('delete from webhook_delivery');
    await settling.query(
      `insert into webhook_settled (subscriber_id, application_id, event_id, settled_at, state, attempts, began_at)
        values ($1, $2, $3, $4, 'done', 1, 1)`,
      [subscriberId, shop.applicationId, cartEvent(shop, 1).id, node.clock.at],
    );
    const key = { subscriberId, applicationId: shop.applicationId, eventId: cartEvent(shop, 1).id };
    const renewing = node.db.commit(renewStatements([key], node.clock.at));
    const waits = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'insert into webhook_delivery%'
      and datname = current_database()`;
    while ((await node.db.all(waits)).length === 0);
    await settling.query('commit');
    await settling.end();
    await renewing;
    assert.deepEqual(await held(), { line: 1, settled: 0 });
  });

  test('what is due and what is settled asks no day but the one it is written to', async () => {
    const client = new Client({ connectionString: url() });
    await client.connect();
    const planOf = async (sql: string): Promise<string> =>
      (await client.query<{ 'QUERY PLAN': string }>(`explain ${sql}`)).rows.map((row) => row['QUERY PLAN']).join('\n');
    try {
      await sweepDeliveries(node.db, node.clock.at + 20 * DAY); // makes days
      const settle = await planOf(`insert into webhook_settled values (1, 'a', 'e', 1, 'done', 1, 1)`);
      assert.doesNotMatch(settle, /webhook_settled_/);
      await client.query('set enable_seqscan = off');
      const listed = await planOf(`select event_id from webhook_settled where subscriber_id = 1 and state = 'done'
        and settled_at <= 1 and (settled_at, application_id, event_id) < (1, 'a', 'e') order by settled_at desc limit 5`);
      assert.match(listed, /webhook_settled_before/);
      assert.doesNotMatch(listed, /webhook_settled_20|Seq Scan/, 'pages go back in time, and so do the days they ask');
      const byEvent = await planOf(`delete from webhook_settled where application_id = 'a' and event_id in ('e', 'f')`);
      assert.doesNotMatch(byEvent, /Seq Scan/);
    } finally {
      await client.end();
    }
  });
});
