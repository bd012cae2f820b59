/**
 * Loaded before every test file: what a file started ends with it. A test that fails before it can stop its server would else
 * keep the process alive, and the lane of the run with it; a run that is killed would leave its test processes behind.
 */
import type { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { after } from 'node:test';

const PARENT_MS = 1_000;
const PATIENCE_MS = 10_000;

const started = new Set<ChildProcess>();
subscribe('child_process', (message) => {
  const { process: child } = message as { readonly process: ChildProcess };
  started.add(child);
  child.once('exit', () => started.delete(child));
});

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    const late = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
    child.once('exit', () => {
      clearTimeout(late);
      resolve();
    });
    child.kill('SIGTERM');
  });

/** What was told not to keep us has an end of its own: the PostgreSQL of a file. */
const keepsUs = (child: ChildProcess): boolean => {
  const handle = Reflect.get(child, '_handle') as { readonly hasRef: () => boolean } | null;
  return handle?.hasRef() === true;
};

after(async () => {
  await Promise.all([...started].filter(keepsUs).map(ended));
});

const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) process.exit(1);
}, PARENT_MS).unref();
