import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { renamed, says, withoutPerson } from '../../src/privacy/member-rules.ts';

const renaming = { ids: new Set(['7', 'asha']), pseudonym: 'erased-1' };

describe('a document', () => {
  test('loses what stands at the paths, and nothing else', () => {
    const document = { a: { note: 'x', n: 1 }, lines: [{ meta: { x: 1 }, id: 'l' }, { id: 'm' }], none: null };
    const members = {
      'a.note': { value: '' },
      'lines.*.meta': { value: {} },
      'none.deep': { value: 1 },
      'not.there': { value: 1 },
    };
    assert.deepEqual(withoutPerson(document, members, 'all', renaming), {
      a: { note: '', n: 1 },
      lines: [{ meta: {}, id: 'l' }, { id: 'm' }],
      none: null,
    });
    assert.deepEqual(withoutPerson(document, members, 'names', renaming), document);
  });

  test('keeps what it says elsewhere that it needs', () => {
    const members = { number: { value: null, unless: { path: 'lines.*.tax', is: 'free' } } };
    const left = (tax: string) =>
      withoutPerson({ number: 'DE1', lines: [{ tax: 'paid' }, { tax }] }, members, 'all', renaming);
    assert.deepEqual(
      [left('paid'), left('free')].map((one) => (one as { number: unknown }).number),
      [null, 'DE1'],
    );
  });

  test('names another where it named the person, alone, in a list or behind words, at any depth', () => {
    const document = { owner: '7', deep: [{ user_id: ['asha', 'bela'] }], holder: 'user:7', quantity: '7' };
    const members = { '**.user_id': { shopper: '' }, owner: { shopper: '' }, holder: { shopper: 'user:' } };
    assert.deepEqual(withoutPerson(document, members, 'names', renaming), {
      owner: 'erased-1',
      deep: [{ user_id: ['erased-1', 'bela'] }],
      holder: 'user:erased-1',
      quantity: '7',
    });
  });

  test('keeps a member that is called like one of every object', () => {
    const document = JSON.parse('{"__proto__":{"user_id":"7"},"constructor":"7"}') as unknown;
    const members = { '**.user_id': { shopper: '' } };
    assert.equal(
      JSON.stringify(withoutPerson(document, members, 'names', renaming)),
      '{"__proto__":{"user_id":"erased-1"},"constructor":"7"}',
    );
  });

  test('is about somebody whose cart it names', () => {
    const document = { before: null, after: { cart_id: 12 } };
    assert.equal(says(document, ['**.cart_id'], new Set(['12'])), true);
    assert.equal(says(document, ['**.cart_id'], new Set(['13'])), false);
  });
});

test('a name is changed only where the whole of it is the person', () => {
  assert.equal(renamed('application/a/customer/7', 'customer/', renaming), 'application/a/customer/erased-1');
  assert.equal(renamed('cart/7', 'customer/', renaming), undefined);
  assert.equal(renamed('customer/77', 'customer/', renaming), undefined);
  assert.equal(renamed('77', '', renaming), undefined);
});
