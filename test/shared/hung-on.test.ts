/** What hangs on an object goes with it and is seen by nobody else. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { hungOn } from '../../src/shared/hung-on.ts';
import { onceBeside, oncePer } from '../../src/shared/once-per.ts';

describe('what hangs on an object', () => {
  test('is found by its kind, and not by another', () => {
    const [names, sizes] = [hungOn<string>(), hungOn<number>()];
    const owner = { a: 1 };
    assert.equal(names.get(owner), undefined);
    names.set(owner, 'first');
    assert.equal(sizes.get(owner), undefined);
    sizes.set(owner, 2);
    names.set(owner, 'second');
    assert.deepEqual([names.get(owner), sizes.get(owner)], ['second', 2]);
    const later = hungOn<string>(); // a kind that was not there when the object got its first
    assert.equal(later.get(owner), undefined);
    later.set(owner, 'third');
    assert.deepEqual([names.get(owner), sizes.get(owner), later.get(owner)], ['second', 2, 'third']);
  });

  test('does not go along with a copy, and is neither written nor compared', () => {
    const names = hungOn<string>();
    const owner = { a: 1 };
    names.set(owner, 'of the owner');
    assert.equal(names.get({ ...owner }), undefined);
    assert.equal(names.get(Object.assign({}, owner)), undefined);
    assert.equal(names.get(structuredClone(owner)), undefined);
    assert.equal(JSON.stringify(owner), '{"a":1}');
    assert.deepEqual(Object.keys(owner), ['a']);
    assert.deepStrictEqual(owner, { a: 1 });
  });

  test('hangs beside an object that takes nothing new, also one that was closed later', () => {
    const names = hungOn<string>();
    const frozen = Object.freeze({ a: 1 });
    names.set(frozen, 'of the frozen');
    assert.equal(names.get(frozen), 'of the frozen');
    const closed = { a: 1 };
    names.set(closed, 'before');
    Object.freeze(closed);
    names.set(closed, 'after');
    assert.equal(names.get(closed), 'after');
  });

  test('what follows from an object is made once for it, and again for its copy', () => {
    for (const once of [oncePer, onceBeside]) {
      let made = 0;
      const doubled = once(({ a }: { readonly a: number }) => {
        made += 1;
        return a * 2;
      });
      const owner = { a: 2 };
      assert.deepEqual([doubled(owner), doubled(owner), made], [4, 4, 1]);
      assert.deepEqual([doubled({ ...owner, a: 3 }), made], [6, 2]);
    }
  });
});
