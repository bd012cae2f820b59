/** What the emitter says: every event as its schema wants it, who the visitor is, what a failing collector changes. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { eventKinds } from '../../src/contract/events/event-payloads-contract.ts';
import { judgeEvent } from '../../src/events/collector/event-rules.ts';
import type { Envelope } from '../../web/emitter/envelope.ts';
import { applicationId } from '../emitter/test-collector.ts';
import { skipBrowser } from './browser.ts';
import { agree, agreedPage, eachVisit, oneToN, openPage, queued, sorted, until, view, viewed } from './emitter-page.ts';

const MINUTE_MS = 60_000;

/** All that a call has to say, of the seven events that are more than a name and a product. */
const calls = `
  const product = { product_id: 7, brand: 'Oakmere', l3_category: 'Tees' };
  const bought = { ...product, cart_id: '12', l1_category: 'Clothing', currency: 'INR', price: 10, quantity: 1, value: '9.50' };
  const order = { order_id: 'O1', cart_id: '12', cart_total: 10, shipping: 0, tax: 0.5, order_total: 10.5, currency: 'INR', products: [] };
  const wished = { ...product, wishlist_name: 'Mine', wishlist_id: 'w', quantity: '1', value: '9.50' };
  const amounts = Object.fromEntries(['mrp_total', 'sub_total', 'coupon', 'discount', 'promotion', 'reward_points',
    'cashback_applied', 'delivery_charges', 'cod_charges', 'gift_price', 'total'].map((name) => [name, 0]));
  const user = { _id: 'u', username: 'ann', emails: ['ann@example.com'], gender: '', active: true, first_name: 'Ann',
    last_name: 'Lee', phone_numbers: [], account_type: 'user', profile_pic_url: '', user_id: 'u', application_id: '',
    created_at: '', updated_at: '' };
  const listed = { name: 'Tee', product_id: 7, brand: 'Oakmere', esp: 9.5, mrp: 10, currency: 'INR', source_url: '/tee' };
  emitter.productListing({ query: 'tee', item_total: 60, products: [{ ...listed, product_id: 6 }, listed] }, 24);
  emitter.productSearch({ query: 'tee', item_total: 2, products: ['Tee', 'Tee'] });
  emitter.productView({ ...product, l1_category: 'Clothing', currency: 'INR', mrp: 10, esp: 9, quantity: 1 });
  emitter.addToCart({ ...bought, article_id: '7_M_1' });
  emitter.removeFromCart(bought);
  emitter.orderCheckout(order);
  emitter.orderCheckedout(order);
  emitter.orderComplete({ event_action: 'order_processed', order_id: 'O1', status: 'placed', breakup_values_raw: amounts,
    shipments: [], items: [], screen: 'order', screen_view: 'order', user });
  emitter.productWishlistAdd(wished);
  emitter.productWishlistRemove({ ...wished, mrp: 10, esp: 9.5, currency: undefined ?? 'INR' });
  emitter.userLogin({ user_id: 'u', login_value: 'ann@example.com', method: 'otp', email: 'ann@example.com', phone: undefined });
  emitter.userLogout();
  emitter.flush();`;

