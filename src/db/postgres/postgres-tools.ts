/** PostgreSQL's own tools for copies of a whole database: pg_dump makes a file of one moment, pg_restore fills an empty database from it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Client } from 'pg';

type Tool = 'pg_dump' | 'pg_restore';
/** Where the database is, and what the tool finds around it: where tools lie, above all. */
export type ToolPlace = { readonly url: string; readonly environment: Readonly<Record<string, string | undefined>> };

/** In the environment, where other users of the machine cannot read it, unlike in the arguments. */
const surroundings = ({ url, environment }: ToolPlace): NodeJS.ProcessEnv => {
  const { host, port, user, password, database } = new Client({ connectionString: url });
  const sslmode = new URL(url).searchParams.get('sslmode');
  return {
    ...environment,
    PGHOST: host,
    PGPORT: String(port),
    ...(user === undefined ? {} : { PGUSER: user }),
    ...(typeof password === 'string' ? { PGPASSWORD: password } : {}),
    ...(database === undefined ? {} : { PGDATABASE: database }),
    ...(sslmode === null ? {} : { PGSSLMODE: sslmode }),
  };
};

const SAID = 2000;

const run = async (tool: Tool, args: readonly string[], place: ToolPlace): Promise<void> => {
  const child = spawn(tool, [...args], { env: surroundings(place), stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (text: Buffer) => {
    said = `${said}${text.toString()}`.slice(-SAID);
  });
  const ended = once(child, 'close').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT'
      ? new Error(`${tool} is not on the path: install the PostgreSQL client of the server's version or later.`)
      : error;
  });
  const [code] = (await ended) as [number | null];
  if (code === 0) return;
  const hint = said.includes('version mismatch')
    ? ` Install the PostgreSQL client of the server's version or later.`
    : '';
  throw new Error(`${tool} failed: ${said.trim()}${hint}`);
};

/** Into a file that is there already. */
export const dumpPostgres = (place: ToolPlace, file: string): Promise<void> =>
  run('pg_dump', ['--format=custom', '--no-owner', '--no-privileges', `--file=${file}`], place);

/** All of it or nothing. */
export const restorePostgres = (place: ToolPlace, file: string): Promise<void> => {
  const { database = '' } = new Client({ connectionString: place.url });
  const whole = ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction'];
  return run('pg_restore', [...whole, `--dbname=${database}`, file], place);
};
