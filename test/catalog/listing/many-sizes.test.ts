/** Goods that come in hundreds of sizes in many stores: each article is gone through a few times, not once for each size. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Item } from '../../../src/catalog/article-cache.ts';
import { listItems, productDetail } from '../../../src/catalog/listing/product-view.ts';
import { countedCalls, countedWork, growthOf } from '../../counted-work.ts';

const STORES = 10;
const money = { currency: 'INR', rateFrom: () => undefined } as never;
const price = { currency: 'INR', marked: 200, effective: 100, list: null };

const named = (count: number) => Array.from({ length: count }, (_, at) => `s${at}`);
const product = (uid: number, sizes: readonly string[]) => ({
  uid,
  slug: `p${uid}`,
  name: 'Shirt',
  type: 'product',
  itemCode: null,
  isActive: true,
  isSet: false,
  brand: { uid: 1, name: 'Loom', logo: null },
  categories: [],
  departments: [],
  tags: [],
  images: [],
  teaserTag: null,
  shortDescription: '',
  description: '',
  countryOfOrigin: '',
  attributes: {},
  customJson: {},
  sizes: sizes.map((value) => ({ value, display: value, ean: null })),
  children: [],
});
const itemOf = (uid: number, sizes: number, children: readonly number[] = []): Item =>
  ({
    product: {
      ...product(uid, named(sizes)),
      children: children.map((itemId) => ({ itemId, size: null, quantity: 1, autoAdd: true })),
    },
    articles: named(sizes).flatMap((size) =>
      Array.from({ length: STORES }, (_, store) => ({
        uid: `${uid}_${size}_${store}`,
        itemId: uid,
        size,
        storeId: store,
        sellerId: 1,
        ean: null,
        isActive: true,
        quantity: 0,
        customOrder: null,
        prices: [price],
      })),
    ),
  }) as never;

test('twice as many sizes are twice the work, of a product and of a bundle', async () => {
  for (const children of [[], [2]]) {
    const shown = (sizes: number) => {
      const family = new Map([[2, itemOf(2, sizes)]]);
      const item = itemOf(1, sizes, children);
      return countedWork(async () => {
        await listItems([item], { ...(money as object) } as never, family);
        await productDetail(item, { ...(money as object) } as never, new Map(), family);
      });
    };
    const growth = await growthOf(20, shown);
    assert.ok(growth < 2.5, `${children.length} children: ${growth}`);
  }
});

test('others have their turn between goods of thousands of articles', async () => {
  const items = Array.from({ length: 4 }, (_, at) => itemOf(at + 1, 600));
  assert.ok((await countedCalls('nextTurn', () => listItems(items, money, new Map()))) >= 4);
});
