/**
 * Loaded before every test file: how long its process, and what it started and saw ending, kept the processor busy. A browser and
 * a server are counted with the file that started them; the PostgreSQL of the run is nobody's.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

const PLACE = 'CARTWRIGHT_TEST_TIMES';
const TICKS_A_SECOND = 100;
const MICROSECONDS = 1_000_000;

/** Of children that ended: the 16th and the 17th field, counted behind the name, in which anything may be. Linux alone tells. */
const ofChildren = (): number => {
  if (!existsSync('/proc/self/stat')) return 0;
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[13]) + Number(fields[14])) / TICKS_A_SECOND;
};

export const processorSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / MICROSECONDS + ofChildren();
};

/** Where processes of a run write down what they took: whoever is started by them is counted by them. */
const place = process.env[PLACE];
delete process.env[PLACE];

let counted = { file: relative(process.cwd(), process.argv[1] ?? ''), from: 0 };
const writeDown = (): void => {
  if (place !== undefined) appendFileSync(place, `${(processorSeconds() - counted.from).toFixed(2)} ${counted.file}\n`);
};

/** From now on it is this file's. */
export const countFor = (file: string): void => {
  writeDown();
  counted = { file, from: processorSeconds() };
};
process.once('exit', writeDown);

/** Tells processes that are started with this environment where to write, and what they wrote so far. */
export const countInto = (
  file: string,
): { readonly env: Readonly<Record<string, string>>; readonly read: () => ReadonlyMap<string, number> } => ({
  env: { [PLACE]: file },
  read: () => {
    const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
    return new Map(lines.map((line) => [line.slice(line.indexOf(' ') + 1), Number.parseFloat(line)]));
  },
});
