import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  entityTag,
  httpDate,
  noneMatch,
  requireVersion,
  versionMatches,
} from '../../../src/http/requests/conditional.ts';
import { Refusal } from '../../../src/shared/errors.ts';

describe('conditional requests', () => {
  const tag = entityTag(7, 'INR', true, null);

  test('a tag is the version and a hash of everything else', () => {
    assert.match(tag, /^"7\.[\w-]{16}"$/);
    assert.equal(entityTag(7, 'INR', true, null), tag);
    assert.notEqual(entityTag(7, 'USD', true, null), tag);
    assert.notEqual(entityTag(7, 'INR', 'true', null), tag);
  });

  test('a reader compares all of it', () => {
    for (const header of [tag, `W/${tag}`, `"x", ${tag}`, `"x",W/${tag} , "y"`, '*', ' * ']) {
      assert.ok(noneMatch(header, tag), header);
    }
    for (const header of [undefined, '', '"7"', entityTag(7, 'USD'), tag.replaceAll('"', '')]) {
      assert.ok(!noneMatch(header, tag), header);
    }
  });

  test('a writer compares the version alone', () => {
    for (const header of [undefined, '*', tag, '"7"', '"7.anything"', '"5.x", "7.y"']) {
      assert.ok(versionMatches(header, 7), header);
    }
    for (const header of ['', '"8.x"', '"77.x"', '"x.7"', `W/${tag}`, '7', '"5.a","6.b"']) {
      assert.ok(!versionMatches(header, 7), header);
    }
  });

  test('a stale writer is refused with what the operation adds', () => {
    requireVersion(tag, 7);
    assert.throws(
      () => requireVersion(tag, 8, { cart: 1 }),
      (error) => error instanceof Refusal && error.status === 412 && error.options.body?.['cart'] === 1,
    );
  });

  test('Last-Modified is an HTTP date', () => assert.equal(httpDate(0), 'Thu, 01 Jan 1970 00:00:00 GMT'));
});
