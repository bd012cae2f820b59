/** The cache of products and articles: as fresh as the database on every node, and no more reading than needed. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { createArticleCache } from '../../src/catalog/article-cache.ts';
import { articlesChange, returnStock, takeStock } from '../../src/catalog/article-statements.ts';
import { catalogReader } from '../../src/catalog/read-articles.ts';
import { guardFailed } from '../../src/db/database.ts';
import { openPostgres } from '../../src/db/postgres/postgres.ts';
import { openSqlite } from '../../src/db/sqlite/sqlite.ts';
import { newShop } from '../applications/test-server.ts';
import { countedCalls } from '../counted-work.ts';
import { type Engine, forEachEngine } from '../databases.ts';
import { anArticle, aProduct, aSeller, type CatalogShop, openShop } from './shop.ts';
import { PATIENCE_MS } from '../patience.ts';

/** The engine, remembering where its database is, so that a second node can open it. */
const observed = (engine: Engine) => {
  const place: { url?: string; file?: string } = {};
  const open: Engine['open'] = async (options) => {
    const opened = await engine.open(options);
    Object.assign(place, opened);
    return opened;
  };
  return { engine: { ...engine, open }, place };
};

forEachEngine(async (engine) => {
  const spied = observed(engine);
  const shop = await openShop(spied.engine);
  after(() => shop.close());
  await shop.feed('sellers', [aSeller]);
  await shop.feed('products', [aProduct(1), aProduct(2), aProduct(3)]);
  await shop.feed(
    'articles',
    [1, 2, 3].flatMap((item) =>
      ['M', 'L'].flatMap((size) => [1, 2].map((store_id) => anArticle(item, { size, store_id }))),
    ),
  );
  const stock = async (cache: CatalogShop['cache'], uid: string): Promise<number | undefined> => {
    const items = await cache.load(shop.companyId, [1, 2, 3]);
    return [...items.values()].flatMap(({ articles }) => articles).find((article) => article.uid === uid)?.quantity;
  };

  describe('the article cache', () => {
    test('reads one article when one article changed', async () => {
      const cache = createArticleCache(shop.node.db);
      await cache.load(shop.companyId, [1, 2, 3]);
      assert.deepEqual(cache.figures(), { articles: 15, articlesRead: 12, productsRead: 3 });
      await cache.load(shop.companyId, [1, 2, 3]);
      assert.equal(cache.figures().articlesRead, 12);
      await shop.feed('inventory', [{ uid: '2_M_1', quantity: 77 }]);
      assert.equal(await stock(cache, '2_M_1'), 77);
      assert.deepEqual(cache.figures(), { articles: 15, articlesRead: 13, productsRead: 3 });
    });

    test('compares thousands of articles of a product with others in between, and reads those that changed', async () => {
      const sizes = Array.from({ length: 128 }, (_, at) => `s${at}`);
      await shop.feed('products', [aProduct(4, { sizes: sizes.map((value) => ({ value, display: value })) })]);
      const fed = sizes.flatMap((size) =>
        Array.from({ length: 80 }, (_, at) => anArticle(4, { size, store_id: at + 1 })),
      );
      await shop.feed('articles', fed);
      const cache = createArticleCache(shop.node.db);
      await cache.load(shop.companyId, [4]);
      await shop.feed('inventory', [{ uid: '4_s9_1', quantity: 77 }]);
      const turns = await countedCalls('nextTurn', () => cache.load(shop.companyId, [4]));
      assert.ok(turns >= 3, `${turns}`);
      assert.equal(cache.figures().articlesRead, fed.length + 1);
      const articles = (await cache.load(shop.companyId, [4])).get(4)?.articles ?? [];
      assert.deepEqual(
        articles.map(({ uid }) => uid),
        fed.map(({ uid }) => uid).toSorted(),
      );
      assert.equal(articles.find(({ uid }) => uid === '4_s9_1')?.quantity, 77);
    });

    test('chooses the prices of thousands of articles with others in between, once for all who ask', async () => {
      const sizes = Array.from({ length: 128 }, (_, at) => `s${at}`);
      const price = { currency_code: 'INR', marked: 1999, effective: 1499.5 };
      const prices = [price, { ...price, effective: 999, valid_from: '2026-11-27T00:00:00Z' }];
      await shop.feed('products', [aProduct(5, { sizes: sizes.map((value) => ({ value, display: value })) })]);
      const stores = Array.from({ length: 80 }, (_, at) => at + 1);
      const fed = sizes.flatMap((size) => stores.map((store_id) => anArticle(5, { size, store_id, prices })));
      await shop.feed('articles', fed);
      const begins = Date.parse('2026-11-27T00:00:00Z');
      const clock = { at: begins - 1 };
      const cache = createArticleCache(shop.node.db, { now: () => clock.at });
      const selling = async (): Promise<ReadonlySet<number | undefined>> => {
        const item = (await cache.load(shop.companyId, [5])).get(5);
        return new Set(item?.articles.map((article) => article.prices[0]?.effective));
      };
      assert.deepEqual(await selling(), new Set([149_950]));
      clock.at = begins;
      const turns = await countedCalls('nextTurn', async () => {
        const both = await Promise.all([1, 2].map(() => cache.load(shop.companyId, [5])));
        assert.equal(both[0]?.get(5), both[1]?.get(5));
      });
      assert.ok(turns === 2 || turns === 3, `${turns}`);
      assert.deepEqual(await selling(), new Set([99_900]));
    });

    test('reads products with very much of a shop’s own data with others in between', async () => {
      const large = (document: string): string =>
        JSON.stringify({ ...(JSON.parse(document) as object), attributes: { own: 'x'.repeat(150_000) } });
      const { db } = shop.node;
      const kept = await db.all<{ uid: number; document: string }>('select uid, document from product');
      const update = 'update product set document = ?, version = version + 1 where uid = ?';
      await db.commit(kept.map(({ uid, document }) => ({ sql: update, params: [large(document), uid] })));
      const cache = createArticleCache(db);
      assert.ok((await countedCalls('nextTurn', () => cache.load(shop.companyId, [1, 2, 3]))) >= 1);
      await db.commit(kept.map((row) => ({ sql: update, params: [row.document, row.uid] })));
    });

    test('sees what another node wrote at the next read', async () => {
      const cache = createArticleCache(shop.node.db);
      await stock(cache, '1_M_1');
      const { url, file } = spied.place;
      const other = url === undefined ? await openSqlite(file ?? '') : await openPostgres(url, { waitMs: PATIENCE_MS });
      try {
        for (const quantity of [3, 2, 1]) {
          const { before: first, after: last } = articlesChange(shop.companyId, ['1_M_1']);
          const change = {
            sql: 'update article set quantity = ?, version = version + 1 where company_id = ? and uid = ?',
            params: [quantity, shop.companyId, '1_M_1'],
          };
          await other.commit([...first, change, ...last]);
          assert.equal(await stock(cache, '1_M_1'), quantity);
        }
      } finally {
        await other.close();
      }
    });

    test('sees a changed product and a new article', async () => {
      const cache = createArticleCache(shop.node.db);
      await cache.load(shop.companyId, [3]);
      await shop.feed('products', [aProduct(3, { name: 'Renamed' })]);
      await shop.feed('articles', [anArticle(3, { store_id: 9 })]);
      const item = (await cache.load(shop.companyId, [3])).get(3);
      assert.equal(item?.product.name, 'Renamed');
      assert.deepEqual(
        item?.articles.map(({ uid }) => uid),
        ['3_L_1', '3_L_2', '3_M_1', '3_M_2', '3_M_9'],
      );
    });

    test('joins what is asked for in one turn, and gives each what he asked for', async () => {
      const asked: number[] = [];
      const { db } = shop.node;
      const counting = {
        ...db,
        all: ((sql: string, params: never) => {
          if (sql.includes('articles_version')) asked.push(1);
          return db.all(sql, params);
        }) as typeof db.all,
      };
      const cache = createArticleCache(counting);
      const loaded = await Promise.all([[1], [2, 3], [1, 404]].map((ids) => cache.load(shop.companyId, ids)));
      assert.deepEqual(
        loaded.map((items) => [...items.keys()]),
        [[1], [2, 3], [1]],
      );
      assert.equal(asked.length, 1);
    });

    test('keeps no more articles than it may', async () => {
      const cache = createArticleCache(shop.node.db, { mostArticles: 6 });
      for (const id of [1, 2, 3, 1, 2, 3]) await cache.load(shop.companyId, [id]);
      assert.ok(cache.figures().articles <= 6, JSON.stringify(cache.figures()));
      assert.equal((await cache.load(shop.companyId, [1, 2, 3])).size, 3);
    });

    test('gives nothing of another company', async () => {
      const other = await newShop(shop.node);
      assert.equal((await shop.cache.load(other.companyId, [1, 2, 3])).size, 0);
    });
  });

  describe('reading', () => {
    test('finds articles by uid, by item and size, and by EAN', async () => {
      const catalog = catalogReader(shop.node.db, shop.cache);
      const found = await catalog.articles(shop.companyId, ['1_L_2', 'nobody', '2_M_1']);
      assert.deepEqual(
        [...found].map(([uid, { article, item }]) => [uid, article.uid, item.product.uid]),
        [
          ['1_L_2', '1_L_2', 1],
          ['2_M_1', '2_M_1', 2],
        ],
      );
      assert.equal(found.get('1_L_2')?.article.prices[0]?.effective, 149_950);
      const sized = await catalog.articlesOf(shop.companyId, 1, 'L');
      assert.deepEqual(
        sized.map(({ uid }) => uid),
        ['1_L_1', '1_L_2'],
      );
      await shop.feed('articles', [anArticle(2, { store_id: 5, identifiers: { ean: '4006381333931' } })]);
      const eans = await catalog.byEan(shop.companyId, ['8900000000011', '4006381333931', '1']);
      assert.deepEqual(
        [...eans.entries()]
          .map(([ean, places]) => [ean, places[0]?.itemId, places[0]?.size])
          .toSorted(([a], [b]) => String(a).localeCompare(String(b))),
        [
          ['4006381333931', 2, 'M'],
          ['8900000000011', 1, 'M'],
        ],
      );
    });
  });

  describe('stock', () => {
    test('is taken only as far as it goes, and given back', async () => {
      await shop.feed('inventory', [{ uid: '1_L_1', quantity: 2 }]);
      const { companyId, node } = shop;
      await node.db.commit([takeStock(companyId, '1_L_1', 2, 1)]);
      const taken = node.db.commit([takeStock(companyId, '1_L_1', 1, 1)]);
      await assert.rejects(taken, (error) => guardFailed(error, 'stock'));
      await node.db.commit([returnStock(companyId, '1_L_1', 1, 1)]);
      await node.db.commit([takeStock(companyId, '1_L_1', 1, 1)]);
    });
  });
});
