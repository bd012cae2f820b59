/**
 * What a release consists of, made from one commit alone: the files as they were committed, in an archive of which everybody gets the
 * same bytes; a sum of each; the bill of what is installed to run it; and which commit that was.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { billOf, componentsOf, type Lock } from './sbom-rules.ts';
import { vendoredIn } from './vendored-in.ts';

const MOST_BYTES = 1_000_000_000;
const run = (program: string, args: readonly string[], input?: Buffer): Buffer => {
  const { status, stdout, stderr, error } = spawnSync(program, args, { input, maxBuffer: MOST_BYTES });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? stderr.toString()}`);
  return stdout;
};
const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');
const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** By name of its file. The same commit gives the same bytes, whoever makes it and when. */
export type Release = ReadonlyMap<string, Buffer>;

export const releaseOf = (repository: string, revision: string): Release => {
  const git = (...args: readonly string[]): Buffer => run('git', ['-C', repository, ...args]);
  const commit = git('rev-parse', '--verify', `${revision}^{commit}`).toString().trim();
  const { name, version } = JSON.parse(git('show', `${commit}:package.json`).toString()) as Lock;
  const base = `${name}-${version}`;
  // Packed by nobody: programs that pack differ from machine to machine.
  const archive = git('-c', 'tar.umask=0022', 'archive', '--format=tar', `--prefix=${base}/`, commit);
  const paths = git('ls-tree', '-r', '-z', '--name-only', commit).toString().split('\0').filter(Boolean);
  const folder = mkdtempSync(join(tmpdir(), 'release-'));
  try {
    run('tar', ['-x', '-C', folder, '-f', '-'], archive);
    const root = join(folder, base);
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
    const needed = [...componentsOf(lock), ...vendoredIn(join(root, 'vendor'))]
      .filter(({ isForWork }) => !isForWork)
      .map((each) => ({ ...each, path: each.path.replace(`${root}/`, '') }));
    const sums = paths.map((path) => `${sha256(readFileSync(join(root, path)))}  ${path}\n`).join('');
    const parts = new Map<string, Buffer>([
      [`${base}.tar`, archive],
      ['SHA256SUMS', Buffer.from(sums)],
      ['sbom.json', Buffer.from(json(billOf(lock, needed)))],
    ]);
    const digests = [...parts].map(([file, bytes]) => ({ name: file, digest: { sha256: sha256(bytes) } }));
    const committed = git('show', '-s', '--format=%cI', commit).toString().trim();
    const tree = git('rev-parse', `${commit}^{tree}`).toString().trim();
    return parts.set(
      'release.json',
      Buffer.from(json({ name, version, commit, tree, committed, files: paths.length, digests })),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

export const writeRelease = (release: Release, folder: string): void => {
  mkdirSync(folder, { recursive: true });
  for (const [file, bytes] of release) writeFileSync(join(folder, file), bytes);
};

const read = (path: string): Buffer | undefined => {
  try {
    return readFileSync(path);
  } catch {
    return undefined; // it is not there
  }
};

/** What of a folder is not as the commit makes it. */
export const differences = (release: Release, folder: string): readonly string[] =>
  [...release].flatMap(([file, bytes]) => {
    const there = read(join(folder, file));
    if (there === undefined) return [`${file} is missing`];
    return there.equals(bytes) ? [] : [`${file} has other bytes than the commit makes`];
  });
