import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

test('a test file that fails before it stops what it started ends all the same, and so does that', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-orphans-'));
  after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'leaves.test.mjs');
  const child = `spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])`;
  writeFileSync(
    file,
    `import { spawn } from 'node:child_process'; import { test } from 'node:test';
     test('leaves', () => { console.log('child', ${child}.pid); throw new Error('before it stops it'); });`,
  );
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { status, stdout } = spawnSync(process.execPath, ['--import=./test/no-orphans.ts', file], {
    encoding: 'utf8',
    env,
    timeout: 120_000,
  });
  assert.equal(status, 1, stdout);
  const pid = Number(/child (\d+)/.exec(stdout)?.[1]);
  assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
});
