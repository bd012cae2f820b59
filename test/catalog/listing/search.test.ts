/** Misspelt words find what was meant, and what a list can be narrowed by is counted within its question. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { parseSettings } from '../../../src/applications/settings.ts';
import { termConditions } from '../../../src/catalog/listing/listing-query.ts';
import { productReader } from '../../../src/catalog/listing/read-products.ts';
import { vocabularyOf, wordsMeant } from '../../../src/catalog/listing/typo-rules.ts';
import { catalogReader } from '../../../src/catalog/read-articles.ts';
import { keptShelves } from '../../../src/catalog/shelf/kept-shelves.ts';
import { workInTurns } from '../../../src/shared/slices.ts';
import type { Database } from '../../../src/db/database.ts';
import type { ProductList, ProductsQuery } from '../../../src/contract/catalog/catalog-contract.ts';
import { forEachEngine } from '../../databases.ts';
import { anArticle, aProduct, aSeller, type CatalogShop, openShop } from '../shop.ts';

describe('a misspelt word', () => {
  const words = vocabularyOf([
    'shirt',
    'shirts',
    'short',
    'skirt',
    'linen',
    'lines',
    'cushion',
    'notebook',
    'crème',
    'रेशम',
  ]);
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['shrit', ['shirt']],
    ['shrt', ['shirt', 'short']],
    ['sihrts', ['shirts']],
    ['shri', ['shirt', 'shirts']],
    ['linnen', ['linen']],
    ['notebboks', ['notebook']],
    ['cushoin', ['cushion']],
    ['रशम', []],
    ['रेशमम', ['रेशम']],
    ['sh', []],
    ['xyzzy', []],
    ['sh1rt', []],
  ];
  for (const [asked, meant] of cases) {
    test(`${asked} is taken for ${meant.join(' or ') || 'nothing else'}`, async () => {
      assert.deepEqual(await workInTurns(wordsMeant(asked, words), 1), meant);
    });
  }

  test('is looked for among a thousand words at a time, so that nobody waits for a large catalogue', async () => {
    const many = vocabularyOf([...Array<string>(10_500).fill('shirts'), 'notebook']);
    const steps = [...wordsMeant('notebok', many)];
    assert.deepEqual(steps, Array(10).fill(1_000));
    assert.deepEqual(await workInTurns(wordsMeant('notebok', many), 5_000), ['notebook']);
  });
});

forEachEngine((engine) => {
  let shop: CatalogShop;
  const category = (l2: number, l3: number) => [
    { l1: { uid: 1, name: 'Fashion' }, l2: { uid: l2, name: `Part ${l2}` }, l3: { uid: l3, name: `Shelf ${l3}` } },
  ];
  const brand = (uid: number) => ({ uid, name: `Brand ${uid}` });
  before(async () => {
    shop = await openShop(engine);
    await shop.feed('sellers', [aSeller]);
    await shop.feed('products', [
      aProduct(1, { name: 'Linen shirt', brand: brand(7), category_hierarchy: category(11, 111), tags: ['new'] }),
      aProduct(2, { name: 'Cotton shirt', brand: brand(8), category_hierarchy: category(11, 111), tags: [] }),
      aProduct(3, { name: 'Silk skirt', brand: brand(8), category_hierarchy: category(12, 121), tags: ['new'] }),
      aProduct(4, { name: 'Wool coat', brand: brand(9), category_hierarchy: category(12, 122), tags: [] }),
      aProduct(5, { name: 'Hidden shirt', is_active: false }),
    ]);
    const price = (effective: number) => [{ currency_code: 'INR', marked: 5000, effective }];
    await shop.feed(
      'articles',
      [1, 2, 3, 4, 5].map((uid) => anArticle(uid, { quantity: uid === 2 ? 0 : 3, prices: price(uid * 1000) })),
    );
  });
  after(() => shop.close());

  const asked = async (query: string): Promise<ProductList> =>
    (await shop.ask(`/products?sort=price_asc&${query}`)).json<ProductList>();
  const uids = ({ items }: ProductList) => items.map(({ uid }) => uid);
  const counts = ({ filters = [] }: ProductList, name: string) =>
    filters
      .find(({ key }) => key.name === name)
      ?.values.map(({ display, value, count, is_selected }) => [display, value, count, is_selected]);

  describe('a search', () => {
    test('forgives a slip, says what it took the word for, and tells other words as they are', async () => {
      const found = await asked('q=shrit');
      assert.deepEqual(uids(found), [1, 2]);
      assert.deepEqual(found.corrections, [{ word: 'shrit', meant: ['shirt'] }]);
      const both = await asked('q=cotton+shrit');
      assert.deepEqual([uids(both), both.page.total], [[2], 1]);
      const exact = await asked('q=shir');
      assert.deepEqual([uids(exact), exact.corrections], [[1, 2], undefined]);
      assert.deepEqual(uids(await asked('q=C4')), [4]);
      assert.deepEqual(uids(await asked('q=C9')), []);
    });

    test('has those first whose name says it, where that is asked for', async () => {
      await shop.feed('products', [
        aProduct(7, { name: 'Shirts for two', tags: ['silk'] }),
        aProduct(8, { name: 'Box', tags: ['shirt', 'silk'] }),
        aProduct(9, { name: 'Silk shirt', tags: [] }),
      ]);
      await shop.feed(
        'articles',
        [7, 8, 9].map((uid) => anArticle(uid, { quantity: 1 })),
      );
      const best = async (query: string) =>
        uids((await shop.ask(`/products?sort=relevance&${query}`)).json<ProductList>());
      const found = await best('q=shirt');
      // The word itself, then one that begins with it, then what has it elsewhere; the latest of each first.
      assert.deepEqual([found.slice(0, 3), found.slice(3, 4), found.at(-1)], [[9, 2, 1], [7], 8]);
      assert.deepEqual(await best('q=silk+shirt'), [9, 7, 8]);
      assert.deepEqual((await best('q=shrit')).slice(0, 3), [9, 2, 1]);
      assert.deepEqual(await best(''), uids((await shop.ask('/products?sort=latest')).json<ProductList>()));
      await shop.feed(
        'products',
        [7, 8, 9].map((uid) => aProduct(uid, { is_active: false })),
      );
    });

    test('of many words finds what has all of them, and asks for them as one', async () => {
      assert.deepEqual(uids(await asked('q=linen+shirt+fash+part+shel+new')), [1]);
      assert.deepEqual(uids(await asked('q=linen+shirt+fash+part+shel+wool')), []);
      const conditions = (q: string) => termConditions(shop.companyId, { q, brand: [7] }, 'p.uid').length;
      assert.deepEqual([conditions('a b c'), conditions('a b c d'), conditions('a b c d e f g h')], [4, 2, 2]);
    });

    test('knows a word from the moment a product has it', async () => {
      assert.deepEqual(uids(await asked('q=kimnoo')), []);
      await shop.feed('products', [aProduct(6, { name: 'Kimono' })]);
      await shop.feed('articles', [anArticle(6, { quantity: 1 })]);
      assert.deepEqual(uids(await asked('q=kimnoo')), [6]);
      await shop.feed('products', [aProduct(6, { name: 'Kimono', is_active: false })]);
    });
  });

  describe('what a list is narrowed by', () => {
    test('is counted within its words and its category, and only when it is asked for', async () => {
      assert.equal((await asked('q=shirt')).filters, undefined);
      const found = await asked('q=shrit&filters=true');
      assert.deepEqual(counts(found, 'brand'), [
        ['Brand 7', '7', 1, false],
        ['Brand 8', '8', 1, false],
      ]);
      assert.deepEqual(counts(found, 'l3_category'), [['Shelf 111', '111', 2, false]]);
      assert.deepEqual(counts(await asked('category=12&filters=true'), 'l3_category'), [
        ['Shelf 121', '121', 1, false],
        ['Shelf 122', '122', 1, false],
      ]);
      assert.deepEqual(counts(found, 'in_stock'), [['In stock', 'true', 1, false]]);
    });

    test('counts a kind as if nothing of it were chosen', async () => {
      const found = await asked('brand=8&filters=true');
      assert.deepEqual(uids(found), [2, 3]);
      assert.deepEqual(counts(found, 'brand'), [
        ['Brand 8', '8', 2, true],
        ['Brand 7', '7', 1, false],
        ['Brand 9', '9', 1, false],
      ]);
      assert.deepEqual(counts(found, 'tag'), [['new', 'new', 1, false]]);
      const cheap = await asked('max_price=2000&filters=true');
      const price = cheap.filters?.find(({ key }) => key.name === 'min_price')?.values[0];
      assert.deepEqual([price?.min, price?.max, price?.is_selected, cheap.page.total], [1000, 4000, true, 2]);
    });

    test('is counted once for all pages and orders of a list, and anew when something changed', async () => {
      let counted = 0;
      const { node, companyId, applicationId, organizationId } = shop;
      const db: Database = {
        ...node.db,
        scan: (sql, params) => {
          counted += Number(sql.includes('product_term t'));
          return node.db.scan(sql, params);
        },
      };
      const shelves = { ...keptShelves(db), at: async () => undefined };
      const reader = productReader(db, catalogReader(db, shop.cache), node.now, { shelves });
      const row = await node.db.one<{ settings: string }>('select settings from application where id = ?', [
        applicationId,
      ]);
      const settings = parseSettings(row?.settings ?? '');
      const caller = { kind: 'application', applicationId, companyId, organizationId, settings } as const;
      const ask = async (query: ProductsQuery): Promise<ProductList> => {
        const { body } = await reader.list(caller, { filters: true, page_size: 1, ...query }, undefined);
        return JSON.parse(Buffer.from(await body()).toString()) as ProductList;
      };
      const first = await ask({ category: [11] });
      assert.equal(counted, 1);
      const others = [await ask({ category: [11], page_no: 2 }), await ask({ category: [11], sort: 'name' })];
      for (const { filters } of others) assert.deepEqual(filters, first.filters);
      assert.equal(counted, 1);
      await ask({ category: [12] });
      assert.equal(counted, 2);
      await shop.feed('articles', [anArticle(2, { quantity: 9 })]);
      const later = await ask({ category: [11] });
      assert.deepEqual(
        [counted, counts(first, 'in_stock'), counts(later, 'in_stock')],
        [3, [['In stock', 'true', 1, false]], [['In stock', 'true', 2, false]]],
      );
    });

    test('is nothing where nothing is found, and a bad question is told so', async () => {
      assert.deepEqual(counts(await asked('q=xyzzy&filters=true'), 'min_price'), []);
      for (const bad of [
        'sort=cheapest',
        'category=shirts',
        'brand=x',
        'min_price=-1',
        'filters=maybe',
        'in_stock=2',
      ]) {
        const answer = await shop.ask(`/products?${bad}`);
        assert.deepEqual(
          [bad, answer.statusCode, answer.json<{ error_code: string }>().error_code],
          [bad, 400, 'body_invalid'],
        );
      }
    });
  });
});
