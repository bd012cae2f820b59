/**
 * `serving.json` in the data folder: where the node that uses it is reached, so that commands beside it know its port even
 * when PORT was 0 or stands in another terminal. It is believed only while the process that wrote it lives. A node whose
 * folder cannot be written to serves all the same: nothing but the comfort of `cartwright env` depends on it.
 */
import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { baseUrl } from './console-link.ts';

type ServingPlace = { readonly port: number; readonly pid: number };

const placeFile = (dataFolder: string): string => join(dataFolder, 'serving.json');

const lives = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

const readPlace = async (dataFolder: string): Promise<ServingPlace | undefined> => {
  try {
    const { port, pid } = JSON.parse(await readFile(placeFile(dataFolder), 'utf8')) as Partial<ServingPlace>;
    return Number.isInteger(port) && Number.isInteger(pid) ? ({ port, pid } as ServingPlace) : undefined;
  } catch {
    return undefined; // there is none, or a start was cut off while it wrote: nobody is told a wrong port
  }
};

/** For its owner alone, like everything in that folder; an earlier release left one that all could read. */
export const writeServingPlace = async (dataFolder: string, place: ServingPlace): Promise<void> => {
  const file = placeFile(dataFolder);
  await writeFile(file, `${JSON.stringify(place)}\n`, { mode: 0o600 })
    .then(() => chmod(file, 0o600))
    .catch(() => undefined);
};

/** Only its own: a node that was started meanwhile has written another. */
export const removeServingPlace = async (dataFolder: string, pid: number): Promise<void> => {
  if ((await readPlace(dataFolder))?.pid === pid)
    await rm(placeFile(dataFolder), { force: true }).catch(() => undefined);
};

/** The address of the node that serves from this folder; when none does, the one it would serve on. */
export const servedUrl = async (config: Config): Promise<string> => {
  const place = await readPlace(config.dataFolder);
  return baseUrl(place !== undefined && lives(place.pid) ? { ...config, port: place.port } : config);
};
