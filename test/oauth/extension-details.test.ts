/** What an extension reads about itself at its start, and who is not told. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { extensionBaseUrl } from '../../src/oauth/extensions/extension-rules.ts';
import { WRONG_SECRETS_A_MINUTE } from '../../src/oauth/tokens/token-throttle.ts';
import { permissions } from '../../src/http/permissions.ts';
import { forEachEngine } from '../databases.ts';
import { basicOf, oauthServer, postForm, patientFetch } from './oauth-server.ts';

describe('the address an extension runs at', () => {
  for (const [urls, base] of [
    [['https://a.example/x/fp/auth'], 'https://a.example/x'],
    [['https://a.example/back', 'http://127.0.0.1:3000/fp/auth'], 'http://127.0.0.1:3000'],
    [['https://a.example:8443/back?x=1'], 'https://a.example:8443'],
    [[], ''],
  ] as const) {
    test(`${JSON.stringify(urls)} is ${base}`, () => assert.equal(extensionBaseUrl(urls), base));
  }
});

forEachEngine(async (engine) => {
  const server = await oauthServer(engine);
  after(() => server.close());
  const client = await server.addClient({
    client_type: 'extension',
    redirect_urls: ['https://ext.example/fp/auth'],
    scopes: { type: 'custom', permissions: ['organization/*', 'company/audit/read'] },
    meta: { name: 'Ads', description: 'Advertises', tags: [] },
  });

  const ask = async (key: string, authorization?: string) => {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    const answer = await patientFetch(`${server.base}/service/panel/partners/v1.0/extensions/details/${key}`, {
      headers,
    });
    return { answer, status: answer.status, body: (await answer.json()) as Readonly<Record<string, unknown>> };
  };

  test('it is told its name, its address and what it may ask for, wildcards written out', async () => {
    const { status, body } = await ask(client.clientId, client.basic);
    assert.equal(status, 200);
    assert.deepEqual(body, {
      _id: client.clientId,
      name: 'Ads',
      description: 'Advertises',
      base_url: 'https://ext.example',
      redirect_urls: ['https://ext.example/fp/auth'],
      scope: ['organization/*', 'company/audit/read', ...permissions.filter((one) => one.startsWith('organization/'))],
      client_type: 'extension',
      organization_id: server.organizationId,
    });
  });

  test('nobody else is: not without its secret, not as another client, not once it is inactive', async () => {
    const secret = client.clientSecret;
    for (const authorization of [
      undefined,
      basicOf(client.clientId, 'sk_wrong'),
      basicOf('nobody', secret),
      basicOf('no\0body', secret),
      'Basic',
      'Basic !!!',
      `Basic ${Buffer.from('no colon').toString('base64')}`,
      `Bearer ${secret}`,
    ]) {
      const { answer, status, body } = await ask(client.clientId, authorization);
      assert.deepEqual([status, body['error_code']], [401, 'client_credentials_invalid'], authorization);
      assert.match(answer.headers.get('www-authenticate') ?? '', /^Basic /);
    }
    const other = await server.addClient();
    for (const key of [other.clientId, 'nobody']) {
      const { status, body } = await ask(key, client.basic);
      assert.deepEqual([status, body['error_code']], [404, 'client_not_found']);
    }
    await server.node.db.commit([
      { sql: 'update oauth_client set is_active = 0 where client_id = ?', params: [other.clientId] },
    ]);
    assert.equal((await ask(other.clientId, other.basic)).status, 401);
  });

  test('guessing its secret costs time, here and at the token service together', async () => {
    const guessed = await server.addClient();
    const wrong = basicOf(guessed.clientId, 'sk_wrong');
    for (let turn = 0; turn < WRONG_SECRETS_A_MINUTE; turn += 2) {
      assert.equal((await ask(guessed.clientId, wrong)).status, 401);
      const form = { grant_type: 'client_credentials' };
      assert.equal((await postForm(server, '/oidc/token', form, { authorization: wrong })).status, 401);
    }
    const { answer, status, body } = await ask(guessed.clientId, guessed.basic);
    assert.deepEqual([status, body['error_code']], [429, 'rate_limited']);
    assert.ok(Number(answer.headers.get('retry-after')) > 0);
    assert.equal((await ask(client.clientId, client.basic)).status, 200, 'others notice nothing');
    server.pass(66_000);
    assert.equal((await ask(guessed.clientId, guessed.basic)).status, 200);
  });
});
