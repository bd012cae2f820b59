/**
 * credentials.json: the secrets of the first start, in the data folder, for its owner only.
 *
 * They exist in clear text nowhere else, so they reach the disk before the database commits, under a name that says they
 * may come to nothing. When a node serves, the file gets its final name and its owner is told. Whoever starts next finishes
 * what a start that failed in between left behind: the database says which first start won, so a leftover is either
 * promoted or deleted.
 */
import { readdir, readFile, rm } from 'node:fs/promises';
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

/** When a node serves that knows which installation the database holds. Answers what it promoted. Safe to repeat. */
export const settlePendingCredentials = async (
  dataFolder: string,
  installationId: string,
): Promise<Credentials | undefined> => {
  let promoted: Credentials | undefined;
  for (const name of await readdir(dataFolder).catch(() => [])) {
    const pending = PENDING.exec(name)?.[1];
    if (pending === undefined) continue;
    if (pending === installationId) promoted = await promote(dataFolder, installationId);
    else await rm(join(dataFolder, name), { force: true });
  }
  return promoted;
};

const promote = async (dataFolder: string, installationId: string): Promise<Credentials | undefined> => {
  const pending = pendingFile(dataFolder, installationId);
  try {
    const credentials = JSON.parse(await readFile(pending, 'utf8')) as Credentials;
    await moveDurably(pending, credentialsFile(dataFolder));
    return credentials;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined; // another process of this folder was faster
  }
};
