/** A program that serves for a bench in a process of its own, on either engine, as in production. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { migrate } from '../src/db/migrate.ts';
import { openPostgres } from '../src/db/postgres/postgres.ts';
import { type Engine, engines, migrations } from '../test/databases.ts';
import { startPostgres } from '../test/postgres-server.ts';
import type { BenchRow } from './report.ts';
import { isAsked, isAskedByName } from './settings.ts';

/** The engine that the bench names to its server; PostgreSQL is the one that it started, which waits for the disk. */
export const askedEngine = ([, , name, address = '']: readonly string[]): Engine => {
  const durablePostgres: Engine = {
    name: 'postgres',
    skip: undefined,
    open: async () => {
      const db = await openPostgres(address);
      await migrate(db, migrations, Date.now());
      return { db, close: () => db.close() };
    },
  };
  const engine = name === 'postgres' ? durablePostgres : engines.find((each) => each.name === 'sqlite');
  if (engine === undefined) throw new Error('SQLite is always there');
  return engine;
};

type Measure = (engine: string, served: unknown) => Promise<readonly BenchRow[]>;

/** What the program says in its first line is where it serves. */
const rowsFrom = async (
  program: string,
  [engine, address]: readonly [string, string],
  measure: Measure,
): Promise<readonly BenchRow[]> => {
  const file = fileURLToPath(new URL(program, import.meta.url));
  const server = spawn(process.execPath, [file, engine, address], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => server.once('close', resolve));
  try {
    const line = await new Promise<string>((resolve) =>
      createInterface({ input: server.stdout }).once('line', resolve),
    );
    return await measure(engine, JSON.parse(line));
  } finally {
    server.stdin.end();
    await ended;
  }
};

/** Rows of SQLite, and of a PostgreSQL that is started for them where it is asked for by name. */
export const onAskedEngines = async (
  rowsOf: (engine: string, databaseUrl?: string) => Promise<readonly BenchRow[]>,
  options: { readonly durable: boolean },
): Promise<readonly BenchRow[]> => {
  const sqlite = isAsked('sqlite') ? await rowsOf('sqlite') : [];
  if (!isAskedByName('postgres')) return sqlite;
  const server = await startPostgres(options);
  try {
    return [...sqlite, ...(await rowsOf('postgres', server.url('postgres')))];
  } finally {
    await server.stop();
  }
};

export const onBothEngines = async (program: string, measure: Measure): Promise<readonly BenchRow[]> => {
  const sqlite = await rowsFrom(program, ['sqlite', ''], measure);
  const server = await startPostgres({ durable: true });
  try {
    return [...sqlite, ...(await rowsFrom(program, ['postgres', server.url('postgres')], measure))];
  } finally {
    await server.stop();
  }
};
