/** The pages as people use them: a real server, a real browser, with JavaScript and without. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { cartwright, dataFolder, type Serving, serving } from '../commands/run-cartwright.ts';
import { complaintsOf, openBrowser, PAGE_PATIENCE_MS, skipBrowser } from './browser.ts';

const PASSWORD = 'correct horse battery';
const PHONE = { width: 390, height: 844 };

describe('pages', { skip: skipBrowser }, () => {
  const { folder, remove } = dataFolder();
  const variables = { CARTWRIGHT_DATA: folder };
  let server: Serving;
  let browser: Browser;
  before(async () => {
    browser = await openBrowser();
    server = await serving(variables);
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
    remove();
  });

  const withPage = async (javaScriptEnabled: boolean, work: (page: Page) => Promise<void>): Promise<void> => {
    const context = await browser.newContext({ javaScriptEnabled, baseURL: server.url });
    context.setDefaultTimeout(PAGE_PATIENCE_MS);
    try {
      await work(await context.newPage());
    } finally {
      await context.close();
    }
  };
  const newLink = async (email: string): Promise<string> => {
    const { out } = await cartwright(['operator', 'add', '--email', email, '--role', 'owner'], variables);
    const path = /\/console\/enter\?token=[\w-]+/.exec(out)?.[0];
    assert.ok(path, out);
    return path;
  };
  const heading = (page: Page) => page.getByRole('heading', { level: 1 }).innerText();
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const follow = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click();

  const signIn = async (page: Page, email: string, password: string): Promise<void> => {
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await press(page, 'Sign in');
  };
  const enterAndSetPassword = async (page: Page, email: string): Promise<void> => {
    await page.goto(await newLink(email));
    await press(page, 'Sign in');
    await follow(page, 'Set a password');
    await page.getByLabel('New password, at least 12 characters').fill(PASSWORD);
    await page.getByLabel('New password, once more').fill(PASSWORD);
    await press(page, 'Save');
    await page.getByText('Your password is saved.').waitFor();
  };

  for (const javaScript of [true, false]) {
    const how = javaScript ? 'with JavaScript' : 'without JavaScript';

    test(`from the front page to the reference, ${how}`, () =>
      withPage(javaScript, async (page) => {
        const complaints = complaintsOf(page);
        await page.goto('/');
        assert.equal(await heading(page), 'Cartwright is running');
        await follow(page, 'API reference');
        await page.waitForLoadState();
        if (javaScript) await page.getByText('Carts of shoppers').first().waitFor({ timeout: 60_000 });
        else assert.ok((await page.locator('.operation').count()) > 200);
        assert.deepEqual(complaints, []);
      }));

    test(`in by a link, a password set, out, and in again with it, ${how}`, () =>
      withPage(javaScript, async (page) => {
        const email = javaScript ? 'ann@acme.example' : 'bob@acme.example';
        const complaints = complaintsOf(page);
        await enterAndSetPassword(page, email);
        await press(page, 'Sign out');
        await follow(page, 'Sign in with your password');
        await signIn(page, email, PASSWORD);
        await page
          .getByText(javaScript ? email : `You are ${email}`)
          .first()
          .waitFor();
        await follow(page, 'Change your password');
        assert.equal(await page.getByLabel('Current password').count(), 1);
        await follow(page, 'Back to the console');
        // What the page still asks for when its session ends is refused.
        await page.waitForLoadState('networkidle');
        await press(page, 'Sign out');
        assert.deepEqual(complaints, []);

        await follow(page, 'Sign in with your password');
        await signIn(page, email, 'not the right one');
        const sentence = 'The e-mail address and the password do not belong together.';
        assert.equal(await page.getByRole('alert').innerText(), sentence);
        assert.equal(await page.getByLabel('E-mail address').inputValue(), email);
      }));
  }

  test('a link on another site finds the operator signed in, and a sign-in leads back to where he was going', () =>
    withPage(false, async (page) => {
      await enterAndSetPassword(page, 'cid@acme.example');
      const goal = `${server.url}/console/sign-in?return_to=/docs`;
      const arrive = async (): Promise<void> => {
        await page.setContent(`<a href="${goal}">Another site</a>`);
        await follow(page, 'Another site');
      };
      await page.goto('about:blank');
      await arrive();
      await page.waitForURL(`${server.url}/docs`);
      await page.context().clearCookies();
      await page.goto('about:blank');
      await arrive();
      await signIn(page, 'cid@acme.example', PASSWORD);
      await page.waitForURL(`${server.url}/docs`);
    }));

  test('every page fits a phone', () =>
    withPage(true, async (page) => {
      await enterAndSetPassword(page, 'dee@acme.example');
      await page.setViewportSize(PHONE);
      for (const path of ['/', '/docs', '/console', '/console/password']) {
        await page.goto(path);
        const width = await page.evaluate<number>('document.documentElement.scrollWidth');
        assert.ok(width <= PHONE.width, `${path} is ${width} wide`);
      }
    }));
});
