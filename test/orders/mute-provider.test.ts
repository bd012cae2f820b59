/** A provider that does not answer: who asked is told so in time, and nobody else waits for it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paymentProvider, applicationOwner } from '../../src/applications/settings.ts';
import type { Value } from '../../src/db/database.ts';
import { putSealed } from '../../src/db/sealing/sealed-values.ts';
import { privateAddresses, systemResolver } from '../../src/http/outgoing/address-guard.ts';
import { createMetrics } from '../../src/http/watch/metrics.ts';
import { beginPayment } from '../../src/orders/providers/pay-order.ts';
import { providerCalls } from '../../src/orders/providers/provider-call.ts';
import { sendDueRefunds } from '../../src/orders/providers/send-due-refunds.ts';
import { Refusal } from '../../src/shared/errors.ts';
import { newShop } from '../applications/test-server.ts';
import { forEachEngine } from '../databases.ts';
import { secrets } from './provider-double.ts';
import { openRefundShop } from './refund-shop.ts';

const unavailable = (error: unknown): boolean =>
  error instanceof Refusal && error.code === 'payment_provider_unavailable' && error.options.headers !== undefined;

forEachEngine(async (engine) => {
  const { server, providers, use, set, ordered, pay, paidAndCancelled } = await openRefundShop(engine);
  const { node, applicationId } = server.shop;
  const reach = { policy: privateAddresses, resolve: systemResolver, random: node.random };

  test('is asked once, and all calls of a request have one time together', async () => {
    await use('stripe');
    const { id } = await ordered();
    const order = await server.order(id);
    providers.mute();
    const before = providers.asked.length;
    // Long enough for a call to get there on a machine that is busy.
    const timeMs = 1_000;
    await assert.rejects(beginPayment({ node, reach: { ...reach, timeMs } }, order), unavailable);
    assert.equal(providers.asked.length, before + 1, 'no second try after nothing came');
    const ask = providerCalls({ ...reach, timeMs }, applicationId);
    const call = { url: `${providers.url}/v1/payment_intents/x`, headers: {} };
    await assert.rejects(providerCalls({ ...reach, timeMs: 0.9 }, applicationId)(call), unavailable);
    await assert.rejects(ask(call), unavailable);
    await assert.rejects(ask(call), unavailable);
    assert.equal(providers.asked.length, before + 2, 'the first call took the time of the second');
    providers.mute(false);
  });

  test('keeps a few waiting for one order, in one call: the others are told so at once', async () => {
    await use('stripe');
    const { id, shopper } = await ordered();
    assert.equal((await pay(id, shopper)).status, 200);
    const before = providers.asked.length;
    const slow = providers.hold();
    const answered: number[] = [];
    const asking = Array.from({ length: 100 }, async () => {
      const { status, body } = await pay(id, shopper);
      answered.push(status);
      if (status !== 200) assert.equal(body['error_code'], 'payment_provider_unavailable');
    });
    while (answered.length < 96) await new Promise((go) => setImmediate(go));
    await slow.reached;
    assert.equal(providers.asked.length, before + 1);
    slow.answer();
    await Promise.all(asking);
    assert.deepEqual(
      answered.toSorted((a, b) => a - b),
      [...Array.from({ length: 4 }, () => 200), ...Array.from({ length: 96 }, () => 503)],
    );
  });

  /** What an application of its own has due, as if the same order had been placed there. */
  const moved = async (orderId: string): Promise<string> => {
    const { applicationId: to } = await newShop(node);
    const changed = `${orderId}-moved`;
    for (const [table, key] of [
      ['customer_order', 'id'],
      ['provider_payment', 'order_id'],
      ['order_refund', 'order_id'],
    ] as const) {
      const row = await node.db.one(`select * from ${table} where ${key} = ?`, [orderId]);
      const copy = { ...row, application_id: to, [key]: changed } as Record<string, Value>;
      const names = Object.keys(copy);
      await node.db.commit([
        {
          sql: `insert into ${table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`,
          params: Object.values(copy),
        },
      ]);
    }
    return to;
  };
  const provideAt = (owner: string, host: string) => {
    const api_url = providers.url.replace('127.0.0.1', host);
    const settings = { provider: 'stripe', capture: 'automatic', refunds: 'automatic', ...secrets, api_url };
    const value = { owner: applicationOwner(owner), name: paymentProvider, plaintext: JSON.stringify(settings), at: 1 };
    return node.db.commit([putSealed(node.keyring, value)]);
  };

  test('holds up the refunds of no other shop, and is asked for one of its own in a round', async () => {
    await set({ refunds: 'automatic' });
    const [first, second] = [await paidAndCancelled(), await paidAndCancelled()];
    const other = await moved(second.id);
    await node.db.commit([
      { sql: 'update order_refund set send_at = ? where application_id = ?', params: [node.now(), other] },
      { sql: 'update order_refund set send_at = ? where application_id = ?', params: [node.now() - 1, applicationId] },
    ]);
    await provideAt(applicationId, 'mute.test');
    await provideAt(other, 'quick.test');
    let muteAsked = 0;
    const quickIsAsked = Promise.withResolvers<void>();
    const resolve = async (host: string): Promise<string[]> => {
      if (host === 'quick.test') {
        quickIsAsked.resolve();
        return ['127.0.0.1'];
      }
      muteAsked += 1;
      await quickIsAsked.promise;
      throw new Error('out of reach');
    };
    const metrics = createMetrics();
    await sendDueRefunds({ node, reach: { ...reach, resolve } }, metrics);
    assert.match(metrics.render(), /outcome="later"\} 1\n/);
    assert.match(metrics.render(), /outcome="sent"\} 1\n/);
    assert.deepEqual([await first.state(), await second.state(), muteAsked], ['due', 'due', 3]);
    const sends = await node.db.all<{ n: number }>(
      "select send_tries as n from order_refund where application_id = ? and state = 'due' order by send_tries",
      [applicationId],
    );
    assert.deepEqual(
      sends.slice(-2).map(({ n }) => n),
      [0, 1],
      'the second one waits for the next round',
    );
  });

  test('is left behind by a node that stops', async () => {
    await set({ refunds: 'automatic' });
    node.clock.at += 3_600_000;
    const back = await paidAndCancelled();
    await paidAndCancelled();
    providers.mute();
    const before = providers.asked.length;
    const stopping = new AbortController();
    const metrics = createMetrics();
    const round = sendDueRefunds({ node, reach }, metrics, stopping.signal);
    while (providers.asked.length === before) await new Promise((go) => setImmediate(go));
    stopping.abort();
    await Promise.all([round, providers.hungUp()]);
    assert.match(metrics.render(), /outcome="later"\} 1\n/);
    assert.equal(await back.state(), 'due');
    assert.equal(providers.asked.length, before + 1);
    providers.mute(false);
  });
});
