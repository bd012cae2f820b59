/** Passwords of people: scrypt, with its parameters and salt kept beside the hash so that they can be raised later. */
import { type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import type { RandomBytes } from '../shared/identifiers.ts';

const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** About half a second of one core and 32 MiB: OWASP's floor for scrypt, for a thing done once a day. */
const strength = { N: 2 ** 15, r: 8, p: 3 } as const;
type Strength = { readonly N: number; readonly r: number; readonly p: number };

const derive = (password: string, salt: Uint8Array, { N, r, p }: Strength): Promise<Buffer> => {
  const options: ScryptOptions = { N, r, p, maxmem: 256 * N * r };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, HASH_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
};

const written = ({ N, r, p }: Strength, salt: Uint8Array, hash: Uint8Array): string =>
  ['scrypt', N, r, p, Buffer.from(salt).toString('base64url'), Buffer.from(hash).toString('base64url')].join('$');

export const hashPassword = async (
  password: string,
  random: RandomBytes,
  using: Strength = strength,
): Promise<string> => {
  const salt = random(SALT_BYTES);
  return written(using, salt, await derive(password, salt, using));
};

/** Nobody's password: what an account without one is compared with, so that it takes as long as any other. */
const nobody = written(strength, Buffer.alloc(SALT_BYTES), Buffer.alloc(HASH_BYTES));

export const passwordMatches = async (stored: string | null, password: string): Promise<boolean> => {
  const [kind, N, r, p, salt = '', hash = ''] = (stored ?? nobody).split('$');
  if (kind !== 'scrypt') throw new Error('a stored password is not in a form this release knows');
  const made = await derive(password, Buffer.from(salt, 'base64url'), { N: Number(N), r: Number(r), p: Number(p) });
  return timingSafeEqual(made, Buffer.from(hash, 'base64url')) && stored !== null;
};
