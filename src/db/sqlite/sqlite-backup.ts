/** A copy of the database file as it was at one moment, made while others read and write; and the way back from it. */
import { copyFile } from 'node:fs/promises';
import { backup, DatabaseSync } from 'node:sqlite';
import { writeWhole } from '../whole-file.ts';

/** All pages in one step: between steps a write of another process would make the copy begin anew, under load for ever. */
const ALL_PAGES = 2_147_483_647;

const copyPages = async (from: string, to: string): Promise<void> => {
  const source = new DatabaseSync(from);
  try {
    source.exec('pragma busy_timeout = 5000');
    await backup(source, to, { rate: ALL_PAGES });
  } finally {
    source.close();
  }
};

/** Undefined when all is well, else what is not. */
const damageOf = (path: string): string | undefined => {
  const copy = new DatabaseSync(path);
  try {
    const [found] = copy.prepare('pragma quick_check(1)').all();
    const says = String(Object.values(found ?? {})[0]);
    return says === 'ok' ? undefined : says;
  } catch (error) {
    return (error as Error).message; // a file that was cut off cannot even be asked
  } finally {
    copy.close();
  }
};

/** Rejects with EEXIST, and changes nothing, when there is a file of that name. */
export const backUpSqlite = (from: string, to: string): Promise<void> =>
  writeWhole(to, async (beside) => {
    await copyPages(from, beside);
    const damage = damageOf(beside);
    if (damage !== undefined) throw new Error(`The database is damaged, and so is its copy: ${damage}`);
  });

/** Nobody writes to a backup, so its file is all there is of it. Rejects with EEXIST where a database is. */
export const restoreSqlite = (from: string, to: string): Promise<void> =>
  writeWhole(to, async (beside) => {
    await copyFile(from, beside);
    const damage = damageOf(beside);
    if (damage !== undefined) {
      throw new Error(`${from} is damaged or not all there (${damage}). Nothing was restored: take another backup.`);
    }
  });
