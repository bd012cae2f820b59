/** The storefront as a shopper uses it: a real server with the demo shop, a real browser, an eye on everything that goes wrong. */
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { dataFolder, type Serving, serving } from '../commands/run-cartwright.ts';
import { complaintsOf, openBrowser, skipBrowser } from './browser.ts';

const SMALL_PHONE = { width: 360, height: 740 };
const TEE = '/product/harbour-crew-tee-navy';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const counted = async (page: Page): Promise<number> =>
  Number.parseInt(await page.locator('.heading p').innerText(), 10);
const cards = (page: Page) => page.locator('.cards .card a');
const cartLink = (page: Page) => page.getByRole('link', { name: /^Cart,/ });
const settled = (page: Page) => page.locator('.cards[aria-busy="false"], .blank').first().waitFor();
const prices = async (page: Page): Promise<readonly number[]> =>
  (await page.locator('.card .now').allInnerTexts()).map((text) => Number(text.replace(/[^\d.]/g, '')));

const addTee = async (page: Page): Promise<void> => {
  await page.goto(TEE);
  await page.locator('.sizes label', { hasText: /^M$/ }).click();
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await page.getByText('Added 1 × Harbour Crew Tee, M.').first().waitFor();
};

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
};

describe('storefront', { skip: skipBrowser }, () => {
  const { folder, remove } = dataFolder();
  let server: Serving;
  let browser: Browser;
  before(async () => {
    browser = await openBrowser();
    server = await serving({ CARTWRIGHT_DATA: folder }, []);
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
    remove();
  });

  const withPage = async (
    work: (page: Page, complaints: readonly string[]) => Promise<void>,
    options: BrowserContextOptions = {},
  ): Promise<void> => {
    const context = await browser.newContext({ baseURL: server.url, locale: 'en-IN', ...options });
    context.setDefaultTimeout(10_000);
    try {
      const page = await context.newPage();
      await work(page, complaintsOf(page));
    } finally {
      await context.close();
    }
  };

  test('a search, a category, a brand, a price and a sort each narrow or order the list, and going back undoes them', () =>
    withPage(async (page, complaints) => {
      await page.goto('/');
      await settled(page);
      const all = await counted(page);
      assert.equal(all, 400);

      await page.getByRole('searchbox').fill('kettle');
      await page.keyboard.press('Enter');
      await page.getByText('Search: kettle').waitFor();
      await settled(page);
      const kettles = await counted(page);
      assert.ok(kettles > 0 && kettles < all, `${kettles} of ${all}`);

      await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Clothing' }).click();
      await page.getByRole('heading', { level: 1, name: 'Clothing' }).waitFor();
      await settled(page);
      const clothing = await counted(page);
      await page
        .locator('#filters')
        .getByRole('link', { name: /^Menswear/ })
        .click();
      await page.getByRole('heading', { level: 1, name: 'Menswear' }).waitFor();
      await settled(page);
      assert.ok((await counted(page)) < clothing);

      await page.getByLabel('Oakmere').check();
      await page.getByRole('link', { name: 'Remove Oakmere' }).waitFor();
      await settled(page);
      assert.deepEqual([...new Set(await page.locator('.card .brand').allInnerTexts())], ['Oakmere']);

      await page.getByLabel('Most', { exact: true }).fill('700');
      await page.keyboard.press('Enter');
      await page.getByRole('link', { name: /^Remove up to/ }).waitFor();
      await page.getByLabel('Sort').selectOption('price_asc');
      await page.waitForURL(/sort=price_asc/);
      await settled(page);
      const found = await prices(page);
      assert.ok(found.length > 0 && found.every((price) => price <= 700), String(found));
      assert.deepEqual(
        found,
        found.toSorted((a, b) => a - b),
      );

      for (let steps = 0; steps < 4; steps += 1) await page.goBack();
      await page.getByRole('heading', { level: 1, name: 'Clothing' }).waitFor();
      await settled(page);
      assert.equal(await counted(page), clothing);
      assert.deepEqual(complaints, []);
    }));

  test('a page of the list follows another, and what is found nowhere says so', () =>
    withPage(async (page, complaints) => {
      await page.goto('/');
      await settled(page);
      const first = await cards(page).first().getAttribute('href');
      await page.getByRole('link', { name: 'Next' }).click();
      await page.getByText('Page 2 of 17').waitFor();
      await settled(page);
      assert.notEqual(await cards(page).first().getAttribute('href'), first);
      await page.goto('/?q=nosuchthing');
      await page.getByRole('heading', { name: 'Nothing matches' }).waitFor();
      await page.getByRole('link', { name: 'Show everything' }).click();
      await page.getByText('Page 1 of 17').waitFor();
      assert.deepEqual(complaints, []);
    }));

  test('a product goes into the cart, more of it, out again; and the cart outlives a reload', () =>
    withPage(async (page, complaints) => {
      await page.goto('/?category=1&q=harbour');
      await page.locator(`a[href="${TEE}"]`).click();
      await heading(page).filter({ hasText: 'Harbour Crew Tee' }).waitFor();
      await page.getByRole('button', { name: 'Add to cart' }).click();
      await page.getByText('Choose a size first.').waitFor();
      await addTee(page);
      assert.equal(await cartLink(page).getAttribute('aria-label'), 'Cart, 1 item');

      await cartLink(page).click();
      await heading(page).filter({ hasText: 'Cart' }).waitFor();
      await page.getByText('Size M').waitFor();
      const total = page.locator('.breakup .total dd');
      const one = await total.innerText();
      await page.getByRole('button', { name: 'One more' }).click();
      await page.getByRole('button', { name: 'One more' }).click();
      await page.locator('.heading p', { hasText: '3 items' }).waitFor();
      const three = await total.innerText();
      const amount = (text: string): number => Number(text.replace(/[^\d.]/g, ''));
      assert.ok(amount(three) > amount(one), `${three} for three, ${one} for one`);

      await page.reload();
      await page.locator('.heading p', { hasText: '3 items' }).waitFor();
      assert.equal(await total.innerText(), three);
      assert.equal(await page.getByLabel('Quantity of Harbour Crew Tee').last().inputValue(), '3');

      await page.getByRole('button', { name: 'Remove Harbour Crew Tee' }).click();
      await page.getByRole('heading', { name: 'Your cart is empty' }).waitFor();
      assert.equal(await cartLink(page).getAttribute('aria-label'), 'Cart, empty');
      assert.deepEqual(complaints, []);
    }));

  test('shows the rows of the price details as the server sends them', () =>
    withPage(async (page) => {
      await addTee(page);
      const answered = page.waitForResponse((response) => response.url().includes('/cart/v1.0/detail'));
      await page.goto('/cart');
      type Row = { readonly display: string; readonly value: number };
      const body = (await (await answered).json()) as { readonly breakup_values: { readonly display: readonly Row[] } };
      const rows = body.breakup_values.display;
      await page.locator('.breakup .total').waitFor();
      const shown = await page
        .locator('.breakup > div')
        .evaluateAll((found) =>
          found.map((row) => [row.querySelector('dt')?.firstChild?.textContent, row.querySelector('dd')?.textContent]),
        );
      assert.deepEqual(
        shown.map(([name, value]) => [name, Number(value?.replace('−', '-').replace(/[^\d.-]/g, ''))]),
        rows.map(({ display, value }) => [display, value]),
      );
    }));

  test('an area code tells when a size arrives, on the product and in the cart, and is remembered', () =>
    withPage(async (page, complaints) => {
      await addTee(page);
      await page.getByLabel('Deliver to').fill('400001');
      await page.keyboard.press('Enter');
      await page
        .locator('.promises')
        .getByText(/^Delivery (by|in) /)
        .first()
        .waitFor();
      await page.getByLabel('Deliver to').fill('999999');
      await page.keyboard.press('Enter');
      await page.getByText('This size cannot be delivered to 999999.').waitFor();
      await page.getByLabel('Deliver to').fill('400001');
      await page.keyboard.press('Enter');
      await cartLink(page).click();
      assert.equal(await page.getByLabel('Deliver to').inputValue(), '400001');
      await page.getByText(/^Arrives by /).waitFor();
      assert.deepEqual(complaints, []);
    }));

  test('another currency changes every price and stays chosen', () =>
    withPage(async (page, complaints) => {
      await addTee(page);
      await page.getByLabel('Currency').selectOption('EUR');
      await page.locator('.purchase .now', { hasText: '€' }).waitFor();
      await page.goto('/cart');
      await page.locator('.breakup .total dd', { hasText: '€' }).waitFor();
      await page.goto('/');
      await page.locator('.card .now', { hasText: '€' }).first().waitFor();
      assert.deepEqual(complaints, []);
    }));

  test('everything can be done from the keyboard', () =>
    withPage(async (page, complaints) => {
      await page.goto('/');
      await settled(page);
      await page.keyboard.press('Tab');
      assert.equal(await page.locator(':focus').innerText(), 'Skip to the content');
      await page.getByRole('searchbox').focus();
      await page.keyboard.type('harbour crew');
      await page.keyboard.press('Enter');
      await page.getByText('Search: harbour crew').waitFor();
      await settled(page);
      await page.locator(`a[href="${TEE}"]`).focus();
      await page.keyboard.press('Enter');
      await heading(page).filter({ hasText: 'Harbour Crew Tee' }).waitFor();
      assert.equal(await page.locator(':focus').getAttribute('id'), 'main');
      await page.locator('.sizes input').first().focus();
      await page.keyboard.press('ArrowRight');
      assert.equal(await page.locator('.sizes input:checked').count(), 1);
      await page.keyboard.press('Enter');
      await page.getByRole('link', { name: 'View cart' }).focus();
      assert.match(await page.getByRole('status').last().innerText(), /^Added 1 × Harbour Crew Tee/);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Remove Harbour Crew Tee' }).focus();
      await page.keyboard.press('Space');
      await page.getByRole('heading', { name: 'Your cart is empty' }).waitFor();
      assert.deepEqual(complaints, []);
    }));

  test('a shop that cannot be reached says so, and a second try brings the page', () =>
    withPage(async (page) => {
      await page.route('**/service/application/**', (route) => route.abort());
      for (const [path, title] of [
        ['/', 'The products did not load'],
        [TEE, 'The product did not load'],
        ['/cart', 'Your cart did not load'],
      ] as const) {
        await page.goto(path);
        await page.getByRole('heading', { name: title }).waitFor();
      }
      await page.unroute('**/service/application/**');
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('heading', { name: 'Your cart is empty' }).waitFor();
      await page.goto('/product/there-is-none');
      await page.getByRole('heading', { name: 'This product is gone' }).waitFor();
    }));

  test('a token that is no longer good is replaced without a word', () =>
    withPage(async (page) => {
      await page.goto('/');
      await settled(page);
      await page.evaluate(() => {
        const { application_id: id } = JSON.parse(document.getElementById('shop')?.textContent ?? '') as {
          readonly application_id: string;
        };
        localStorage.setItem(`${id}/anonymous`, 'not-a-token');
      });
      await addTee(page);
    }));

  test('every page fits a small phone, in the light and in the dark, and nothing moves once it is there', () =>
    withPage(
      async (page) => {
        await addTee(page);
        for (const path of ['/', '/?category=1&in_stock=true', TEE, '/cart']) {
          await page.goto(path);
          await page.waitForLoadState('networkidle');
          const { width, moved } = await page.evaluate(
            () =>
              new Promise<{ readonly width: number; readonly moved: number }>((resolve) => {
                let moved = 0;
                new PerformanceObserver((list) => {
                  for (const entry of list.getEntries()) moved += (entry as unknown as { value: number }).value;
                }).observe({ type: 'layout-shift', buffered: true });
                setTimeout(() => resolve({ width: document.documentElement.scrollWidth, moved }), 50);
              }),
          );
          assert.ok(width <= SMALL_PHONE.width, `${path} is ${width} wide`);
          assert.ok(moved < 0.1, `${path} moved by ${moved}`);
        }
      },
      { viewport: SMALL_PHONE, colorScheme: 'dark', isMobile: true },
    ));

  test('the page about the installation is one step away', () =>
    withPage(async (page, complaints) => {
      await page.goto('/');
      await page.getByRole('contentinfo').getByRole('link', { name: 'Cartwright' }).click();
      await heading(page).filter({ hasText: 'Cartwright is running' }).waitFor();
      assert.deepEqual(complaints, []);
    }));

  test('works below a public path', async () => {
    const own = dataFolder();
    after(own.remove);
    const port = await freePort();
    const variables = { PORT: String(port), CARTWRIGHT_PUBLIC_URL: `http://127.0.0.1:${port}/shop` };
    const below = await serving({ CARTWRIGHT_DATA: own.folder, ...variables }, []);
    after(below.stop);
    await withPage(
      async (page, complaints) => {
        await page.goto('/shop');
        await settled(page);
        await cards(page).first().click();
        await page.locator('.gallery img').first().waitFor();
        const drawn = await page
          .locator('.gallery img')
          .first()
          .evaluate((image) => (image as HTMLImageElement).decode());
        assert.equal(drawn, undefined);
        assert.match(page.url(), /\/shop\/product\//);
        await cartLink(page).click();
        await page.getByRole('heading', { name: 'Your cart is empty' }).waitFor();
        await page.reload();
        await page.getByRole('heading', { name: 'Your cart is empty' }).waitFor();
        assert.deepEqual(complaints, []);
      },
      { baseURL: `http://127.0.0.1:${port}` },
    );
  });

  test('CARTWRIGHT_STOREFRONT=off leaves the page about the installation in its place', async () => {
    const own = dataFolder();
    after(own.remove);
    const off = await serving({ CARTWRIGHT_DATA: own.folder, CARTWRIGHT_STOREFRONT: 'off' }, []);
    after(off.stop);
    assert.match(await (await fetch(off.url)).text(), /Cartwright is running/);
    for (const path of ['/cart', TEE, '/storefront/shelves'])
      assert.equal((await fetch(`${off.url}${path}`)).status, 404);
  });
});
