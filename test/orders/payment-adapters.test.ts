/** The contract that every way to pay keeps, one table for all four; the other sides of two are spoken to over the network. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { privateAddresses, systemResolver } from '../../src/http/outgoing/address-guard.ts';
import { onDeliveryAdapter } from '../../src/orders/providers/on-delivery-adapter.ts';
import type { News, PaymentAdapter, PaymentNews } from '../../src/orders/providers/payment-adapter.ts';
import { type AskProvider, providerCalls } from '../../src/orders/providers/provider-call.ts';
import type { ProviderSettings } from '../../src/orders/providers/provider-settings.ts';
import { razorpayAdapter } from '../../src/orders/providers/razorpay-adapter.ts';
import { signedCallAdapter } from '../../src/orders/providers/signed-call-adapter.ts';
import { stripeAdapter } from '../../src/orders/providers/stripe-adapter.ts';
import { signatureOf } from '../../src/orders/payment/payment-signature.ts';
import { Refusal } from '../../src/shared/errors.ts';
import { openProviders, razorpaySignature, secrets, stripeSignature } from './provider-double.ts';

type Json = Readonly<Record<string, unknown>>;
type Told = { readonly payload: Json; readonly about?: News['kind'] };
type Way = {
  readonly adapter: PaymentAdapter;
  /** What its other side sends; undefined where nobody does. */
  readonly signs?: (body: string) => Readonly<Record<string, string>>;
  readonly paid?: (reference: string) => Told;
  readonly refunded?: (paymentId: string, refundId: string) => Told;
  readonly idle?: Told;
  /** A shopper pays; what his browser brings back. */
  readonly pays?: (
    reference: string,
    state: 'paid' | 'authorized',
  ) => { readonly paymentId: string; readonly signature: string };
  readonly capturesTo: PaymentNews['state'];
};

const now = Date.UTC(2026, 10, 17);
const amount = 30_000;
const currency = 'INR';
const orderId = 'CW0123456789abcdef01';

const providers = await openProviders();
after(() => providers.close());
const reach = { policy: privateAddresses, resolve: systemResolver, random: randomBytes };
const ask: AskProvider = (call) => providerCalls(reach, 'application')(call);
const settings = (provider: 'stripe' | 'razorpay'): ProviderSettings => ({
  provider,
  capture: 'automatic',
  ...secrets,
  api_url: providers.url,
});
const ownSecret = 'a payment secret of thirty-two bytes or more';

