/** A demo shop with a browser in front of it, and what tests of the storefront do again and again. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { before } from 'node:test';
import { once } from '../../src/shared/once.ts';
import { dataFolder, type Serving, serving } from '../commands/run-cartwright.ts';
import { complaintsOf, openBrowser, PAGE_PATIENCE_MS, saidBy } from './browser.ts';

export const TEE = '/product/harbour-crew-tee-navy';

/** Where a guest lives, by the labels of the form. */
export const guestAddress = {
  Name: 'Guest Person',
  Phone: '9000000003',
  'House and street': '1 Quiet Lane',
  'Postal code': '400001',
  City: 'Mumbai',
  State: 'Maharashtra',
};

export const heading = (page: Page) => page.getByRole('heading', { level: 1 });
export const cards = (page: Page) => page.locator('.cards .card a');
export const cartLink = (page: Page) => page.getByRole('link', { name: /^Cart,/ });
export const settled = (page: Page) => page.locator('.cards[aria-busy="false"], .blank').first().waitFor();

/** On its page. */
export const chooseTee = async (page: Page): Promise<void> => {
  await page.locator('.sizes label', { hasText: /^M$/ }).click();
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await page.getByText('Added 1 × Harbour Crew Tee, M.').first().waitFor();
};

export const addTee = async (page: Page): Promise<void> => {
  await page.goto(TEE);
  await chooseTee(page);
};

export const typeAddress = async (page: Page): Promise<void> => {
  for (const [label, text] of Object.entries(guestAddress)) await page.getByLabel(label, { exact: true }).fill(text);
  await page.getByRole('button', { name: 'Use this address' }).click();
  // Whoever goes on before it is kept leaves it behind.
  await page
    .getByRole('radio', { name: new RegExp(`^${guestAddress.Name}`), checked: true })
    .waitFor({ state: 'attached' });
};

/** Clicks the heart of a product and waits until it shows what the shop has then. */
export const turnHeart = async (page: Page, isWished: boolean): Promise<void> => {
  await page.getByRole('button', { name: 'On your wishlist' }).click();
  await page.locator(`.wish[aria-pressed="${isWished}"]`).waitFor();
};

/** A page is there when its buttons listen, not when the node's drawing of it is. */
const listening = (page: Page): void => {
  const wait = async <T>(response: T): Promise<T> => {
    if ((await page.locator('#storefront').count()) > 0) await page.locator('html[data-ready]').waitFor();
    return response;
  };
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (...options) => wait(await goto(...options));
  page.reload = async (...options) => wait(await reload(...options));
};

type Answer = Readonly<Record<string, unknown>>;
/** What went wrong so far. */
type Complaints = () => readonly string[];
type Visit = (page: Page, complaints: Complaints) => Promise<void>;
export type ShopPages = {
  /** Opens a page of a visitor nobody has seen before. */
  readonly withPage: (visit: Visit, options?: BrowserContextOptions) => Promise<void>;
  /** What a program of the shop does meanwhile; an area is one of /service/platform, a path lies behind its company. */
  readonly staff: (area: string, path: string, body?: unknown, method?: string) => Promise<Answer>;
  /** Known once the shop is open. */
  readonly url: () => string;
  /** Its id. */
  readonly application: () => string;
  /** Where it keeps its data. */
  readonly folder: () => string;
};

/** One for all test files of a process; it ends with the process (`no-orphans.ts`). */
const openShop = once(async (): Promise<Serving & { readonly folder: string }> => {
  const { folder, remove } = dataFolder();
  process.once('exit', remove);
  return { ...(await serving({ CARTWRIGHT_DATA: folder }, [])), folder };
});

const credentialsIn = (folder: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(join(folder, 'credentials.json'), 'utf8')) as Record<string, string>;

/** Call it inside `describe`: the shop is open before its tests. */
export const openShopPages = (): ShopPages => {
  let server: Awaited<ReturnType<typeof openShop>>;
  let browser: Browser;
  before(async () => {
    [browser, server] = await Promise.all([openBrowser(), openShop()]);
  });
  return {
    url: () => server.url,
    folder: () => server.folder,
    application: () => credentialsIn(server.folder)['application_id'] ?? '',
    staff: async (area, path, body, method = 'POST') => {
      const known = credentialsIn(server.folder);
      const basic = Buffer.from(`${known['client_id']}:${known['client_secret']}`).toString('base64');
      const token = await fetch(`${server.url}/oidc/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${basic}` },
        body: new URLSearchParams({ grant_type: 'client_credentials' }),
      });
      const { access_token: bearer } = (await token.json()) as { readonly access_token: string };
      const company = `${server.url}/service/platform/${area}/v1.0/company/${known['company_id']}`;
      const done = await fetch(`${company}${path}`, {
        method,
        headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (!done.ok) throw new Error(`${path}: ${await done.text()}`);
      return (await done.json()) as Answer;
    },
    withPage: async (visit, options = {}) => {
      const context = await browser.newContext({
        baseURL: server.url,
        locale: 'en-IN',
        // What a service worker answers cannot be watched; whoever tests it lets it in.
        serviceWorkers: 'block',
        ...options,
      });
      context.setDefaultTimeout(PAGE_PATIENCE_MS);
      try {
        const page = await context.newPage();
        listening(page);
        const all = complaintsOf(page);
        await visit(page, () => all).catch(async (error: unknown) => {
          throw new Error(await saidBy(page, all), { cause: error });
        });
      } finally {
        await context.close();
      }
    },
  };
};
