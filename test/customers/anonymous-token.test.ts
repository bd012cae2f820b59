import assert from 'node:assert/strict';
import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import {
  type AnonymousSecrets,
  anonymousLifetime,
  issueAnonymousToken,
  needsRenewal,
  newAnonymousShopper,
  readAnonymousToken,
} from '../../src/customers/anonymous-token.ts';

const secret = (byte: number): KeyObject => createSecretKey(new Uint8Array(32).fill(byte));
const secrets: AnonymousSecrets = [secret(1)];
const now = Date.UTC(2026, 10, 15, 12);
const shopper = { id: '65a000000000000000000001', issuedAt: now };
const token = issueAnonymousToken(secrets, 'app-1', shopper);

describe('anonymous token', () => {
  test('opens as the shopper it was issued to', () => {
    assert.match(token, /^a1\.65a000000000000000000001\.[0-9a-z]+\.[\w-]{43}$/);
    assert.deepEqual(readAnonymousToken(secrets, 'app-1', token, now), shopper);
  });

  test('every new shopper has an id of his own', () => {
    assert.notEqual(newAnonymousShopper(now, randomBytes).id, newAnonymousShopper(now, randomBytes).id);
  });

  test('is worth nothing in another application', () => {
    assert.equal(readAnonymousToken(secrets, 'app-2', token, now), undefined);
  });

  test('survives a change of secret and ends when its secret is withdrawn', () => {
    assert.deepEqual(readAnonymousToken([secret(2), secret(1)], 'app-1', token, now), shopper);
    assert.equal(readAnonymousToken([secret(2)], 'app-1', token, now), undefined);
    const newer = issueAnonymousToken([secret(2), secret(1)], 'app-1', shopper);
    assert.equal(readAnonymousToken([secret(1)], 'app-1', newer, now), undefined);
  });

  test('lasts 365 days and is not from the future', () => {
    assert.ok(readAnonymousToken(secrets, 'app-1', token, now + anonymousLifetime - 1));
    assert.equal(readAnonymousToken(secrets, 'app-1', token, now + anonymousLifetime), undefined);
    assert.ok(readAnonymousToken(secrets, 'app-1', token, now - 5 * 60_000));
    assert.equal(readAnonymousToken(secrets, 'app-1', token, now - 5 * 60_000 - 1), undefined);
  });

  test('asks to be written anew after 30 days', () => {
    assert.equal(needsRenewal(shopper, now + 30 * 86_400_000), false);
    assert.equal(needsRenewal(shopper, now + 30 * 86_400_000 + 1), true);
  });

  for (const forged of ['', 'a1', 'a1...', shopper.id, `a2${token.slice(2)}`, `${token}.`, ` ${token}`, `${token}=`]) {
    test(`refuses ${JSON.stringify(forged)}`, () => {
      assert.equal(readAnonymousToken(secrets, 'app-1', forged, now), undefined);
    });
  }

  test('refuses a valid token with any one character changed', () => {
    const change = fc.tuple(fc.nat(token.length - 1), fc.stringMatching(/^[\x20-\x7e]$/));
    fc.assert(
      fc.property(change, ([at, character]) => {
        fc.pre(token[at] !== character);
        const changed = token.slice(0, at) + character + token.slice(at + 1);
        assert.equal(readAnonymousToken(secrets, 'app-1', changed, now), undefined);
      }),
      { numRuns: 2_000 },
    );
  });
});
