/** How each page of the console looks: it opens, fits a phone, is for everybody in each of its looks, and nothing on it is an alarm. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { violations } from './axe-violations.ts';
import { asked } from './tasks/merchant-tasks.ts';

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 900 };

/** Whatever waits for an answer says so. */
const settled = (page: Page) => page.locator('main:not(:has([aria-busy=true])) h1').waitFor();

const LEAVE = "document.querySelector('main h1').dataset.left = ''";
/** The page that was there when `LEAVE` was said is gone. */
const hasLeft = (page: Page) => page.locator('main h1:not([data-left])').waitFor();

/** As a link of the console does: in the same page. Whose component is the same is opened anew. */
const goOn = async (page: Page, path: string): Promise<void> => {
  const here = new URL(page.url());
  if (!here.pathname.startsWith('/console') || here.pathname === new URL(path, here).pathname) {
    await page.goto(path);
    return;
  }
  await page.evaluate(`{
    ${LEAVE};
    history.pushState(null, '', ${JSON.stringify(path)});
    dispatchEvent(new PopStateEvent('popstate'));
  }`);
  await hasLeft(page);
};

/** What is wrong with the page that is shown. */
const faultsOf = async (page: Page): Promise<readonly string[]> => {
  await settled(page);
  const { pathname, search } = new URL(page.url());
  const shown = `${pathname}${search}`;
  await page.setViewportSize(PHONE);
  const width = await page.evaluate<number>('document.documentElement.scrollWidth');
  const cut = await page.evaluate<readonly string[]>(`
    [...document.querySelectorAll('.scrolled, .page-head, .panel')]
      .filter((box) => box.scrollWidth > box.clientWidth + 1)
      .map((box) => box.ariaLabel ?? box.className)`);
  const alarms = await page.getByRole('alert').allInnerTexts();
  const wrong = [
    ...(width > PHONE.width ? [`${shown} is ${width} wide`] : []),
    ...cut.map((box) => `${shown}: ${box} is cut off on a phone`),
    ...alarms.map((text) => `${shown}: ${text}`),
    ...(await violations(page, shown)),
  ];
  await page.setViewportSize(DESK);
  return wrong;
};

const below = [
  '/orders/returns',
  '/orders/refunds',
  '/orders/eu-sales',
  '/products/stock',
  '/products/import',
  '/delivery/try',
  '/delivery/places',
  '/delivery/stores/new',
  '/products/new',
  '/products/articles/new',
  '/products/sellers',
  '/delivery/places/new',
  '/offers/new',
  '/offers/new?kind=promotion&form=percentage',
  '/offers/calendar',
  '/offers/rules',
  '/offers/rules/new',
  '/customers/segments',
  '/customers/gift-cards',
  '/analytics/products',
  '/analytics/live',
  '/analytics/refused',
  '/settings/people',
  '/settings/companies',
  '/settings/tax-rates',
  '/settings/tax-rates/new',
  '/settings/shipping-methods',
  '/settings/shipping-methods/new',
  '/settings/exchange-rates',
  '/settings/exchange-rates/new',
  '/products/sellers/new',
  '/offers?kind=coupon',
  '/offers/new?kind=coupon&form=percentage_quantity_percentage',
  '/settings/tokens',
  '/settings/audit',
  '/settings/nodes',
  '/nowhere',
];

/** The rooms, and the pages below them that no record has to be chosen for. */
export const consolePaths = async (page: Page): Promise<readonly string[]> => {
  const rooms = page.getByRole('navigation', { name: 'Console' }).getByRole('link');
  const addresses = await rooms.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  const paths = [...addresses.filter((path) => !path.endsWith('/password')), ...below.map((path) => `/console${path}`)];
  assert.ok(paths.length > 25, String(paths));
  return paths;
};

export const openEveryPage = async (page: Page): Promise<readonly string[]> => {
  const paths = await consolePaths(page);
  const wrong: string[] = [];
  for (const path of paths) {
    await goOn(page, path);
    wrong.push(...(await faultsOf(page)));
  }
  return wrong;
};

/** Lists, each with something to open. */
export const openedLists = [
  ['/orders', 'Orders'],
  ['/carts', 'Carts'],
  ['/products', 'Products'],
  ['/delivery', 'Stores'],
  ['/offers', 'Promotions'],
  ['/offers?kind=coupon', 'Coupons'],
  ['/customers', 'Customers'],
  ['/customers/segments', 'Segments'],
  ['/products/stock', 'Stock and prices'],
  ['/integrations', 'Webhooks'],
  ['/integrations', 'OAuth clients'],
] as const;

/** The page of one of each. */
export const openOneOfEach = async (page: Page): Promise<readonly string[]> => {
  await page.goto('/console/integrations');
  await asked(page, 'Make a client', { Name: 'Till' });
  const wrong: string[] = [];
  for (const [path, label] of openedLists) {
    await goOn(page, `/console${path}`);
    const first = page.getByRole('group', { name: label, exact: true }).locator('tbody a').first();
    await first.waitFor();
    await page.evaluate(LEAVE);
    await first.click();
    await hasLeft(page);
    await page.locator('.back').waitFor();
    wrong.push(...(await faultsOf(page)));
  }
  return wrong;
};
