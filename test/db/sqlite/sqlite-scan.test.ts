import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test, type TestContext } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { DatabaseError, type Database } from '../../../src/db/database.ts';
import { collect, openItems, put, readsDuring, temporaryFile } from '../sqlite-fixture.ts';

const ROWS = 5200;
const openFull = async (t: TestContext): Promise<Database> => {
  const db = await openItems(t);
  await db.commit([
    {
      sql: `insert into item (id, note) with recursive n (i) as (select 1 union all select i + 1 from n where i < ?)
        select printf('%06d', i), 'note' from n`,
      params: [ROWS],
    },
  ]);
  return db;
};
const scanIds = (db: Database) => db.scan<{ id: string }>('select id from item order by id')[Symbol.asyncIterator]();

test('a scan hands out every row once, in order, in chunks', async (t) => {
  const db = await openFull(t);
  const chunks = await collect(db.scan('select id, note from item where id > ? order by id', ['000100']));
  const rows = chunks.flat();
  assert.equal(rows.length, ROWS - 100);
  assert.deepEqual(rows[0], { id: '000101', note: 'note' });
  assert.ok(rows.every(({ id }, index) => id === String(index + 101).padStart(6, '0')));
  assert.ok(chunks.length > 5 && chunks.every((chunk) => chunk.length > 0 && chunk.length <= 1000));
});

test('a chunk of large rows has few of them: it comes in one turn of the loop', async (t) => {
  const db = await openItems(t);
  const note = 'x'.repeat(400_000);
  for (let at = 0; at < 10; at += 1) {
    await db.commit([{ sql: 'insert into item (id, note) values (?, ?)', params: [String(at), note] }]);
  }
  const chunks = await collect(db.scan('select id, note from item order by id'));
  assert.deepEqual(
    chunks.map(({ length }) => length),
    [3, 3, 3, 1],
  );
});

test('a scan of nothing has no chunks', async (t) => {
  const db = await openItems(t);
  assert.deepEqual(await collect(db.scan('select id from item')), []);
});

test('other reads complete while a scan works on an expensive chunk', async (t) => {
  const db = await openItems(t);
  const count = `with recursive n (i) as (select 1 union all select i + 1 from n where i < 2000000)
    select count(*) as n from n`;
  const scan = collect(db.scan(count));
  const reads = await readsDuring(scan, () => db.one('select id from item where id = ?', ['x']));
  assert.deepEqual(await scan, [[{ n: 2_000_000 }]]);
  assert.ok(reads > 10, `only ${reads} reads`);
});

test('the next chunk is read when it is asked for, and each scan keeps its own snapshot', async (t) => {
  const db = await openFull(t);
  await collect(db.scan('select id from item')); // leaves a connection behind that the next scan takes over
  const early = scanIds(db);
  await early.next();
  await db.commit([put('999999')]);
  const late = (await collect(db.scan('select id from item order by id'))).flat();
  assert.equal(late.at(-1)?.['id'], '999999');
  const rest: string[] = [];
  for (let step = await early.next(); step.done !== true; step = await early.next()) {
    rest.push(...step.value.map(({ id }) => id));
  }
  assert.equal(rest.at(-1), String(ROWS).padStart(6, '0'));
});

test('scans at the same time take turns', async (t) => {
  const db = await openFull(t);
  const order: string[] = [];
  const follow = async (name: string) => {
    for await (const chunk of db.scan('select id from item')) if (chunk.length > 0) order.push(name);
  };
  await Promise.all(['a', 'b', 'c'].map(follow));
  assert.equal(order.length % 3, 0);
  assert.deepEqual(new Set(order.slice(0, 3)), new Set(['a', 'b', 'c']));
  assert.deepEqual(new Set(order.slice(-3)), new Set(['a', 'b', 'c']));
});

test('leaving the loop early ends the read, so that the log can be emptied', async (t) => {
  const db = await openFull(t);
  // A snapshot that is still held keeps a truncating checkpoint from its end.
  const blocked = async () => (await db.one<{ busy: number }>('pragma wal_checkpoint(truncate)'))?.busy;
  const scan = scanIds(db);
  await scan.next();
  await db.commit([put('during')]);
  assert.equal(await blocked(), 1);
  await scan.return?.();
  assert.equal(await blocked(), 0);
  for await (const chunk of db.scan('select id from item')) {
    assert.ok(chunk.length > 0);
    break;
  }
  await db.commit([put('after')]);
  assert.equal(await blocked(), 0);
});

test('a wrong text rejects its own scan only', async (t) => {
  const db = await openFull(t);
  const other = scanIds(db);
  await other.next();
  await assert.rejects(collect(db.scan('select id from nowhere')), /no such table: nowhere/);
  assert.equal((await other.next()).done, false);
});

test('a scan whose thread dies is refused, and the next one works', async (t) => {
  const threads: Worker[] = [];
  const keep = (worker: Worker) => threads.push(worker);
  process.on('worker', keep);
  t.after(() => process.off('worker', keep));
  const db = await openFull(t);
  const scan = scanIds(db);
  await scan.next();
  await threads[0]?.terminate();
  await assert.rejects(scan.next(), (error) => error instanceof DatabaseError && error.code === 'busy');
  assert.equal((await collect(db.scan('select id from item'))).flat().length, ROWS);
  assert.equal(threads.length, 2);
});

test('an idle reader does not keep the process alive, and an open question does', async (t) => {
  const script = `
    import { openSqlite } from ${JSON.stringify(new URL('../../../src/db/sqlite/sqlite.ts', import.meta.url).href)};
    const db = await openSqlite(process.argv[1], { slowCommitMs: 0 });
    await db.commit([{ sql: 'create table item (id integer primary key, n integer not null) strict' }]);
    for (let n = 0; n < 50; n += 1) await db.commit([{ sql: 'insert into item (n) values (?)', params: [n] }]);
    let rows = 0;
    for await (const chunk of db.scan('select id from item')) rows += chunk.length;
    process.stdout.write(rows + ' ' + db.health().writer);
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, temporaryFile(t)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  const [text, [code]] = await Promise.all([collect(child.stdout.setEncoding('utf8')), once(child, 'exit')]);
  assert.equal(code, 0);
  assert.equal(text.join(''), '50 thread');
});
