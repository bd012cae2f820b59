import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { accessProblem, applicationCaller, callerName, permittedCaller } from '../../src/http/access.ts';
import { createServer } from '../../src/http/server.ts';
import { application, sampleOptions, sampleServer } from './sample-server.ts';

describe('access', () => {
  const app = sampleServer();
  after(() => app.close());
  const things = '/service/platform/things';
  const call = (url: string, authorization?: string, method: 'GET' | 'PUT' = 'GET') =>
    app.inject({ method, url, headers: authorization === undefined ? {} : { authorization } });

  test('a route that declares no access stops the start-up and is named', () => {
    const server = createServer(sampleOptions());
    assert.throws(() => server.get('/forgotten', async () => null), /GET \/forgotten declares no config.access/);
    const scoped = server.register(async (scope) => {
      scope.get('/deep', async () => null);
    });
    assert.ok(scoped);
    return assert.rejects(async () => server.ready(), /GET \/deep declares no config.access/);
  });

  test('without a credential it is 401 with a challenge, before the body is read', async () => {
    const answer = await call(things, undefined, 'PUT');
    assert.equal(answer.statusCode, 401);
    assert.equal(answer.headers['www-authenticate'], 'Bearer');
    assert.equal(answer.json().error_code, 'token_invalid');
  });

  test('with a wrong one it is 401 and the challenge says so', async () => {
    const answer = await call(things, 'Bearer nobody');
    assert.equal(answer.statusCode, 401);
    assert.equal(answer.headers['www-authenticate'], 'Bearer error="invalid_token"');
  });

  test('a missing permission is 403 and is named', async () => {
    const answer = await call(things, 'Bearer reader', 'PUT');
    assert.equal(answer.statusCode, 403);
    assert.equal(answer.json().error_code, 'permission_missing');
    assert.match(answer.json().message, /things\/write/);
  });

  test('an application may not use what needs a permission, nor a service what is for applications', async () => {
    assert.equal((await call(things, 'Bearer application')).statusCode, 403);
    assert.equal((await call('/service/application/thing/1', 'Bearer owner')).statusCode, 403);
  });

  test('who has the permission gets through', async () => {
    assert.equal((await call(things, 'Bearer reader')).statusCode, 200);
    assert.equal((await call(things, 'Bearer owner')).statusCode, 200);
    assert.equal((await call('/service/application/thing/1', 'Bearer application')).statusCode, 200);
  });

  test('a public route asks nobody', () => assert.equal(accessProblem({ kind: 'public' }, undefined), undefined));

  test('reading a caller the route does not demand is a fault', async () => {
    const server = createServer(sampleOptions());
    const config = { access: { kind: 'public' } } as const;
    server.get('/application', { config }, async (request) => callerName(applicationCaller(request)));
    server.get('/permitted', { config }, async (request) => callerName(permittedCaller(request)));
    for (const url of ['/application', '/permitted']) assert.equal((await server.inject({ url })).statusCode, 500);
    await server.close();
    assert.equal(callerName(application), 'application:a1');
  });
});
