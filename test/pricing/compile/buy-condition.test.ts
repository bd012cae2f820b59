/** The boolean expression over buy rules: how it is read, and which rules it needs. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  alternativesOf,
  mentionedSlugs,
  parseBuyCondition,
  positiveSlugs,
  requiredSlugs,
} from '../../../src/pricing/compile/buy-condition.ts';
import type { BuyCondition } from '../../../src/pricing/compile/offer-types.ts';

const slugs = new Set(['a', 'b', 'c']);
const read = (expression: string): BuyCondition => parseBuyCondition(expression, slugs);
const [a, b, c] = (['a', 'b', 'c'] as const).map((slug): BuyCondition => ({ kind: 'rule', slug }));

describe('a buy condition', () => {
  test('that is empty asks nothing', () => {
    assert.deepEqual(read(''), { kind: 'all', of: [] });
    assert.deepEqual(read('   '), { kind: 'all', of: [] });
  });

  test('of one rule is that rule, with brackets or without', () => {
    assert.deepEqual(read('a'), a);
    assert.deepEqual(read('( ( a ) )'), a);
  });

  test('binds not before and, and before or', () => {
    assert.deepEqual(read('a or b and not c'), {
      kind: 'any',
      of: [a, { kind: 'all', of: [b, { kind: 'not', of: c }] }],
    });
    assert.deepEqual(read('( a or b ) and c'), { kind: 'all', of: [{ kind: 'any', of: [a, b] }, c] });
  });

  test('means the same in words of any case and in signs', () => {
    for (const same of ['a and b or not c', 'a AND b Or NOT c', 'a && b || !c', 'a&&b||! c', '(a and b)or(not c)']) {
      assert.deepEqual(read(same), read('( a and b ) or ( not c )'), same);
    }
  });

  test('that cannot be read says where', () => {
    const wrong: readonly (readonly [string, RegExp])[] = [
      ['a and', /names no rule: end in a and/],
      ['d', /names no rule: d in d/],
      ['( a', /bracket is not closed/],
      ['a b', /left over/],
      ['a )', /left over/],
      ['a & b', /Cannot read/],
      ['and', /names no rule: and in/],
    ];
    for (const [expression, sentence] of wrong) assert.throws(() => read(expression), sentence, expression);
  });

  test('has four thousand characters and not one more', () => {
    assert.deepEqual(read(`a${' '.repeat(3999)}`), a);
    assert.throws(() => read(`a${' '.repeat(4000)}`), /longer than 4000/);
  });

  test('needs the rules that stand outside of or and not', () => {
    assert.deepEqual(requiredSlugs(read('a and ( b and c )')), ['a', 'b', 'c']);
    assert.deepEqual(requiredSlugs(read('a and ( b or c )')), ['a']);
    assert.deepEqual(requiredSlugs(read('a and not b')), ['a']);
    assert.deepEqual(requiredSlugs(read('a or b')), []);
    assert.deepEqual(requiredSlugs(read('')), []);
  });

  test('wants those to hold that stand behind no not, or behind two', () => {
    assert.deepEqual(positiveSlugs(read('a and ( b or not c )')), ['a', 'b']);
    assert.deepEqual(positiveSlugs(read('not ( a or not b )')), ['b']);
    assert.deepEqual(positiveSlugs(read('not not a')), ['a']);
  });

  test('stands for alternatives, in the order of writing', () => {
    const ways = (expression: string) =>
      alternativesOf(read(expression)).map(({ holding, failing }) => [holding.join(''), failing.join('')]);
    assert.deepEqual(ways('a or b'), [
      ['a', ''],
      ['b', ''],
    ]);
    assert.deepEqual(ways('( a or b ) and ( c or not a )'), [
      ['ac', ''],
      ['bc', ''],
      ['b', 'a'],
    ]);
    assert.deepEqual(ways('not ( a and b )'), [
      ['', 'a'],
      ['', 'b'],
    ]);
    assert.deepEqual(ways('a and not a'), []);
    assert.deepEqual(ways('a and a'), [['a', '']]);
    assert.deepEqual(ways(''), [['', '']]);
  });

  test('mentions every rule it names', () => {
    assert.deepEqual(mentionedSlugs(read('a and ( b or not c )')), ['a', 'b', 'c']);
    assert.deepEqual(mentionedSlugs(read('not ( a or b )')), ['a', 'b']);
  });
});
