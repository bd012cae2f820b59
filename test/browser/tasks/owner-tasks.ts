/** What the owner of a shop looks after in the console: who is in which segment, secrets, and the nodes that serve. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { byAnother, toldItChanged } from './by-another.ts';
import { asked } from './merchant-tasks.ts';

/** The shop's own segment by form, who is in it, and why. */
export const keepSegments = async (page: Page): Promise<void> => {
  await page.goto('/console/customers/segments');
  const own = page.getByRole('region', { name: 'This shop’s own' });
  await own.locator('summary', { hasText: 'The same as JSON' }).click();
  const segments = [
    { slug: 'steady', name: 'Steady ones', conditions: { orders: { min: 0 }, account_days: { max: 9 } } },
  ];
  await own.getByLabel('JSON').fill(JSON.stringify({ segments }));
  await own.getByRole('button', { name: 'Save', exact: true }).click();
  const row = page.getByRole('group', { name: 'Segments' }).getByRole('row', { name: /^Steady ones/ });
  await row.getByText('orders: at least 0; days as a customer: at most 9').waitFor();
  await row.getByRole('link').click();
  await page.getByRole('group', { name: 'Who is in it' }).getByRole('link', { name: 'Ravi Thapar' }).click();
  const why = page.getByRole('region', { name: 'Segments' }).getByRole('listitem').filter({ hasText: 'Steady ones' });
  await why.getByText('in', { exact: true }).waitFor();
  await why.getByText(/^Orders: \d+$/).waitFor();
};

