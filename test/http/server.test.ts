import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createMetrics } from '../../src/http/watch/metrics.ts';
import { defaultLimits } from '../../src/http/door.ts';
import { belowPublicPath } from '../../src/http/server.ts';
import { listen, rawExchange, sampleServer } from './sample-server.ts';

describe('the address below the public path', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['', '/a?b=1', '/a?b=1'],
    ['/shop', '/shop/a?b=1', '/a?b=1'],
    ['/shop/', '/shop/a', '/a'],
    ['/shop', '/shop', '/'],
    ['/shop', '/shop?x=1', '/?x=1'],
    ['/shop', '/shopping/a', '/shopping/a'],
    ['/shop', '/healthz', '/healthz'],
  ];
  for (const [prefix, given, expected] of cases) {
    test(`${given} under "${prefix}" is ${expected}`, () => assert.equal(belowPublicPath(prefix, given), expected));
  }
});

describe('the server', () => {
  const app = sampleServer({ publicPath: '/shop' });
  after(() => app.close());

  test('answers under its public path and past it, with and without a trailing slash', async () => {
    for (const url of ['/shop/anything', '/anything', '/anything/', '/shop/anything/']) {
      assert.equal((await app.inject({ method: 'POST', url })).statusCode, 200, url);
    }
  });

  test('addresses are case-sensitive', async () => {
    assert.equal((await app.inject({ method: 'POST', url: '/Anything' })).statusCode, 404);
  });

  test('HEAD is a method of its own', async () => {
    const answer = await app.inject({ method: 'HEAD', url: '/service/application/head' });
    assert.equal(answer.statusCode, 200);
    assert.ok(answer.headers['last-modified']);
    assert.equal((await app.inject({ method: 'HEAD', url: '/fails/x' })).statusCode, 405);
  });

  test('keeps a plain request id and makes one instead of any other', async () => {
    const idFor = async (given?: string) => {
      const headers = given === undefined ? {} : { 'x-request-id': given };
      return (await app.inject({ method: 'POST', url: '/anything', headers })).headers['x-request-id'];
    };
    assert.equal(await idFor('abc-123:456/x=='), 'abc-123:456/x==');
    for (const given of [undefined, 'short', 'a b c d e f g h', '"><script>alert(1)</script>', 'a'.repeat(129)]) {
      assert.match(String(await idFor(given)), /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]+$/);
    }
  });

  test('every answer is guarded, and what lies under /service is not cached', async () => {
    const answer = await app.inject({ url: '/service/platform/things', headers: { authorization: 'Bearer reader' } });
    assert.equal(answer.headers['x-content-type-options'], 'nosniff');
    assert.equal(answer.headers['referrer-policy'], 'no-referrer');
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.equal(answer.headers['x-powered-by'], undefined);
    assert.equal((await app.inject({ method: 'POST', url: '/anything' })).headers['cache-control'], undefined);
  });

  test('sets the limits of the house on the socket', () => {
    assert.equal(app.server.headersTimeout, defaultLimits.headersTimeoutMs);
    assert.equal(app.server.timeout, defaultLimits.connectionTimeoutMs);
    assert.equal(app.server.keepAliveTimeout, defaultLimits.keepAliveTimeoutMs);
    assert.equal(app.server.maxRequestsPerSocket, defaultLimits.maxRequestsPerSocket);
  });

  test('believes X-Forwarded-For only from a proxy it was told of', async () => {
    const ips: string[] = [];
    for (const trustedProxies of [undefined, ['127.0.0.1'], ['10.0.0.0/8']]) {
      const server = sampleServer({ trustedProxies });
      server.get('/ip', { config: { access: { kind: 'public' } } }, async (request) => request.ip);
      ips.push((await server.inject({ url: '/ip', headers: { 'x-forwarded-for': '203.0.113.9' } })).body);
      await server.close();
    }
    assert.deepEqual(ips, ['127.0.0.1', '203.0.113.9', '127.0.0.1']);
  });
});

