import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { connect, type AddressInfo } from 'node:net';
import { describe, test, type TestContext } from 'node:test';
import * as fc from 'fast-check';
import type { ApplicationSettings } from '../../../src/contract/applications/application-contract.ts';
import {
  canonicalRequest,
  type SignedRequest,
  signatureOf,
  signedHeaderNames,
} from '../../../src/http/requests/canonical-request.ts';
import { installRequestSignature, judgeSignature, publicSecret } from '../../../src/http/requests/request-signature.ts';
import { createServer } from '../../../src/http/server.ts';
import { application, sampleOptions, type SampleOptions } from '../sample-server.ts';

const date = '20240101T120000Z';
const now = Date.UTC(2024, 0, 1, 12);
const own = 'the own secret of this application, long';
const hashOf = (body: string): string => createHash('sha256').update(body).digest('hex');
const sdkHeaders = { host: 'shop.example:8080', 'x-fp-date': date, 'x-fp-sdk-version': '3.4.2' };
const request = (method: string, target: string, body = '', headers = {}): SignedRequest => ({
  method,
  target,
  headers: { ...sdkHeaders, ...headers },
  bodyHash: hashOf(body),
});
const signed = (given: SignedRequest, secret = publicSecret, names = signedHeaderNames(given.headers)): string =>
  signatureOf(secret, date, canonicalRequest(given, names) ?? '');
const verdict = (given: SignedRequest, signature: unknown, at = now, secret = publicSecret): string =>
  judgeSignature({ ...given, headers: { ...given.headers, 'x-fp-signature': String(signature) } }, secret, at).verdict;

const cart = '/service/application/cart/v1.0';

/** Made with the signing package that the public SDKs use. */
const vectors: readonly (readonly [string, string, string, string])[] = [
  [
    'GET',
    `${cart}/detail?b=true&i=true&id=65a000000000000000000001`,
    '',
    '5711d66475eca7ad0f1d6947f4e561ba7535342ff8e776aa0375c47c45484a3e',
  ],
  [
    'GET',
    `${cart}/coupon?product_slug=a%20b%2Bc&id=1&buy_now=false`,
    '',
    'd8d473add83a686504c26d34d61f26f703698dcf062f5eb802b900666dae7ec1',
  ],
  ['GET', `${cart}/x%3Ay/z?tag=b&tag=a`, '', '465f7242414e578c36629b7dcebbdccd36a0052365124424d4de055597db6da0'],
  [
    'POST',
    `${cart}/coupon?b=true`,
    '{"coupon_code":"TEST10"}',
    '83abbf91caed34b0b33167a0eaef8e1f3ec4d862c40419262140167119a17d9d',
  ],
  ['PUT', `${cart}/cart_archive?id=1`, '', '453aaa52065b66627bb0cfe7220633ccda149a5f0eb219ebf3acdb7b4ef6bdef'],
];
const authorize = '/service/panel/authentication/v1.0/company/1/oauth/authorize';
const authorizeSignature = 'v1.1:05fc57a6ea601734f3ee8c9fc43728ec3810572b698d9348038d8e1755dea76d';

