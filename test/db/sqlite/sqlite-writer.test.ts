import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { DatabaseError } from '../../../src/db/database.ts';
import { openConnection } from '../../../src/db/sqlite/sqlite-connection.ts';
import { groupWriter } from '../../../src/db/sqlite/sqlite-writer.ts';
import { ids, openAt, openItems, put, readsDuring, temporaryFile } from '../sqlite-fixture.ts';

/** Threads started from here on; `process` announces each. */
const threadsStarted = (t: TestContext): Worker[] => {
  const threads: Worker[] = [];
  const keep = (worker: Worker) => threads.push(worker);
  process.on('worker', keep);
  t.after(() => process.off('worker', keep));
  return threads;
};

test('the writer moves to a thread under load, and no batch is lost, doubled or out of order', async (t) => {
  const db = await openItems(t, { slowCommitMs: 0 });
  const order: string[] = [];
  const places = new Set<string>([db.health().writer]);
  for (let wave = 0; wave < 60; wave += 1) {
    const names = Array.from({ length: 5 }, (_, n) => `w${wave}-${n}`);
    order.push(...names);
    await Promise.all(names.map((id) => db.commit([put(id)])));
    places.add(db.health().writer);
  }
  assert.deepEqual([...places], ['inline', 'thread']);
  assert.deepEqual(await ids(db), order);
  assert.equal(db.health().batches, order.length + 1);
});

test('a disk within the limit is written from the main thread', async (t) => {
  const threads = threadsStarted(t);
  const db = await openItems(t, { slowCommitMs: 60_000 });
  for (let n = 0; n < 100; n += 1) await db.commit([put(`n${n}`)]);
  assert.equal(db.health().writer, 'inline');
  assert.equal(threads.length, 0);
  assert.ok((db.health().commitMs ?? -1) > 0);
});

const aWrite = {
  sql: "insert into item values ('a')",
  values: [],
  counts: 'changed',
  guard: undefined,
  writesOnly: undefined,
} as const;
/** Where each of seven groups leaves the writer, when their statements are run so. */
const placesOf = async (t: TestContext, before: (sql: string) => void): Promise<readonly string[]> => {
  const file = temporaryFile(t);
  const db = openConnection(file, 'writer');
  t.after(db.close);
  const slowly = {
    ...db,
    run: (...[sql, values]: Parameters<typeof db.run>) => {
      before(sql);
      return db.run(sql, values);
    },
  };
  db.run('create table item (id text)', []);
  const writer = groupWriter(file, slowly, 2);
  t.after(writer.stop);
  const places: string[] = [];
  for (let count = 0; count < 7 && places.at(-1) !== 'thread'; count += 1) {
    await writer.write([[aWrite]]);
    places.push(writer.health().writer);
  }
  return places;
};

test('a disk that is fast but for two commits is written from a thread: each of them held everybody up', async (t) => {
  const lasting = [1, 1, 30, 1, 1, 30, 1];
  const places = await placesOf(t, (sql) => {
    if (sql === 'commit') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, lasting.shift() ?? 0);
  });
  assert.deepEqual([...new Set(places)], ['inline', 'thread']);
});

test('so is one on which two writes took long by themselves, such as those of goods with tens of thousands of articles', async (t) => {
  const lasting = [0, 60_000, 0, 60_000];
  const places = await placesOf(t, (sql) => {
    if (sql !== aWrite.sql) return;
    const [from, micros] = [process.threadCpuUsage(), lasting.shift() ?? 0];
    for (let used = 0; used < micros; ) {
      const { user, system } = process.threadCpuUsage(from);
      used = user + system;
    }
  });
  assert.deepEqual(places, ['inline', 'inline', 'inline', 'thread']);
});

test('when the thread dies, what it held is unknown and what comes later is written by a new one', async (t) => {
  const threads = threadsStarted(t);
  const db = await openAt(t, 'thread');
  const slow = {
    sql: `insert into item (id, note) with recursive n (i) as (select 1 union all select i + 1 from n where i < 2000000)
      select 'counted', cast(count(*) as text) from n`,
  };
  const held = db.commit([slow]);
  await new Promise(setImmediate);
  const later = Array.from({ length: 3 }, (_, n) => db.commit([put(`later${n}`)]));
  await threads[0]?.terminate();
  await assert.rejects(held, (error) => error instanceof DatabaseError && error.code === 'unknown');
  await Promise.all(later);
  const found = await ids(db);
  assert.deepEqual(
    found.filter((id) => id !== 'counted'),
    ['later0', 'later1', 'later2'],
  );
  assert.equal(threads.length, 2);
  assert.equal(db.health().writer, 'thread');
});

test('reads go on while the thread writes', async (t) => {
  const db = await openAt(t, 'thread');
  await db.commit([put('a')]);
  const slow = db.commit([
    {
      sql: `update item set note = (with recursive n (i) as (select 1 union all select i + 1 from n where i < 2000000)
        select cast(count(*) as text) from n)`,
    },
  ]);
  const reads = await readsDuring(slow, () => ids(db));
  assert.ok(reads > 10, `only ${reads} reads`);
  assert.deepEqual(await db.one('select note from item'), { note: '2000000' });
});
