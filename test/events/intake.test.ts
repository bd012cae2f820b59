/** The way of many requests to one durable write. */
import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { eventIntake } from '../../src/events/collector/event-intake.ts';
import type { EventRow } from '../../src/events/event-store.ts';
import { newNode } from '../applications/new-node.ts';
import { newShop } from '../applications/test-server.ts';
import { forEachEngine } from '../databases.ts';

forEachEngine(async (engine) => {
  const node = await newNode(engine);
  after(() => node.close());
  const { applicationId } = await newShop(node);
  beforeEach(() => node.db.commit([{ sql: 'delete from event' }]));

  const row = (id: string, body = '{}', of = applicationId): EventRow => ({
    applicationId: of,
    id,
    companyId: 1,
    slug: 'click/user_logout/identity/v1',
    happenedAt: 1,
    receivedAt: 1,
    userId: null,
    anonymousId: null,
    flags: '',
    body,
  });
  const ids = async (): Promise<readonly string[]> =>
    (await node.db.all<{ id: string }>('select id from event order by id limit 5000 offset 0')).map(({ id }) => id);

  test('requests of one moment share a durable write, and each learns about its own events', async () => {
    const intake = eventIntake(node.db);
    const { batches } = node.db.health();
    const answers = await Promise.all([
      intake([row('a'), row('b')], []),
      intake([row('b'), row('c'), row('c')], []),
      intake([row('a', '{}', 'another')], []),
    ]);
    assert.deepEqual(answers, [[true, true], [false, true, false], [true]]);
    assert.equal(node.db.health().batches - batches, 1);
  });

  test('an event waits to be handed out only where somebody of its company listens as it comes', async () => {
    const intake = eventIntake(node.db);
    const subscribe = (id: number, companyId: number, state: string) =>
      node.db.commit([
        {
          sql: `insert into webhook_subscriber (id, company_id, name, state, version, created_at, modified_at, modified_by,
            resumed_at, document) values (?, ?, 'One', ?, 1, 1, 1, 'o', 1, '{}')`,
          params: [id, companyId, state],
        },
      ]);
    await intake([row('nobody'), row('nobody-2')], []);
    await subscribe(1, 2, 'active');
    await intake([row('of another company')], []);
    await subscribe(2, 1, 'inactive');
    await intake([row('switched off')], []);
    for (const state of ['active', 'blocked']) {
      await node.db.commit([{ sql: 'update webhook_subscriber set state = ? where id = 2', params: [state] }]);
      await intake([row(state), row(`${state}-2`)], []);
    }
    const waiting = await node.db.all('select id from event where spread = 0 order by id limit 10 offset 0');
    await node.db.commit([{ sql: 'delete from webhook_subscriber' }]);
    assert.deepEqual(
      waiting.map(({ id }) => id),
      ['active', 'active-2', 'blocked', 'blocked-2'],
    );
  });

  test('a request that cannot be written takes none of its neighbours with it', async () => {
    const intake = eventIntake(node.db);
    const answers = await Promise.allSettled([
      intake([row('a')], []),
      intake([row('b', 'what cannot be stored: \0')], []),
      intake([row('c')], []),
    ]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    assert.deepEqual(await ids(), ['a', 'c']);
  });

  test('what is written beside the events is there with them', async () => {
    const intake = eventIntake(node.db);
    const beside = {
      sql: 'insert into event_suppression (application_id, subject, created_at) values (?, ?, ?)',
      params: [applicationId, 'somebody', 1],
    };
    await intake([row('a')], [beside]);
    assert.equal((await node.db.all('select subject from event_suppression limit 10 offset 0')).length, 1);
  });

  test('more than one statement can hold is written all the same', async () => {
    const intake = eventIntake(node.db);
    const many = Array.from({ length: 30 }, (_, request) =>
      Array.from({ length: 100 }, (_none, at) => row(`${request}-${at}`)),
    );
    const answers = await Promise.all(many.map((rows) => intake(rows, [])));
    assert.ok(answers.flat().every(Boolean));
    assert.equal((await ids()).length, 3_000);
  });
});
