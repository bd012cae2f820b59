/** Addresses that somebody makes up: none of them makes the node draw without end, or a page without end. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { anArticle, aProduct, aSeller } from '../catalog/shop.ts';
import { forEachEngine } from '../databases.ts';
import { aStore, openEmptyFront, openStorefront } from './shop-front.ts';

forEachEngine(async (engine) => {
  const { node, app, feed } = await openEmptyFront(engine);
  await feed('sellers', [aSeller]);
  await feed('stores', [aStore]);
  await feed('products', [aProduct(1), aProduct(2, { brand: { uid: 8, name: 'Volta' } })]);
  await feed('articles', [anArticle(1), anArticle(2)]);
  const page = (url: string) => app.inject({ url });

  describe('a page of the storefront', () => {
    test('is drawn once, whatever else is written into its address', async () => {
      let drawn = 0;
      const front = await openStorefront(node, undefined, (products) => ({
        ...products,
        list: async (...asked) => {
          const answer = await products.list(...asked);
          const body = (): Promise<Uint8Array> => {
            drawn += 1;
            return answer.body();
          };
          return { ...answer, body };
        },
      }));
      const bodies = new Set<string>();
      for (let turn = 0; turn < 20; turn += 1) {
        bodies.add((await front.inject({ url: `/?x=${turn}&brand=8&brand=x${turn}&brand=8&sort=y${turn}` })).body);
      }
      await front.close();
      assert.deepEqual({ drawn, pages: bodies.size }, { drawn: 1, pages: 1 });
    });

    test('an address that makes a thousand choices makes no page of megabytes: each of its links repeats them', async () => {
      const links = ({ body }: { readonly body: string }): number => (body.match(/brand=\d/g) ?? []).length;
      const few = await page(`/?${Array.from({ length: 50 }, (_, at) => `brand=${at + 1}`).join('&')}`);
      const many = await page(`/?${Array.from({ length: 1_000 }, (_, at) => `brand=${at + 1}`).join('&')}`);
      assert.equal(many.statusCode, 200);
      assert.equal(links(many), links(few));
      const words = Array.from({ length: 60 }, (_, at) => `q=${'a'.repeat(190)}${at}`).join('&');
      assert.ok((await page(`/?${words}`)).body.length < 50_000);
    });
  });
});