/** What a program does with the id and the secret that it was handed. */
const asProgram = async (page: Page, shown: string): Promise<void> => {
  const [id = '', secret = ''] = shown.split(' ');
  const { origin } = new URL(page.url());
  const token = await fetch(`${origin}/oidc/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${id}:${secret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token: bearer } = (await token.json()) as { readonly access_token: string };
  const headers = { authorization: `Bearer ${bearer}` };
  const company = `${origin}/service/platform/catalog/v1.0/company/1`;
  const read = await fetch(`${company}/products?page_size=1`, { headers });
  assert.equal(((await read.json()) as { readonly items: readonly unknown[] }).items.length, 1);
  assert.equal((await fetch(`${company}/stores`, { headers })).status, 403, 'and nothing that it was not given');
};

/** A program gets a client and uses it. A secret is shown where it is made; the one before it goes on for a day. */
export const changeSecrets = async (page: Page): Promise<void> => {
  await page.goto('/console/integrations');
  await asked(page, 'Make a client', { Name: 'Book keeping' });
  await asProgram(page, await page.locator('.secret').innerText());
  await page.getByRole('link', { name: 'Book keeping' }).click();
  const secrets = page.getByRole('region', { name: 'Secrets' });
  await secrets.getByText('Never').waitFor();
  await asked(page, 'Make another');
  await secrets.getByText('The new secret, shown this once:').waitFor();
  await secrets.getByRole('row').filter({ hasNotText: 'Never' }).filter({ hasText: 'live' }).waitFor();
  await page.goto('/console/settings');
  const signed = page
    .getByRole('group', { name: 'Secrets of the shop' })
    .getByRole('row', { name: /^Signed requests/ });
  await signed.getByText('not set').waitFor();
  await signed.getByRole('button', { name: 'Set', exact: true }).click();
  const dialog = page.locator('dialog[open]');
  await dialog.getByLabel('The secret').fill('too short');
  await dialog.getByRole('button', { name: 'Set', exact: true }).click();
  await dialog.getByRole('alert').waitFor();
  await dialog.getByLabel('The secret').fill('');
  await dialog.getByRole('button', { name: 'Set', exact: true }).click();
  await page.getByText('The new secret, shown this once:').waitFor();
  await signed.getByText('set', { exact: true }).waitFor();
};

export const lookAtNodes = async (page: Page): Promise<void> => {
  await page.goto('/console/settings/nodes');
  const nodes = page.getByRole('group', { name: 'Nodes' });
  await nodes.getByText('answered this page').waitFor();
  await nodes.getByText('1 of 1').waitFor();
  await page.getByRole('group', { name: 'What waits' }).getByText('Deliveries to webhooks').waitFor();
};

/** By keys alone: an order is found, opened, noted, and the page after it is told. */
export const workByKeys = async (page: Page, orderId: string): Promise<void> => {
  const reach = async (wanted: Locator): Promise<void> => {
    await wanted.waitFor();
    for (let steps = 0; !(await wanted.evaluate((element) => element.matches(':focus'))); steps += 1) {
      assert.ok(steps < 120, `out of reach: ${String(wanted)}`);
      await page.keyboard.press('Tab');
    }
  };
  await page.goto('/console/orders');
  await page.getByRole('group', { name: 'Orders' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByLabel('What to find').waitFor();
  await page.keyboard.type(orderId);
  await page.getByRole('dialog', { name: 'Find' }).getByRole('link', { name: orderId }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: orderId }).waitFor();
  await page.locator('main h1:focus').waitFor();
  await reach(page.getByRole('button', { name: 'Cancel order', exact: true }));
  await page.keyboard.press('Enter');
  const dialog = page.locator('dialog[open]');
  await reach(dialog.getByLabel('Reason, kept with the order'));
  await page.keyboard.type('By keys alone');
  await page.keyboard.press('Enter');
  await page.locator('.page-head').getByText('cancelled', { exact: true }).waitFor();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('status').getByText(orderId).waitFor();
  await reach(page.getByRole('link', { name: 'Audit entry' }));
  await page.keyboard.press('Enter');
  await page.locator('main h1:focus').waitFor();
  await page.locator('mark').first().waitFor();
};

/** Each task of the home page leads to what it counts; first steps that are done are marked, and the rest can be hidden. */
export const lookAtHome = async (page: Page): Promise<void> => {
  await page.goto('/console');
  const steps = page.getByRole('region', { name: 'First steps' });
  for (const done of ['Bring your products', 'Offer ways of delivery']) {
    await steps.locator('li.done', { hasText: done }).getByText('done').waitFor();
  }
  await steps.getByRole('link', { name: /^Set a password/ }).waitFor();
  const leads: readonly (readonly [task: RegExp, to: RegExp, list: string])[] = [
    [/orders? to ship$/, /\/orders\?status=placed$/, 'Orders'],
    [/low in stock$/, /\/products\/stock\?max_quantity=3$/, 'Stock and prices'],
  ];
  for (const [task, to, list] of leads) {
    await page.getByRole('region', { name: 'To do' }).getByRole('link', { name: task }).click();
    await page.waitForURL(to);
    await page.getByRole('group', { name: list }).locator('tbody tr').first().waitFor();
    await page.goto('/console');
  }
  await page
    .getByRole('region', { name: 'To do' })
    .getByRole('link', { name: /within a week$/ })
    .click();
  await page.waitForURL(/\/offers\/calendar$/);
  await page.goto('/console');
  await steps.getByRole('button', { name: 'Hide' }).click();
  await steps.waitFor({ state: 'detached' });
};

/** Off, on and off again; each is in the audit. */
export const letShoppersIn = async (page: Page): Promise<void> => {
  await page.goto('/console');
  const shoppers = page.getByRole('checkbox', { name: /^Demo shoppers/ });
  await shoppers.click();
  await page.getByRole('status').getByText('Demo shoppers come from now on').waitFor();
  await shoppers.click();
  await page.getByRole('status').getByText('Demo shoppers come no more').waitFor();
};

/** What was sold elsewhere in the European Union is said, changed, and stands beside what was sold here. */
export const countEuSales = async (page: Page): Promise<void> => {
  await page.goto('/console/orders/eu-sales');
  await page.getByText('No sales to other EU countries yet').waitFor();
  await page.getByText('Consumers pay the rate of their own country, whatever was sold.').waitFor();
  await asked(page, 'Add what was sold elsewhere', { Year: '2026', 'Sold elsewhere': '2500.5' });
  const row = page.getByRole('group', { name: 'Sales in the EU' }).getByRole('row', { name: /^2026/ });
  await row.getByText('₹2,500.50').first().waitFor();
  await row.getByRole('button', { name: 'Change' }).click();
  const dialog = page.getByRole('dialog', { name: 'What was sold elsewhere in 2026, in INR?' });
  await dialog.getByLabel('Sold elsewhere').fill('0.001');
  await dialog.getByRole('button', { name: 'Change' }).click();
  await dialog.getByRole('alert').waitFor();
  await dialog.getByLabel('Sold elsewhere').fill('3000');
  await dialog.getByRole('button', { name: 'Change' }).click();
  await row.getByText('₹3,000.00').first().waitFor();
  await page.getByRole('link', { name: 'Audit entry' }).click();
  await page.getByText('Sales in the EU changed').first().waitFor();
};

/** A coupon of which every customer has a code: written, tried, saved with its reward, and published. */
export const makeReferral = async (page: Page): Promise<void> => {
  await page.goto('/console/offers/new?kind=coupon&form=percentage_quantity_percentage');
  await page.getByLabel('Codes').selectOption('referral');
  await page.getByLabel('They begin with').fill('pal-');
  await page.getByLabel('How much for each order').fill('1.5');
  await page.getByText(/^Applied: /).waitFor();
  await page.getByRole('button', { name: 'Save as a draft' }).click();
  await page.getByRole('alert').getByText('Points are whole.').waitFor();
  await page.getByLabel('Whose code it is gets').selectOption('store_credit');
  await page.getByLabel('How much for each order').fill('75');
  await page.getByLabel('Orders that one code can bring').fill('4');
  await page.getByLabel('Name', { exact: true }).fill('Bring a friend');
  await page.getByText(/^Applied: /).waitFor();
  await page.getByRole('button', { name: 'Save as a draft' }).click();
  await page.getByRole('heading', { level: 1, name: 'Bring a friend' }).waitFor();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.locator('.page-head').getByText('published', { exact: true }).waitFor();
  assert.equal(await page.getByLabel('They begin with').inputValue(), 'PAL-');
  assert.equal(await page.getByLabel('Whose code it is gets').inputValue(), 'store_credit');
  assert.equal(await page.getByLabel('How much for each order').inputValue(), '75');
  assert.equal(await page.getByLabel('Orders that one code can bring').inputValue(), '4');
};

/** Who saves an offer that somebody else changed meanwhile is told so, and writes over nothing. */
export const saveAfterAnother = async (page: Page): Promise<void> => {
  const read = page.waitForResponse((answer) => /\/service\/.*\/(promotion|coupon)\/[0-9a-f]{24}$/.test(answer.url()));
  await page.reload();
  const address = (await read).url();
  const name = page.getByLabel('Name', { exact: true });
  const before = await name.inputValue();
  await byAnother(page, 'PATCH', address, { archive: true });
  await name.fill('Named by one who did not know');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await toldItChanged(page);
  await page.reload();
  await page.getByRole('button', { name: 'Bring back', exact: true }).waitFor();
  assert.equal(await name.inputValue(), before);
};

/** A role is a table of what can be seen and changed, and a client's permissions likewise. */
export const makeRole = async (page: Page): Promise<void> => {
  await page.goto('/console/settings/people');
  // The list above moves the button when its rows come, be it while the button is pressed.
  const people = page.getByRole('group', { name: /^People who run the shop/ });
  await people.getByRole('row').nth(1).waitFor();
  await page.getByRole('button', { name: 'New role', exact: true }).click();
  const dialog = page.locator('dialog[open]');
  await dialog.getByLabel('Role name').fill('Packing staff');
  await dialog.getByLabel('Orders: change').check();
  await dialog.getByLabel('Orders: see').check();
  await dialog.getByLabel('Stock: see').check();
  await dialog.getByRole('button', { name: 'Make the role' }).click();
  await dialog.waitFor({ state: 'hidden' });
  const row = page.getByRole('group', { name: /^Roles/ }).getByRole('row', { name: /^Packing staff/ });
  await row.getByRole('button', { name: 'Change' }).click();
  assert.equal(await dialog.getByLabel('Stock: see').isChecked(), true);
  assert.equal(await dialog.getByLabel('Stock: change').isChecked(), false);
  const session = await page.locator('#session').textContent();
  const { organization } = JSON.parse(session ?? '{}') as { readonly organization: { readonly id: string } };
  const address = `/service/platform/configuration/v1.0/organization/${organization.id}/role/packing_staff`;
  await byAnother(page, 'PATCH', address, { permissions: ['company/orders/read'] });
  await dialog.getByLabel('Stock: change').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await toldItChanged(page);
  await page.keyboard.press('Escape');
};

/** Somebody new among the shop's people, with another role and then none; and a gift card, its code shown once. */
export const inviteAndGive = async (page: Page): Promise<void> => {
  await page.goto('/console/settings/people');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite somebody' });
  await dialog.getByLabel('E-mail').fill('noor@shop.example');
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await page.getByText(/\/console\/enter\?token=/).waitFor();
  const row = page.getByRole('row', { name: /noor@shop\.example/ });
  await row.getByRole('button', { name: 'Role' }).click();
  const roles = page.getByRole('dialog', { name: /^Another role for/ });
  await roles.getByLabel('Role').selectOption('viewer');
  await roles.getByRole('button', { name: 'Change the role' }).click();
  await page.getByRole('status').getByText('noor@shop.example is viewer now').waitFor();
  await row.getByRole('button', { name: 'Take back' }).click();
  await page
    .getByRole('dialog', { name: /^Take back/ })
    .getByRole('button', { name: 'Take back' })
    .click();
  await row.getByText('revoked').waitFor();
  await page.goto('/console/customers/gift-cards');
  await page.getByRole('button', { name: 'New gift card', exact: true }).click();
  const card = page.getByRole('dialog', { name: 'New gift card' });
  await card.getByLabel('Worth').fill('765');
  await card.getByRole('button', { name: 'Make the card' }).click();
  await page.getByText('The code of the card, shown this once:').waitFor();
  const made = page.getByRole('row', { name: /₹765/ });
  await made.getByRole('button', { name: 'Void', exact: true }).click();
  await page
    .getByRole('dialog', { name: /^Void the card that ends in / })
    .getByRole('button')
    .last()
    .click();
  await made.getByRole('button', { name: 'Void', exact: true }).waitFor({ state: 'detached' });
};

/** A product by its number, a size of those it has, and a place: what keeps it from there, and who sends it. */
export const tryPlace = async (page: Page): Promise<void> => {
  await page.goto('/console/delivery/try');
  await page.getByLabel('Postal code').fill('400001');
  await page.getByLabel('Product', { exact: true }).fill('10001');
  const size = page.getByRole('combobox', { name: 'Size' });
  await size.selectOption('L');
  await page.getByLabel('Product', { exact: true }).fill('10209');
  await size.locator('option[value=OS]').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Try', exact: true }).click();
  await page.getByText('Order at least 2').first().waitFor();
  await page.getByLabel('Units').fill('2');
  await page.getByRole('button', { name: 'Try', exact: true }).click();
  await page.locator('.notice').getByText('sends it').waitFor();
  await page.getByRole('group', { name: 'Other stores' }).getByRole('row').nth(1).waitFor();
  await page.getByRole('group', { name: 'Shipping methods' }).getByRole('row').nth(1).waitFor();
  await page.getByText('Suppose more').click();
  await page.getByLabel('VAT number').fill('FR1');
  await page.getByRole('button', { name: 'Try', exact: true }).click();
  await page.getByText('Invalid VAT number').first().waitFor();
};

/** However long it takes to learn which sizes a product has, nothing is put in without one. */
export const putIntoCart = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Add an article', exact: true }).click();
  const adding = page.getByRole('dialog', { name: 'Put something into this cart' });
  const add = adding.getByRole('button', { name: 'Add an article' });
  const product = /\/products\/10209$/;
  const known = Promise.withResolvers<void>();
  await page.route(product, async (route) => {
    await known.promise;
    await route.continue();
  });
  await adding.getByLabel('Product', { exact: true }).fill('10209');
  await adding.getByLabel('Units').fill('2');
  assert.ok(await add.isDisabled(), 'while the sizes are asked for');
  known.resolve();
  await add.click();
  await page.unroute(product);
  await page
    .getByRole('status')
    .getByText(/^Changed cart/)
    .waitFor();
  await adding.waitFor({ state: 'hidden' });
};
