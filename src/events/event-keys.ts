/**
 * What the installation's one secret for events gives each application: a key for hashes of personal data, and the write key
 * that pages may show. Both are derived, so there is nothing to store and nothing to look up.
 */
import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import { boundedCache } from '../db/bounded-cache.ts';
import type { HashText } from '../privacy/person-names.ts';

export type EventKeys = {
  readonly hashOf: (applicationId: string) => HashText;
  /** `generation` is a setting: another one makes another key. */
  readonly writeKey: (applicationId: string, generation: number) => string;
};

const APPLICATIONS_KEPT = 1_000;
const HASH_CHARACTERS = 32;
/** Of a shopper who does one thing after another every event tells the same ids: about 200 bytes each. */
const IDS_KEPT = 10_000;
const ID_CHARACTERS = 64;

export const eventKeys = (secret: Uint8Array): EventKeys => {
  const derived = (purpose: string): Buffer => createHmac('sha256', secret).update(purpose).digest();
  // Node prepares plain bytes anew for every HMAC, which costs more than the HMAC.
  const hashKey = boundedCache(APPLICATIONS_KEPT, (applicationId) => createSecretKey(derived(`hash/${applicationId}`)));
  const hashed = (applicationId: string, text: string): string =>
    createHmac('sha256', hashKey(applicationId)).update(text).digest('hex').slice(0, HASH_CHARACTERS);
  const ids = boundedCache(IDS_KEPT, (name) => {
    const [applicationId = '', ...text] = name.split(' ');
    return { hash: hashed(applicationId, text.join(' ')) };
  });
  return {
    hashOf: (applicationId) => (text) =>
      text.length > ID_CHARACTERS ? hashed(applicationId, text) : ids(`${applicationId} ${text}`).hash,
    writeKey: (applicationId, generation) =>
      `${applicationId}.${derived(`write/${applicationId}/${generation}`).toString('base64url').slice(0, HASH_CHARACTERS)}`,
  };
};

/** The application a write key is of, if it is one. */
export const applicationOfKey = (writeKey: string): string | undefined =>
  /^([0-9a-f]{24})\.[\w-]{32}$/.exec(writeKey)?.[1];

export const sameKey = (given: string, wanted: string): boolean =>
  given.length === wanted.length && timingSafeEqual(Buffer.from(given), Buffer.from(wanted));
