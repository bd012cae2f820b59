/** The demo shop's customers, shared carts and orders, as a person with a browser meets them. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { violations } from './axe-violations.ts';
import { skipBrowser } from './browser.ts';
import { addTee, cartLink, chooseTee, heading, openShopPages, settled, TEE, turnHeart } from './shop-pages.ts';

const EVENTS = [
  'add_to_cart',
  'order_checkedout',
  'order_checkout',
  'order_complete',
  'product_listing',
  'product_search',
  'product_view',
  'product_wishlist_add',
  'product_wishlist_remove',
  'remove_from_cart',
  'user_login',
  'user_logout',
];

const signIn = async (page: Page, name: string): Promise<void> => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: `Sign in as ${name}` }).click();
  await page.locator('.account', { hasText: name }).waitFor();
};

/** An order by the interface, as the page's own shopper; answers the page where it is shown. */
const checkOut = async (page: Page): Promise<string> => {
  const shop = JSON.parse((await page.locator('#shop').textContent()) ?? '{}') as Record<string, string>;
  const { application_id: id = '', application_token: token = '' } = shop;
  const response = await fetch(new URL('/service/application/cart/v1.0/checkout', page.url()), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${Buffer.from(`${id}:${token}`).toString('base64')}`,
      'content-type': 'application/json',
      'x-anonymous-id': await page.evaluate<string>(`localStorage.getItem('${id}/anonymous')`),
    },
    body: JSON.stringify({
      payment_mode: 'COD',
      delivery_address: {
        name: 'Guest',
        phone: '9000000003',
        address: '1 Quiet Lane',
        city: 'Mumbai',
        state: 'Maharashtra',
        area_code: '400001',
        country_iso_code: 'IN',
      },
    }),
  });
  const answer = (await response.json()) as Readonly<Record<string, string>>;
  assert.equal(response.status, 200, answer['message']);
  assert.equal(answer['callback_url'], answer['app_intercept_url']);
  return answer['callback_url'] ?? '';
};

describe('the demo shop in a browser', { skip: skipBrowser }, () => {
  const { withPage, staff, application } = openShopPages();

  test('a visitor signs in as a demo customer, takes his cart along, and signs out', () =>
    withPage(async (page, complaints) => {
      await addTee(page);
      await signIn(page, 'Asha');
      await cartLink(page).click();
      await page.getByRole('link', { name: 'Harbour Crew Tee' }).waitFor();
      await page.reload();
      await page.locator('.account', { hasText: 'Asha' }).click();
      await heading(page).filter({ hasText: 'Hello, Asha Menon' }).waitFor();
      await page.getByRole('link', { name: 'Addresses' }).click();
      await page.getByText('7 Lantern Court').waitFor();
      await page.getByRole('link', { name: 'Balances' }).click();
      await page.getByText('Welcome to the demo shop').first().waitFor();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('button', { name: 'Sign in as Ravi' }).waitFor();
      await page.getByRole('link', { name: 'Cart, empty' }).waitFor();
      assert.deepEqual(complaints(), []);
    }));

  test('a customer gets a code for friends, and whoever types it has what it gives', () =>
    withPage(async (page, complaints) => {
      await staff('cart', `/application/${application()}/coupon`, {
        code: '',
        type_slug: 'percentage_quantity_percentage',
        coupon_type: 'referral',
        coupon_prefix: 'PAL-',
        referral: { reward: { kind: 'points', amount: 150 } },
        rule: [{ key: 1, value: 20 }],
        display_meta: { title: '20 % off' },
        _schedule: { published: true },
      });
      await signIn(page, 'Asha');
      await page.goto('/account/balances');
      await page.getByText('You: 150 Points for each order').waitFor();
      await page.getByRole('button', { name: 'Get your code' }).click();
      const code = await page.locator('.kept .code').innerText();
      assert.match(code, /^PAL-/);
      await page.locator('#main:focus').waitFor();
      assert.deepEqual(await violations(page, 'balances with a code'), []);
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('button', { name: 'Sign in as Ravi' }).waitFor();
      await addTee(page);
      await page.goto('/cart');
      await page.getByRole('textbox', { name: 'Coupon' }).fill(code.toLowerCase());
      await page.getByRole('button', { name: 'Apply' }).click();
      await page
        .locator('.coupon', { hasText: code })
        .getByText(/^Coupon applied: ₹/)
        .waitFor();
      assert.deepEqual(complaints(), []);
    }));

  test('a heart keeps a product on the wishlist of who is signed in', () =>
    withPage(async (page, complaints) => {
      await page.goto(TEE);
      await page.getByRole('button', { name: 'On your wishlist' }).click();
      await heading(page).filter({ hasText: 'Sign in' }).waitFor();
      await signIn(page, 'Ravi');
      await page.goto(TEE);
      await turnHeart(page, true);
      await page.reload();
      await page.locator('.wish[aria-pressed="true"]').waitFor();
      await page.goto('/account/wishlist');
      await page.locator('.card', { hasText: 'Harbour Crew Tee' }).waitFor();
      await page.goto(TEE);
      await page.locator('.wish[aria-pressed="true"]').waitFor();
      await turnHeart(page, false);
      assert.deepEqual(complaints(), []);
    }));

  test('a shared cart opens for anybody, who adds it to his own or puts it in its place', () =>
    withPage(async (page, complaints) => {
      await addTee(page);
      await page.goto('/cart');
      await page.getByRole('button', { name: 'Share this cart' }).click();
      const link = await page.getByLabel('Whoever has this link').inputValue();
      assert.match(link, /^http:\/\/.+\/shared-cart\/\S+$/);
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.getByRole('button', { name: 'Copy' }).click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      assert.equal(await page.evaluate('navigator.clipboard.readText()'), link);
      await withPage(async (other, wrong) => {
        await other.goto(link);
        await heading(other).filter({ hasText: 'A shared cart' }).waitFor();
        await other.getByRole('link', { name: 'Harbour Crew Tee' }).waitFor();
        assert.deepEqual(await violations(other, 'a shared cart'), []);
        assert.equal(await other.getByRole('button', { name: 'Replace my cart' }).count(), 0);
        await other.getByRole('button', { name: 'Add to my cart' }).click();
        await heading(other)
          .filter({ hasText: /^Cart$/ })
          .waitFor();
        await other.getByRole('link', { name: 'Cart, 1 item' }).waitFor();
        await other.goto(link);
        await other.getByRole('button', { name: 'Add to my cart' }).click();
        await other.getByRole('link', { name: 'Cart, 2 items' }).waitFor();
        await other.goto(link);
        await other.getByRole('button', { name: 'Replace my cart' }).click();
        await other.getByRole('link', { name: 'Cart, 1 item' }).waitFor();
        assert.deepEqual(wrong(), []);
      });
      assert.deepEqual(complaints(), []);
    }));

  test('a link that shares nothing says so', () =>
    withPage(async (page) => {
      await page.goto('/shared-cart/nothing');
      await page.getByRole('heading', { name: 'This cart is no longer shared' }).waitFor();
    }));

  test('the page that a checkout names shows the order to its shopper, and to nobody else', () =>
    withPage(async (page, complaints) => {
      await addTee(page);
      const address = await checkOut(page);
      await page.goto(address);
      await page.getByText('Thank you. Your order is placed.').waitFor();
      await page.locator('.parcel-line', { hasText: 'Harbour Crew Tee' }).getByText('M × 1').waitFor();
      assert.match(await page.locator('.breakup [data-row="total"] dd').innerText(), /₹/);
      assert.deepEqual(complaints(), []);
      await withPage(async (other) => {
        await other.goto(address);
        await other.getByRole('heading', { name: 'This order is not known here' }).waitFor();
      });
    }));

  test('one visit tells every event there is, each shown under the hood', () =>
    withPage(async (page, complaints) => {
      const told = new Set<string>();
      page.on('request', (request) => {
        if (!request.url().endsWith('/click-analytics/events')) return;
        const { batch } = request.postDataJSON() as {
          readonly batch: readonly { readonly event: { readonly name: string } }[];
        };
        for (const { event } of batch) told.add(event.name);
      });
      await page.goto('/');
      await page.getByRole('button', { name: 'Yes, count' }).click();
      await page.getByRole('searchbox').fill('harbour');
      await page.keyboard.press('Enter');
      await page.getByText('Search: harbour').waitFor();
      await settled(page);
      await page.locator(`a[href="${TEE}"]`).click();
      await chooseTee(page);
      await page.getByRole('link', { name: 'Sign in' }).click();
      await page.getByRole('button', { name: 'Sign in as Ravi' }).click();
      await page.getByText('came along into your cart').waitFor();
      await page.getByRole('button', { name: 'One more' }).first().click();
      await page.getByRole('link', { name: 'Cart, 2 items' }).waitFor();
      await page.getByRole('button', { name: 'One fewer' }).first().click();
      await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor();
      await page.getByRole('link', { name: 'Harbour Crew Tee' }).click();
      await turnHeart(page, true);
      await turnHeart(page, false);
      await page.getByRole('button', { name: 'Under the hood' }).click();
      await page.locator('.hood li', { hasText: 'productWishlistAdd' }).getByText('event').waitFor();
      await page.keyboard.press('Escape');
      await cartLink(page).click();
      await page.getByRole('link', { name: 'Check out' }).click();
      await page.getByRole('radio', { name: /^Pay on delivery/ }).click();
      await page.locator('.breakup [data-row="cod_charge"]').waitFor();
      await page.getByRole('button', { name: /^Place order/ }).click();
      await page.getByText('Thank you. Your order is placed.').waitFor();
      const counted = page.waitForResponse(
        (response) =>
          response.url().endsWith('/click-analytics/events') &&
          (response.request().postData() ?? '').includes('"user_logout"'),
      );
      await page.locator('.account').click();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await counted;
      assert.deepEqual([...told].toSorted(), EVENTS);
      assert.deepEqual(complaints(), []);
    }));

  test('a gift box shows its whole price, and whatever is added is in the cart', () =>
    withPage(async (page, complaints) => {
      await page.goto('/product/evening-in-gift-box');
      await page.getByText(/^With its contents: .* for the box, .* for what is in it\.$/).waitFor();
      await page.getByRole('button', { name: 'Add to cart' }).click();
      await page.getByText('Added 1 × Evening In Gift Box').first().waitFor();
      await page.goto('/cart');
      await page.getByRole('region', { name: 'In the box' }).waitFor();
      assert.equal(await page.getByRole('region', { name: 'In the box' }).getByRole('listitem').count(), 2);
      await page
        .locator('.line .sums')
        .getByText(/^With its contents ₹/)
        .waitFor();
      assert.equal(await page.getByRole('checkbox', { name: /^Gift wrap/ }).count(), 1);
      // Made to order, which has a kind of cart of its own.
      await page.goto('/product/hollow-reading-chair-ivory');
      await page.getByRole('button', { name: 'Add to cart' }).click();
      await page.getByText('Added 1 × Hollow Reading Chair').first().waitFor();
      await page.goto('/cart');
      await page.getByRole('link', { name: 'Hollow Reading Chair' }).waitFor();
      assert.deepEqual(complaints(), []);
    }));
});
