/** Names of what a list can be narrowed by are read once, and anew when a product changed. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { readCatalogVersions } from '../../../src/catalog/catalog-versions.ts';
import { facets } from '../../../src/catalog/listing/facet-query.ts';
import { valueNames } from '../../../src/catalog/listing/value-names.ts';
import { catalogReader } from '../../../src/catalog/read-articles.ts';
import { forEachEngine } from '../../databases.ts';
import { aProduct, type CatalogShop, openShop } from '../shop.ts';

forEachEngine((engine) => {
  describe('names of values', () => {
    let shop: CatalogShop;
    before(async () => {
      shop = await openShop(engine);
      await shop.feed('products', [aProduct(1), aProduct(2, { brand: { uid: 8, name: 'Loom' } })]);
    });
    after(() => shop.close());

    test('are read once for a version of the products, of products that have them', async () => {
      const asked: (readonly number[])[] = [];
      const reader = catalogReader(shop.node.db, shop.cache);
      const named = valueNames({
        items: (companyId, itemIds) => {
          asked.push(itemIds);
          return reader.items(companyId, itemIds);
        },
      });
      type Given = readonly [term: string, itemId: number];
      const valuesOf = (terms: readonly Given[]) =>
        terms.map(([term, item_id]) => {
          const facet = facets.find((one) => term.startsWith(`${one.term}:`));
          assert.ok(facet !== undefined);
          return { facet, term, item_id };
        });
      const ask = async (...terms: readonly Given[]) => {
        const { product } = await readCatalogVersions(shop.node.db, shop.companyId);
        const names = await named(shop.companyId, product, valuesOf(terms));
        return terms.map(([term]) => names.get(term));
      };
      const first = [
        ['brand:7', 1],
        ['l1:1', 1],
        ['l3:111', 1],
        ['department:3', 1],
        ['tag:summer', 2],
      ] as const;
      assert.deepEqual(await ask(...first), ['Calico', 'Fashion', 'Shirts', 'Men', undefined]);
      assert.deepEqual(await ask(...first), ['Calico', 'Fashion', 'Shirts', 'Men', undefined]);
      assert.deepEqual(asked, [[1]], 'once, and nothing for tags');
      assert.deepEqual(await ask(['brand:7', 2], ['brand:8', 2], ['brand:9', 2]), ['Calico', 'Loom', undefined]);
      assert.deepEqual(asked, [[1], [2]]);
      await shop.feed('products', [aProduct(1, { brand: { uid: 7, name: 'Kattun' } })]);
      assert.deepEqual(await ask(['brand:7', 1]), ['Kattun']);
      assert.equal(asked.length, 3);
    });
  });
});
