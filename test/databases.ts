/**
 * Both engines for a test: `forEachEngine` runs its body once on SQLite and once on PostgreSQL, and `engine.open()`
 * gives a fresh database with all migrations, which `close` removes again.
 *
 *   forEachEngine(async (engine) => {
 *     const { db, close } = await engine.open();
 *     after(close);
 *     test('…', async () => { … db … });
 *   });
 */
import { createHash, randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { Client } from 'pg';
import type { Database } from '../src/db/database.ts';
import { migrate } from '../src/db/migrate.ts';
import { openPostgres, type PostgresOptions } from '../src/db/postgres/postgres.ts';
import { openSqlite } from '../src/db/sqlite/sqlite.ts';
import { PATIENCE_MS } from './patience.ts';
import { startPostgres, whyNoPostgres } from './postgres-server.ts';

export type TestDatabase = {
  readonly db: Database;
  /** Where PostgreSQL's database is, for a second connection. */
  readonly url?: string;
  /** Where SQLite's file is, for a second process. */
  readonly file?: string;
  readonly close: () => Promise<void>;
};
type OpenOptions = {
  /** false: no tables at all. */
  readonly migrated?: boolean;
  readonly postgres?: PostgresOptions;
};
export type Engine = {
  readonly name: 'sqlite' | 'postgres';
  /** Why this engine cannot be tested here. */
  readonly skip: string | undefined;
  readonly open: (options?: OpenOptions) => Promise<TestDatabase>;
};

export const migrations = new URL('../migrations/', import.meta.url);
const MIGRATED_AT = Date.UTC(2026, 0, 1);

const given = (): string | undefined => process.env['CARTWRIGHT_TEST_POSTGRES'] ?? process.env['DATABASE_URL'];

/** Why tests that start a server of their own cannot run. On a build server that is a failure: nobody reads notes there. */
export const skipOwnServer = (): string | undefined => (process.env['CI'] ? undefined : whyNoPostgres());

let started: Promise<string> | undefined;
/** The server of the run, or one of our own that ends with this process. */
const adminUrl = (): Promise<string> => {
  const url = given();
  started ??= url === undefined ? startPostgres().then((server) => server.url('postgres')) : Promise.resolve(url);
  return started;
};

const inDatabase = (url: string, name: string): string => {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
};

const asAdmin = async <T>(url: string, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/** Named by what is in it, so that a changed migration gets a new one. */
const templateName = (): string => {
  const hash = createHash('sha256');
  for (const file of readdirSync(migrations).toSorted()) hash.update(readFileSync(new URL(file, migrations)));
  return `cartwright_template_${hash.digest('hex').slice(0, 12)}`;
};

const migrated = async (url: string): Promise<void> => {
  const db = await openPostgres(url, { waitMs: PATIENCE_MS });
  try {
    await migrate(db, migrations, MIGRATED_AT);
  } finally {
    await db.close();
  }
};

/** Under a lock: test files run at once, and the first one of them makes the template. */
const createDatabase = (url: string, name: string, fromTemplate: boolean): Promise<void> =>
  asAdmin(url, async (client) => {
    if (!fromTemplate) {
      await client.query(`create database ${name} template template0`);
      return;
    }
    const template = templateName();
    await client.query('select pg_advisory_lock(7203)');
    const known = await client.query('select 1 from pg_database where datname = $1', [template]);
    if (known.rowCount === 0) {
      await client.query(`drop database if exists ${template}_new`);
      await client.query(`create database ${template}_new template template0`);
      await migrated(inDatabase(url, `${template}_new`));
      await client.query(`alter database ${template}_new rename to ${template}`);
    }
    // Block by block through the log, as is usual, takes three times as long for a database as small as this.
    await client.query(`create database ${name} template ${template} strategy file_copy`);
  });

export const dropTemplate = (url: string): Promise<void> =>
  asAdmin(url, async (client) => {
    await client.query('select pg_advisory_lock(7203)');
    await client.query(`drop database if exists ${templateName()}`);
  });

/** An empty or migrated database on the run's server, without a driver on it. */
export const createPostgres = async (fromTemplate: boolean): Promise<{ url: string; drop: () => Promise<void> }> => {
  const admin = await adminUrl();
  const name = `cartwright_test_${randomBytes(6).toString('hex')}`;
  await createDatabase(admin, name, fromTemplate);
  const drop = () => asAdmin(admin, async (client) => void (await client.query(`drop database ${name} with (force)`)));
  return { url: inDatabase(admin, name), drop };
};

const openTestPostgres: Engine['open'] = async ({ migrated: fromTemplate = true, postgres } = {}) => {
  const { url, drop } = await createPostgres(fromTemplate);
  const db = await openPostgres(url, { waitMs: PATIENCE_MS, ...postgres });
  return {
    db,
    url,
    close: async () => {
      await db.close();
      await drop();
    },
  };
};

/** A database with all tables, made once a process. */
const makeSqliteTemplate = async (): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-template-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'template.db');
  const db = await openSqlite(file);
  await migrate(db, migrations, MIGRATED_AT);
  await db.close();
  return file;
};
let template: Promise<string> | undefined;
const sqliteTemplate = (): Promise<string> => (template ??= makeSqliteTemplate());

const openTestSqlite: Engine['open'] = async ({ migrated: withTables = true } = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-sqlite-'));
  const file = join(folder, 'cartwright.db');
  if (withTables) copyFileSync(await sqliteTemplate(), file);
  const db = await openSqlite(file);
  return {
    db,
    file,
    close: async () => {
      await db.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

export const engines: readonly Engine[] = [
  { name: 'sqlite', skip: undefined, open: openTestSqlite },
  { name: 'postgres', skip: given() === undefined ? skipOwnServer() : undefined, open: openTestPostgres },
];

/** An engine that tells where the database is that it opened last. */
export const addressed = (engine: Engine): { readonly engine: Engine; readonly url: () => string } => {
  let url = '';
  const open: Engine['open'] = async (options) => {
    const opened = await engine.open(options);
    url = opened.url ?? '';
    return opened;
  };
  return { engine: { ...engine, open }, url: () => url };
};

/**
 * One suite an engine, set up one after the other before any test runs. A suite that cannot run says why; what goes wrong
 * while one is set up is a failed test of it, so that what was opened by then is closed.
 */
export const forEachEngine = (body: (engine: Engine) => void | Promise<void>): void => {
  let turn = Promise.resolve();
  for (const engine of engines) {
    const [mine, next] = [turn, Promise.withResolvers<void>()];
    turn = engine.skip === undefined ? next.promise : turn;
    describe(engine.name, engine.skip === undefined ? {} : { skip: engine.skip }, async () => {
      // Not `await mine`: the runner would then take what follows for a part of the other suite.
      await new Promise<void>((resolve) => void mine.then(resolve));
      try {
        await body(engine);
      } catch (error) {
        test('is set up', () => {
          throw error;
        });
      }
      next.resolve();
    });
  }
};
