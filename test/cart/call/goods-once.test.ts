/** A write asks for each of its goods once, whoever asks for them in it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withGoodsOnce } from '../../../src/cart/call/goods-once.ts';
import type { CartCall } from '../../../src/cart/call/cart-shop.ts';
import type { Item } from '../../../src/catalog/article-cache.ts';
import type { CatalogReader } from '../../../src/catalog/read-articles.ts';

const item = (uid: number): Item => ({ product: { uid } }) as unknown as Item;

test('items and parts of them come from what was read before', async () => {
  const asked: (readonly number[])[] = [];
  const catalog: Pick<CatalogReader, 'items' | 'partsOf' | 'rates'> = {
    items: async (_company, ids) => {
      asked.push(ids);
      return new Map(ids.filter((id) => id < 9).map((id) => [id, item(id)]));
    },
    partsOf: async (items, parts) =>
      new Map(parts.flatMap(({ itemId }) => [[itemId, items.get(itemId) ?? item(0)] as const])),
    rates: async () => {
      asked.push([]);
      return [];
    },
  };
  const { shop } = withGoodsOnce({ shop: { catalog } } as unknown as CartCall);
  const read = await shop.catalog.items(1, [3, 1, 9]);
  assert.deepEqual([...read.keys()], [3, 1]);
  const parts = await shop.catalog.parts(
    1,
    [1, 2, 3].map((itemId) => ({ itemId, sizes: 'all' as const, uids: [], enough: 1 })),
  );
  assert.deepEqual([...parts.keys()], [1, 2, 3]);
  assert.equal(parts.get(1), read.get(1));
  await Promise.all([shop.catalog.rates(1), shop.catalog.rates(1)]);
  // What is not there is asked for again: it may come.
  await shop.catalog.items(1, [9, 2]);
  assert.deepEqual(asked, [[3, 1, 9], [2], [], [9]]);
});
