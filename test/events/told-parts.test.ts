/** What operations tell goes after a week: row by row in a table that is one, and with a part of its own on PostgreSQL. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { Client } from 'pg';
import { moveRows } from '../../src/db/move/move-rows.ts';
import { tableShapes } from '../../src/db/move/table-shapes.ts';
import { keepInParts, partsOf } from '../../src/db/partitions/parted-table.ts';
import { DAY_MS, partName } from '../../src/db/partitions/partition-rules.ts';
import { keepSeenInParts } from '../../src/db/partitions/seen-ids.ts';
import { eventsByWeek } from '../../src/events/event-parts.ts';
import { sweepEvents } from '../../src/events/retention.ts';
import { addressed, type Engine, engines, forEachEngine } from '../databases.ts';
import { eventServer } from './event-server.ts';
import { firstEnd, tellOne } from './weeks-of-events.ts';

const WEEK = 7 * DAY_MS;

const openTold = async (engine: Engine) => {
  const { node, close } = await eventServer(engine);
  const { db } = node;
  const tell = (id: string, at: number, category: 'application' | 'click' = 'application'): Promise<number> =>
    tellOne(db, id, at, category);
  const kept = async (table = 'event'): Promise<readonly string[]> =>
    (await db.all<{ id: string }>(`select id from ${table} order by received_at, id`)).map(({ id }) => id);
  const waits = (id: string, spread: 0 | 1) =>
    db.commit([{ sql: 'update event set spread = ? where id = ?', params: [spread, id] }]);
  return { db, close, tell, kept, waits };
};

forEachEngine(async (engine) => {
  const { db, close, tell, kept, waits } = await openTold(engine);
  after(close);

  test('what an operation told goes after a week, not before it is handed out, and what pages told stays', async () => {
    const now = Date.now();
    await tell('click', now, 'click');
    for (const id of ['told', 'waits']) await tell(id, now);
    await waits('waits', 0);
    assert.equal(await sweepEvents(db, now + WEEK), 0);
    assert.equal(await sweepEvents(db, now + WEEK + 1), 1);
    assert.deepEqual(await kept(), ['click', 'waits']);
    await waits('waits', 1);
    assert.equal(await sweepEvents(db, now + WEEK + 1), 1);
    assert.deepEqual(await kept(), ['click']);
  });
});

const postgres = engines.find(({ name }) => name === 'postgres');

describe('what operations tell, in weeks', postgres?.skip === undefined ? {} : { skip: postgres.skip }, async () => {
  assert.ok(postgres !== undefined);
  const { engine, url } = addressed(postgres);
  const { db, close, tell, kept, waits } = await openTold(engine);
  after(close);
  const shapes = await tableShapes(db);
  await keepSeenInParts(db, eventsByWeek);
  /** The end of the first part, which is the table that was. */
  const first = await firstEnd(db);
  const [one, two] = [partName('event', first), partName('event', first + WEEK)];
  const soon = async (): Promise<readonly string[]> =>
    (await partsOf(db, eventsByWeek)).flatMap((part) => part.soon ?? []);
  const placeOf = async (id: string): Promise<unknown> =>
    (await db.one('select cast(tableoid as regclass)::text as place from event where id = ?', [id]))?.['place'];

  test('has a part of its own in every week that is made, and each part its key', async () => {
    await tell('early', first - 2 * DAY_MS);
    await sweepEvents(db, first - 2 * DAY_MS);
    assert.equal(await tell('told', first + DAY_MS), 1);
    assert.equal(await tell('click', first + DAY_MS, 'click'), 1);
    assert.deepEqual([await placeOf('told'), await placeOf('click')], [`${one}_soon`, `${one}_rest`]);
    for (const id of ['told', 'click']) {
      assert.equal(await tell(id, first + DAY_MS + 5, id === 'told' ? 'application' : 'click'), 0, `${id} counts once`);
    }
    assert.deepEqual(await tableShapes(db), shapes, 'for a move it is the table that it was');
  });

  test('is told once however many weeks lie between, and its id is not copied', async () => {
    const end = first + WEEK;
    await sweepEvents(db, end - DAY_MS);
    assert.equal(await tell('told', end + DAY_MS), 0, 'looked for in the week that ends');
    await Promise.all([sweepEvents(db, end + DAY_MS), sweepEvents(db, end + DAY_MS)]);
    assert.deepEqual(
      await kept('event_seen'),
      ['early', 'click'],
      'what came before there were such parts, and clicks',
    );
    for (const id of ['told', 'early']) assert.equal(await tell(id, end + DAY_MS), 0, id);
    assert.equal(await tell('click', end + DAY_MS, 'click'), 0);
    assert.equal(await tell('next', end + DAY_MS), 1);
    assert.equal(await placeOf('next'), `${two}_soon`);
  });

  test('is dropped a week after the end of its own, unless something in it waits or somebody reads it, and clicks stay', async () => {
    const end = first + WEEK;
    await waits('told', 0);
    await sweepEvents(db, end + WEEK - 1);
    assert.deepEqual(await soon(), [`${one}_soon`, `${two}_soon`, `${partName('event', end + WEEK)}_soon`]);
    assert.deepEqual(await kept(), ['click', 'told', 'next'], 'in the part of before it goes row by row');
    await sweepEvents(db, end + WEEK);
    assert.ok((await soon()).includes(`${one}_soon`), 'it is not handed out yet');
    await waits('told', 1);
    const reader = new Client({ connectionString: url() });
    await reader.connect();
    await reader.query(`begin`);
    await reader.query(`select 1 from ${one}_soon`);
    await sweepEvents(db, end + WEEK);
    assert.ok((await soon()).includes(`${one}_soon`), 'somebody reads it');
    await reader.end();
    await sweepEvents(db, end + WEEK);
    assert.ok(!(await soon()).includes(`${one}_soon`));
    assert.deepEqual(await kept(), ['click', 'next']);
    assert.equal(await tell('told', end + WEEK + DAY_MS), 1, 'its id is free again');
    assert.equal(await tell('next', end + WEEK + DAY_MS), 0);
    assert.equal(await tell('click', end + WEEK + DAY_MS, 'click'), 0);
  });

  test('also goes from a week that another release made in one part', async () => {
    const begin = first + 4 * WEEK;
    const { sooner: _, ...inOne } = eventsByWeek;
    await keepInParts(db, inOne, begin);
    await tell('beside', begin + DAY_MS);
    assert.equal(await placeOf('beside'), partName('event', begin));
    await sweepEvents(db, begin + WEEK + DAY_MS);
    assert.deepEqual(await kept(), ['click', 'beside']);
    await sweepEvents(db, begin + WEEK + DAY_MS + 1);
    assert.deepEqual(await kept(), ['click']);
  });

  test('is moved into a database of either kind, and nothing is left of it when all days are over', async () => {
    const at = first + 6 * WEEK + DAY_MS;
    await sweepEvents(db, at);
    await tell('last', at);
    for (const engine of engines) {
      if (engine.skip !== undefined) continue;
      const target = await engine.open();
      try {
        const { different } = await moveRows({ source: db, target: target.db, tell: () => {} }, 'here');
        assert.deepEqual(different, [], engine.name);
        assert.equal((await target.db.all('select 1 from event')).length, 2);
      } finally {
        await target.close();
      }
    }
    await sweepEvents(db, at + 400 * DAY_MS);
    assert.deepEqual(await kept(), []);
  });
});
