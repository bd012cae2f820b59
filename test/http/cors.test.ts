import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { settingsAllow } from '../../src/http/cors.ts';
import { sampleServer, settings } from './sample-server.ts';

describe('CORS', () => {
  const app = sampleServer();
  after(() => app.close());
  const thing = '/service/application/thing/1';
  const get = (origin: string, authorization = 'Bearer application', url = thing) =>
    app.inject({ url, headers: { origin, authorization } });
  const preflight = (origin: string, url = thing) =>
    app.inject({
      method: 'OPTIONS',
      url,
      headers: { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'authorization' },
    });
  const allowedOrigin = ({ headers }: { headers: Record<string, unknown> }) => headers['access-control-allow-origin'];

  test("an origin of the application's settings may read the answer, with credentials", async () => {
    const answer = await get('https://app.example');
    assert.equal(allowedOrigin(answer), 'https://app.example');
    assert.equal(answer.headers['access-control-allow-credentials'], 'true');
    assert.equal(answer.headers.vary, 'Origin');
    const exposed = String(answer.headers['access-control-expose-headers']).split(', ');
    for (const name of [
      'Last-Modified',
      'ETag',
      'x-anonymous-id',
      'x-request-id',
      'Idempotent-Replayed',
      'RateLimit',
      'Retry-After',
    ]) {
      assert.ok(exposed.includes(name), name);
    }
  });

  test("another application's origin is answered without CORS headers", async () => {
    const answer = await get('https://other.example');
    assert.equal(answer.statusCode, 200);
    assert.equal(allowedOrigin(answer), undefined);
    assert.equal(answer.headers['access-control-allow-credentials'], undefined);
    assert.equal(answer.headers.vary, 'Origin');
  });

  test('an origin nobody lists gets none either, and never a star', async () => {
    for (const origin of ['https://evil.example', 'null', 'https://app.example.evil.example']) {
      assert.equal(allowedOrigin(await get(origin)), undefined, origin);
      assert.equal(allowedOrigin(await preflight(origin)), undefined, origin);
    }
  });

  test('a page whose credential is wrong can read that it is', async () => {
    const answer = await get('https://app.example', 'Bearer nobody');
    assert.equal(answer.statusCode, 401);
    assert.equal(allowedOrigin(answer), 'https://app.example');
  });

  test('a preflight needs no credential and allows what the SDKs send', async () => {
    const answer = await preflight('https://app.example');
    assert.equal(answer.statusCode, 204);
    assert.equal(allowedOrigin(answer), 'https://app.example');
    assert.match(String(answer.headers['access-control-allow-methods']), /PUT/);
    assert.equal(answer.headers['access-control-max-age'], '7200');
    const headers = String(answer.headers['access-control-allow-headers']).split(', ');
    const sent = [
      'authorization',
      'x-fp-date',
      'x-fp-signature',
      'x-fp-sdk-version',
      'x-currency-code',
      'x-language-code',
      'x-location-detail',
    ];
    for (const name of [...sent, 'x-anonymous-id', 'x-customer-token', 'idempotency-key', 'if-match', 'traceparent']) {
      assert.ok(headers.includes(name), name);
    }
  });

  test('nothing outside /service/application takes part', async () => {
    const answer = await get('https://app.example', 'Bearer owner', '/service/platform/things');
    assert.equal(allowedOrigin(answer), undefined);
    assert.equal(allowedOrigin(await preflight('https://app.example', '/service/platform/things')), undefined);
  });

  test("the origin of the storefront's address counts as listed", () => {
    assert.ok(settingsAllow(settings, 'https://shop.example'));
    assert.ok(!settingsAllow(settings, 'http://shop.example'));
    assert.ok(!settingsAllow({ origins: [], storefront_url: null }, 'null'));
  });
});
