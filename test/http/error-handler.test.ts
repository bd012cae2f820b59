import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { sampleServer } from './sample-server.ts';

describe('errors on the wire', () => {
  const app = sampleServer();
  after(() => app.close());

  test('a refusal has its status, its code, a sentence and the request id', async () => {
    const answer = await app.inject({ url: '/fails/refusal', headers: { 'x-request-id': 'from-the-proxy-1' } });
    assert.equal(answer.statusCode, 412);
    assert.equal(answer.headers['x-why'], 'stale');
    assert.match(String(answer.headers['content-type']), /^application\/json/);
    assert.deepEqual(answer.json(), {
      cart: { id: 'c' },
      success: false,
      message: 'It changed since you read it. Read it again and repeat your change.',
      error_code: 'version_conflict',
      request_id: 'from-the-proxy-1',
    });
  });

  test('a fault says nothing about itself', async () => {
    for (const how of ['fault', 'status']) {
      const answer = await app.inject({ url: `/fails/${how}` });
      assert.equal(answer.statusCode, 500);
      assert.equal(answer.json().error_code, 'internal_error');
      assert.doesNotMatch(answer.body, /secret text|not ours/);
    }
  });

  test('a busy database, an unknown outcome and a silent provider are told apart, and all may be tried again', async () => {
    for (const [how, code] of [
      ['busy', 'overloaded'],
      ['unwritable', 'overloaded'],
      ['unknown', 'outcome_unknown'],
      ['outside', 'payment_provider_unavailable'],
    ]) {
      const answer = await app.inject({ url: `/fails/${how}` });
      assert.equal(answer.statusCode, 503);
      assert.equal(answer.headers['retry-after'], '1');
      assert.equal(answer.json().error_code, code);
    }
  });

  test('a text that no database can hold is the sender’s to mend', async () => {
    const answer = await app.inject({ url: '/fails/text' });
    assert.equal(answer.statusCode, 400);
    assert.equal(answer.json().error_code, 'body_invalid');
    assert.match(answer.body, /U\+0000/);
  });

  test('an address that does not exist is 404', async () => {
    const answer = await app.inject({ url: '/service/nothing' });
    assert.equal(answer.statusCode, 404);
    assert.equal(answer.json().error_code, 'route_not_found');
  });

  test('an address that exists with another method is 405 and says which', async () => {
    for (const url of ['/things', '/things/', '/things?a=1']) {
      const answer = await app.inject({ method: 'DELETE', url });
      assert.equal(answer.statusCode, 405);
      assert.equal(answer.headers.allow, 'POST, OPTIONS');
      assert.equal(answer.json().error_code, 'method_not_allowed');
    }
    const withParameter = await app.inject({ method: 'PUT', url: '/service/application/thing/7' });
    assert.equal(withParameter.headers.allow, 'GET, OPTIONS');
  });

  test('OPTIONS says which methods an address takes', async () => {
    const answer = await app.inject({ method: 'OPTIONS', url: '/service/platform/things' });
    assert.equal(answer.statusCode, 204);
    assert.equal(answer.headers.allow, 'GET, PUT, OPTIONS');
    assert.equal((await app.inject({ method: 'OPTIONS', url: '/nothing' })).statusCode, 404);
  });

  test('a malformed address is 400 in the same shape', async () => {
    for (const url of ['/fails/%ff', '/fails/a%00b', '/things?x=%00']) {
      const answer = await app.inject({ url });
      assert.equal(answer.statusCode, 400, url);
      assert.equal(answer.json().error_code, 'body_invalid');
      assert.equal(answer.json().request_id, answer.headers['x-request-id']);
    }
  });

  test('a path segment longer than any name is not found', async () => {
    const answer = await app.inject({ url: `/fails/${'a'.repeat(300)}` });
    assert.equal(answer.statusCode, 404);
    assert.equal(answer.json().error_code, 'route_not_found');
  });
});
