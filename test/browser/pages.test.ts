/** The pages as people use them: a real server, a real browser, with JavaScript and without. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { cartwright, dataFolder, type Serving, serving } from '../commands/run-cartwright.ts';
import { complaintsOf, openBrowser, PAGE_PATIENCE_MS, skipBrowser } from './browser.ts';

const PASSWORD = 'correct horse battery';
const FIRST = 'owner@cartwright.local';
const SECOND = 'bob@acme.example';
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
  const linkIn = (printed: string): string => {
    const path = /\/console\/enter\?token=[\w-]+/.exec(printed)?.[0];
    assert.ok(path, printed);
    return path;
  };
  /** The first start names somebody; everybody else is added by hand. */
  const newLink = async (email: string): Promise<string> => {
    if (email === FIRST) return linkIn(server.printed());
    const { out } = await cartwright(['operator', 'add', '--email', email, '--role', 'owner'], variables);
    return linkIn(out);
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

    test(`in by a link, a password set, out, and in again with it, ${how}`, () =>
      withPage(javaScript, async (page) => {
        const email = javaScript ? FIRST : SECOND;
        const first = complaintsOf(page);
        await enterAndSetPassword(page, email);
        // Before he leaves: what the page still asks for when its session ends is refused.
        assert.deepEqual(first, []);
        await press(page, 'Sign out');
        await follow(page, 'Sign in with your password');
        const complaints = complaintsOf(page);
        await signIn(page, email, PASSWORD);
        const isIn = javaScript
          ? page.getByRole('navigation', { name: 'Console' })
          : page.getByText(`You are ${email}`);
        await isIn.waitFor();
        await follow(page, 'Change your password');
        await page.getByLabel('Current password').waitFor();
        await follow(page, 'Back to the console');
        await page.waitForURL(/\/console$/);
        await isIn.waitFor();
        assert.deepEqual(complaints, []);
        await press(page, 'Sign out');

        await follow(page, 'Sign in with your password');
        await signIn(page, email, 'not the right one');
        const sentence = 'The e-mail address or the password is wrong.';
        assert.equal(await page.getByRole('alert').innerText(), sentence);
        assert.equal(await page.getByLabel('E-mail address').inputValue(), email);
      }));
  }

  test('from the front page to the reference, without JavaScript', () =>
    withPage(false, async (page) => {
      const complaints = complaintsOf(page);
      await page.goto('/');
      assert.equal(await heading(page), 'Cartwright is running');
      await follow(page, 'API reference');
      await page.locator('.operation').nth(200).waitFor({ state: 'attached' });
      assert.deepEqual(complaints, []);
    }));

  test('a link on another site finds the operator signed in, and a sign-in leads back to where he was going; every page fits a phone', () =>
    withPage(false, async (page) => {
      const goal = `${server.url}/console/sign-in?return_to=/docs`;
      const arrive = async (): Promise<void> => {
        await page.goto('about:blank');
        await page.setContent(`<a href="${goal}">Another site</a>`);
        await follow(page, 'Another site');
      };
      await arrive();
      await signIn(page, SECOND, PASSWORD);
      await page.waitForURL(`${server.url}/docs`);
      await arrive();
      await page.waitForURL(`${server.url}/docs`);
      await page.setViewportSize(PHONE);
      for (const path of ['/', '/console', '/console/password']) {
        await page.goto(path);
        const width = await page.evaluate<number>('document.documentElement.scrollWidth');
        assert.ok(width <= PHONE.width, `${path} is ${width} wide`);
      }
    }));
});
