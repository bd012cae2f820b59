import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, test } from 'node:test';
import { array, assert as check, constantFrom, oneof, property, string } from 'fast-check';
import { workQueue } from '../../src/operators/sign-in-queue.ts';
import { localPath, passwordProof, waitAfter } from '../../src/operators/sign-in-rules.ts';
import { signInThrottle } from '../../src/operators/sign-in-throttle.ts';
import { Refusal } from '../../src/shared/errors.ts';
import { signInAddress } from '../../src/operators/sign-in-operator.ts';

const MINUTE = 60_000;

describe('where a sign-in leads', () => {
  const elsewhere = [
    '',
    'evil.example',
    'console',
    'https://evil.example/',
    'HTTPS:evil.example',
    'http:/evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    '///evil.example',
    '////evil.example/a',
    '//evil.example/%2f..',
    '//user@evil.example',
    '/\\evil.example',
    '\\evil.example',
    '\\\\evil.example',
    '/\\/evil.example',
    '/a\\..\\evil',
    '/%2fevil.example',
    '/%2F%2Fevil.example',
    '/%5cevil.example',
    '/%5C/evil.example',
    '/a/%2f/evil.example',
    '/./%2fevil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/a/..//evil.example',
    '/%2e%2e//evil.example',
    '/a/%2e%2e//evil.example',
    '/a//evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\nLocation: https://evil.example',
    '/%0d%0aLocation:%20https://evil.example',
    '/%00',
    '/%09/evil.example',
    '/\u0000',
    '/\u007f',
    '/\u0085',
    '/ /evil.example',
    ' //evil.example',
    ' /console',
    '\t/console',
    '/\u2028evil',
    '/\u3002evil',
    '/\uff0fevil.example',
    '/ö',
    '?return_to=//evil.example',
    '#/console',
    '/console#//evil.example',
    '@evil.example',
    `/${'a'.repeat(4096)}`,
  ];
  for (const given of elsewhere) {
    test(`${JSON.stringify(given).slice(0, 60)} is not a path of ours`, () =>
      assert.equal(localPath(given), undefined));
  }

  test('a path with its query is kept, escapes and all', () => {
    const kept = [
      '/console',
      '/oidc/auth/8Yz-_1',
      '/oidc/auth?client_id=a&redirect_uri=https%3A%2F%2Fshop.example%2Fcb&state=x%0Ay&scope=a+b',
      '/oidc/auth?next=//evil.example',
      '/a/@b:c',
    ];
    for (const path of kept) assert.equal(localPath(path), path);
    assert.equal(localPath('/a/./b/../c'), '/a/c');
  });

  test('whatever is given, a browser that follows the answer stays on this host', () => {
    const piece = constantFrom(
      '/',
      '\\',
      '//',
      '.',
      '..',
      '%2f',
      '%5C',
      '%2e',
      '@',
      ':',
      'http:',
      'evil.example',
      '?',
      '#',
      '\t',
      '\n',
      ' ',
      'a',
      '%00',
      ';',
    );
    const text = array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
    check(
      property(
        oneof(
          text,
          text.map((rest) => `/${rest}`),
          string(),
        ),
        (given) => {
          const path = localPath(given);
          if (path === undefined) return;
          for (const base of ['https://shop.example/console/sign-in', 'https://shop.example/cartwright/']) {
            assert.equal(new URL(path, base).host, 'shop.example');
            assert.equal(new URL(decodeURI(path.split('?')[0] ?? ''), base).host, 'shop.example');
          }
          assert.equal(localPath(path), path);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('what it takes to set a password', () => {
  const now = 100 * MINUTE;
  const proof = (byLink: boolean, age: number, hasPassword: boolean) =>
    passwordProof({ byLink, openedAt: now - age, hasPassword }, now);
  test('a link used within 15 minutes is enough; then the current password; without one, a new link', () => {
    assert.equal(proof(true, 15 * MINUTE - 1, false), 'nothing_more');
    assert.equal(proof(true, 0, true), 'nothing_more');
    assert.equal(proof(true, 15 * MINUTE, true), 'current_password');
    assert.equal(proof(true, 15 * MINUTE, false), 'new_link');
    assert.equal(proof(false, 0, true), 'current_password');
    assert.equal(proof(false, 0, false), 'new_link');
  });
});

describe('guessing', () => {
  const newThrottle = (maximumKeys = 100) => {
    const clock = { at: 1_000_000 };
    return { clock, throttle: signInThrottle({ stopwatch: { ms: () => clock.at }, free: 5, maximumKeys }) };
  };

  test('the first failures are free, then the wait doubles up to a quarter of an hour', () => {
    assert.deepEqual(
      [0, 4, 5, 6, 7, 14, 15, 1e6].map((failures) => waitAfter(failures, 5) / 1000),
      [0, 0, 1, 2, 4, 512, 900, 900],
    );
  });

  test('tries are counted when they begin, so many at once do not slip through', () => {
    const { throttle } = newThrottle();
    let begun = 0;
    for (let n = 0; n < 100; n += 1) {
      if (throttle.waitMs('a') > 0) continue;
      throttle.count('a');
      begun += 1;
    }
    assert.equal(begun, 5);
    assert.equal(throttle.waitMs('a'), 1000);
    assert.equal(throttle.waitMs('b'), 0);
  });

  test('an hour of guessing as fast as allowed gives few tries', () => {
    const { clock, throttle } = newThrottle();
    const end = clock.at + 60 * MINUTE;
    let tries = 0;
    while (clock.at < end) {
      throttle.count('a');
      tries += 1;
      clock.at += throttle.waitMs('a');
    }
    assert.ok(tries < 20, String(tries));
  });

  test('success forgets an account; for an address it takes back one try and no wait', () => {
    const { clock, throttle } = newThrottle();
    for (let n = 0; n < 5; n += 1) throttle.count('a');
    throttle.takeBack('a');
    assert.equal(throttle.waitMs('a'), 1000);
    clock.at += 1000;
    assert.equal(throttle.count('a'), true);
    assert.equal(throttle.waitMs('a'), 1000);
    throttle.forget('a');
    assert.equal(throttle.waitMs('a'), 0);
    assert.equal(throttle.count('a'), false);
  });

  test('an hour of quiet is forgotten, and memory has an end', () => {
    const { clock, throttle } = newThrottle(3);
    for (let n = 0; n < 8; n += 1) throttle.count('a');
    clock.at += 60 * MINUTE;
    assert.equal(throttle.count('a'), false);
    for (const key of ['b', 'c', 'a', 'd', 'e']) throttle.count(key);
    assert.equal(throttle.size(), 3);
  });
});

describe('the queue for passwords', () => {
  test('runs so many at once, in the order they came, and refuses what would wait too long', async () => {
    const queue = workQueue({ atOnce: 2, mostWaiting: 3 });
    const ends: (() => void)[] = [];
    const begun: number[] = [];
    const work = (n: number) => () => {
      begun.push(n);
      return new Promise<number>((resolve) => ends.push(() => resolve(n)));
    };
    const answers = [1, 2, 3, 4, 5].map((n) => queue.run('a', work(n)));
    assert.equal(queue.isFull('a'), true);
    await assert.rejects(queue.run('a', work(6)), (error) => error instanceof Refusal && error.code === 'overloaded');
    assert.deepEqual(begun, [1, 2]);
    for (let n = 0; n < 5; n += 1) {
      ends[n]?.();
      await turn();
    }
    assert.deepEqual(await Promise.all(answers), [1, 2, 3, 4, 5]);
    assert.deepEqual(begun, [1, 2, 3, 4, 5]);
  });

  test('work that fails gives its place to the next', async () => {
    const queue = workQueue({ atOnce: 1, mostWaiting: 5 });
    const failing = queue.run('a', async () => Promise.reject(new Error('no')));
    const next = queue.run('a', async () => 'yes');
    await assert.rejects(failing, /no/);
    assert.equal(await next, 'yes');
    assert.equal(await queue.run('a', async () => 'again'), 'again');
  });

  test('goes by turns of who asks, and who has all places gives up his last for somebody else', async () => {
    const queue = workQueue({ atOnce: 1, mostWaiting: 4 });
    const ends: (() => void)[] = [];
    const begun: string[] = [];
    const ask = (of: string, n: number) =>
      queue
        .run(of, () => {
          begun.push(`${of}${n}`);
          return new Promise<string>((resolve) => ends.push(() => resolve('done')));
        })
        .catch((error: unknown) => (error instanceof Refusal ? error.code : String(error)));
    const many = [1, 2, 3, 4, 5].map((n) => ask('guesser', n));
    assert.equal(queue.isFull('guesser'), true);
    assert.equal(queue.isFull('b'), false);
    const others = [ask('b', 1), ask('c', 1)];
    // Two of his own are waiting, as many as a second one of theirs would be.
    assert.equal(queue.isFull('b'), true);
    await turn();
    for (let n = 0; n < 5; n += 1) {
      ends[n]?.();
      await turn();
    }
    assert.deepEqual(begun, ['guesser1', 'guesser2', 'b1', 'c1', 'guesser3']);
    assert.deepEqual(await Promise.all(many), ['done', 'done', 'done', 'overloaded', 'overloaded']);
    assert.deepEqual(await Promise.all(others), ['done', 'done']);
    assert.equal(await queue.run('guesser', async () => 'again'), 'again');
  });
});

describe('the way to the sign-in', () => {
  test('names where it leads to, unless a sign-in would not lead there', () => {
    const page = '/console/sign-in';
    assert.equal(
      signInAddress('/shop', '/console/orders?q=a%20b'),
      `/shop${page}?return_to=%2Fconsole%2Forders%3Fq%3Da%2520b`,
    );
    assert.equal(signInAddress('', '/console/a', true), `${page}?return_to=%2Fconsole%2Fa&as=another`);
    assert.equal(signInAddress('', '//elsewhere.example'), page);
    assert.equal(signInAddress('', '//elsewhere.example', true), `${page}?as=another`);
  });

  test('is short enough for a header, whatever was asked for', () => {
    for (const letters of ['%C3%A9', '{', 'a', '"', '%']) {
      const address = signInAddress('', `/console/me?${letters.repeat(15_000 / letters.length)}`);
      assert.ok(address.length < 14_000, letters);
    }
    assert.ok(signInAddress('', `/console/me?${'{'.repeat(4_000)}`).length < 14_000);
  });
});
