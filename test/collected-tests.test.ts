import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import * as collector from './collected-tests.ts';
import { mutationTests } from './mutation/mutation-tests.ts';

describe('collected tests', () => {
  test('are written down under their headings and not run', () => {
    const ran: string[] = [];
    collector.takeCollected();
    collector.describe('outer', () => {
      collector.test('one', () => ran.push('one'));
      collector.describe('inner', () => collector.test('two', () => ran.push('two')));
      collector.test('one', () => ran.push('one again'));
    });
    const collected = collector.takeCollected();
    assert.deepEqual(ran, []);
    assert.deepEqual(
      collected.map(({ id }) => id),
      ['outer > one', 'outer > inner > two', 'outer > one (2)'].map((said) => `test/collected-tests.test.ts > ${said}`),
    );
    assert.deepEqual(
      collected.map(({ line }) => line - (collected[0]?.line ?? 0)),
      [0, 1, 2],
    );
    for (const { run } of collected) run();
    assert.deepEqual([ran, collector.takeCollected()], [['one', 'two', 'one again'], []]);
  });

  test('what is collected for mutants asks no more of node:test than the collector has', () => {
    const files = mutationTests();
    assert.ok(
      files.some((file) => file.startsWith('test/pricing/money/')),
      'the rooms of pricing are among them',
    );
    for (const file of files) {
      const [, names = ''] = /import \{([^}]*)\} from 'node:test'/.exec(readFileSync(file, 'utf8')) ?? [];
      const missing = names.split(',').filter((name) => !Object.hasOwn(collector, name.trim()));
      assert.deepEqual(missing, [], `${file}: what needs a server or a database stands beside what it serves`);
    }
  });

  test('a long run of laws asks for a number, runs each law and says that it holds', () => {
    const laws = (...args: readonly string[]) =>
      spawnSync(process.execPath, ['test/laws/run-laws.ts', ...args], { encoding: 'utf8' });
    const { status, stdout } = laws('2', 'test/laws/money.test.ts');
    assert.equal(status, 0);
    const [, count] = /^(\d+) laws, 2 cases each$/m.exec(stdout) ?? [];
    assert.ok(Number(count) > 5, stdout);
    assert.equal(stdout.split('\n').filter((line) => line.startsWith('holds')).length, Number(count));
    assert.match(stdout, /all hold/);
    assert.equal(laws('many').status, 2);
  });
});
