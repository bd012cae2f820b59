/** What is kept stays within its room and its time. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { evidenceOf } from '../../../src/db/prove.ts';
import { readWitness } from '../../../src/db/witness.ts';
import { type View, viewStore } from '../../../src/http/views/view-store.ts';

const aView = (bytes: number, until = 1000): View => ({
  evidence: evidenceOf([], 0),
  since: 0,
  until,
  caller: { kind: 'application', applicationId: 'a', companyId: 1, organizationId: 'o', settings: {} as never },
  shown: { headers: [], bareHeaders: [], tag: undefined, body: Buffer.alloc(bytes) },
  operation: 'getCart',
  route: { pattern: '/cart', query: new Set() },
});

describe('the store of views', () => {
  const heldOf = (store: ReturnType<typeof viewStore>, names: readonly string[]): readonly string[] =>
    names.filter((name) => store.find(name) !== undefined);

  test('lets the least recently used go when room is short', () => {
    const store = viewStore(28_000);
    for (const name of ['a', 'b', 'c']) {
      store.keep(name, aView(5_500));
      assert.notEqual(store.find(name), undefined);
    }
    // Passed over once, all of them are as if nobody had asked for them since; only the first is asked for again.
    store.keep('d', aView(5_500));
    assert.deepEqual(heldOf(store, ['d']), ['d']);
    store.keep('e', aView(5_500));
    assert.deepEqual(heldOf(store, ['a', 'b', 'c', 'd', 'e']), ['b', 'c', 'd', 'e']);
    assert.ok(store.held().bytes <= 28_000);
  });

  test('gives what was asked for once a quarter of the room', () => {
    const store = viewStore(400_000);
    const names = Array.from({ length: 100 }, (_, at) => `/cart?id=${at}`);
    for (const name of names) store.keep(name, aView(9_000));
    const { bytes, views } = store.held();
    assert.ok(bytes <= 100_000 && views === 9, `${views} views in ${bytes} bytes`);
    assert.deepEqual(heldOf(store, names), names.slice(-9));
  });

  test('does not let go of what is asked for again for what is asked for once', () => {
    const store = viewStore(400_000);
    store.keep('often', aView(9_000));
    assert.notEqual(store.find('often'), undefined);
    for (let at = 0; at < 1_000; at += 1) store.keep(`/cart?id=${at}`, aView(9_000));
    assert.notEqual(store.find('often'), undefined);
  });

  test('keeps with those that are asked for again what left before anybody could', () => {
    const store = viewStore(400_000);
    // More than a quarter holds, one after another and again: none would ever be found.
    const names = Array.from({ length: 25 }, (_, at) => `/cart?id=${at}`);
    for (const name of [...names, ...names]) if (store.find(name) === undefined) store.keep(name, aView(9_000));
    assert.deepEqual(heldOf(store, names), names);
    assert.ok(store.held().bytes <= 400_000);
  });

  test('keeps where it was what is made anew', () => {
    const store = viewStore(400_000);
    store.keep('often', aView(9_000));
    store.find('often');
    store.drop('often');
    store.keep('often', aView(9_100));
    for (let at = 0; at < 100; at += 1) store.keep(`/cart?id=${at}`, aView(9_000));
    assert.equal(store.find('often')?.shown.body?.byteLength, 9_100);
  });

  test('counts one that takes the place of another once', () => {
    const store = viewStore(100_000);
    store.keep('a', aView(6_000));
    const { bytes } = store.held();
    store.keep('a', aView(6_000));
    assert.deepEqual(store.held(), { views: 1, bytes });
    store.drop('a');
    store.drop('a');
    assert.deepEqual(store.held(), { views: 0, bytes: 0 });
  });

  test('counts what an answer was made from, too', () => {
    const store = viewStore(10_000_000);
    store.keep('a', aView(6_000));
    const { bytes } = store.held();
    const witnesses = [readWitness('select * from cart where id = ?', ['1'], [{ document: 'x'.repeat(50_000) }])];
    store.keep('b', { ...aView(6_000), evidence: evidenceOf(witnesses, 0) });
    assert.ok(store.held().bytes > 2 * bytes + 50_000);
    store.drop('b');
    assert.equal(store.held().bytes, bytes);
  });

  test('counts the packed form, too, of what is still there', () => {
    const store = viewStore(10_000);
    const view = aView(6_000);
    // Too large for what is asked for once.
    for (const _ of ['once', 'again']) store.keep('a', view);
    const { bytes } = store.held();
    view.shown.packed = Buffer.alloc(1_000);
    store.grew('a', view);
    assert.equal(store.held().bytes, bytes + 1_000);
    for (const question of ['a', 'b']) store.grew(question, aView(9_000));
    assert.deepEqual(store.held(), { views: 1, bytes: bytes + 1_000 });
    store.drop('a');
    assert.deepEqual(store.held(), { views: 0, bytes: 0 });
  });

  test('keeps nothing that is larger than all of its room', () => {
    const store = viewStore(5_000);
    store.keep('a', aView(6_000));
    assert.deepEqual(store.held(), { views: 0, bytes: 0 });
  });

  test('lets go of what nobody will be given any more', () => {
    const store = viewStore(30_000);
    store.keep('early', aView(10, 500));
    store.keep('late', aView(10, 1500));
    store.purge(1000);
    assert.deepEqual([store.find('early'), store.find('late') === undefined], [undefined, false]);
  });
});
