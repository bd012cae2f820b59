import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import type { Database } from '../../src/db/database.ts';
import { moveRows } from '../../src/db/move/move-rows.ts';
import { addRows, noRows } from '../../src/db/move/row-sum.ts';
import { tableShapes } from '../../src/db/move/table-shapes.ts';
import { openSqlite } from '../../src/db/sqlite/sqlite.ts';
import { engines } from '../databases.ts';
import { serving } from './run-cartwright.ts';
import { folderForNow, runHere } from './run-here.ts';

const sumsOf = async (db: Database): Promise<Record<string, string>> => {
  const sums: Record<string, string> = {};
  for (const { table, columns } of await tableShapes(db)) {
    if (table === 'migration') continue;
    const rows = await db.all(`select ${columns.join(', ')} from ${table}`);
    const { rows: count, sum } = addRows(noRows, rows, columns.toSorted());
    sums[table] = `${count} ${sum}`;
  }
  return sums;
};

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

  test('takes a shop to PostgreSQL and back, and every table is as it was', async () => {
    const there = await postgres?.open({ migrated: false });
    assert.ok(there?.url !== undefined);
    const { url, db, close } = there;
    try {
      const before = await withShop(sumsOf);
      const gone = await runHere(['move', '--to', url], { CARTWRIGHT_DATA: folder });
      assert.equal(gone.code, 0, gone.err + gone.out);
      assert.match(gone.out, /copying product: \d+ of \d+ rows/);
      assert.match(gone.out, /every checksum agrees/);
      assert.deepEqual(await sumsOf(db), before);

      const again = await runHere(['move', '--to', url], { CARTWRIGHT_DATA: folder });
      assert.equal(again.code, 1);
      assert.match(again.err, /The target holds a shop already/);

      const home = folderForNow();
      const back = await runHere(['move', '--to', home], { DATABASE_URL: url, CARTWRIGHT_DATA: folder });
      assert.equal(back.code, 0, back.err + back.out);
      copyFileSync(join(folder, 'key'), join(home, 'key'));
      assert.deepEqual(await withShop(sumsOf, home), before);
      const healthy = await runHere(['doctor'], { CARTWRIGHT_DATA: home });
      assert.match(healthy.out, /✓ key/, healthy.out);
    } finally {
      await close();
    }
  });

  test('goes on where it was cut off, wherever that is, and no row is there twice', async () => {
    const there = await postgres?.open();
    assert.ok(there !== undefined);
    const { db, close } = there;
    try {
      await withShop(async (source) => {
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
        assert.deepEqual(await sumsOf(db), await sumsOf(source));
      });
    } finally {
      await close();
    }
  });

  test('says which tables differ when somebody wrote meanwhile, and goes on from no other database', async () => {
    const there = await postgres?.open();
    assert.ok(there !== undefined);
    const { db, close } = there;
    try {
      await withShop(async (source) => {
        let wrote = false;
        const tell = ({ table }: { readonly table: string }): void => {
          if (table === 'organization') wrote = true;
        };
        const late: Database = {
          ...source,
          scan: (sql, params) => source.scan(sql.includes(' from organization') ? `${sql} limit 0` : sql, params),
        };
        const { different } = await moveRows({ source: late, target: db, tell }, 'from here');
        assert.deepEqual([wrote, different], [true, ['organization']]);
        await assert.rejects(moveRows({ source, target: db, tell }, 'from elsewhere'), /another database was begun/);
      });
    } finally {
      await close();
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
