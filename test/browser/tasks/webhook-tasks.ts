/** A webhook as a merchant meets it in the console: added, pinged, out of order, tried again, told again. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { byAnother, toldItChanged } from './by-another.ts';
import { asked, said } from './merchant-tasks.ts';

/** A program of the merchant that is told of orders: out of order at first, then well. */
const receiver = async () => {
  let isWell = true;
  const told: string[] = [];
  const watchers = new Set<() => void>();
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      told.push(String(request.headers['webhook-id']));
      response.writeHead(isWell ? 200 : 500).end();
      for (const tell of watchers) tell();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/told`,
    turn: (next: boolean) => {
      isWell = next;
    },
    /** When it has been told this often. */
    times: (count: number) =>
      new Promise<void>((resolve) => {
        const look = (): void => {
          if (told.length < count) return;
          watchers.delete(look);
          resolve();
        };
        watchers.add(look);
        look();
      }),
    told,
    close: () => server.close(),
  };
};

/** Who saves what it is told of when somebody else has chosen meanwhile is told so, also behind a secret of his own. */
const saveAfterAnother = async (page: Page): Promise<void> => {
  const read = page.waitForResponse((answer) => /\/subscriber\/\d+$/.test(answer.url()));
  await page.reload();
  const [, subscribers = '', id] = /^(.*)\/(\d+)$/.exec((await read).url()) ?? [];
  await page.getByRole('button', { name: 'New secret', exact: true }).click();
  await page.locator('dialog[open]').getByRole('button', { name: 'New secret' }).click();
  await said(page, 'Secret changed');
  await page.getByText('What it is told of').click();
  await page.getByLabel('Order cancelled').check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await said(page, 'Webhook Stock book saved');
  await page.getByText('What it is told of').click();
  await page.getByLabel('Order cancelled').uncheck();
  await byAnother(page, 'PUT', subscribers, { id: Number(id), status: 'inactive' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await toldItChanged(page);
  await byAnother(page, 'PUT', subscribers, { id: Number(id), status: 'active' });
  await page.reload();
};

export const tellProgram = async (page: Page, buy: () => Promise<string>): Promise<void> => {
  const program = await receiver();
  try {
    await page.goto('/console/integrations');
    await asked(page, 'Add a webhook', { Name: 'Stock book', 'Address (URL)': program.url });
    await page.getByLabel('Order confirmed').check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await said(page, 'Webhook Stock book saved');
    await saveAfterAnother(page);
    await page.getByRole('button', { name: 'Ping', exact: true }).click();
    await page.locator('.notice.good').waitFor();
    // Out of order until it was tried by hand: it is tried by itself, too, and what has come cannot be tried.
    program.turn(false);
    const before = program.told.length;
    await buy();
    await program.times(before + 1);
    const deliveries = page.getByRole('region', { name: 'Deliveries' });
    await deliveries.getByLabel('Show').selectOption('waiting');
    const tryNow = deliveries.getByRole('button', { name: 'Try now' }).first();
    // The attempt may not be written down yet when the list is asked for.
    while (
      !(await tryNow.waitFor({ timeout: 2000 }).then(
        () => true,
        () => false,
      ))
    )
      await deliveries.getByRole('button', { name: 'Look again' }).click();
    const tried = program.told.length;
    await tryNow.click();
    await said(page, /^Tried now: /);
    await program.times(tried + 1);
    assert.equal(program.told.at(-1), program.told.at(-2), 'the same event');
    program.turn(true);
    const known = program.told.length;
    await page.getByRole('button', { name: 'Send again', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Send events again' });
    await dialog.getByLabel('Which events').selectOption('all');
    await dialog.getByRole('button', { name: 'Send again' }).click();
    await page.getByText(/^(One event waits|[1-9]\d* events wait) for delivery again\.$/).waitFor();
    await program.times(known + 1);
  } finally {
    program.close();
  }
};
