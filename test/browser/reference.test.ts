/** The reference as people use it: read, searched, and tried against the node that serves it. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { dataFolder, type Serving, serving } from '../commands/run-cartwright.ts';
import { openBrowser, skipBrowser } from './browser.ts';

describe('the reference in a browser', { skip: skipBrowser }, () => {
  const { folder, remove } = dataFolder();
  let server: Serving;
  let browser: Browser;
  before(async () => {
    browser = await openBrowser();
    server = await serving({ CARTWRIGHT_DATA: folder }, []);
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
    remove();
  });

  test('tries an operation of the demo shop, finds another, and asks nobody else', async () => {
    const page = await browser.newPage({ baseURL: server.url });
    page.setDefaultTimeout(60_000);
    const elsewhere: string[] = [];
    const refused: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(server.url) && !/^(data|blob):/.test(request.url())) elsewhere.push(request.url());
    });
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) refused.push(message.text());
    });

    await page.goto('/docs#tag/cart/GET/service/application/cart/v1.0/detail');
    await page.getByText('Without a cart the answer is an empty one').first().waitFor();
    await page.getByText('Test Request', { exact: true }).filter({ visible: true }).first().click();
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.url().includes('/service/application/')),
      page.getByRole('button', { name: /^Send/ }).first().click(),
    ]);
    assert.equal(answer.status(), 200, answer.url());
    assert.match(String((await answer.request().allHeaders())['authorization']), /^Bearer [A-Za-z0-9+/=]{20,}$/);
    await page.getByText('200 OK').first().waitFor();
    await page.keyboard.press('Escape');

    await page.keyboard.press('Control+k');
    await page
      .getByPlaceholder(/Search/)
      .last()
      .fill('wishlist');
    await page.getByRole('option').first().waitFor();
    assert.deepEqual([elsewhere, refused], [[], []]);
    await page.close();
  });
});
