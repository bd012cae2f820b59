/**
 * Is a customer's JWT genuine for an application, and whom does it name?
 *
 * The application's settings decide by which key, and the kind of key decides which algorithms: a shared secret takes
 * HMAC only, a public key takes signatures only. So a public key can never be used as if it were a secret. Everything
 * a token says about where its key might be found (jku, jwk, x5u, x5c) is ignored.
 *
 * "Not genuine" and "cannot be told" are different answers: nobody is signed out because a key source is down.
 */
import { createPublicKey, type KeyObject } from 'node:crypto';
import { decodeProtectedHeader, type JWTVerifyOptions, jwtVerify, type ProtectedHeaderParameters } from 'jose';
import type { CustomerTokenSettings } from '../contract/applications/application-contract.ts';
import type { FindKey } from './key-set.ts';

export type Customer = {
  readonly userId: string;
  /** What the proof says beside that, as it came: to be read with suspicion. */
  readonly claims: Readonly<Record<string, unknown>>;
  /** When the proof ends; null for one that holds for this request only. */
  readonly expiresAt: number | null;
};
type CustomerVerdict =
  | { readonly customer: Customer }
  | { readonly refused: 'invalid' | 'unavailable'; readonly reason: string };

export type CustomerKeys = {
  readonly findKey: FindKey;
  /** The application's shared secret, opened; undefined when it has none. */
  readonly secretOf: (applicationId: string) => Promise<string | undefined>;
};
export type VerifyCustomerToken = (
  token: string,
  applicationId: string,
  settings: CustomerTokenSettings,
  now: number,
) => Promise<CustomerVerdict>;

const mostCharacters = 8 * 1024;
const clockToleranceSeconds = 30;
const leastSecretBytes = 32;
/** The last second a Date can name; 1e999 in JSON is Infinity, a token for ever. */
const latestExpiry = 8_640_000_000_000;
const symmetric = ['HS256', 'HS384', 'HS512'];
const asymmetric = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ');

const invalid = (reason: string): CustomerVerdict => ({ refused: 'invalid', reason });
const unavailable = (reason: string): CustomerVerdict => ({ refused: 'unavailable', reason });

/** A user id is 1 to 128 visible ASCII characters, wherever it comes from. */
export const isUserId = (value: unknown): value is string =>
  typeof value === 'string' && /^[\x21-\x7e]{1,128}$/.test(value);

export const customerTokens = (keys: CustomerKeys): VerifyCustomerToken => {
  const publicKeyOf = publicKeys();
  return async (token, applicationId, settings, now) => {
    const header = readHeader(token);
    if (header === undefined) return invalid('malformed');
    const algorithms = settings.kind === 'secret' ? symmetric : asymmetric;
    if (header.alg === undefined || !algorithms.includes(header.alg)) return invalid('algorithm');
    const options = { ...claimOptions(settings, now), algorithms };
    if (settings.kind === 'secret') {
      const secret = Buffer.from((await keys.secretOf(applicationId)) ?? '');
      return secret.length < leastSecretBytes ? unavailable('no_secret') : judge(token, secret, options);
    }
    if (settings.kind === 'pem') {
      const key = publicKeyOf(settings);
      return key === null ? unavailable('public_key_unusable') : judge(token, key, options);
    }
    const answer = await keys.findKey(settings.jwks_url ?? '', header);
    if ('key' in answer) return judge(token, answer.key, options);
    return answer.none === 'unknown' ? invalid('key_unknown') : unavailable('key_source');
  };
};

/** Settings are one object per version, so an imported key lives exactly as long as the settings that name it. */
const publicKeys = (): ((settings: CustomerTokenSettings) => KeyObject | null) => {
  const imported = new WeakMap<CustomerTokenSettings, KeyObject | null>();
  return (settings) => {
    const known = imported.get(settings);
    if (known !== undefined) return known;
    const key = importPublicKey(settings.public_key_pem ?? '');
    imported.set(settings, key);
    return key;
  };
};

/** The header of a compact JWS within limits. Its signature has one spelling, so a token cannot be altered unnoticed. */
const readHeader = (token: string): ProtectedHeaderParameters | undefined => {
  const [, , signature = '', ...more] = token.split('.', 4);
  const canonical = Buffer.from(signature, 'base64url').toString('base64url') === signature;
  if (token.length > mostCharacters || more.length > 0 || !canonical) return undefined;
  try {
    const header = decodeProtectedHeader(token);
    return header.crit === undefined && (header.kid === undefined || typeof header.kid === 'string')
      ? header
      : undefined;
  } catch {
    return undefined;
  }
};

const importPublicKey = (pem: string): KeyObject | null => {
  try {
    return pem.includes('PRIVATE KEY') ? null : createPublicKey(pem);
  } catch {
    return null;
  }
};

const claimOptions = ({ issuer, audience }: CustomerTokenSettings, now: number): JWTVerifyOptions => ({
  currentDate: new Date(now),
  clockTolerance: clockToleranceSeconds,
  ...(issuer === undefined ? {} : { issuer }),
  ...(audience === undefined ? {} : { audience }),
});

const judge = async (
  token: string,
  key: Parameters<typeof jwtVerify>[1],
  options: JWTVerifyOptions,
): Promise<CustomerVerdict> => {
  try {
    const { payload } = await jwtVerify(token, key, options);
    if (!isUserId(payload.sub)) return invalid('sub');
    if (payload.exp === undefined || payload.exp > latestExpiry) return invalid('exp');
    return { customer: { userId: payload.sub, claims: payload, expiresAt: payload.exp * 1000 } };
  } catch (error) {
    // The library throws for every token it does not accept; its words go to the log, never to the caller.
    return invalid(error instanceof Error ? error.message : 'unverified');
  }
};
