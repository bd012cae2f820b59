/** Stripe and Razorpay on loopback: the parts of their protocols that payments use, in the shapes their references show. */
import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Json = Record<string, unknown>;
type Asked = { readonly path: string; readonly headers: IncomingMessage['headers']; readonly fields: Json };

export const secrets = { secret: 'sk_test_secret', key_id: 'rzp_test_key', webhook_secret: 'whsec_of_the_provider' };

const basic = Buffer.from(`${secrets.key_id}:${secrets.secret}`).toString('base64');

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
};
const fieldsOf = (text: string): Json =>
  text.startsWith('{') ? (JSON.parse(text) as Json) : Object.fromEntries(new URLSearchParams(text));

export const openProviders = async () => {
  const intents = new Map<string, Json>();
  const payments = new Map<string, Json>();
  const byKey = new Map<string, Json>();
  const asked: Asked[] = [];
  /** Money that went back. */
  const paidBack: Json[] = [];
  let failures = 0;
  let losses = 0;
  let isMute = false;
  let hungUp = Promise.withResolvers<void>();
  let repeatsIntent = false;
  let nextRefund: Json | undefined;
  let held: { left: number; readonly reached: () => void; readonly answered: Promise<void> } | undefined;

  const newId = (prefix: string): string => `${prefix}_${randomBytes(7).toString('hex')}`;

  const stripe = ({ path, headers, fields }: Asked): Json | undefined => {
    if (headers.authorization !== `Bearer ${secrets.secret}`) return undefined;
    const [, id = '', capture] =
      /^\/v1\/payment_intents(?:\/(\w+)(\/capture)?)?(?:\?expand\[\]=latest_charge)?$/.exec(path) ?? [];
    const [first] = intents.values();
    if (path === '/v1/payment_intents' && repeatsIntent) return first;
    if (path === '/v1/payment_intents') {
      const made = {
        id: newId('pi'),
        object: 'payment_intent',
        amount: Number(fields['amount']),
        amount_received: 0,
        currency: fields['currency'],
        status: 'requires_payment_method',
        capture_method: fields['capture_method'],
        client_secret: newId('secret'),
        metadata: { order_id: fields['metadata[order_id]'] },
      };
      intents.set(made.id, made);
      return made;
    }
    const intent = intents.get(id);
    if (intent !== undefined && capture !== undefined) {
      Object.assign(intent, { status: 'succeeded', amount_received: intent['amount'] });
    }
    if (intent !== undefined) return intent;
    if (path !== '/v1/refunds') return undefined;
    return {
      id: newId('re'),
      object: 'refund',
      amount: Number(fields['amount']),
      currency: 'inr',
      payment_intent: fields['payment_intent'],
      status: 'pending',
      metadata: { refund_id: fields['metadata[refund_id]'] },
      ...nextRefund,
    };
  };

  const razorpay = ({ path, headers, fields }: Asked): Json | undefined => {
    if (headers.authorization !== `Basic ${basic}`) return undefined;
    if (path === '/v1/orders') return { id: newId('order'), entity: 'order', status: 'created', ...fields };
    const [, id = '', action] = /^\/v1\/payments\/(\w+)(?:\/(\w+))?$/.exec(path) ?? [];
    const payment = payments.get(id);
    if (payment === undefined) return undefined;
    if (action === 'capture') Object.assign(payment, { status: 'captured', captured: true });
    if (action !== 'refund') return payment;
    return {
      id: newId('rfnd'),
      entity: 'refund',
      payment_id: id,
      amount: fields['amount'],
      currency: payment['currency'],
      notes: fields['notes'],
      status: 'processed',
      ...nextRefund,
    };
  };

  /** What their references say a call must not be. */
  const malformed = ({ path, headers, fields }: Asked): string | undefined => {
    const { 'idempotency-key': key = '', 'x-refund-idempotency': refundKey } = headers;
    if (textOf(key).length > 255) return 'Idempotency-Key is longer than 255 characters';
    if (textOf(fields['metadata[refund_id]']).length > 500) return 'metadata is longer than 500 characters';
    if (textOf(fields['receipt']).length > 40) return 'The receipt may not be greater than 40 characters.';
    if (!/^\/v1\/payments\/\w+\/refund$/.test(path)) return undefined;
    return /^[A-Za-z0-9_-]{10,}$/.test(textOf(refundKey)) ? undefined : 'The idempotency key is not valid.';
  };
  const isRefund = ({ path }: Asked): boolean => path.endsWith('/refund') || path === '/v1/refunds';

  /** What was answered before to the same key; undefined for a stranger. */
  const answerOf = (call: Asked): Json | undefined => {
    const { headers } = call;
    if (![secrets.secret, basic].some((proof) => headers.authorization?.endsWith(proof))) return undefined;
    const key = textOf(headers['idempotency-key'] ?? headers['x-refund-idempotency']);
    const known = byKey.get(key);
    if (known !== undefined) return known;
    const made = stripe(call) ?? razorpay(call);
    if (made !== undefined && key !== '') byKey.set(key, made);
    if (made !== undefined && isRefund(call) && made['status'] !== 'failed') paidBack.push(made);
    return made;
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const call = { path: request.url ?? '', headers: request.headers, fields: fieldsOf(await bodyOf(request)) };
    asked.push(call);
    const answer = (status: number, body: Json): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (failures > 0) {
      failures -= 1;
      answer(503, { error: { message: 'busy' } });
      return;
    }
    if (isMute) {
      request.socket.once('close', () => hungUp.resolve());
      return;
    }
    const wrong = malformed(call);
    if (wrong !== undefined) {
      answer(400, { error: { message: wrong, description: wrong } });
      return;
    }
    const made = answerOf(call);
    const slow = held;
    if (slow !== undefined) slow.left -= 1;
    if (slow?.left === 0) {
      held = undefined;
      slow.reached();
    }
    await slow?.answered;
    if (losses > 0) {
      losses -= 1;
      request.socket.destroy();
    } else if (made === undefined) answer(401, { error: { message: 'Invalid API Key provided', description: 'no' } });
    else answer(200, made);
  };
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    intents,
    /** The next calls are answered 503. */
    fail: (times: number) => {
      failures = times;
    },
    paidBack,
    /** The next calls are dealt with, and their answers are lost. */
    lose: (times: number) => {
      losses = times;
    },
    /** No call is dealt with or answered, until it speaks again. */
    mute: (on = true) => {
      isMute = on;
      hungUp = Promise.withResolvers();
    },
    /** Somebody who was not answered waits no more. */
    hungUp: () => hungUp.promise,
    /** Every order is given the first intent that was made. */
    repeatIntent: (on = true) => {
      repeatsIntent = on;
    },
    /** A day has gone by: what was asked before is not known any more. */
    forget: () => byKey.clear(),
    /** What further refunds say beside, or instead of, what they always do. */
    refundsSay: (said?: Json) => {
      nextRefund = said;
    },
    /** The next calls are dealt with, and answered when that is said. */
    hold: (calls = 1) => {
      const [reached, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      held = { left: calls, reached: reached.resolve, answered: answered.promise };
      return { reached: reached.promise, answer: answered.resolve };
    },
    /** A shopper pays at Razorpay: the payment, and what its checkout gives the browser. */
    payAtRazorpay: (order: string, amount: number, status = 'captured') => {
      const id = newId('pay');
      payments.set(id, { id, entity: 'payment', amount, currency: 'INR', status, order_id: order, notes: {} });
      const signature = createHmac('sha256', secrets.secret).update(`${order}|${id}`).digest('hex');
      return { id, signature, entity: payments.get(id) };
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

export const stripeSignature = (body: string, at: number, secret = secrets.webhook_secret): string => {
  const t = Math.floor(at / 1000);
  return `t=${t},v0=old,v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`;
};
export const razorpaySignature = (body: string, secret = secrets.webhook_secret): string =>
  createHmac('sha256', secret).update(body).digest('hex');
