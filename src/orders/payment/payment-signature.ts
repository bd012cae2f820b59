/**
 * Whether a message is the payment service's own: HMAC-SHA256 of `id.timestamp.body` under the application's payment secret, in
 * the headers of Standard Webhooks. A secret that begins with `whsec_` is base64. Pure.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { ownEntry } from '../../shared/own-entry.ts';

const TOLERANCE_S = 300;
const PREFIX = 'whsec_';

export const signatureOf = (secret: string, id: string, timestamp: string, body: Uint8Array): string => {
  const key = secret.startsWith(PREFIX) ? Buffer.from(secret.slice(PREFIX.length), 'base64') : Buffer.from(secret);
  return createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
};

const isSame = (given: string, wanted: string): boolean =>
  given.length === wanted.length && timingSafeEqual(Buffer.from(given, 'latin1'), Buffer.from(wanted, 'latin1'));

const headerOf = (headers: IncomingHttpHeaders, name: string): string => {
  const value = ownEntry(headers, name);
  return typeof value === 'string' ? value : '';
};

/** By what a message that comes again is known, in few characters however long its id is. */
export const messageName = (headers: IncomingHttpHeaders): string =>
  createHash('sha256').update(headerOf(headers, 'webhook-id')).digest('base64url').slice(0, 22);

/** Several signatures may be given, separated by blanks; versions that are not `v1` are passed over. */
export const isSigned = (headers: IncomingHttpHeaders, body: Uint8Array, secret: string, now: number): boolean => {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  if (id === '' || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now / 1000 - Number(timestamp)) > TOLERANCE_S) return false;
  const wanted = signatureOf(secret, id, timestamp, body);
  return headerOf(headers, 'webhook-signature')
    .split(' ')
    .some((part) => part.startsWith('v1,') && isSame(part.slice(3), wanted));
};
