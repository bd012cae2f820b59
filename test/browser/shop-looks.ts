/** Every state of the storefront that a shopper may meet, in each of its languages, for who wants to look at it. */
import type { Page } from 'playwright-core';
import { chooseTee, guestAddress, TEE } from './shop-pages.ts';

/** Takes the page as it stands, under a name. */
export type Take = (page: Page, name: string) => Promise<void>;
type Visit = (page: Page, take: Take) => Promise<void>;

const BOX = '/product/evening-in-gift-box';
const named = (path: string): string => path.replace(/^\//, '').replace(/[^a-z0-9-]+/gi, '_') || 'home';

/** Whatever waits has its bones in its place, or says so. */
const settled = (page: Page) => page.locator('body:not(:has(.bone)):not(:has([aria-busy="true"]))').waitFor();

const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(path);
  await page.locator('h1').first().waitFor();
  await settled(page);
};
const openAll = async (page: Page, take: Take, paths: readonly string[]): Promise<void> => {
  for (const path of paths) {
    await open(page, path);
    await take(page, named(path));
  }
};

/** By what every language shares: classes, names of fields, ids of steps. */
const fillPlace = async (page: Page, area: string): Promise<void> => {
  await page.locator('form.joined input[inputmode], form.joined input[autocomplete="postal-code"]').first().fill(area);
  await page.keyboard.press('Enter');
  await page.waitForLoadState('networkidle');
  await settled(page);
};
const add = async (page: Page, path: string, size = ''): Promise<void> => {
  await open(page, path);
  if (size !== '') await page.locator('.sizes label', { hasText: new RegExp(`^${size}$`) }).click();
  await page.locator('.purchase .button.grand').first().click();
  await page.locator('.purchase .notice.good').waitFor();
};
const typeCoupon = async (page: Page, code: string): Promise<void> => {
  await page.locator('.coupons input').last().fill(code);
  await page.keyboard.press('Enter');
  await page.waitForLoadState('networkidle');
  await settled(page);
};
const fillAddress = async (page: Page): Promise<void> => {
  const values = Object.values(guestAddress);
  for (const [index, name] of ['name', 'phone', 'address', 'area_code', 'city', 'state'].entries()) {
    await page.locator(`#step-where [name="${name}"]`).fill(values[index] ?? '');
  }
  await page.locator('#step-where form .button').first().click();
  await page.waitForLoadState('networkidle');
  await settled(page);
};
const pay = async (page: Page, mode: string): Promise<void> => {
  await page.locator(`#step-payment input[value^="${mode}"]`).first().click();
  await page.waitForLoadState('networkidle');
  await settled(page);
};

/** Of a shopper who has nothing yet. */
const visitor: Visit = async (page, take) => {
  await openAll(page, take, [
    '/',
    '/?category=1&in_stock=true&max_price=900',
    '/?q=kettle',
    '/?q=shrit',
    '/?q=nosuchthing',
    '/?page=17',
    TEE,
    BOX,
    '/product/breakfast-for-two-set',
    '/product/none',
    '/cart',
    '/checkout',
    '/orders',
    '/account',
    '/account/wishlist',
    '/account/carts',
    '/sign-in',
    '/shared-cart/none',
    '/cart/order-status?order_id=none',
    '/nowhere',
  ]);
  await open(page, '/');
  await page.locator('.bottom [aria-expanded]').click();
  await page.locator('.hood').waitFor();
  await take(page, 'hood');
};

const guest: Visit = async (page, take) => {
  await open(page, TEE);
  await page.locator('.purchase .button.grand').first().click();
  await take(page, 'product_no-size');
  await page.locator('.sizes label', { hasText: /^M$/ }).click();
  await fillPlace(page, '999999');
  await take(page, 'product_not-there');
  await fillPlace(page, '400001');
  await page.locator('.purchase .button.grand').first().click();
  await page.locator('.purchase .notice.good').waitFor();
  await take(page, 'product_added');
  await open(page, '/cart');
  await page.locator('.stepper button').nth(1).click();
  await page.waitForLoadState('networkidle');
  await add(page, BOX);
  await open(page, '/cart');
  await take(page, 'cart');
  await typeCoupon(page, 'NOSUCH');
  await page.locator('.why summary').first().click();
  await page.locator('.gift input, .line .tick input').first().check();
  await page.locator('.keeping .text-button, .keeping button').first().click();
  await page.waitForLoadState('networkidle');
  await take(page, 'cart_opened');
  const shared =
    (await page.locator('input[readonly]').count()) > 0 ? await page.locator('input[readonly]').inputValue() : '';
  await page.locator('.keeping .text-button, .keeping button').last().click();
  await page.waitForLoadState('networkidle');
  await fillPlace(page, '194101');
  await take(page, 'cart_not-there');
  await fillPlace(page, '400001');
  if (shared !== '') {
    await open(page, new URL(shared).pathname);
    await take(page, 'shared-cart');
  }
  await open(page, '/account/carts');
  await take(page, 'account_carts_kept');
  await open(page, '/checkout');
  await take(page, 'checkout_new');
  await page.locator('.summary .button.grand').click();
  await page.locator('#step-where form .button').first().click();
  await take(page, 'checkout_faults');
  await fillAddress(page);
  await page.locator('#step-payment').waitFor();
  await pay(page, 'COD');
  await take(page, 'checkout_cod');
  await page.locator('.step .option-card').nth(1).click();
  await page.waitForLoadState('networkidle');
  await settled(page);
  await take(page, 'checkout_pick-up');
  await page.locator('.step .option-card').first().click();
  await page.waitForLoadState('networkidle');
  await settled(page);
  await pay(page, 'UPI');
  await take(page, 'checkout_upi');
  await page.locator('.summary .button.grand').click();
  await page.locator('.demo-payment .button').first().waitFor();
  await take(page, 'payment');
  await page.locator('.demo-payment button').nth(1).click();
  await page.locator('.demo-payment .notice.warn').waitFor();
  await take(page, 'payment_declined');
  await page.locator('.demo-payment a').last().click();
  await page.locator('.told-order').waitFor();
  await settled(page);
  await take(page, 'order_unpaid');
  await page.goBack();
  await page.locator('.demo-payment button').first().click();
  await page.locator('.told-order').waitFor();
  await settled(page);
  await take(page, 'order_placed');
  for (const summary of await page.locator('.units > summary').all()) await summary.click();
  await page
    .locator('.ask button')
    .first()
    .click()
    .catch(() => undefined);
  await take(page, 'order_asked');
  await open(page, '/orders');
  await take(page, 'orders');
};

