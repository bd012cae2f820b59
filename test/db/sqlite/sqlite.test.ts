import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DatabaseError, type Statement } from '../../../src/db/database.ts';
import { collect, ids, openAt, put } from '../sqlite-fixture.ts';

const guarded = (id: string, name: string): Statement => ({ ...put(id), guard: { name, rows: 1 } });
const touchNobody: Statement = {
  sql: "update item set note = 'seen' where id = ?",
  params: ['nobody'],
  guard: { name: 'item_exists', rows: 1 },
};
const manyRows: Statement = {
  sql: `insert into item (id, note) with recursive n (i) as (select 1 union all select i + 1 from n where i < 5000)
    select cast(i as text), 'a note of some length, so that the pages fill' from n`,
};
const brokenBy = (error: unknown): string =>
  error instanceof DatabaseError ? `${error.code} ${error.guard ?? ''}`.trim() : 'fault';
const outcome = (settled: PromiseSettledResult<unknown>): string =>
  settled.status === 'fulfilled' ? 'written' : brokenBy(settled.reason);

for (const writer of ['inline', 'thread'] as const) {
  describe(`group commit, writer ${writer}`, () => {
    test('batches that arrive together share one durable write', async (t) => {
      const db = await openAt(t, writer);
      assert.equal(db.health().writer, writer);
      const before = db.health();
      await Promise.all(Array.from({ length: 50 }, (_, n) => db.commit([put(`i${n}`)])));
      const after = db.health();
      assert.equal(after.batches - before.batches, 50);
      assert.equal(after.groups - before.groups, 1);
      assert.equal(after.waiting, 0);
    });

    test('batches that arrive one after the other are each durable before the next', async (t) => {
      const db = await openAt(t, writer);
      const before = db.health().groups;
      for (const id of ['a', 'b', 'c']) await db.commit([put(id)]);
      assert.equal(db.health().groups - before, 3);
    });

    test('a batch that fails in a group takes nothing of its neighbours and leaves nothing of its own', async (t) => {
      const db = await openAt(t, writer);
      await db.commit([put('taken')]);
      const settled = await Promise.allSettled([
        db.commit([put('first')]),
        db.commit([put('half'), touchNobody]),
        db.commit([put('other half'), guarded('taken', 'idempotency')]),
        db.commit([put('third half'), put('taken')]),
        db.commit([put('fourth half'), { sql: 'insert into nowhere (id) values (1)' }]),
        db.commit([put('last')]),
      ]);
      assert.deepEqual(settled.map(outcome), [
        'written',
        'guard item_exists',
        'guard idempotency',
        'unique',
        'fault',
        'written',
      ]);
      assert.deepEqual(await ids(db), ['taken', 'first', 'last']);
    });

    test('a group in which every batch fails is no durable write', async (t) => {
      const db = await openAt(t, writer);
      const before = db.health();
      const settled = await Promise.allSettled([db.commit([put('x'), touchNobody]), db.commit([touchNobody])]);
      assert.deepEqual(settled.map(outcome), ['guard item_exists', 'guard item_exists']);
      assert.equal(db.health().groups, before.groups);
      assert.equal(db.health().batches, before.batches);
      assert.deepEqual(await ids(db), []);
    });

    test('batches are written in the order they came, over many groups', async (t) => {
      const db = await openAt(t, writer);
      const before = db.health().groups;
      const order = Array.from({ length: 300 }, (_, n) => `n${n}`);
      await Promise.all(order.map((id) => db.commit([put(id)])));
      assert.deepEqual(await ids(db), order);
      assert.ok(db.health().groups - before > 1);
    });

    // SQLite ends the transaction itself in the one case and only undoes the statement in the other.
    for (const [kind, large] of [
      ['one row', put('large', 'x'.repeat(500_000))],
      ['many rows', manyRows],
    ] as const) {
      test(`a disk that ${kind} fill refuses the whole group, and the engine goes on when there is room`, async (t) => {
        const db = await openAt(t, writer);
        const pages = (limit: number) => db.commit([{ sql: `pragma max_page_count = ${limit}` }]);
        await pages(30);
        const settled = await Promise.allSettled([
          db.commit([put('small')]),
          db.commit([large]),
          db.commit([put('also small')]),
        ]);
        assert.deepEqual(settled.map(outcome), ['unwritable', 'unwritable', 'unwritable']);
        assert.deepEqual(await ids(db), []);
        await pages(1_000_000);
        await db.commit([large]);
        assert.ok((await ids(db)).length > 0);
      });
    }

    test('the cause of a failure can be read', async (t) => {
      const db = await openAt(t, writer);
      await assert.rejects(db.commit([touchNobody]), (error: DatabaseError) => {
        assert.match(String(error.cause), /0 rows instead of 1/);
        return true;
      });
      await assert.rejects(db.commit([{ sql: 'insert into nowhere (id) values (1)' }]), /no such table: nowhere/);
    });

    test('a write is counted by what it did, not by what the one before did', async (t) => {
      const db = await openAt(t, writer);
      const results = await db.commit([
        put('a'),
        { sql: 'create table other (id text primary key) strict' },
        { sql: 'update item set note = ? returning id, note', params: ['new'] },
      ]);
      assert.deepEqual(results, [
        { changes: 1, rows: [] },
        { changes: 0, rows: [] },
        { changes: 1, rows: [{ id: 'a', note: 'new' }] },
      ]);
    });

    test('close answers what was queued before it', async (t) => {
      const db = await openAt(t, writer);
      const pending = Array.from({ length: 200 }, (_, n) => db.commit([put(`q${n}`)]));
      await db.close();
      assert.equal((await Promise.all(pending)).length, 200);
      assert.equal(db.health().waiting, 0);
    });
  });
}