const intentOf = (reference: string): Record<string, unknown> => providers.intents.get(reference) ?? {};
const ways: readonly Way[] = [
  {
    adapter: stripeAdapter(ask, settings('stripe')),
    signs: (body) => ({ 'stripe-signature': stripeSignature(body, now) }),
    paid: (reference) => ({
      payload: { data: { object: { ...intentOf(reference), status: 'succeeded', amount_received: amount } } },
    }),
    refunded: (paymentId, refundId) => ({
      payload: {
        data: {
          object: {
            id: 're_1',
            object: 'refund',
            amount,
            currency: 'inr',
            status: 'succeeded',
            payment_intent: paymentId,
            metadata: { refund_id: refundId },
          },
        },
      },
    }),
    idle: { payload: { data: { object: { object: 'customer' } } } },
    pays: (reference, state) => {
      const paid = { status: 'succeeded', amount_received: amount };
      Object.assign(intentOf(reference), state === 'paid' ? paid : { status: 'requires_capture' });
      return { paymentId: reference, signature: '' };
    },
    capturesTo: 'paid',
  },
  {
    adapter: razorpayAdapter(ask, settings('razorpay')),
    signs: (body) => ({ 'x-razorpay-signature': razorpaySignature(body) }),
    paid: (reference) => ({
      payload: {
        event: 'payment.captured',
        payload: { payment: { entity: { id: 'pay_1', order_id: reference, status: 'captured', amount, currency } } },
      },
    }),
    refunded: (paymentId, refundId) => ({
      payload: {
        event: 'refund.processed',
        payload: {
          refund: {
            entity: {
              id: 'rfnd_1',
              status: 'processed',
              amount,
              currency,
              payment_id: paymentId,
              notes: { refund_id: refundId },
            },
          },
        },
      },
    }),
    idle: { payload: { event: 'settlement.processed', payload: {} } },
    pays: (reference, state) => {
      const { id, signature } = providers.payAtRazorpay(
        reference,
        amount,
        state === 'paid' ? 'captured' : 'authorized',
      );
      return { paymentId: id, signature };
    },
    capturesTo: 'paid',
  },
  {
    adapter: signedCallAdapter(ownSecret),
    signs: (body) => {
      const timestamp = String(now / 1000);
      const signature = signatureOf(ownSecret, 'message-1', timestamp, Buffer.from(body));
      return { 'webhook-id': 'message-1', 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
    },
    paid: (reference) => ({
      payload: { order_id: reference, payment_id: 'own-1', amount: 300, currency, outcome: 'success' },
    }),
    refunded: (_paymentId, refundId) => ({
      about: 'refund',
      payload: { order_id: orderId, refund_id: refundId, amount: 300, currency, outcome: 'done', reference: 'UTR-1' },
    }),
    idle: { payload: { order_id: orderId, payment_id: 'own-2', amount: 300, currency: 'ZZZ', outcome: 'success' } },
    capturesTo: 'authorized',
  },
  { adapter: onDeliveryAdapter, capturesTo: 'paid' },
];

const codeOf = async (run: () => unknown): Promise<string> => {
  try {
    await run();
    return 'taken';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
};

for (const { adapter, signs, paid, refunded, idle, pays, capturesTo } of ways) {
  describe(`payment by ${adapter.name}`, () => {
    const begin = (order = orderId, reference: string | null = null) =>
      adapter.create({ orderId: order, amount, currency, reference });
    const hear = ({ payload, about }: Told, headers?: Readonly<Record<string, string>>) => {
      const body = JSON.stringify(payload);
      const heard = { headers: headers ?? signs?.(body) ?? {}, body: Buffer.from(body), now };
      return adapter.webhook(about === undefined ? heard : { ...heard, about });
    };

    test('is begun once, however often it is asked for', async () => {
      const first = await begin();
      assert.notEqual(first.reference, '');
      assert.deepEqual(await begin(orderId, first.reference), first);
    });

    test('is not believed without a signature, nor with another’s', async () => {
      const told = paid?.((await begin()).reference) ?? { payload: { order_id: orderId, outcome: 'success' } };
      assert.equal(await codeOf(() => hear(told, {})), 'payment_signature_invalid');
      const stolen = signs?.('{"another":"body"}') ?? { 'webhook-signature': 'v1,AAAA' };
      assert.equal(await codeOf(() => hear(told, stolen)), 'payment_signature_invalid');
    });

    test('tells what was paid, what went back, and nothing of what is of no interest', async () => {
      const { reference } = await begin();
      const { kind, state, ...money } = (paid && hear(paid(reference))) ?? { kind: 'none', state: 'none' };
      if (paid === undefined) return assert.deepEqual([kind, money], ['none', {}]);
      assert.deepEqual([kind, state], ['payment', 'paid']);
      assert.deepEqual([(money as PaymentNews).reference, (money as PaymentNews).amount], [reference, amount]);
      const back = refunded && hear(refunded('pay_1', 'CW1/0/CW1-1'));
      assert.deepEqual(back?.kind === 'refund' && [back.refundId, back.state, back.amount, back.currency], [
        'CW1/0/CW1-1',
        'done',
        amount,
        currency,
      ]);
      assert.equal(idle && hear(idle), undefined);
    });

    test('asks the other side what became of it, and takes what was set aside once', async () => {
      const { reference } = await begin(`${orderId}-asked`);
      const returned = pays?.(reference, 'authorized') ?? { paymentId: null, signature: null };
      const news = await adapter.confirm({ reference, ...returned });
      assert.deepEqual([news.kind, news.reference], ['payment', reference]);
      assert.equal(news.state, pays === undefined ? 'pending' : 'authorized');
      const aside: PaymentNews = { ...news, state: 'authorized', amount, currency };
      const taken = await adapter.capture(aside);
      assert.deepEqual([taken.state, taken.amount, taken.reference], [capturesTo, amount, reference]);
      assert.deepEqual(await adapter.capture(aside), taken);
    });

    test('goes back by the same way, or is refused where a hand has to do it', async () => {
      const { reference } = await begin(`${orderId}-back`);
      const { paymentId } = pays?.(reference, 'paid') ?? { paymentId: 'own-1' };
      const names = [`${orderId}/0/${orderId}-B1`, `${orderId}/99/payment:${'p'.repeat(128)}`];
      for (const name of names) {
        const send = () => adapter.refund({ paymentId, refundId: name, amount: 100, currency });
        if (!adapter.paysBack) assert.equal(await codeOf(send), 'refund_state_conflict');
        else {
          const { refundId, amount: back, paymentId: of, state, reference: made } = await send();
          assert.deepEqual([refundId, back, of], [name, 100, paymentId]);
          assert.ok(state === 'sent' || state === 'done');
          assert.equal((await send()).reference, made, 'and once by one name');
        }
      }
    });
  });
}

describe('payment by razorpay that was given back over there', () => {
  const [, razorpay] = ways;
  const told = (entity: object) => {
    const payment = { entity: { id: 'pay_9', order_id: 'order_9', amount, currency, ...entity } };
    const body = JSON.stringify({ event: 'payment.captured', payload: { payment } });
    const news = razorpay?.adapter.webhook({ headers: razorpay.signs?.(body) ?? {}, body: Buffer.from(body), now });
    return news?.kind === 'payment' ? [news.state, news.amount] : [];
  };

  test('pays for nothing, or for what is left of it', () => {
    assert.deepEqual(told({ status: 'captured', amount_refunded: 0 }), ['paid', amount]);
    assert.deepEqual(told({ status: 'captured', amount_refunded: 100 }), ['paid', amount - 100]);
    assert.deepEqual(told({ status: 'refunded', amount_refunded: amount }), ['pending', 0]);
  });
});

describe('payment by stripe that was given back over there', () => {
  const [stripe] = ways;

  test('pays for nothing, or for what is left of it', async () => {
    const { reference = '' } =
      (await stripe?.adapter.create({ orderId: 'CW9', amount, currency, reference: null })) ?? {};
    stripe?.pays?.(reference, 'paid');
    const told = async (latest_charge: unknown) => {
      Object.assign(intentOf(reference), { latest_charge });
      const news = await stripe?.adapter.confirm({ reference, paymentId: null, signature: null });
      return [news?.state, news?.amount];
    };
    assert.deepEqual(await told('ch_1'), ['paid', amount]);
    assert.deepEqual(await told({ amount_refunded: 0 }), ['paid', amount]);
    assert.deepEqual(await told({ amount_refunded: 100 }), ['paid', amount - 100]);
    assert.deepEqual(await told({ amount_refunded: amount }), ['pending', 0]);
  });
});

describe('payment by stripe in currencies that it counts in its own way', () => {
  const [stripe] = ways;
  // https://docs.stripe.com/currencies: 5 krónur or shillings are 500, 5 ariary are 5.
  for (const [code, ours, theirs] of [
    ['ISK', 10_000, 1_000_000],
    ['UGX', 10_000, 1_000_000],
    ['MGA', 1_000_000, 10_000],
    ['JPY', 10_000, 10_000],
    ['KWD', 10_000, 10_000],
  ] as const) {
    test(`${code} is asked for, heard and given back as it is`, async () => {
      const wish = { orderId: `CW-${code}`, amount: ours, currency: code, reference: null };
      const { reference = '' } = (await stripe?.adapter.create(wish)) ?? {};
      assert.equal(intentOf(reference)['amount'], theirs);
      const told = async (amount_received: number) => {
        Object.assign(intentOf(reference), { status: 'succeeded', amount_received });
        const news = await stripe?.adapter.confirm({ reference, paymentId: null, signature: null });
        return [news?.state, news?.amount, news?.currency];
      };
      assert.deepEqual(await told(theirs), ['paid', ours, code]);
      await stripe?.adapter.refund({ paymentId: reference, refundId: 'CW1/0/1', amount: ours / 2, currency: code });
      assert.equal(providers.asked.at(-1)?.fields['amount'], String(theirs / 2));
    });
  }

  test('a fraction that it does not take is refused', async () => {
    const wish = { orderId: 'CW-fraction', amount: 1_050, currency: 'MGA', reference: null };
    assert.equal(await codeOf(() => stripe?.adapter.create(wish)), 'payment_provider_refused');
  });
});
