/** `cartwright import`: what it says, and that a killed import goes on where it ended. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openPostgres } from '../../src/db/postgres/postgres.ts';
import { openSqlite } from '../../src/db/sqlite/sqlite.ts';
import { cartwright, dataFolder, type Variables } from '../commands/run-cartwright.ts';
import { createPostgres, forEachEngine } from '../databases.ts';
import { anArticle, aProduct, aSeller } from './shop.ts';

const program = fileURLToPath(new URL('../../bin/cartwright.js', import.meta.url));
const ITEMS = 200;
const ARTICLES = 10_000;

forEachEngine((engine) => {
  const { folder, remove } = dataFolder();
  let variables: Variables = { CARTWRIGHT_DATA: folder };
  let dropDatabase = async (): Promise<void> => {};
  const open = () =>
    variables['DATABASE_URL'] === undefined
      ? openSqlite(join(folder, 'cartwright.db'))
      : openPostgres(variables['DATABASE_URL']);
  const query = async (sql: string): Promise<readonly Record<string, unknown>[]> => {
    const db = await open();
    try {
      return await db.all(sql);
    } finally {
      await db.close();
    }
  };
  const file = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  const lines = (rows: readonly unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  const sizes = Array.from({ length: ARTICLES / ITEMS }, (_, n) => ({ value: `S${n}`, display: `Size ${n}` }));
  const articles = Array.from({ length: ARTICLES }, (_, n) =>
    anArticle(Math.floor((n * ITEMS) / ARTICLES) + 1, { size: `S${n % (ARTICLES / ITEMS)}`, quantity: n }),
  );

  before(async () => {
    if (engine.name === 'postgres') {
      const { url, drop } = await createPostgres(false);
      variables = { ...variables, DATABASE_URL: url };
      dropDatabase = drop;
    }
    const added = await cartwright(['organization', 'add', '--name', 'Org'], variables);
    assert.equal(added.code, 0, added.err);
  });
  after(async () => {
    await dropDatabase();
    remove();
  });

  describe('an import', () => {
    test('of lines and of CSV says what became of the rows', async () => {
      const sellers = file('sellers.csv', `uid,name\n1,${aSeller.name}\n`);
      const first = await cartwright(['import', sellers, '--kind', 'sellers'], variables);
      assert.deepEqual([first.code, first.out.trim().split('\n').at(-1)], [0, 'sellers: 1 accepted, 0 refused']);
      const rows = Array.from({ length: ITEMS }, (_, n) => aProduct(n + 1, { sizes }));
      const products = file('products.ndjson', `${lines(rows)}{"uid":"x"}\n`);
      const second = await cartwright(['import', products, '--kind', 'products'], variables);
      assert.equal(second.code, 1);
      assert.match(second.out, /line 201 .*: /);
      assert.match(second.out, /100 %: 200 accepted, 1 refused\nproducts: 200 accepted, 1 refused/);
    });

    test('of a JSON array writes what it refused to a file, which is imported as it was mended', async () => {
      const rows = [
        { uid: 7, name: 'A\nB' },
        { uid: 'x', name: 'C' },
        { uid: 8, name: 'D' },
      ];
      const path = file('sellers.json', JSON.stringify(rows, null, 2));
      const refused = join(folder, 'refused.ndjson');
      const first = await cartwright(['import', path, '--kind', 'sellers', '--refused', refused], variables);
      assert.deepEqual([first.code, first.out.trim().split('\n').at(-1)], [1, 'sellers: 2 accepted, 1 refused']);
      const text = readFileSync(refused, 'utf8');
      assert.match(text, /^\{"uid":"x","name":"C","refused_because":"line 2: uid: /);
      writeFileSync(refused, text.replace('"x"', '9'));
      const second = await cartwright(['import', refused, '--kind', 'sellers'], variables);
      assert.equal(second.out.trim().split('\n').at(-1), 'sellers: 1 accepted, 0 refused');
      assert.equal((await cartwright(['import', path, '--kind', 'sellers', '--refused', path], variables)).code, 2);
    });

    test('of articles whose store was not fed takes them and says so once', async () => {
      const path = file('few.ndjson', lines(articles.slice(0, 3)));
      const { code, out } = await cartwright(['import', path, '--kind', 'articles'], variables);
      assert.equal(code, 0);
      assert.match(out, /3 taken with a warning, the first: line 1 \(1_S0_1\) store_id: There is no store 1 yet\./);
      assert.match(out, /articles: 3 accepted, 0 refused/);
    });

    test('that was killed goes on behind the last batch on disk and ends with the same rows', async () => {
      const path = file('articles.ndjson', lines(articles));
      const args = ['import', path, '--kind', 'articles'];
      const { DATABASE_URL: _, ...inherited } = process.env;
      const env = { ...inherited, ...variables };
      const child = spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
      const ended = new Promise((resolve) => child.once('close', resolve));
      await new Promise<void>((resolve) => {
        child.stdout.on('data', (data: Buffer) => String(data).includes('20 %') && resolve());
        void ended.then(() => resolve());
      });
      child.kill('SIGKILL');
      await ended;
      const [killed] = await query('select line, accepted, position from feed_progress');
      const [{ stored } = { stored: 0 }] = await query('select count(*) as stored from article');
      assert.ok(Number(killed?.['line']) > 0 && Number(killed?.['line']) < ARTICLES, JSON.stringify(killed));
      assert.equal(stored, killed?.['line']);

      const resumed = await cartwright(args, variables);
      assert.equal(resumed.code, 0, resumed.err);
      assert.match(resumed.out, new RegExp(`Went on behind line ${String(killed?.['line'])}`));
      assert.match(resumed.out, /articles: 10,000 accepted, 0 refused/);
      const kept = await query('select uid, quantity, version from article order by uid');
      const wanted = articles.map(({ uid, quantity }) => ({ uid, quantity, version: 1 }));
      assert.deepEqual(
        kept,
        wanted.toSorted((a, b) => (a.uid < b.uid ? -1 : 1)),
      );
      assert.deepEqual(await query('select 1 as one from feed_progress'), []);

      const again = await cartwright(args, variables);
      assert.doesNotMatch(again.out, /Went on/);
      assert.deepEqual(await query('select uid, quantity, version from article order by uid'), kept);
    });

    test('of something unknown says what is known', async () => {
      const path = file('x.ndjson', '');
      const unknown = await cartwright(['import', path, '--kind', 'cats'], variables);
      assert.deepEqual([unknown.code, /--kind takes one of stores, .*articles/.test(unknown.err)], [2, true]);
      const missing = await cartwright(['import', join(folder, 'nothing'), '--kind', 'products'], variables);
      assert.deepEqual([missing.code, /There is no file/.test(missing.err)], [2, true]);
      const header = file('bad.csv', 'uid,nmae\n1,x\n');
      const misspelt = await cartwright(['import', header, '--kind', 'sellers'], variables);
      assert.deepEqual([misspelt.code, /There is no field nmae/.test(misspelt.err)], [1, true]);
      const nobody = await cartwright(['import', path, '--kind', 'sellers', '--company', '99'], variables);
      assert.deepEqual([nobody.code, /No such company/.test(nobody.err)], [1, true]);
    });
  });
});
