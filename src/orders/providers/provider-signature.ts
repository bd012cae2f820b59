/** Whether a message is the provider's own, as Stripe and Razorpay sign them. Pure. */
import { createHmac, timingSafeEqual } from 'node:crypto';

const TOLERANCE_S = 300;

const hexOf = (secret: string, ...parts: readonly (string | Uint8Array)[]): string =>
  parts.reduce((hmac, part) => hmac.update(part), createHmac('sha256', secret)).digest('hex');

const isSame = (given: string, wanted: string): boolean =>
  given.length === wanted.length && timingSafeEqual(Buffer.from(given, 'latin1'), Buffer.from(wanted, 'latin1'));

/** `t=<seconds>,v1=<hex>[,v1=<hex>…]`: HMAC-SHA256 of `t.body`. Other schemes are passed over. */
export const isSignedByStripe = (header: string, body: Uint8Array, secret: string, now: number): boolean => {
  const parts = header.split(',').map((part) => part.trim().split('=', 2));
  const timestamp = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now / 1000 - Number(timestamp)) > TOLERANCE_S) return false;
  const wanted = hexOf(secret, `${timestamp}.`, body);
  return parts.some(([name, value = '']) => name === 'v1' && isSame(value, wanted));
};

/** Hex HMAC-SHA256 of the body. It has no time: a message that is sent again is told apart by what it says. */
export const isSignedByRazorpay = (header: string, body: Uint8Array, secret: string): boolean =>
  isSame(header, hexOf(secret, body));

/** What its checkout gives the browser: HMAC-SHA256 of `order|payment` under the key's own secret. */
export const isReturnOfRazorpay = (orderId: string, paymentId: string, signature: string, secret: string): boolean =>
  isSame(signature, hexOf(secret, `${orderId}|${paymentId}`));
