/** The boolean expression over buy rules: how it is read, and which rules it needs. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { mentionedSlugs, parseBuyCondition, requiredSlugs } from '../../src/pricing/buy-condition.ts';
import type { BuyCondition } from '../../src/pricing/offer-types.ts';

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

  test('mentions every rule it names', () => {
    assert.deepEqual(mentionedSlugs(read('a and ( b or not c )')), ['a', 'b', 'c']);
    assert.deepEqual(mentionedSlugs(read('not ( a or b )')), ['a', 'b']);
  });
});
