import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

/** Tests that are made late and deep, and one that is failed by what nobody waits for. */
const sample = `
import { executionAsyncId } from 'node:async_hooks';
import { after, before, describe, test } from 'node:test';
const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
describe('one', async () => {
  await later(5);
  before(async () => { await later(1); });
  after(() => console.log('said cleared'));
  test('a', async (t) => {
    await later(1);
    await t.test('inside a', async () => { await later(1); test('deep inside a', () => {}); });
  });
  describe('within one', async () => { await later(1); test('b', async () => { await later(1); }); });
});
describe('two', () => { test('c', () => {}); });
test('failed late', async () => {
  setTimeout(() => { throw new Error('late'); }, 1);
  await later(50);
});
test('followed', async () => {
  await null;
  const first = executionAsyncId();
  await null;
  console.log('follows ' + (executionAsyncId() !== first));
});
`;

test('tests know whose they are without following every promise', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-contexts-'));
  after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'sample.test.mjs');
  writeFileSync(file, sample);
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const told = (...flags: readonly string[]): string => {
    const { stdout } = spawnSync(process.execPath, [...flags, '--test-reporter=tap', file], { encoding: 'utf8', env });
    return stdout.replace(/^.*duration_ms.*\n/gm, '');
  };
  const [usual, ours] = [told(), told('--import=./test/test-contexts.ts')];
  assert.match(usual, /^not ok 3 - failed late$/m);
  assert.match(usual, /^follows true$/m);
  assert.equal(ours, usual.replace('follows true', 'follows false'));
});
