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
import { offline, readingPaths, shopVisits, type Take } from './shop-looks.ts';

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

/** What the node and the pages say in each language is theirs; what a merchant wrote is in one. */
const LANGUAGES = ['en-IN', 'de-DE', 'hi-IN'] as const;

const visitShop = async (browser: Browser, url: string): Promise<void> => {
  const visit = async (name: string, locale: string, work: (page: Page, takeIt: Take) => Promise<void>) => {
    const context = await browser.newContext({ baseURL: url, locale });
    context.setDefaultTimeout(PAGE_PATIENCE_MS);
    const takeIt: Take = (page, scene) => take(page, `${name}-${locale.slice(0, 2)}-${scene}`);
    // One state that is gone must not cost the pictures of all others.
    await work(await context.newPage(), takeIt).catch((problem: unknown) => console.error(name, locale, problem));
    await context.close();
  };
  for (const locale of LANGUAGES) {
    for (const [name, work] of Object.entries(shopVisits)) await visit(name, locale, work);
  }
  await visit('offline', 'en-IN', offline);
  await visit('reading', 'en-IN', async (page, takeIt) => {
    for (const path of readingPaths) {
      await page.goto(path);
      await takeIt(page, named(path));
    }
  });
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
  await visitConsole(browser, givenUrl, givenLink);
} else {
  const { folder: data, remove } = dataFolder();
  const server = await serving({ CARTWRIGHT_DATA: data, CARTWRIGHT_DEMO_MONTH: 'on' }, []);
  await visitShop(browser, server.url);
  await visitConsole(browser, server.url, /\/console\/enter\?token=[\w-]+/.exec(server.printed())?.[0] ?? '');
  await server.stop();
  remove();
}
await browser.close();
