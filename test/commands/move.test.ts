import assert from 'node:assert/strict';
import { copyFileSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { readConfig } from '../../src/config.ts';
import type { Database } from '../../src/db/database.ts';
import { migrate } from '../../src/db/migrate.ts';
import { keyPages } from '../../src/db/move/key-pages.ts';
import { moveRows } from '../../src/db/move/move-rows.ts';
import { endMove } from '../../src/db/move/move-target.ts';
import { tableShapes } from '../../src/db/move/table-shapes.ts';
import { openSqlite } from '../../src/db/sqlite/sqlite.ts';
import { engines, migrations } from '../databases.ts';
import { tableSums } from '../db/table-sums.ts';
import { moveUnderKills } from './killed-move.ts';
import { heldAt } from './held-move.ts';
import { serving } from './run-cartwright.ts';
import { folderForNow, runHere } from './run-here.ts';

/** When a migration was applied is each database's own. */
const sumsOf = async (db: Database) => new Map([...(await tableSums(db))].filter(([table]) => table !== 'migration'));

const postgres = engines.find(({ name }) => name === 'postgres');

describe('cartwright move', { skip: postgres?.skip }, () => {
  const folder = folderForNow();
  before(async () => {
    const node = await serving({ CARTWRIGHT_DATA: folder }, []);
    await node.stop();
  });
  const withShop = async <T>(work: (db: Database) => Promise<T>, of = folder): Promise<T> => {
    const db = await openSqlite(join(of, 'cartwright.db'));
    try {
      return await work(db);
    } finally {
      await db.close();
    }
  };

  /** The shop, and an empty database to copy it to. */
  const withBoth = async (work: (source: Database, target: Database) => Promise<void>): Promise<void> => {
    const there = await postgres?.open();
    assert.ok(there !== undefined);
    try {
      await withShop((source) => work(source, there.db));
    } finally {
      await there.close();
    }
  };

  test('takes a shop to PostgreSQL and back, and every table is as it was', async () => {
    const there = await postgres?.open({ migrated: false });
    assert.ok(there?.url !== undefined);
    const { url, db: node, close } = there;
    try {
      const before = await withShop(sumsOf);
      const gone = await runHere(['move', '--to', url], { CARTWRIGHT_DATA: folder });
      assert.equal(gone.code, 0, gone.err + gone.out);
      assert.match(gone.out, /copying product: \d+ of \d+ rows/);
      assert.match(gone.out, /every checksum agrees/);
      assert.deepEqual(await sumsOf(node), before);

      const again = () => runHere(['move', '--to', url], { CARTWRIGHT_DATA: folder });
      const told = await again();
      assert.equal(told.code, 0, 'one that was cut off before its last line says it when it is run again');
      assert.deepEqual(told.out.split('\n').slice(-4), gone.out.split('\n').slice(-4));
      assert.doesNotMatch(told.out, /copying/);
      const renamed = 'update organization set name = ?';
      const [name] = await node.all<{ name: string }>('select name from organization limit 1');
      await node.commit([{ sql: renamed, params: ['In use since'] }]);
      const refused = await again();
      assert.deepEqual([refused.code, /The target holds a shop already/.test(refused.err)], [1, true]);
      assert.doesNotMatch(refused.out, /comparing product:/, 'nothing is read behind the first difference');
      await node.commit([{ sql: renamed, params: [name?.name ?? ''] }]);

      const home = folderForNow();
      const goHome = () => runHere(['move', '--to', home], { DATABASE_URL: url, CARTWRIGHT_DATA: folder });
      assert.match((await goHome()).err, /A node still uses the database/);
      await node.close();
      const back = await goHome();
      assert.equal(back.code, 0, back.err + back.out);
      copyFileSync(join(folder, 'key'), join(home, 'key'));
      assert.deepEqual(await withShop(sumsOf, home), before);
      const healthy = await runHere(['doctor'], { CARTWRIGHT_DATA: home });
      assert.match(healthy.out, /✓ key/, healthy.out);
    } finally {
      await close();
    }
  });

  test('goes on where it was cut off, wherever that is, and no row is there twice', () =>
    withBoth(async (source, db) => {
      let left = 0;
      const cut: Database = {
        ...db,
        commit: async (batch) => {
          if ((left -= 1) < 0) throw new Error('cut off');
          return db.commit(batch);
        },
      };
      let tries = 0;
      const attempt = () => moveRows({ source, target: cut, tell: () => {} }, 'from here');
      for (let finished = false; !finished; tries += 1) {
        left = 7;
        finished = await attempt().then(
          ({ different }) => different.length === 0,
          (error: Error) => {
            assert.equal(error.message, 'cut off');
            return false;
          },
        );
      }
      assert.ok(tries > 3, `${tries} tries`);
      await endMove(db);
      assert.deepEqual(await sumsOf(db), await sumsOf(source));
    }));

  test('killed with -9 in the middle of a table, of three one after another, it goes on each time', async () => {
    const there = await postgres?.open();
    assert.ok(there?.url !== undefined);
    const { url, db, close } = there;
    const hold = await heldAt(url);
    try {
      const moments = ['article', 'product', 'product_term'].map(hold.moment);
      const { last, kills } = await moveUnderKills({ CARTWRIGHT_DATA: folder }, url, moments);
      assert.deepEqual([last.code, kills], [0, 3], last.err + last.out);
      assert.match(last.out, /every checksum agrees/);
      assert.deepEqual(await sumsOf(db), await withShop(sumsOf));
    } finally {
      await hold.end();
      await close();
    }
  });

  test('says which tables differ when somebody wrote meanwhile, and goes on from no other database', () =>
    withBoth(async (source, db) => {
      let copied = false;
      const tell = ({ table }: { readonly table: string }): void => {
        copied ||= table === 'organization';
      };
      const late: Database = {
        ...source,
        all: async (sql, params) => (copied && sql.includes(' from organization') ? [] : source.all(sql, params)),
      };
      const { different } = await moveRows({ source: late, target: db, tell }, 'from here');
      assert.deepEqual(different, ['organization']);
      await assert.rejects(moveRows({ source, target: db, tell }, 'from elsewhere'), /another database was begun/);
    }));

  test('leaves a target that is in use as it is, whoever uses it', async () => {
    const [other, foreign] = [await postgres?.open({ migrated: false }), await postgres?.open({ migrated: false })];
    assert.ok(other?.url !== undefined && foreign?.url !== undefined);
    try {
      await foreign.db.commit([{ sql: 'create table users (id bigint primary key)' }]);
      const refused = await runHere(['move', '--to', foreign.url], { CARTWRIGHT_DATA: folder });
      assert.deepEqual([refused.code, (await tableShapes(foreign.db)).map(({ table }) => table)], [1, ['users']]);
      assert.match(refused.err, /tables of another program \(users\)/);

      // A shop of an earlier version: its tables stay as that version made them.
      await other.db.commit([
        { sql: 'create table organization (id text primary key)' },
        { sql: 'create table migration (number bigint primary key, name text, checksum text, applied_at bigint)' },
        { sql: "insert into organization values ('1')" },
      ]);
      const older = await runHere(['move', '--to', other.url], { CARTWRIGHT_DATA: folder });
      assert.match(older.err, /holds a shop already/);
      assert.equal((await tableShapes(other.db)).length, 2);
    } finally {
      await other.close();
      await foreign.close();
    }
  });

  test('reads a source that is there, whole, of this version and used by nobody; and writes nothing into it', async () => {
    const target = folderForNow();
    const to = (from: string) => runHere(['move', '--to', target], { CARTWRIGHT_DATA: from });
    const absent = join(folderForNow(), 'absent');
    assert.match((await to(absent)).err, /There is no database at/);
    assert.equal(existsSync(absent), false);

    const empty = folderForNow();
    await withShop((db) => db.commit([{ sql: 'create table unknown_yet (id text primary key)' }]), empty);
    assert.match((await to(empty)).err, /holds no shop/);

    const behind = folderForNow();
    copyFileSync(join(folder, 'cartwright.db'), join(behind, 'cartwright.db'));
    const newest = 'select number, name from migration order by number desc limit 1';
    await withShop(async (db) => {
      await db.commit([{ sql: `delete from migration where number = (select max(number) from migration)` }]);
      const before = await db.one(newest);
      assert.match((await to(behind)).err, /A node still uses the database/);
      assert.deepEqual(await db.one(newest), before);
    }, behind);
    assert.match((await to(behind)).err, /lacks 1 migrations of this version/);
    assert.deepEqual(readdirSync(target), []);
  });

  test('lets nobody serve, or move on, what is there by half', async () => {
    const home = folderForNow();
    const half = await openSqlite(join(home, 'cartwright.db'));
    await migrate(half, migrations, 0);
    await withShop(async (source) => {
      const cut: Database = {
        ...half,
        commit: (batch) => (batch.length > 2 ? half.commit(batch) : Promise.reject(new Error('cut off'))),
      };
      await assert.rejects(moveRows({ source, target: cut, tell: () => {} }, 'from here'), /cut off/);
    });
    await half.close();
    for (const args of [['migrate'], ['move', '--to', folderForNow()]]) {
      const refused = await runHere(args, { CARTWRIGHT_DATA: home });
      assert.deepEqual([refused.code, /was begun and is not finished/.test(refused.err)], [1, true], refused.err);
    }
    assert.match((await runHere(['doctor'], { CARTWRIGHT_DATA: home })).out, /was begun and is not finished/);
  });

  test('reads rows that are heavy a few at a time', async () => {
    const there = await openSqlite(join(folderForNow(), 'heavy.db'));
    await there.commit([
      { sql: 'create table part (a text not null, b bigint not null, bytes bytea, primary key (a, b))' },
      ...Array.from({ length: 40 }, (_, at) => ({
        sql: 'insert into part (a, b, bytes) values (?, ?, ?)',
        params: ['x', at, new Uint8Array(2_000_000)],
      })),
    ]);
    const pages: number[] = [];
    const shape = { table: 'part', columns: ['a', 'b', 'bytes'], key: ['a', 'b'] };
    for await (const { rows } of keyPages(there, shape, null)) pages.push(rows.length);
    await there.close();
    assert.equal(
      pages.reduce((sum, rows) => sum + rows, 0),
      40,
    );
    assert.ok(pages.length > 10 && pages.slice(1).every((rows) => rows <= 2), pages.join());
  });

  test('takes no address for a folder: its password would be in the name', async () => {
    for (const to of ['postgre://me:hunter2@db.example.com/shop', 'POSTGRES://me:hunter2@db.example.com/shop']) {
      const refused = await runHere(['move', '--to', to], { CARTWRIGHT_DATA: folder });
      assert.deepEqual([refused.code, (refused.out + refused.err).includes('hunter2')], [2, false]);
      assert.throws(() => readConfig({ CARTWRIGHT_DATA: to }), /must be a folder/);
    }
  });

  test('refuses to move a database onto itself', async () => {
    const same = await runHere(['move', '--to', folder], { CARTWRIGHT_DATA: folder });
    assert.equal(same.code, 2);
    assert.match(same.err, /names the database that is in use/);
    const wrong = await runHere(['move', '--to', 'postgres://'], { CARTWRIGHT_DATA: folder });
    assert.equal(wrong.code, 2);
  });
});
