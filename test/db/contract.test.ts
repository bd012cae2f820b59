// What every engine promises about batches, guards and reads. The same cases run on both.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { type Database, DatabaseError, guardFailed, type Statement } from '../../src/db/database.ts';
import { forEngine } from '../../src/db/migration-text.ts';
import { forEachEngine } from '../databases.ts';

const TABLES = `
  create table cart (id text primary key, version bigint not null, document text not null);
  create table outbox (id text primary key, topic text not null);
  create table child (id text primary key, cart_id text not null references cart (id));`;

const put = (id: string): Statement => ({
  sql: 'insert into cart (id, version, document) values (?, ?, ?)',
  params: [id, 1, '{"q":"?"}'],
});
const bump = (id: string, version: number): Statement => ({
  sql: 'update cart set version = version + 1 where id = ? and version = ?',
  params: [id, version],
  guard: { name: 'cart_version', rows: 1 },
});
const out = (id: string): Statement => ({ sql: "insert into outbox (id, topic) values (?, 'a?b')", params: [id] });
const withGuard = (statement: Statement, name: string, rows = 1): Statement => ({
  ...statement,
  guard: { name, rows },
});

const hasCode = (code: DatabaseError['code']) => (error: unknown) =>
  error instanceof DatabaseError && error.code === code;
const failsGuard = (name: string) => (error: unknown) => guardFailed(error, name);

const idsLike = async (db: Database, table: 'cart' | 'outbox', pattern: string): Promise<readonly unknown[]> =>
  (await db.all(`select id from ${table} where id like ? order by id`, [pattern])).map((row) => row['id']);

