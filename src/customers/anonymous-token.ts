/**
 * The token of a shopper who has not signed in: `a1.<id>.<issued at>.<seal>`.
 *
 * The id is 24 hex digits, the time is seconds in base 36, the seal is an HMAC over both and over the application, so
 * a token of one application is worth nothing in another. Secrets are 32 bytes; the first one seals, all of them open,
 * so one can be replaced without losing a cart.
 */
import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { boundedCache } from '../db/bounded-cache.ts';
import { objectId, type RandomBytes } from '../shared/identifiers.ts';
import { oncePer } from '../shared/once-per.ts';

/** Newest first; never empty. Key objects, because Node prepares plain bytes anew for every HMAC, which costs more than the HMAC. */
export type AnonymousSecrets = readonly [KeyObject, ...KeyObject[]];
export type AnonymousShopper = { readonly id: string; readonly issuedAt: number };

const day = 86_400_000;
export const anonymousLifetime = 365 * day;
/** A token is written anew, with the same id, when it is used for a write at this age: a returning shopper never expires. */
const renewalAge = 30 * day;
/** Nodes' clocks may differ by this much. */
const clockSkew = 5 * 60_000;

const pattern = /^a1\.([0-9a-f]{24})\.([0-9a-z]{1,9})\.([\w-]{43})$/;

export const newAnonymousShopper = (now: number, random: RandomBytes): AnonymousShopper => ({
  id: objectId(random),
  issuedAt: now,
});

export const issueAnonymousToken = (
  [secret]: AnonymousSecrets,
  applicationId: string,
  { id, issuedAt }: AnonymousShopper,
): string => {
  const seconds = Math.floor(issuedAt / 1000).toString(36);
  return `a1.${id}.${seconds}.${sealOf(secret, applicationId, id, seconds)}`;
};

/** The shopper a token names, or undefined when we did not issue it, not for this application, or too long ago. */
export const readAnonymousToken = (
  secrets: AnonymousSecrets,
  applicationId: string,
  token: string,
  now: number,
): AnonymousShopper | undefined => {
  // What is not even like a token, and may be of any length, is not remembered.
  const { shopper } = pattern.test(token) ? opened(secrets)(`${applicationId} ${token}`) : none;
  if (shopper === undefined) return undefined;
  const { issuedAt } = shopper;
  return issuedAt <= now + clockSkew && issuedAt > now - anonymousLifetime ? shopper : undefined;
};

type Opened = { readonly shopper: AnonymousShopper | undefined };
const none: Opened = { shopper: undefined };

const open = (secrets: AnonymousSecrets, applicationId: string, token: string): Opened => {
  const [, id, seconds, seal] = pattern.exec(token) ?? [];
  if (id === undefined || seconds === undefined || seal === undefined) return none;
  const given = Buffer.from(seal);
  const genuine = secrets.filter((secret) =>
    timingSafeEqual(given, Buffer.from(sealOf(secret, applicationId, id, seconds))),
  );
  return genuine.length === 0 ? none : { shopper: { id, issuedAt: Number.parseInt(seconds, 36) * 1000 } };
};

/** About 400 bytes each. A seal that was found right stays right: it is looked at once while its shopper comes again and again. */
const TOKENS_KEPT = 10_000;
const opened = oncePer((secrets: AnonymousSecrets) =>
  boundedCache(TOKENS_KEPT, (name): Opened => {
    const [applicationId = '', token = ''] = name.split(' ');
    return open(secrets, applicationId, token);
  }),
);

export const needsRenewal = ({ issuedAt }: AnonymousShopper, now: number): boolean => issuedAt < now - renewalAge;

const sealOf = (secret: KeyObject, applicationId: string, id: string, seconds: string): string =>
  createHmac('sha256', secret)
    .update(`cartwright anonymous token a1\n${applicationId}\n${id}\n${seconds}`)
    .digest('base64url');
