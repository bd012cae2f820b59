/** Picks the engine: PostgreSQL when it has an address, else one SQLite file in the data folder. */
import { closeSync, openSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from './database.ts';
import { openPostgres, type PostgresOptions } from './postgres/postgres.ts';
import { openSqlite } from './sqlite/sqlite.ts';

export type DatabaseChoice = {
  readonly databaseUrl?: string | undefined;
  readonly dataFolder: string;
  readonly postgres?: PostgresOptions;
};

export const sqliteFile = (dataFolder: string): string => join(dataFolder, 'cartwright.db');

/**
 * SQLite would make the file readable for everybody whom the umask allows; its log files take the mode of the file. Only
 * a file that is new is opened here, and closed before anything else runs: closing one that SQLite has open in this
 * process would drop its locks.
 */
const createPrivately = (file: string): void => {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch {
    // It exists, or cannot be made; then SQLite says what is wrong.
  }
};

export const openDatabase = async ({ databaseUrl, dataFolder, postgres }: DatabaseChoice): Promise<Database> => {
  if (databaseUrl !== undefined) return openPostgres(databaseUrl, postgres);
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  const file = sqliteFile(dataFolder);
  createPrivately(file);
  return openSqlite(file);
};
