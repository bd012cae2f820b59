import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isoTime } from '../../src/shared/clock.ts';
import { objectId, secretToken, uuid7 } from '../../src/shared/identifiers.ts';

const ones = (size: number): Uint8Array => new Uint8Array(size).fill(0xff);
const zeros = (size: number): Uint8Array => new Uint8Array(size);
const counting = (size: number): Uint8Array => Uint8Array.from({ length: size }, (_, at) => at * 17);

describe('names for things', () => {
  test('an object id is twelve bytes in hex', () => {
    assert.equal(objectId(counting), '00112233445566778899aabb');
  });

  test('a secret is 32 bytes that need no escape in a URL', () => {
    assert.equal(secretToken(ones), `${'_'.repeat(42)}8`);
    assert.deepEqual(Buffer.from(secretToken(counting), 'base64url'), Buffer.from(counting(32)));
  });

  test('a UUID of version 7 begins with its time; version and variant stand where they must', () => {
    const now = 0x01_23_45_67_89_ab;
    assert.equal(uuid7(now, zeros), '01234567-89ab-7000-8000-000000000000');
    assert.equal(uuid7(now, ones), '01234567-89ab-7fff-bfff-ffffffffffff');
    assert.equal(uuid7(now, counting), '01234567-89ab-7677-8899-aabbccddeeff');
  });

  test('a later UUID sorts behind an earlier one, whatever the chance', () => {
    assert.ok(uuid7(1000, ones) < uuid7(1001, zeros));
  });

  test('a time on the wire is ISO 8601 in UTC, to the millisecond', () => {
    assert.equal(isoTime(Date.UTC(2026, 10, 15, 12, 0, 0, 7)), '2026-11-15T12:00:00.007Z');
  });
});
