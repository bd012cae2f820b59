/** Whether a node still uses a database. What it writes after its tables were copied would stay behind. */
import { DatabaseSync } from 'node:sqlite';
import type { Database } from '../database.ts';
import { isBusy } from '../sqlite/sqlite-failure.ts';

/** Under this name the connections of a move are known, so that they are not taken for those of a node. */
const MOVER = 'cartwright-move';
export const asMover = (url: string): string => `${url}${url.includes('?') ? '&' : '?'}application_name=${MOVER}`;

/** Only while this process has it closed: any connection to a file with a write-ahead log keeps others from locking it alone. */
export const isFileInUse = (file: string): boolean => {
  const db = new DatabaseSync(file, { timeout: 0 });
  try {
    db.exec('pragma locking_mode = exclusive; begin exclusive; rollback');
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    throw error;
  } finally {
    db.close();
  }
};

/** Connections of nodes, as far as the server shows them to this user: its own it shows in any case. */
export const isServerInUse = async (db: Database): Promise<boolean> => {
  const found = await db.one<{ n: number }>(
    `select count(*) as n from pg_stat_activity where datname = current_database() and application_name = 'cartwright'`,
  );
  return (found?.n ?? 0) > 0;
};
