/** Articles of stores that were not fed: taken, with a warning, until the store is there. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { stores } from '../cart/response/places.ts';
import { anArticle, aProduct, aSeller, openShop } from '../catalog/shop.ts';
import { forEachEngine } from '../databases.ts';

forEachEngine(async (engine) => {
  const shop = await openShop(engine);
  after(() => shop.close());
  await shop.feed('sellers', [aSeller]);
  await shop.feed('products', [aProduct(1)]);

  test('an article of a store that was not fed is kept, and its verdict warns', async () => {
    await shop.feed('stores', stores.slice(0, 1));
    const report = await shop.feed('articles', [
      anArticle(1, { store_id: 1 }),
      anArticle(1, { store_id: 9 }),
      anArticle(1, { store_id: 9, uid: 'bad', item_id: 404 }),
    ]);
    assert.deepEqual([report.accepted, report.warned, report.refused], [2, 1, 1]);
    const [known, warned, refused] = report.rows;
    assert.deepEqual([known?.success, known?.message, known?.field], [true, '', null]);
    assert.deepEqual([warned?.success, warned?.field, warned?.error_code], [true, 'store_id', null]);
    assert.match(warned?.message ?? '', /There is no store 9 yet/);
    assert.deepEqual([refused?.success, refused?.error_code], [false, 'reference_unknown']);
    const kept = await shop.node.db.all('select uid from article where store_id = 9 limit 10');
    assert.equal(kept.length, 1);
  });

  test('once the store is there the same row says nothing', async () => {
    await shop.feed('stores', [{ ...stores[0], uid: 9 }]);
    const report = await shop.feed('articles', [anArticle(1, { store_id: 9 })]);
    assert.deepEqual([report.accepted, report.warned, report.rows[0]?.message], [1, 0, '']);
  });
});
