/** States that are kept while nothing is written must see whatever is written, by whomever. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Statement } from '../../../src/db/database.ts';
import { openSqlite } from '../../../src/db/sqlite/sqlite.ts';
import { engines } from '../../databases.ts';
import { tableStates } from '../table-sums.ts';

const write = (sql: string): Statement => ({ sql });

test('states of tables are others after every write, of this connection or of another one, and else the same', async () => {
  const [sqlite] = engines;
  const { db, file, close } = (await sqlite?.open({ migrated: false })) ?? assert.fail();
  after(close);
  await db.commit([
    write('create table note (id text primary key, words text)'),
    write('create table other (id text)'),
  ]);
  const beside = await openSqlite(file ?? assert.fail());
  after(beside.close);
  const shown = async (): Promise<string> => JSON.stringify([...(await tableStates(db))]);
  const seen = [await shown()];
  assert.deepEqual([await shown(), (await tableStates(db)).size], [seen[0], 2]);
  for (const [by, sql] of [
    [db, "insert into note (id, words) values ('a', 'one')"],
    [beside, "update note set words = 'two'"],
    [beside, "insert into other (id) values ('b')"],
    [db, "update note set words = 'six'"],
    [beside, 'delete from note'],
  ] as const) {
    await by.commit([write(sql)]);
    seen.push(await shown());
    assert.equal(await shown(), seen.at(-1), sql);
  }
  assert.equal(new Set(seen).size, 6);
});
