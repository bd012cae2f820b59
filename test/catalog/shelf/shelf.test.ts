/** What is found on a shelf is what the tables say, whatever changed since it was laid out. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import * as fc from 'fast-check';
import { readCatalogVersions } from '../../../src/catalog/catalog-versions.ts';
import { listing, type Question } from '../../../src/catalog/listing/listing-query.ts';
import { type FacetCounts, facetsInTables, type Scanned } from '../../../src/catalog/listing/read-facets.ts';
import { askedWords, exactly } from '../../../src/catalog/listing/search-rules.ts';
import { hasParts } from '../../../src/catalog/part-statements.ts';
import { facetsOnShelf } from '../../../src/catalog/shelf/facets-on-shelf.ts';
import { findOnShelf, type PartOfList } from '../../../src/catalog/shelf/find-on-shelf.ts';
import { type KeptShelves, keptShelves } from '../../../src/catalog/shelf/kept-shelves.ts';
import type { ProductsQuery } from '../../../src/contract/catalog/catalog-contract.ts';
import type { ProductRow } from '../../../src/contract/catalog/catalog-feed-contract.ts';
import { forEachEngine } from '../../databases.ts';
import { runs } from '../../laws/runs.ts';
import { anArticle, aProduct, aSeller, type CatalogShop, openShop } from '../shop.ts';

const WORDS = ['linen', 'lin', 'shirt', 'shirts', 'Ärmel', 'रेशम', '𝒳𠀀', 'ﬀ', '\u{fb50}', 'c1'];
const uidArb = fc.integer({ min: 1, max: 60 });
const wordArb = fc.constantFrom(...WORDS);
const nameArb = fc.array(wordArb, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));

const productArb: fc.Arbitrary<ProductRow> = fc
  .record({
    uid: uidArb,
    name: nameArb,
    brand: fc.integer({ min: 7, max: 9 }),
    l2: fc.integer({ min: 11, max: 13 }),
    tags: fc.uniqueArray(fc.constantFrom('new', 'sale', 'två ord'), { maxLength: 2 }),
    isActive: fc.nat({ max: 5 }).map((one) => one > 0),
    parts: fc.uniqueArray(fc.integer({ min: 1, max: 20 }), { maxLength: 2 }),
  })
  .map(({ uid, name, brand, l2, tags, isActive, parts }) =>
    aProduct(uid, {
      name,
      tags,
      is_active: isActive,
      brand: { uid: brand, name: `Brand ${brand}` },
      category_hierarchy: [
        { l1: { uid: 1, name: 'One' }, l2: { uid: l2, name: 'Two' }, l3: { uid: 111, name: 'Three' } },
      ],
      // The first ones are parts of the last ones, and have none themselves.
      ...(uid > 50
        ? { type: 'bundle' as const, children: parts.map((item_id) => ({ item_id, quantity: 2, auto_add: true })) }
        : {}),
    }),
  );
const articleArb = fc
  .record({
    uid: uidArb,
    quantity: fc.constantFrom(0, 1, 9),
    price: fc.integer({ min: 1, max: 12 }),
    currency: fc.constantFrom('INR', 'INR', 'INR', 'EUR'),
    isActive: fc.nat({ max: 5 }).map((one) => one > 0),
  })
  .map(({ uid, quantity, price, currency, isActive }) =>
    anArticle(uid, {
      quantity,
      is_active: isActive,
      prices: [{ currency_code: currency, marked: 100, effective: price }],
    }),
  );
const changeArb = fc.oneof(
  fc.record({
    kind: fc.constant('products'),
    rows: fc.uniqueArray(productArb, { minLength: 1, maxLength: 4, selector: ({ uid }) => uid }),
  }),
  fc.record({
    kind: fc.constant('articles'),
    rows: fc.uniqueArray(articleArb, { minLength: 1, maxLength: 4, selector: ({ uid }) => uid }),
  }),
);

const sortArb = fc.constantFrom<ProductsQuery['sort']>('latest', 'name', 'price_asc', 'price_desc', 'relevance');
const narrowed: readonly fc.Arbitrary<ProductsQuery>[] = [
  fc.record({ brand: fc.array(fc.integer({ min: 7, max: 9 }), { minLength: 1, maxLength: 2 }) }),
  fc.record({ category: fc.array(fc.constantFrom(1, 11, 12, 13, 111), { minLength: 1, maxLength: 2 }) }),
  fc.record({ tag: fc.array(fc.constantFrom('new', 'sale', 'två ord', 'summer'), { minLength: 1, maxLength: 2 }) }),
  fc.record({ min_price: fc.integer({ min: 0, max: 12 }) }),
  fc.record({ max_price: fc.constantFrom(0, 3, 6, 9, 12, 2_000) }),
  fc.record({ in_stock: fc.boolean() }),
];
/** In an order, and narrowed in two ways at most: more would find nothing. */
const queryArb: fc.Arbitrary<ProductsQuery> = fc
  .tuple(sortArb, fc.array(fc.oneof(...narrowed), { maxLength: 2 }))
  .map(([sort, parts]) => Object.assign({ sort }, ...parts) as ProductsQuery);
