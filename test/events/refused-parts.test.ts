/** Refused events by week: dropped with their week on PostgreSQL, kept once, and read beside those of the release before. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { Client } from 'pg';
import type { Database, Statement } from '../../src/db/database.ts';
import { moveRows } from '../../src/db/move/move-rows.ts';
import { tableShapes } from '../../src/db/move/table-shapes.ts';
import { keepInParts, partsOf } from '../../src/db/partitions/parted-table.ts';
import { DAY_MS } from '../../src/db/partitions/partition-rules.ts';
import { refusedByWeek, weekOf } from '../../src/events/event-parts.ts';
import { countRefused, dropRefused, keepRefused, listRefused } from '../../src/events/refusals/refusal-store.ts';
import { sweepEvents } from '../../src/events/retention.ts';
import { readEntries, recentPlaces } from '../../src/events/tail/tail-store.ts';
import { addressed, engines, forEachEngine } from '../databases.ts';
import { eventServer } from './event-server.ts';
import { anEvent, type Json } from './samples.ts';
import { refusedAt } from './weeks-of-events.ts';

const WEEK = 7 * DAY_MS;

/** The statement of the release before, which names the key of its table. */
const refusedBefore = (applicationId: string, id: string, at: number): Statement => ({
  sql: `insert into event_refusal (application_id, id, event_id, name, codes, received_at, tries, user_hash,
      anonymous_hash, reasons, body) values (?, ?, ?, 'user_logout', ' event_contains ', ?, 0, null, null, '[]', '{}')
    on conflict (application_id, id) do nothing`,
  params: [applicationId, id, id, at],
});

/** How many of it are kept: one, or none when it is known. */
const refuse = async (db: Database, applicationId: string, id: string, at: number): Promise<number> =>
  (await db.commit([keepRefused(applicationId, refusedAt(id, at))]))[0]?.changes ?? 0;

const idsIn = async (db: Database, applicationId: string, limit = 100): Promise<readonly string[]> =>
  (await listRefused(db, applicationId, { filter: {}, after: undefined, limit })).map(({ id }) => id);

forEachEngine(async (engine) => {
  const server = await eventServer(engine);
  after(() => server.close());
  const { node, shop } = server;
  const { db } = node;
  const { applicationId } = shop;

  test('what nodes of the release before refuse is listed, counted and told of with the rest, and once', async () => {
    const at = node.now();
    await db.commit([refusedBefore(applicationId, 'earlier', at - 5), refusedBefore(applicationId, 'third', at + 5)]);
    assert.equal(await refuse(db, applicationId, 'second', at), 1);
    assert.equal(await refuse(db, applicationId, 'earlier', at), 0, 'the release before has kept it');
    await db.commit([refusedBefore(applicationId, 'second', at + 1)]);
    assert.deepEqual(await idsIn(db, applicationId), ['earlier', 'second', 'third']);
    assert.deepEqual(await idsIn(db, applicationId, 2), ['earlier', 'second']);
    const asked = { filter: { code: 'event_contains', from: at }, after: [at, 'second'] as const, limit: 5 };
    assert.deepEqual(
      (await listRefused(db, applicationId, asked)).map(({ id }) => id),
      ['third'],
    );
    assert.deepEqual(await countRefused(db, applicationId), [
      { name: 'user_logout', code: 'event_contains', count: 3 },
    ]);
    const places = await recentPlaces(db, 'bad', applicationId, { from: at, most: 5 });
    assert.deepEqual(
      places.map(({ id }) => id),
      ['third', 'second'],
    );
    const ids = places.map(({ id }) => id);
    const told = await Array.fromAsync(readEntries(db, 'bad', applicationId, ids));
    assert.deepEqual(
      told.map(({ id }) => id),
      ids,
    );
    await db.commit(dropRefused(applicationId, ['second', 'third']));
    assert.deepEqual(await idsIn(db, applicationId), ['earlier']);
    assert.deepEqual(await idsIn(db, server.otherShop.applicationId), [], 'another shop has none');
  });

  test('what nodes of the release before refused is tried again, forgotten and over as the rest is', async () => {
    await db.commit([{ sql: 'delete from event_refusal' }, { sql: 'delete from event_refused' }]);
    const wrong = (payload: Json) => ({
      ...anEvent('user_logout', { applicationId, at: node.now(), payload }),
      contains: [],
    });
    const columns =
      'application_id, id, event_id, name, codes, received_at, tries, user_hash, anonymous_hash, reasons, body';
    await server.send([wrong({ user_id: 'u-1' }), wrong({ user_id: 'u-2' })]);
    await db.commit([
      { sql: `insert into event_refusal (${columns}) select ${columns} from event_refused` },
      { sql: 'delete from event_refused' },
    ]);
    node.clock.at += 1;
    await server.send([wrong({ user_id: 'u-1' })]);
    const { payload } = await server.call('POST', '/refused/redrive', { name: 'user_logout' });
    assert.equal((JSON.parse(payload) as Json)['refused'], 3);
    const listed = await listRefused(db, applicationId, { filter: {}, after: undefined, limit: 9 });
    assert.deepEqual(
      listed.map(({ tries }) => tries),
      [1, 1, 1],
    );
    const erased = await server.call('POST', '/erasures', { user_id: 'u-1' });
    assert.deepEqual((JSON.parse(erased.payload) as Json)['erased'], { event_refusal: 1, event_refused: 1 });
    assert.equal((await idsIn(db, applicationId)).length, 1);
    assert.equal(await sweepEvents(db, node.now() + 31 * DAY_MS), 1);
    assert.deepEqual(await idsIn(db, applicationId), []);
  });
});

