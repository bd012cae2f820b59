/** A shop with refunds that are due through Stripe: how they are sent, what the provider tells of them, and what was asked of it. */
import assert from 'node:assert/strict';
import { privateAddresses, systemResolver } from '../../src/http/outgoing/address-guard.ts';
import { createMetrics } from '../../src/http/watch/metrics.ts';
import { sendDueRefunds } from '../../src/orders/providers/send-due-refunds.ts';
import { signedIn } from '../applications/test-server.ts';
import type { Engine } from '../databases.ts';
import { secrets } from './provider-double.ts';
import { type Json, openProviderShop } from './provider-shop.ts';

type Refund = {
  readonly id: string;
  readonly state: string;
  readonly payment_id: string;
  readonly document: string;
};

export const openRefundShop = async (engine: Engine) => {
  const opened = await openProviderShop(engine);
  const { server, providers, admin, ordered, pay, byStripe } = opened;
  const { shop, app } = server;
  const { node } = shop;
  const cashier = { node, reach: { policy: privateAddresses, resolve: systemResolver, random: node.random } };
  const company = `/service/platform/order/v1.0/company/${shop.companyId}`;

  /** Signed in anew for each call: hours go by between two of them. */
  const byOwner = async (url: string, payload?: object) => {
    const owner = await signedIn(app, node, shop, 'owner');
    return owner({ method: 'POST', url, ...(payload === undefined ? {} : { payload }) });
  };
  const set = async (settings: object) => {
    const owner = await signedIn(app, node, shop, 'owner');
    const payload = { provider: 'stripe', capture: 'automatic', ...secrets, api_url: providers.url, ...settings };
    assert.equal((await owner({ method: 'PUT', url: admin, payload })).statusCode, 200);
  };

  /** An order paid through Stripe and called off: what is due back, and what is told and asked of it. */
  const toGiveBack = async () => {
    await set({});
    return paidAndCancelled();
  };
  const paidAndCancelled = async () => {
    const { id, shopper } = await ordered();
    const begun = await pay(id, shopper);
    const intent = providers.intents.get(String(begun.body['reference'])) ?? {};
    Object.assign(intent, { status: 'succeeded', amount_received: 30_000 });
    assert.equal((await pay(id, shopper, '/confirm')).body.order?.['status'], 'placed');
    assert.equal((await server.cancel(id, shopper))[1], 'cancelled');
    const refund = async (): Promise<Refund | undefined> =>
      node.db.one<Refund>('select * from order_refund where order_id = ?', [id]);
    const due = await refund();
    assert.equal(due?.state, 'due');
    const url = `${company}/orders/${id}/refunds/${encodeURIComponent(due.id)}`;
    const calls = () =>
      providers.asked.filter(({ path, fields }) => path === '/v1/refunds' && fields['payment_intent'] === intent['id']);
    const names = () => [...new Set(calls().map(({ fields }) => String(fields['metadata[refund_id]'])))];
    const news = (status: string, name: string | undefined) => ({
      data: {
        object: {
          id: `re_of_${name}`,
          object: 'refund',
          amount: 30_000,
          currency: 'inr',
          payment_intent: intent['id'],
          status,
          metadata: { refund_id: name },
        },
      },
    });
    return {
      id,
      refundId: due.id,
      refund,
      send: () => byOwner(`${url}/send`),
      say: (state: 'sent' | 'done' | 'failed') => byOwner(`${url}/${state}`, { reason: 'looked at the provider' }),
      calls,
      /** By which tries the provider was called, the first one first. */
      names,
      hear: async (status: string, tried = 0) => {
        assert.equal((await byStripe(news(status, names()[tried]))).status, 200);
      },
      state: async () => (await refund())?.state,
      paidBack: () => providers.paidBack.filter(({ payment_intent }) => payment_intent === intent['id']).length,
      steps: async () =>
        (JSON.parse((await refund())?.document ?? '{}') as { events: readonly { state: string; reason: string }[] })
          .events,
    };
  };

  return {
    ...opened,
    set,
    toGiveBack,
    paidAndCancelled,
    /** A round of the node that sends what is due by itself; what it counted. */
    sendDue: async (stopping?: AbortSignal): Promise<string> => {
      const metrics = createMetrics();
      await sendDueRefunds(cashier, metrics, stopping);
      return metrics.render();
    },
    codeOf: (answer: { readonly json: () => Json }) => answer.json()['error_code'],
  };
};
