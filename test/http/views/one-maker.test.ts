/** Those who wait for somebody else's answer are let go when it is there, and also when it never comes. */
import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { oneMaker } from '../../../src/http/views/one-maker.ts';

const response = (): ServerResponse => new EventEmitter() as unknown as ServerResponse;

test('one makes it, the others wait until it is done, each for his own question', () => {
  const maker = oneMaker();
  const seen: string[] = [];
  assert.equal(
    maker.waits('a', () => seen.push('early')),
    false,
    'nobody makes it',
  );
  maker.begins('a', response());
  assert.equal(
    maker.waits('a', () => seen.push('a')),
    true,
  );
  assert.equal(
    maker.waits('b', () => seen.push('b')),
    false,
  );
  maker.ends(() => 'b');
  assert.deepEqual(seen, []);
  maker.ends(() => 'a');
  maker.ends(() => 'a');
  assert.deepEqual(seen, ['a']);
});

test('whoever goes away, or is refused, lets the others go on', () => {
  const maker = oneMaker();
  const seen: string[] = [];
  const first = response();
  maker.begins('a', first);
  maker.waits('a', () => seen.push('a'));
  first.emit('close');
  assert.deepEqual(seen, ['a']);
  assert.equal(
    maker.waits('a', () => seen.push('again')),
    false,
  );
});
