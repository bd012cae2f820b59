/** Attempts of deliveries by day: on PostgreSQL a table that is in use becomes one in parts, and old days are dropped. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { dropParts, keepInParts } from '../../src/db/partitions/parted-table.ts';
import { beginOf, DAY_MS, endOf, partName, partsToMake, pastParts } from '../../src/db/partitions/partition-rules.ts';
import { moveRows } from '../../src/db/move/move-rows.ts';
import { tableShapes } from '../../src/db/move/table-shapes.ts';
import type { Statement } from '../../src/db/database.ts';
import { openPostgres } from '../../src/db/postgres/postgres.ts';
import { attemptsByDay, sweepDeliveries } from '../../src/webhooks/courier/delivery-log-store.ts';
import { engines } from '../databases.ts';
import { PATIENCE_MS } from '../patience.ts';

test('days follow each other without a gap, and those that are past are named', () => {
  const now = Date.UTC(2026, 10, 17, 13);
  const today = beginOf(now);
  assert.equal(partName('x', today), 'x_20261117');
  assert.deepEqual(partsToMake([], now, 1), [today, today + DAY_MS]);
  assert.deepEqual(partsToMake([{ name: 'x', until: today + DAY_MS }], now, 1), [today + DAY_MS]);
  assert.deepEqual(partsToMake([{ name: 'x', until: today + 7 * DAY_MS }], now, 3), []);
  assert.deepEqual(
    partsToMake([{ name: 'x', until: today - 9 * DAY_MS }], now, 0),
    [today],
    'after a time without nodes',
  );
  assert.equal(endOf("FOR VALUES FROM (MINVALUE) TO ('1794873600000')"), 1_794_873_600_000);
  assert.equal(endOf('DEFAULT'), undefined);
  const parts = [{ name: 'rest', until: undefined }, ...[1, 2].map((until) => ({ name: `p${until}`, until }))];
  assert.deepEqual(
    pastParts(parts, 1).map(({ name }) => name),
    ['p1'],
  );
});

const engine = engines.find(({ name }) => name === 'postgres');

describe('a table in days', engine?.skip === undefined ? {} : { skip: engine?.skip }, async () => {
  const opened = await engine?.open();
  assert.ok(opened?.url !== undefined);
  const { db, url, close } = opened;
  const other = await openPostgres(url, { waitMs: PATIENCE_MS });
  after(async () => {
    await other.close();
    await close();
  });
  const now = Date.now();
  const attempt = (event: string, at: number): Statement => ({
    sql: `insert into webhook_attempt
        (subscriber_id, application_id, event_id, attempted_at, claim, outcome, status, took_ms, answer)
      values (1, 'a', ?, ?, 'c', 'answered', 200, 1, 'ok') on conflict do nothing`,
    params: [event, at],
  });
  const kept = async (): Promise<readonly string[]> =>
    (await db.all<{ event_id: string }>('select event_id from webhook_attempt order by attempted_at, event_id')).map(
      ({ event_id }) => event_id,
    );
  const parts = async (): Promise<readonly string[]> =>
    (
      await db.all<{ name: string }>(
        `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
         where i.inhparent = to_regclass('webhook_attempt') order by 1`,
      )
    ).map(({ name }) => name);
  const indexes = async (): Promise<readonly string[]> =>
    (
      await db.all<{ name: string }>(
        `select indexname as name from pg_indexes where tablename = 'webhook_attempt' order by 1`,
      )
    ).map(({ name }) => name);

  const limits = () => db.all(`select 1 from pg_constraint where conname = 'webhook_attempt_until'`);

  test('is made from one that is in use, by two nodes at once, with every row, key and index', async () => {
    await db.commit([attempt('old', now - 40 * DAY_MS), attempt('new', now)]);
    const [names, shapes] = [await indexes(), await tableShapes(db)];
    await Promise.all([keepInParts(db, attemptsByDay), keepInParts(other, attemptsByDay)]);
    assert.deepEqual(await parts(), ['webhook_attempt_before', 'webhook_attempt_rest']);
    assert.deepEqual(await kept(), ['old', 'new']);
    assert.deepEqual(await indexes(), names);
    assert.deepEqual(await tableShapes(db), shapes, 'for a move it is the table that it was');
    await db.commit([attempt('new', now)]);
    assert.deepEqual(await kept(), ['old', 'new'], 'the same attempt counts once');
    await keepInParts(db, attemptsByDay);
    assert.equal((await parts()).length, 2, 'nothing is left to do');
    assert.deepEqual(await limits(), [], 'and nothing that would refuse rows');
  });

  test('has a day for every row that comes, and what came when there was none goes into its day', async () => {
    const late = now + 8 * DAY_MS;
    await db.commit([attempt('late', late)]);
    assert.equal(await dropParts(db, attemptsByDay, 0, late - DAY_MS), true);
    const [row] = await db.all<{ part: string }>(
      `select cast(tableoid as regclass)::text as part from webhook_attempt where event_id = 'late'`,
    );
    assert.equal(row?.part, partName('webhook_attempt', beginOf(late)));
  });

  test('loses whole days, and no row that is younger', async () => {
    await db.commit([attempt('beside', now + 7 * DAY_MS)]);
    const soon = now + 38 * DAY_MS;
    await sweepDeliveries(db, soon);
    assert.deepEqual(await kept(), ['late'], 'thirty days, and the rest of the last of them');
    assert.ok(!(await parts()).includes('webhook_attempt_before'));
    await sweepDeliveries(db, now + 90 * DAY_MS);
    assert.deepEqual(await kept(), []);
  });

  test('is moved like any other, in both directions', async () => {
    const target = await engine?.open();
    assert.ok(target !== undefined);
    try {
      await keepInParts(target.db, attemptsByDay);
      await db.commit([attempt('one', now), attempt('two', now + 91 * DAY_MS)]);
      const { different } = await moveRows({ source: db, target: target.db, tell: () => {} }, 'here');
      assert.deepEqual(different, []);
      assert.equal((await target.db.all('select 1 from webhook_attempt')).length, 2);
    } finally {
      await target.close();
    }
  });

  test('that could not be made is left as it was', async () => {
    const target = await engine?.open();
    assert.ok(target !== undefined);
    try {
      await target.db.commit([attempt('far', now + 30 * DAY_MS)]);
      await assert.rejects(keepInParts(target.db, attemptsByDay));
      const left = await target.db.all(`select 1 from pg_constraint where conname = 'webhook_attempt_until'`);
      assert.deepEqual(left, []);
      assert.equal(await dropParts(target.db, attemptsByDay, 0, now), false, 'its rows are deleted one by one');
    } finally {
      await target.close();
    }
  });
});
