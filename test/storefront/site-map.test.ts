/** What search engines and shelves read of a whole catalogue: once, however many ask, and list by list. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createArticleCache } from '../../src/catalog/article-cache.ts';
import { catalogReader } from '../../src/catalog/read-articles.ts';
import type { Database } from '../../src/db/database.ts';
import { shelfReader } from '../../src/storefront/read-shelves.ts';
import { siteMap } from '../../src/storefront/site-map.ts';
import { newNode } from '../applications/new-node.ts';
import { newShop } from '../applications/test-server.ts';
import { aProduct } from '../catalog/shop.ts';
import { forEachEngine } from '../databases.ts';
import { feeder } from './shop-front.ts';

const shop = 'https://shop.example';
const places = (xml: string | undefined): readonly string[] =>
  [...(xml ?? '').matchAll(/<loc>(.*?)<\/loc>/g)].map(([, place = '']) => place.replace(shop, ''));
const products = (from: number, to: number): readonly string[] =>
  Array.from({ length: to - from + 1 }, (_, at) => `/product/product-${from + at}`);
const TEN_MINUTES = 600_000;

forEachEngine(async (engine) => {
  const node = await newNode(engine);
  const { companyId } = await newShop(node);
  after(node.close);
  const feed = feeder(node, companyId);
  await feed(
    'products',
    Array.from({ length: 8 }, (_, at) => aProduct(at + 1, at === 3 ? { is_active: false } : {})),
  );
  /** The node's database, of which the statements that were sent are counted. */
  const counted = () => {
    const sent = { scans: 0, lists: 0 };
    const db: Database = {
      ...node.db,
      scan: (sql, params) => {
        sent.scans += 1;
        return node.db.scan(sql, params);
      },
      all: (sql, params) => {
        if (sql.includes('slug from product')) sent.lists += 1;
        return node.db.all(sql, params);
      },
    };
    return { db, sent };
  };

  test('the site map leads to lists, each with as many products as it may have', async () => {
    const { db } = counted();
    const map = siteMap({ db, stopwatch: { ms: () => 0 }, productsListed: 3 });
    assert.deepEqual(places(await map.index(shop, companyId)), ['/sitemap/1.xml', '/sitemap/2.xml', '/sitemap/3.xml']);
    assert.deepEqual(places(await map.list(shop, companyId, 1)), ['/', ...products(1, 3)]);
    assert.deepEqual(places(await map.list(shop, companyId, 2)), products(5, 7));
    assert.deepEqual(places(await map.list(shop, companyId, 3)), products(8, 8));
    assert.equal(await map.list(shop, companyId, 4), undefined);
    assert.deepEqual(places(await map.list(shop, companyId + 1, 1)), ['/']);
    assert.equal(await map.list(shop, companyId + 1, 2), undefined);
  });

  test('who asks for it, how often, and however often products change, goes through the catalogue once in ten minutes', async () => {
    const { db, sent } = counted();
    const time = { now: 5_000_000 };
    const map = siteMap({ db, stopwatch: { ms: () => time.now }, productsListed: 3 });
    const twelve = <T>(ask: () => Promise<T>): Promise<readonly T[]> => Promise.all(Array.from({ length: 12 }, ask));
    await twelve(() => map.index(shop, companyId));
    assert.deepEqual(sent, { scans: 1, lists: 0 });
    const lists = await twelve(() => map.list(shop, companyId, 2));
    assert.equal(new Set(lists).size, 1);
    assert.deepEqual(sent, { scans: 1, lists: 1 });
    await feed('products', [aProduct(9)]);
    time.now += TEN_MINUTES - 1;
    await twelve(() => map.list(shop, companyId, 2));
    assert.deepEqual(sent, { scans: 1, lists: 1 });
    time.now += 1;
    const [third] = await twelve(() => map.list(shop, companyId, 3));
    assert.deepEqual(places(third), products(8, 9));
    assert.deepEqual(sent, { scans: 2, lists: 2 });
    time.now += TEN_MINUTES;
    await map.list(shop, companyId, 3);
    assert.deepEqual(sent, { scans: 2, lists: 2 }, 'where nothing changed nothing is read again');
  });

  test('shelves are counted once for all who ask for them after a change', async () => {
    const { db, sent } = counted();
    const shelves = shelfReader(db, catalogReader(db, createArticleCache(db)));
    for (const uid of [20, 21]) {
      await feed('products', [aProduct(uid)]);
      const seen = await Promise.all(Array.from({ length: 12 }, () => shelves(companyId)));
      assert.equal(new Set(seen.map(({ version }) => version)).size, 1);
    }
    assert.equal(sent.scans, 2);
  });
});
