/** Payments through Stripe and Razorpay, against a double that speaks their protocols over the network. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signedIn } from '../applications/test-server.ts';
import { forEachEngine } from '../databases.ts';
import { fill } from './order-server.ts';
import { secrets } from './provider-double.ts';
import { type Json, openProviderShop } from './provider-shop.ts';

forEachEngine(async (engine) => {
  const { server, providers, owner, admin, use, ordered, pay, byStripe, byRazorpay, paymentsOf } =
    await openProviderShop(engine);
  const { shop } = server;
  const { node } = shop;

  test('keys are sealed, never shown, and audited without them', async () => {
    await use('stripe');
    const shown = (await owner({ url: admin })).json<Json>();
    assert.deepEqual([shown['provider'], shown['secret_set']], ['stripe', true]);
    const dump = await node.dump();
    for (const secret of [secrets.secret, secrets.webhook_secret]) assert.ok(!dump.includes(secret));
    const viewer = await signedIn(server.app, node, shop, 'viewer');
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

  test('a provider that gives one reference to two orders is not believed', async () => {
    await use('stripe');
    const [first, second] = [await ordered(), await ordered()];
    providers.repeatIntent();
    const begun = [await pay(first.id, first.shopper), await pay(second.id, second.shopper)];
    providers.repeatIntent(false);
    providers.forget();
    assert.ok(begun.some(({ body }) => body['error_code'] === 'payment_provider_unavailable'));
    assert.equal((await pay(second.id, second.shopper)).status, 200);
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
