import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { sharedProcesses, writeEntries } from './shared-processes.ts';

const all = globSync('test/**/*.test.ts');
const processes = sharedProcesses(all, 2);
const neighbours = (file: string): number => processes.find((files) => files.includes(file))?.length ?? 0;

describe('the processes of a run', () => {
  test('have every test file once between them', () => {
    assert.deepEqual(processes.flat().toSorted(), all.toSorted());
  });

  test('give one of their own to whoever starts programs, ends nodes or counts work', () => {
    for (const file of ['test/shared-processes.test.ts', 'test/faults/crash.test.ts', 'test/cart/cart-work.test.ts']) {
      assert.equal(neighbours(file), 1, file);
    }
    assert.ok(neighbours('test/cart/cart-rules.test.ts') > 1);
  });

  test('let tests of pages share a browser and a shop', () => {
    assert.ok(neighbours('test/browser/storefront.test.ts') > 1);
    assert.equal(neighbours('test/browser/console.test.ts'), 1);
  });

  test('of a few files are as many as there are lanes', () => {
    const few = ['test/cart/gifts.test.ts', 'test/cart/cart-rules.test.ts', 'test/balances/balance-routes.test.ts'];
    assert.deepEqual(
      sharedProcesses(few, 2).map((files) => files.length),
      [2, 1],
    );
    assert.deepEqual(sharedProcesses([], 2), []);
  });
});

describe('files that share a process', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-together-'));
  after(() => rmSync(folder, { recursive: true }));
  const written = (name: string, text: string): string => {
    const file = join(folder, name);
    writeFileSync(file, `import { after, test } from 'node:test';\n${text}\n`);
    return file;
  };
  const runOf = (files: readonly string[]) => {
    const entries = writeEntries([files]);
    after(entries.remove);
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    return spawnSync(process.execPath, ['--test-reporter=tap', ...entries.files], { encoding: 'utf8', env });
  };
  const said = (out: string): readonly string[] => out.split('\n').filter((line) => line.startsWith('said '));

  test('clear up before the next one is loaded', () => {
    const first = written(
      'a.test.ts',
      "after(() => console.log('said cleared')); test('t', () => console.log('said a'));",
    );
    const second = written('b.test.ts', "console.log('said loaded'); test('t', () => console.log('said b'));");
    const { status, stdout } = runOf([first, second]);
    assert.equal(status, 0, stdout);
    assert.deepEqual(said(stdout), ['said a', 'said cleared', 'said loaded', 'said b'], stdout);
  });

  test('fail each for itself, also when one cannot be loaded', () => {
    const broken = written('c.test.ts', "throw new Error('unloadable');");
    const wrong = written('d.test.ts', "test('t', () => { throw new Error('wrong'); });");
    const right = written('e.test.ts', "test('t', () => {});");
    const { status, stdout } = runOf([broken, wrong, right]);
    assert.equal(status, 1);
    assert.deepEqual(
      stdout.split('\n').flatMap((line) => /^(not ok|ok) \d+ - .*(\w\.test\.ts)/.exec(line)?.slice(1) ?? []),
      ['not ok', 'c.test.ts', 'not ok', 'd.test.ts', 'ok', 'e.test.ts'],
      stdout,
    );
  });
});