describe('bytes that are no request', () => {
  const metrics = createMetrics();
  const app = sampleServer({
    metrics,
    limits: { headersTimeoutMs: 150, requestTimeoutMs: 300, checkingIntervalMs: 30, keepAliveTimeoutMs: 100 },
  });
  app.get('/hangs', { config: { access: { kind: 'public' } } }, () => new Promise(() => {}));
  let port = 0;
  before(async () => {
    port = await listen(app);
  });
  after(() => app.close());

  const status = (answer: string): string => answer.slice('HTTP/1.1 '.length, 'HTTP/1.1 '.length + 3);
  const body = (answer: string): { error_code?: string; request_id?: string } =>
    JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4) || '{}');
  const host = 'Host: a\r\n';
  const json = 'Content-Type: application/json\r\n';

  const cases: readonly (readonly [string, string, string, string])[] = [
    ['what is not HTTP', 'hello\r\n\r\n', '400', 'body_invalid'],
    ['headers over 16 KiB', `GET / HTTP/1.1\r\n${host}X-A: ${'a'.repeat(20_000)}\r\n\r\n`, '431', 'header_too_large'],
    [
      'two lengths',
      `POST /anything HTTP/1.1\r\n${host}${json}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      '400',
      'body_invalid',
    ],
    [
      'two different Content-Lengths',
      `POST /anything HTTP/1.1\r\n${host}${json}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
      '400',
      'body_invalid',
    ],
    ['NUL in a header', `GET / HTTP/1.1\r\n${host}X-A: a\0b\r\n\r\n`, '400', 'body_invalid'],
    ['NUL in the address', `GET /a\0b HTTP/1.1\r\n${host}\r\n`, '400', 'body_invalid'],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', '400', 'body_invalid'],
    ['headers that never end', `GET / HTTP/1.1\r\n${host}`, '408', 'request_timeout'],
  ];
  test('what is asked by HEAD has no body, also when it never became a request', async () => {
    const answer = await rawExchange(port, `HEAD /?${'a'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`);
    assert.equal(status(answer), '431');
    assert.match(answer, /content-length: [1-9]/);
    assert.ok(answer.endsWith('\r\n\r\n'), answer);
  });

  for (const [name, bytes, expected, code] of cases) {
    test(`${name}: ${expected}, in the shape of every error, and the connection is closed`, async () => {
      const answer = await rawExchange(port, bytes);
      assert.equal(status(answer), expected);
      assert.equal(body(answer).error_code, code);
      assert.ok(answer.includes(`x-request-id: ${body(answer).request_id}`));
      assert.match(answer, /connection: close/i);
    });
  }

  test('a bad chunk and a body that never ends get 4xx and the connection is closed', async () => {
    const chunked = `POST /anything HTTP/1.1\r\n${host}${json}Transfer-Encoding: chunked\r\n\r\n`;
    for (const bytes of [
      `${chunked}zz\r\n{}\r\n0\r\n\r\n`,
      `POST /anything HTTP/1.1\r\n${host}${json}Content-Length: 50\r\n\r\n{`,
    ]) {
      assert.match(status(await rawExchange(port, bytes)), /^4\d\d$/);
    }
  });

  test('no Host is refused', async () => {
    assert.equal(status(await rawExchange(port, 'GET / HTTP/1.1\r\n\r\n')), '400');
  });

  test('two Hosts are refused: a proxy may have gone by the other one', async () => {
    const request = `GET /service/application/head HTTP/1.1\r\n${host}hOST: other.example\r\nConnection: close\r\n\r\n`;
    const answer = await rawExchange(port, request);
    assert.equal(status(answer), '400');
    assert.match(answer, /Send the header Host once/);
  });

  test('a second request hidden behind a disputed length is never answered', async () => {
    const smuggled = `POST /anything HTTP/1.1\r\n${host}${json}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /fails/x HTTP/1.1\r\n${host}\r\n`;
    const answer = await rawExchange(port, smuggled);
    assert.equal(answer.split('HTTP/1.1 ').length - 1, 1);
    assert.equal(status(answer), '400');
  });

  test('the server lives on after all of it', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/anything`, { method: 'POST' });
    assert.equal(answer.status, 200);
  });

  test('a client that leaves while his request is in progress stops counting', async () => {
    const inFlight = () => /cartwright_http_in_flight (\d+)/.exec(metrics.render())?.[1];
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET /hangs HTTP/1.1\r\n${host}\r\n`);
    while (inFlight() !== '1') await nextTurn();
    socket.destroy();
    while (inFlight() !== '0') await nextTurn();
  });
});
