/** What senders of events are told, and what is stored of what they send. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, beforeEach, describe, test } from 'node:test';
import { forEachEngine } from '../databases.ts';
import { collectorUrl, configUrl, eventServer, origin } from './event-server.ts';
import { anEvent, eventNames, type Json } from './samples.ts';

forEachEngine(async (engine) => {
  const server = await eventServer(engine);
  after(() => server.close());
  beforeEach(async () => {
    await server.node.db.commit([{ sql: 'delete from event' }, { sql: 'delete from event_refused' }]);
    await server.set({ mode: 'live', events_per_minute: 600_000, consent: 'not_required' });
  });
  const event = (name: (typeof eventNames)[number] = 'product_view', more: Json = {}) =>
    anEvent(name, { applicationId: server.shop.applicationId, at: server.node.now(), ...more });

  test('an event of every kind is stored as it was sent, under its slug', async () => {
    const batch = eventNames.map((name) => event(name));
    const { status, body } = await server.send(batch);
    assert.equal(status, 200);
    assert.deepEqual(body, { success_count: 12, failed_count: 0, duplicate_count: 0, failed_events: [], failures: [] });
    const stored = new Map((await server.stored()).map((row) => [row.id, row]));
    for (const sent of batch) {
      const row = stored.get(sent.event.id);
      assert.deepEqual(row?.body, sent);
      assert.equal(row?.slug, `click/${sent.event.name}/${String(sent.event['type'])}/v1`);
      assert.equal(row?.user_id, 'u-1');
      assert.equal(row?.flags, '');
    }
  });

  test('a bad event takes nothing of its neighbours, and its sender is told what to change', async () => {
    const wrong = event('add_to_cart', { payload: { price: '999' } });
    const { status, body } = await server.send([event(), wrong, event()]);
    assert.equal(status, 200);
    assert.equal(body.success_count, 2);
    assert.deepEqual(body.failed_events, [wrong]);
    assert.deepEqual(body.failures, [
      {
        index: 1,
        event_id: wrong.event.id,
        reasons: [{ path: 'payload.price', code: 'event_field_type', message: 'Must be a whole number.' }],
      },
    ]);
    assert.equal((await server.stored()).length, 2);
  });

  test('in strict mode a call with a refused event is answered 422, and the good ones are stored all the same', async () => {
    await server.set({ mode: 'strict' });
    const { status, body } = await server.send([event(), { ...event(), surprise: 1 }]);
    assert.equal(status, 422);
    assert.equal(body['error_code'], 'events_refused');
    assert.equal(body.success_count, 1);
    assert.equal(body.failures[0]?.reasons[0]?.code, 'event_field_unknown');
    assert.equal((await server.stored()).length, 1);
    assert.equal((await server.send([event()])).status, 200);
  });

  test('an id that is known is stored once, within a batch and over calls', async () => {
    const one = event();
    const first = await server.send([one, one, event()]);
    assert.deepEqual([first.body.success_count, first.body.duplicate_count], [2, 1]);
    const again = await server.send([one]);
    assert.deepEqual([again.body.success_count, again.body.duplicate_count], [0, 1]);
    assert.equal((await server.stored()).length, 2);
  });

  test('the same id in another application is another event', async () => {
    const id = randomUUID();
    await server.send([event('product_view', { id })]);
    const theirs = anEvent('product_view', {
      applicationId: server.otherShop.applicationId,
      at: server.node.now(),
      id,
    });
    const { body } = await server.send([theirs], {}, { authorization: server.authorization(server.otherShop) });
    assert.equal(body.success_count, 1);
    assert.equal((await server.stored()).length, 2);
  });

  test('a hundred callers with the same events at once store each of them once', async () => {
    const batch = Array.from({ length: 20 }, () => event());
    const answers = await Promise.all(Array.from({ length: 100 }, () => server.send(batch)));
    const stored = answers.reduce((sum, { body }) => sum + body.success_count, 0);
    const repeated = answers.reduce((sum, { body }) => sum + body.duplicate_count, 0);
    assert.deepEqual([stored, repeated], [20, 1980]);
    assert.equal((await server.stored()).length, 20);
  });

  describe('who may send', () => {
    const writeKey = async (): Promise<string> => {
      const headers = { authorization: server.authorization(server.shop) };
      const { payload } = await server.app.inject({ url: configUrl, headers });
      return String((JSON.parse(payload) as Json)['write_key']);
    };

    test('a page of the shop may, as plain text with the write key in the body', async () => {
      const { statusCode, payload } = await server.app.inject({
        method: 'POST',
        url: collectorUrl,
        headers: { 'content-type': 'text/plain;charset=UTF-8', origin },
        payload: JSON.stringify({ batch: [event()], sent_at: 'now', write_key: await writeKey() }),
      });
      assert.equal(statusCode, 200);
      assert.equal((JSON.parse(payload) as Json)['success_count'], 1);
    });

    test('a write key does not count from other pages, nor from anywhere outside a page', async () => {
      const write_key = await writeKey();
      for (const headers of [{ origin: 'https://elsewhere.example' }, {}] as const) {
        const { status, body } = await server.send([event()], { write_key }, headers);
        assert.equal(status, 403);
        assert.equal(body['error_code'], 'origin_refused');
      }
      assert.equal((await server.stored()).length, 0);
    });

    test('a wrong write key, none at all, and one that was replaced are refused alike', async () => {
      const old = await writeKey();
      await server.set({ write_key_generation: 2 });
      const wrong = [old, `${server.shop.applicationId}.${'x'.repeat(32)}`, 'nonsense', undefined];
      for (const write_key of wrong) {
        const { status, body } = await server.send([event()], { write_key }, { origin });
        assert.equal(status, 401);
        assert.equal(body['error_code'], 'token_invalid');
      }
      assert.equal((await server.send([event()], { write_key: await writeKey() }, { origin })).status, 200);
    });

    test('a write key opens nothing else', async () => {
      const { statusCode } = await server.app.inject({ url: configUrl, headers: { 'x-write-key': await writeKey() } });
      assert.equal(statusCode, 401);
    });

    test('a wrong credential is refused even beside a good write key', async () => {
      const authorization = `Bearer ${Buffer.from(`${server.shop.applicationId}:wrong`).toString('base64')}`;
      const { status } = await server.send([event()], { write_key: await writeKey() }, { authorization, origin });
      assert.equal(status, 401);
    });

    test('events of another application are refused one by one', async () => {
      const theirs = anEvent('product_view', { applicationId: server.otherShop.applicationId, at: server.node.now() });
      const { body } = await server.send([theirs, event()]);
      assert.deepEqual([body.success_count, body.failures[0]?.reasons[0]?.code], [1, 'event_application']);
    });
  });

  describe('limits', () => {
    test('more than a hundred events are refused before any is looked at', async () => {
      const { status, body } = await server.send(Array.from({ length: 101 }, () => event()));
      assert.equal(status, 400);
      assert.equal(body['error_code'], 'body_invalid');
    });

    test('an event over 32 KiB is refused by itself', async () => {
      const large = event('product_search', { payload: { query: 'x'.repeat(32_768) } });
      const { body } = await server.send([large, event()]);
      assert.equal(body.success_count, 1);
      assert.deepEqual(body.failures[0]?.reasons[0]?.code, 'event_too_large');
      assert.equal(body.failures[0]?.event_id, large.event.id);
    });

    test('a body over 256 KiB is refused as a whole', async () => {
      const { status } = await server.send([event('product_search', { payload: { query: 'x'.repeat(262_144) } })]);
      assert.equal(status, 413);
    });

    test('an event that nests without end, or holds what cannot be stored, is refused by itself', async () => {
      const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
      const good = JSON.stringify(event());
      const nul = JSON.stringify(event('product_view', { payload: { brand: 'a\0b' } }));
      const { statusCode, payload } = await server.app.inject({
        method: 'POST',
        url: collectorUrl,
        headers: { 'content-type': 'application/json', authorization: server.authorization(server.shop) },
        payload: `{"batch":[${deep},${good},{"event":{"name":"x"},"payload":${deep}},${nul}]}`,
      });
      assert.equal(statusCode, 200, payload);
      const body = JSON.parse(payload) as { success_count: number; failures: { index: number }[] };
      assert.equal(body.success_count, 1);
      assert.deepEqual(
        body.failures.map(({ index }) => index),
        [0, 2, 3],
      );
    });

    test('an application over its events a minute waits', async () => {
      await server.set({ events_per_minute: 100 });
      server.node.clock.at += 120_000;
      assert.equal((await server.send(Array.from({ length: 60 }, () => event()))).status, 200);
      assert.equal((await server.send(Array.from({ length: 41 }, () => event()))).status, 429);
      assert.equal((await server.send(Array.from({ length: 40 }, () => event()))).status, 200);
      const { status, headers } = await server.send([event()]);
      assert.equal(status, 429);
      assert.ok(Number(headers['retry-after']) > 0);
    });

    test('one network address sends a tenth of them, large ones counted as several, and leaves the rest to others', async () => {
      await server.set({ events_per_minute: 12_000 });
      server.node.clock.at += 120_000;
      const from = async (remoteAddress: string, count: number, more: Json = {}) => {
        const headers = { authorization: server.authorization(server.shop) };
        const payload = { batch: Array.from({ length: count }, () => event('product_view', more)) };
        return (await server.app.inject({ method: 'POST', url: collectorUrl, remoteAddress, headers, payload }))
          .statusCode;
      };
      const sent: number[] = [];
      for (let at = 0; at < 13; at += 1) sent.push(await from('2001:db8::1', 100));
      assert.deepEqual(sent, [...Array.from({ length: 12 }, () => 200), 429]);
      assert.equal(await from('2001:db8::2', 1), 429, 'of the same network');
      assert.equal(await from('2001:db8:0:1::1', 100), 200, 'others have theirs');
      // One site has many such addresses: together they have half.
      const site: number[] = [];
      for (let at = 0; at < 60; at += 1) site.push(await from(`2001:db8:9:${(at >> 3).toString(16)}::1`, 100));
      assert.equal(await from('2001:db8:9:ff::1', 100), 429);
      assert.deepEqual(new Set(site), new Set([200]));
      assert.equal(await from('192.0.2.9', 100), 200);
      server.node.clock.at += 120_000;
      const large = { payload: { note: 'x'.repeat(30_000) } };
      let taken = 0;
      while (taken < 200 && (await from('192.0.2.7', 8, large)) === 200) taken += 1;
      assert.ok(taken >= 9 && taken <= 10, String(taken));
    });

    test('what is no batch is refused with a sentence', async () => {
      for (const payload of ['', '[]', '{"batch":[]}', '{"batch":{}}', '{"batch":', '"x"']) {
        const { statusCode } = await server.app.inject({
          method: 'POST',
          url: collectorUrl,
          headers: { 'content-type': 'application/json', authorization: server.authorization(server.shop) },
          payload,
        });
        assert.equal(statusCode, 400, payload);
      }
    });
  });

  test('the config tells a sender its modes, its write key and its limits', async () => {
    await server.set({ cart_events: 'server', consent: 'required' });
    const { payload } = await server.app.inject({
      url: configUrl,
      headers: { authorization: server.authorization(server.shop) },
    });
    const { write_key, ...rest } = JSON.parse(payload) as Json;
    assert.match(String(write_key), new RegExp(`^${server.shop.applicationId}\\.[\\w-]{32}$`));
    assert.deepEqual(rest, {
      application_id: server.shop.applicationId,
      collector: collectorUrl,
      mode: 'live',
      cart_events: 'server',
      order_events: 'emitter',
      wishlist_events: 'emitter',
      consent: 'required',
      limits: { batch_events: 100, event_bytes: 32_768, batch_bytes: 262_144, events_per_minute: 600_000 },
    });
    await server.set({ cart_events: 'emitter' });
  });

  test('every drop is counted', async () => {
    await server.send(
      [
        { ...event(), surprise: 1 },
        { ...event(), application_id: 'x' },
      ],
      { dropped: 7 },
    );
    const numbers = server.metrics();
    assert.match(numbers, /cartwright_event_fields_dropped_total \d/);
    assert.match(numbers, /cartwright_event_refusals_total\{code="event_application"\} \d/);
    assert.match(numbers, /cartwright_events_lost_by_senders_total 7/);
    assert.match(numbers, /cartwright_events_total\{outcome="stored"\} \d/);
  });
});
