/** A list of products says of each what it sells for and how many there are. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { forEachEngine } from '../databases.ts';
import { recordingEngine } from '../recorded-statements.ts';
import { openRecords } from './record-shop.ts';
import { anArticle } from './shop.ts';

forEachEngine((engine) => {
  const { engine: recording, asked } = recordingEngine(engine);
  let records: Awaited<ReturnType<typeof openRecords>>;
  before(async () => {
    records = await openRecords(recording);
  });
  after(() => records.shop.close());
  const told = async (query = '') => {
    const listed = await records.items(`products?page_size=100${query}`);
    return new Map(listed.map(({ uid, in_stock, selling_prices }) => [uid, [in_stock, selling_prices]]));
  };

  test('what is in stock is that of all stores; articles that are not sold count for nothing', async () => {
    const prices = [{ currency_code: 'INR', marked: 900, effective: 450.5 }];
    await records.shop.feed('articles', [
      anArticle(1, { store_id: 1, quantity: 10, prices }),
      anArticle(1, { store_id: 2, quantity: 20, prices: [{ currency_code: 'INR', marked: 900, effective: 500 }] }),
      anArticle(1, {
        store_id: 3,
        quantity: 40,
        is_active: false,
        prices: [{ currency_code: 'INR', marked: 9, effective: 8 }],
      }),
    ]);
    const all = await told();
    assert.deepEqual(all.get(1), [30, [{ currency_code: 'INR', min: 450.5, max: 500 }]]);
    assert.deepEqual(all.get(2), [0, []], 'its only article is not sold');
    assert.deepEqual(all.get(7), [0, []], 'it has none');
    assert.deepEqual((await told('&q=nothing-like-it')).size, 0);
  });

  test('articles, of which a product may have tens of thousands, are counted off the request path', async () => {
    for (const path of ['products?page_size=100', 'products/1']) {
      asked.length = 0;
      await records.call('GET', path);
      const counting = asked.filter(({ sql }) => /\bsum\(.*\bfrom article\b/s.test(sql));
      assert.deepEqual(
        counting.map(({ scans }) => scans),
        [true],
        path,
      );
    }
  });
});
