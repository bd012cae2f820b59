/** The storefront and the real collector: what a shopper does is in the database, each thing once; and nothing before he agrees. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import type { Credentials } from '../../src/commands/plan-installation.ts';
import { complaintsOf, skipBrowser } from './browser.ts';
import { until } from './emitter-page.ts';
import { addTee, chooseTee, heading, openShopPages, settled, TEE, turnHeart } from './shop-pages.ts';

type Stored = { readonly name: string; readonly payload: Readonly<Record<string, unknown>> };

describe('events of the storefront', { skip: skipBrowser }, () => {
  const { withPage, staff, folder } = openShopPages();
  let database: DatabaseSync;
  before(() => {
    database = new DatabaseSync(join(folder(), 'cartwright.db'), { readOnly: true });
  });
  after(() => database?.close());

  const visit = (work: (context: BrowserContext) => Promise<void>): Promise<void> =>
    withPage((page) => work(page.context()), { serviceWorkers: 'allow' });
  const firstPage = async (context: BrowserContext): Promise<Page> => context.pages()[0] ?? (await context.newPage());
  const agreed = async (context: BrowserContext, at = '/cart'): Promise<Page> => {
    const page = await firstPage(context);
    await page.goto(at);
    await page.getByRole('button', { name: 'Yes, count' }).click();
    await until(
      () => page.evaluate<boolean>("Object.values(localStorage).some((text) => text.includes('write_key'))"),
      (isKnown) => isKnown,
    );
    return page;
  };
  type Visitor = { readonly anonymous_id: string; readonly seen_at: number };
  const visitorOf = async (page: Page): Promise<Visitor> =>
    JSON.parse(
      await page.evaluate<string>("Object.values(localStorage).find((text) => text.includes('anonymous_id'))"),
    ) as Visitor;
  const anonymousId = async (page: Page): Promise<string> => (await visitorOf(page)).anonymous_id;
  const hasTold = (page: Page, { seen_at: before }: Visitor): Promise<Visitor> =>
    until(
      () => visitorOf(page),
      ({ seen_at: at }) => at > before,
    );
  /** Until the page has told that it shows the product: one that is left before has nothing to tell. */
  const showTee = async (page: Page, before: Visitor): Promise<void> => {
    await page.goto(TEE);
    await heading(page).filter({ hasText: 'Harbour Crew Tee' }).waitFor();
    await hasTold(page, before);
  };
  const storedOf = (id: string): readonly Stored[] =>
    database
      .prepare("select body from event where anonymous_id = ? and slug like 'click/%' order by happened_at, id")
      .all(id)
      .map(({ body }) => {
        const { event, payload } = JSON.parse(String(body)) as { event: { name: string }; payload: Stored['payload'] };
        return { name: event.name, payload };
      });
  /** As an operator's program changes the shop's settings. */
  const setEvents = async (events: Readonly<Record<string, string>>): Promise<void> => {
    const { application_id: id } = JSON.parse(readFileSync(join(folder(), 'credentials.json'), 'utf8')) as Credentials;
    await staff('configuration', `/application/${id}`, { events }, 'PATCH');
  };
  const namesOf = (id: string): readonly string[] => storedOf(id).map(({ name }) => name);
  const refused = (): readonly unknown[] => database.prepare('select * from event_refused').all();

  test('asks first: until then it loads no emitter, keeps no id and sends nothing, and no is remembered', () =>
    visit(async (context) => {
      const page = await firstPage(context);
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      const headers: string[] = [];
      page.on('request', (request) => headers.push(...Object.keys(request.headers())));
      const check = async (): Promise<void> => {
        assert.deepEqual(
          asked.filter((url) => /emitter|click-analytics/.test(url)),
          [],
        );
        assert.equal(headers.includes('x-event-context'), false);
        const kept = await page.evaluate<string>('JSON.stringify(localStorage)');
        assert.doesNotMatch(kept, /anonymous_id|session/);
        assert.equal(await page.evaluate('indexedDB.databases().then((all) => all.length)'), 0);
      };
      await addTee(page);
      await check();
      const question = page.getByRole('region', { name: 'Your privacy' });
      await question.getByRole('button', { name: 'No, do not' }).click();
      await question.waitFor({ state: 'detached' });
      await page.reload();
      await heading(page).waitFor();
      assert.equal(await question.count(), 0);
      await check();
      await page.getByRole('button', { name: 'Count my visits' }).waitFor();
    }));

  test('tells who signs in and out, and what joins or leaves the wishlist', () =>
    visit(async (context) => {
      const page = await agreed(context);
      const complaints = complaintsOf(page);
      const id = await anonymousId(page);
      await page.goto('/sign-in');
      await page.getByRole('button', { name: 'Sign in as Asha' }).click();
      await page.locator('.account', { hasText: 'Asha' }).waitFor();
      await page.goto(TEE);
      await turnHeart(page, true);
      await turnHeart(page, false);
      await page.goto('/account');
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('button', { name: 'Sign in as Asha' }).waitFor();
      const wanted = ['user_login', 'product_wishlist_add', 'product_wishlist_remove', 'user_logout'];
      const told = await until(
        async () => storedOf(id).filter(({ name }) => wanted.includes(name)),
        (all) => all.length >= wanted.length,
      );
      assert.deepEqual(
        told.map(({ name }) => name),
        wanted,
      );
      assert.deepEqual(new Set(told.map(({ payload }) => payload['user_id'])), new Set(['demo-asha']));
      assert.deepEqual([told[0]?.payload['method'], told[0]?.payload['login_value']], ['demo', 'asha@demo.invalid']);
      assert.deepEqual(refused(), []);
      assert.deepEqual(complaints, []);
    }));

  test('tells the list, the search, the product, what goes into the cart and what is taken out', () =>
    visit(async (context) => {
      // The list that is on the screen when he agrees is told, too.
      const page = await agreed(context, '/?category=1');
      const complaints = complaintsOf(page);
      const id = await anonymousId(page);
      await page.getByRole('searchbox').fill('harbour crew');
      await page.keyboard.press('Enter');
      await page.getByText('Search: harbour crew').waitFor();
      await settled(page);
      await page.locator(`a[href="${TEE}"]`).click();
      await chooseTee(page);
      await page.getByRole('link', { name: 'View cart' }).click();
      await page.getByRole('button', { name: 'One more' }).click();
      await page.locator('.heading p', { hasText: '2 items' }).waitFor();
      await page.getByRole('button', { name: 'Remove Harbour Crew Tee' }).click();
      await page.getByRole('heading', { name: 'Your cart is empty' }).waitFor();

      const told = [
        'product_listing',
        'product_listing',
        'product_search',
        'product_view',
        'add_to_cart',
        'add_to_cart',
        'remove_from_cart',
      ];
      await until(
        () => namesOf(id).toSorted(),
        (names) => names.length >= told.length,
      );
      // What a page that closes still sends is another test's: a busy browser may not get to it.
      await page.close();
      assert.deepEqual(namesOf(id).toSorted(), told.toSorted());
      const payloadOf = (name: string) => storedOf(id).findLast((event) => event.name === name)?.payload ?? {};
      const { query, position, brand, value, currency, quantity, price } = payloadOf('add_to_cart');
      assert.deepEqual([query, position, currency, quantity], ['harbour crew', '1', 'INR', 1]);
      assert.equal(Number(value), price);
      assert.equal(brand, payloadOf('product_view')['brand']);
      assert.equal(payloadOf('remove_from_cart')['quantity'], 2);
      assert.equal(payloadOf('remove_from_cart')['cart_id'], payloadOf('add_to_cart')['cart_id']);
      assert.deepEqual(complaints, []);
    }));

  test('a closed tab, a page that was left, two tabs and a lost network lose nothing and double nothing', () =>
    visit(async (context) => {
      const page = await agreed(context);
      const other = await context.newPage();
      const id = await anonymousId(page);
      for (const tab of [page, other, page, other]) await showTee(tab, await visitorOf(page));
      await page.getByRole('link', { name: 'Cart, empty' }).click();
      await context.setOffline(true);
      const before = await visitorOf(page);
      await page.goBack();
      await hasTold(page, before);
      await context.setOffline(false);
      await other.close();
      await until(
        () => namesOf(id).length,
        (count) => count >= 5,
      );
      await page.close();
      assert.deepEqual(namesOf(id), Array<string>(5).fill('product_view'));
    }));

  test('where the service makes the events of carts, each is there once and knows what the page knew', () =>
    visit(async (context) => {
      await setEvents({ cart_events: 'server' });
      const page = await agreed(context);
      const id = await anonymousId(page);
      await page.goto('/?q=harbour+crew');
      await settled(page);
      await page.locator(`a[href="${TEE}"]`).click();
      await chooseTee(page);
      await until(
        () => namesOf(id).toSorted(),
        (names) => names.length >= 4,
      );
      await page.close();
      await setEvents({ cart_events: 'emitter' });
      assert.deepEqual(namesOf(id).toSorted(), ['add_to_cart', 'product_listing', 'product_search', 'product_view']);
      const {
        query,
        position,
        context: browser,
      } = storedOf(id).find(({ name }) => name === 'add_to_cart')?.payload ?? {};
      assert.deepEqual([query, position], ['harbour crew', '1']);
      assert.equal((browser as { readonly locale: string }).locale, 'en-IN');
    }));

  test('who takes his leave back is forgotten here, and told nothing about from then on', () =>
    visit(async (context) => {
      const page = await agreed(context);
      const id = await anonymousId(page);
      await showTee(page, await visitorOf(page));
      await page.goto('/cart');
      await until(
        () => namesOf(id).length,
        (count) => count === 1,
      );
      await page.getByRole('button', { name: 'Stop counting my visits' }).click();
      await page.getByRole('button', { name: 'Count my visits' }).waitFor();
      await addTee(page);
      assert.doesNotMatch(await page.evaluate<string>('JSON.stringify(localStorage)'), /anonymous_id/);
      await page.close();
      assert.deepEqual(namesOf(id), ['product_view']);
      assert.deepEqual(refused(), []);
    }));
});
