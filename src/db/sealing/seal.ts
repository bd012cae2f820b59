/**
 * Sealing: AES-256-GCM under the first key of the keyring, as `v1.<key id>.<nonce>.<ciphertext and tag>`.
 *
 * The purpose, such as `application/<id>/customer_token_secret`, is bound into the seal: a sealed text that was moved to
 * another row does not open there.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Keyring } from './keyring.ts';

export type SealProblem = 'unknown_key' | 'tampered';

export class SealError extends Error {
  override readonly name = 'SealError';
  readonly problem: SealProblem;
  constructor(problem: SealProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export const seal = ({ keys: [current] }: Keyring, purpose: string, plaintext: string): string => {
  // Never an argument: under one key, a nonce that repeats gives both texts away.
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, current.secret, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(purpose));
  const sealed = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `v1.${current.id}.${nonce.toString('base64url')}.${sealed.toString('base64url')}`;
};

const SEALED = /^v1\.([0-9a-f]{8})\.([\w-]{16})\.([\w-]+)$/;

export const open = (keyring: Keyring, purpose: string, sealed: string): string => {
  const [, keyId = '', nonce = '', body = ''] = SEALED.exec(sealed) ?? [];
  const key = keyring.keys.find(({ id }) => id === keyId);
  if (keyId !== '' && key === undefined) {
    throw new SealError('unknown_key', `${purpose} is sealed under key ${keyId}, which is not in ${keyring.source}.`);
  }
  const bytes = Buffer.from(body, 'base64url');
  if (key === undefined || bytes.length < TAG_BYTES) throw tampered(purpose);
  const decipher = createDecipheriv(CIPHER, key.secret, Buffer.from(nonce, 'base64url'), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(purpose));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    throw tampered(purpose);
  }
};

const tampered = (purpose: string): SealError =>
  new SealError('tampered', `${purpose} does not open: the sealed text was changed, cut, or belongs to another row.`);
