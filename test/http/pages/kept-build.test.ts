import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { keptBuild } from '../../../src/http/pages/kept-build.ts';

const cache = fileURLToPath(new URL('../../../node_modules/.cache/cartwright', import.meta.url));

test('what a build made is kept until its sources change, and then replaced', async () => {
  const sources = mkdtempSync(join(tmpdir(), 'cartwright-build-'));
  /** Other tests build at the same time; theirs do not name our folder. */
  const kept = (): readonly string[] =>
    readdirSync(cache)
      .filter((name) => /^web-.*\.json$/.test(name))
      .map((name) => join(cache, name))
      .filter((file) => readFileSync(file, 'utf8').includes(sources));
  after(() => {
    for (const file of [...kept(), sources]) rmSync(file, { recursive: true, force: true });
  });
  let builds = 0;
  const built = async (mark: string): Promise<string | undefined> => {
    writeFileSync(join(sources, 'page.ts'), mark);
    const [file] = await keptBuild(sources, ['page.ts'], async () => {
      builds += 1;
      return [{ path: 'page.js', text: `${mark} ${sources}` }];
    });
    return file?.text;
  };
  assert.equal(await built('one'), `one ${sources}`);
  assert.equal(await built('one'), `one ${sources}`);
  assert.deepEqual([builds, kept().length], [1, 1]);
  assert.equal(await built('two'), `two ${sources}`);
  assert.equal(await built('three'), `three ${sources}`);
  assert.deepEqual([builds, kept().length], [3, 1]);
});
