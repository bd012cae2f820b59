import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { redirectProblem, redirectUrlProblems } from '../../../src/oauth/clients/redirect-url-rules.ts';
import { bad, good } from '../redirect-url-corpus.ts';
import { runs } from '../../laws/runs.ts';

const domain = 'example.com';

test('addresses of real callbacks are taken', () => {
  for (const url of good) assert.equal(redirectProblem(url), undefined, url);
});

test('more than two hundred ways to send a code elsewhere are refused, each for its reason', () => {
  let refused = 0;
  for (const [problem, urls] of Object.entries(bad)) {
    for (const url of urls) {
      assert.equal(redirectProblem(url), problem, JSON.stringify(url));
      refused += 1;
    }
  }
  assert.ok(refused >= 200, `${refused}`);
});

test('a taken address is what the browser will show, and its host is the one that is written in it', () => {
  const parts = fc.constantFrom(
    'https:',
    'http:',
    '//',
    '/',
    '@',
    ':',
    '?',
    '#',
    '.',
    '..',
    '%2e',
    '%2f',
    '\\',
    ';',
    '&',
    '=',
    '[::1]',
    domain,
    'evil.example',
    '127.0.0.1',
    'localhost',
    '8443',
    '443',
    '0',
    'a',
    'é',
    '%',
    ' ',
    '\n',
  );
  const text = fc.array(parts, { maxLength: 10 }).map((words) => words.join(''));
  const url = fc.oneof(
    text,
    text.map((rest) => `https://${rest}`),
    text.map((rest) => `https://${domain}${rest}`),
  );
  fc.assert(
    fc.property(url, (given) => {
      if (redirectProblem(given) !== undefined) return;
      const { href, hostname, protocol, hash, username } = new URL(given);
      assert.ok(href === given || href === `${given}/`);
      assert.ok(given.startsWith(`${protocol}//${hostname}`));
      assert.ok(protocol === 'https:' || ['127.0.0.1', '[::1]'].includes(hostname));
      assert.deepEqual([hash, username], ['', '']);
    }),
    { numRuns: runs(1000) },
  );
});

test('a list names every address that is wrong, and one that is there twice', () => {
  const urls = ['https://a.example/', 'http://a.example/', 'https://a.example/', 'https://b.example/#x'];
  assert.deepEqual(
    redirectUrlProblems(urls).map(({ field }) => field),
    ['redirect_urls[1]', 'redirect_urls[2]', 'redirect_urls[3]'],
  );
});
