/** What can be looked up afterwards, what is forgotten, and sending again. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { sweepDeliveries } from '../../../src/webhooks/courier/delivery-log-store.ts';
import { erasePerson } from '../../../src/privacy/run-erasure.ts';
import { forEachEngine } from '../../databases.ts';
import { serviceRequest } from '../../http/quiet-server.ts';
import { cartEvent, courierOf, deliverAll, type Json, networkSend } from '../webhook-server.ts';
import { answered, HOUR, items, openDeliveryShop } from './delivery-shop.ts';

forEachEngine(async (engine) => {
  const { server, receiver, status, ids } = await openDeliveryShop(engine);

  describe('the log', () => {
    test('keeps the beginning of an answer and is cleared after thirty days', async () => {
      const { node, shop } = server;
      const id = await server.subscribe(receiver.url);
      receiver.answer = () => ({ status: 200, body: `\0${'x'.repeat(5_000)}` });
      await server.tell(cartEvent(shop, 1));
      await deliverAll(courierOf(node, networkSend(node)));
      const [attempt] = items(await server.call('GET', `v1.0/subscriber/${id}/attempts`));
      assert.equal(String(attempt?.['answer']).length, 1_023);
      assert.equal(await sweepDeliveries(node.db, node.clock.at + 29 * 24 * HOUR), 0);
      assert.equal(await sweepDeliveries(node.db, node.clock.at + 31 * 24 * HOUR), 2);
      assert.deepEqual(items(await server.call('GET', `v1.0/subscriber/${id}/attempts`)), []);
      assert.deepEqual(items(await server.call('GET', `v1.0/subscriber/${id}/deliveries?state=done`)), []);
    });

    test('has nothing of a shopper who is forgotten, nor is anything of him sent any more', async () => {
      const { node, shop } = server;
      const id = await server.subscribe(receiver.url);
      await server.tell(cartEvent(shop, 1, { userId: 'ann' }), cartEvent(shop, 2, { userId: 'bob' }));
      const courier = courierOf(node, networkSend(node));
      await deliverAll(courier);
      await server.tell(cartEvent(shop, 3, { userId: 'ann' }));
      await courier.spread();
      await erasePerson(
        { ...node, hashOf: () => (text) => `hash of ${text}` },
        { ...shop, named: { userIds: ['ann'], guestIds: [], pageIds: [] }, scope: 'events', also: () => [] },
      );
      await deliverAll(courier);
      assert.equal(receiver.received.length, 2);
      const bob = cartEvent(shop, 2).id;
      for (const list of ['attempts', 'deliveries?state=done', 'deliveries?state=waiting']) {
        const found = items(await server.call('GET', `v1.0/subscriber/${id}/${list}`));
        assert.ok(
          found.every((one) => one['event_id'] === bob),
          list,
        );
      }
    });

    test('runs in pages', async () => {
      const { node, shop } = server;
      const id = await server.subscribe(receiver.url);
      await server.tell(...[1, 2, 3, 4, 5].map((number) => cartEvent(shop, number)));
      await deliverAll(courierOf(node, networkSend(node)));
      for (const list of ['attempts?', 'deliveries?state=done&', 'deliveries?']) {
        const seen: unknown[] = [];
        let next: string | null = null;
        do {
          const more: string = next === null ? '' : `&page_id=${next}`;
          const { body } = await server.call('GET', `v1.0/subscriber/${id}/${list}page_size=2${more}`);
          seen.push(...(body['items'] as readonly Json[]).map((one) => one['event_id']));
          next = (body['page'] as { next: string | null }).next;
        } while (next !== null);
        assert.equal(seen.length, 5);
        assert.equal(new Set(seen).size, 5);
      }
    });
  });

  describe('replay', () => {
    test('sends one event again, with its id', async () => {
      const { node, shop } = server;
      const id = await server.subscribe(receiver.url);
      await server.tell(cartEvent(shop, 1), cartEvent(shop, 2));
      const courier = courierOf(node, networkSend(node));
      await deliverAll(courier);
      const again = cartEvent(shop, 2).id;
      const answer = await server.call('POST', `v1.0/subscriber/${id}/replay`, { event_id: again });
      assert.deepEqual(answer.body, { queued: 1, has_more: false, next: null });
      await deliverAll(courier);
      assert.equal(ids().filter((one) => one === again).length, 2);
      assert.equal(receiver.received.length, 3);
      const unknown = await server.call('POST', `v1.0/subscriber/${id}/replay`, { event_id: 'nobody' });
      assert.equal(unknown.body['error_code'], 'event_not_found');
    });

    test('sends a range in steps, also to a subscriber who came later', async () => {
      const { node, shop } = server;
      const events = Array.from({ length: 1_500 }, (_, number) => cartEvent(shop, number));
      const start = node.clock.at;
      await server.tell(...events.slice(0, 1_000));
      node.clock.at += HOUR;
      await server.tell(...events.slice(1_000));
      const courier = courierOf(node, async () => ({ outcome: answered(200), answer: '' }), {
        lanes: { each: 500, all: 500 },
      });
      await deliverAll(courier);
      const id = await server.subscribe(receiver.url);
      const from = new Date(start).toISOString();
      const first = await server.call('POST', `v1.0/subscriber/${id}/replay`, { from });
      assert.deepEqual([first.body['queued'], first.body['has_more']], [1_000, true]);
      const next = String(first.body['next']);
      const second = await server.call('POST', `v1.0/subscriber/${id}/replay?page_id=${next}`, { from });
      assert.deepEqual([second.body['queued'], second.body['has_more']], [500, false]);
      assert.equal((await status(id))['waiting'], 1_500);
      const to = new Date(start + 1).toISOString();
      await deliverAll(courier);
      const part = await server.call('POST', `v1.0/subscriber/${id}/replay`, { from, to });
      assert.equal(part.body['queued'], 1_000);
    });

    test('asks what is meant, and an inactive subscriber gets nothing', async () => {
      const id = await server.subscribe(receiver.url, { status: 'inactive' });
      const both = { event_id: 'a', from: new Date(0).toISOString() };
      assert.equal((await server.call('POST', `v1.0/subscriber/${id}/replay`, both)).status, 400);
      assert.equal((await server.call('POST', `v1.0/subscriber/${id}/replay`, {})).status, 400);
      const one = await server.call('POST', `v1.0/subscriber/${id}/replay`, { event_id: 'a' });
      assert.equal(one.body['error_code'], 'webhook_subscriber_inactive');
    });
  });

  test('deliveries of every state are listed, and what failed or waits is tried when somebody says so', async () => {
    const { node, shop } = server;
    const id = await server.subscribe(receiver.url);
    await server.tell(cartEvent(shop, 1));
    const courier = courierOf(node, networkSend(node));
    await deliverAll(courier);
    const failing = courierOf(node, async () => ({ outcome: answered(500), answer: '' }));
    await server.tell(cartEvent(shop, 2), cartEvent(shop, 3));
    await deliverAll(failing);
    const given = cartEvent(shop, 2).id;
    await node.db.commit([
      { sql: `update webhook_delivery set state = 'failed' where event_id = ?`, params: [given] },
      { sql: `update webhook_subscriber set state = 'blocked' where id = ?`, params: [id] },
    ]);
    const told = await status(id);
    const listed = items(await server.call('GET', `v1.0/subscriber/${id}/deliveries`));
    const states = (wanted: string) => listed.filter(({ state }) => state === wanted).length;
    assert.deepEqual([told['waiting'], told['failed'], told['done']], [1, 1, 1]);
    assert.deepEqual([states('waiting'), states('failed'), states('done')], [1, 1, 1]);

    const retry = (body: Json, key = randomUUID()) =>
      server.call('POST', `v1.0/subscriber/${id}/retry`, body, { headers: { 'idempotency-key': key } });
    const key = randomUUID();
    assert.equal((await retry({ event_id: 'nobody' })).body['error_code'], 'event_not_found');
    receiver.received.length = 0;
    assert.deepEqual((await retry({}, key)).body, { queued: 1, has_more: false });
    assert.deepEqual((await retry({}, key)).body, { queued: 0, has_more: false });
    assert.equal((await retry({ state: 'waiting' }, key)).status, 422);
    assert.equal((await status(id))['delivery_state'], 'active');
    await deliverAll(courier);
    assert.deepEqual(ids(), [given]);
    const waiting = cartEvent(shop, 3).id;
    assert.deepEqual((await retry({ event_id: waiting })).body, { queued: 1, has_more: false });
    await deliverAll(courier);
    assert.deepEqual(ids(), [given, waiting]);
    assert.deepEqual((await retry({ state: 'waiting' })).body, { queued: 0, has_more: false });
  });

  test('a ping goes out at once, to a subscriber or an address, and tells what came back', async () => {
    const id = await server.subscribe(receiver.url, { custom_headers: { 'x-mine': 'yes' } });
    const good = await server.call('POST', 'v1.0/subscriber/ping', { id });
    assert.deepEqual([good.body['status'], good.body['code']], ['success', 200]);
    assert.equal(receiver.received[0]?.headers['x-mine'], 'yes');
    receiver.answer = () => ({ status: 500 });
    const bad = await server.call('POST', 'v1.0/subscriber/ping', { webhook_url: receiver.url });
    assert.deepEqual([bad.body['status'], bad.body['code']], ['failure', 500]);
    const refused = await server.call('POST', 'v1.0/subscriber/ping', { webhook_url: 'https://169.254.169.254/' });
    assert.equal(refused.status, 422);
    const neither = await server.call('POST', 'v1.0/subscriber/ping', {});
    assert.equal(neither.status, 400);
  });

  test('pings of a receiver that does not answer wait four at a time, and two of another address: the others are told so at once', async () => {
    const { shop, app } = server;
    const released = Promise.withResolvers<{ readonly status: number }>();
    receiver.answer = () => released.promise;
    const answered: number[] = [];
    const url = `/service/platform/webhook/v1.0/company/${shop.companyId}/subscriber/ping`;
    const ping = serviceRequest(shop, { method: 'POST', url, body: { webhook_url: receiver.url } });
    const pingsFrom = (remoteAddress: string, length: number) =>
      Array.from({ length }, async () => {
        const { statusCode } = await app.inject({ ...ping, remoteAddress });
        answered.push(statusCode);
      });
    const pings = pingsFrom('203.0.113.9', 20);
    while (answered.length < 16) await new Promise((go) => setImmediate(go));
    pings.push(...pingsFrom('203.0.113.10', 6));
    while (answered.length < 20) await new Promise((go) => setImmediate(go));
    released.resolve({ status: 200 });
    await Promise.all(pings);
    assert.deepEqual([answered.slice(0, 20), answered.slice(20)], [Array(20).fill(503), Array(6).fill(200)]);
  });
});
