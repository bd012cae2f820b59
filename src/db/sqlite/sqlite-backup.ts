/**
 * A copy of the database file as it was at one moment, made while others read and write. The copy gets its name when it is
 * complete, checked and on the disk: a file of that name is a whole backup or does not exist.
 */
import { randomUUID } from 'node:crypto';
import { link, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';

/** All pages in one step: between steps a write of another process would make the copy begin anew, under load for ever. */
const ALL_PAGES = 2_147_483_647;

const syncPath = async (path: string): Promise<void> => {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const copyPages = async (from: string, to: string): Promise<void> => {
  const source = new DatabaseSync(from);
  try {
    source.exec('pragma busy_timeout = 5000');
    await backup(source, to, { rate: ALL_PAGES });
  } finally {
    source.close();
  }
};

const checkCopy = (path: string): void => {
  const copy = new DatabaseSync(path);
  try {
    const [found] = copy.prepare('pragma quick_check(1)').all();
    const says = String(Object.values(found ?? {})[0]);
    if (says !== 'ok') throw new Error(`The database is damaged, and so is its copy: ${says}`);
  } finally {
    copy.close();
  }
};

/** Rejects with EEXIST, and changes nothing, when there is a file of that name. */
export const backUpSqlite = async (from: string, to: string): Promise<void> => {
  const beside = `${to}.${randomUUID()}.part`;
  try {
    await (await open(beside, 'wx', 0o600)).close(); // SQLite itself would let others read it
    await copyPages(from, beside);
    checkCopy(beside);
    await syncPath(beside);
    await link(beside, to); // unlike rename, refuses to replace
    if (process.platform !== 'win32') await syncPath(dirname(to));
  } finally {
    for (const end of ['', '-wal', '-shm', '-journal']) await rm(`${beside}${end}`, { force: true });
  }
};
