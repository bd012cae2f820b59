import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redacted } from '../../src/events/privacy/redaction-rules.ts';

const scrub = (text: string): unknown => redacted({ type: 'string' }, text, (value) => value, 'query');

test('addresses of mail are replaced whole, wherever they stand and however long they are', () => {
  const long = `${'x'.repeat(300)}@acme.example`;
  const cases: readonly (readonly [string, string])[] = [
    ['ann@acme.example', '[address]'],
    [`write to ${long} now`, 'write to [address] now'],
    ['/search?q=ann@acme.example&page=2', '/search?q=[address]&page=2'],
    ['a@b@acme.example', '[address]@acme.example'],
    ['@ann and no address', '@ann and no address'],
    ['call +91 98200 11223 now', 'call [number] now'],
  ];
  for (const [given, expected] of cases) assert.equal(scrub(given), expected, given.slice(0, 40));
});
