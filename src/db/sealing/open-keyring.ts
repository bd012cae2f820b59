/**
 * The keys of this node, once it is sure that they fit the database. A key is made for a database that is sealed under none,
 * and for no other: a start that is refused leaves the data folder as it was, so that the lost key can be put back.
 */
import type { Database } from '../database.ts';
import {
  keyFile,
  type Keyring,
  KeyringError,
  type KeyringPlace,
  makeKeyFile,
  readKeyring,
  removeKeyFile,
} from './keyring.ts';
import { refuseMissingKeys, registerKeyring } from './sealing-keys.ts';

/** Throws a KeyringError when the keys at that place, or their absence, do not fit. Changes nothing. */
export const checkKeyring = async (db: Database, place: KeyringPlace): Promise<Keyring | undefined> => {
  const found = await readKeyring(place);
  await refuseMissingKeys(db, found ?? { keys: [], source: keyFile(place.dataFolder) });
  return found;
};

const firstKeyring = async (db: Database, { dataFolder }: KeyringPlace, at: number): Promise<Keyring> => {
  const { keyring, isOurs } = await makeKeyFile(dataFolder);
  try {
    await registerKeyring(db, keyring, at);
    return keyring;
  } catch (error) {
    // Another node, with a folder of its own, sealed the database first.
    if (error instanceof KeyringError && isOurs) await removeKeyFile(dataFolder);
    throw error;
  }
};

export const openKeyring = async (db: Database, place: KeyringPlace, at: number): Promise<Keyring> => {
  const found = await checkKeyring(db, place);
  if (found === undefined) return firstKeyring(db, place, at);
  await registerKeyring(db, found, at);
  return found;
};
