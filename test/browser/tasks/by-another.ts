/** What somebody else changes while a page is open, and how its reader hears of it. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

export const byAnother = async (page: Page, method: string, address: string, body: object): Promise<void> => {
  const status = await page.evaluate(
    async ([how, url, text]) => {
      const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() };
      const init: RequestInit = { method: how, headers, body: text };
      return (await fetch(url, init)).status;
    },
    [method, address, JSON.stringify(body)] as const,
  );
  assert.equal(status, 200);
};
export const toldItChanged = (page: Page): Promise<void> =>
  page
    .getByRole('alert')
    .getByText(/^It changed since you read it\./)
    .waitFor();
