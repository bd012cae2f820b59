/** What is asked right behind a feed is planned by what the feed wrote. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countAnew, tablesFilled } from '../../../src/db/postgres/count-anew.ts';
import { anArticle, aProduct, aSeller, openShop } from '../../catalog/shop.ts';
import { forEachEngine } from '../../databases.ts';

test('the tables that statements fill are named once each', () => {
  const statements = [
    { sql: 'insert into thing (id) values (1)' },
    { sql: 'delete from other' },
    { sql: 'with a as (select 1) insert into offer select * from a' },
    { sql: 'insert into thing (id) values (2)' },
  ];
  assert.deepEqual(tablesFilled(statements), ['thing', 'offer']);
});

forEachEngine((engine) => {
  test('a feed of many rows has the tables counted that it filled; one of few has not', async () => {
    const shop = await openShop(engine);
    try {
      const { db } = shop.node;
      const counted = async (table: string): Promise<number | undefined> =>
        engine.name === 'sqlite'
          ? undefined
          : Number(
              (
                await db.one<{ n: number }>(
                  `select cast(reltuples as double precision) as n from pg_class where relname = '${table}'`,
                )
              )?.n,
            );
      const uids = Array.from({ length: 250 }, (_, at) => at + 1);
      await shop.feed('sellers', [aSeller]);
      await shop.feed(
        'products',
        uids.map((uid) => aProduct(uid)),
      );
      await shop.feed(
        'articles',
        uids.map((uid) => anArticle(uid)),
      );
      const wanted = engine.name === 'sqlite' ? undefined : 250;
      for (const table of ['product', 'article', 'product_offer']) assert.equal(await counted(table), wanted, table);
      const before = await counted('product');
      await shop.feed('products', [aProduct(251)]);
      await countAnew(db, ['product'], 250);
      assert.equal(await counted('product'), before, 'it is known with as many as were written');
      await countAnew(db, ['product'], 251);
      assert.equal(await counted('product'), engine.name === 'sqlite' ? undefined : 251);
    } finally {
      await shop.close();
    }
  });
});
