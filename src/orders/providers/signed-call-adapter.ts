/**
 * A payment service of the shop's own: it takes the money by itself, knows the payment by the order's id, and tells by a signed call
 * what became of payments and refunds. It cannot be asked, nor told to pay back.
 */
import { parseStrictJson } from '../../http/requests/strict-json.ts';
import { findCurrency } from '../../shared/currency.ts';
import { Refusal } from '../../shared/errors.ts';
import { type Minor, toMinor } from '../../shared/money.ts';
import { isSigned } from '../payment/payment-signature.ts';
import {
  asTold,
  begunHere,
  type Heard,
  type News,
  nothingKnown,
  paidBackByHand,
  type PaymentAdapter,
  type PaymentNews,
  type RefundNews,
} from './payment-adapter.ts';
import { objectIn, textIn } from './provider-call.ts';

type Json = Readonly<Record<string, unknown>>;

const states: ReadonlyMap<unknown, PaymentNews['state']> = new Map([
  ['success', 'paid'],
  ['failed', 'failed'],
]);
const refundStates: ReadonlySet<unknown> = new Set<RefundNews['state']>(['sent', 'done', 'failed']);

/** Null of what is no amount of a currency there is. */
const minorIn = ({ amount, currency }: Json): Minor | null => {
  const exponent = findCurrency(textIn(currency))?.exponent;
  return exponent === undefined || typeof amount !== 'number' ? null : toMinor(amount, exponent);
};

type Money = Pick<News, 'amount' | 'currency'>;

const refundNews = (message: Json, money: Money): RefundNews | undefined => {
  const { outcome } = message;
  const [refundId, reference] = [textIn(message['refund_id']), textIn(message['reference'])];
  if (refundId === '' || !refundStates.has(outcome)) return undefined;
  return { kind: 'refund', refundId, paymentId: '', reference, state: outcome as RefundNews['state'], ...money };
};

const paymentNews = (message: Json, money: Money): PaymentNews | undefined => {
  const [reference, paymentId] = [textIn(message['order_id']), textIn(message['payment_id'])];
  const state = states.get(message['outcome']);
  if (state === undefined || reference === '' || paymentId === '') return undefined;
  return { kind: 'payment', reference, paymentId, state, ...money };
};

const newsOf = (message: Json, about: Heard['about'] = 'payment'): News | undefined => {
  const amount = minorIn(message);
  if (amount === null) return undefined;
  const money = { amount, currency: textIn(message['currency']) };
  return about === 'refund' ? refundNews(message, money) : paymentNews(message, money);
};

/** Undefined where the shop has no such service: then nobody can sign. */
export const signedCallAdapter = (secret: string | undefined): PaymentAdapter => ({
  name: 'signed_call',
  paysBack: false,
  create: begunHere,
  confirm: nothingKnown,
  lookAgain: asTold,
  // What it tells as paid it has taken.
  capture: asTold,
  refund: paidBackByHand,
  webhook: ({ headers, body, now, about }) => {
    if (secret === undefined || !isSigned(headers, body, secret, now)) throw new Refusal('payment_signature_invalid');
    return body.length === 0 ? undefined : newsOf(objectIn(parseStrictJson(body)), about);
  },
});
