/** A large range: what pages and search engines are told of it is bounded, and made with others in between. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createArticleCache } from '../../src/catalog/article-cache.ts';
import type { Product } from '../../src/catalog/product.ts';
import { catalogReader } from '../../src/catalog/read-articles.ts';
import { shelfReader, shelvesOf } from '../../src/storefront/read-shelves.ts';
import { siteMap } from '../../src/storefront/site-map.ts';
import { newNode, type TestNode } from '../applications/new-node.ts';
import { newShop } from '../applications/test-server.ts';
import { aProduct } from '../catalog/shop.ts';
import { countedWork, growthOf } from '../counted-work.ts';
import { forEachEngine } from '../databases.ts';
import { recordingEngine } from '../recorded-statements.ts';
import { feeder } from './shop-front.ts';

const MANY = 1_100;
const named = (uid: number) => ({ uid, name: `No ${uid}` });

test('twice as many categories are twice the work', async () => {
  const growth = await growthOf(60, (size) => {
    const uids = Array.from({ length: size }, (_, at) => at + 1);
    const samples = uids.map(
      (uid) => ({ brand: named(uid), categories: [{ l1: named(uid), l2: named(uid), l3: named(uid) }] }) as never,
    ) as readonly Product[];
    const terms = uids.flatMap((uid) => ['brand', 'l1', 'l2', 'l3'].map((kind) => `${kind}:${uid}`));
    const counted = terms.map((term) => ({ term, total: 1 }));
    return countedWork(() => shelvesOf(counted, samples));
  });
  assert.ok(growth < 2.5, `twice as many add ${growth} times the work`);
});

forEachEngine((engine) => {
  const { engine: recording, asked } = recordingEngine(engine);
  let node: TestNode;
  let companyId: number;
  before(async () => {
    node = await newNode(recording);
    ({ companyId } = await newShop(node));
    const products = Array.from({ length: MANY }, (_, at) => aProduct(at + 1, { brand: named(at < 2 ? 1 : at) }));
    await feeder(node, companyId)('products', products);
  });
  after(() => node.close());

  test('the thousand shelves with most products are told', async () => {
    const { shelves } = await shelfReader(node.db, catalogReader(node.db, createArticleCache(node.db)))(companyId);
    assert.equal(shelves.brands.length, 997);
    assert.deepEqual(shelves.brands[0], { ...named(1), count: 2 });
    const [first] = shelves.categories;
    assert.deepEqual([first?.count, first?.children[0]?.children], [MANY, [{ uid: 111, name: 'Shirts', count: MANY }]]);
  });

  test('a list of the site map is read some products at a time', async () => {
    const map = siteMap({ db: node.db, stopwatch: { ms: () => 0 } });
    asked.length = 0;
    const list = await map.list('https://shop.example', companyId, 1);
    const places = [...(list ?? '').matchAll(/<loc>https:\/\/shop\.example(.*?)<\/loc>/g)].map(([, place]) => place);
    const slugs = Array.from({ length: MANY }, (_, at) => `/product/product-${at + 1}`);
    assert.deepEqual(places, ['/', ...slugs]);
    const reading = asked.filter(({ sql }) => sql.includes('slug from product'));
    assert.equal(reading.length, Math.ceil(MANY / 500));
  });
});
