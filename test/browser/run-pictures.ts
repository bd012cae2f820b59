/**
 * `npm run pictures -- FOLDER [URL CONSOLE-LINK] [--only shop|console]`: every page of the storefront, the guide, the reference and the console, on a
 * phone and on a desk, in the light and in the dark, as pictures to look at. It opens a demo shop with its month behind it, unless it is told of one.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { dataFolder, serving } from '../commands/run-cartwright.ts';
import { openBrowser, PAGE_PATIENCE_MS } from './browser.ts';
import { named, type Shop, visitConsole, visitEmptyShop } from './console-pictures.ts';
import { offline, readingPaths, shopVisits, type Take } from './shop-looks.ts';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { only: { type: 'string' } } });
const [folder = 'pictures', url, link] = positionals;
const WIDTHS = [
  ['phone', { width: 390, height: 844 }],
  ['desk', { width: 1280, height: 860 }],
] as const;
const QUIET_MS = 10_000;
const MOST_HIGH = 12_000;
/** The reference hears of other colours in one frame, wears them in the next, and fades into them. */
const REDRAWN = `new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))).then(() => Promise.allSettled(
  document.getAnimations().filter(({ timeline }) => timeline === document.timeline).map(({ finished }) => finished)))`;
const COLOURS = ['light', 'dark'] as const;

/** As high as it is: what stays at the foot of the window stands at the foot of the page, and not across its middle. */
const wholePage = async (page: Page, viewport: (typeof WIDTHS)[number][1]): Promise<void> => {
  await page.setViewportSize(viewport);
  const height = await page.evaluate<number>('scrollTo(0, 0), document.documentElement.scrollHeight');
  if ((await page.locator('dialog[open]').count()) > 0) return;
  await page.setViewportSize({ ...viewport, height: Math.min(MOST_HIGH, Math.max(height, viewport.height)) });
};

const take = async (page: Page, name: string): Promise<void> => {
  // A page that is told of what happens never falls silent.
  await page.waitForLoadState('networkidle', { timeout: QUIET_MS }).catch(() => undefined);
  // Pictures below the window are loaded when somebody comes near them.
  await page.evaluate("for (const image of document.images) image.loading = 'eager'");
  // To ask again and again would be to evaluate text within the page, which its policy forbids.
  await page.evaluate('Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)))');
  for (const [width, viewport] of WIDTHS) {
    await wholePage(page, viewport);
    for (const colorScheme of COLOURS) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.evaluate(REDRAWN);
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`) });
    }
  }
};

/** What the node and the pages say in each language is theirs; what a merchant wrote is in one. */
const LANGUAGES = ['en-IN', 'de-DE', 'hi-IN'] as const;

const visitShop = async (browser: Browser, baseURL: string): Promise<void> => {
  const visit = async (name: string, locale: string, work: (page: Page, takeIt: Take) => Promise<void>) => {
    const context = await browser.newContext({ baseURL, locale });
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

const linkOf = (printed: string): string => /\/console\/enter\?token=[\w-]+/.exec(printed)?.[0] ?? '';

/** A shop of its own for as long as the work takes. */
const inShop = async (args: readonly string[], work: (shop: Shop) => Promise<void>): Promise<void> => {
  const { folder: data, remove } = dataFolder();
  const server = await serving({ CARTWRIGHT_DATA: data, CARTWRIGHT_DEMO_MONTH: 'on' }, args);
  try {
    await work({ url: server.url, link: linkOf(server.printed()) });
  } finally {
    await server.stop();
    remove();
  }
};

mkdirSync(folder, { recursive: true });
const browser = await openBrowser();
const visitDemo = async (shop: Shop): Promise<void> => {
  if (values.only !== 'console') await visitShop(browser, shop.url);
  if (values.only !== 'shop') await visitConsole(browser, shop, take);
};
if (url !== undefined && link !== undefined) await visitDemo({ url, link });
else {
  await inShop([], visitDemo);
  if (values.only !== 'shop') await inShop(['--empty'], (shop) => visitEmptyShop(browser, shop, take));
}
await browser.close();
