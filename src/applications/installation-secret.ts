/** A secret that all nodes of an installation share, made by whichever node needs it first. */
import { isOnlyTried } from '../http/dry-run.ts';
import { DatabaseError } from '../db/database.ts';
import { createSealed, readSealed } from '../db/sealing/sealed-values.ts';
import { secretToken } from '../shared/identifiers.ts';
import type { Node } from './node.ts';

const OWNER = 'installation';

export const installationSecret = async (
  { db, keyring, now, random }: Pick<Node, 'db' | 'keyring' | 'now' | 'random'>,
  name: string,
): Promise<Uint8Array> => {
  const known = await readSealed(db, keyring, OWNER, name);
  if (known !== undefined) return Buffer.from(known, 'base64url');
  const plaintext = secretToken(random);
  // A call that is only tried keeps nothing, so what it makes with this one leads nowhere.
  if (isOnlyTried()) return Buffer.from(plaintext, 'base64url');
  try {
    await db.commit([createSealed(keyring, { owner: OWNER, name, plaintext, at: now() })]);
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== 'guard') throw error; // another node was faster
  }
  const kept = await readSealed(db, keyring, OWNER, name);
  if (kept === undefined) throw new Error(`The installation's secret ${name} was just made and is gone.`);
  return Buffer.from(kept, 'base64url');
};
