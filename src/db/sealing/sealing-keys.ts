/**
 * Which keys the database is sealed under. Every node registers its current key here when it starts, so a node with
 * another keyring is told at once and not at the first secret it cannot read.
 */
import { type Database, DatabaseError, guardFailed, type Statement } from '../database.ts';
import { type Keyring, KeyringError } from './keyring.ts';

type Registered = { readonly position: number; readonly key_id: string };

const registeredRows = (db: Database): Promise<readonly Registered[]> =>
  db.all<Registered>('select position, key_id from sealing_key order by position');

export const registeredKeys = async (db: Database): Promise<readonly string[]> =>
  (await registeredRows(db)).map(({ key_id }) => key_id);

const register = (position: number, keyId: string, at: number): Statement => ({
  sql: 'insert into sealing_key (position, key_id, created_at) values (?, ?, ?)',
  params: [position, keyId, at],
  guard: { name: 'sealing_key', rows: 1 },
});

type Held = { readonly keys: readonly { readonly id: string }[]; readonly source: string };

const checkHeld = (rows: readonly Registered[], { keys, source }: Held): void => {
  const missing = rows.map(({ key_id }) => key_id).filter((id) => keys.every((key) => key.id !== id));
  if (missing.length === 0) return;
  const held = keys.length === 0 ? 'is not there' : `holds only ${keys.map(({ id }) => id).join(', ')}`;
  throw new KeyringError(
    `This database is sealed under key ${missing.join(', ')}, and ${source} ${held}. ` +
      `Add the missing key to CARTWRIGHT_KEY, newest first and parted by commas, or restore the file 'key' of the data folder.`,
  );
};

/** Throws a KeyringError, which names the key, when this node cannot open everything the database holds. */
export const refuseMissingKeys = async (db: Database, held: Held): Promise<void> =>
  checkHeld(await registeredRows(db).catch(() => []), held); // no table yet: nothing is sealed

/** Passes when this node can open everything the database holds, and makes its current key known there. */
export const registerKeyring = async (db: Database, keyring: Keyring, at: number): Promise<void> => {
  for (;;) {
    const rows = await registeredRows(db);
    checkHeld(rows, keyring);
    const current = keyring.keys[0].id;
    if (rows.some(({ key_id }) => key_id === current)) return;
    try {
      await db.commit([register((rows.at(-1)?.position ?? 0) + 1, current, at)]);
      return;
    } catch (error) {
      if (!guardFailed(error, 'sealing_key')) throw error; // another node took the position: look again
    }
  }
};

/** Forgets every key but the current one; refuses while a value is still sealed under it. */
export const retireKeys = async (db: Database, keyring: Keyring): Promise<readonly string[]> => {
  const old = (await registeredKeys(db)).filter((id) => id !== keyring.keys[0].id);
  for (const id of old) {
    try {
      await db.commit([
        {
          sql: `delete from sealing_key where key_id = ?
                and not exists (select 1 from sealed_value where sealed_value.key_id = sealing_key.key_id)`,
          params: [id],
          guard: { name: 'unused_key', rows: 1 },
        },
      ]);
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.guard !== 'unused_key') throw error;
      throw new KeyringError(`Values are still sealed under key ${id}. Run the rotation again.`, { cause: error });
    }
  }
  return old;
};
