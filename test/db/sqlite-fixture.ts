/** A database in a folder of its own that goes away with the test. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Database, Statement } from '../../src/db/database.ts';
import { openSqlite, type SqliteOptions } from '../../src/db/sqlite/sqlite.ts';

export const temporaryFile = (t: TestContext): string => {
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-sqlite-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'test.db');
};

export const put = (id: string, note = ''): Statement => ({
  sql: 'insert into item (id, note) values (?, ?)',
  params: [id, note],
});

export const ids = async (db: Database): Promise<unknown[]> =>
  (await db.all('select id from item order by rowid')).map(({ id }) => id);

export const collect = async <T>(chunks: AsyncIterable<T>): Promise<T[]> => {
  const collected: T[] = [];
  for await (const chunk of chunks) collected.push(chunk);
  return collected;
};

/** How many reads, a turn of the event loop apart, complete before the work does. */
export const readsDuring = async (work: Promise<unknown>, read: () => Promise<unknown>): Promise<number> => {
  const state = { done: false };
  const ended = work.finally(() => {
    state.done = true;
  });
  let reads = 0;
  while (!state.done) {
    await read();
    reads += 1;
    await new Promise(setImmediate);
  }
  await ended;
  return reads;
};

/** More groups than the writer looks at before it decides to move. */
const GROUPS_TO_MOVE = 40;

export const openItems = async (t: TestContext, options: SqliteOptions = {}, file = temporaryFile(t)) => {
  const db = await openSqlite(file, options);
  t.after(() => db.close());
  await db.commit([{ sql: 'create table if not exists item (id text primary key, note text not null) strict' }]);
  return db;
};

/** `thread`: every commit counts as slow, so the writer has moved before the test begins. */
export const openAt = async (
  t: TestContext,
  writer: 'inline' | 'thread',
  options: SqliteOptions = {},
  file?: string,
) => {
  const slowCommitMs = writer === 'thread' ? 0 : Number.POSITIVE_INFINITY;
  const db = await openItems(t, { ...options, slowCommitMs }, file);
  if (writer === 'thread') {
    await db.commit([{ sql: 'create table warm (id integer primary key, n integer not null) strict' }]);
    for (let n = 0; n < GROUPS_TO_MOVE; n += 1)
      await db.commit([{ sql: 'insert into warm (n) values (?)', params: [n] }]);
  }
  return db;
};
