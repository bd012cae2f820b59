/** Razorpay: an order of theirs for an order of ours; payments are made against it, and one of them is captured. */
import { createHash } from 'node:crypto';
import { parseStrictJson } from '../../http/requests/strict-json.ts';
import { Refusal } from '../../shared/errors.ts';
import type { News, PaymentAdapter, PaymentNews, RefundNews } from './payment-adapter.ts';
import { amountIn, type AskProvider, objectIn, textIn } from './provider-call.ts';
import type { ProviderSettings } from './provider-settings.ts';
import { isReturnOfRazorpay, isSignedByRazorpay } from './provider-signature.ts';

const HOME = 'https://api.razorpay.com';

type Json = Readonly<Record<string, unknown>>;

/**
 * A payment that failed leaves the order open for another: there is no end but that its time is over. So does one that was given
 * back over there before we heard of it: it pays for nothing.
 */
const states: ReadonlyMap<string, PaymentNews['state']> = new Map([
  ['captured', 'paid'],
  ['authorized', 'authorized'],
]);
const refundStates: ReadonlyMap<string, RefundNews['state']> = new Map([
  ['processed', 'done'],
  ['failed', 'failed'],
]);

const paymentNews = (payment: Json): PaymentNews => ({
  kind: 'payment',
  reference: textIn(payment['order_id']),
  paymentId: textIn(payment['id']),
  state: states.get(textIn(payment['status'])) ?? 'pending',
  // Not there before something went back.
  amount: amountIn(payment['amount']) - (amountIn(payment['amount_refunded']) || 0),
  currency: textIn(payment['currency']),
});

const refundNews = (refund: Json): RefundNews => ({
  kind: 'refund',
  refundId: textIn(objectIn(refund['notes'])['refund_id']),
  paymentId: textIn(refund['payment_id']),
  reference: textIn(refund['id']),
  state: refundStates.get(textIn(refund['status'])) ?? 'sent',
  amount: amountIn(refund['amount']),
  currency: textIn(refund['currency']),
});

/**
 * Its keys are letters, digits, hyphens and underscores, ten and more; a `receipt` has at most forty characters. Names of refunds
 * are neither, so the name itself stands in the notes alone.
 */
const keyOf = (name: string): string => createHash('sha256').update(name).digest('base64url');

const newsOf = (event: Json): News | undefined => {
  const payload = objectIn(event['payload']);
  const name = textIn(event['event']);
  if (name.startsWith('refund.')) return refundNews(objectIn(objectIn(payload['refund'])['entity']));
  return name.startsWith('payment.') ? paymentNews(objectIn(objectIn(payload['payment'])['entity'])) : undefined;
};

export const razorpayAdapter = (call: AskProvider, settings: ProviderSettings): PaymentAdapter => {
  const base = `${settings.api_url ?? HOME}/v1`;
  const basic = Buffer.from(`${settings.key_id}:${settings.secret}`).toString('base64');
  const ask = (path: string, body?: object, headers: Readonly<Record<string, string>> = {}): Promise<Json> =>
    call({
      url: `${base}${path}`,
      headers: { authorization: `Basic ${basic}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const paymentAt = (id: string): string => `/payments/${encodeURIComponent(id)}`;
  const look = async (paymentId: string): Promise<PaymentNews> => paymentNews(await ask(paymentAt(paymentId)));
  return {
    name: 'razorpay',
    paysBack: true,
    create: async ({ orderId, amount, currency, reference }) => {
      if (reference !== null) return { reference, clientSecret: null };
      const order = await ask('/orders', {
        amount,
        currency,
        receipt: orderId,
        notes: { order_id: orderId },
        payment: { capture: settings.capture === 'when_placed' ? 'manual' : 'automatic' },
      });
      return { reference: textIn(order['id']), clientSecret: null };
    },
    confirm: async ({ reference, paymentId, signature }) => {
      if (!isReturnOfRazorpay(reference, paymentId ?? '', signature ?? '', settings.secret)) {
        throw new Refusal('payment_signature_invalid');
      }
      const news = await look(paymentId ?? '');
      if (news.reference !== reference) throw new Refusal('payment_signature_invalid');
      return news;
    },
    lookAgain: ({ paymentId }) => look(paymentId),
    capture: async ({ paymentId, amount, currency }) =>
      paymentNews(await ask(`${paymentAt(paymentId)}/capture`, { amount, currency })),
    refund: async ({ paymentId, refundId, amount }) =>
      refundNews(
        await ask(
          `${paymentAt(paymentId)}/refund`,
          { amount, notes: { refund_id: refundId } },
          { 'x-refund-idempotency': keyOf(refundId) },
        ),
      ),
    webhook: ({ headers, body }) => {
      const signature = textIn(headers['x-razorpay-signature']);
      if (!isSignedByRazorpay(signature, body, settings.webhook_secret)) throw new Refusal('payment_signature_invalid');
      return newsOf(objectIn(parseStrictJson(body)));
    },
  };
};
