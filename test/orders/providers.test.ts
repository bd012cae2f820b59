/** Payments through Stripe and Razorpay, against a double that speaks their protocols over the network. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { privateAddresses, systemResolver } from '../../src/http/outgoing/address-guard.ts';
import { createMetrics } from '../../src/http/watch/metrics.ts';
import { sendDueRefunds } from '../../src/orders/providers/send-due-refunds.ts';
import { forEachEngine } from '../databases.ts';
import { signedIn } from '../applications/test-server.ts';
import type { Shopper } from '../cart/cart-server.ts';
import { byCard, fill, openOrderServer } from './order-server.ts';
import { openProviders, razorpaySignature, secrets, stripeSignature } from './provider-double.ts';

type Json = Record<string, unknown>;

forEachEngine(async (engine) => {
  const server = await openOrderServer(engine);
  const providers = await openProviders();
  after(async () => {
    await server.close();
    await providers.close();
  });
  const { shop, app, authorization } = server;
  const { node } = shop;
  await shop.sell(1, [{ quantity: 1000, prices: [{ currency_code: 'INR', marked: 100, effective: 100 }] }]);
  const owner = await signedIn(app, node, shop, 'owner');
  const admin = `/service/platform/payment/v1.0/company/${shop.companyId}/application/${shop.applicationId}/provider`;
  const use = async (provider: string, capture = 'automatic') => {
    const payload = { provider, capture, ...secrets, api_url: providers.url };
    const answer = await owner({ method: 'PUT', url: admin, payload });
    assert.equal(answer.statusCode, 200, answer.body);
  };

  const ordered = async (): Promise<{ readonly id: string; readonly shopper: Shopper }> => {
    const shopper = server.visitor();
    await fill(shopper, 1, 3);
    const answer = await shopper('POST', '/v1.0/checkout', byCard);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return { id: String(answer.body['order_id']), shopper };
  };
  const pay = async (id: string, shopper: Shopper, step = '', payload?: Json) => {
    const answer = await app.inject({
      method: 'POST',
      url: `/service/application/payment/v1.0/orders/${id}/payment${step}`,
      headers: { authorization, ...shopper.known() },
      ...(payload === undefined ? {} : { payload }),
    });
    return { status: answer.statusCode, body: answer.json<Json & { order?: Json }>() };
  };
  const tell = async (provider: string, event: Json, headers: (body: string) => Record<string, string>) => {
    const payload = JSON.stringify(event);
    const answer = await app.inject({
      method: 'POST',
      url: `/service/common/payment/v1.0/application/${shop.applicationId}/provider/${provider}`,
      payload,
      headers: { 'content-type': 'application/json', ...headers(payload) },
    });
    return { status: answer.statusCode, body: answer.json<Json>() };
  };
  const byStripe = (event: Json, at = node.now(), secret = secrets.webhook_secret) =>
    tell('stripe', event, (body) => ({ 'stripe-signature': stripeSignature(body, at, secret) }));
  const byRazorpay = (event: Json, secret = secrets.webhook_secret) =>
    tell('razorpay', event, (body) => ({ 'x-razorpay-signature': razorpaySignature(body, secret) }));
  const paymentsOf = async (id: string) =>
    node.db.all<{ payment_id: string; state: string }>(
      'select payment_id, state from order_payment where order_id = ?',
      [id],
    );

  test('keys are sealed, never shown, and audited without them', async () => {
    await use('stripe');
    const shown = (await owner({ url: admin })).json<Json>();
    assert.deepEqual([shown['provider'], shown['secret_set']], ['stripe', true]);
    const dump = await node.dump();
    for (const secret of [secrets.secret, secrets.webhook_secret]) assert.ok(!dump.includes(secret));
    const viewer = await signedIn(app, node, shop, 'viewer');
    assert.equal((await viewer({ method: 'DELETE', url: admin })).statusCode, 403);
    const metadata = { ...secrets, provider: 'stripe', capture: 'automatic', api_url: 'http://169.254.169.254' };
    assert.equal((await owner({ method: 'PUT', url: admin, payload: metadata })).statusCode, 422);
  });

  test('Stripe: one intent for an order; the webhook places it once, whatever comes later', async () => {
    await use('stripe');
    const { id, shopper } = await ordered();
    providers.fail(2);
    const begun = await pay(id, shopper);
    assert.equal(begun.status, 200, JSON.stringify(begun.body));
    const again = await pay(id, shopper);
    assert.deepEqual(again.body, begun.body);
    const intent = providers.intents.get(String(begun.body['reference'])) ?? {};
    assert.deepEqual(
      [intent['amount'], intent['currency'], (intent['metadata'] as Json)['order_id']],
      [30_000, 'inr', id],
    );
    assert.equal((await pay(id, shopper, '/confirm')).body.order?.['status'], 'awaiting_payment');

    const paid = { ...intent, status: 'succeeded', amount_received: 30_000 };
    const event = { id: 'evt_1', type: 'payment_intent.succeeded', data: { object: paid } };
    assert.equal((await byStripe(event, node.now() - 301_000)).body['error_code'], 'payment_signature_invalid');
    assert.equal((await byStripe(event, node.now(), 'whsec_of_somebody')).status, 401);
    assert.equal((await byStripe(event)).body['result'], 'awaiting_payment', 'Stripe itself knows nothing of it');
    Object.assign(intent, paid);
    const answers = await Promise.all([byStripe(event), byStripe(event), byStripe(event)]);
    assert.ok(answers.every(({ status, body }) => status === 200 && body['result'] === 'placed'));
    assert.equal((await pay(id, shopper, '/confirm')).body.order?.['status'], 'placed');
    assert.deepEqual(await paymentsOf(id), [{ payment_id: intent['id'], state: 'accepted' }]);
    const canceled = { id: 'evt_2', data: { object: { ...intent, status: 'canceled' } } };
    assert.equal((await byStripe(canceled)).body['result'], 'placed');
    assert.equal((await pay(id, shopper)).body['error_code'], 'order_state_conflict');
    const stranger = { id: 'evt_3', data: { object: { ...paid, id: 'pi_of_another_system' } } };
    assert.deepEqual((await byStripe(stranger)).body, { received: true, result: 'ignored' });
  });

  test('Stripe: money set aside is taken when the order can be placed, and never when it comes too late', async () => {
    await use('stripe', 'when_placed');
    const first = await ordered();
    const late = await ordered();
    const begun = await Promise.all([pay(first.id, first.shopper), pay(late.id, late.shopper)]);
    const [intent, lateIntent] = begun.map(({ body }) => providers.intents.get(String(body['reference'])) ?? {});
    assert.equal(intent?.['capture_method'], 'manual');
    const aside = (one: Json | undefined) => {
      Object.assign(one ?? {}, { status: 'requires_capture' });
      return { id: 'evt', type: 'payment_intent.amount_capturable_updated', data: { object: one } };
    };
    assert.equal((await byStripe(aside(intent))).body['result'], 'placed');
    assert.equal(intent?.['status'], 'succeeded');
    assert.equal((await server.cancel(late.id, late.shopper))[1], 'cancelled');
    assert.equal((await byStripe(aside(lateIntent))).body['result'], 'cancelled');
    assert.equal(lateIntent?.['status'], 'requires_capture');
    assert.deepEqual(await paymentsOf(late.id), []);
  });

  test('what was given back over there while its message was on its way places no order', async () => {
    const begin = async () => {
      const { id, shopper } = await ordered();
      return { id, reference: String((await pay(id, shopper)).body['reference']) };
    };
    await use('stripe');
    for (const back of [30_000, 12_000]) {
      const { id, reference } = await begin();
      const object = { ...providers.intents.get(reference), status: 'succeeded', amount_received: 30_000 };
      Object.assign(providers.intents.get(reference) ?? {}, { ...object, latest_charge: { amount_refunded: back } });
      const event = { type: 'payment_intent.succeeded', data: { object: { ...object, latest_charge: 'ch_1' } } };
      assert.equal((await byStripe(event)).body['result'], 'awaiting_payment');
      const due = await node.db.all('select amount, state from order_refund where order_id = ?', [id]);
      assert.deepEqual(due, back === 30_000 ? [] : [{ amount: 18_000, state: 'due' }]);
    }
    await use('razorpay');
    const { id, reference } = await begin();
    const { entity = {} } = providers.payAtRazorpay(reference, 30_000);
    const event = { event: 'payment.captured', payload: { payment: { entity: { ...entity } } } };
    Object.assign(entity, { status: 'refunded', amount_refunded: 30_000 });
    assert.equal((await byRazorpay(event)).body['result'], 'awaiting_payment');
    assert.deepEqual(await paymentsOf(id), []);
    providers.fail(3);
    assert.equal((await byRazorpay(event)).body['error_code'], 'payment_provider_unavailable', 'it is told again');
  });

  test('an answer of the provider that names no money says nothing: the order awaits its payment', async () => {
    await use('stripe');
    for (const nonsense of [
      { currency: null },
      { currency: 'xxx' },
      { amount_received: -5 },
      { amount_received: 100.5 },
      { amount_received: 1e300 },
      { latest_charge: { amount_refunded: 99_999_999 } },
    ]) {
      const { id, shopper } = await ordered();
      const intent = providers.intents.get(String((await pay(id, shopper)).body['reference'])) ?? {};
      const right = { ...intent };
      Object.assign(intent, { status: 'succeeded', amount_received: 30_000 }, nonsense);
      assert.equal((await byStripe({ data: { object: { ...intent } } })).body['result'], 'awaiting_payment');
      assert.equal((await pay(id, shopper, '/confirm')).status, 200);
      assert.deepEqual(await paymentsOf(id), [], JSON.stringify(nonsense));
      Object.assign(intent, { ...right, latest_charge: null, status: 'succeeded', amount_received: 30_000 });
      assert.equal((await pay(id, shopper, '/confirm')).body.order?.['status'], 'placed');
    }
  });

  test('Razorpay: what the browser brings back is proved, and a second payment is due for a refund', async () => {
    await use('razorpay');
    const { id, shopper } = await ordered();
    const begun = await pay(id, shopper);
    const reference = String(begun.body['reference']);
    assert.deepEqual([begun.body['key_id'], begun.body['amount']], [secrets.key_id, 30_000]);
    const made = providers.payAtRazorpay(reference, 30_000);
    const forged = { payment_id: made.id, signature: 'f'.repeat(64) };
    assert.equal((await pay(id, shopper, '/confirm', forged)).body['error_code'], 'payment_signature_invalid');
    const other = server.visitor();
    await fill(other, 1);
    assert.equal((await pay(id, other, '/confirm', forged)).body['error_code'], 'order_not_found');
    const back = { payment_id: made.id, signature: made.signature };
    assert.equal((await pay(id, shopper, '/confirm', back)).body.order?.['status'], 'placed');
    const event = { entity: 'event', event: 'payment.captured', payload: { payment: { entity: made.entity } } };
    assert.equal((await byRazorpay(event, 'another')).status, 401);
    assert.equal((await byRazorpay(event)).body['result'], 'placed');
    assert.deepEqual(await paymentsOf(id), [{ payment_id: made.id, state: 'accepted' }]);

    const twice = providers.payAtRazorpay(reference, 30_000);
    const second = { event: 'payment.captured', payload: { payment: { entity: twice.entity } } };
    assert.equal((await byRazorpay(second)).status, 200);
    assert.equal((await paymentsOf(id)).find(({ payment_id }) => payment_id === twice.id)?.state, 'refund_due');
    const failed = providers.payAtRazorpay(reference, 30_000, 'failed');
    const told = { event: 'payment.failed', payload: { payment: { entity: failed.entity } } };
    assert.equal((await byRazorpay(told)).body['result'], 'placed');
  });

  test('a refund goes back the way its payment came, once, and follows what the provider says', async () => {
    await use('stripe');
    const { id, shopper } = await ordered();
    const begun = await pay(id, shopper);
    const intent = providers.intents.get(String(begun.body['reference'])) ?? {};
    Object.assign(intent, { status: 'succeeded', amount_received: 30_000 });
    assert.equal((await pay(id, shopper, '/confirm')).body.order?.['status'], 'placed');
    assert.equal((await server.cancel(id, shopper))[1], 'cancelled');
    const refunds = () =>
      node.db.all<{ id: string; state: string }>('select id, state from order_refund where order_id = ?', [id]);
    const [refund] = await refunds();
    assert.equal(refund?.state, 'due');
    const url = `/service/platform/order/v1.0/company/${shop.companyId}/orders/${id}/refunds/${encodeURIComponent(refund?.id ?? '')}/send`;
    const sent = await owner({ method: 'POST', url });
    assert.equal(sent.statusCode, 200, sent.body);
    assert.equal((await refunds())[0]?.state, 'sent');
    assert.equal((await owner({ method: 'POST', url })).json<Json>()['error_code'], 'refund_state_conflict');
    const call = providers.asked.find(
      ({ path, fields }) => path === '/v1/refunds' && fields['payment_intent'] === intent['id'],
    );
    assert.equal(call?.fields['amount'], '30000');
    const news = (status: string) => ({
      data: {
        object: {
          id: 're_1',
          object: 'refund',
          amount: 30_000,
          currency: 'inr',
          payment_intent: intent['id'],
          status,
          metadata: { refund_id: call?.fields['metadata[refund_id]'] },
        },
      },
    });
    for (const status of ['succeeded', 'succeeded', 'failed']) {
      assert.equal((await byStripe(news(status))).status, 200);
      assert.equal((await refunds())[0]?.state, 'done');
    }
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

  test('a provider that is down, or refuses, is said to be', async () => {
    await use('stripe');
    const { id, shopper } = await ordered();
    providers.fail(3);
    assert.deepEqual((await pay(id, shopper)).body['error_code'], 'payment_provider_unavailable');
    const wrong = {
      ...secrets,
      secret: 'sk_test_another',
      provider: 'stripe',
      capture: 'automatic',
      api_url: providers.url,
    };
    await owner({ method: 'PUT', url: admin, payload: wrong });
    assert.equal((await pay(id, shopper)).body['error_code'], 'payment_provider_refused');
    await owner({ method: 'DELETE', url: admin });
    assert.equal((await pay(id, shopper)).body['error_code'], 'payment_provider_missing');
  });
});
