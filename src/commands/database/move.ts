/** `cartwright move --to DATABASE`: the whole shop into another database, of either engine. */
import { createHash } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { type Config, ConfigurationError, readConfig } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import { migrate, pendingMigrations } from '../../db/migrate.ts';
import { CannotMove } from '../../db/move/cannot-move.ts';
import { asMover, isFileInUse, isServerInUse } from '../../db/move/in-use.ts';
import { compareMoved, type Move, type Moved, moveRows, type MoveStep } from '../../db/move/move-rows.ts';
import { checkTarget, endMove, HOLDS_SHOP, holdsShop, refuseHalfMoved } from '../../db/move/move-target.ts';
import { openDatabase, sqliteFile } from '../../db/open-database.ts';
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

const realPath = (folder: string): string => {
  try {
    return realpathSync(folder);
  } catch {
    return folder; // not there yet
  }
};

/** Without user and password: it is shown, and its hash is kept. The same whichever links lead to it. */
const placeOf = ({ databaseUrl, dataFolder }: Config): string =>
  databaseUrl === undefined ? realPath(dataFolder) : `${postgresPlace(databaseUrl)}${new URL(databaseUrl).pathname}`;

const opened = ({ databaseUrl, dataFolder, preparedStatements: prepared }: Config): Promise<Database> =>
  openDatabase({
    databaseUrl: databaseUrl === undefined ? undefined : asMover(databaseUrl),
    dataFolder,
    postgres: { max: 2, prepared, statementTimeoutMs: 0 },
  });

const IN_USE =
  'A node still uses the database: stop every node, so that nothing it takes stays behind, and move again.';

/** It is only read: not even its tables are brought up to date. */
const checkSource = async (db: Database): Promise<void> => {
  await refuseHalfMoved(db);
  if (!(await holdsShop(db))) throw new CannotMove('The database in use holds no shop: there is nothing to move.');
  const { pending, ahead } = await pendingMigrations(db, migrationsFolder);
  if (ahead.length > 0) throw new CannotMove(`The database is ahead of this version: ${ahead.join(', ')}.`);
  if (pending.length > 0) {
    throw new CannotMove(
      `The database lacks ${pending.length} migrations of this version: move with the version that serves it, or run cartwright migrate first.`,
    );
  }
};

/** Whether the target holds a whole shop, which is left as it is; else it has the tables of this version afterwards. */
const makeTables = async (db: Database, from: string): Promise<boolean> => {
  const state = await checkTarget(db, from);
  const { pending, ahead } = await pendingMigrations(db, migrationsFolder);
  if (state === 'whole') {
    if (ahead.length + pending.length > 0) throw new CannotMove(HOLDS_SHOP);
    return true;
  }
  if (ahead.length > 0) throw new CannotMove(`The target is ahead of this version: ${ahead.join(', ')}.`);
  if (state === 'begun' && pending.length > 0) {
    throw new CannotMove('This move was begun by an earlier version: empty the target and begin again.');
  }
  await migrate(db, migrationsFolder, Date.now());
  return false;
};

/** It was moved by a run that was cut off before it said so, or it is another shop, or this one with what happened since. */
const moveAgain = async (move: Move): Promise<Moved> => {
  const moved = await compareMoved(move);
  if (moved.different.length > 0) throw new CannotMove(HOLDS_SHOP);
  return moved;
};

const whileOpen = async <T>(config: Config, work: (db: Database) => Promise<T>): Promise<T> => {
  const db = await opened(config);
  try {
    return await work(db);
  } finally {
    await db.close();
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

const tellMoved = (print: (line: string) => void, moved: Moved, target: Config): number => {
  if (moved.different.length > 0) {
    print(`These tables are not the same in both: ${moved.different.join(', ')}.`);
    print('Something wrote to one of the two meanwhile. Stop every node, empty the target, and move again.');
    return 1;
  }
  print(`${grouped(moved.rows)} rows of ${moved.tables} tables are in ${placeOf(target)}, and every checksum agrees.`);
  print(
    target.databaseUrl === undefined
      ? `Start the service with CARTWRIGHT_DATA=${target.dataFolder} and without DATABASE_URL.`
      : 'Start the service with DATABASE_URL set to it.',
  );
  print('Give it the same key: CARTWRIGHT_KEY, or the file `key` of the data folder.');
  return 0;
};

const work = async ({ print }: Input, source: Config, target: Config): Promise<number> => {
  const file = source.databaseUrl === undefined ? sqliteFile(source.dataFolder) : undefined;
  if (file !== undefined && !existsSync(file)) {
    throw new CannotMove(`There is no database at ${file}. CARTWRIGHT_DATA names its folder.`);
  }
  /** Asked while this process has the source closed. */
  const refuseInUse = async (): Promise<void> => {
    const used = file === undefined ? await whileOpen(source, isServerInUse) : isFileInUse(file);
    if (used) throw new CannotMove(IN_USE);
  };
  await refuseInUse();
  await whileOpen(source, checkSource);
  const named = `from ${createHash('sha256').update(placeOf(source)).digest('hex').slice(0, 16)}`;
  return whileOpen(target, async (to) => {
    const isWhole = await makeTables(to, named);
    const moved = await whileOpen(source, (from) => {
      const move = { source: from, target: to, tell: teller(print) };
      return isWhole ? moveAgain(move) : moveRows(move, named);
    });
    if (moved.different.length === 0) {
      await refuseInUse(); // what a node takes after its tables were compared would stay behind
      if (!isWhole) await endMove(to);
    }
    return tellMoved(print, moved, target);
  });
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