describe('the signature', () => {
  for (const [method, target, body, hex] of vectors) {
    test(`of ${method} ${target} is the SDK's`, () => {
      assert.equal(signed(request(method, target, body)), `v1.1:${hex}`);
      assert.equal(verdict(request(method, target, body), `v1.1:${hex}`), 'valid');
    });
  }

  test('may stand in the query, with the date, over the host alone', () => {
    const target = `${authorize}?client_id=k&response_type=code&x-fp-date=${date}`;
    const given = { method: 'GET', target, headers: { host: 'shop.example:8080' }, bodyHash: hashOf('') };
    assert.equal(signed(given), authorizeSignature);
    const judged = (target: string): string => judgeSignature({ ...given, target }, publicSecret, now).verdict;
    assert.equal(judged(`${target}&x-fp-signature=${encodeURIComponent(authorizeSignature)}`), 'valid');
    assert.equal(judged(`${target}&more=1&x-fp-signature=${encodeURIComponent(authorizeSignature)}`), 'mismatch');
    assert.equal(judged(target), 'absent');
  });

  test('is over these lines', () => {
    const given = request('GET', `${cart}/detail?b=true&i=true`);
    assert.deepEqual(canonicalRequest(given, signedHeaderNames(given.headers))?.split('\n'), [
      'GET',
      '/service/application/cart/v1.0/detail',
      'b=true&i=true',
      'host:shop.example:8080',
      `x-fp-date:${date}`,
      'x-fp-sdk-version:3.4.2',
      '',
      'host;x-fp-date;x-fp-sdk-version',
      hashOf(''),
    ]);
  });

  const same: readonly (readonly [string, string])[] = [
    ['/a/b', '//a///b'],
    ['/a/b', '/a/./x/../b'],
    ['/a/b', '/../../a/b'],
    ['/a%20b', '/a b'],
    ['/x%3Ay', '/x:y'],
    ['/a?x=1&y=2', '/a?y=2&x=1'],
    ['/a?x=1&x=2', '/a?x=2&x=1'],
    ['/a?x=b%20c', '/a?x=b+c'],
    ['/a?x=', '/a?x'],
    ['/a', '/a?'],
    ['/a', '/a?x-fp-signature=1'],
    ['/a', '/a?=1'],
  ];
  for (const [one, other] of same) {
    test(`of ${one} is that of ${other}`, () =>
      assert.equal(signed(request('GET', one)), signed(request('GET', other))));
  }

  test('covers method, path, query, body, host and every x-fp- header, and nothing a proxy adds', () => {
    const given = request('POST', '/a?x=1', 'body');
    const others = [
      request('PUT', '/a?x=1', 'body'),
      request('POST', '/A?x=1', 'body'),
      request('POST', '/a/?x=1', 'body'),
      request('POST', '/a?x=2', 'body'),
      request('POST', '/a?x=1', 'Body'),
      request('POST', '/a?x=1', 'body', { host: 'shop.example' }),
      request('POST', '/a?x=1', 'body', { 'x-fp-sdk-version': '3.4.3' }),
      request('POST', '/a?x=1', 'body', { 'x-fp-new': '' }),
    ];
    for (const other of others) assert.equal(verdict(other, signed(given)), 'mismatch', JSON.stringify(other));
    const proxied = { 'x-forwarded-host': 'a', 'x-original-host': 'b', 'user-agent': 'c', authorization: 'd' };
    assert.equal(verdict(request('POST', '/a?x=1', 'body', proxied), signed(given)), 'valid');
  });

  test('holds for 15 minutes either way', () => {
    const given = request('GET', '/a');
    for (const [offset, expected] of [
      [-900_000, 'valid'],
      [900_000, 'valid'],
      [-901_000, 'outside_window'],
      [901_000, 'outside_window'],
    ] as const) {
      assert.equal(verdict(given, signed(given), now + offset), expected);
    }
  });

  test('is malformed without a real date, and a mismatch over a path nobody can decode', () => {
    for (const wrong of ['', '20240101', '2024-01-01T12:00:00Z', '20241301T120000Z', '20240101T120000Z ']) {
      const given = request('GET', '/a', '', { 'x-fp-date': wrong });
      assert.equal(verdict(given, signed(given)), 'malformed', wrong);
    }
    assert.equal(verdict(request('GET', '/%E0%A4%A'), `v1.1:${'0'.repeat(64)}`), 'mismatch');
  });

  test('is refused with any one character changed', () => {
    const given = request('GET', '/a');
    const good = signed(given);
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.string({ minLength: 1, maxLength: 1 }), (at, character) => {
        fc.pre(good[at] !== character);
        assert.equal(verdict(given, good.slice(0, at) + character + good.slice(at + 1)), 'mismatch');
      }),
    );
  });
});

type Mode = ApplicationSettings['request_signature'];
type Given = { readonly secret?: string | undefined } & SampleOptions;
const start = (t: TestContext, mode: Mode, given: Given = {}) => {
  const { secret, ...options } = { secret: own, ...given };
  const judged: string[] = [];
  const caller = { ...application, settings: { ...application.settings, request_signature: mode } };
  const app = createServer(sampleOptions({ identify: async () => caller, clock: () => now, ...options }));
  installRequestSignature(app, {
    clock: () => now,
    secretOf: async () => secret,
    onJudged: (mode, verdict) => judged.push(`${mode} ${verdict}`),
  });
  const config = { access: { kind: 'application' } } as const;
  for (const method of ['GET', 'POST'] as const) {
    app.route({
      method,
      url: '/things',
      config,
      handler: async ({ body, userDataSigned }) => ({ body, userDataSigned }),
    });
  }
  t.after(() => app.close());
  return { app, judged };
};
const body = JSON.stringify({ name: 'é', much: 'x'.repeat(50_000) });
const send = (app: ReturnType<typeof createServer>, secret: string | undefined, headers = {}, signedBody = body) => {
  const given = request('POST', '/things?b=1&a=2', signedBody);
  const signature = secret === undefined ? {} : { 'x-fp-signature': signed(given, secret) };
  return app.inject({
    method: 'POST',
    url: '/things?b=1&a=2',
    headers: { ...sdkHeaders, 'content-type': 'application/json', ...signature, ...headers },
    payload: body,
  });
};

