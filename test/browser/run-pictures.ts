/**
 * `npm run pictures -- FOLDER [URL CONSOLE-LINK]`: every page of the storefront, the guide, the reference and the console, on a
 * phone and on a desk, in the light and in the dark, as pictures to look at. It opens a demo shop with its month behind it, unless it is told of one.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { dataFolder, serving } from '../commands/run-cartwright.ts';
import { openBrowser, PAGE_PATIENCE_MS } from './browser.ts';
import { consolePaths, openedLists } from './console-looks.ts';
import { addTee, chooseTee, TEE, typeAddress } from './shop-pages.ts';

const [folder = 'pictures', givenUrl, givenLink] = process.argv.slice(2);
const WIDTHS = [
  ['phone', { width: 390, height: 844 }],
  ['desk', { width: 1280, height: 860 }],
] as const;
const COLOURS = ['light', 'dark'] as const;

const named = (path: string): string => path.replace(/^\//, '').replace(/[^a-z0-9-]+/gi, '_') || 'home';

const take = async (page: Page, name: string): Promise<void> => {
  await page.waitForLoadState('networkidle');
  for (const [width, viewport] of WIDTHS) {
    await page.setViewportSize(viewport);
    for (const colorScheme of COLOURS) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true });
    }
  }
};

const storefront = [
  '/',
  '/?q=kettle',
  '/product/harbour-crew-tee-navy',
  '/product/evening-in-gift-box',
  '/cart',
  '/checkout',
];
const account = [
  '/account',
  '/account/addresses',
  '/account/balances',
  '/account/wishlist',
  '/account/carts',
  '/nowhere',
];

const reading = ['/guide', '/guide/search?q=refund', '/docs', '/welcome'];

const visitShop = async (browser: Browser, url: string): Promise<void> => {
  const page = await browser.newPage({ baseURL: url, locale: 'en-IN' });
  page.setDefaultTimeout(PAGE_PATIENCE_MS);
  await page.goto('/sign-in');
  await take(page, 'shop-sign-in');
  await page.getByRole('button', { name: 'Sign in as Ravi' }).click();
  await page.locator('.account', { hasText: 'Ravi' }).waitFor();
  await addTee(page);
  await page.goto('/cart');
  await page.getByLabel('Deliver to').fill('400001');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.getByRole('radio', { name: /^Express/ }).waitFor();
  for (const path of [...storefront, ...account, ...reading]) {
    await page.goto(path);
    await page.locator('h1').first().waitFor();
    await take(page, `shop-${named(path)}`);
  }
  await page.close();
};

/** What stands behind a cart: the page that pays, the order, and the cart for somebody else. */
const visitOrder = async (browser: Browser, url: string): Promise<void> => {
  const page = await browser.newPage({ baseURL: url, locale: 'en-IN' });
  page.setDefaultTimeout(PAGE_PATIENCE_MS);
  await page.goto('/product/evening-in-gift-box');
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await page.getByText('Added 1 ×').first().waitFor();
  await page.goto(TEE);
  await chooseTee(page);
  await page.goto('/cart');
  await page.getByRole('button', { name: 'Share this cart' }).click();
  const shared = await page.locator('input[readonly]').inputValue();
  await take(page, 'shop-cart_of_guest');
  await page.goto(new URL(shared).pathname);
  await page.locator('h1').first().waitFor();
  await take(page, 'shop-shared-cart');
  await page.goto('/checkout');
  await typeAddress(page);
  await page.getByRole('radio', { name: /^UPI/ }).click();
  await take(page, 'shop-checkout_of_guest');
  await page.getByRole('button', { name: /^Place order/ }).click();
  await page.getByRole('button', { name: /^Pay ₹/ }).waitFor();
  await take(page, 'shop-payment');
  await page.getByRole('button', { name: /^Pay ₹/ }).click();
  await page.locator('.told-order').waitFor();
  await take(page, 'shop-order');
  await page.goto('/orders');
  await page.locator('.order-row').first().waitFor();
  await take(page, 'shop-orders');
  await page.goto('/console');
  await page.locator('h1').waitFor();
  await take(page, 'console-sign-in');
  await page.close();
};

const visitConsole = async (browser: Browser, url: string, link: string): Promise<void> => {
  const page = await browser.newPage({ baseURL: url, locale: 'en-IN' });
  page.setDefaultTimeout(PAGE_PATIENCE_MS);
  await page.goto(link);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('navigation', { name: 'Console' }).waitFor({ state: 'attached' });
  for (const path of await consolePaths(page)) {
    await page.goto(path);
    await page.locator('main:not(:has([aria-busy=true])) h1').waitFor();
    await take(page, named(path));
  }
  for (const [path, label] of openedLists) {
    await page.setViewportSize(WIDTHS[1][1]);
    await page.goto(`/console${path}`);
    await page.locator('main:not(:has([aria-busy=true])) h1').waitFor();
    const first = page.getByRole('group', { name: label, exact: true }).locator('tbody a').first();
    if ((await first.count()) === 0) continue;
    await first.click();
    await page.locator('.back').waitFor();
    await take(page, `one_of_${named(label)}`);
  }
  await page.close();
};

mkdirSync(folder, { recursive: true });
const browser = await openBrowser();
if (givenUrl !== undefined && givenLink !== undefined) {
  await visitShop(browser, givenUrl);
  await visitOrder(browser, givenUrl);
  await visitConsole(browser, givenUrl, givenLink);
} else {
  const { folder: data, remove } = dataFolder();
  const server = await serving({ CARTWRIGHT_DATA: data, CARTWRIGHT_DEMO_MONTH: 'on' }, []);
  await visitShop(browser, server.url);
  await visitOrder(browser, server.url);
  await visitConsole(browser, server.url, /\/console\/enter\?token=[\w-]+/.exec(server.printed())?.[0] ?? '');
  await server.stop();
  remove();
}
await browser.close();
