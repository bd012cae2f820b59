/**
 * Which test files share a process. To start Node and to load the program's two thousand modules takes more than most files
 * take for their tests, so files that only call functions and open databases of their own run one after another in one process.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

const BROWSER = 'browser';
/** What takes longest begins first, so that the lanes end together. */
const longFirst = ['faults', 'commands', BROWSER, 'fuzz'];
const folderOf = (file: string): string => file.split(sep)[1] ?? '';
const rank = (file: string): number => {
  const at = longFirst.indexOf(folderOf(file));
  return at < 0 ? longFirst.length : at;
};

/**
 * A file that starts programs or threads, or that changes how V8 runs, is alone: what it leaves behind ends with it. A file that
 * changes something else of its whole process says `// alone: why`.
 */
const SAYS_SO = /^\/\/ alone:/m;
const ALONE = /node:(child_process|worker_threads|inspector)|\/(counted-work|run-cartwright)\.ts'|^\/\/ alone:/m;
const isAlone = (file: string): boolean => rank(file) < longFirst.length || ALONE.test(readFileSync(file, 'utf8'));
/** Tests of pages share what takes longest to begin: one browser, and the demo shop that most of them visit. */
const isVisit = (file: string): boolean => folderOf(file) === BROWSER && !SAYS_SO.test(readFileSync(file, 'utf8'));

/** So many that loading is a small part of a process's work, so few that the lanes end together. */
const MOST_FILES = 24;

const chunked = <T>(all: readonly T[], size: number): readonly (readonly T[])[] =>
  all.length === 0 ? [] : [all.slice(0, size), ...chunked(all.slice(size), size)];

/** Every file once, in the order in which the processes begin. */
export const sharedProcesses = (files: readonly string[], lanes: number): readonly (readonly string[])[] => {
  const sorted = files.toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  const together = sorted.filter((file) => !isAlone(file));
  const size = Math.min(MOST_FILES, Math.ceil(together.length / lanes));
  const groups = chunked(together, Math.max(1, size));
  const visits = sorted.filter(isVisit);
  const visiting = chunked(visits, Math.max(1, Math.ceil(visits.length / lanes)));
  const alone = sorted.filter((file) => isAlone(file) && !isVisit(file)).map((file) => [file]);
  const long = alone.filter(([file = '']) => rank(file) < longFirst.length);
  const ordered = [...long, ...visiting].toSorted(([a = ''], [b = '']) => rank(a) - rank(b));
  return [...ordered, ...groups, ...alone.slice(long.length)];
};

const entryText = (files: readonly string[]): string => {
  const tests = files.map((file) => ({ name: relative(process.cwd(), file), url: pathToFileURL(resolve(file)).href }));
  const runner = new URL('./run-together.ts', import.meta.url).href;
  return `import { runTogether } from ${JSON.stringify(runner)};\nrunTogether(${JSON.stringify(tests, null, 1)});\n`;
};

/** What `run` of node:test is given for each process: the file itself, or one that is written for the run. */
export const writeEntries = (
  processes: readonly (readonly string[])[],
): { readonly files: readonly string[]; readonly remove: () => void } => {
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-tests-'));
  const files = processes.map(([first = '', ...others], at) => {
    if (others.length === 0) return resolve(first);
    const entry = join(folder, `${folderOf(first)}-${at}.test.mjs`);
    writeFileSync(entry, entryText([first, ...others]));
    return entry;
  });
  return { files, remove: () => rmSync(folder, { recursive: true, force: true }) };
};
