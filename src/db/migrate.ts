/**
 * Brings a database to the tables this program needs: `migrations/NNNN_name.sql`, forward only, each one batch.
 *
 * The first statement of that batch writes the migration's own row under a guard, so any number of nodes may start at
 * once: one wins, the others see its row and go on. A database that is ahead of the program is fine, because changes
 * are made in two steps (add first, remove when no running version needs it) and nodes are upgraded one by one.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Database, DatabaseError, type Statement } from './database.ts';
import { forEngine } from './migration-text.ts';

export type MigrationResult = {
  /** Names applied by this call, in order. */
  readonly applied: readonly string[];
  /** Names the database has and this program does not know: a newer version runs or ran here. */
  readonly ahead: readonly string[];
};

export type Migration = Readonly<{ number: number; name: string; checksum: string; text: string }>;
export type MigrationPlan = { readonly pending: readonly Migration[]; readonly ahead: readonly string[] };
type Recorded = { readonly number: number; readonly name: string; readonly checksum: string };

const FILE = /^(\d{4})_[a-z0-9_]+\.sql$/;

export const readMigrations = async (folder: URL | string): Promise<readonly Migration[]> => {
  const path = typeof folder === 'string' ? folder : fileURLToPath(folder);
  const files = (await readdir(path)).filter((file) => file.endsWith('.sql')).toSorted();
  return Promise.all(
    files.map(async (file) => {
      const [, digits] = FILE.exec(file) ?? [];
      if (digits === undefined) throw new Error(`Rename ${file}: a migration is called 0001_words_in_lower_case.sql.`);
      // A checkout on Windows may have other line ends; the migration is the same.
      const text = (await readFile(join(path, file), 'utf8')).replaceAll('\r\n', '\n');
      const checksum = createHash('sha256').update(text).digest('hex');
      return { number: Number(digits), name: file.slice(0, -'.sql'.length), checksum, text };
    }),
  );
};

/** What is left to apply; throws a sentence for a person when files and database cannot belong together. */
export const planMigrations = (found: readonly Migration[], recorded: readonly Recorded[]): MigrationPlan => {
  found.forEach(({ number, name }, index) => {
    if (number !== index + 1) {
      throw new Error(`Migration ${name} has number ${number} where ${index + 1} is due: number them without gaps.`);
    }
  });
  const rows = new Map(recorded.map((row) => [row.number, row]));
  const newest = Math.max(0, ...rows.keys());
  for (const { number, name, checksum } of found) {
    const row = rows.get(number);
    if (row !== undefined && row.checksum !== checksum) {
      throw new Error(
        `Migration ${name} was changed after it was applied: restore its text and write a new migration. If you changed nothing, this database was set up by another build of this program: start that one, or restore a backup.`,
      );
    }
    if (row === undefined && number < newest) {
      throw new Error(
        `Migration ${name} was never applied, but number ${newest} was: this is another program's database.`,
      );
    }
  }
  return {
    pending: found.filter(({ number }) => !rows.has(number)),
    ahead: recorded.filter(({ number }) => number > found.length).map(({ name }) => name),
  };
};

const TABLE = `create table if not exists migration (
  number bigint primary key, name text not null, checksum text not null, applied_at bigint not null)`;

const createTable = async (db: Database): Promise<void> => {
  const batch = forEngine(db.engine, TABLE).map((sql) => ({ sql }));
  try {
    await db.commit(batch);
  } catch {
    // PostgreSQL looks and creates in two steps: of two nodes one can fail between them. Now the table is there.
    await db.commit(batch);
  }
};

const recordedMigrations = (db: Database): Promise<readonly Recorded[]> =>
  db.all<Recorded>('select number, name, checksum from migration order by number');

const GUARD = 'migration';
const batchOf = (db: Database, { number, name, checksum, text }: Migration, now: number): readonly Statement[] => [
  {
    sql: 'insert into migration (number, name, checksum, applied_at) values (?, ?, ?, ?)',
    params: [number, name, checksum, now],
    guard: { name: GUARD, rows: 1 },
  },
  ...forEngine(db.engine, text).map((sql) => ({ sql })),
];

// Another node at work on a long migration keeps us waiting until our own statement times out; then we look again.
const LOOKS = 10;

/** False when another node was faster or is at it, or no answer came: the table tells which. */
const applyOne = async (db: Database, migration: Migration, now: number, looksLeft: number): Promise<boolean> => {
  try {
    await db.commit(batchOf(db, migration, now));
    return true;
  } catch (error) {
    if (error instanceof DatabaseError && error.code !== 'unique' && looksLeft > 0) return false;
    throw new Error(`Migration ${migration.name} failed; it is applied whole or not at all.`, { cause: error });
  }
};

/** What the next start would do, looked up without changing anything. */
export const pendingMigrations = async (db: Database, folder: URL | string): Promise<MigrationPlan> => {
  const found = await readMigrations(folder);
  return planMigrations(found, await recordedMigrations(db).catch(() => [])); // no table yet: nothing is applied
};

export const migrate = async (db: Database, folder: URL | string, now: number): Promise<MigrationResult> => {
  const found = await readMigrations(folder);
  await createTable(db);
  const applied: string[] = [];
  for (let looksLeft = found.length + LOOKS; ; looksLeft -= 1) {
    const { pending, ahead } = planMigrations(found, await recordedMigrations(db));
    const [next] = pending;
    if (next === undefined) return { applied, ahead };
    if (await applyOne(db, next, now, looksLeft)) applied.push(next.name);
  }
};
