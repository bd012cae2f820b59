/** A file that gets its name when it is complete, checked and on the disk: one of that name is whole or does not exist. */
import { randomUUID } from 'node:crypto';
import { link, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

const syncPath = async (path: string): Promise<void> => {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Readable by its owner only. Rejects with EEXIST, and changes nothing, when there is a file of that name. */
export const writeWhole = async (to: string, write: (beside: string) => Promise<void>): Promise<void> => {
  const beside = `${to}.${randomUUID()}.part`;
  try {
    await (await open(beside, 'wx', 0o600)).close(); // who writes it would let others read it
    await write(beside);
    await syncPath(beside);
    await link(beside, to); // unlike rename, refuses to replace
    if (process.platform !== 'win32') await syncPath(dirname(to));
  } finally {
    for (const end of ['', '-wal', '-shm', '-journal']) await rm(`${beside}${end}`, { force: true });
  }
};
