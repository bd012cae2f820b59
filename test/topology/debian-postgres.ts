/** One PostgreSQL of Debian's package, which brings the programs that copy it, and its archive by pgBackRest as deploy/ has it. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseYaml } from '@redocly/openapi-core';
import { Client } from 'pg';
import { freePort } from '../free-port.ts';
import { deployed, type Patroni, POSTGRES_BIN, postgresIsInstalled } from './database-parts.ts';
import { until } from './installation.ts';
import { isInstalled, ownProcess, runAs } from './own-process.ts';

export const whyNoDebian = (): string | undefined =>
  postgresIsInstalled() && isInstalled('pgbackrest')
    ? undefined
    : 'Debian’s postgresql-15 and pgbackrest are not installed';

export type DebianServer = {
  readonly url: (database: string) => string;
  readonly pgbackrest: (...args: readonly string[]) => void;
  /** Stops it as a power cut does, makes it again as it was at that moment, and starts it. */
  readonly restoreTo: (time: string) => Promise<void>;
  readonly end: () => Promise<void>;
};

const archiveText = (folder: string, port: number): string =>
  deployed('pgbackrest.conf')
    .replace(/^repo1-path=.*$/m, `repo1-path=${join(folder, 'repo')}\nlock-path=${folder}\nlog-path=${folder}`)
    .replace(/^spool-path=.*$/m, `spool-path=${join(folder, 'spool')}`)
    .replace(/^pg1-path=.*$/m, `pg1-path=${join(folder, 'data')}\npg1-socket-path=${folder}\npg1-user=postgres`)
    .replace(/^pg1-port=.*$/m, `pg1-port=${port}`);

export const startDebian = async (): Promise<DebianServer> => {
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-debian-'));
  chmodSync(folder, 0o777);
  const port = await freePort();
  const config = join(folder, 'pgbackrest.conf');
  writeFileSync(config, archiveText(folder, port), { mode: 0o644 });
  const env = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', HOME: folder, PGBACKREST_CONFIG: config };
  const run = (command: string, args: readonly string[]): void =>
    void execFileSync(command, [...args], { ...runAs, cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const data = join(folder, 'data');
  run(join(POSTGRES_BIN, 'initdb'), ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C']);

  const { archive_mode, archive_command, wal_level } = (parseYaml(deployed('patroni/patroni.yml')) as Patroni).bootstrap
    .dcs.postgresql.parameters;
  const settings = {
    archive_mode,
    archive_command,
    wal_level,
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
  };
  const args = ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const part = ownProcess({ name: 'postgres', command: join(POSTGRES_BIN, 'postgres'), args, folder, env });
  const url = (database: string): string => `postgres://postgres@127.0.0.1:${port}/${database}`;
  /** One that still reads its archive lets nobody write. */
  const takesWrites = async (): Promise<boolean> => {
    const client = new Client({ connectionString: url('postgres') });
    try {
      await client.connect();
      const { rows } = await client.query<{ reads: boolean }>('select pg_is_in_recovery() as reads');
      return rows[0]?.reads === false;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => {});
    }
  };
  const start = async (): Promise<void> => {
    await part.start();
    await until('the server', takesWrites);
  };
  const pgbackrest: DebianServer['pgbackrest'] = (...words) => run('pgbackrest', ['--stanza=cartwright', ...words]);
  await start();
  return {
    url,
    pgbackrest,
    restoreTo: async (time) => {
      await part.kill();
      rmSync(join(data, 'postmaster.pid')); // by which pgBackRest would take it to be running
      pgbackrest('--delta', '--type=time', `--target=${time}`, '--target-action=promote', 'restore');
      await start();
    },
    end: async () => {
      await part.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
