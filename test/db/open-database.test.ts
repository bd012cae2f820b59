import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openDatabase, sqliteFile } from '../../src/db/open-database.ts';

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);
const skip = process.platform === 'win32' ? 'Windows keeps no such modes' : false;

test('the database file and its log are for their owner only, whatever the umask', { skip }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-mode-'));
  const umask = process.umask(0);
  t.after(() => {
    process.umask(umask);
    rmSync(folder, { recursive: true, force: true });
  });
  const dataFolder = join(folder, 'data');
  const db = await openDatabase({ dataFolder });
  await db.commit([{ sql: 'create table item (id integer primary key) strict' }]);
  const file = sqliteFile(dataFolder);
  assert.deepEqual([dataFolder, file, `${file}-wal`, `${file}-shm`].map(modeOf), ['700', '600', '600', '600']);
  await db.close();

  chmodSync(file, 0o640);
  const again = await openDatabase({ dataFolder });
  assert.equal(modeOf(file), '640', 'a mode that somebody chose stays');
  assert.deepEqual(await again.all('select id from item'), []);
  await again.close();
});

test('two that open one folder at once both work', async (t) => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'cartwright-mode-'));
  t.after(() => rmSync(dataFolder, { recursive: true, force: true }));
  const both = await Promise.all([openDatabase({ dataFolder }), openDatabase({ dataFolder })]);
  await both[0].commit([{ sql: 'create table item (id integer primary key) strict' }]);
  await Promise.all(both.map((db, id) => db.commit([{ sql: 'insert into item (id) values (?)', params: [id] }])));
  assert.equal((await both[1].all('select id from item')).length, 2);
  for (const db of both) await db.close();
});
