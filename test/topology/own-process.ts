/** Programs of an installation, each a process of ours with a log of its own: killed, paused and started again at will, gone with us. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Part = {
  readonly name: string;
  readonly start: () => Promise<void>;
  /** To it and to everything it started. */
  readonly signal: (name: NodeJS.Signals) => void;
  readonly kill: () => Promise<void>;
};
export type Program = {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly folder: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Processes of it that left its group, as servers do that go on when who started them ends. */
  readonly strays?: () => readonly number[];
};

const NOBODY = 65534;
const asRoot = process.getuid?.() === 0;
/** PostgreSQL and PgBouncer refuse to run as root. */
export const runAs = asRoot ? { uid: NOBODY, gid: NOBODY } : {};

export const isInstalled = (command: string): boolean => {
  try {
    execFileSync('sh', ['-c', `command -v ${command}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

const parentOf = (pid: string): number => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return 0;
  }
};
/** These processes and their children. */
const withChildren = (pids: readonly number[]): readonly number[] => {
  const running = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const children = running.filter((pid) => pids.includes(parentOf(pid))).map(Number);
  return children.length === 0 ? pids : [...pids, ...withChildren(children)];
};

const send = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name);
  } catch {
    // It ended by itself.
  }
};

export const ownProcess = ({ name, command, args, folder, env = {}, strays = () => [] }: Program): Part => {
  const log = openSync(join(folder, `${name}.log`), 'a', 0o666);
  let child: ChildProcess | undefined;
  const pids = (): readonly number[] => withChildren([...(child?.pid === undefined ? [] : [child.pid]), ...strays()]);
  const signal = (given: NodeJS.Signals): void => {
    for (const pid of pids()) send(pid, given);
  };
  process.once('exit', () => signal('SIGKILL'));
  return {
    name,
    start: async () => {
      child = spawn(command, [...args], {
        ...runAs,
        cwd: folder,
        env: { PATH: process.env['PATH'], LC_ALL: 'C', HOME: folder, ...env },
        stdio: ['ignore', log, log],
      });
      await once(child, 'spawn');
    },
    signal,
    kill: async () => {
      const ended = child === undefined || child.exitCode !== null || child.signalCode !== null;
      const gone = ended ? Promise.resolve() : once(child as ChildProcess, 'exit');
      signal('SIGKILL');
      await gone;
      child = undefined;
    },
  };
};
