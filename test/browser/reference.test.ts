/** The reference as people use it: read, searched, and tried against the node that serves it. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { skipBrowser } from './browser.ts';
import { heading, openShopPages } from './shop-pages.ts';

describe('the reference in a browser', { skip: skipBrowser }, () => {
  const { withPage, url } = openShopPages();

  test('is two steps from the shop, fits a phone, puts an item into a cart, finds another operation, and asks nobody else', () =>
    withPage(async (page, complaints) => {
      const elsewhere: string[] = [];
      page.on('request', (request) => {
        if (!request.url().startsWith(url()) && !/^(data|blob):/.test(request.url())) elsewhere.push(request.url());
      });
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto('/');
      await page.getByRole('contentinfo').getByRole('link', { name: 'Cartwright' }).click();
      await heading(page).filter({ hasText: 'Cartwright is running' }).waitFor();
      await page.getByRole('link', { name: 'API reference', exact: true }).click();
      await page.getByText('Carts of shoppers').first().waitFor();
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      assert.ok(width <= 390, `${width} wide`);
      assert.deepEqual(complaints(), []);
      await page.setViewportSize({ width: 1280, height: 900 });
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
      assert.deepEqual([elsewhere, complaints().filter((said) => said.includes('Content Security Policy'))], [[], []]);
    }));
});
