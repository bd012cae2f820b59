/** What is remembered of a table without rows is what the file would say: until anybody, whoever he is, puts one there. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSqlite } from '../../../src/db/sqlite/sqlite.ts';
import { openAt, temporaryFile } from '../sqlite-fixture.ts';

const OF_CART = 'select p.id from price_adjustment p where p.cart_id in (?, ?) order by p.id limit ?';

for (const writer of ['inline', 'thread'] as const) {
  test(`${writer}: rows of a table that had none are found from the next read on`, async (t) => {
    const file = temporaryFile(t);
    const db = await openAt(t, writer, {}, file);
    await db.commit([
      { sql: 'create table price_adjustment (id text primary key, cart_id text not null) strict' },
      { sql: 'create table seller (uid integer primary key, name text not null) strict' },
    ]);
    const stranger = await openSqlite(file);
    t.after(() => stranger.close());
    const put = (id: string, cartId: string) => [
      { sql: 'insert into price_adjustment (id, cart_id) values (?, ?)', params: [id, cartId] },
    ];
    const ids = async (cartId: string): Promise<unknown[]> =>
      (await db.all(OF_CART, [cartId, cartId, 10])).map(({ id }) => id);
    const first = (cartId: string) => db.one('select id from price_adjustment where cart_id = ?', [cartId]);

    assert.deepEqual([await ids('a'), await ids('b'), await first('a')], [[], [], undefined]);
    assert.deepEqual([await ids('a'), await ids('b'), await first('a')], [[], [], undefined]);
    await db.commit(put('1', 'a'));
    assert.deepEqual([await ids('a'), await ids('b'), await first('a')], [['1'], [], { id: '1' }]);
    await db.commit([{ sql: 'delete from price_adjustment' }]);
    assert.deepEqual([await ids('a'), await ids('b'), await first('a')], [[], [], undefined]);
    await stranger.commit(put('2', 'b'));
    assert.deepEqual([await ids('a'), await ids('b'), await first('b')], [[], ['2'], { id: '2' }]);
  });
}

test('what is counted of a table without rows, or read beside one, is still said', async (t) => {
  const db = await openAt(t, 'inline', {}, temporaryFile(t));
  await db.commit([
    { sql: 'create table price_adjustment (id text primary key) strict' },
    { sql: 'create table seller (uid integer primary key) strict' },
    { sql: 'insert into seller (uid) values (7)' },
  ]);
  // Twice each: the second time as it is remembered.
  for (let turn = 0; turn < 2; turn += 1) {
    assert.deepEqual(await db.all('select count(*) as n from price_adjustment'), [{ n: 0 }]);
    assert.deepEqual(await db.all('select n from (select count(*) as n from price_adjustment) c'), [{ n: 0 }]);
    assert.deepEqual(await db.all('select max(id) as last from price_adjustment'), [{ last: null }]);
    assert.deepEqual(
      await db.all('select s.uid, p.id from seller s left join price_adjustment p on p.id = cast(s.uid as text)'),
      [{ uid: 7, id: null }],
    );
  }
});

test('whether anybody is suppressed is remembered, until somebody else is', async (t) => {
  const file = temporaryFile(t);
  const db = await openAt(t, 'inline', {}, file);
  await db.commit([
    { sql: 'create table event_suppression (application_id text not null, subject text not null) strict' },
  ]);
  const stranger = await openSqlite(file);
  t.after(() => stranger.close());
  const one = (of: string) => db.one('select 1 as one from event_suppression where application_id = ? limit 1', [of]);
  const put = (of: string) => [{ sql: "insert into event_suppression values (?, 'hash')", params: [of] }];
  assert.deepEqual([await one('a'), await one('b')], [undefined, undefined]);
  await db.commit(put('a'));
  const found = await one('a');
  assert.deepEqual([found, await one('b')], [{ one: 1 }, undefined]);
  assert.equal(await one('a'), found);
  await stranger.commit(put('b'));
  assert.deepEqual(await one('b'), { one: 1 });
  await stranger.commit([{ sql: 'delete from event_suppression' }]);
  assert.deepEqual([await one('a'), await one('b')], [undefined, undefined]);
});
