/**
 * The keys that seal what must be readable again: CARTWRIGHT_KEY, or the file `key` in the data folder.
 *
 * A keyring is one key or more, newest first; the first seals, all of them open. A key is known outside by its id only.
 */
import { createHash, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createDurably, readIfThere, replaceDurably } from './durable-file.ts';

/** A KeyObject shows nothing when it is logged or serialised. */
export type SealingKey = { readonly id: string; readonly secret: KeyObject };
export type Keyring = {
  readonly keys: readonly [SealingKey, ...SealingKey[]];
  /** Where a person finds and changes the keys: `CARTWRIGHT_KEY`, or the path of the file. */
  readonly source: string;
};

/** The keys given to this node cannot be used, or do not fit the database. The message says what to do. */
export class KeyringError extends Error {
  override readonly name = 'KeyringError';
}

const KEY_BYTES = 32;

const sealingKey = (bytes: Uint8Array): SealingKey => ({
  id: createHash('sha256').update(bytes).digest('hex').slice(0, 8),
  secret: createSecretKey(bytes),
});

const bytesOf = (text: string): Uint8Array | undefined => {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  if (/^[\w+/-]{43}=?$/.test(text)) return Buffer.from(text, 'base64'); // reads base64url too
  return undefined;
};

/** Keys of 32 bytes in base64, base64url or hex, parted by commas or lines. */
export const parseKeyring = (text: string, source: string): Keyring => {
  const words = text.split(/[,\s]+/).filter((word) => word !== '');
  const keys = words.map((word, index) => {
    const bytes = bytesOf(word);
    if (bytes?.length === KEY_BYTES) return sealingKey(bytes);
    throw new KeyringError(
      `Key ${index + 1} in ${source} is not ${KEY_BYTES} bytes in base64 or hex. Make one with: openssl rand -base64 ${KEY_BYTES}`,
    );
  });
  const [first, ...others] = keys.filter((key, index) => keys.findIndex(({ id }) => id === key.id) === index);
  if (first === undefined) throw new KeyringError(`There is no key in ${source}.`);
  return { keys: [first, ...others], source };
};

const writtenKeyring = ({ keys }: Keyring): string =>
  keys.map(({ secret }) => `${secret.export().toString('base64')}\n`).join('');

/** The same keyring with a new key in front. */
export const withNewKey = (keyring: Keyring): Keyring => ({
  ...keyring,
  keys: [sealingKey(randomBytes(KEY_BYTES)), ...keyring.keys],
});

export const keyFile = (dataFolder: string): string => join(dataFolder, 'key');

export const writeKeyFile = (dataFolder: string, keyring: Keyring): Promise<void> =>
  replaceDurably(keyFile(dataFolder), writtenKeyring(keyring));

export type KeyringPlace = { readonly keyText: string | undefined; readonly dataFolder: string };

/** The keyring given as text, else the data folder's; undefined when there is neither. */
export const readKeyring = async ({ keyText, dataFolder }: KeyringPlace): Promise<Keyring | undefined> => {
  if (keyText !== undefined) return parseKeyring(keyText, 'CARTWRIGHT_KEY');
  const file = keyFile(dataFolder);
  const kept = await readIfThere(file);
  return kept === undefined ? undefined : parseKeyring(kept, file);
};

/** Writes a first key into the data folder. Of two that do so at once, one key stays: `isOurs` tells whose. */
export const makeKeyFile = async (
  dataFolder: string,
): Promise<{ readonly keyring: Keyring; readonly isOurs: boolean }> => {
  const file = keyFile(dataFolder);
  const made: Keyring = { keys: [sealingKey(randomBytes(KEY_BYTES))], source: file };
  if (await createDurably(file, writtenKeyring(made))) return { keyring: made, isOurs: true };
  return { keyring: parseKeyring((await readIfThere(file)) ?? '', file), isOurs: false };
};

export const removeKeyFile = (dataFolder: string): Promise<void> => rm(keyFile(dataFolder), { force: true });
