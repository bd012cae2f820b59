/** What the token service refuses, and in which words. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { forEachEngine } from '../databases.ts';
import { basicOf, CALLBACK, oauthServer, postForm, type TestClient, patientFetch } from './oauth-server.ts';

type Answer = Readonly<Record<string, unknown>>;
const bodyOf = async (response: Response): Promise<Answer> => (await response.json()) as Answer;

forEachEngine(async (engine) => {
  const server = await oauthServer(engine);
  after(() => server.close());
  const client = await server.addClient({ grants: ['client_credentials', 'authorization_code', 'refresh_token'] });

  const token = (form: Readonly<Record<string, string>>, { basic } = client): Promise<Response> =>
    postForm(server, '/oidc/token', form, { authorization: basic });
  const ask = (query: Readonly<Record<string, string>>): Promise<Response> => {
    const all = { client_id: client.clientId, response_type: 'code', redirect_uri: CALLBACK, ...query };
    return patientFetch(`${server.base}/oidc/auth?${new URLSearchParams(all).toString()}`, { redirect: 'manual' });
  };
  const errorSentBack = async (query: Readonly<Record<string, string>>): Promise<string | null> =>
    new URL((await ask(query)).headers.get('location') ?? '').searchParams.get('error');
  const isActive = async (value: unknown, asker: TestClient): Promise<unknown> => {
    const form = { token: String(value) };
    const answer = await postForm(server, '/oidc/token/introspection', form, { authorization: asker.basic });
    return (await bodyOf(answer))['active'];
  };

  test('a wrong secret is invalid_client with a message, the request id and a challenge', async () => {
    const fresh = await server.addClient();
    for (const headers of [{ authorization: basicOf(fresh.clientId, 'sk_wrong') }, {}]) {
      const inBody = { client_id: fresh.clientId, client_secret: 'sk_wrong' };
      const form = { grant_type: 'client_credentials', ...('authorization' in headers ? {} : inBody) };
      const answer = await postForm(server, '/oidc/token', form, headers);
      const body = await bodyOf(answer);
      assert.equal(answer.status, 401);
      assert.match(answer.headers.get('www-authenticate') ?? '', /^Basic realm=/);
      assert.equal(body['error'], 'invalid_client');
      assert.equal(body['message'], 'Client authentication failed.');
      assert.equal(body['request_id'], answer.headers.get('x-request-id'));
    }
  });

  test('the stored hash of a secret is no secret', async () => {
    const fresh = await server.addClient();
    const row = await server.node.db.one<{ secret_hash: string }>(
      'select secret_hash from oauth_client_secret where client_id = ?',
      [fresh.clientId],
    );
    const answer = await token(
      { grant_type: 'client_credentials' },
      { ...fresh, basic: basicOf(fresh.clientId, row?.secret_hash ?? '') },
    );
    assert.equal(answer.status, 401);
  });

  test('guessing one client’s secret is stopped, and neither other clients nor its own later calls are harmed', async () => {
    const [guessed, other] = [await server.addClient(), await server.addClient()];
    const wrong = { ...guessed, basic: basicOf(guessed.clientId, 'sk_wrong') };
    const form = { grant_type: 'client_credentials' };
    for (let n = 0; n < 10; n += 1) assert.equal((await token(form, wrong)).status, 401);
    const stopped = await token(form, guessed);
    assert.equal(stopped.status, 429);
    assert.ok(Number(stopped.headers.get('retry-after')) > 0);
    assert.equal((await bodyOf(stopped))['error'], 'temporarily_unavailable');
    assert.equal((await token(form, other)).status, 200);
    server.pass(70_000);
    assert.equal((await token(form, guessed)).status, 200);
  });

  test('a permission the client does not have is invalid_scope and never dropped', async () => {
    const scope = 'company/settings/read organization/clients/write';
    const answer = await token({ grant_type: 'client_credentials', scope });
    const body = await bodyOf(answer);
    assert.equal(answer.status, 400);
    assert.equal(body['error'], 'invalid_scope');
    assert.equal(body['scope'], 'organization/clients/write');
    assert.equal(
      await errorSentBack({ scope, code_challenge_method: 'S256', code_challenge: 'a'.repeat(43) }),
      'invalid_scope',
    );
  });

  test('openid without a person is no scope', async () => {
    assert.equal(
      (await bodyOf(await token({ grant_type: 'client_credentials', scope: 'openid' })))['error'],
      'invalid_scope',
    );
  });

  test('a grant that is not in the client’s record is refused', async () => {
    const narrow = await server.addClient({ grants: ['client_credentials'], redirect_urls: [CALLBACK] });
    const answer = await token({ grant_type: 'refresh_token', refresh_token: 'x' }, narrow);
    assert.equal(answer.status, 400);
    const asked = await ask({
      client_id: narrow.clientId,
      code_challenge_method: 'S256',
      code_challenge: 'a'.repeat(43),
    });
    assert.match(asked.headers.get('location') ?? '', /error=invalid_request/);
    assert.equal(
      (await bodyOf(await token({ grant_type: 'password', username: 'a', password: 'b' })))['error'],
      'unsupported_grant_type',
    );
  });

  test('PKCE is required at the standard address, and plain is refused', async () => {
    assert.equal(await errorSentBack({}), 'invalid_request');
    assert.equal(
      await errorSentBack({ code_challenge: 'a'.repeat(43), code_challenge_method: 'plain' }),
      'invalid_request',
    );
    assert.equal(await errorSentBack({ code_challenge: 'a'.repeat(43) }), 'invalid_request');
  });

  test('a redirect address that is not the client’s byte for byte gets a page and no redirect', async () => {
    const others = ['/', '?x=1', '#f', '.evil.example', '%2f', '/../x'].map((end) => `${CALLBACK}${end}`);
    const spellings = [CALLBACK.toUpperCase(), CALLBACK.replace('.example', '.example:443'), 'javascript:alert(1)'];
    for (const redirect_uri of [...others, ...spellings]) {
      const answer = await ask({ redirect_uri, code_challenge: 'a'.repeat(43), code_challenge_method: 'S256' });
      assert.equal(answer.status, 400, redirect_uri);
      assert.equal(answer.headers.get('location'), null);
      assert.match(answer.headers.get('content-type') ?? '', /^text\/html/);
    }
  });

  test('an unknown client gets a page and no redirect', async () => {
    const answer = await ask({ client_id: '0'.repeat(24) });
    assert.equal(answer.status, 400);
    assert.equal(answer.headers.get('location'), null);
  });

  for (const [how, sql] of [
    ['deactivated', 'update oauth_client set is_active = 0, version = version + 1 where client_id = ?'],
    ['deleted', 'update oauth_client set deleted_at = 1, version = version + 1 where client_id = ?'],
  ] as const) {
    test(`a ${how} client is refused everywhere at once`, async () => {
      const gone = await server.addClient({ grants: ['client_credentials', 'authorization_code', 'refresh_token'] });
      const tokens = await bodyOf(await token({ grant_type: 'client_credentials' }, gone));
      assert.equal(await isActive(tokens['access_token'], client), true);
      await server.node.db.commit([{ sql, params: [gone.clientId] }]);

      assert.equal((await token({ grant_type: 'client_credentials' }, gone)).status, 401);
      const refresh = { grant_type: 'refresh_token', refresh_token: String(tokens['refresh_token']) };
      assert.equal((await token(refresh, gone)).status, 401);
      assert.equal(await isActive(tokens['access_token'], client), false);
      assert.equal((await ask({ client_id: gone.clientId })).headers.get('location'), null);
      const audit = `${server.base}/service/platform/configuration/v1.0/company/${server.companyId}/audit`;
      const called = await patientFetch(audit, {
        headers: { authorization: `Bearer ${String(tokens['access_token'])}` },
      });
      assert.equal(called.status, 401);
    });
  }

  test('a client of another organization cannot ask about a token, nor revoke it', async () => {
    const stranger = await server.addClient({}, await server.addOrganization());
    const tokens = await bodyOf(await token({ grant_type: 'client_credentials' }));
    assert.equal(await isActive(tokens['access_token'], stranger), false);
    const form = { token: String(tokens['access_token']) };
    await postForm(server, '/oidc/token/revocation', form, { authorization: stranger.basic });
    assert.equal(await isActive(tokens['access_token'], client), true);
  });

  test('a body that is no form, too large or malformed is refused in the protocol’s words', async () => {
    const send = (body: string, type: string): Promise<Response> =>
      patientFetch(`${server.base}/oidc/token`, {
        method: 'POST',
        body,
        headers: { 'content-type': type, authorization: client.basic },
      });
    const large = await send(
      `grant_type=client_credentials&x=${'y'.repeat(20_000)}`,
      'application/x-www-form-urlencoded',
    );
    assert.equal(large.status, 413);
    assert.equal((await bodyOf(large))['error'], 'invalid_request');
    const xml = await send('<a/>', 'application/xml');
    assert.equal(xml.status, 415);
    assert.equal((await bodyOf(xml))['error'], 'invalid_request');
    const twice = await send(
      'grant_type=client_credentials&grant_type=refresh_token',
      'application/x-www-form-urlencoded',
    );
    assert.equal(twice.status, 400);
    assert.equal((await bodyOf(twice))['error'], 'invalid_request');
  });

  test('headers that claim another host change no address', async () => {
    const answer = await patientFetch(`${server.base}/oidc/.well-known/openid-configuration`, {
      headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    });
    assert.equal((await bodyOf(answer))['token_endpoint'], `${server.base}/oidc/token`);
  });

  test('secrets and tokens are nowhere in the database', async () => {
    const fresh = await server.addClient({ grants: ['client_credentials', 'refresh_token'] });
    const first = await bodyOf(await token({ grant_type: 'client_credentials' }, fresh));
    const form = { grant_type: 'refresh_token', refresh_token: String(first['refresh_token']) };
    const second = await bodyOf(await token(form, fresh));
    const stored = await server.dump();
    for (const value of [
      fresh.clientSecret,
      ...[first, second].flatMap((it) => [it['access_token'], it['refresh_token']]),
    ]) {
      assert.equal(stored.includes(String(value)), false);
    }
    assert.ok(stored.includes(fresh.clientId), 'the search would find what is there');
  });
});
