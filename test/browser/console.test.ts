/** The console as a merchant uses it: every room opens, an order is shipped, stock is changed, a place is tried, things are found. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { cartwright, dataFolder, type Serving, serving } from '../commands/run-cartwright.ts';
import { complaintsOf, openBrowser, PAGE_PATIENCE_MS, skipBrowser } from './browser.ts';

type Json = Readonly<Record<string, unknown>>;
const ADDRESS = {
  name: 'Meera Nair',
  phone: '9000010001',
  address: '12 Lantern Street',
  city: 'Mumbai',
  state: 'Maharashtra',
  area_code: '400001',
  country: 'India',
  country_iso_code: 'IN',
};

describe('console', { skip: skipBrowser }, () => {
  const { folder, remove } = dataFolder();
  const variables = { CARTWRIGHT_DATA: folder };
  let server: Serving;
  let browser: Browser;
  let page: Page;
  let orderId = '';

  const shopCall = async (path: string, body?: Json, token = ''): Promise<{ answer: Json; token: string }> => {
    const made = JSON.parse(readFileSync(join(folder, 'credentials.json'), 'utf8')) as Record<string, string>;
    const response = await fetch(`${server.url}/service/application/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${btoa(`${made['application_id']}:${made['application_token']}`)}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === '' ? {} : { 'x-anonymous-id': token }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { answer: (await response.json()) as Json, token: response.headers.get('x-anonymous-id') ?? token };
  };
  const buy = async (): Promise<string> => {
    const item = { item_id: 10209, item_size: 'OS', quantity: 2 };
    const { token } = await shopCall('cart/v1.0/detail', { items: [item] });
    const body = { payment_mode: 'COD', delivery_address: ADDRESS, meta: {} };
    return String((await shopCall('cart/v1.0/checkout', body, token)).answer['order_id']);
  };
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

  before(async () => {
    browser = await openBrowser();
    server = await serving(variables, []);
    orderId = await buy();
    page = await browser.newPage({ baseURL: server.url });
    page.setDefaultTimeout(PAGE_PATIENCE_MS);
    const { out } = await cartwright(['operator', 'add', '--email', 'mia@shop.example', '--role', 'owner'], variables);
    await page.goto(/\/console\/enter\?token=[\w-]+/.exec(out)?.[0] ?? '');
    await press('Sign in');
    await heading('Demo Shop');
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
    remove();
  });

  test('every room opens, says what it is and complains of nothing, and fits a phone', async () => {
    const complaints = complaintsOf(page);
    const rooms = page.getByRole('navigation', { name: 'Console' }).getByRole('link');
    const addresses = await rooms.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    const below = ['/orders/returns', '/orders/refunds', '/products/stock', '/products/import', '/delivery/try'];
    const more = ['/analytics/products', '/analytics/refused', '/settings/tokens', '/settings/audit', '/nowhere'];
    const paths = [
      ...addresses.filter((path) => !path.endsWith('/password')),
      ...[...below, ...more].map((path) => `/console${path}`),
    ];
    assert.ok(paths.length > 15, String(paths));
    await page.setViewportSize({ width: 390, height: 844 });
    for (const path of paths) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      assert.ok(width <= 390, `${path} is ${width} wide`);
      assert.equal(await page.getByRole('alert').count(), 0, path);
    }
    await page.setViewportSize({ width: 1280, height: 900 });
    assert.deepEqual(complaints, []);
  });

  test('an order is found by its id, shipped with a reason, and the audit has it', async () => {
    await page.goto('/console');
    await heading('Demo Shop');
    await page.keyboard.press('Control+k');
    await page.getByLabel('What to find').fill(orderId);
    await page.getByRole('link', { name: orderId }).waitFor();
    await page.keyboard.press('Enter');
    await heading(orderId);
    await press('Ship all');
    const dialog = page.getByRole('dialog', { name: `Ship all: order ${orderId}?` });
    await dialog.getByLabel('Reason, kept with the order').fill('The van was here');
    await dialog.getByRole('button', { name: 'Ship all' }).click();
    await page.getByText('The van was here').first().waitFor();
    await page.getByRole('status').getByText(`Shipped: ${orderId}`).waitFor();
    await page.getByRole('link', { name: 'Audit entry' }).click();
    await page.locator('mark').first().waitFor();
    assert.ok((await page.getByText('order.ship').count()) > 0);
  });

  test('stock is changed where it stands, and not over what somebody else has changed', async () => {
    await page.goto('/console/products/stock?item_id=10209');
    const cell = page.getByLabel(/^Stock of 10209-/).first();
    await cell.fill('41');
    await cell.blur();
    await page
      .getByRole('status')
      .getByText(/^Stock of 10209-.* changed$/)
      .waitFor();
    await cell.fill('-3');
    await cell.blur();
    await page.getByRole('alert').first().waitFor();
  });

  test('a place is tried: who serves it, and why the others do not', async () => {
    await page.goto('/console/delivery/try');
    await page.getByLabel('Postal code').fill('400001');
    await page.getByLabel('Product number').fill('10209');
    await page.getByLabel('Units').fill('2');
    await press('Try');
    await page.getByText('sends it').waitFor();
    assert.ok((await page.getByRole('region', { name: 'Other stores' }).getByRole('row').count()) > 1);
  });
});
