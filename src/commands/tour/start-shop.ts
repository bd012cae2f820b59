/** A demo shop for a few minutes: a node in a process of its own, on a free port, in a folder that goes with it. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Environment } from '../../config.ts';
import type { Credentials } from '../plan-installation.ts';
import { credentialsFile } from '../write-credentials.ts';

const program = fileURLToPath(new URL('../../../bin/cartwright.js', import.meta.url));

export type TourShop = {
  readonly url: string;
  readonly credentials: Credentials;
  /** Ends it and removes what it wrote. */
  readonly close: () => Promise<void>;
};

/** Whatever the shell says of a real shop, this one has nothing to do with it. */
const ownSettings = (environment: Environment, folder: string): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value === undefined || name.startsWith('CARTWRIGHT_') || name === 'DATABASE_URL' ? [] : [[name, value]],
    ),
  ),
  HOST: '127.0.0.1',
  PORT: '0',
  CARTWRIGHT_DATA: folder,
  CARTWRIGHT_WORKERS: '1',
  CARTWRIGHT_DEMO_MONTH: 'off',
  CARTWRIGHT_LOG_LEVEL: 'silent',
});

export const startTourShop = async (environment: Environment): Promise<TourShop> => {
  const folder = await mkdtemp(join(tmpdir(), 'cartwright-tour-'));
  // By the channel it learns that we are gone, even by kill -9.
  const child = spawn(process.execPath, [program, 'serve'], {
    env: ownSettings(environment, folder),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const close = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const url = await new Promise<string>((resolve, reject) => {
      if (child.stdout === null) return reject(new Error('The shop cannot be heard.'));
      createInterface({ input: child.stdout }).on('line', (line) => {
        said += `${line}\n`;
        const found = /^Cartwright serves on (\S+)/.exec(line)?.[1];
        if (found !== undefined) resolve(found);
      });
      void ended.then(() => reject(new Error(`The shop of the tour did not start:\n${said}`)));
    });
    return { url, credentials: JSON.parse(await readFile(credentialsFile(folder), 'utf8')) as Credentials, close };
  } catch (error) {
    await close();
    throw error;
  }
};
