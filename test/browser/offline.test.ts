/** Pages of the shop while it cannot be reached, and what becomes of changes that were made meanwhile. */
import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { violations } from './axe-violations.ts';
import { skipBrowser } from './browser.ts';
import { addTee, openShopPages, TEE } from './shop-pages.ts';

describe('offline', { skip: skipBrowser }, () => {
  const { withPage, staff } = openShopPages();
  let lacks: number | undefined;
  // Others go through the same shop.
  afterEach(async () => {
    if (lacks !== undefined) await setStock(lacks, 'M', 60);
    lacks = undefined;
  });

  /** Every store's stock of a size, as somebody at the shop sets it. */
  const setStock = async (itemId: number, size: string, quantity: number): Promise<void> => {
    const found = await staff('catalog', `/inventory?item_id=${itemId}&size=${size}`, undefined, 'GET');
    for (const { uid } of found['items'] as readonly { readonly uid: string }[]) {
      await staff('catalog', `/inventory/${uid}`, { quantity }, 'PATCH');
    }
  };

  test('a shop that was out of reach is tried again by itself, though the browser has a network all the time', () =>
    withPage(async (page) => {
      await addTee(page);
      const calls = '**/service/application/cart/**';
      await page.route(calls, (route) => route.abort());
      await page.getByRole('button', { name: 'Add to cart' }).click();
      await page.getByText('The change is kept here').first().waitFor();
      await page.goto('/cart');
      await page.getByRole('listitem').filter({ hasText: 'Add 1 × Harbour Crew Tee' }).waitFor();
      await page.unroute(calls);
      await page.getByText('You are connected again. 1 change to your cart was sent.').waitFor();
      await page.getByRole('link', { name: 'Cart, 2 items' }).waitFor();
    }));

  test('without a connection pages that were seen open, the cart is read and changed, and what waits is sent later', () =>
    withPage(
      async (page) => {
        await addTee(page);
        const { answers } = JSON.parse((await page.locator('#drawn').textContent()) ?? '{}') as {
          readonly answers: Readonly<Record<string, { readonly slug?: string; readonly uid: number }>>;
        };
        const uid = Object.values(answers).find(({ slug }) => slug !== undefined)?.uid ?? 0;
        await page.evaluate('navigator.serviceWorker.ready');
        await page.goto('/product/breakfast-for-two-set');
        await page.goto(TEE);
        // A page is kept behind its answer.
        await page.waitForFunction(`Promise.all(['/product/breakfast-for-two-set', '${TEE}'].map((path) => caches.match(path)))
          .then((pages) => pages.every(Boolean))`);
        await page.context().setOffline(true);
        await page.goto('/product/breakfast-for-two-set');
        await page.getByRole('button', { name: 'Add to cart' }).click();
        await page.getByText('You are offline. The change is kept here').first().waitFor();
        await page.getByRole('link', { name: 'Cart, 2 items' }).waitFor();
        await page.goto('/cart');
        await page.getByText('This is your cart as it was last known.').waitFor();
        await page.getByRole('listitem').filter({ hasText: 'Add 1 × Breakfast for Two Set' }).waitFor();
        await page.getByRole('button', { name: 'One more' }).first().click();
        await page.getByText('Make it 2 × Harbour Crew Tee, M').waitFor();
        await page.getByRole('button', { name: 'Remove Harbour Crew Tee' }).click();
        await page.getByRole('button', { name: 'Undo: Remove Harbour Crew Tee, M' }).click();
        await page.getByRole('button', { name: 'One more' }).first().click();
        await page.getByText('Make it 2 × Harbour Crew Tee, M').waitFor();
        await page.goto('/checkout');
        await page.getByRole('heading', { name: 'The checkout did not load' }).waitFor();
        await page.goto('/cart');
        assert.deepEqual(await violations(page, '/cart, offline'), []);
        // Meanwhile the last of them are sold.
        await setStock(uid, 'M', 1);
        lacks = uid;
        await page.context().setOffline(false);
        await page.getByText('You are connected again. 1 change to your cart was sent.').waitFor();
        await page.locator('.sent').getByText('Only 1 can be had.').waitFor();
        assert.deepEqual(await violations(page, '/cart, sent'), []);
        await page.getByRole('link', { name: 'Breakfast for Two Set' }).waitFor();
        await page.getByRole('link', { name: 'Cart, 2 items' }).waitFor();
        assert.equal(await page.getByText('Waits for your connection').count(), 0);
        await page.reload();
        await page.getByRole('link', { name: 'Cart, 2 items' }).waitFor();
        const kept = await page.evaluate<readonly string[]>(`(async () => {
          const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
          return all.flat().map(({ url }) => new URL(url).pathname);
        })()`);
        assert.deepEqual(
          kept.filter(
            (path) => !/^\/(cart|storefront\/.*|product\/.*|emitter\.js)?$|\/catalog\/v1\.0\/products/.test(path),
          ),
          [],
        );
      },
      { serviceWorkers: 'allow' },
    ));
});
