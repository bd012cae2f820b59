/** Words that no honest program sends, at every door of the token service: each gets a refusal, none a fault. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { forEachEngine } from '../databases.ts';
import { basicOf, oauthServer, postForm, patientFetch } from './oauth-server.ts';

type Answer = Readonly<Record<string, unknown>>;

forEachEngine(async (engine) => {
  const server = await oauthServer(engine);
  after(() => server.close());
  const client = await server.addClient({ grants: ['client_credentials', 'authorization_code', 'refresh_token'] });

  const open = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
    patientFetch(`${server.base}${path}`, { redirect: 'manual', headers });

  test('a form with the character U+0000 is refused, wherever a form is taken', async () => {
    const sdk = '/service/panel/authentication/v1.0';
    const paths = [
      '/oidc/token',
      '/oidc/token/introspection',
      '/oidc/token/revocation',
      '/oidc/me',
      ...['token', 'offline-token'].flatMap((end) => [
        `${sdk}/organization/${server.organizationId}/oauth/${end}`,
        `${sdk}/company/${server.companyId}/oauth/${end}`,
      ]),
    ];
    const forms: readonly Readonly<Record<string, string>>[] = [
      { client_id: '\0', client_secret: 'x', grant_type: 'client_credentials', token: 'x' },
      {
        client_id: client.clientId,
        client_secret: '\0',
        grant_type: 'refresh_token',
        refresh_token: '\0',
        token: '\0',
      },
      { grant_type: 'authorization_code', code: 'a\0b' },
      { '\0': 'x' },
    ];
    for (const path of paths) {
      for (const form of forms) {
        const answer = await postForm(server, path, form);
        const body = (await answer.json()) as Answer;
        assert.deepEqual([answer.status, body['error'], body['error_code']], [400, 'invalid_request', 'body_invalid']);
        assert.match(String(body['message']), /U\+0000/);
      }
    }
  });

  test('a body that is no form is refused at every standard address, whatever the method', async () => {
    for (const path of ['/oidc/token', '/oidc/auth', '/oidc/jwks', '/oidc/token/revocation', '/oidc/nothing']) {
      for (const [method, body] of [
        ['POST', '{}'],
        ['POST', '{"grant_type":"client_credentials"}'],
        ['OPTIONS', '18'],
      ] as const) {
        const headers = { 'content-type': 'application/json', authorization: client.basic };
        const answer = await patientFetch(`${server.base}${path}`, { method, body, headers });
        assert.equal(answer.status, 415, `${method} ${path}`);
        assert.equal(((await answer.json()) as Answer)['error'], 'invalid_request');
      }
    }
  });

  test('pages refuse such a form too', async () => {
    const form = { email: 'a\0@example.com', password: 'x', form_token: 'x' };
    for (const path of ['/console/sign-in', '/console/enter', '/oidc/consent/x']) {
      assert.equal((await postForm(server, path, form)).status, 400, path);
    }
  });

  test('a client id in the header may be any bytes', async () => {
    for (const id of ['\0', 'a\0b', '%00', '\ud800', '€', '__proto__', 'constructor']) {
      const form = { grant_type: 'client_credentials', token: 'x' };
      for (const path of ['/oidc/token', '/oidc/token/introspection', '/oidc/token/revocation']) {
        const answer = await postForm(server, path, form, { authorization: basicOf(id, 'x') });
        assert.ok([400, 401].includes(answer.status), `${path} ${JSON.stringify(id)}: ${answer.status}`);
        const { error } = (await answer.json()) as Answer;
        assert.ok(error === 'invalid_client' || error === 'invalid_request', String(error));
      }
    }
  });

  test('an address at which nothing goes on says so, whatever its query names', async () => {
    for (const query of ['', `?client_id=${client.clientId}`, `?client_id=${client.clientId}&redirect_uri=x&state=y`]) {
      const answer = await open(`/oidc/auth/x${query}`);
      assert.equal(answer.status, 400, query);
      const text = await answer.text();
      assert.match(text, /cannot go on/);
      assert.match(text, /<a href="[^"]*\/console">To the console<\/a>/);
      assert.equal(answer.headers.get('location'), null);
    }
  });

  test('the step before a consent page leads nowhere but to that page', async () => {
    for (const uid of ['%E2%82%AC', '%0D%0Aset-cookie:%20x=y', '%F0%9F%9B%92', 'a%20b', '..%2F..%2Fconsole', '%22']) {
      const answer = await open(`/oidc/consent/${uid}`, { 'sec-fetch-site': 'cross-site' });
      assert.equal(answer.status, 200, uid);
      assert.equal(
        answer.headers.get('refresh'),
        `0; url=/oidc/consent/${uid.replace('set-cookie:', 'set-cookie%3A').replace('x=y', 'x%3Dy')}`,
      );
      assert.equal(answer.headers.get('set-cookie'), null);
    }
  });
});