const askedArb = fc.record({
  query: queryArb,
  words: fc.oneof(
    fc
      .array(fc.oneof(wordArb, fc.constantFrom('l', 'sh', 'c', 'c5', 'nothing')), { maxLength: 3 })
      .map((words) => askedWords(words.join(' ')).map((range) => [range])),
    fc.constant([[exactly('shirt'), exactly('lin')]]),
  ),
  itemIds: fc.oneof(
    { weight: 6, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.array(uidArb, { maxLength: 30 }) },
  ),
  part: fc.record({ limit: fc.integer({ min: 1, max: 12 }), offset: fc.constantFrom(0, 0, 3, 30) }),
});
const RATES = [
  { id: 'r', from: 'EUR', to: 'INR', digits: 3, decimals: 0, validFrom: 0 },
] as unknown as Question['rates'];

forEachEngine((engine) => {
  let shop: CatalogShop;
  let shelves: KeptShelves;
  const versions = () => readCatalogVersions(shop.node.db, shop.companyId);
  const shelfNow = async () => shelves.at(shop.companyId, await versions());
  const laidOut = async () => {
    await shelfNow();
    await shelves.settled();
  };

  before(async () => {
    shop = await openShop(engine);
    await shop.feed('sellers', [aSeller]);
    await shop.feed('exchange-rates', [{ from: 'EUR', to: 'INR', rate: '3' }]);
    const products = Array.from({ length: 60 }, (_, at) => aProduct(at + 1, { name: WORDS[at % WORDS.length] ?? '' }));
    await shop.feed('products', products);
    await shop.feed(
      'articles',
      products.map(({ uid }) => anArticle(uid)),
    );
    shelves = keptShelves(shop.node.db);
    await laidOut();
  });
  after(() => shop.close());

  const inTables = async (question: Question, { limit, offset }: PartOfList) => {
    const { page, count } = listing(question);
    const found = page(limit, offset);
    const rows = await shop.node.db.all<{ uid: number }>(found.sql, found.params);
    const counted = await shop.node.db.one<{ total: number }>(count.sql, count.params);
    return { total: counted?.total, uids: rows.map(({ uid }) => uid) };
  };

  const scanned: Scanned = ({ sql, params }) => shop.node.db.all(sql, params);
  /** In any order, without prices of nothing, and without the product that a value has its name from. */
  const inTermOrder = ({ values, prices, inStock }: FacetCounts) => ({
    values: values.toSorted((a, b) => (a.term < b.term ? -1 : 1)).map(({ term, total }) => ({ term, total })),
    prices: prices === undefined || prices.total === 0 ? undefined : { ...prices },
    inStock,
  });

  describe('a shelf', () => {
    test('answers as the tables do, however products, prices and stock change', async () => {
      const found = { some: 0, none: 0 };
      await fc.assert(
        fc.asyncProperty(
          fc.array(changeArb, { maxLength: 3 }),
          fc.array(askedArb, { minLength: 6, maxLength: 6 }),
          async (changes, asked) => {
            for (const { kind, rows } of changes) {
              const { refused } = await shop.feed(kind, rows);
              assert.equal(refused, 0);
            }
            const shelf = await shelfNow();
            assert.ok(shelf !== undefined);
            const bundles = await hasParts(shop.node.db, shop.companyId);
            const uses = await shop.node.db.all('select term, item_id from product_term where company_id = ?', [
              shop.companyId,
            ]);
            const used = new Set(uses.map(({ term, item_id }) => `${String(item_id)} ${String(term)}`));
            for (const { query, words, itemIds, part } of asked) {
              const rest = { companyId: shop.companyId, currency: 'INR', rates: RATES, bundles };
              const question: Question = { query, words, itemIds, ...rest };
              const answer = await findOnShelf(shelf, question, part);
              assert.deepEqual(answer, await inTables(question, part), JSON.stringify({ query, words, itemIds }));
              const counted = await facetsOnShelf(shelf, question);
              assert.deepEqual(inTermOrder(counted), inTermOrder(await facetsInTables(scanned, question)));
              for (const { term, item_id } of counted.values) assert.ok(used.has(`${item_id} ${term}`), term);
              found[answer.uids.length > 0 ? 'some' : 'none'] += 1;
            }
          },
        ),
        { numRuns: runs(20) },
      );
      assert.ok(found.some > 50 && found.none > 5, JSON.stringify(found));
      assert.equal(shelves.figures().laidOut, 1, 'it followed, and was not laid out again');
      assert.ok(shelves.figures().followed > 10);
    });

    test('of many products has the same pages as the tables', async () => {
      const many = Array.from({ length: 700 }, (_, at) => at + 1_000);
      await shop.feed(
        'products',
        many.map((uid) => aProduct(uid, { name: `${WORDS[uid % 4]} shirt` })),
      );
      await shop.feed(
        'articles',
        many.map((uid) =>
          anArticle(uid, { prices: [{ currency_code: 'INR', marked: 99, effective: 1 + (uid % 50) }] }),
        ),
      );
      const shelf = await shelfNow();
      assert.ok(shelf !== undefined);
      const bundles = await hasParts(shop.node.db, shop.companyId);
      for (const sort of ['latest', 'name', 'price_asc', 'price_desc', 'relevance'] as const) {
        for (const offset of [0, 290, 690]) {
          const words = askedWords('shirt').map((range) => [range]);
          const query = { sort, max_price: offset === 0 ? 40 : 60 };
          const question = { companyId: shop.companyId, currency: 'INR', rates: RATES, bundles, query, words };
          const part = { limit: 20, offset };
          const answer = await findOnShelf(shelf, { ...question, itemIds: undefined }, part);
          assert.ok(answer.total > 500);
          assert.deepEqual(answer, await inTables({ ...question, itemIds: undefined }, part), `${sort} ${offset}`);
        }
      }
    });

    test('is given up when somebody changed the range and left no stamp, as an earlier release does', async () => {
      const own = keptShelves(shop.node.db);
      const at = async () => own.at(shop.companyId, await versions());
      assert.equal(await at(), undefined);
      await own.settled();
      assert.ok((await at()) !== undefined);
      await shop.node.db.commit([
        {
          sql: `update catalog_change set version = version + 1 where company_id = ? and scope = 'article'`,
          params: [shop.companyId],
        },
      ]);
      assert.equal(await at(), undefined);
    });

    test('is laid out anew when more changed than it follows, and not again and again', async () => {
      let ms = 0;
      const own = keptShelves(shop.node.db, { mostChanged: 3, stopwatch: { ms: () => ms } });
      const at = async () => own.at(shop.companyId, await versions());
      const change = (...uids: readonly number[]) =>
        shop.feed(
          'articles',
          uids.map((uid) => anArticle(uid, { quantity: 2 + ((uid + own.figures().laidOut) % 5) })),
        );
      await at();
      await own.settled();
      await change(1, 2);
      assert.ok((await at()) !== undefined);
      await change(1, 2, 3, 4);
      assert.equal(await at(), undefined);
      await own.settled();
      assert.equal(own.figures().laidOut, 1, 'it rests');
      ms += 1_000;
      assert.equal(await at(), undefined);
      await own.settled();
      assert.deepEqual([own.figures().laidOut, (await at()) !== undefined], [2, true]);
    });

    test('that would take too much memory is not kept', async () => {
      const own = keptShelves(shop.node.db, { mostBytes: 10_000 });
      const at = async () => own.at(shop.companyId, await versions());
      await at();
      await own.settled();
      assert.deepEqual([await at(), own.figures()], [undefined, { laidOut: 0, followed: 0, bytes: 0 }]);
    });
  });
});
