/** The storefront as a shopper uses it: a real server with the demo shop, a real browser, an eye on everything that goes wrong. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { skipBrowser } from './browser.ts';
import { addTee, cards, cartLink, heading, openShopPages, settled, TEE } from './shop-pages.ts';

const counted = async (page: Page): Promise<number> =>
  Number.parseInt(await page.locator('.heading p').innerText(), 10);
const prices = async (page: Page): Promise<readonly number[]> =>
  (await page.locator('.card .now').allInnerTexts()).map(amountOf);

const totalOf = (page: Page) => page.locator('.breakup [data-row="total"] dd');
const amountOf = (text: string): number => Number(text.replace(/[^\d.]/g, ''));

describe('storefront', { skip: skipBrowser }, () => {
  const { withPage } = openShopPages();

  test('a search, a category, a brand, a price and a sort each narrow or order the list, and going back undoes them', () =>
    withPage(async (page, complaints) => {
      await page.goto('/');
      await settled(page);
      const all = await counted(page);
      assert.equal(all, 400);

      await page.getByRole('button', { name: 'All 12 brands' }).click();
      await page.getByRole('checkbox', { name: 'Paperwren' }).waitFor();
      await page.getByRole('searchbox').fill('kettle');
      await page.keyboard.press('Enter');
      await page.getByText('Search: kettle').waitFor();
      await settled(page);
      const kettles = await counted(page);
      assert.ok(kettles > 0 && kettles < all, `${kettles} of ${all}`);
      // What the list can be narrowed by is counted within the search.
      const within = await page.locator('#filters .tree .count').allInnerTexts();
      assert.equal(
        within.reduce((sum, count) => sum + Number(count), 0),
        kettles,
      );

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

      // Those that have something there; the others are no choice.
      assert.ok((await page.locator('#filters .tick').count()) < 12);
      await page.getByLabel('Oakmere').check();
      await page.getByRole('link', { name: 'Remove Oakmere' }).waitFor();
      await settled(page);
      assert.deepEqual([...new Set(await page.locator('.card .brand').allInnerTexts())], ['Oakmere']);

      await page.getByLabel('Max', { exact: true }).fill('700');
      await page.keyboard.press('Enter');
      await page.getByRole('link', { name: /^Remove Up to/ }).waitFor();
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
      assert.deepEqual(complaints(), []);
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
      // What an old or mistyped address says counts for nothing.
      await page.goto('/?sort=upwards&category=shoes&page=0');
      await page.getByText('Page 1 of 17').waitFor();
      await page.goto('/?q=shrit');
      await page.getByText('Nothing for “shrit”. Showing results for “shirt”.').waitFor();
      await page.goto('/?q=nosuchthing');
      await page.getByRole('heading', { name: 'Nothing matches' }).waitFor();
      await page.getByRole('link', { name: 'Show everything' }).click();
      await page.getByText('Page 1 of 17').waitFor();
      assert.deepEqual(complaints(), []);
    }));

  test('a product goes into the cart, more of it, out again; and the cart outlives a reload', () =>
    withPage(async (page, complaints) => {
      await page.goto('/?category=1&q=harbour');
      await page.locator(`a[href="${TEE}"]`).click();
      await heading(page).filter({ hasText: 'Harbour Crew Tee' }).waitFor();
      await page.getByRole('button', { name: 'Add to cart' }).click();
      await page.locator('#size-told', { hasText: 'Choose a size first.' }).waitFor();
      await page.locator('.sizes.missed input:focus').waitFor({ state: 'attached' });
      await addTee(page);
      await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor();

      await cartLink(page).click();
      await heading(page).filter({ hasText: 'Cart' }).waitFor();
      await page.getByText('Size M').waitFor();
      const total = totalOf(page);
      const one = await total.innerText();
      await page.getByRole('button', { name: 'One more' }).click();
      await page.getByRole('button', { name: 'One more' }).click();
      await page.locator('.heading p', { hasText: '3 items' }).waitFor();
      const three = await total.innerText();
      assert.ok(amountOf(three) > amountOf(one), `${three} for three, ${one} for one`);

      await page.reload();
      await page.locator('.heading p', { hasText: '3 items' }).waitFor();
      assert.equal(await total.innerText(), three);
      assert.equal(await page.getByLabel('Quantity of Harbour Crew Tee').last().inputValue(), '3');

      await page.getByRole('button', { name: 'Remove Harbour Crew Tee' }).click();
      await page.getByRole('heading', { name: 'Your cart is empty' }).waitFor();
      await page.getByRole('link', { name: 'Cart, empty' }).waitFor();
      assert.deepEqual(complaints(), []);
    }));

  test('shows the rows of the price details that the server sends, in its order and with its amounts', () =>
    withPage(async (page) => {
      await addTee(page);
      const answered = page.waitForResponse((response) => response.url().includes('/cart/v1.0/detail'));
      await page.goto('/cart');
      type Row = { readonly key: string; readonly value: number };
      const body = (await (await answered).json()) as { readonly breakup_values: { readonly display: readonly Row[] } };
      const rows = body.breakup_values.display;
      await totalOf(page).waitFor();
      const shown = await page.evaluate<readonly (readonly [string, string])[]>(
        "[...document.querySelectorAll('.breakup > div')].map((row) => [row.dataset.row, row.querySelector('dd').textContent])",
      );
      assert.deepEqual(
        shown.map(([name, value]) => [name, Number(value.replace('−', '-').replace(/[^\d.-]/g, ''))]),
        rows.map(({ key, value }) => [key, value]),
      );
    }));

  test('an area code tells when a size arrives, on the product and in the cart, and is remembered', () =>
    withPage(async (page, complaints) => {
      await addTee(page);
      await page.getByLabel('Deliver to').fill('400001');
      await page.keyboard.press('Enter');
      await page
        .locator('.promises')
        .getByText(/^Arrives (by|in) /)
        .first()
        .waitFor();
      await page.getByLabel('Deliver to').fill('999999');
      await page.keyboard.press('Enter');
      await page.getByText('This cannot be delivered to 999999.').waitFor();
      await page.getByLabel('Deliver to').fill('400001');
      await page.keyboard.press('Enter');
      await cartLink(page).click();
      assert.equal(await page.getByLabel('Deliver to').inputValue(), '400001');
      await page
        .locator('.line')
        .getByText(/Arrives by \w{3}, \d/)
        .waitFor();
      assert.deepEqual(complaints(), []);
    }));

  test('a place nobody goes to is said once, delivery is told in one way, and what is sold out is not called undeliverable', () =>
    withPage(async (page, complaints) => {
      const deliverTo = async (place: string): Promise<void> => {
        await page.getByLabel('Deliver to').fill(place);
        await page.keyboard.press('Enter');
      };
      await addTee(page);
      await page.goto('/product/breakfast-for-two-set');
      await page.getByRole('button', { name: 'Add to cart' }).click();
      await page.getByText('Added 1 ×').first().waitFor();
      await page.goto('/cart');
      await deliverTo('400001');
      await page
        .locator('.summary')
        .getByText(/^Arrives /)
        .first()
        .waitFor();
      const told = await page.locator('main').innerText();
      assert.equal(told.match(/10% off T-shirts/g)?.length, 1, 'a promotion stands where it acts');
      assert.ok(!(/Free delivery on/.test(told) && /charges applicable/.test(told)), told);
      await deliverTo('194101');
      await page.getByText('We are not delivering to 194101').waitFor();
      // At the field, too: it is far from the top.
      await page.locator('.place .warn', { hasText: 'This cannot be delivered to 194101.' }).waitFor();
      assert.equal(await page.getByLabel('Deliver to').getAttribute('aria-invalid'), 'true');
      // The ways of sending are asked for beside it.
      await page.locator('main', { hasNotText: 'Arrives' }).waitFor();
      const refused = await page.locator('main').innerText();
      assert.equal(refused.match(/not delivering/g)?.length, 1);
      assert.doesNotMatch(refused, /Free delivery on|Arrives/);
      await page.goto('/product/long-commute-box');
      await page.getByText('Sold out in this size.').waitFor();
      assert.equal(await page.getByRole('button', { name: 'Sold out' }).isDisabled(), true);
      assert.equal(await page.getByText(/cannot be delivered/).count(), 0);
      assert.deepEqual(complaints(), []);
    }));

  test('another currency changes every price and stays chosen', () =>
    withPage(async (page, complaints) => {
      await addTee(page);
      await page.getByLabel('Currency').selectOption('EUR');
      await page.locator('.purchase .now', { hasText: '€' }).waitFor();
      await page.goto('/cart');
      await totalOf(page).filter({ hasText: '€' }).waitFor();
      // The words of offers are the shop's own, their amounts what counts for him.
      const words = page.locator('.offer-row .offer-words p');
      await words.filter({ hasText: '€' }).first().waitFor();
      assert.deepEqual(
        (await words.allInnerTexts()).filter((text) => text.includes('₹')),
        [],
      );
      await page.goto('/');
      await page.locator('.card .now', { hasText: '€' }).first().waitFor();
      assert.deepEqual(complaints(), []);
    }));

  test('a coupon that cannot be had says why, one that can takes off what its row says, and goes again', () =>
    withPage(async (page, complaints) => {
      await addTee(page);
      await page.goto('/cart');
      const plain = await totalOf(page).innerText();
      const row = page.locator('.breakup [data-row="coupon"]');
      await page.getByRole('button', { name: 'Apply' }).click();
      await page.getByText('Enter the code of a coupon.').waitFor();
      await page.getByRole('textbox', { name: 'Coupon' }).fill('NOSUCHCODE');
      await page.keyboard.press('Enter');
      await page.getByText('There is no coupon with this code.').waitFor();
      assert.deepEqual([await row.count(), await totalOf(page).innerText()], [0, plain]);

      await page.getByRole('textbox', { name: 'Coupon' }).fill('INSIDER');
      await page.keyboard.press('Enter');
      await row.waitFor();
      await page.getByText('INSIDER', { exact: true }).waitFor();
      assert.ok(amountOf(await totalOf(page).innerText()) < amountOf(plain));
      await page.locator('.coupon').getByRole('button', { name: 'Remove' }).click();
      await row.waitFor({ state: 'detached' });
      assert.equal(amountOf(await totalOf(page).innerText()), amountOf(plain));
      assert.deepEqual(complaints(), []);
    }));

  test('what can be wrapped as a gift is wrapped for its price, and unwrapped', () =>
    withPage(async (page, complaints) => {
      await page.goto('/product/breakfast-for-two-set');
      await page.getByRole('button', { name: 'Add to cart' }).click();
      await page.getByRole('link', { name: 'View cart' }).click();
      const wrap = page.getByRole('checkbox', { name: /^Gift wrap/ });
      await wrap.check();
      const row = page.locator('.breakup [data-row="gift_card"]');
      assert.match(await row.innerText(), /^Gift wrap/);
      assert.equal(await wrap.isChecked(), true);
      const told = page.waitForResponse((response) => response.url().includes('/cart/v1.0/meta'));
      await page.getByLabel('Message on the card').fill('For both of you');
      await page.keyboard.press('Enter');
      await told;
      await page.reload();
      assert.equal(await page.getByLabel('Message on the card').inputValue(), 'For both of you');
      await wrap.uncheck();
      await row.waitFor({ state: 'detached' });
      assert.deepEqual(complaints(), []);
    }));
});