const customer: Visit = async (page, take) => {
  await open(page, '/sign-in');
  await page.locator('.people button').first().click();
  await page.waitForLoadState('networkidle');
  for (const path of [TEE, BOX]) {
    await open(page, path);
    await page.waitForLoadState('networkidle');
    // He may have wished for it in another language.
    const wished = page.locator('.wish[aria-pressed="true"]');
    if ((await wished.count()) === 0) await page.locator('.wish').click();
    await wished.waitFor();
  }
  await take(page, 'product_wished');
  await add(page, TEE, 'M');
  await open(page, '/cart');
  await page.locator('.stepper button').nth(1).click();
  await page.waitForLoadState('networkidle');
  await typeCoupon(page, 'WELCOME10');
  await typeCoupon(page, 'FIRST100');
  await page.locator('.why summary').first().click();
  await take(page, 'cart_coupons');
  await open(page, '/checkout');
  const means = page.locator('.step input[type="checkbox"]');
  await means.first().waitFor();
  for (const box of await means.all()) await box.check();
  await page.waitForLoadState('networkidle');
  await take(page, 'checkout_own');
  await openAll(page, take, ['/account', '/account/addresses', '/account/balances', '/account/wishlist']);
  await open(page, '/account/addresses');
  await page
    .locator('main button', { hasText: /add|hinzu|जोड़/i })
    .last()
    .click();
  await take(page, 'account_addresses_new');
  await open(page, '/account');
  const delivered = page.locator('.order-row', { has: page.locator('.state.delivered') }).first();
  if ((await delivered.count()) > 0) {
    await delivered.click();
    await page.locator('.told-order').waitFor();
    await settled(page);
    for (const summary of await page.locator('.units > summary').all()) await summary.click();
    await take(page, 'order_delivered');
    await page.locator('.units[open] .stepper button').nth(1).click();
    await page.locator('.units[open] input:not([inputmode])').last().fill('Too small');
    await page.locator('.units[open] .button').last().click();
    await page.waitForLoadState('networkidle');
    await settled(page);
    await take(page, 'order_returning');
  }
};

/** Without a connection: what was seen is there, what is done waits. */
export const offline: Visit = async (page, take) => {
  await open(page, TEE);
  await chooseTee(page);
  await page.evaluate('navigator.serviceWorker.ready');
  await open(page, BOX);
  await open(page, '/cart');
  await page.context().setOffline(true);
  await page.goto(BOX);
  await page.locator('.purchase .button.grand').first().click();
  await page.locator('.purchase .notice').waitFor();
  await take(page, 'offline_product');
  await page.goto('/cart');
  await page.locator('.waiting').waitFor();
  await page.locator('.stepper button').nth(1).click();
  await take(page, 'offline_cart');
  await page.goto('/checkout');
  await page.locator('.blank').waitFor();
  await take(page, 'offline_checkout');
  await page.goto('/?q=never');
  await page.locator('.blank').waitFor();
  await take(page, 'offline_unseen');
  await page.goto('/cart');
  await page.context().setOffline(false);
  await page.locator('.sent').waitFor();
  await take(page, 'offline_sent');
};

export const shopVisits: Readonly<Record<string, Visit>> = { visitor, guest, customer };
export const readingPaths = [
  '/welcome',
  '/guide',
  '/guide/search?q=refund',
  '/guide/search?q=nosuchword',
  '/guide/start',
  '/guide/how-to/06-promotion',
  '/guide/behaviour/pricing',
  '/guide/decisions',
  '/guide/nowhere',
  '/docs',
  '/console/sign-in',
] as const;
