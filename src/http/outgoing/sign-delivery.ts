/**
 * How a receiver knows that a delivery is ours: the headers of Standard Webhooks, one signature for each live secret, and
 * beside them `x-fp-signature`, the plain HMAC of the body that receivers built on the SDK's extension kit check.
 */
import { createHmac } from 'node:crypto';
import type { RandomBytes } from '../../shared/identifiers.ts';

/** `whsec_` and base64, as Standard Webhooks writes it; any other text is used byte for byte. */
const PREFIX = 'whsec_';
const keyOf = (secret: string): Buffer =>
  secret.startsWith(PREFIX) ? Buffer.from(secret.slice(PREFIX.length), 'base64') : Buffer.from(secret);

/** As Standard Webhooks writes them. */
export const newSecret = (random: RandomBytes): string => `${PREFIX}${Buffer.from(random(32)).toString('base64')}`;

export type Signed = {
  /** The event's id: the same in every attempt. */
  readonly id: string;
  readonly body: string;
  /** Newest first. `x-fp-signature` has room for one and is made with that. */
  readonly secrets: readonly [string, ...string[]];
  readonly now: number;
};

export const signatureHeaders = ({ id, body, secrets, now }: Signed): Readonly<Record<string, string>> => {
  const timestamp = String(Math.floor(now / 1000));
  const signatures = secrets.map((secret) => {
    const digest = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64');
    return `v1,${digest}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
    'x-fp-event-id': id,
    'x-fp-signature': createHmac('sha256', secrets[0]).update(body).digest('hex'),
  };
};
