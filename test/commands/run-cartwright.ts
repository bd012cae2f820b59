/** Runs the command line as a person does: a process of its own, a data folder of its own. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { patience } from '../patience.ts';

const read = (name: string): string => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
/** A node that we hold by a channel cannot tell the C library itself. */
const cLibrary = (): Readonly<Record<string, string>> => JSON.parse(read('bin/c-library.json'));

/**
 * What measures a node has it shed load, collect garbage and warm up as it would elsewhere. One that is tested answers a few
 * calls, and would compile for a second or two what nobody asks of it; a tour starts one that warms up.
 */
const isMeasured = process.env['NODE_TEST_CONTEXT'] === undefined;
const waits = isMeasured ? { CARTWRIGHT_WAIT_MS: '10000', ...cLibrary() } : { ...patience, CARTWRIGHT_WARM_UP: 'off' };
/** As `npm start` has it. */
const startFlags = (): readonly string[] => {
  const { start } = (JSON.parse(read('package.json')) as { readonly scripts: { readonly start: string } }).scripts;
  return start.split(' ').filter((word) => word.startsWith('--'));
};
/** As the processes of a run do (`run-tests.ts`). */
const flags = isMeasured ? startFlags() : ['--single-threaded-gc'];
const program = fileURLToPath(new URL('../../bin/cartwright.js', import.meta.url));

export type Variables = Readonly<Record<string, string>>;
export type Ended = { readonly code: number | null; readonly out: string; readonly err: string };

export const dataFolder = (): { readonly folder: string; readonly remove: () => void } => {
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-data-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
};

const startProgram = (args: readonly string[], variables: Variables): ChildProcessByStdio<null, Readable, Readable> => {
  const { DATABASE_URL: _, ...inherited } = process.env;
  return spawn(process.execPath, [...flags, program, ...args], {
    // What is killed is killed whole.
    env: { ...waits, CARTWRIGHT_WORKERS: '1', CARTWRIGHT_DEMO_MONTH: 'off', ...inherited, ...variables },
    // By the channel a server learns that we are gone, even by kill -9.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  }) as ChildProcessByStdio<null, Readable, Readable>;
};

/** A command while it runs. */
export type Running = { readonly pid: number; readonly printed: () => string; readonly kill: () => void };

export const cartwright = async (
  args: readonly string[],
  variables: Variables,
  watch: (running: Running) => void = () => {},
): Promise<Ended> => {
  const child = startProgram(args, variables);
  let out = '';
  let err = '';
  watch({ pid: child.pid ?? 0, printed: () => out, kill: () => void child.kill('SIGKILL') });
  // As text: a letter of several bytes may come in two pieces.
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, out, err };
};

export type Serving = {
  readonly url: string;
  /** What it has printed so far. */
  readonly printed: () => string;
  readonly pid: number;
  readonly signal: (name: NodeJS.Signals) => void;
  readonly ended: Promise<number | null>;
  readonly stop: () => Promise<number | null>;
};

/** Pids of a node that has several; Linux alone tells them. */
export const workersOf = ({ pid }: Pick<Serving, 'pid'>): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);

/** What /metrics says, asked again and again, each time on a connection of its own, until it is what is wanted. */
export const untilMetrics = async ({ url }: Pick<Serving, 'url'>, wanted: RegExp): Promise<string> => {
  for (;;) {
    const text = await fetch(`${url}/metrics`, {
      headers: { connection: 'close' },
      signal: AbortSignal.timeout(5_000),
    }).then(
      (answer) => answer.text(),
      () => '',
    );
    if (wanted.test(text)) return text;
    await pause(50);
  }
};

/** Starts `serve` on a free port and resolves when it serves; without the demo shop, unless `args` say otherwise. */
export const serving = async (variables: Variables, args: readonly string[] = ['--empty']): Promise<Serving> => {
  const child = startProgram(['serve', ...args], { PORT: '0', ...variables });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  let printed = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (printed += text));
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      printed += `${line}\n`;
      const found = /^Cartwright serves on (\S+)/.exec(line)?.[1];
      // The lines of a first start come in the same breath.
      if (found !== undefined) setImmediate(() => resolve(found));
    });
    void ended.then((code) => reject(new Error(`it ended with ${code}: ${printed}`)));
  });
  const stop = (): Promise<number | null> => {
    child.kill('SIGTERM');
    return ended;
  };
  return { url, printed: () => printed, pid: child.pid ?? 0, signal: (name) => void child.kill(name), ended, stop };
};