const postgres = engines.find(({ name }) => name === 'postgres');

describe('refused events in weeks', postgres?.skip === undefined ? {} : { skip: postgres.skip }, async () => {
  assert.ok(postgres !== undefined);
  const { engine, url } = addressed(postgres);
  const server = await eventServer(engine);
  const { db } = server.node;
  after(() => server.close());
  const { applicationId } = server.shop;
  const other = server.otherShop.applicationId;
  const put = (id: string, at: number, application = applicationId): Promise<number> => refuse(db, application, id, at);
  const kept = async (): Promise<readonly string[]> =>
    (await db.all<{ id: string }>('select id from event_refused order by received_at, id')).map(({ id }) => id);
  const parts = async (): Promise<readonly string[]> => (await partsOf(db, refusedByWeek)).map(({ name }) => name);
  const now = Date.now();
  await put('old', now - 20 * DAY_MS);
  const shapes = await tableShapes(db);
  await Promise.all([keepInParts(db, refusedByWeek), keepInParts(db, refusedByWeek)]);
  const end = (await partsOf(db, refusedByWeek)).find(({ name }) => name === 'event_refused_before')?.until ?? 0;

  test('are made of the table in use, beside nodes of the release before, which have their own', async () => {
    assert.deepEqual(await tableShapes(db), shapes, 'for a move it is the table that it was');
    assert.equal(end, weekOf(end));
    assert.equal(await put('old', now), 0);
    assert.equal(await put('new', now), 1);
    await db.commit([refusedBefore(applicationId, 'earlier', now + 1)]);
    assert.deepEqual(await idsIn(db, applicationId), ['old', 'new', 'earlier']);
  });

  test('keep an event once, of whichever week, and by its key where two come at once', async () => {
    await sweepEvents(db, end - DAY_MS); // makes the next week
    assert.equal(await put('new', end + 1), 0, 'of the week before');
    assert.equal(await put('next', end + 1), 1);
    const first = new Client({ connectionString: url() });
    await first.connect();
    await first.query('begin');
    const { sql, params = [] } = keepRefused(applicationId, refusedAt('twice', end + 2));
    let place = 0;
    await first.query(
      sql.replaceAll('?', () => `$${(place += 1)}`),
      [...params],
    );
    const second = put('twice', end + 3);
    const waits = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%insert into event_refused%'
      and datname = current_database()`;
    while ((await db.all(waits)).length === 0);
    await first.query('commit');
    await first.end();
    assert.equal(await second, 0);
    assert.deepEqual(await kept(), ['old', 'new', 'next', 'twice']);
  });

  test('are looked for by indexes, part by part', async () => {
    const client = new Client({ connectionString: url() });
    await client.connect();
    try {
      await client.query('set enable_seqscan = off');
      const { sql, params = [] } = keepRefused(applicationId, refusedAt('new', end + 4));
      let place = 0;
      const text = sql.replaceAll('?', () => `$${(place += 1)}`);
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, [...params]);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      assert.doesNotMatch(plan, /Seq Scan/, plan);
      assert.match(plan, /event_refused_before/);
    } finally {
      await client.end();
    }
  });

  test('go with their week when all days are over, and one by one where they are kept for a shorter time', async () => {
    await put('short', end + 5, other);
    await db.commit([
      {
        sql: `update application set settings = replace(settings, '"refused_kept_days":30', '"refused_kept_days":20') where id = ?`,
        params: [other],
      },
    ]);
    await sweepEvents(db, end + 29 * DAY_MS);
    assert.ok((await parts()).includes('event_refused_before'), 'it may stay for the rest of its week');
    assert.deepEqual(await kept(), ['old', 'new', 'next', 'twice'], 'where it is kept for 20 days it is gone');
    await sweepEvents(db, end + 30 * DAY_MS);
    assert.ok(!(await parts()).includes('event_refused_before'));
    assert.deepEqual(await kept(), ['next', 'twice']);
    assert.deepEqual(await idsIn(db, applicationId), ['next', 'twice'], 'and so is what the release before refused');
    assert.equal(await put('new', end + 30 * DAY_MS), 1, 'it is kept anew');
    await sweepEvents(db, end + 30 * DAY_MS + WEEK);
    assert.deepEqual(await kept(), ['new']);
  });

  test('are kept where nobody has made their week, and go no sooner for that', async () => {
    const far = end + 100 * WEEK + 6 * DAY_MS;
    assert.equal(await put('far', far), 1);
    await sweepEvents(db, far + 30 * DAY_MS);
    assert.ok((await kept()).includes('far'));
    await sweepEvents(db, far + 30 * DAY_MS + WEEK);
    assert.deepEqual(await kept(), []);
  });

  test('are moved into a database of either kind', async () => {
    await put('moved', now);
    await db.commit([refusedBefore(applicationId, 'moved-earlier', now)]);
    for (const to of engines) {
      if (to.skip !== undefined) continue;
      const target = await to.open();
      try {
        if (to.name === 'postgres') await keepInParts(target.db, refusedByWeek);
        const { different } = await moveRows({ source: db, target: target.db, tell: () => {} }, 'here');
        assert.deepEqual(different, [], to.name);
        assert.deepEqual(await idsIn(target.db, applicationId), ['moved', 'moved-earlier']);
      } finally {
        await target.close();
      }
    }
  });
});
