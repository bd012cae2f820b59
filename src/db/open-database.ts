/** Picks the engine: PostgreSQL when it has an address, else one SQLite file in the data folder. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from './database.ts';
import { openPostgres, type PostgresOptions } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

export type DatabaseChoice = {
  readonly databaseUrl?: string | undefined;
  readonly dataFolder: string;
  readonly postgres?: PostgresOptions;
};

export const sqliteFile = (dataFolder: string): string => join(dataFolder, 'cartwright.db');

export const openDatabase = async ({ databaseUrl, dataFolder, postgres }: DatabaseChoice): Promise<Database> => {
  if (databaseUrl !== undefined) return openPostgres(databaseUrl, postgres);
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  return openSqlite(sqliteFile(dataFolder));
};
