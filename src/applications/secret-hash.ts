/**
 * Random secrets of 32 bytes, kept as SHA-256: they cannot be guessed, so a slow hash would only slow us down.
 * A person's password is another matter: password.ts.
 */
import { hash, timingSafeEqual } from 'node:crypto';
import { type RandomBytes, secretToken } from '../shared/identifiers.ts';

export type NewSecret = {
  /** Shown once, never stored. */
  readonly secret: string;
  readonly hash: string;
  /** The last four characters, to tell one secret from another in a list. */
  readonly hint: string;
};

export const secretHash = (secret: string): string => hash('sha256', secret, 'hex');

export const newSecret = (random: RandomBytes, prefix = ''): NewSecret => {
  const secret = `${prefix}${secretToken(random)}`;
  return { secret, hash: secretHash(secret), hint: secret.slice(-4) };
};

/** Compares with every hash, the matching one or not, so that time tells nothing about which one it was. */
export const matchesAny = (secret: string, hashes: readonly string[]): boolean => {
  const given = Buffer.from(secretHash(secret), 'hex');
  return hashes.filter((hash) => timingSafeEqual(given, Buffer.from(hash, 'hex'))).length > 0;
};
