/**
 * Changing the key: a new one in front, every sealed value sealed again, the old keys forgotten.
 *
 * Each step is small, and a value that its owner replaces meanwhile is left alone (the step compares the sealed text it
 * read). A rotation that was interrupted goes on when it is run again. A node that is running has its keys in memory:
 * docs/behaviour/applications.md says in which order several nodes learn a new key.
 */
import type { Database, Statement } from '../database.ts';
import { type Keyring, withNewKey, writeKeyFile } from './keyring.ts';
import { open, seal } from './seal.ts';
import { sealPurpose } from './sealed-values.ts';
import { registeredKeys, registerKeyring, retireKeys } from './sealing-keys.ts';

type Stored = { readonly owner: string; readonly name: string; readonly sealed: string };
export type Rotation = {
  readonly now: () => number;
  /** Called after every step with the values sealed again so far. */
  readonly onProgress?: (resealed: number) => void;
};

const STEP = 100;

const sealAgain = (keyring: Keyring, { owner, name, sealed }: Stored, at: number): Statement => {
  const purpose = sealPurpose(owner, name);
  return {
    sql: 'update sealed_value set sealed = ?, key_id = ?, modified_at = ? where owner = ? and name = ? and sealed = ?',
    params: [seal(keyring, purpose, open(keyring, purpose, sealed)), keyring.keys[0].id, at, owner, name, sealed],
  };
};

/** Seals everything under the first key. Answers how many values it changed. */
export const reseal = async (db: Database, keyring: Keyring, { now, onProgress }: Rotation): Promise<number> => {
  const old = (await registeredKeys(db)).filter((id) => id !== keyring.keys[0].id);
  let resealed = 0;
  for (const id of old) {
    for (;;) {
      const rows = await db.all<Stored>(
        'select owner, name, sealed from sealed_value where key_id = ? order by owner, name limit ?',
        [id, STEP],
      );
      if (rows.length === 0) break;
      const results = await db.commit(rows.map((row) => sealAgain(keyring, row, now())));
      resealed += results.reduce((sum, { changes }) => sum + changes, 0);
      onProgress?.(resealed);
    }
  }
  return resealed;
};

/**
 * The whole rotation for a key that lies in the data folder. The file holds old and new keys until nothing needs the
 * old ones, so a crash at any point loses nothing; run again, it finishes before it would begin anew.
 */
export const rotateKeyFile = async (
  db: Database,
  dataFolder: string,
  keyring: Keyring,
  rotation: Rotation,
): Promise<Keyring> => {
  const unfinished = keyring.keys.length > 1;
  const wider = unfinished ? keyring : withNewKey(keyring);
  if (!unfinished) await writeKeyFile(dataFolder, wider);
  await registerKeyring(db, wider, rotation.now());
  await reseal(db, wider, rotation);
  await retireKeys(db, wider);
  const narrow: Keyring = { ...wider, keys: [wider.keys[0]] };
  await writeKeyFile(dataFolder, narrow);
  return narrow;
};
