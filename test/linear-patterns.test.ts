import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { patternsOf, slowBeginning } from './linear-patterns.ts';
import { read, sources } from './source-files.ts';

describe('the patterns of the source', () => {
  test('look through any text in time that grows with its length', () => {
    const patterns = sources.filter((file) => file.startsWith('src/')).flatMap((file) => patternsOf(file, read(file)));
    assert.ok(patterns.length > 200, `${patterns.length} patterns were found`);
    const slow = patterns.flatMap((pattern) => {
      const beginning = slowBeginning(pattern);
      return beginning === undefined ? [] : [`${pattern.where} /${pattern.source}/ on ${JSON.stringify(beginning)}`];
    });
    assert.deepEqual(slow, []);
  });

  test('are found wherever they stand, and slow ones among them', () => {
    const text = [
      'const words = text.split(/\\s+/); // not /this/',
      ' * nor /that+/',
      "const half = total / 2 / parts; const path = '/a/b';",
      'if (/^x[/]y$/i.test(name)) return /\\d+$/.exec(name);',
    ].join('\n');
    assert.deepEqual(
      patternsOf('a.ts', text).map(({ where, source, flags }) => `${where} ${source} ${flags}`.trim()),
      ['a.ts:1 \\s+', 'a.ts:4 ^x[/]y$ i', 'a.ts:4 \\d+$'],
    );
    const isSlow = (source: string): boolean => slowBeginning({ where: '', source, flags: 'g' }) !== undefined;
    for (const source of ['\\d+$', '(a+)+$', '\\b(eyJ[\\w-]{8,}\\.[\\w-]+)\\.[\\w-]*', '\\s*,\\s*x'])
      assert.ok(isSlow(source), source);
    for (const source of ['^\\d+$', ',[^,]*', '(?<![\\w-])eyJ[\\w-]{8,}\\.']) assert.ok(!isSlow(source), source);
  });
});
