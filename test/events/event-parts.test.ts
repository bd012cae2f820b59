/** Events by week: dropped with their week on PostgreSQL, and an id counts once however many weeks lie between. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { Client } from 'pg';
import { moveRows } from '../../src/db/move/move-rows.ts';
import { tableShapes } from '../../src/db/move/table-shapes.ts';
import { keepInParts, partsOf } from '../../src/db/partitions/parted-table.ts';
import { keepSeenInParts } from '../../src/db/partitions/seen-ids.ts';
import { beginOf, DAY_MS, EDGE_MS, isNearEdge } from '../../src/db/partitions/partition-rules.ts';
import { edgeStatements, eventsByWeek } from '../../src/events/event-parts.ts';
import { type EventRow, idsOf, insertEvents } from '../../src/events/event-store.ts';
import { countEvents } from '../../src/events/funnels/funnel-count.ts';
import { sweepEvents } from '../../src/events/retention.ts';
import { addressed, engines, forEachEngine } from '../databases.ts';
import { eventServer } from './event-server.ts';
import { anEvent } from './samples.ts';

const WEEK = 7 * DAY_MS;

test('near the end of a part, and near its beginning, events may meet those of the other', () => {
  const at = 100 * WEEK;
  const near = [-EDGE_MS - 1, -EDGE_MS, -1, 0, EDGE_MS - 1, EDGE_MS].map((by) => isNearEdge(at + by, WEEK));
  assert.deepEqual(near, [false, true, true, true, true, false]);
});

const rowAt = (applicationId: string, id: string, receivedAt: number): EventRow => ({
  applicationId,
  id,
  companyId: 1,
  slug: 'click/user_logout/engagement/v1',
  happenedAt: receivedAt,
  receivedAt,
  userId: 'u-1',
  anonymousId: null,
  flags: '',
  body: '{}',
});
const batchOf = (row: EventRow) => [...edgeStatements([row]), insertEvents([row])];

forEachEngine(async (engine) => {
  const server = await eventServer(engine);
  after(() => server.close());
  const { node, shop } = server;

  test('an event that comes where parts meet is stored once, told of as one of a kind and forgotten with its id', async () => {
    node.clock.at = beginOf(node.clock.at, WEEK) + WEEK - 1_000;
    const event = anEvent('user_logout', { applicationId: shop.applicationId, at: node.clock.at });
    const told = async () => {
      const { success_count: stored, duplicate_count: known } = (await server.send([event])).body;
      return [stored, known];
    };
    assert.deepEqual(await told(), [1, 0]);
    assert.deepEqual(await told(), [0, 1]);
    node.clock.at += 2_000;
    assert.deepEqual(await told(), [0, 1], 'on the other side');
    node.clock.at += DAY_MS;
    assert.deepEqual(await told(), [0, 1], 'a day later');
    assert.equal((await server.stored()).length, 1);
    const erased = await server.call('POST', '/erasures', { user_id: event.payload['user_id'] });
    assert.ok(erased.statusCode < 300, erased.payload);
    assert.deepEqual(await node.db.all('select id from event_seen'), []);
    assert.deepEqual(await told(), [1, 0], 'its id is free again');
  });
});

const postgres = engines.find(({ name }) => name === 'postgres');

describe('events in weeks', postgres?.skip === undefined ? {} : { skip: postgres?.skip }, async () => {
  assert.ok(postgres !== undefined);
  const { engine, url } = addressed(postgres);
  const server = await eventServer(engine);
  const { node, shop } = server;
  const { db } = node;
  after(() => server.close());
  const { applicationId } = shop;
  const other = server.otherShop.applicationId;
  const put = async (id: string, at: number, application = applicationId): Promise<readonly string[]> => {
    const row = rowAt(application, id, at);
    const results = await db.commit(batchOf(row));
    const last = results.at(-1);
    return last === undefined ? [] : idsOf(last);
  };
  const kept = async (table = 'event'): Promise<readonly string[]> =>
    (await db.all<{ id: string }>(`select id from ${table} order by received_at, id`)).map(({ id }) => id);
  const names = async (): Promise<readonly string[]> => (await partsOf(db, eventsByWeek)).map(({ name }) => name);
  const indexes = async (table: string): Promise<readonly string[]> =>
    (
      await db.all<{ name: string }>('select indexname as name from pg_indexes where tablename = ? order by 1', [table])
    ).map(({ name }) => name);
  const endOfFirst = async (): Promise<number> =>
    (await partsOf(db, eventsByWeek)).find(({ name }) => name === 'event_before')?.until ?? 0;

  test('are made of the table in use, beside nodes of the release before', async () => {
    const now = Date.now();
    await put('old', now - 30 * DAY_MS);
    await put('new', now);
    const [shapes, had] = [await tableShapes(db), await indexes('event')];
    await Promise.all([keepInParts(db, eventsByWeek), keepInParts(db, eventsByWeek)]);
    assert.deepEqual(await tableShapes(db), shapes, 'for a move it is the table that it was');
    assert.deepEqual(
      await indexes('event'),
      had.filter((name) => name !== 'event_pkey'),
      'the key is with its parts',
    );
    assert.deepEqual(await indexes('event_before'), had.map((name) => `${name}_before`).toSorted());
    assert.ok((await endOfFirst()) >= now + 7 * DAY_MS, 'for a week nobody has to know of parts');
    const [earlier] = await db.commit([
      {
        sql: `insert into event (application_id, id, company_id, slug, happened_at, received_at, flags, body)
          select ?, 'new', 1, 's', cast(? as bigint), cast(? as bigint), '', '{}' where true on conflict do nothing returning id`,
        params: [applicationId, now, now + 1],
      },
    ]);
    assert.deepEqual(earlier?.rows, [], 'the release before stores an id once');
    assert.deepEqual(await put('new', now + 5), []);
    assert.deepEqual(await kept(), ['old', 'new']);
  });

  test('store an id once: from the week before, from weeks ago, and after its own was copied', async () => {
    const end = await endOfFirst();
    await put('late', end - DAY_MS);
    await keepSeenInParts(db, eventsByWeek, end + DAY_MS);
    assert.deepEqual(await put('late', end + DAY_MS), [], 'also when no node ran while it ended');
    await keepSeenInParts(db, eventsByWeek, end - WEEK);
    await sweepEvents(db, end - DAY_MS); // makes the next week, and has this one looked into
    assert.deepEqual(await put('late', end + DAY_MS), [], 'looked for in the week that has ended');
    assert.deepEqual(await put('next', end + DAY_MS), ['next']);
    assert.deepEqual(await kept('event_seen'), []);
    await Promise.all([sweepEvents(db, end + DAY_MS), sweepEvents(db, end + DAY_MS)]);
    assert.deepEqual(await kept('event_seen'), ['old', 'new', 'late'], 'its ids are copied');
    for (const id of ['old', 'new', 'late']) assert.deepEqual(await put(id, end + DAY_MS + 1), [], id);
    await sweepEvents(db, end + 3 * WEEK);
    for (const id of ['old', 'late', 'next']) assert.deepEqual(await put(id, end + 3 * WEEK), [], id);
    assert.deepEqual(await put('old', end + DAY_MS, other), ['old'], 'that of another application is another one');
    assert.deepEqual(await kept(), ['old', 'new', 'late', 'next', 'old']);
  });

  test('store an id once when two weeks get it at the same time', async () => {
    const edge = (await endOfFirst()) + WEEK;
    const first = new Client({ connectionString: url() });
    await first.connect();
    await first.query('begin');
    for (const { sql, params = [] } of batchOf(rowAt(applicationId, 'twice', edge - 1))) {
      let place = 0;
      await first.query(
        sql.replaceAll('?', () => `$${(place += 1)}`),
        [...params],
      );
    }
    const second = put('twice', edge + 1);
    const waits = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%insert into event_seen%'
      and datname = current_database()`;
    while ((await db.all(waits)).length === 0);
    await first.query('commit');
    await first.end();
    assert.deepEqual(await second, []);
    assert.deepEqual(await db.all(`select received_at from event where id = 'twice'`), [{ received_at: edge - 1 }]);
  });

  test('are handed out and counted by asking the weeks they came in', async () => {
    const client = new Client({ connectionString: url() });
    await client.connect();
    const planOf = async (sql: string): Promise<string> =>
      (await client.query<{ 'QUERY PLAN': string }>(`explain ${sql}`)).rows.map((row) => row['QUERY PLAN']).join('\n');
    const end = await endOfFirst();
    try {
      const marked =
        await planOf(`update event set spread = 1 where spread = 0 and received_at >= ${end} and received_at <= ${end + 5}
        and (application_id, id) in (values ('a', 'b'), ('a', 'c'))`);
      assert.doesNotMatch(marked, /event_before|event_rest/);
      await client.query('set enable_seqscan = off');
      const look =
        await planOf(`insert into event (application_id, id, company_id, slug, happened_at, received_at, flags, body)
        select 'a', 'b', 1, 's', 1, 1, '', '{}' where not exists
          (select 1 from event_known k where k.application_id = 'a' and k.id = 'b') on conflict do nothing`);
      assert.match(look, /using event_seen_by_hash/);
      assert.doesNotMatch(look, /event_before/, 'what is copied is not looked into again');
    } finally {
      await client.end();
    }
    assert.equal(await countEvents(db, end), 6);
    assert.equal(await countEvents(db, end), 0);
  });

  test('go with their week when all days are over, and one by one where they are kept for a shorter time', async () => {
    const end = await endOfFirst();
    const keep = (days: number, application: string) => ({
      sql: `update application set settings = replace(settings, '"kept_days":396', '"kept_days":${days}') where id = ?`,
      params: [application],
    });
    await db.commit([keep(30, applicationId), keep(20, other)]);
    await put('soon', end - DAY_MS - 5);
    await sweepEvents(db, end + 29 * DAY_MS);
    assert.deepEqual(
      await kept(),
      ['old', 'new', 'soon', 'late', 'next', 'twice'],
      'it may stay for the rest of its week',
    );
    assert.deepEqual(
      (await names()).filter((name) => name === 'event_before'),
      ['event_before'],
    );
    await sweepEvents(db, end + 30 * DAY_MS);
    assert.ok(!(await names()).includes('event_before'));
    assert.deepEqual(await kept(), ['next', 'twice']);
    await sweepEvents(db, end + 30 * DAY_MS + WEEK);
    assert.deepEqual(await kept(), []);
    await sweepEvents(db, end + 30 * DAY_MS + WEEK);
    assert.deepEqual(await kept('event_seen'), []);
    assert.deepEqual(await put('next', end + 30 * DAY_MS + WEEK), ['next'], 'its id is free again');
  });

  test('are moved into a database of either kind', async () => {
    for (const engine of engines) {
      if (engine.skip !== undefined) continue;
      const target = await engine.open();
      try {
        if (engine.name === 'postgres') await keepInParts(target.db, eventsByWeek);
        const { different } = await moveRows({ source: db, target: target.db, tell: () => {} }, 'here');
        assert.deepEqual(different, [], engine.name);
        assert.equal((await target.db.all('select 1 from event')).length, 1);
      } finally {
        await target.close();
      }
    }
  });
});
