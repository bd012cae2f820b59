/** The reference as people use it: read, searched, and tried against the node that serves it. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PAGE_PATIENCE_MS, skipBrowser } from './browser.ts';
import { openShopPages } from './shop-pages.ts';

describe('the reference in a browser', { skip: skipBrowser }, () => {
  const { withPage, url } = openShopPages();

  test('puts an item of the demo shop into a cart, finds another operation, and asks nobody else', async () => {
    await withPage(async (page) => {
      page.setDefaultTimeout(PAGE_PATIENCE_MS);
      const elsewhere: string[] = [];
      const refused: string[] = [];
      page.on('request', (request) => {
        if (!request.url().startsWith(url()) && !/^(data|blob):/.test(request.url())) elsewhere.push(request.url());
      });
      page.on('console', (message) => {
        if (message.text().includes('Content Security Policy')) refused.push(message.text());
      });

      await page.goto('/docs#tag/cart/POST/service/application/cart/v1.0/detail');
      await page.getByText('An item that cannot be had fails alone').first().waitFor();
      await page.getByText('Test Request', { exact: true }).filter({ visible: true }).first().click();
      const [answer] = await Promise.all([
        page.waitForResponse((response) => response.url().includes('/service/application/')),
        page.getByRole('button', { name: /^Send/ }).first().click(),
      ]);
      assert.equal(answer.status(), 200, answer.url());
      assert.match(String((await answer.request().allHeaders())['authorization']), /^Bearer [A-Za-z0-9+/=]{20,}$/);
      const added = (await answer.json()) as { readonly success: boolean; readonly message: string };
      assert.ok(added.success, added.message);
      await page.getByText('200 OK').first().waitFor();
      await page.keyboard.press('Escape');

      await page.keyboard.press('Control+k');
      await page
        .getByPlaceholder(/Search/)
        .last()
        .fill('wishlist');
      await page.getByRole('option').first().waitFor();
      assert.deepEqual([elsewhere, refused], [[], []]);
    });
  });
});