const refused: readonly (readonly [string, unknown, RegExp])[] = [
  ['text with a NUL', 'a\0b', /NUL character.*remove it/],
  ['a boolean', true, /pass 1 or 0/],
  ['undefined', undefined, /pass null/],
  ['NaN', Number.NaN, /finite number/],
  ['Infinity', Number.POSITIVE_INFINITY, /finite number/],
  ['a bigint of more than 64 bits', 2n ** 63n, /64 bits/],
  ['a date', new Date(0), /JSON\.stringify/],
];
for (const [name, value, sentence] of refused) {
  test(`${name} is refused with what to do, in a read, a scan and a batch`, async (t) => {
    const db = await openAt(t, 'inline');
    const params = [value as string];
    const expected = (error: unknown) => error instanceof TypeError && sentence.test(error.message);
    await assert.rejects(db.one('select id from item where note = ?', params), expected);
    await assert.rejects(collect(db.scan('select id from item where note = ?', params)), expected);
    await assert.rejects(db.commit([put('before'), { sql: 'update item set note = ?', params }]), expected);
    assert.deepEqual(await ids(db), []);
  });
}

test('texts that one engine would half run or guess at are refused', async (t) => {
  const db = await openAt(t, 'inline');
  await assert.rejects(db.commit([{ sql: 'delete from item; delete from item' }]), /one statement to a text/);
  await assert.rejects(db.commit([{ sql: 'commit' }]), /A batch is the transaction/);
  await assert.rejects(db.all("insert into item (id, note) values ('a', 'b') returning id"), /Write through commit/);
  await assert.rejects(db.all('select id from item where id = ? and note = ?', ['a']), /2 places \(\?\) and got 1/);
  assert.deepEqual(await ids(db), []);
});

test('numbers keep their kind', async (t) => {
  const db = await openAt(t, 'inline');
  const row = await db.one('select 7 / ? as whole, 7 / ? as part, ? as wide', [2, 2.5, Number.MAX_SAFE_INTEGER]);
  assert.deepEqual(row, { whole: 3, part: 2.8, wide: Number.MAX_SAFE_INTEGER });
});

test('an integer that JavaScript cannot hold is an error, not a neighbour of the right number', async (t) => {
  const db = await openAt(t, 'inline');
  await assert.rejects(db.one('select ? as n', [2n ** 60n]), /too large/);
});

test('a cached statement follows a change of its table', async (t) => {
  const db = await openAt(t, 'inline');
  await db.commit([put('a', 'b')]);
  assert.deepEqual(await db.all('select * from item'), [{ id: 'a', note: 'b' }]);
  await db.commit([{ sql: 'alter table item rename column note to remark' }]);
  assert.deepEqual(await db.all('select * from item'), [{ id: 'a', remark: 'b' }]);
});

test('more texts than the cache holds all work', async (t) => {
  const db = await openAt(t, 'inline');
  for (let round = 0; round < 2; round += 1) {
    for (let n = 0; n < 1200; n += 1) assert.deepEqual(await db.one(`select ${n} as n`), { n });
  }
});