describe('events of the emitter', { skip: skipBrowser }, () => {
  const visit = eachVisit({ locale: 'en-IN', timezoneId: 'Europe/Berlin' });

  const stored = async (count: number): Promise<readonly Envelope[]> =>
    until(
      () => visit.collector.stored(),
      ({ length }) => length >= count,
    );
  const named = (events: readonly Envelope[], name: string): Envelope['payload'] => {
    const found = events.find(({ event }) => event.name === name);
    assert.ok(found, name);
    return found.payload;
  };
  const openedWithClock = async (): Promise<Page> => {
    const page = await visit.context.newPage();
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + MINUTE_MS);
    await page.goto(visit.collector.url);
    await page.waitForFunction('window.emitter !== undefined');
    await agree(page);
    return page;
  };

  test('all twelve are what their schemas say, in the strictest reading', async () => {
    const page = await agreedPage(visit);
    await page.evaluate(`{${calls}}`);
    const events = await stored(12);
    assert.deepEqual(events.map(({ event }) => event.name).toSorted(), Object.keys(eventKinds).toSorted());
    const rules = { applicationId, now: Date.now(), strict: true };
    assert.deepEqual(
      events.flatMap((event) => {
        const verdict = judgeEvent(event, rules);
        return 'bad' in verdict ? [verdict.bad] : [];
      }),
      [],
    );
    const { context: seen } = named(events, 'product_view') as { readonly context: Record<string, unknown> };
    assert.deepEqual([seen['timezone'], seen['locale']], ['Europe/Berlin', 'en-IN']);
    for (const { event } of events)
      assert.match(event.id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  test('a product that is looked at knows the search and the place it was found at', async () => {
    const page = await agreedPage(visit);
    await page.evaluate(`{${calls}; view(8)}`);
    const events = await stored(12);
    for (const name of ['product_view', 'add_to_cart', 'product_wishlist_add']) {
      const { query, position } = named(events, name);
      assert.deepEqual([query, String(position)], ['tee', '26'], name);
    }
    assert.equal(typeof named(events, 'product_wishlist_add')['position'], 'number');
    await page.evaluate('emitter.flush()');
    const { query, position } = (await stored(13)).at(-1)?.payload ?? {};
    assert.deepEqual([query, position], ['', '']);
  });

  test('the address says where it happened and what brought the visitor, and holds no secret', async () => {
    const page = await openPage(visit.context, visit.collector);
    await page.goto(
      `${visit.collector.url}/p?q=tee&utm_source=news&utm_medium=mail&access_token=s3cret&email=a%40b.c#there`,
    );
    await agree(page);
    await view(page, 1);
    await page.goto(`${visit.collector.url}/cart`);
    await page.waitForFunction('window.emitter !== undefined');
    await view(page, 2);
    await page.evaluate('emitter.flush()');
    const [first, second] = (await stored(2)).map(({ payload }) => payload);
    assert.equal(first?.['source_url'], `${visit.collector.url}/p?q=tee&utm_source=news&utm_medium=mail`);
    assert.equal(second?.['source_url'], `${visit.collector.url}/cart`);
    for (const payload of [first, second]) {
      assert.deepEqual(
        [payload?.['utm_source'], payload?.['utm_medium'], payload?.['utm_campaign']],
        ['news', 'mail', undefined],
      );
    }
    assert.doesNotMatch(JSON.stringify(visit.collector.arrivals()), /s3cret|a@b|%40/);
  });

  test('signing in joins the user to who he was before, and signing out makes a stranger of the next one', async () => {
    const page = await agreedPage(visit);
    await view(page, 1);
    await page.evaluate("emitter.userLogin({ user_id: 'u1', login_value: 'x', method: 'otp' })");
    await page.reload();
    await page.waitForFunction('window.emitter !== undefined');
    await view(page, 2);
    await page.evaluate('emitter.userLogout()');
    await view(page, 3);
    await page.evaluate('emitter.flush()');
    const events = await stored(5);
    const who = events.map(({ payload }) => [payload['anonymous_id'], payload['user_id']]);
    const [before, login, signedIn, logout, next] = who;
    const stranger = before?.[0];
    assert.deepEqual(
      [before, login, signedIn, logout],
      [null, 'u1', 'u1', 'u1'].map((user) => [stranger, user]),
    );
    assert.equal(next?.[1], null);
    assert.notEqual(next?.[0], stranger);
    const sessions = events.map(({ event }) => event.trace_id[0]);
    assert.deepEqual([new Set(sessions.slice(0, 4)).size, new Set(sessions).size], [1, 2]);
  });

  test('half an hour without an event ends the session', async () => {
    const page = await openedWithClock();
    await view(page, 1);
    await page.clock.runFor(29 * MINUTE_MS);
    await view(page, 2);
    await page.clock.runFor(31 * MINUTE_MS);
    await view(page, 3);
    await page.evaluate('emitter.flush()');
    const [first, second, third] = (await stored(3)).map(({ event }) => event.trace_id[0]);
    assert.equal(first, second);
    assert.notEqual(second, third);
  });

  test('what the shop names never leaves the page, and the event stays valid', async () => {
    const page = await openPage(visit.context, visit.collector, {
      redact: ['login_value', 'email', 'emails', 'userAgent', 'active'],
    });
    await agree(page);
    await page.evaluate(`{${calls}}`);
    const events = await stored(12);
    assert.doesNotMatch(JSON.stringify(visit.collector.arrivals().map(({ body }) => body)), /ann@example|Chrom/);
    assert.deepEqual(named(events, 'user_login')['login_value'], '');
    const rules = { applicationId, now: Date.now(), strict: true };
    assert.ok(events.every((event) => 'good' in judgeEvent(event, rules)));
  });

  test('leaves to the service what the service makes itself', async () => {
    visit.collector.configure({ cart_events: 'server', order_events: 'server' });
    const page = await agreedPage(visit);
    await page.evaluate(`{${calls}}`);
    await stored(7);
    await until(
      () => queued(page),
      (count) => count === 0,
    );
    const names = visit.collector.stored().map(({ event }) => event.name);
    assert.deepEqual(
      names.filter((name) => /cart|order/.test(name)),
      [],
    );
    assert.equal(names.length, 7);
  });

  test('a cart call carries where the shopper is browsing', async () => {
    const page = await agreedPage(visit);
    await page.evaluate(`{${calls}}`);
    const header = await page.evaluate<string>("emitter.headers(7)['x-event-context']");
    assert.match(header, /^[\w-]{1,4094}={0,2}$/);
    const said = JSON.parse(Buffer.from(header, 'base64url').toString()) as Record<string, unknown>;
    assert.deepEqual([said['query'], said['position']], ['tee', '26']);
    const known = await page.evaluate<string>('JSON.parse(Object.values(localStorage)[0]).anonymous_id');
    assert.equal(said['anonymous_id'], known);
  });

  test('a collector that fails is asked again, not before the time it names', async () => {
    const page = await openedWithClock();
    visit.collector.answerWith({ status: 429, headers: { 'retry-after': '120' } });
    await view(page, 1, 3);
    await page.evaluate('emitter.flush()');
    assert.equal(visit.collector.arrivals().length, 1);
    visit.collector.answerWith(undefined);
    await view(page, 4, 30);
    await page.clock.runFor(119_000);
    assert.equal(visit.collector.arrivals().length, 1);
    await page.clock.runFor(2000);
    await stored(33);
    assert.deepEqual(sorted(viewed(visit.collector)), oneToN(33));
  });

  test('what cannot be taken at all is given up, counted, and the count goes with the next batch', async () => {
    const page = await agreedPage(visit);
    await page.evaluate("view(1, { brand: 'x'.repeat(40_000) })");
    visit.collector.answerWith({ status: 400 });
    await view(page, 2, 2);
    await page.evaluate('emitter.flush()');
    visit.collector.answerWith(undefined);
    await view(page, 4);
    await page.evaluate('emitter.flush()');
    await view(page, 5);
    await page.evaluate('emitter.flush()');
    assert.deepEqual(
      visit.collector.arrivals().map(({ body }) => [body.batch.length, body.dropped]),
      [
        [2, 1],
        [1, 3],
        [1, 0],
      ],
    );
  });

  test('tells the page which events were refused and why, and does not send them again', async () => {
    const page = await agreedPage(visit);
    const failures = [
      { index: 0, event_id: 'e', reasons: [{ path: 'payload.esp', code: 'event_field_type', message: 'Whole.' }] },
    ];
    visit.collector.answerWith({ status: 422, body: { failures } });
    await view(page, 1);
    await page.evaluate('emitter.flush()');
    await page.evaluate('emitter.flush()');
    assert.equal(await page.evaluate('JSON.stringify(refused)'), JSON.stringify(failures));
    assert.equal(visit.collector.arrivals().length, 1);
  });

  test('keeps the newest thousand', async () => {
    const page = await agreedPage(visit);
    await visit.context.setOffline(true);
    await view(page, 1, 1010);
    await until(
      () => page.evaluate<number>('JSON.parse(Object.values(localStorage)[0]).dropped'),
      (dropped) => dropped === 10,
    );
    assert.equal(await queued(page), 1000);
  });
});
