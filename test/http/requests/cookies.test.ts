import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { clearedCookie, parseCookies, serializeCookie } from '../../../src/http/requests/cookies.ts';

const plain = { secure: false, sameSite: 'Lax' } as const;

describe('parseCookies', () => {
  const cases = [
    { name: 'reads pairs', header: 'a=1; b=2', read: { a: '1', b: '2' } },
    { name: 'keeps further equals signs in the value', header: 'a=b=c==', read: { a: 'b=c==' } },
    { name: 'takes the first of two with one name', header: 'a=1; a=2', read: { a: '1' } },
    { name: 'takes quotes off', header: 'a="1"; b="', read: { a: '1', b: '"' } },
    { name: 'passes over what is no pair', header: ';; x; =y; a=1;', read: { a: '1' } },
    { name: 'keeps an empty value', header: 'a=', read: { a: '' } },
    { name: 'does not decode', header: 'a=%41', read: { a: '%41' } },
    { name: 'reads nothing from an empty header', header: '', read: {} },
  ];
  for (const { name, header, read } of cases) {
    test(name, () => assert.deepEqual(Object.fromEntries(parseCookies(header)), read));
  }

  test('treats the names of prototype members as names', () => {
    const cookies = parseCookies('__proto__=x; constructor=y; toString=z');
    assert.deepEqual([...cookies.keys()], ['__proto__', 'constructor', 'toString']);
    assert.equal(({} as Record<string, unknown>)['x'], undefined);
  });

  test('stops at a hundred pairs', () => {
    const header = Array.from({ length: 5_000 }, (_, index) => `c${index}=1`).join('; ');
    assert.equal(parseCookies(header).size, 100);
  });

  test('never throws, whatever is sent', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (header) => parseCookies(header).size <= 100));
  });
});

describe('serializeCookie', () => {
  test('writes every attribute', () => {
    assert.equal(
      serializeCookie('cw', 'v', 60, { secure: true, sameSite: 'None', partitioned: true, path: '/console' }),
      'cw=v; Path=/console; Max-Age=60; HttpOnly; SameSite=None; Secure; Partitioned',
    );
    assert.equal(clearedCookie('cw', plain), 'cw=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax');
  });

  for (const value of ['a;b', 'a b', 'a,b', 'a"b', 'a\\b', 'a\r\nSet-Cookie: x=1', 'é', '\0']) {
    test(`refuses the value ${JSON.stringify(value)}`, () => {
      assert.throws(() => serializeCookie('cw', value, 1, plain), TypeError);
    });
  }

  test('refuses a name or a path that would end the attribute', () => {
    assert.throws(() => serializeCookie('a b', 'v', 1, plain), TypeError);
    assert.throws(() => serializeCookie('', 'v', 1, plain), TypeError);
    assert.throws(() => serializeCookie('a', 'v', 1, { ...plain, path: '/; Domain=x' }), TypeError);
    assert.throws(() => serializeCookie('a', 'v', Number.NaN, plain), TypeError);
  });

  test('what it writes is what parseCookies reads', () => {
    const name = fc.stringMatching(/^[\w-]{1,20}$/);
    const value = fc.stringMatching(/^[A-Za-z0-9._~=-]{0,60}$/);
    fc.assert(
      fc.property(name, value, (name, value) => {
        const [pair] = serializeCookie(name, value, 1, plain).split(';');
        assert.equal(parseCookies(pair).get(name), value);
      }),
    );
  });
});