describe('report', () => {
  test('lets every request in and counts what it finds', async (t) => {
    const { app, judged } = start(t, 'report');
    for (const secret of [publicSecret, own, 'wrong', undefined]) {
      const answer = await send(app, secret);
      assert.deepEqual([answer.statusCode, answer.json().body], [200, JSON.parse(body)]);
    }
    await send(app, publicSecret, {}, 'another body');
    await send(app, publicSecret, { 'x-fp-date': 'yesterday' });
    assert.deepEqual(judged.toSorted(), [
      'report absent',
      'report malformed',
      'report mismatch',
      'report mismatch',
      'report valid',
      'report valid',
    ]);
  });

  test('does not need a secret', async (t) => {
    const { app, judged } = start(t, 'report', { secret: undefined });
    await send(app, 'wrong');
    assert.deepEqual(judged, ['report mismatch']);
  });
});

describe('require', () => {
  test("lets in only what is signed with the application's own secret", async (t) => {
    const { app, judged } = start(t, 'require');
    assert.equal((await send(app, own)).statusCode, 200);
    for (const secret of [publicSecret, 'wrong', '', undefined]) {
      const answer = await send(app, secret);
      assert.deepEqual([answer.statusCode, answer.json().error_code], [401, 'signature_invalid']);
    }
    assert.equal((await send(app, own, {}, 'another body')).statusCode, 401);
    assert.deepEqual(judged.slice(0, 2), ['require valid', 'require mismatch']);
  });

  test('lets nothing in while the application has no secret', async (t) => {
    for (const none of [undefined, '']) {
      const { app } = start(t, 'require', { secret: none });
      for (const secret of [publicSecret, own, '']) assert.equal((await send(app, secret)).statusCode, 401);
    }
  });

  test('refuses an old signature', async (t) => {
    const { app } = start(t, 'require');
    const old = '20240101T114459Z';
    const given = request('GET', '/things', '', { 'x-fp-date': old });
    const signature = signatureOf(own, old, canonicalRequest(given, signedHeaderNames(given.headers)) ?? '');
    const headers = { ...given.headers, 'x-fp-signature': signature };
    assert.equal((await app.inject({ url: '/things', headers })).statusCode, 401);
  });

  test('takes x-user-data as signed only when the signature covers it', async (t) => {
    const { app } = start(t, 'require');
    const userData = { 'x-user-data': '{"_id":"u1"}' };
    const given = request('POST', '/things?b=1&a=2', body, userData);
    const covering = signed(given, own, [...signedHeaderNames(given.headers), 'x-user-data'].toSorted());
    const said = async (headers: object) => (await send(app, own, headers)).json().userDataSigned;
    assert.equal(await said(userData), false);
    assert.equal(await said({ ...userData, 'x-fp-signature': covering }), true);
    const swapped = await send(app, own, { 'x-user-data': '{"_id":"u2"}', 'x-fp-signature': covering });
    assert.equal(swapped.statusCode, 401);
  });

  test('reads a body that comes in pieces, and survives one that never ends', async (t) => {
    const { app } = start(t, 'require');
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const host = `127.0.0.1:${port}`;
    const given = request('POST', '/things', '{"a":1}', { host });
    const signature = { 'x-fp-signature': signed(given, own) };
    const headers = { ...sdkHeaders, ...signature, host, 'content-type': 'application/json' };
    const pieces = async function* () {
      for (const piece of ['{"a"', ':', '1}']) yield Buffer.from(piece);
    };
    const { host: _host, ...sent } = headers;
    const url = `http://${host}/things`;
    const answer = await fetch(url, { method: 'POST', headers: sent, body: pieces(), duplex: 'half' });
    assert.equal(answer.status, 200);

    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const socket = connect(port, '127.0.0.1');
    socket.end(`POST /things HTTP/1.1\r\n${head.join('')}content-length: 100\r\n\r\n{"a"`);
    await new Promise((resolve) => socket.resume().once('close', resolve));
    assert.equal((await fetch(url, { method: 'POST' })).status, 401);
  });

  test('goes by the path the client used, with the prefix of the public address', async (t) => {
    const { app } = start(t, 'require', { publicPath: '/shop' });
    const given = request('GET', '/shop/things');
    const headers = { ...sdkHeaders, 'x-fp-signature': signed(given, own) };
    assert.equal((await app.inject({ url: '/shop/things', headers })).statusCode, 200);
  });

  test('goes by the host the client used when a trusted proxy says so', async (t) => {
    const given = request('GET', '/things');
    const headers = { ...given.headers, host: 'inside:1', 'x-forwarded-host': given.headers['host'] as string };
    const signature = { 'x-fp-signature': signed(given, own) };
    const trusting = start(t, 'require', { trustedProxies: ['127.0.0.1'] }).app;
    const answer = await trusting.inject({ url: '/things', headers: { ...headers, ...signature } });
    assert.equal(answer.statusCode, 200);
    const wary = start(t, 'require').app;
    assert.equal((await wary.inject({ url: '/things', headers: { ...headers, ...signature } })).statusCode, 401);
  });
});

test('off looks at nothing', async (t) => {
  const { app, judged } = start(t, 'off');
  assert.equal((await send(app, 'wrong')).statusCode, 200);
  assert.deepEqual(judged, []);
});
