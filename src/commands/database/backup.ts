/** `cartwright backup FILE`: the whole database in one file, while it is in use. */
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { type Config, type Environment, readConfig } from '../../config.ts';
import { sqliteFile } from '../../db/open-database.ts';
import { dumpPostgres } from '../../db/postgres/postgres-tools.ts';
import { keyFile } from '../../db/sealing/keyring.ts';
import { backUpSqlite } from '../../db/sqlite/sqlite-backup.ts';
import { writeWhole } from '../../db/whole-file.ts';
import { type Command, UsageError } from '../command.ts';

const refuse = (sentence: string): never => {
  throw new Error(sentence);
};

const copyOf = ({ databaseUrl: url, dataFolder }: Config, environment: Environment, target: string): Promise<void> => {
  if (url !== undefined) return writeWhole(target, (beside) => dumpPostgres({ url, environment }, beside));
  const source = sqliteFile(dataFolder);
  if (!existsSync(source)) refuse(`There is no database at ${source}. CARTWRIGHT_DATA names its folder.`);
  return backUpSqlite(source, target);
};

export const backup: Command = {
  name: 'backup',
  summary: 'copy the whole database into a file while it is in use',
  about:
    'Writes the database in use (DATABASE_URL, or the file in CARTWRIGHT_DATA) to FILE as it is at one moment, whoever reads and\n' +
    'writes meanwhile. FILE is readable by you only and must not exist. PostgreSQL is copied by its pg_dump, which must be on the\n' +
    'path. `cartwright restore FILE` is the way back; docs/operations/backup.md tells what else to keep.',
  options: {},
  word: 'FILE',
  run: async ({ environment, words: [target], print }) => {
    if (target === undefined) throw new UsageError('FILE is missing: where to write the copy');
    const config = readConfig(environment);
    const { dataFolder, key } = config;
    await copyOf(config, environment, target).catch((error: NodeJS.ErrnoException) => {
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
