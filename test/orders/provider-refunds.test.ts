/** Refunds through Stripe and Razorpay: each try goes out once, and what is said of it counts for that try. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { privateAddresses, systemResolver } from '../../src/http/outgoing/address-guard.ts';
import { createMetrics } from '../../src/http/watch/metrics.ts';
import { sendDueRefunds } from '../../src/orders/providers/send-due-refunds.ts';
import { forEachEngine } from '../databases.ts';
import { secrets } from './provider-double.ts';
import type { Json } from './provider-shop.ts';
import { openRefundShop } from './refund-shop.ts';

forEachEngine(async (engine) => {
  const { server, providers, owner, admin, use, ordered, pay, toGiveBack } = await openRefundShop(engine);
  const { shop } = server;
  const { node } = shop;
  test('a refund goes back the way its payment came, once, and follows what the provider says', async () => {
    const { send, calls, hear, state } = await toGiveBack();
    const sent = await send();
    assert.equal(sent.statusCode, 200, sent.body);
    assert.equal(await state(), 'sent');
    assert.equal((await send()).json<Json>()['error_code'], 'refund_state_conflict');
    assert.deepEqual(
      calls().map(({ fields }) => fields['amount']),
      ['30000'],
    );
    for (const status of ['succeeded', 'succeeded', 'failed']) {
      await hear(status);
      assert.equal(await state(), 'done');
    }
  });

  test('an answer that comes after the news of its try, or after another try, changes nothing', async () => {
    const outrun = await toGiveBack();
    const slow = providers.hold();
    const sending = outrun.send();
    await slow.reached;
    await outrun.hear('failed');
    slow.answer();
    assert.equal((await sending).statusCode, 200, 'pending, as it was');
    assert.equal(await outrun.state(), 'failed');
    assert.equal((await outrun.send()).statusCode, 200);
    await outrun.hear('succeeded', 1);
    assert.equal(await outrun.state(), 'done');

    const twice = await toGiveBack();
    const late = providers.hold();
    const first = twice.send();
    await late.reached;
    await twice.hear('failed');
    assert.equal((await twice.send()).statusCode, 200);
    await twice.hear('succeeded', 1);
    late.answer();
    assert.equal((await first).statusCode, 200);
    assert.equal(await twice.state(), 'done');
    const names = [...outrun.calls(), ...twice.calls()].map(({ fields }) => fields['metadata[refund_id]']);
    assert.equal(new Set(names).size, 4, 'each try by a name of its own');
  });

  test('Razorpay: refunds go back by themselves where the shop wants it, tried again under one key, and once', async () => {
    const cashier = { node, reach: { policy: privateAddresses, resolve: systemResolver, random: node.random } };
    const metrics = createMetrics();
    const stateOf = async (id: string) =>
      (await node.db.all<{ state: string }>('select state from order_refund where order_id = ?', [id])).map(
        ({ state }) => state,
      );
    const cancelled = async (): Promise<string> => {
      const { id, shopper } = await ordered();
      const made = providers.payAtRazorpay(String((await pay(id, shopper)).body['reference']), 30_000);
      const back = { payment_id: made.id, signature: made.signature };
      assert.equal((await pay(id, shopper, '/confirm', back)).body.order?.['status'], 'placed');
      assert.equal((await server.cancel(id, shopper))[1], 'cancelled');
      return id;
    };
    const refundCalls = () => providers.asked.filter(({ path }) => path.endsWith('/refund'));

    await use('razorpay');
    const byHand = await cancelled();
    await sendDueRefunds(cashier, metrics);
    assert.deepEqual(await stateOf(byHand), ['due']);

    const payload = {
      provider: 'razorpay',
      capture: 'automatic',
      refunds: 'automatic',
      ...secrets,
      api_url: providers.url,
    };
    assert.equal((await owner({ method: 'PUT', url: admin, payload })).json<Json>()['refunds'], 'automatic');
    const id = await cancelled();
    const before = refundCalls().length;
    providers.fail(3);
    await sendDueRefunds(cashier, metrics);
    assert.deepEqual(await stateOf(id), ['due']);
    await sendDueRefunds(cashier, metrics);
    assert.equal(refundCalls().length, before + 3, 'not before its time');
    node.clock.at += 60_000;
    await Promise.all([sendDueRefunds(cashier, metrics), sendDueRefunds(cashier, metrics)]);
    assert.deepEqual(await stateOf(id), ['done']);
    const calls = refundCalls().slice(before);
    assert.equal(calls.length, 4);
    assert.equal(new Set(calls.map(({ headers }) => headers['x-refund-idempotency'])).size, 1);
    assert.deepEqual(await stateOf(byHand), ['due'], 'what was due before stays with staff');

    const refused = await cancelled();
    await owner({ method: 'PUT', url: admin, payload: { ...payload, secret: 'sk_test_another' } });
    await sendDueRefunds(cashier, metrics);
    assert.deepEqual(await stateOf(refused), ['failed']);
    assert.match(metrics.render(), /cartwright_refunds_sent_total\{outcome="done"\} 1/);
  });
});
