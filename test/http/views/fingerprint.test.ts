/** What makes another question, and what does not. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fingerprints } from '../../../src/http/views/fingerprint.ts';

const questionOf = fingerprints();
const asked = (rawHeaders: readonly string[], url = '/cart', method = 'GET'): string =>
  questionOf({ method, url, rawHeaders: [...rawHeaders] });

describe('a question', () => {
  const plain = asked(['Host', 'shop', 'Authorization', 'Bearer a']);

  test('is another with another method, address, credential, or any header that may count', () => {
    const others = [
      asked(['Host', 'shop', 'Authorization', 'Bearer a'], '/cart?i=true'),
      asked(['Host', 'shop', 'Authorization', 'Bearer a'], '/cart', 'HEAD'),
      asked(['Host', 'shop', 'Authorization', 'Bearer b']),
      asked(['Host', 'shop', 'Authorization', 'Bearer a', 'Cookie', 'cw_anonymous=x']),
      asked(['Host', 'shop', 'Authorization', 'Bearer a', 'X-Nobody-Knows', '1']),
      asked(['Host', 'shop', 'Authorization', 'Bearer a', 'Authorization', 'Bearer a']),
    ];
    assert.equal(new Set([plain, ...others]).size, others.length + 1);
  });

  test('is the same whatever program asks, and whatever names the request', () => {
    const more = ['User-Agent', 'x', 'accept-encoding', 'gzip', 'X-Request-Id', 'abc', 'X-Fp-Date', '20261116T120000Z'];
    assert.equal(asked(['Host', 'shop', ...more, 'Authorization', 'Bearer a']), plain);
  });
});
