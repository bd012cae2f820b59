/** What a merchant does in a day, in the console alone: each is one of the tests of `console.test.ts`, which has the shop open. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { violations } from './axe-violations.ts';

const row = (number: number, name = `Paper lantern ${number}`): string =>
  `${number},lantern-${number},"${name}",41,Lantern Works,OS,One size,for the window`;

/** Fifty products under the merchant's own names of columns, and one row that cannot be taken. */
const lanterns = (): string => {
  const names = 'Artikelnummer,slug,Name,brand.uid,brand.name,sizes.0.value,sizes.0.display,Notes';
  return [names, ...Array.from({ length: 50 }, (_, place) => row(880_001 + place)), row(880_051, '')].join('\r\n');
};

export const importProducts = async (page: Page): Promise<void> => {
  await page.goto('/console/products/import');
  const template = page.getByRole('link', { name: 'Empty table of products' });
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
  await page.getByLabel('Which').selectOption('all');
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
