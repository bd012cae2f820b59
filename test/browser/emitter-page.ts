/** A page with the emitter in a browser, and what tests of it do again and again. Inside the page everything is text: it has no types here. */
import assert from 'node:assert/strict';
import { afterEach, before, beforeEach } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { openCollector, type TestCollector } from '../emitter/test-collector.ts';
import { openBrowser, PAGE_PATIENCE_MS } from './browser.ts';

const PATIENCE_MS = 30_000;
const STEP_MS = 20;

/** Waits until it holds; fails with what it is then. */
export const until = async <T>(read: () => T | Promise<T>, isRight: (value: T) => boolean): Promise<T> => {
  for (let waited = 0; ; waited += STEP_MS) {
    const value = await read();
    if (isRight(value)) return value;
    assert.ok(waited < PATIENCE_MS, `still ${JSON.stringify(value)}`);
    await wait(STEP_MS);
  }
};

type Visit = { context: BrowserContext; collector: TestCollector };

export const openPage = async (
  context: BrowserContext,
  { url }: Pick<TestCollector, 'url'>,
  options: Readonly<Record<string, unknown>> = {},
): Promise<Page> => {
  const page = await context.newPage();
  await page.goto(`${url}/?options=${encodeURIComponent(JSON.stringify(options))}`);
  await page.waitForFunction('window.emitter !== undefined');
  return page;
};

/** Agrees, and waits until the emitter knows its collector. */
export const agree = async (page: Page): Promise<void> => {
  await page.evaluate('emitter.consent(true)');
  await page.waitForFunction("Object.values(localStorage).some((text) => text.includes('write_key'))");
};

/** Opens a page of a visitor who agrees at once. */
export const agreedPage = async ({ context, collector }: Visit): Promise<Page> => {
  const page = await openPage(context, collector);
  await agree(page);
  return page;
};

export const view = (page: Page, first: number, count = 1): Promise<void> =>
  page.evaluate(`for (let id = ${first}; id < ${first + count}; id += 1) view(id)`);

/** How many events wait in the queue of the browser. */
export const queued = (page: Page): Promise<number> =>
  page.evaluate<number>(`new Promise((resolve) => {
    indexedDB.databases().then(([database]) => {
      if (database === undefined) return resolve(0);
      const opening = indexedDB.open(database.name);
      opening.onsuccess = () => {
        const counting = opening.result.transaction('events').objectStore('events').count();
        counting.onsuccess = () => { opening.result.close(); resolve(counting.result); };
      };
    });
  })`);

/** The products that were looked at, of each event that is stored. */
export const viewed = (collector: TestCollector): readonly number[] =>
  collector.stored().flatMap(({ payload }) => {
    const { product_id: id } = payload;
    return typeof id === 'number' ? [id] : [];
  });
export const oneToN = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at + 1);
export const sorted = (numbers: readonly number[]): readonly number[] => numbers.toSorted((a, b) => a - b);

/** Call it inside `describe`: one browser, and for each test a visitor and a collector nobody has used. */
export const eachVisit = (options: BrowserContextOptions = {}): Visit => {
  const visit = {} as Visit;
  let browser: Browser;
  before(async () => {
    browser = await openBrowser();
  });
  beforeEach(async () => {
    visit.collector = await openCollector();
    visit.context = await browser.newContext(options);
    visit.context.setDefaultTimeout(PAGE_PATIENCE_MS);
  });
  afterEach(async () => {
    await visit.context?.close();
    await visit.collector?.close();
  });
  return visit;
};
