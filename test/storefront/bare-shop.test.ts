/** The storefront of a shop that has told little of its goods. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anArticle, aProduct, aSeller } from '../catalog/shop.ts';
import { engines } from '../databases.ts';
import { aStore, openEmptyFront } from './shop-front.ts';

test('without pictures and categories it has a mark in their place, and no empty shelves', async () => {
  // What is drawn does not depend on the engine.
  const [engine] = engines;
  assert.ok(engine);
  const { app, feed } = await openEmptyFront(engine);
  const { images: _, ...plain } = aProduct(1, { category_hierarchy: [] });
  await feed('sellers', [aSeller]);
  await feed('stores', [aStore]);
  await feed('products', [plain]);
  await feed('articles', [anArticle(1)]);
  for (const path of ['/', '/product/product-1']) {
    const { body, statusCode } = await app.inject({ url: path });
    assert.equal(statusCode, 200);
    assert.match(body, /class="picture"><svg/, path);
    assert.doesNotMatch(body, /<img[^>]+src="(undefined|null)?"/, path);
    assert.match(body, /class="shelves none"/, path);
  }
});
