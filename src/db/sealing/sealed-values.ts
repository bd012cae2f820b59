/** The one table of sealed values, by owner (`application/<id>`) and name. The key rotation knows this place and no other. */
import type { Database, One, Statement, Value } from '../database.ts';
import type { Keyring } from './keyring.ts';
import { open, seal } from './seal.ts';

export const sealPurpose = (owner: string, name: string): string => `${owner}/${name}`;

export type SealedValue = Readonly<{ owner: string; name: string; plaintext: string; at: number }>;

const INSERT = `insert into sealed_value (owner, name, key_id, modified_at, sealed)
  select ?, ?, key_id, cast(? as bigint), ? from sealing_key where key_id = ?`;
const REPLACE = `${INSERT} on conflict (owner, name) do update
  set key_id = excluded.key_id, modified_at = excluded.modified_at, sealed = excluded.sealed`;

const sealedParams = (keyring: Keyring, { owner, name, plaintext, at }: SealedValue): readonly Value[] => [
  owner,
  name,
  at,
  seal(keyring, sealPurpose(owner, name), plaintext),
  keyring.keys[0].id,
];

/** Stores or replaces a value. Its guard `sealing_key` fails on a node whose current key the database has retired. */
export const putSealed = (keyring: Keyring, value: SealedValue): Statement => ({
  sql: REPLACE,
  params: sealedParams(keyring, value),
  guard: { name: 'sealing_key', rows: 1 },
});

/** Stores a value that must not be there yet: guard `sealed_value`. */
export const createSealed = (keyring: Keyring, value: SealedValue): Statement => ({
  sql: INSERT,
  params: sealedParams(keyring, value),
  guard: { name: 'sealed_value', rows: 1 },
});

export const dropSealed = (owner: string, name: string): Statement => ({
  sql: 'delete from sealed_value where owner = ? and name = ?',
  params: [owner, name],
});

export const readSealed = async (db: Database, keyring: Keyring, owner: string, name: string): One<string> => {
  const row = await db.one<{ sealed: string }>('select sealed from sealed_value where owner = ? and name = ?', [
    owner,
    name,
  ]);
  return row && open(keyring, sealPurpose(owner, name), row.sealed);
};
