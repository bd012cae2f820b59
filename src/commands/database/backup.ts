/** `cartwright backup FILE`: a copy of the SQLite file, while it is in use. */
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { readConfig } from '../../config.ts';
import { sqliteFile } from '../../db/open-database.ts';
import { keyFile } from '../../db/sealing/keyring.ts';
import { backUpSqlite } from '../../db/sqlite/sqlite-backup.ts';
import { type Command, UsageError } from '../command.ts';

const refuse = (sentence: string): never => {
  throw new Error(sentence);
};

export const backup: Command = {
  name: 'backup',
  summary: 'copy the SQLite database while it is in use',
  about:
    'Writes the database of the data folder to FILE as it is at one moment, whoever reads and writes meanwhile. FILE is readable\n' +
    'by you only and must not exist. PostgreSQL brings tools of its own: see docs/operations/backup.md, also for restoring.',
  options: {},
  word: 'FILE',
  run: async ({ environment, words: [target], print }) => {
    if (target === undefined) throw new UsageError('FILE is missing: where to write the copy');
    const { databaseUrl, dataFolder, key } = readConfig(environment);
    if (databaseUrl !== undefined) {
      refuse('DATABASE_URL leads to PostgreSQL: back it up with pg_dump --format=custom (docs/operations/backup.md).');
    }
    const source = sqliteFile(dataFolder);
    if (!existsSync(source)) refuse(`There is no database at ${source}. CARTWRIGHT_DATA names its folder.`);
    await backUpSqlite(source, target).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') refuse(`${target} exists and was left as it is. Choose another name.`);
      if (error.code === 'ENOENT') refuse(`The folder of ${target} does not exist.`);
      throw error;
    });
    const { size } = await stat(target);
    print(`${target}: ${(size / 1_048_576).toFixed(1)} MiB, complete and readable by you only.`);
    print(
      key === undefined
        ? `Keep ${keyFile(dataFolder)} too, in another place: without it the sealed secrets in the copy cannot be opened.`
        : 'Keep CARTWRIGHT_KEY too, in another place: without it the sealed secrets in the copy cannot be opened.',
    );
  },
};
