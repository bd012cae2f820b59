/** Every page of the storefront for everybody: axe-core finds nothing, on a phone and on a desk, in the light and in the dark. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { violations } from './axe-violations.ts';
import { skipBrowser } from './browser.ts';
import { addTee, openShopPages } from './shop-pages.ts';

const pages = {
  visitor: [
    '/',
    '/product/evening-in-gift-box',
    '/sign-in',
    '/account',
    '/product/none',
    '/shared-cart/none',
    '/nowhere',
    '/guide/how-to/06-promotion',
    '/guide/behaviour/cart',
    '/guide/search?q=refund',
    '/guide',
    '/welcome',
    '/orders',
    '/console',
    '/console/sign-in',
  ],
  guest: ['/cart', '/checkout', '/account/addresses', '/account/carts'],
  customer: ['/account/balances', '/account/wishlist', '/checkout', '/cart'],
};

describe('axe-core', { skip: skipBrowser }, () => {
  const { withPage } = openShopPages();
  const check = async (page: Page, paths: readonly string[]): Promise<void> => {
    for (const path of paths) {
      await page.goto(path);
      await page.locator('h1').waitFor();
      // What is still awaited has its bones in its place.
      await page.locator('body:not(:has(.bone)):not(:has([aria-busy="true"]))').waitFor();
      assert.deepEqual(await violations(page, path), []);
    }
  };

  test('finds nothing in the reference', () =>
    withPage(async (page) => {
      await page.goto('/docs');
      await page.getByText('Carts of shoppers').first().waitFor();
      assert.deepEqual(await violations(page, '/docs'), []);
    }));

  test('finds nothing for a visitor', () => withPage((page) => check(page, pages.visitor)));

  test('finds nothing for a guest with a cart, nor in its boxes and explanations', () =>
    withPage(async (page) => {
      await addTee(page);
      await page.goto('/product/evening-in-gift-box');
      await page.getByRole('button', { name: 'Add to cart' }).click();
      await page.getByText('Added 1 ×').first().waitFor();
      await check(page, pages.guest);
      await page.goto('/cart');
      await page.getByText('Why this price').first().click();
      await page.getByText('The whole calculation').first().click();
      await page
        .getByRole('checkbox', { name: /^Gift wrap/ })
        .last()
        .check();
      await page.getByRole('button', { name: 'Save it for later' }).click();
      await page.getByLabel('Message on the card').waitFor();
      await page.getByRole('button', { name: 'Share this cart' }).click();
      await page.getByRole('button', { name: 'Copy' }).waitFor();
      assert.deepEqual(await violations(page, '/cart, opened'), []);
      await page.goto('/account/addresses');
      await page.getByRole('button', { name: 'Add an address' }).click();
      await page.locator('#field-name:focus').waitFor();
      assert.deepEqual(await violations(page, '/account/addresses, a new one'), []);
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Add an address' }).waitFor();
    }));

  test('finds nothing for a customer', () =>
    withPage(async (page) => {
      await page.goto('/sign-in');
      await page.getByRole('button', { name: 'Sign in as Ravi' }).click();
      await page.locator('.account', { hasText: 'Ravi' }).waitFor();
      await addTee(page);
      await check(page, pages.customer);
    }));
});
