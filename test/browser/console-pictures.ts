/** Pictures of the console: every page, one of every record, what opens over a page, and a shop that has nothing yet. */
import type { Browser, Page } from 'playwright-core';
import { PAGE_PATIENCE_MS } from './browser.ts';
import { consolePaths, openedLists } from './console-looks.ts';
import { importProducts } from './tasks/merchant-tasks.ts';
import type { Take } from './shop-looks.ts';

export type Shop = { readonly url: string; readonly link: string };

/** A page is opened as narrow as it is first taken: what scrolls by itself shows where one is. */
const PHONE = { width: 390, height: 844 };

export const named = (path: string): string => path.replace(/^\//, '').replace(/[^a-z0-9-]+/gi, '_') || 'home';

const signIn = async (browser: Browser, { url, link }: Shop, take?: Take): Promise<Page> => {
  const page = await browser.newPage({ baseURL: url, locale: 'en-IN' });
  page.setDefaultTimeout(PAGE_PATIENCE_MS);
  await page.goto('/console');
  await take?.(page, 'console-stranger');
  await page.goto('/console/sign-in');
  await take?.(page, 'console-sign-in');
  await page.goto(link);
  await take?.(page, 'console-enter');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('navigation', { name: 'Console' }).waitFor({ state: 'attached' });
  return page;
};

const settled = (page: Page) => page.locator('main:not(:has([aria-busy=true])) h1').waitFor();
const open = async (page: Page, path: string): Promise<void> => {
  await page.setViewportSize(PHONE);
  await page.goto(`/console${path}`);
  await settled(page);
};
const firstOf = (page: Page, label: string) =>
  page.getByRole('group', { name: label, exact: true }).locator('tbody a').first();

/** Pages with parts that are closed until somebody asks for them. */
const openParts = async (page: Page): Promise<void> => {
  const parts = await page.locator('main details:not([open]) > summary').all();
  for (const part of parts.toReversed()) await part.click();
  await settled(page);
};

/** What each list leads to. */
const records = [
  ...openedLists,
  ['/delivery/places', 'Places and zones'],
  ['/settings/tax-rates', 'Tax rates'],
  ['/settings/shipping-methods', 'Shipping methods'],
  ['/settings/exchange-rates', 'Exchange rates'],
  ['/products/sellers', 'Sellers'],
] as const;

const opened = new Set(['Orders', 'Carts']);

/** Dialogs: where, and the button that opens it. */
const dialogs = [
  ['/settings/people', 'Invite'],
  ['/settings/companies', 'Add a shop'],
  ['/integrations', 'Add a webhook'],
  ['/integrations', 'Make a client'],
  ['/customers/gift-cards', 'New gift card'],
  ['/delivery/stores/101', 'Add a lane'],
  ['/settings/people', 'New role'],
  ['/offers/new?kind=promotion&form=percentage', 'Choose products'],
] as const;

const dialogShown = async (page: Page, button: string): Promise<boolean> => {
  const opener = page.getByRole('button', { name: button, exact: true }).first();
  if ((await opener.count()) === 0) return false;
  await opener.click();
  await page.locator('dialog[open]').waitFor();
  return true;
};

const visitOver = async (page: Page, take: Take): Promise<void> => {
  for (const [path, button] of dialogs) {
    await open(page, path);
    if (await dialogShown(page, button)) await take(page, `over_${named(path)}-${named(button)}`);
  }
  await open(page, '/orders');
  await firstOf(page, 'Orders').click();
  await page.locator('.back').waitFor();
  for (const button of ['Ship all', 'Cancel order', 'Add a note']) {
    if (!(await dialogShown(page, button))) continue;
    await take(page, `over_order-${named(button)}`);
    await page.keyboard.press('Escape');
  }
  await open(page, '');
  await page.getByRole('button', { name: 'Menu' }).click();
  await take(page, 'over_menu');
  await open(page, '');
  await page.keyboard.press('Control+k');
  await page.getByLabel('What to find').fill('tee');
  await page.locator('#found a').first().waitFor();
  await take(page, 'over_find');
};

export const visitConsole = async (browser: Browser, shop: Shop, take: Take): Promise<void> => {
  const page = await signIn(browser, shop, take);
  for (const path of await consolePaths(page)) {
    await open(page, path.replace('/console', ''));
    await take(page, named(path));
  }
  await open(page, '/settings');
  await openParts(page);
  await take(page, 'console_settings-open');
  for (const [path, label] of records) {
    await open(page, path);
    const first = firstOf(page, label);
    if ((await first.count()) === 0) continue;
    await first.click();
    await page.locator('.back').waitFor();
    await settled(page);
    if (opened.has(label)) await openParts(page);
    await take(page, `one_of_${named(label)}`);
  }
  await importProducts(page);
  await firstOf(page, 'Imports').click();
  await page.locator('.back').waitFor();
  await settled(page);
  await take(page, 'one_of_Imports');
  await visitOver(page, take);
  await page.setViewportSize(PHONE);
  await page.goto('/console/password');
  await take(page, 'console-password');
  await page.close();
};

/** What a merchant sees before there is anything. */
export const visitEmptyShop = async (browser: Browser, shop: Shop, take: Take): Promise<void> => {
  const page = await signIn(browser, shop);
  for (const path of await consolePaths(page)) {
    await open(page, path.replace('/console', ''));
    await take(page, `empty_${named(path)}`);
  }
  await page.close();
};
