/** Batches that touch several products take them one after the other, by their numbers: no two wait for each other. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Client } from 'pg';
import { articlesChange, articlesOfItemsChange } from '../../src/catalog/article-statements.ts';
import type { Statement } from '../../src/db/database.ts';
import { addressed, engines } from '../databases.ts';
import { aProduct, anArticle, aSeller, openShop } from './shop.ts';

const [, postgres] = engines;
assert.ok(postgres !== undefined);
const { engine, url } = addressed(postgres);
const LAST = 40;

test('a batch that waits for a product holds none with a greater number', { skip: postgres.skip }, async (t) => {
  const shop = await openShop(engine);
  const holder = new Client({ connectionString: url() });
  const other = new Client({ connectionString: url() });
  await Promise.all([holder.connect(), other.connect()]);
  after(async () => {
    await Promise.all([holder.end(), other.end()]);
    await shop.close();
  });
  const { companyId, node } = shop;
  // The last first: that is the order in which they lie on the disk.
  const uids = Array.from({ length: LAST }, (_, at) => LAST - at);
  await shop.feed('sellers', [aSeller]);
  await shop.feed(
    'products',
    uids.map((uid) => aProduct(uid)),
  );
  await shop.feed(
    'articles',
    uids.map((uid) => anArticle(uid)),
  );
  await node.db.commit([
    { sql: 'update product set modified_at = modified_at + 1 where company_id = ?', params: [companyId] },
  ]);
  await other.query('vacuum analyze product');

  const touching: readonly (readonly [string, () => readonly Statement[]])[] = [
    ['orders', () => articlesOfItemsChange(companyId, uids).before],
    [
      'stock',
      () =>
        articlesChange(
          companyId,
          uids.map((uid) => anArticle(uid).uid),
        ).before,
    ],
  ];
  for (const [name, before] of touching) {
    await t.test(name, async () => {
      await holder.query('begin');
      await holder.query('select uid from product where company_id = $1 and uid = 1 for update', [companyId]);
      const waiting = node.db.commit(before());
      const blocked =
        "select 1 from pg_stat_activity where application_name = 'cartwright' and wait_event_type = 'Lock'";
      while ((await other.query(blocked)).rowCount === 0);
      const free = await other.query(
        'select uid from product where company_id = $1 and uid > 1 for update skip locked',
        [companyId],
      );
      await holder.query('commit');
      await waiting;
      assert.equal(free.rowCount, LAST - 1);
    });
  }
});
