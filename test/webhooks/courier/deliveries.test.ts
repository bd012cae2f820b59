import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Send } from '../../../src/webhooks/courier/courier.ts';
import { forEachEngine } from '../../databases.ts';
import { cartEvent, courierOf, deliverAll, type Json, networkSend } from '../webhook-server.ts';
import { answered, HOUR, items, openDeliveryShop } from './delivery-shop.ts';

forEachEngine(async (engine) => {
  const { server, receiver, status, ids } = await openDeliveryShop(engine);

  describe('events', () => {
    test('go to every subscriber they are meant for, and to nobody else', async () => {
      const { node, shop, otherShop } = server;
      const meant = await server.subscribe(`${receiver.url}?meant`);
      await server.subscribe(`${receiver.url}?other-event`, { events: [{ slug: 'application/cart/create/v1' }] });
      await server.subscribe(`${receiver.url}?inactive`, { status: 'inactive' });
      await server.subscribe(`${receiver.url}?no-application`, { association: { criteria: 'EMPTY' } });
      await server.subscribe(`${receiver.url}?own`, { association: { application_id: [shop.applicationId] } });
      await server.tell(cartEvent(shop, 1), cartEvent(otherShop, 2));
      await deliverAll(courierOf(node, networkSend(node)));
      assert.deepEqual(receiver.received.map(({ path }) => path).toSorted(), ['/hook?meant', '/hook?own']);
      const [first] = receiver.received;
      assert.deepEqual((JSON.parse(first?.body ?? '') as Json)['company_id'], shop.companyId);
      assert.equal(first?.headers['x-cartwright-sequence'], 'cart/1/1');
      assert.equal(first?.headers['x-cartwright-event'], 'application/cart/update/v1');
      assert.deepEqual([(await status(meant))['waiting'], (await status(meant))['failed']], [0, 0]);
    });

    test('pass a filter, and come as a reducer wants them', async () => {
      const { node, shop } = server;
      const slug = 'application/cart/update/v1';
      const filters = {
        logic: 'AND',
        conditions: [
          { query: '$.cart.items[*].quantity', condition: '(quantity) => quantity >= 3' },
          { query: '$.cart.cart_id', condition: "(id) => !['5'].includes(id)" },
        ],
      };
      const reducer = { number: '$.cart.cart_id', all: '$.cart.items[*].quantity', missing: '$.cart.nothing' };
      await server.subscribe(receiver.url, { events: [{ slug, filters, reducer }] });
      await server.tell(...[1, 2, 3, 4, 5].map((number) => cartEvent(shop, number)));
      await deliverAll(courierOf(node, networkSend(node)));
      const bodies = receiver.received.map(({ body }) => JSON.parse(body) as Json);
      assert.deepEqual(bodies.map(({ payload }) => JSON.stringify(payload)).toSorted(), [
        '{"number":"3","all":[3],"missing":null}',
        '{"number":"4","all":[4],"missing":null}',
      ]);
      assert.deepEqual(bodies[0]?.['contains'], ['number', 'all', 'missing']);
    });
  });

  describe('a delivery', () => {
    test('that fails is made again later with the same id, and only 2xx is success', async () => {
      const { node, shop } = server;
      const id = await server.subscribe(receiver.url);
      const replies = [500, 302, 404, 199 + 1];
      receiver.answer = () => ({ status: replies.shift() ?? 0, headers: { location: `${receiver.url}/elsewhere` } });
      await server.tell(cartEvent(shop, 1));
      const courier = courierOf(node, networkSend(node));
      for (let round = 1; round <= 4; round += 1) {
        await deliverAll(courier);
        assert.equal(receiver.received.length, round, 'one attempt, then a pause');
        node.clock.at += HOUR;
      }
      await deliverAll(courier);
      assert.equal(receiver.received.length, 4);
      assert.equal(new Set(ids()).size, 1);
      assert.ok(
        receiver.received.every(({ path }) => path === '/hook'),
        'a redirect is not followed',
      );
      const log = await server.call('GET', `v1.0/subscriber/${id}/attempts`);
      assert.deepEqual(
        items(log).map((attempt) => attempt['status']),
        [200, 404, 302, 500],
      );
    });

    test('waits as long as the receiver asks for, within reason', async () => {
      const { node, shop } = server;
      await server.subscribe(receiver.url);
      receiver.answer = () => ({ status: 429, headers: { 'retry-after': '7200' } });
      await server.tell(cartEvent(shop, 1));
      const courier = courierOf(node, networkSend(node));
      await deliverAll(courier);
      node.clock.at += 2 * HOUR - 1;
      await deliverAll(courier);
      assert.equal(receiver.received.length, 1, 'not a moment early');
      receiver.answer = () => ({ status: 503, headers: { 'retry-after': '99999999' } });
      node.clock.at += 1;
      await deliverAll(courier);
      node.clock.at += 12 * HOUR;
      await deliverAll(courier);
      assert.equal(receiver.received.length, 3, 'nobody is silent for more than twelve hours');
    });

    test('that is answered 410 ends the subscription', async () => {
      const { node, shop } = server;
      const id = await server.subscribe(receiver.url);
      receiver.answer = () => ({ status: 410 });
      await server.tell(cartEvent(shop, 1));
      const courier = courierOf(node, networkSend(node));
      await deliverAll(courier);
      await server.tell(cartEvent(shop, 2));
      node.clock.at += HOUR;
      await deliverAll(courier);
      assert.equal(receiver.received.length, 1);
      assert.equal((await status(id))['delivery_state'], 'inactive');
    });

    test('that fails 20 times blocks the subscriber: his events wait until he is let in again', async () => {
      const { node, shop } = server;
      const id = await server.subscribe(receiver.url);
      let outcome = answered(500);
      const sent: string[] = [];
      const send: Send = async ({ eventId }) => {
        sent.push(eventId);
        return { outcome, answer: '' };
      };
      const courier = courierOf(node, send, { chance: () => 0.1 });
      await server.tell(cartEvent(shop, 1));
      for (let round = 0; round < 40; round += 1) {
        await deliverAll(courier);
        node.clock.at += HOUR;
      }
      assert.equal(sent.length, 20);
      assert.equal((await status(id))['delivery_state'], 'blocked');
      await server.tell(cartEvent(shop, 2), cartEvent(shop, 3));
      await deliverAll(courier);
      node.clock.at += 100 * HOUR;
      assert.deepEqual([sent.length, (await status(id))['waiting'], (await status(id))['failed']], [20, 2, 1]);

      outcome = answered(200);
      await server.call('PUT', 'v2.0/subscriber', { id, provider: 'rest', status: 'active' });
      await deliverAll(courier);
      assert.deepEqual([sent.length, (await status(id))['delivery_state']], [22, 'active']);
      const asked = { failed_since: new Date(node.clock.at - 200 * HOUR).toISOString() };
      const headers = { 'idempotency-key': `replayed-once-${id}-of-failed` };
      const replay = () => server.call('POST', `v1.0/subscriber/${id}/replay`, asked, { headers });
      assert.deepEqual((await replay()).body, { queued: 1, has_more: false, next: null });
      await deliverAll(courier);
      assert.equal(sent.at(-1), sent[0]);
      const range = { from: new Date(0).toISOString() };
      const again = () =>
        server.call('POST', `v1.0/subscriber/${id}/replay`, range, {
          headers: { 'idempotency-key': `replayed-once-${id}-of-range` },
        });
      assert.deepEqual((await again()).body, { queued: 3, has_more: false, next: null });
      const before = sent.length;
      await deliverAll(courier);
      assert.equal(sent.length, before + 3);
      assert.deepEqual((await again()).body, { queued: 3, has_more: false, next: null }, 'answered as it was');
      assert.deepEqual((await replay()).body, { queued: 0, has_more: false, next: null });
      await deliverAll(courier);
      assert.equal(sent.length, before + 3, 'and nothing is sent again');
    });

    test('that waited while its subscriber was blocked has all its attempts again', async () => {
      const { node, shop } = server;
      const id = await server.subscribe(receiver.url);
      const send: Send = async () => ({ outcome: { kind: 'unreachable', reason: 'ECONNREFUSED' }, answer: '' });
      const courier = courierOf(node, send, { chance: () => 0.1 });
      await server.tell(cartEvent(shop, 1), cartEvent(shop, 2));
      for (let round = 0; round < 40; round += 1) {
        await deliverAll(courier);
        node.clock.at += HOUR;
      }
      assert.equal((await status(id))['delivery_state'], 'blocked');
      await server.call('PUT', 'v2.0/subscriber', { id, provider: 'rest', status: 'active' });
      await deliverAll(courier);
      const [waiting] = items(await server.call('GET', `v1.0/subscriber/${id}/deliveries?state=waiting`));
      assert.equal(waiting?.['attempts'], 1);
      assert.equal((await status(id))['delivery_state'], 'active');
    });

    test('that a dead node took comes back when its lease ends, and its late answer changes nothing', async () => {
      const { node, shop } = server;
      const id = await server.subscribe(receiver.url);
      await server.tell(cartEvent(shop, 1));
      const held = Promise.withResolvers<void>();
      const dead = courierOf(node, async () => {
        await held.promise;
        return { outcome: answered(500), answer: 'late' };
      });
      await dead.spread();
      assert.equal(await dead.begin(), 1);
      const other = courierOf(node, networkSend(node));
      await deliverAll(other);
      assert.equal(receiver.received.length, 0, 'it is taken');
      node.clock.at += 30_000;
      await deliverAll(other);
      assert.equal(receiver.received.length, 1);
      held.resolve();
      await dead.idle();
      const [done] = items(await server.call('GET', `v1.0/subscriber/${id}/deliveries?state=done`));
      assert.equal(done?.['event_id'], cartEvent(shop, 1).id);
    });

    test('of two couriers at once is made by one', async () => {
      const { node, shop } = server;
      for (let at = 0; at < 5; at += 1) await server.subscribe(receiver.url);
      await server.tell(...Array.from({ length: 40 }, (_, number) => cartEvent(shop, number)));
      const couriers = [1, 2].map(() => courierOf(node, networkSend(node)));
      await Promise.all(couriers.map(deliverAll));
      assert.equal(receiver.received.length, 200);
    });
  });
});
