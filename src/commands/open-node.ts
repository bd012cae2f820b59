/** The parts every command that touches data needs: the database, migrated, and the keys that fit it. */
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Node } from '../applications/node.ts';
import { type Config, readConfig } from '../config.ts';
import { awaitDatabase, type Waiting } from '../db/postgres/await-database.ts';
import type { Database } from '../db/database.ts';
import type { KeyringPlace } from '../db/sealing/keyring.ts';
import { migrate, type MigrationResult } from '../db/migrate.ts';
import { refuseHalfMoved } from '../db/move/move-target.ts';
import { type DatabaseChoice, openDatabase } from '../db/open-database.ts';
import { postgresPlace } from '../db/postgres/postgres-address.ts';
import type { PostgresOptions } from '../db/postgres/postgres.ts';
import { keepInParts } from '../db/partitions/parted-table.ts';
import { keepSeenInParts } from '../db/partitions/seen-ids.ts';
import { checkKeyring, openKeyring } from '../db/sealing/open-keyring.ts';
import { processStopwatch } from '../shared/clock.ts';
import { eventsByWeek, refusedByWeek } from '../events/event-parts.ts';
import { attemptsByDay, settledByDay } from '../webhooks/courier/delivery-log-store.ts';
import type { Input } from './command.ts';

export const migrationsFolder = fileURLToPath(new URL('../../migrations/', import.meta.url));

export type OpenNode = Node & { readonly migrations: MigrationResult; readonly close: () => Promise<void> };

/** PostgreSQL that takes writes: a start writes. A file says by itself what is wrong with it, and waiting mends nothing there. */
const openForWriting = async (choice: DatabaseChoice): Promise<Database> => {
  const db = await openDatabase(choice);
  if (db.engine !== 'postgres') return db;
  try {
    await db.ready();
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
};

/** On a connection of its own: a migration of a large table may take longer than any other statement is allowed to. */
const migrateFirst = async (choice: DatabaseChoice, keys: KeyringPlace, waiting: Waiting): Promise<MigrationResult> => {
  const db = await awaitDatabase(
    () => openForWriting({ ...choice, postgres: { ...choice.postgres, max: 1, statementTimeoutMs: 0 } }),
    waiting,
  );
  try {
    await refuseHalfMoved(db);
    await checkKeyring(db, keys); // a start that will be refused changes no tables
    const migrations = await migrate(db, migrationsFolder, Date.now());
    const inParts = [
      ...[attemptsByDay, settledByDay, refusedByWeek].map((of) => ({
        table: of.table,
        keep: () => keepInParts(db, of),
      })),
      { table: eventsByWeek.table, keep: () => keepSeenInParts(db, eventsByWeek) },
    ];
    for (const { table, keep } of inParts) {
      await keep().catch((error: unknown) =>
        waiting.print(`The table ${table} stays in one part; the next start tries again: ${String(error)}`),
      );
    }
    return migrations;
  } finally {
    await db.close();
  }
};

export const openNode = async (
  config: Config,
  onWarning: (sentence: string) => void,
  postgres: PostgresOptions = {},
): Promise<OpenNode> => {
  const { databaseUrl, dataFolder } = config;
  const place = postgresPlace(databaseUrl ?? '') ?? '';
  const waiting = { seconds: config.databaseStartSeconds, place, print: onWarning };
  const keys = { keyText: config.key, dataFolder };
  const prepared = config.preparedStatements;
  const migrations = await migrateFirst({ databaseUrl, dataFolder, postgres: { prepared } }, keys, waiting);
  const db = await openDatabase({
    databaseUrl,
    dataFolder,
    postgres: { max: config.databaseConnections, prepared, onWarning, ...postgres },
  });
  try {
    const keyring = await openKeyring(db, keys, Date.now());
    return {
      db,
      keyring,
      now: Date.now,
      stopwatch: processStopwatch,
      random: randomBytes,
      migrations,
      close: db.close,
    };
  } catch (error) {
    await db.close();
    throw error;
  }
};

/** Opens, works, closes, whatever happens. */
export const withNode = async <T>(
  config: Config,
  onWarning: (sentence: string) => void,
  work: (node: OpenNode) => Promise<T>,
): Promise<T> => {
  const node = await openNode(config, onWarning);
  try {
    return await work(node);
  } finally {
    await node.close();
  }
};

/** The same for a command: settings from its environment, warnings to its reader. */
export const within = <T>({ environment, print }: Input, work: (node: OpenNode) => Promise<T>): Promise<T> =>
  withNode(readConfig(environment), print, work);
