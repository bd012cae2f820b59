import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { openSqlite } from '../../src/db/sqlite/sqlite.ts';
import { collect, ids, openItems, put, temporaryFile } from './sqlite-fixture.ts';

test('every commit reaches the disk, foreign keys hold, and nothing waits inside SQLite', async (t) => {
  const db = await openItems(t);
  assert.deepEqual(await db.one('pragma journal_mode'), { journal_mode: 'wal' });
  assert.deepEqual(await db.one('pragma synchronous'), { synchronous: 2 });
  assert.deepEqual(await db.one('pragma foreign_keys'), { foreign_keys: 1 });
  assert.deepEqual(await db.one('pragma busy_timeout'), { timeout: 0 });
});

test('a folder that does not exist, or a path that is a folder, says what to check', async (t) => {
  const folder = dirname(temporaryFile(t));
  for (const path of [join(folder, 'missing', 'shop.db'), folder]) {
    await assert.rejects(openSqlite(path), (error: Error) => {
      assert.match(error.message, /Cannot open the database file .*folder exists.*may write/);
      assert.ok(error.message.includes(path));
      return true;
    });
  }
});

test('a file that is something else is named as such and left as it was', async (t) => {
  const file = temporaryFile(t);
  writeFileSync(file, 'not a database, and longer than the header of one would be'.repeat(50));
  await assert.rejects(openSqlite(file), /not an SQLite database.*another path.*backup/);
});

test('a database in memory is refused, because threads could not share it', async () => {
  await assert.rejects(openSqlite(':memory:'), /path of a file/);
});

test('a closed database refuses reads and writes, and closing twice is the same closing', async (t) => {
  const db = await openItems(t);
  await db.commit([put('a')]);
  await Promise.all([db.close(), db.close()]);
  await assert.rejects(db.commit([put('b')]), /database is closed/);
  await assert.rejects(ids(db), /database is closed/);
  await assert.rejects(collect(db.scan('select id from item')), /database is closed/);
});

test('closing leaves one file with everything in it', async (t) => {
  const file = temporaryFile(t);
  const db = await openItems(t, { slowCommitMs: 0 }, file);
  for (let n = 0; n < 50; n += 1) await db.commit([put(`n${n}`)]);
  await collect(db.scan('select id from item'));
  assert.equal(db.health().writer, 'thread');
  await db.close();
  assert.equal(existsSync(`${file}-wal`), false);
  assert.equal((await ids(await openItems(t, {}, file))).length, 50);
});

test('an empty batch is written at once', async (t) => {
  const db = await openItems(t);
  const before = db.health().groups;
  assert.deepEqual(await db.commit([]), []);
  assert.equal(db.health().groups, before);
});
