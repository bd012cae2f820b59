/** Stripe: a PaymentIntent for an order. Its webhook is signed with a time, so that an old message is none. */
import { parseStrictJson } from '../../http/requests/strict-json.ts';
import { Refusal } from '../../shared/errors.ts';
import type { News, PaymentAdapter, PaymentNews, RefundNews } from './payment-adapter.ts';
import { amountIn, type AskProvider, objectIn, textIn } from './provider-call.ts';
import type { ProviderSettings } from './provider-settings.ts';
import { isSignedByStripe } from './provider-signature.ts';
import { atStripe, fromStripe } from './stripe-amount-rules.ts';

const HOME = 'https://api.stripe.com';
/** The shapes below are of this version, whatever the account's own is. */
const VERSION = '2024-06-20';

type Json = Readonly<Record<string, unknown>>;

const states: ReadonlyMap<string, PaymentNews['state']> = new Map([
  ['succeeded', 'paid'],
  ['requires_capture', 'authorized'],
  ['canceled', 'failed'],
]);
const refundStates: ReadonlyMap<string, RefundNews['state']> = new Map([
  ['succeeded', 'done'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
]);

const currencyIn = (said: Json): string => textIn(said['currency']).toUpperCase();
const unitsOf = (amount: number, currency: string): string => {
  const units = atStripe(amount, currency);
  if (Number.isSafeInteger(units)) return String(units);
  throw new Refusal('payment_provider_refused', { message: `Stripe takes no such fraction of ${currency}.` });
};

/**
 * A card that was declined leaves the intent open for another: only `canceled` is the end. What was given back over there before we
 * heard of it pays for nothing; the intent goes on to call it received.
 */
const intentNews = (intent: Json): PaymentNews => {
  const said = states.get(textIn(intent['status'])) ?? 'pending';
  const id = textIn(intent['id']);
  const back = amountIn(objectIn(intent['latest_charge'])['amount_refunded']) || 0;
  const currency = currencyIn(intent);
  const left = amountIn(said === 'paid' ? intent['amount_received'] : intent['amount']) - back;
  return {
    kind: 'payment',
    reference: id,
    paymentId: id,
    state: back > 0 && left === 0 ? 'pending' : said,
    amount: fromStripe(left, currency),
    currency,
  };
};

const refundNews = (refund: Json): RefundNews => ({
  kind: 'refund',
  refundId: textIn(objectIn(refund['metadata'])['refund_id']),
  paymentId: textIn(refund['payment_intent']),
  reference: textIn(refund['id']),
  state: refundStates.get(textIn(refund['status'])) ?? 'sent',
  amount: fromStripe(amountIn(refund['amount']), currencyIn(refund)),
  currency: currencyIn(refund),
});

const newsOf = (event: Json): News | undefined => {
  const object = objectIn(objectIn(event['data'])['object']);
  if (object['object'] === 'payment_intent') return intentNews(object);
  return object['object'] === 'refund' ? refundNews(object) : undefined;
};

export const stripeAdapter = (call: AskProvider, settings: ProviderSettings): PaymentAdapter => {
  const base = `${settings.api_url ?? HOME}/v1`;
  const ask = (path: string, key = '', fields?: Readonly<Record<string, string>>): Promise<Json> =>
    call({
      url: `${base}${path}`,
      headers: {
        authorization: `Bearer ${settings.secret}`,
        'stripe-version': VERSION,
        ...(key === '' ? {} : { 'idempotency-key': key, 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(fields === undefined ? {} : { body: new URLSearchParams(fields).toString() }),
    });
  const intentOf = (id: string): string => `/payment_intents/${encodeURIComponent(id)}`;
  // The charge says what went back of it; a webhook has but its name.
  const look = async ({ reference }: { readonly reference: string }): Promise<PaymentNews> =>
    intentNews(await ask(`${intentOf(reference)}?expand[]=latest_charge`));
  return {
    name: 'stripe',
    paysBack: true,
    create: async ({ orderId, amount, currency, reference }) => {
      const intent =
        reference === null
          ? await ask('/payment_intents', `cartwright-${orderId}`, {
              amount: unitsOf(amount, currency),
              currency: currency.toLowerCase(),
              'automatic_payment_methods[enabled]': 'true',
              capture_method: settings.capture === 'when_placed' ? 'manual' : 'automatic',
              'metadata[order_id]': orderId,
            })
          : await ask(intentOf(reference));
      return { reference: textIn(intent['id']), clientSecret: textIn(intent['client_secret']) };
    },
    confirm: look,
    lookAgain: look,
    capture: async ({ reference }) =>
      intentNews(await ask(`${intentOf(reference)}/capture`, `cartwright-capture-${reference}`, {})),
    refund: async ({ paymentId, refundId, amount, currency }) =>
      refundNews(
        await ask('/refunds', `cartwright-refund-${refundId}`, {
          payment_intent: paymentId,
          amount: unitsOf(amount, currency),
          'metadata[refund_id]': refundId,
        }),
      ),
    webhook: ({ headers, body, now }) => {
      const signature = textIn(headers['stripe-signature']);
      if (!isSignedByStripe(signature, body, settings.webhook_secret, now)) {
        throw new Refusal('payment_signature_invalid');
      }
      return newsOf(objectIn(parseStrictJson(body)));
    },
  };
};
