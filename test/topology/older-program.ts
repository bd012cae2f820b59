/** The program as it was, from this repository's own history: unpacked into a folder of its own, with the packages that are here. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const git = (...args: readonly string[]): string =>
  execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', maxBuffer: 1 << 28 }).trim();

/** The last commit before so many of the newest migrations were there. */
export const commitBefore = (migrations: number): string => {
  const added = git('log', '--first-parent', '--diff-filter=A', '--format=%H', '--', 'migrations/').split('\n');
  const commit = added[migrations - 1];
  if (commit === undefined) throw new Error(`there are only ${added.length} commits that added migrations`);
  return git('rev-parse', `${commit}^`);
};

export type OlderProgram = {
  readonly commit: string;
  /** A module of it. */
  readonly load: <T>(file: string) => Promise<T>;
  readonly remove: () => void;
};

export const olderProgram = (commit: string): OlderProgram => {
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-older-'));
  const archive = execFileSync('git', ['-C', root, 'archive', commit], { maxBuffer: 1 << 28 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return {
    commit: git('rev-parse', '--short', commit),
    load: async (file) => (await import(pathToFileURL(join(folder, file)).href)) as never,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};
