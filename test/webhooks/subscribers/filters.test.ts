import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { parseCondition } from '../../../src/webhooks/subscribers/condition-rules.ts';
import { atOnce } from '../../../src/pricing/work.ts';
import { type Filter, filterProblems, passes, reduced } from '../../../src/webhooks/subscribers/filter-rules.ts';
import { parsePath, valuesAt } from '../../../src/webhooks/subscribers/json-path-rules.ts';

const holds = (text: string, value: unknown): boolean => {
  const condition = parseCondition(text);
  if (typeof condition === 'string') throw new Error(condition);
  return condition(value);
};

describe('a condition', () => {
  test('compares with constants as JavaScript does, without guessing types', () => {
    const cases: readonly (readonly [string, unknown, boolean])[] = [
      ['(uid) => uid === 238', 238, true],
      ['uid => uid === 238', '238', false],
      ['(v) => v == "a"', 'a', true],
      ["(v) => v !== 'it\\'s'", "it's", false],
      ['(v) => v > 5 && v <= 7.5', 7.5, true],
      ['(v) => v > 5 && v <= 7.5', 8, false],
      ['(v) => v < 0 || v === -3', -3, true],
      ['(v) => 5 < v', 6, true],
      ['(v) => v > 5', '6', false],
      ['(v) => v > "a"', 'b', true],
      ['(v) => v === null', null, true],
      ['(v) => v !== undefined', undefined, false],
      ['(v) => v', true, true],
      ['(v) => v', 1, false],
      ['(v) => !(v === 1 || v === 2)', 3, true],
      ['(v) => !v', false, true],
      ["(v) => ['paid', 'cod'].includes(v)", 'cod', true],
      ['(v) => [1, 2, 3,].includes(v)', 4, false],
      ['(v) => [].includes(v)', 4, false],
      ['(v) => v === 1 || v === 2 && v === 3', 1, true],
    ];
    for (const [text, value, expected] of cases) assert.equal(holds(text, value), expected, text);
  });

  test('that is anything else is refused with a sentence', () => {
    const refused = [
      '',
      'true',
      '() => true',
      '(v) => ',
      '(v) => v === ',
      '(v) => w === 1',
      '(v) => v.length > 3',
      '(v) => v["constructor"]',
      '(v) => process.exit(1)',
      '(v) => fetch("http://x")',
      '(v) => { return true }',
      '(v) => (v === 1',
      '(v) => v === 1)',
      '(v) => v === `a`',
      '(v) => v = 1',
      '(v) => v + 1 === 2',
      '(v) => v === 1; alert(1)',
      '(v, w) => v === w',
      '(true) => true',
      '(v) => [v].includes(1)',
      '(v) => [1].indexOf(v)',
      '(v) => /a/.test(v)',
      'async (v) => v',
      'function (v) { return v }',
      `(v) => ${'!'.repeat(30)}v`,
      `(v) => ${'('.repeat(30)}v${')'.repeat(30)}`,
      `(v) => v === '${'x'.repeat(600)}'`,
    ];
    for (const text of refused) assert.equal(typeof parseCondition(text), 'string', text);
  });

  test('of any text is a condition or a sentence, never an error', () => {
    const piece = fc.constantFrom(..."( ) v => === && || ! [ ] . includes 1 'a' ,".split(' '));
    const text = fc.oneof(
      fc.string(),
      fc.array(piece, { maxLength: 20 }).map((parts) => `(v) => ${parts.join(' ')}`),
    );
    fc.assert(
      fc.property(text, fc.jsonValue(), (given, value) => {
        const condition = parseCondition(given);
        if (typeof condition === 'string') assert.ok(condition.length > 0);
        else assert.equal(typeof condition(value), 'boolean');
      }),
    );
  });
});

describe('a path', () => {
  const root = { cart: { items: [{ id: 1 }, { id: 2 }], 'odd name': 'x', "it's": 'y', empty: null } };
  const at = (text: string): readonly unknown[] | string => {
    const steps = parsePath(text);
    return typeof steps === 'string' ? steps : valuesAt(steps, root);
  };

  test('leads to members by name and place', () => {
    assert.deepEqual(at('$.cart.items[1].id'), [2]);
    assert.deepEqual(at('$.cart.items[*].id'), [1, 2]);
    assert.deepEqual(at("$['cart']['odd name']"), ['x']);
    assert.deepEqual(at(String.raw`$.cart['it\'s']`), ['y']);
    assert.deepEqual(at('$["cart"].empty'), [null]);
    assert.deepEqual(at('$'), [root]);
    assert.deepEqual(at('$.cart.constructor'), [], 'what an object is made of is not in it');
    assert.deepEqual(at('$.cart.items[7].id'), []);
  });

  test('that is more than that is refused', () => {
    const refused = [
      '',
      'cart',
      '$..id',
      '$.cart[?(@.id)]',
      '$.cart[(1)]',
      '$[1:2]',
      '$.',
      '$[',
      '$.a b',
      `$${'.a'.repeat(17)}`,
    ];
    for (const text of refused) assert.equal(typeof at(text), 'string', text);
    assert.equal(typeof at(`$.${'a'.repeat(300)}`), 'string');
  });
});

const isPassed = (filter: Filter, payload: unknown): boolean => atOnce(passes(filter, payload));

describe('a filter', () => {
  test('without a condition asks whether there is something', () => {
    assert.equal(isPassed({ query: '$.a' }, { a: null }), true);
    assert.equal(isPassed({ query: '$.a' }, {}), false);
  });

  test('joins others by AND and OR, at any depth within reason', () => {
    const one = { query: '$.a', condition: '(v) => v === 1' };
    const two = { query: '$.b', condition: '(v) => v === 2' };
    const both = { logic: 'AND', conditions: [one, { logic: 'or', conditions: [two, one] }] };
    assert.equal(isPassed(both, { a: 1, b: 0 }), true);
    assert.equal(isPassed(both, { a: 0, b: 2 }), false);
    const deep = Array.from({ length: 8 }).reduce<object>((inner) => ({ logic: 'AND', conditions: [inner] }), one);
    assert.match(filterProblems(deep, 'f')[0]?.message ?? '', /nested/);
  });

  test('that cannot be read names what is wrong and where', () => {
    const cases: readonly (readonly [object, string])[] = [
      [{}, 'f.query'],
      [{ query: '$.a', condition: 'eval(1)' }, 'f.condition'],
      [{ query: '$.a', logic: 'AND', conditions: [{ query: '$.a' }] }, 'f'],
      [{ logic: 'XOR', conditions: [{ query: '$.a' }] }, 'f.logic'],
      [{ logic: 'AND', conditions: [7] }, 'f.conditions[0]'],
      [{ logic: 'AND', conditions: [{ query: 7 }] }, 'f.conditions[0]'],
    ];
    for (const [filter, field] of cases)
      assert.equal(filterProblems(filter, 'f')[0]?.field, field, JSON.stringify(filter));
  });
});

test('a reducer makes a payload of what its paths lead to', () => {
  const payload = { a: { b: [{ c: 1 }, { c: 2 }] } };
  assert.deepEqual(reduced({ one: '$.a.b[0].c', all: '$.a.b[*].c', none: '$.x' }, payload), {
    one: 1,
    all: [1, 2],
    none: null,
  });
});
