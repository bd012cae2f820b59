/** What a merchant does in a day, in the console alone: each is one of the tests of `console.test.ts`, which has the shop open. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { violations } from '../axe-violations.ts';
import { addPictures } from './picture-tasks.ts';

const row = (number: number, name = `Paper lantern ${number}`): string =>
  `${number},lantern-${number},"${name}",41,Lantern Works,OS,One size,for the window`;

/** Fifty products under the merchant's own names of columns, and one row that cannot be taken. */
const lanterns = (): string => {
  const names = 'Artikelnummer,slug,Name,brand.uid,brand.name,sizes.0.value,sizes.0.display,Notes';
  return [names, ...Array.from({ length: 50 }, (_, place) => row(880_001 + place)), row(880_051, '')].join('\r\n');
};

export const importProducts = async (page: Page): Promise<void> => {
  await page.goto('/console/products/import');
  const template = page.getByRole('link', { name: 'Download an empty table of products' });
  const columns = await (await page.request.get((await template.getAttribute('href')) ?? '')).text();
  assert.match(columns, /^uid,slug,name,/);
  const buffer = Buffer.from(lanterns());
  await page.locator('input[type=file]').setInputFiles({ name: 'lanterns.csv', mimeType: 'text/csv', buffer });
  const field = (name: string) => page.getByLabel(`Field of ${name}`, { exact: true });
  await field('Artikelnummer').selectOption('uid');
  assert.equal(await field('Name').inputValue(), 'name');
  await page.getByText('One column is left out.').waitFor();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.locator('.page-head').getByText('finished').waitFor();
  await page.getByText('50 rows taken, 1 refused, 0 with a warning.').waitFor();
  const verdicts = page.getByRole('group', { name: 'Rows' }).getByRole('row');
  await verdicts.filter({ hasText: '51' }).getByText('refused').waitFor();
  await page.getByRole('combobox', { name: 'Show' }).selectOption('all');
  await verdicts.filter({ hasText: '880001' }).getByText('accepted').waitFor();
  await page.getByRole('button', { name: 'Next' }).click();
  await verdicts.filter({ hasText: '880026' }).waitFor();
  const refused = page.getByRole('link', { name: 'Refused rows as a file' });
  const csv = await (await page.request.get((await refused.getAttribute('href')) ?? '')).text();
  assert.match(csv, /^refused_because,Artikelnummer,.*\r?\n.*880051,lantern-880051/);
  assert.deepEqual(await violations(page, 'an import'), []);
  await page.getByRole('link', { name: '← Import' }).click();
  await page
    .getByRole('row', { name: /lanterns\.csv/ })
    .getByText('finished')
    .waitFor();
};

