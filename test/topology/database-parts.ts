/** PostgreSQL as deploy/patroni has it, two servers of which etcd says which is the primary; and PgBouncer with the way to it, as deploy/ has them. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseYaml } from '@redocly/openapi-core';
import { freePort } from '../free-port.ts';
import { type Part, ownProcess } from './own-process.ts';

export const deployed = (name: string): string =>
  readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8');

export const POSTGRES_BIN = '/usr/lib/postgresql/15/bin';
export const postgresIsInstalled = (): boolean => existsSync(join(POSTGRES_BIN, 'initdb'));

export type Etcd = { readonly part: Part; readonly hosts: string };
export const etcdPart = async (folder: string): Promise<Etcd> => {
  const [client, peer] = [await freePort(), await freePort()];
  const at = (port: number): string => `http://127.0.0.1:${port}`;
  const config = {
    ...(parseYaml(deployed('patroni/etcd.yml')) as object),
    'data-dir': join(folder, 'etcd'),
    'listen-client-urls': at(client),
    'advertise-client-urls': at(client),
    'listen-peer-urls': at(peer),
    'initial-advertise-peer-urls': at(peer),
    'initial-cluster': `etcd1=${at(peer)}`,
  };
  writeFileSync(join(folder, 'etcd.yml'), JSON.stringify(config));
  const args = ['--config-file', join(folder, 'etcd.yml')];
  // Debian's etcd asks for this where it was not tested by its makers.
  const env = { ETCD_UNSUPPORTED_ARCH: process.arch };
  return { part: ownProcess({ name: 'etcd', command: 'etcd', args, folder, env }), hosts: `127.0.0.1:${client}` };
};

export type Patroni = {
  readonly bootstrap: {
    readonly dcs: { readonly postgresql: { readonly parameters: Readonly<Record<string, string | number>> } };
  };
  readonly postgresql: { readonly authentication: Readonly<Record<string, object>> };
};
export type Server = { readonly part: Part; readonly port: number; readonly api: number };

export const serverPart = async (folder: string, name: string, etcd: Etcd): Promise<Server> => {
  const [port, api] = [await freePort(), await freePort()];
  const data = join(folder, name);
  const given = parseYaml(deployed('patroni/patroni.yml')) as Patroni;
  const { dcs } = given.bootstrap;
  const parameters = { ...dcs.postgresql.parameters, archive_mode: 'off', shared_buffers: '64MB' };
  const config = {
    ...given,
    name,
    restapi: { listen: `127.0.0.1:${api}`, connect_address: `127.0.0.1:${api}` },
    etcd: { hosts: [etcd.hosts] },
    bootstrap: {
      ...given.bootstrap,
      dcs: { ...dcs, postgresql: { ...dcs.postgresql, parameters, recovery_conf: {} } },
    },
    postgresql: {
      ...given.postgresql,
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: data,
      bin_dir: POSTGRES_BIN,
      pgpass: join(folder, `${name}.pgpass`),
      parameters: { unix_socket_directories: folder },
      pg_hba: ['local all all trust', 'host replication all 127.0.0.1/32 trust', 'host all all 127.0.0.1/32 trust'],
    },
    watchdog: { mode: 'off' },
  };
  writeFileSync(join(folder, `${name}.yml`), JSON.stringify(config));
  const strays = (): readonly number[] => {
    const lock = join(data, 'postmaster.pid');
    return existsSync(lock) ? [Number(readFileSync(lock, 'latin1').split('\n')[0])] : [];
  };
  const part = ownProcess({ name, command: 'patroni', args: [join(folder, `${name}.yml`)], folder, strays });
  return { part, port, api };
};

/** Past pooler and balancer, for who reads from a standby. */
export const serverUrl = ({ port }: Server): string => `postgres://postgres@127.0.0.1:${port}/postgres`;

/** Whether this server is the primary, as the balancer asks. */
export const isPrimary = async ({ api }: Server): Promise<boolean> => {
  try {
    const { status } = await fetch(`http://127.0.0.1:${api}/primary`, { signal: AbortSignal.timeout(2000) });
    return status === 200;
  } catch {
    return false;
  }
};

export type Pooled = { readonly parts: readonly [way: Part, pooler: Part]; readonly url: string };

export const poolerParts = async (folder: string, servers: readonly Server[]): Promise<Pooled> => {
  const [way, port] = [await freePort(), await freePort()];
  const lines = servers.map(({ port: at, api }, n) => `    server pg${n} 127.0.0.1:${at} check port ${api}`);
  const balancer = deployed('haproxy/postgres.cfg')
    .replace(/bind \S+/, `bind 127.0.0.1:${way}`)
    .replace(/^ {4}server pg1[\s\S]*$/m, `${lines.join('\n')}\n`);
  writeFileSync(join(folder, 'postgres.cfg'), balancer);
  const pooler = deployed('pgbouncer.ini')
    .replace(/port=\d+ dbname=\w+/, `port=${way} dbname=postgres user=postgres`)
    .replace(/^listen_addr = .*$/m, 'listen_addr = 127.0.0.1\nunix_socket_dir =')
    .replace(/^listen_port = .*$/m, `listen_port = ${port}`)
    .replace(/^auth_type = .*$/m, 'auth_type = any')
    .replace(/^auth_file = .*$/m, '');
  writeFileSync(join(folder, 'pgbouncer.ini'), pooler);
  return {
    parts: [
      ownProcess({ name: 'way', command: 'haproxy', args: ['-db', '-f', join(folder, 'postgres.cfg')], folder }),
      ownProcess({ name: 'pgbouncer', command: 'pgbouncer', args: [join(folder, 'pgbouncer.ini')], folder }),
    ],
    url: `postgres://postgres@127.0.0.1:${port}/cartwright`,
  };
};
