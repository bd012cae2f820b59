/** A secret that all nodes of an installation share, made by whichever node needs it first. */
import { inEarnest } from '../http/dry-run.ts';
import { DatabaseError } from '../db/database.ts';
import { createSealed, readSealed } from '../db/sealing/sealed-values.ts';
import { secretToken } from '../shared/identifiers.ts';
import type { Node } from './node.ts';

const OWNER = 'installation';

export const installationSecret = async ({ db, keyring, now, random }: Node, name: string): Promise<Uint8Array> => {
  const known = await readSealed(db, keyring, OWNER, name);
  if (known !== undefined) return Buffer.from(known, 'base64url');
  try {
    // Also in a call that is only tried: it is the installation's, and the call goes on to read it.
    const made = createSealed(keyring, { owner: OWNER, name, plaintext: secretToken(random), at: now() });
    await inEarnest(() => db.commit([made]));
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== 'guard') throw error; // another node was faster
  }
  const kept = await readSealed(db, keyring, OWNER, name);
  if (kept === undefined) throw new Error(`The installation's secret ${name} was just made and is gone.`);
  return Buffer.from(kept, 'base64url');
};
