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
  test('lets the least recently used go when room is short', () => {
    const store = viewStore(25_000);
    for (const name of ['a', 'b', 'c']) store.keep(name, aView(6_000));
    assert.notEqual(store.find('a'), undefined);
    store.keep('d', aView(6_000));
    assert.deepEqual(
      ['a', 'b', 'c', 'd'].filter((name) => store.find(name) !== undefined),
      ['a', 'c', 'd'],
    );
    assert.ok(store.held().bytes <= 25_000);
  });

  test('counts one that takes the place of another once', () => {
    const store = viewStore(30_000);
    store.keep('a', aView(6_000));
    const { bytes } = store.held();
    store.keep('a', aView(6_000));
    assert.deepEqual(store.held(), { views: 1, bytes });
    store.drop('a');
    store.drop('a');
    assert.deepEqual(store.held(), { views: 0, bytes: 0 });
  });

  test('counts what an answer was made from, too', () => {
    const store = viewStore(1_000_000);
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
    store.keep('a', view);
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
