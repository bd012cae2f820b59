/** `cartwright move --to DATABASE`: the whole shop into another database, of either engine. */
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { type Config, ConfigurationError, readConfig } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import { migrate } from '../../db/migrate.ts';
import { CannotMove, moveRows, type MoveStep } from '../../db/move/move-rows.ts';
import { openDatabase } from '../../db/open-database.ts';
import { postgresPlace } from '../../db/postgres/postgres-address.ts';
import { type Command, type Input, UsageError } from '../command.ts';
import { migrationsFolder } from '../open-node.ts';

const targetOf = ({ environment, text }: Input): Config => {
  const to = text('to');
  try {
    return /^postgres(ql)?:/.test(to)
      ? readConfig({ ...environment, DATABASE_URL: to })
      : readConfig({ ...environment, DATABASE_URL: '', CARTWRIGHT_DATA: to });
  } catch (error) {
    throw error instanceof ConfigurationError ? new UsageError(`--to: ${error.problems.join(' ')}`) : error;
  }
};

/** Without user and password: it is shown, and its hash is kept. */
const placeOf = ({ databaseUrl, dataFolder }: Config): string =>
  databaseUrl === undefined ? resolve(dataFolder) : `${postgresPlace(databaseUrl)}${new URL(databaseUrl).pathname}`;

const opened = async ({ databaseUrl, dataFolder }: Config): Promise<Database> => {
  const db = await openDatabase({ databaseUrl, dataFolder, postgres: { max: 2, statementTimeoutMs: 0 } });
  try {
    const { ahead } = await migrate(db, migrationsFolder, Date.now());
    if (ahead.length > 0) throw new CannotMove(`The database is ahead of this version: ${ahead.join(', ')}.`);
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
};

const EVERY = 50_000;
const grouped = (count: number): string => count.toLocaleString('en');

/** A line a table, and one now and then for a long one. */
const teller = (print: (line: string) => void): ((step: MoveStep) => void) => {
  let told = '';
  return ({ doing, table, rows, of }) => {
    const line = `${doing} ${table}: ${grouped(rows)} of ${grouped(of)} rows`;
    if (of > 0 && line !== told && (rows >= of || rows % EVERY < 512)) print((told = line));
  };
};

const work = async (input: Input, source: Config, target: Config): Promise<number> => {
  const { print } = input;
  const from = await opened(source);
  try {
    const to = await opened(target);
    try {
      const named = createHash('sha256').update(placeOf(source)).digest('hex').slice(0, 16);
      const moved = await moveRows({ source: from, target: to, tell: teller(print) }, `from ${named}`);
      if (moved.different.length > 0) {
        print(`These tables are not the same in both: ${moved.different.join(', ')}.`);
        print('Something wrote to one of the two meanwhile. Stop every node, empty the target, and move again.');
        return 1;
      }
      print(
        `${grouped(moved.rows)} rows of ${moved.tables} tables are in ${placeOf(target)}, and every checksum agrees.`,
      );
      print(
        target.databaseUrl === undefined
          ? `Start the service with CARTWRIGHT_DATA=${target.dataFolder} and without DATABASE_URL.`
          : 'Start the service with DATABASE_URL set to it.',
      );
      print('Give it the same key: CARTWRIGHT_KEY, or the file `key` of the data folder.');
      return 0;
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
};

export const moveCommand: Command = {
  name: 'move',
  summary: 'move the whole shop into another database',
  about:
    'Copies every row of the database in use (DATABASE_URL, or the file in CARTWRIGHT_DATA) into the one that --to names, which\n' +
    'must be empty, and compares both by checksum, table by table. Stop the service first. A move that was interrupted goes on\n' +
    'where it was when it is run again. The database it comes from is only read.',
  options: {
    to: {
      type: 'string',
      shows: 'DATABASE',
      required: true,
      meaning: 'postgres://user:password@host/name, or a data folder for SQLite',
    },
  },
  run: async (input) => {
    const [source, target] = [readConfig(input.environment), targetOf(input)];
    if (placeOf(source) === placeOf(target)) throw new UsageError('--to names the database that is in use');
    return work(input, source, target);
  },
};
