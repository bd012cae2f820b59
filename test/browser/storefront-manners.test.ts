/** How the storefront behaves when things are not as usual: no mouse, no network, no room, another address, switched off. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { dataFolder, serving } from '../commands/run-cartwright.ts';
import { freePort } from '../free-port.ts';
import type { Locator } from 'playwright-core';
import { skipBrowser } from './browser.ts';
import { addTee, cards, cartLink, guestAddress, heading, openShopPages, settled, TEE } from './shop-pages.ts';

const SMALL_PHONE = { width: 360, height: 740 };

/** Runs in the page: how wide it is, and how far things moved after they were first shown. */
const measure = `new Promise((resolve) => {
  let moved = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) moved += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => resolve({ width: document.documentElement.scrollWidth, moved }), 50);
})`;
const spoilToken = `localStorage.setItem(
  JSON.parse(document.getElementById('shop').textContent).application_id + '/anonymous', 'not-a-token')`;

describe('storefront manners', { skip: skipBrowser }, () => {
  const { withPage } = openShopPages();

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
      await page.locator('#main:focus').waitFor();
      await page.locator('.sizes input').first().focus();
      await page.keyboard.press('ArrowRight');
      await page.locator('.sizes input:checked').waitFor({ state: 'attached' });
      assert.equal(await page.locator('.sizes input:checked').count(), 1);
      await page.keyboard.press('Enter');
      await page
        .getByRole('status')
        .filter({ hasText: /^Added 1 × Harbour Crew Tee/ })
        .last()
        .waitFor();
      await page.getByRole('link', { name: 'View cart' }).press('Enter');
      await page.getByRole('button', { name: 'Remove Harbour Crew Tee' }).press('Space');
      await page.getByRole('heading', { name: 'Your cart is empty' }).waitFor();
      await page.locator('#main:focus').waitFor();
      await page.getByRole('button', { name: 'No, do not' }).press('Enter');
      await page.getByRole('region', { name: 'Your privacy' }).waitFor({ state: 'detached' });
      await page.locator('#main:focus').waitFor();
      assert.deepEqual(complaints(), []);
    }));

  test('a purchase needs no mouse', () =>
    withPage(async (page, complaints) => {
      /** By the tab key alone, as far as it takes. */
      const reach = async (wanted: Locator): Promise<void> => {
        const isThere = () => wanted.evaluate((element) => element.matches(':focus'));
        for (let steps = 0; !(await isThere()); steps += 1) {
          assert.ok(steps < 150, `out of reach: ${String(wanted)}`);
          await page.keyboard.press('Tab');
        }
      };
      const press = async (wanted: Locator, key = 'Enter'): Promise<void> => {
        await wanted.waitFor();
        await reach(wanted);
        await page.keyboard.press(key);
      };
      await page.goto('/product/breakfast-for-two-set');
      await press(page.getByRole('button', { name: 'Add to cart' }));
      await press(page.getByRole('link', { name: 'View cart' }));
      await press(page.getByRole('link', { name: 'Check out' }));
      await page.getByLabel('Name', { exact: true }).waitFor();
      // A new page takes the focus, and would take it from a field.
      await page.locator('#main:focus').waitFor();
      for (const [label, text] of Object.entries(guestAddress)) {
        await reach(page.getByLabel(label, { exact: true }));
        await page.keyboard.type(text);
      }
      await page.keyboard.press('Enter');
      await page.getByRole('radio', { name: /^Guest Person/ }).waitFor();
      const delivery = page.getByRole('radio', { name: /^Pay on delivery/ });
      const ways = page.locator('#step-payment input[type="radio"]');
      await reach(ways.first());
      await page.keyboard.press('Space');
      for (let steps = 0; steps < 10 && !(await delivery.isChecked()); steps += 1)
        await page.keyboard.press('ArrowDown');
      await page.locator('.breakup [data-row="cod_charge"]').waitFor();
      await press(page.getByRole('button', { name: /^Place order/ }));
      await page.getByText('Thank you. Your order is placed.').waitFor();
      await page.locator('#main:focus').waitFor();
      assert.deepEqual(complaints(), []);
    }));

  test('pictures that a busy node shed are asked for again', () =>
    withPage(async (page) => {
      const shed = new Set<string>();
      await page.route('**/demo/images/**', (route) => {
        const url = route.request().url();
        if (shed.has(url)) return route.continue();
        shed.add(url);
        return route.fulfill({ status: 503, headers: { 'retry-after': '1' } });
      });
      const came = page.waitForResponse((answer) => answer.url().includes('/demo/images/') && answer.status() === 200);
      await page.goto('/');
      assert.ok(shed.has((await came).url()));
    }));

  test('what a page asks for is asked again where a busy node shed it', () =>
    withPage(async (page) => {
      await page.goto('/');
      await settled(page);
      let shed = 0;
      await page.route('**/service/application/**', (route) => {
        if (route.request().method() !== 'GET' || shed >= 2) return route.continue();
        shed += 1;
        return route.fulfill({ status: 503, headers: { 'retry-after': '1' } });
      });
      await cards(page).first().click();
      await page.getByRole('button', { name: 'Add to cart' }).waitFor();
      assert.equal(shed, 2);
      assert.equal(await page.getByText('did not load').count(), 0);
    }));

  test('a shop that cannot be reached says so, and a second try brings the page', () =>
    withPage(async (page) => {
      await page.route('**/service/application/**', (route) => route.abort());
      // The node draws lists and products itself; what a visitor goes on to is asked for.
      await page.goto('/');
      await settled(page);
      await cards(page).first().click();
      await page.getByRole('heading', { name: 'The product did not load' }).waitFor();
      await page.getByRole('link', { name: 'Demo Shop' }).click();
      await settled(page);
      await page.getByLabel('Sort').selectOption('name');
      await page.getByRole('heading', { name: 'The products did not load' }).waitFor();
      await page.goto('/cart');
      await page.getByRole('heading', { name: 'Your cart did not load' }).waitFor();
      await page.unroute('**/service/application/**');
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('heading', { name: 'Your cart is empty' }).waitFor();
      await page.goto('/product/there-is-none');
      await page.getByRole('heading', { name: 'This product is gone' }).waitFor();
    }));

  test('a page in German says in German what the service says: days, rows, distances, refusals and what is nowhere', () =>
    withPage(
      async (page, complaints) => {
        await page.goto(TEE);
        await page.locator('.sizes label', { hasText: /^M$/ }).click();
        await page.getByLabel('Liefern nach').fill('400001');
        await page.keyboard.press('Enter');
        await page
          .locator('.promises')
          .getByText(/^Kommt bis (Mo|Di|Mi|Do|Fr|Sa|So)\., \d/)
          .first()
          .waitFor();
        await page.getByText(/% weniger$/).waitFor();
        await page.getByRole('button', { name: 'In den Warenkorb' }).click();
        await page.getByText('liegt im Warenkorb').first().waitFor();
        await page.goto('/cart');
        // Which offers are nearest depends on what others have used up meanwhile.
        await page.getByRole('button', { name: /^Alle \d+ Angebote/ }).click();
        await page
          .locator('.offer-row')
          .getByText(/^Noch [\d.]+(,\d\d)?\u00a0₹.*, dann gilt/)
          .first()
          .waitFor();
        // One way of writing amounts: the page's own, that of the service, and none of the other.
        await page
          .locator('.offer-row .soft', { hasText: /\d\u00a0₹ Nachlass$/ })
          .first()
          .waitFor();
        assert.deepEqual(
          (await page.locator('.offer-row .soft, .breakup dd, .line .amount').allInnerTexts()).filter(
            (text) => text.includes('₹') && !/\d\s₹/.test(text),
          ),
          [],
        );
        await page.getByText('Warum dieser Preis').click();
        await page.getByText('Die ganze Rechnung').click();
        await page
          .locator('.sums-behind')
          .getByText(/Nachlass .*\d\u00a0₹/)
          .first()
          .waitFor();
        await page.getByRole('textbox', { name: 'Gutschein' }).fill('NOSUCH');
        await page.getByRole('button', { name: 'Einlösen' }).click();
        await page.getByText('Diesen Gutschein gibt es nicht').waitFor();
        await page.getByLabel('Liefern nach').fill('194101');
        await page.keyboard.press('Enter');
        await page.getByText('Wir liefern nicht nach 194101').first().waitFor();
        assert.deepEqual(complaints(), []);
        await page.goto('/product/there-is-none');
        await page.getByRole('heading', { name: 'Diesen Artikel gibt es nicht mehr' }).waitFor();
        await page.getByRole('link', { name: 'Schuhe', exact: true }).click();
        await settled(page);
      },
      { locale: 'de-DE' },
    ));

  test('a token that is no longer good is replaced without a word', () =>
    withPage(async (page) => {
      await page.goto('/');
      await settled(page);
      await page.evaluate(spoilToken);
      await addTee(page);
    }));

  test('every page fits a small phone, in the light and in the dark, and nothing moves once it is there', () =>
    withPage(
      async (page) => {
        await addTee(page);
        for (const path of [
          '/',
          '/?category=1&in_stock=true',
          TEE,
          '/product/evening-in-gift-box',
          '/cart',
          '/sign-in',
          '/checkout',
          '/account',
          '/account/wishlist',
          '/shared-cart/none',
        ]) {
          await page.goto(path);
          await page.waitForLoadState('networkidle');
          const { width, moved } = await page.evaluate<{ readonly width: number; readonly moved: number }>(measure);
          assert.ok(width <= SMALL_PHONE.width, `${path} is ${width} wide`);
          assert.ok(moved < 0.1, `${path} moved by ${moved}`);
        }
      },
      { viewport: SMALL_PHONE, colorScheme: 'dark', isMobile: true },
    ));

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
        await page.evaluate("document.querySelector('.gallery img').decode()");
        assert.match(page.url(), /\/shop\/product\//);
        await cartLink(page).click();
        await page.getByRole('heading', { name: 'Your cart is empty' }).waitFor();
        await page.reload();
        await page.getByRole('heading', { name: 'Your cart is empty' }).waitFor();
        assert.deepEqual(complaints(), []);
      },
      { baseURL: `http://127.0.0.1:${port}` },
    );
  });

  test('CARTWRIGHT_STOREFRONT=off leaves the page about the installation in its place', async () => {
    const own = dataFolder();
    after(own.remove);
    const off = await serving({ CARTWRIGHT_DATA: own.folder, CARTWRIGHT_STOREFRONT: 'off' });
    after(off.stop);
    assert.match(await (await fetch(off.url)).text(), /Cartwright is running/);
    for (const path of ['/cart', TEE, '/storefront/shelves'])
      assert.equal((await fetch(`${off.url}${path}`)).status, 404);
  });
});
