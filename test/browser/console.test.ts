// alone: its shop is changed in ways that others would notice, and it takes longest
/** The console as a merchant uses it: every room opens, an order is shipped, stock is changed, a place is tried, things are found. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { dataFolder, type Serving, serving } from '../commands/run-cartwright.ts';
import { openEveryPage, openOneOfEach } from './console-looks.ts';
import {
  addLane,
  cancelOrder,
  checkOut,
  chooseTimes,
  fillForms,
  importProducts,
  readFunnel,
  refundOrder,
  workThroughList,
} from './tasks/merchant-tasks.ts';
import {
  changeSecrets,
  countEuSales,
  inviteAndGive,
  keepSegments,
  letShoppersIn,
  lookAtHome,
  lookAtNodes,
  makeReferral,
  makeRole,
  putIntoCart,
  saveAfterAnother,
  tryPlace,
  workByKeys,
} from './tasks/owner-tasks.ts';
import { tellProgram } from './tasks/webhook-tasks.ts';
import { complaintsOf, openBrowser, PAGE_PATIENCE_MS, saidBy, skipBrowser } from './browser.ts';

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
  const variables = { CARTWRIGHT_DATA: folder, CARTWRIGHT_ALLOW_PRIVATE_ADDRESSES: 'true' };
  let server: Serving;
  let browser: Browser;
  let page: Page;
  let wrong: readonly string[] = [];
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
    wrong = complaintsOf(page);
    await page.goto(/\/console\/enter\?token=[\w-]+/.exec(server.printed())?.[0] ?? '');
    await press('Sign in');
    await heading('Demo Shop');
  });
  after(async () => {
    await server?.stop();
    remove();
  });
  afterEach(async (context) => {
    if ('passed' in context && !context.passed) context.diagnostic(await saidBy(page, wrong));
  });

  test('every page opens, says what it is, complains of nothing, fits a phone, and is for everybody in each of its looks', async () => {
    const complaints = complaintsOf(page);
    assert.deepEqual(await openEveryPage(page), []);
    assert.deepEqual(complaints, []);
  });

  test('an order is found by its id, shipped with its carrier and number, and the audit has it', async () => {
    await page.goto('/console');
    await heading('Demo Shop');
    await page.keyboard.press('Control+k');
    await page.getByLabel('What to find').fill(orderId);
    await page.getByRole('link', { name: orderId }).waitFor();
    await page.keyboard.press('Enter');
    await heading(orderId);
    const bought = page.locator('.bought').first();
    assert.ok(await page.evaluate<boolean>(`document.querySelector('.bought img').decode().then(() => true)`));
    assert.match((await bought.getByRole('link').getAttribute('href')) ?? '', /\/console\/products\/10209$/);
    await page.getByText('Why this price').click();
    await page.getByRole('group', { name: 'Sums behind the total' }).locator('tbody tr').first().waitFor();
    await press('Ship all');
    const dialog = page.getByRole('dialog', { name: 'Ship all that is left of the order' });
    await dialog.getByLabel('Carrier').fill('Bluebird');
    await dialog.getByLabel('Tracking number').fill('BB-1024');
    await dialog.getByLabel('Link to follow it').fill('https://carrier.example/BB-1024');
    await dialog.getByRole('button', { name: 'Ship' }).click();
    await page.getByText('Bluebird BB-1024').first().waitFor();
    const follow = page.getByRole('link', { name: 'Follow it' });
    assert.equal(await follow.getAttribute('href'), 'https://carrier.example/BB-1024');
    await page.getByRole('status').getByText(`Shipped: order ${orderId}`).waitFor();
    await page.getByRole('link', { name: 'Audit entry' }).click();
    await page.locator('mark').first().waitFor();
    await page.getByRole('combobox', { name: 'What was changed' }).selectOption('order');
    const of = page.getByRole('searchbox', { name: 'Which one' });
    await of.fill(`Order ${orderId}`);
    await of.blur();
    const audited = page.getByRole('group', { name: 'Audit' }).locator('tbody tr');
    await audited
      .filter({ hasNotText: `Order ${orderId}` })
      .first()
      .waitFor({ state: 'detached' });
    await audited.filter({ hasText: 'Order shipped' }).filter({ hasText: '(you)' }).waitFor();
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
    // An article is known by its product; its code is for programs.
    const row = page.getByRole('group', { name: 'Stock and prices' }).locator('tbody tr').first();
    const [code = '', product = ''] = await row.getByRole('link').allInnerTexts();
    await row.getByRole('link', { name: code }).click();
    await heading(`${product}, OS`);
    await page.getByRole('link', { name: `← ${product}` }).waitFor();
  });

  test('a place is tried: who serves it, why the others do not, and why nobody does', () => tryPlace(page));

  test('an offer is written as a sentence, tried, saved, published, taken back, and archived and brought back', async () => {
    await page.goto('/console/offers');
    await page.getByRole('link', { name: 'New offer' }).click();
    await page
      .getByRole('link', { name: /^Percentage off/ })
      .first()
      .click();
    await page.getByText(/^Applied: /).waitFor();
    await page.getByLabel('Per cent', { exact: true }).fill('120');
    await page.getByText('A percentage is at most 100.').waitFor();
    await page.getByLabel('Per cent', { exact: true }).fill('20');
    await page.getByText(/^Applied: /).waitFor();
    await press('Choose products');
    const dialog = page.getByRole('dialog', { name: 'Choose products' });
    await dialog.getByLabel('Find').fill('tee');
    await dialog.getByRole('button', { name: 'T-Shirts, category', exact: true }).click();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await press('+ when …');
    await page.getByLabel('How much').fill('900000');
    await page.getByText(/^Not applied\. Its condition is not met\./).waitFor();
    await page.getByLabel('How much').fill('500');
    await page.getByText(/^Applied: /).waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Twenty off tees');
    await page.getByText('More conditions, which few need').click();
    await page.getByLabel(/: a shipping method$/).selectOption('express');
    await page.getByText(/^Not applied\. /).waitFor();
    await page.getByLabel(/: a store$/).selectOption({ index: 1 });
    await press('Save as a draft');
    await heading('Twenty off tees');
    await page.getByRole('button', { name: /^Take out .*[Ee]xpress/ }).click();
    await page.getByRole('button', { name: /^Take out / }).click();
    await page.getByText(/^Applied: /).waitFor();
    await press('Save');
    // Publishing is on the version that saving made.
    await page.getByRole('status').getByText('Twenty off tees is saved').waitFor();
    await press('Publish');
    await page.locator('.page-head').getByText('published', { exact: true }).waitFor();
    await press('Take back to draft');
    await page.locator('.page-head').getByText('draft', { exact: true }).waitFor();
    await press('Archive');
    await page
      .getByRole('dialog', { name: /^Archive Twenty off tees/ })
      .getByRole('button', { name: 'Archive' })
      .click();
    await press('Bring back');
    await page.getByRole('button', { name: 'Archive', exact: true }).waitFor();
    await saveAfterAnother(page);
  });

  test('a thousand codes are made while one looks on, and one of them is looked up', async () => {
    await page.goto('/console/offers/new?kind=coupon&form=absolute_amount_absolute');
    await page.getByLabel('Codes').selectOption('bulk');
    await page.getByLabel('They begin with').fill('SHOW-');
    await page.getByLabel('Name', { exact: true }).fill('Vouchers');
    await page.getByText(/^Applied: /).waitFor();
    await press('Save as a draft');
    await heading('Vouchers');
    await page.getByText('1,000 of 1,000 made').waitFor();
    const address = (await page.getByRole('link', { name: 'Download CSV' }).getAttribute('href')) ?? '';
    const csv = await (await page.request.get(address)).text();
    const code = csv.split('\r\n')[1]?.split(',')[0] ?? '';
    assert.match(code, /^SHOW-/);
    await page.getByLabel('Look a code up').fill(code.toLowerCase());
    await press('Look it up');
    await page.getByText(`${code} has not been used.`).waitFor();
  });

  test('a coupon of which every customer has a code is written with its reward, tried and published', () =>
    makeReferral(page));

  test('somebody is invited, gets another role, and the invitation is taken back; a gift card is made', () =>
    inviteAndGive(page));

  test('a role is made of what it can see and change', () => makeRole(page));

  test('fifty products are imported from a file with other names of columns, and the row that was refused is had back', () =>
    importProducts(page));

  test('a product, a place, a shipping method and a setting are changed by form', () => fillForms(page));
  test('times, hours and days are chosen, on the clock of the shop', () => chooseTimes(page));
  test('a lane is added, changed and closed', () => addLane(page));
  test('orders are tagged and shipped together, a view is kept, and a list had as a file', async () =>
    workThroughList(page, [await buy(), await buy()]));
  test('the funnel is read', () => readFunnel(page));
  test('an order is cancelled', async () => cancelOrder(page, await buy()));
  test('goods come back, and their money goes back', async () => refundOrder(page, await buy()));
  test('a program is told of orders: pinged, tried again at once, and told again of what was', () =>
    tellProgram(page, buy));

  test('what was sold elsewhere in the European Union is said and changed', () => countEuSales(page));
  test('a segment is made, and who is in it is told with the reason', () => keepSegments(page));
  test('secrets are made, shown once, and let the ones before them go on for a while', () => changeSecrets(page));
  test('an order is found, cancelled and looked up in the audit by keys alone', async () =>
    workByKeys(page, await buy()));
  test('home tells the first steps and what is to do, each where it is done', () => lookAtHome(page));
  test('demo shoppers are let in, and no more', () => letShoppersIn(page));
  test('the nodes that serve are looked at', () => lookAtNodes(page));

  test('a cart is changed for its shopper: something put in, its price adjusted, and ordered', async () => {
    await shopCall('cart/v1.0/detail', { items: [{ item_id: 10209, item_size: 'OS', quantity: 2 }] });
    await page.goto('/console/carts');
    await page.getByRole('group', { name: 'Carts' }).getByRole('link').first().click();
    await press('Adjust');
    const dialog = page.getByRole('dialog', { name: 'Adjust the price of this cart' });
    await dialog.getByLabel('How much').fill('25');
    await dialog.getByLabel('What the shopper reads').fill('For the long wait');
    await dialog.getByRole('button', { name: 'Adjust' }).click();
    await page.getByRole('group', { name: 'Price adjustments' }).getByText('For the long wait').waitFor();
    await putIntoCart(page);
    // What cannot be had is answered as success is, and is none.
    const units = page.getByRole('group', { name: 'Lines' }).locator('input').first();
    const alert = page.getByRole('alert');
    // The lines are read anew after the addition, which takes back what was typed meanwhile.
    do {
      await units.fill('999');
      await units.blur();
    } while (
      !(await alert.waitFor({ timeout: 5000 }).then(
        () => true,
        () => false,
      ))
    );
    assert.equal(
      await page
        .getByRole('status')
        .getByText(/^Changed cart/)
        .count(),
      1,
      'of what was added',
    );
    const history = page.getByRole('region', { name: 'History' });
    await history.getByRole('button', { name: 'Restore' }).last().click();
    const bringing = page.getByRole('dialog', { name: /^Bring back what the cart held on .*\?$/ });
    await bringing.getByRole('button', { name: 'Restore' }).click();
    await page
      .getByRole('status')
      .getByText(/holds again what it held$/)
      .waitFor();
    await history
      .getByRole('listitem')
      .filter({ hasText: /^Restore/ })
      .waitFor();
    await checkOut(page, ADDRESS);
  });

  test('the page of one of each opens, complains of nothing, fits a phone, and is for everybody', async () => {
    await shopCall('cart/v1.0/detail', { items: [{ item_id: 10209, item_size: 'OS', quantity: 2 }] });
    const complaints = complaintsOf(page);
    assert.deepEqual(await openOneOfEach(page), []);
    assert.deepEqual(complaints, []);
  });

  test('the script of the first load is small', async () => {
    await page.goto('/console');
    const source = (await page.locator('script[type=module]').getAttribute('src')) ?? '';
    const script = await (await page.request.get(source)).body();
    assert.ok(gzipSync(script).length <= 120_000, String(gzipSync(script).length));
  });
});
