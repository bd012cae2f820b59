/** Small files that hold secrets: mode 0600, complete or absent, and on the disk before the promise resolves. */
import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

const syncFolder = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return; // a folder cannot be opened there, and its entries are journalled
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const writeBeside = async (path: string, text: string): Promise<string> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const beside = `${path}.${randomUUID()}.tmp`;
  const handle = await open(beside, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return beside;
};

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** Puts `text` in the place of whatever the file held. */
export const replaceDurably = async (path: string, text: string): Promise<void> => {
  await rename(await writeBeside(path, text), path);
  await syncFolder(dirname(path));
};

/** False, and nothing changed, when the file exists: of two processes that create at once exactly one hears true. */
export const createDurably = async (path: string, text: string): Promise<boolean> => {
  const beside = await writeBeside(path, text);
  try {
    await link(beside, path); // unlike rename, refuses to replace
    await syncFolder(dirname(path));
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(beside, { force: true });
  }
};

/** Gives a file that is complete its final name. */
export const moveDurably = async (from: string, to: string): Promise<void> => {
  await rename(from, to);
  await syncFolder(dirname(to));
};

/** The file's text, or undefined when there is no such file. */
export const readIfThere = async (path: string): Promise<string | undefined> => {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
};
