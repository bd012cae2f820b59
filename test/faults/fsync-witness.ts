/** Counts what really goes to the disk: a small library put before the system's own by LD_PRELOAD (fsync-witness.c). */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type FsyncWitness = {
  readonly library: string;
  /** For the child process: what to add to its environment. `delayUs` makes every fsync that much slower. */
  readonly env: (counterFile: string, delayUs?: number) => Readonly<Record<string, string>>;
  /** Calls of fsync and fdatasync that succeeded so far. */
  readonly read: (counterFile: string) => number;
};
export type FsyncWitnessOrReason =
  | { readonly witness: FsyncWitness; readonly reason: undefined }
  | { readonly witness: undefined; readonly reason: string };

const SOURCE = fileURLToPath(new URL('./fsync-witness.c', import.meta.url));

export const readCounter = (counterFile: string): number => Number(readFileSync(counterFile).readBigUInt64LE());

const compile = (): FsyncWitnessOrReason => {
  if (process.platform !== 'linux') return { witness: undefined, reason: 'LD_PRELOAD works on Linux only' };
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-fsync-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const library = join(folder, 'fsync-witness.so');
  const compiled = spawnSync('cc', ['-shared', '-fPIC', '-O2', '-o', library, SOURCE, '-ldl'], { encoding: 'utf8' });
  if (compiled.error) return { witness: undefined, reason: `no C compiler (cc): ${compiled.error.message}` };
  if (compiled.status !== 0) return { witness: undefined, reason: `cc failed: ${compiled.stderr}` };
  const env = (counterFile: string, delayUs = 0) => ({
    LD_PRELOAD: library,
    FSYNC_WITNESS_FILE: counterFile,
    FSYNC_WITNESS_DELAY_US: String(delayUs),
  });
  return { witness: { library, env, read: readCounter }, reason: undefined };
};

let known: FsyncWitnessOrReason | undefined;
/** Compiled once in a process. Without a compiler there is no witness, and the reason says why. */
export const fsyncWitness = (): FsyncWitnessOrReason => (known ??= compile());
