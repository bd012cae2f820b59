/** A release says from what it was made, and whoever has the commit makes the same bytes. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { differences, releaseOf, writeRelease } from './release.ts';

const folder = mkdtempSync(join(tmpdir(), 'released-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const git = (repository: string, ...args: readonly string[]): string => {
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'init.defaultBranch=main'];
  const { status, stdout, stderr } = spawnSync('git', ['-C', repository, ...who, ...args], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return stdout.trim();
};

const repository = join(folder, 'own');
mkdirSync(join(repository, 'src'), { recursive: true });
for (const name of ['package.json', 'package-lock.json']) {
  writeFileSync(join(repository, name), readFileSync(new URL(`../../${name}`, import.meta.url)));
}
writeFileSync(join(repository, 'src', 'ünd one.ts'), 'export const one = 1;\n');
git(repository, 'init', '-q');
git(repository, 'add', '-A');
git(repository, 'commit', '-qm', 'One');

test('of a commit is the same in every copy of the repository, whatever lies there uncommitted', () => {
  const copy = join(folder, 'copy');
  git(folder, 'clone', '-q', repository, copy);
  const release = releaseOf(repository, 'HEAD');
  writeFileSync(join(copy, 'src', 'two.ts'), 'not committed');
  appendFileSync(join(copy, 'src', 'ünd one.ts'), 'changed');
  const again = releaseOf(copy, git(repository, 'rev-parse', 'HEAD'));
  assert.deepEqual([...again], [...release]);
  assert.deepEqual([...release.keys()], ['cartwright-0.1.0.tar', 'SHA256SUMS', 'sbom.json', 'release.json']);
});

test('names its commit, the sums of its parts and of each file, as sha256sum reads them', () => {
  const release = releaseOf(repository, 'HEAD');
  const out = join(folder, 'out');
  writeRelease(release, out);
  const told = JSON.parse(readFileSync(join(out, 'release.json'), 'utf8')) as {
    readonly commit: string;
    readonly files: number;
    readonly digests: readonly { readonly name: string; readonly digest: { readonly sha256: string } }[];
  };
  assert.deepEqual([told.commit, told.files], [git(repository, 'rev-parse', 'HEAD'), 3]);
  for (const { name, digest } of told.digests) {
    assert.equal(
      digest.sha256,
      createHash('sha256')
        .update(readFileSync(join(out, name)))
        .digest('hex'),
      name,
    );
  }
  spawnSync('tar', ['-x', '-C', out, '-f', join(out, 'cartwright-0.1.0.tar')]);
  const inside = { cwd: join(out, 'cartwright-0.1.0'), encoding: 'utf8' } as const;
  const good = spawnSync('sha256sum', ['--check', '--strict', '../SHA256SUMS'], inside);
  assert.deepEqual([good.status, good.stdout.match(/: OK$/gm)?.length], [0, 3], good.stderr);
});

test('that was changed by anybody is told, part by part', () => {
  const release = releaseOf(repository, 'HEAD');
  const out = join(folder, 'changed');
  writeRelease(release, out);
  assert.deepEqual(differences(release, out), []);
  appendFileSync(join(out, 'cartwright-0.1.0.tar'), '\0');
  rmSync(join(out, 'sbom.json'));
  assert.deepEqual(differences(release, out), [
    'cartwright-0.1.0.tar has other bytes than the commit makes',
    'sbom.json is missing',
  ]);
});
