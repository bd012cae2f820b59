/**
 * credentials.json: the secrets of the first start, in the data folder, for its owner only.
 *
 * They exist in clear text nowhere else, so they reach the disk before the database commits, under a name that says they
 * may come to nothing. After the commit the file gets its final name. Whoever starts next finishes what a crash in
 * between left behind: the database says which first start won, so a leftover is either promoted or deleted.
 */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { moveDurably, replaceDurably } from '../db/sealing/durable-file.ts';
import type { Credentials } from './plan-installation.ts';

const PENDING = /^credentials\.([0-9a-f]{24})\.pending\.json$/;
const pendingFile = (dataFolder: string, installationId: string): string =>
  join(dataFolder, `credentials.${installationId}.pending.json`);

export const credentialsFile = (dataFolder: string): string => join(dataFolder, 'credentials.json');

/** Before the commit. */
export const writePendingCredentials = (dataFolder: string, credentials: Credentials): Promise<void> =>
  replaceDurably(pendingFile(dataFolder, credentials.installation_id), `${JSON.stringify(credentials, null, 2)}\n`);

/** After the commit, by whoever knows which installation the database holds. Safe to repeat. */
export const settlePendingCredentials = async (dataFolder: string, installationId: string): Promise<void> => {
  const names = await readdir(dataFolder).catch(() => []);
  for (const name of names) {
    const pending = PENDING.exec(name)?.[1];
    if (pending === undefined) continue;
    if (pending === installationId) await promote(dataFolder, installationId);
    else await rm(join(dataFolder, name), { force: true });
  }
};

const promote = async (dataFolder: string, installationId: string): Promise<void> => {
  try {
    await moveDurably(pendingFile(dataFolder, installationId), credentialsFile(dataFolder));
  } catch (error) {
    // Another process of this folder was faster.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
};