export const asked = async (
  page: Page,
  button: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<void> => {
  await page.getByRole('button', { name: button, exact: true }).first().click();
  const dialog = page.locator('dialog[open]');
  for (const [name, value] of Object.entries(fields)) await dialog.getByLabel(name, { exact: false }).fill(value);
  // The way out stands first, what does it last.
  await dialog.getByRole('button').last().click();
  await dialog.waitFor({ state: 'hidden' });
};
const state = (page: Page, word: string) => page.locator('.page-head').getByText(word, { exact: true }).waitFor();
export const said = (page: Page, words: string | RegExp) => page.getByRole('status').getByText(words).waitFor();

export const addLane = async (page: Page): Promise<void> => {
  await page.goto('/console/delivery');
  await page.getByRole('group', { name: 'Stores' }).getByRole('link').first().click();
  await asked(page, 'Add a lane', { Place: '79*', Standard: '3-5 days' });
  const lane = page.getByRole('group', { name: 'Lanes' }).getByRole('row', { name: /^79\*/ });
  await lane.getByText('standard 3–5 days').waitFor();
  await lane.getByRole('button', { name: 'Change' }).click();
  const dialog = page.getByRole('dialog', { name: 'How long it takes to 79*' });
  await dialog.getByLabel('Rush').fill('soon');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Write “soon” as 2-4 days or 30-90 minutes.').waitFor();
  await dialog.getByLabel('Rush').fill('90 minutes');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await lane.getByText('standard 3–5 days, rush 90 minutes').waitFor();
  await lane.getByRole('button', { name: 'Pause' }).click();
  await lane.getByText('No delivery').waitFor();
};

export const readFunnel = async (page: Page): Promise<void> => {
  await page.goto('/console/analytics');
  const funnel = page.getByRole('region', { name: 'Funnel' });
  await funnel.getByText('shoppers, by day').waitFor();
  await funnel.getByRole('listitem').nth(2).waitFor();
};

export const cancelOrder = async (page: Page, id: string): Promise<void> => {
  await page.goto(`/console/orders/${id}`);
  await page.getByRole('button', { name: 'Cancel order', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel the whole order?' });
  await dialog.getByText('The goods go back into stock.').waitFor();
  await dialog.getByRole('button', { name: 'Keep the order' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await state(page, 'placed');
  await asked(page, 'Cancel order', { 'Reason, kept with the order': 'The customer called' });
  await state(page, 'cancelled');
};

/** Paid at the door, brought back, and the money goes back. */
export const refundOrder = async (page: Page, id: string): Promise<void> => {
  const reason = { 'Reason, kept with the order': 'One was torn' };
  await page.goto(`/console/orders/${id}`);
  await asked(page, 'Ship all', { Carrier: 'Bluebird', 'Tracking number': 'BB-1024' });
  await page.getByText(/^Left .* · Bluebird BB-1024$/).waitFor();
  await asked(page, 'Mark as delivered', { Note: 'Left with the neighbour' });
  await state(page, 'delivered');
  await page
    .getByLabel(/^Units of /)
    .first()
    .fill('1');
  await page
    .getByLabel(/^Units of /)
    .first()
    .blur();
  await page.getByRole('button', { name: 'What would be refunded?' }).click();
  await page
    .getByText(/would be refunded,/)
    .last()
    .waitFor();
  await asked(page, 'Take back', reason);
  await asked(page, 'Received', reason);
  await asked(page, 'Sent', reason);
  await asked(page, 'Done', reason);
  await page.locator('.state', { hasText: 'done' }).waitFor();
};

/** A product, a place, a shipping method and a setting, each by form: what is wrong is said beside its field, by the page or by the service. */
export const fillForms = async (page: Page): Promise<void> => {
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await page.goto('/console/products/10209');
  const form = page.getByRole('region', { name: 'What it is' });
  await form.getByLabel('Name in addresses').fill('not this one!');
  await form.getByText('Letters, digits, dots and dashes; it begins with a letter or a digit.').waitFor();
  await form.getByLabel('Name in addresses').fill('cedar-mug');
  await form.getByLabel('Name', { exact: true }).first().fill('Cedar Mug');
  await form.getByRole('button', { name: '+ Size' }).click();
  await save.click();
  await form.getByText('Look at the marked fields.').waitFor();
  const size = form.getByRole('group', { name: 'Size 2' });
  await size.getByLabel('Code').fill('L');
  await size.getByLabel('Shown as').fill('Large');
  await addPictures(page, form);
  await save.click();
  await page.getByRole('heading', { level: 1, name: 'Cedar Mug' }).waitFor();
  await said(page, 'Cedar Mug saved');
  await page.goto('/console/delivery/places/new');
  await page.getByLabel('Place', { exact: true }).fill('7*9');
  await page.getByLabel('Zones').fill('7, 8');
  await page.getByRole('button', { name: 'Add the place' }).click();
  await page.locator('.field .warn', { hasText: 'This is needed.' }).waitFor();
  await page.getByLabel('Country').selectOption({ label: 'India' });
  await page.getByLabel('Time zone').selectOption({ label: 'Kolkata, Asia' });
  await page.getByRole('button', { name: 'Add the place' }).click();
  await page.locator('.field .warn', { hasText: '4000*' }).waitFor();
  await page.getByLabel('Place', { exact: true }).fill('79*');
  await page.getByRole('button', { name: 'Add the place' }).click();
  await page.getByRole('heading', { level: 1, name: '79*' }).waitFor();
  await page.goto('/console/delivery/places?zone=8');
  await page.getByRole('row', { name: /^79\*/ }).waitFor();
  await page.goto('/console/settings/shipping-methods');
  await page.getByRole('link', { name: 'bicycle' }).click();
  await page.getByLabel('Charge', { exact: true }).fill('89');
  await save.click();
  await said(page, 'By bicycle saved');
  await page.goto('/console/settings');
  await page.locator('summary', { hasText: 'Payments and their fees' }).click();
  const payments = page.locator('details', { hasText: 'Payments and their fees' });
  const waits = payments.getByLabel('An order waits for its payment');
  await waits.fill('0');
  await payments.getByText('At least 1.').waitFor();
  await waits.fill('45');
  await payments.getByLabel('QR code').uncheck();
  await payments.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Payments and their fees: saved');
};

/** A rate for a time on the shop's clock, and the hours of a store: nothing is typed that can be chosen. */
export const chooseTimes = async (page: Page): Promise<void> => {
  await page.goto('/console/settings/exchange-rates/new');
  await page.getByLabel('To currency').selectOption('USD');
  await page.getByLabel('Rate', { exact: true }).fill('0.0121');
  await page.getByLabel('Holds from').fill('2031-03-01T09:30');
  await page.getByRole('button', { name: 'Add the exchange rate' }).click();
  await page.getByRole('heading', { level: 1, name: 'INR to USD' }).waitFor();
  // Half past nine in Kolkata.
  assert.match(page.url(), new RegExp(`INR-USD-${Date.UTC(2031, 2, 1, 4)}$`));
  await page.goto('/console/delivery');
  await page.getByRole('group', { name: 'Stores' }).getByRole('link').first().click();
  const form = page.getByRole('region', { name: 'What it is' });
  const sunday = form.getByRole('group', { name: 'Sunday' });
  await sunday.getByRole('button', { name: /^Take out Sunday/ }).click();
  await sunday.getByText('Closed').waitFor();
  await sunday.getByRole('button', { name: 'Add hours, Sunday' }).click();
  await sunday.getByLabel('Sunday opens').fill('11:15');
  await sunday.getByLabel('Sunday closes').fill('00:00');
  await form.getByRole('button', { name: '+ Day' }).click();
  await form.getByRole('group', { name: 'A new day' }).getByLabel(/^Date/).fill('2031-08-15');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await said(page, /saved$/);
  await page.reload();
  await form.locator('summary', { hasText: 'JSON' }).click();
  const kept = JSON.parse(await form.getByLabel('JSON').inputValue()) as {
    readonly hours: { readonly sunday: unknown };
    readonly exceptions: readonly unknown[];
  };
  assert.deepEqual(kept.hours.sunday, [{ opens: '11:15', closes: '24:00' }]);
  assert.deepEqual(kept.exceptions.at(-1), { date: '2031-08-15', hours: [] });
};

/** Every row has its verdict, and a good one. */
const doneWithEach = async (page: Page, act: string, ids: readonly string[]): Promise<void> => {
  const verdicts = page.getByRole('region', { name: `${act}: what became of each` });
  await verdicts.getByRole('button', { name: 'Close' }).waitFor();
  const each = await verdicts.getByRole('listitem').allInnerTexts();
  assert.deepEqual(each.toSorted(), ids.map((id) => `${id}: done`).toSorted());
};

/** Two orders tagged together with a verdict on each, a view that is kept, and the list as a file. */
export const workThroughList = async (page: Page, ids: readonly string[]): Promise<void> => {
  await page.goto('/console/orders?status=placed');
  for (const id of ids) await page.getByLabel(`Choose ${id}`).check();
  await asked(page, 'Tag', { Tag: 'hand over' });
  await doneWithEach(page, 'Tag', ids);
  await asked(page, 'Save view', { 'What you call it': 'To ship' });
  await page.goto('/console/orders');
  await page.getByLabel('View').selectOption('To ship');
  await page.waitForURL(/status=placed/);
  for (const id of ids) await page.getByLabel(`Choose ${id}`).check();
  await asked(page, 'Ship', { Carrier: 'Bluebird' });
  await doneWithEach(page, 'Ship', ids);
  await page.goto('/console/products?q=tee');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV of Products' }).click(),
  ]);
  assert.equal(file.suggestedFilename(), 'products.csv');
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n');
  assert.match(lines[0] ?? '', /^uid,slug,name,/);
  assert.ok(lines.length > 2);
};

/** Staff order for the shopper; a total that is not the one he was told makes no order. */
export const checkOut = async (page: Page, address: Readonly<Record<string, string>>): Promise<void> => {
  await page.getByRole('button', { name: 'Check out', exact: true }).click();
  const dialog = page.locator('dialog[open]');
  const { name = '', phone = '', address: street = '', city = '', state: region = '', area_code: code = '' } = address;
  const fields = { Name: name, Phone: phone, Address: street, City: city, State: region, 'Postal code': code };
  for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label, { exact: true }).fill(value);
  await dialog.getByLabel('Total told to the shopper').fill('1');
  await dialog.getByRole('button', { name: 'Check out' }).click();
  await dialog.getByText(/Look at the cart and order again/).waitFor();
  await dialog.getByLabel('Total told to the shopper').fill('');
  await dialog.getByRole('button', { name: 'Check out' }).click();
  await page.waitForURL(/\/console\/orders\//);
  await state(page, 'placed');
};