forEachEngine(async (engine) => {
  const opened = await engine.open({ migrated: false });
  after(() => opened.close());
  const db = opened.db;
  await db.commit(forEngine(db.engine, TABLES).map((sql) => ({ sql })));

  describe('a batch', () => {
    test('is read back as it was written', async () => {
      const results = await db.commit([put('a'), out('a1')]);
      assert.deepEqual(results, [
        { changes: 1, rows: [] },
        { changes: 1, rows: [] },
      ]);
      assert.deepEqual(await db.one('select * from cart where id = ?', ['a']), {
        id: 'a',
        version: 1,
        document: '{"q":"?"}',
      });
      assert.deepEqual(await db.all('select * from outbox where id = ?', ['a1']), [{ id: 'a1', topic: 'a?b' }]);
    });

    test('without statements is done at once', async () => {
      const { batches } = db.health();
      assert.deepEqual(await db.commit([]), []);
      assert.equal(db.health().batches, batches);
    });

    test('reports how many rows each statement changed', async () => {
      await db.commit([put('count1'), put('count2')]);
      const results = await db.commit([
        { sql: 'update cart set version = 5 where id like ?', params: ['count%'] },
        { sql: 'delete from cart where id = ?', params: ['nobody'] },
        {
          sql: 'insert into cart (id, version, document) values (?, 1, ?) on conflict (id) do nothing',
          params: ['count1', ''],
        },
        { sql: 'create table counted (id text primary key)' },
        { sql: 'delete from cart where id like ?', params: ['count%'] },
      ]);
      assert.deepEqual(
        results.map(({ changes }) => changes),
        [2, 0, 0, 0, 2],
      );
    });

    test('sees its own earlier statements', async () => {
      const [, second] = await db.commit([
        put('own'),
        { sql: 'select version from cart where id = ?', params: ['own'] },
      ]);
      assert.deepEqual(second, { changes: 1, rows: [{ version: 1 }] });
    });

    test('may hold 500 statements', async () => {
      const results = await db.commit(Array.from({ length: 500 }, (_, index) => out(`many${index}`)));
      assert.equal(results.length, 500);
      assert.ok(results.every(({ changes }) => changes === 1));
      assert.equal((await idsLike(db, 'outbox', 'many%')).length, 500);
    });

    test('of 500 statements with one failed guard leaves nothing', async () => {
      const batch = Array.from({ length: 500 }, (_, index) => out(`none${index}`));
      await assert.rejects(db.commit([...batch.slice(0, 499), bump('nobody', 1)]), failsGuard('cart_version'));
      assert.deepEqual(await idsLike(db, 'outbox', 'none%'), []);
    });

    test('with wrong text or a broken reference writes nothing and harms nothing after it', async () => {
      const wrong: readonly Statement[] = [
        { sql: 'insert into nowhere values (?)', params: [1] },
        { sql: 'insert into cart (id) values (?) oops', params: ['x'] },
        { sql: 'insert into child (id, cart_id) values (?, ?)', params: ['c', 'nobody'] },
      ];
      for (const statement of wrong) {
        for (const id of ['bad1', 'bad2', 'bad3']) {
          await assert.rejects(db.commit([put(id), statement]), (error) => !(error instanceof DatabaseError));
        }
      }
      await db.commit([put('good')]);
      assert.deepEqual(await idsLike(db, 'cart', 'bad%'), []);
      assert.deepEqual(await idsLike(db, 'cart', 'good%'), ['good']);
    });

    test('is counted when it is durable, and only then', async () => {
      const before = db.health();
      await db.commit([put('counted')]);
      await assert.rejects(db.commit([bump('counted', 9)]));
      const { batches, groups, commitMs, waiting } = db.health();
      assert.equal(batches, before.batches + 1);
      assert.ok(groups > before.groups);
      assert.ok(commitMs !== null && commitMs >= 0);
      assert.equal(waiting, 0);
    });
  });

  describe('a guard', () => {
    test('that does not hold undoes the whole batch and is reported by its name', async () => {
      await db.commit([put('guarded')]);
      await assert.rejects(db.commit([out('g1'), bump('guarded', 99), out('g2')]), failsGuard('cart_version'));
      assert.deepEqual(await idsLike(db, 'outbox', 'g_'), []);
      await db.commit([out('g1'), bump('guarded', 1), out('g2')]);
      assert.deepEqual(await idsLike(db, 'outbox', 'g_'), ['g1', 'g2']);
    });

    test('is named right among several', async () => {
      await db.commit([put('several')]);
      const held = withGuard(put('several2'), 'first');
      await assert.rejects(
        db.commit([held, bump('several', 7), withGuard(put('several'), 'third')]),
        failsGuard('cart_version'),
      );
      await assert.rejects(
        db.commit([held, bump('several', 1), withGuard(put('several'), 'third')]),
        failsGuard('third'),
      );
      assert.deepEqual(await idsLike(db, 'cart', 'several%'), ['several']);
    });

    test('turns a duplicate key into its own failure', async () => {
      await db.commit([put('twice')]);
      await assert.rejects(db.commit([withGuard(put('twice'), 'idempotency')]), failsGuard('idempotency'));
    });

    test('counts what an insert really inserted', async () => {
      const insert: Statement = {
        sql: 'insert into outbox (id, topic) values (?, ?) on conflict (id) do nothing',
        params: ['once', 't'],
      };
      await db.commit([withGuard(insert, 'new')]);
      await assert.rejects(db.commit([withGuard(insert, 'new')]), failsGuard('new'));
      await db.commit([withGuard(insert, 'old', 0)]);
    });

    test('may promise that nothing is touched, or several rows', async () => {
      await db.commit([put('multi1'), put('multi2')]);
      const all: Statement = { sql: 'update cart set version = 2 where id like ?', params: ['multi%'] };
      await assert.rejects(db.commit([withGuard(all, 'none', 0)]), failsGuard('none'));
      await assert.rejects(db.commit([withGuard(all, 'one', 1)]), failsGuard('one'));
      assert.deepEqual(await db.commit([withGuard(all, 'two', 2)]), [{ changes: 2, rows: [] }]);
    });

    test('on a select or on returning counts the rows and gives them', async () => {
      await db.commit([put('r1'), put('r2')]);
      const select: Statement = {
        sql: 'select id, version from cart where id like ? order by id desc',
        params: ['r_'],
      };
      const update: Statement = {
        sql: 'update cart set version = 8 where id = ? returning version, id',
        params: ['r1'],
      };
      assert.deepEqual(await db.commit([withGuard(select, 'both', 2), withGuard(update, 'one')]), [
        {
          changes: 2,
          rows: [
            { id: 'r2', version: 1 },
            { id: 'r1', version: 1 },
          ],
        },
        { changes: 1, rows: [{ version: 8, id: 'r1' }] },
      ]);
      const none: Statement = { sql: 'delete from cart where id = ? returning id', params: ['nobody'] };
      await assert.rejects(db.commit([withGuard(none, 'gone')]), failsGuard('gone'));
      await assert.rejects(db.commit([withGuard(select, 'three', 3)]), failsGuard('three'));
      assert.deepEqual(await db.commit([withGuard(none, 'absent', 0)]), [{ changes: 0, rows: [] }]);
    });

    test('holds behind a common table expression and a comment', async () => {
      await db.commit([put('cte')]);
      const update: Statement = {
        sql: 'with wanted as (select ? as id) update cart set version = 4 where id in (select cast(id as text) from wanted) -- last?',
        params: ['cte'],
      };
      assert.deepEqual(await db.commit([withGuard(update, 'found')]), [{ changes: 1, rows: [] }]);
      await assert.rejects(db.commit([withGuard({ ...update, params: ['nobody'] }, 'found')]), failsGuard('found'));
    });

    test('is not blamed for an error of the statement itself', async () => {
      await db.commit([put('zero')]);
      const wrong = withGuard({ sql: 'update cart set version = nothing where id = ?', params: ['zero'] }, 'version');
      await assert.rejects(db.commit([wrong]), (error) => !(error instanceof DatabaseError));
    });
  });

  describe('a statement that yields rows', () => {
    test('gives them without a guard too', async () => {
      await db.commit([put('ret')]);
      const [updated, deleted, none] = await db.commit([
        { sql: 'update cart set version = version + 1 where id = ? returning id, version', params: ['ret'] },
        { sql: 'delete from cart where id = ? returning id', params: ['ret'] },
        { sql: 'delete from cart where id = ? returning id', params: ['ret'] },
      ]);
      assert.deepEqual(updated, { changes: 1, rows: [{ id: 'ret', version: 2 }] });
      assert.deepEqual(deleted, { changes: 1, rows: [{ id: 'ret' }] });
      assert.deepEqual(none, { changes: 0, rows: [] });
    });
  });

  describe('neighbours', () => {
    test('are not harmed by a batch that fails', async () => {
      const outcomes = await Promise.allSettled([
        db.commit([put('n1')]),
        db.commit([out('x1'), bump('nobody', 1)]),
        db.commit([put('n2'), put('n2')]),
        db.commit([put('n3')]),
      ]);
      assert.deepEqual(
        outcomes.map(({ status }) => status),
        ['fulfilled', 'rejected', 'rejected', 'fulfilled'],
      );
      assert.ok(outcomes[1]?.status === 'rejected' && failsGuard('cart_version')(outcomes[1].reason));
      assert.ok(outcomes[2]?.status === 'rejected' && hasCode('unique')(outcomes[2].reason));
      assert.deepEqual(await idsLike(db, 'cart', 'n_'), ['n1', 'n3']);
      assert.deepEqual(await idsLike(db, 'outbox', 'x1'), []);
    });

    test('racing for one row: one of ten wins', async () => {
      await db.commit([put('race')]);
      const racers = Array.from({ length: 10 }, (_, index) => db.commit([bump('race', 1), out(`race${index}`)]));
      const outcomes = await Promise.allSettled(racers);
      assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
      assert.ok(outcomes.every((o) => o.status === 'fulfilled' || failsGuard('cart_version')(o.reason)));
      assert.equal((await idsLike(db, 'outbox', 'race%')).length, 1);
      assert.deepEqual(await db.one('select version from cart where id = ?', ['race']), { version: 2 });
    });

    test('racing for one key: one of ten wins, and the others are told', async () => {
      const racers = Array.from({ length: 10 }, () => db.commit([put('key'), out('key')]));
      const outcomes = await Promise.allSettled(racers);
      assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
      assert.ok(outcomes.every((o) => o.status === 'fulfilled' || hasCode('unique')(o.reason)));
    });

    test('adding to one row at once lose nothing', async () => {
      await db.commit([put('sum')]);
      const add: Statement = { sql: 'update cart set version = version + 1 where id = ?', params: ['sum'] };
      await Promise.all(Array.from({ length: 40 }, () => db.commit([add])));
      assert.deepEqual(await db.one('select version from cart where id = ?', ['sum']), { version: 41 });
    });
  });

  test('a closed database answers nothing more, and may be closed twice', async () => {
    const other = await engine.open({ migrated: false });
    await other.db.close();
    await assert.rejects(other.db.one('select 1 as one'), /closed/);
    await assert.rejects(other.db.commit([{ sql: 'create table late (id text primary key)' }]), /closed/);
    await other.close();
  });
});
