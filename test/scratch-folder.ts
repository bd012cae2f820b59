/**
 * Where a run keeps its files: in memory where there is room, because a disk that is asked to be safe thousands of times is
 * waited for longer than all tests compute. How often it is asked is counted, not timed (test/faults/fsync.test.ts).
 */
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const ROOM = 4 * 2 ** 30;
const NAME = 'cartwright-run-';

const hasRoom = (folder: string): boolean => {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= ROOM;
};

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** What runs left behind that were killed. */
const removeOthers = (base: string): void => {
  for (const name of readdirSync(base)) {
    const pid = Number(name.startsWith(NAME) ? name.slice(NAME.length) : Number.NaN);
    if (pid > 0 && !isRunning(pid)) rmSync(join(base, name), { recursive: true, force: true });
  }
};

/** From now on the temporary folder of this process and of all it starts; gone with it. */
export const useScratchFolder = (): void => {
  const base = hasRoom(MEMORY) ? MEMORY : tmpdir();
  removeOthers(base);
  const folder = join(base, `${NAME}${process.pid}`);
  mkdirSync(folder);
  chmodSync(folder, 0o711); // PostgreSQL runs as nobody, who must be able to walk through
  process.env['TMPDIR'] = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
};
