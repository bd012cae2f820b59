/** The emitter in a real browser: what is said arrives, once, whatever becomes of the page; and nothing before consent. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { skipBrowser } from './browser.ts';
import { agree, agreedPage, eachVisit, oneToN, openPage, queued, sorted, until, view, viewed } from './emitter-page.ts';

describe('emitter', { skip: skipBrowser }, () => {
  const visit = eachVisit();
  const allArrive = async (count: number): Promise<void> => {
    await until(
      () => viewed(visit.collector).length,
      (length) => length >= count,
    );
    assert.deepEqual(sorted(viewed(visit.collector)), oneToN(count));
  };

  test('keeps nothing and sends nothing before consent, and forgets everything when it is withdrawn', async () => {
    const page = await openPage(visit.context, visit.collector);
    const kept = () => page.evaluate<number>('indexedDB.databases().then((all) => all.length + localStorage.length)');
    await view(page, 1, 25);
    await page.evaluate('emitter.flush()');
    assert.equal(await page.evaluate('JSON.stringify(emitter.headers())'), '{}');
    assert.deepEqual([await kept(), visit.collector.requests()], [0, 0]);

    visit.collector.answerWith({ status: 503 });
    await agree(page);
    await view(page, 1, 3);
    await until(
      () => queued(page),
      (count) => count === 3,
    );
    await page.evaluate('emitter.consent(false)');
    await until(
      () => queued(page),
      (count) => count === 0,
    );
    visit.collector.answerWith(undefined);
    await page.evaluate('emitter.flush()');
    assert.deepEqual(viewed(visit.collector), []);
    assert.equal(await page.evaluate('localStorage.length'), 0);
  });

  test('sends twenty at once, and fewer after five seconds', async () => {
    const page = await visit.context.newPage();
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.goto(visit.collector.url);
    await page.waitForFunction('window.emitter !== undefined');
    await agree(page);
    await view(page, 1, 20);
    await allArrive(20);
    assert.deepEqual(
      visit.collector.arrivals().map(({ body }) => body.batch.length),
      [20],
    );
    await view(page, 21, 2);
    await until(
      () => queued(page),
      (count) => count === 2,
    );
    await page.clock.runFor(4900);
    assert.equal(visit.collector.arrivals().length, 1);
    await page.clock.runFor(200);
    await allArrive(22);
    await until(
      () => queued(page),
      (count) => count === 0,
    );
  });

  test('what is said just before a tab closes arrives', async () => {
    for (let first = 1; first <= 10; first += 2) {
      const page = await agreedPage(visit);
      await view(page, first, 2);
      await page.close();
    }
    await allArrive(10);
  });

  test('what is said just before the next page arrives', async () => {
    const page = await agreedPage(visit);
    for (let first = 1; first <= 10; first += 2) {
      await page.evaluate(`view(${first}); view(${first + 1}); location.href = '/next${first}'`);
      await page.waitForURL(`**/next${first}`);
      await page.waitForFunction('window.emitter !== undefined');
    }
    await allArrive(10);
    await until(
      () => queued(page),
      (count) => count === 0,
    );
  });

  test('where requests cannot outlive their page, a beacon carries the events and the write key', async () => {
    await visit.context.addInitScript('delete Request.prototype.keepalive');
    const page = await agreedPage(visit);
    await view(page, 1, 2);
    await page.close();
    await allArrive(2);
    const { headers, body } = visit.collector.arrivals()[0] ?? {};
    assert.match(headers?.['content-type'] ?? '', /^text\/plain/);
    assert.equal(headers?.authorization, undefined);
    assert.match(body?.write_key ?? '', /\.key$/);
  });

  test('waits while there is no network and sends when there is one again', async () => {
    const page = await agreedPage(visit);
    await visit.context.setOffline(true);
    await view(page, 1, 30);
    await until(
      () => queued(page),
      (count) => count === 30,
    );
    await page.evaluate('emitter.flush()');
    await visit.context.setOffline(false);
    await allArrive(30);
    await until(
      () => queued(page),
      (count) => count === 0,
    );
  });

  test('two tabs share one queue and send each event once', async () => {
    const [one, two] = await Promise.all([
      openPage(visit.context, visit.collector),
      openPage(visit.context, visit.collector),
    ]);
    await agree(one);
    await Promise.all([view(one, 1, 50), view(two, 51, 50)]);
    await Promise.all([one.evaluate('emitter.flush()'), two.evaluate('emitter.flush()')]);
    await allArrive(100);
    assert.equal(visit.collector.arrivals().flatMap(({ body }) => body.batch).length, 100);
    await until(
      () => queued(one),
      (count) => count === 0,
    );
    const ids = visit.collector.stored().map(({ payload }) => payload['anonymous_id']);
    assert.equal(new Set(ids).size, 1);

    visit.collector.answerWith({ status: 503, headers: { 'retry-after': '600' } });
    await view(one, 101, 5);
    await one.evaluate('emitter.flush()');
    await until(
      () => queued(two),
      (count) => count === 5,
    );
    await one.close();
    visit.collector.answerWith(undefined);
    await two.evaluate('emitter.flush()');
    await allArrive(105);
  });

  test('a page of another origin shows the write key and no credential, so its browser asks nothing before', async () => {
    const elsewhere = { url: visit.collector.url.replace('127.0.0.1', 'localhost') };
    const page = await openPage(visit.context, elsewhere, { url: visit.collector.url });
    await agree(page);
    await view(page, 1, 2);
    await page.evaluate('emitter.flush()');
    await view(page, 3);
    await page.close();
    await allArrive(3);
    for (const { headers, body } of visit.collector.arrivals()) {
      assert.equal(headers.authorization, undefined);
      assert.match(body.write_key ?? '', /\.key$/);
      assert.equal(headers.origin, elsewhere.url);
    }
    assert.deepEqual(
      visit.collector.preflights().filter((path) => path.endsWith('/events')),
      [],
    );
  });
});
