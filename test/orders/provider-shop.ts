/** A shop whose orders are paid through Stripe or Razorpay: doubles of both, and how shoppers, providers and the owner call. */
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { signedIn } from '../applications/test-server.ts';
import type { Shopper } from '../cart/cart-server.ts';
import type { Engine } from '../databases.ts';
import { byCard, fill, openOrderServer } from './order-server.ts';
import { openProviders, razorpaySignature, secrets, stripeSignature } from './provider-double.ts';

export type Json = Record<string, unknown>;

export const openProviderShop = async (engine: Engine) => {
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

  const ordered = async (shopper = server.visitor()): Promise<{ readonly id: string; readonly shopper: Shopper }> => {
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
  return { server, providers, owner, admin, use, ordered, pay, byStripe, byRazorpay, paymentsOf };
};
