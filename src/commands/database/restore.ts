/** `cartwright restore FILE`: a database from a backup, where none is. */
import { mkdir, open, rmdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type Config, readConfig } from '../../config.ts';
import { openDatabase, sqliteFile } from '../../db/open-database.ts';
import { restorePostgres, type ToolPlace } from '../../db/postgres/postgres-tools.ts';
import { checkKeyring } from '../../db/sealing/open-keyring.ts';
import { restoreSqlite } from '../../db/sqlite/sqlite-backup.ts';
import { type Command, UsageError } from '../command.ts';

type Kind = 'SQLite' | 'PostgreSQL';

const refuse = (sentence: string): never => {
  throw new Error(sentence);
};

/** By how the file begins, whatever it is called. */
const kindOf = async (file: string): Promise<Kind | undefined> => {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' ? refuse(`There is no file ${file}.`) : Promise.reject(error),
  );
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(16), 0, 16, 0);
    const begins = buffer.toString('latin1', 0, bytesRead);
    if (begins === 'SQLite format 3\0') return 'SQLite';
    return begins.startsWith('PGDMP') ? 'PostgreSQL' : undefined;
  } finally {
    await handle.close();
  }
};

/** Folders that were made for a restore that failed go again; one that holds something by now stays. */
const removeEmpty = async (folder: string, first: string): Promise<void> => {
  for (let at = resolve(folder); at.startsWith(resolve(first)); at = dirname(at)) {
    const isGone = await rmdir(at).then(
      () => true,
      () => false,
    );
    if (!isGone) return;
  }
};

const intoFolder = async (file: string, dataFolder: string): Promise<string> => {
  const target = sqliteFile(dataFolder);
  const made = await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  try {
    await restoreSqlite(file, target);
  } catch (error) {
    if (made !== undefined) await removeEmpty(dataFolder, made);
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    refuse(`${target} exists and was left as it is: move it away, or set CARTWRIGHT_DATA to an empty folder.`);
  }
  return target;
};

const intoServer = async (file: string, config: Config, place: ToolPlace): Promise<string> => {
  const { dataFolder, preparedStatements: prepared } = config;
  const databaseUrl = place.url;
  const db = await openDatabase({ databaseUrl, dataFolder, postgres: { max: 1, prepared } });
  try {
    const found = await db.one<{ n: number }>(
      "select count(*) as n from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
    );
    if ((found?.n ?? 0) > 0) {
      refuse('The database of DATABASE_URL has tables and was left as it is: make an empty one and name that.');
    }
  } finally {
    await db.close();
  }
  await restorePostgres(place, file);
  return 'the database of DATABASE_URL';
};

const keyTold = async ({ databaseUrl, dataFolder, key }: Config): Promise<string> => {
  const db = await openDatabase({ databaseUrl, dataFolder, postgres: { max: 1 } });
  try {
    const keyring = await checkKeyring(db, { keyText: key, dataFolder });
    return keyring === undefined
      ? 'It holds no sealed secrets.'
      : `${keyring.source} opens what it holds: start the service.`;
  } catch (error) {
    return `Before you start the service: ${(error as Error).message}`;
  } finally {
    await db.close();
  }
};

export const restore: Command = {
  name: 'restore',
  summary: 'make the database from a backup',
  about:
    'Makes the database that the settings name (DATABASE_URL, or the file in CARTWRIGHT_DATA) from FILE, which `cartwright backup` or\n' +
    'pg_dump --format=custom made. There must be none yet: nothing is overwritten. All of it is restored or nothing. Then it says\n' +
    'whether the key opens what it holds; the next start brings the tables up to date.',
  options: {},
  word: 'FILE',
  run: async ({ environment, words: [file], print }) => {
    if (file === undefined) throw new UsageError('FILE is missing: which backup to restore');
    const config = readConfig(environment);
    const { databaseUrl, dataFolder } = config;
    const kind = await kindOf(file);
    if (kind === undefined)
      refuse(`${file} is no backup: it is neither a SQLite file nor a dump of pg_dump --format=custom.`);
    const wanted: Kind = databaseUrl === undefined ? 'SQLite' : 'PostgreSQL';
    if (kind !== wanted) {
      refuse(
        kind === 'SQLite'
          ? `${file} is a backup of SQLite: restore it without DATABASE_URL into a folder, then cartwright move --to it.`
          : `${file} is a backup of PostgreSQL: set DATABASE_URL to an empty database.`,
      );
    }
    const made =
      databaseUrl === undefined
        ? await intoFolder(file, dataFolder)
        : await intoServer(file, config, { url: databaseUrl, environment });
    print(`${made} is as ${file} has it.`);
    print(await keyTold(config));
  },
};
