/** The addresses and habits of SDKs: both credentials, both content types, and the published SDK itself, unmodified. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, test } from 'node:test';
import { forEachEngine } from '../databases.ts';
import { basicOf, CALLBACK, decide, oauthServer, type TestClient, patientFetch } from './oauth-server.ts';

type Tokens = {
  readonly access_token: string;
  readonly refresh_token?: string;
  readonly expires_in: number;
  readonly expires_at: number;
  readonly scope: readonly string[];
  readonly token_type: string;
  readonly current_user: { readonly email: string } | null;
};
type SdkOauth = {
  readonly token: string;
  readonly getAccesstokenObj: (given: Readonly<Record<string, unknown>>) => Promise<Tokens>;
  readonly getAccessToken: () => Promise<string>;
  readonly getOfflineAccessToken: (scopes: readonly string[], code: string) => Promise<Tokens>;
  readonly renewAccessToken: () => Promise<Tokens>;
  readonly setToken: (tokens: Tokens) => void;
  readonly startAuthorization: (options: object) => string;
  readonly verifyCallback: (query: object) => Promise<void>;
};
type SdkConfig = { readonly oauthClient: SdkOauth };
type SdkClient = { readonly request: (call: object) => Promise<unknown> };
type Sdk = {
  readonly PlatformConfig: new (config: object) => SdkConfig;
  readonly PlatformClient: new (config: SdkConfig) => SdkClient;
  readonly PartnerConfig: new (config: object) => SdkConfig;
  readonly PartnerClient: new (config: SdkConfig) => SdkClient;
};
const sdk = createRequire(import.meta.url)('@gofynd/fdk-client-javascript') as Sdk;

const GRANTS = { grants: ['client_credentials', 'authorization_code', 'refresh_token'] };

forEachEngine(async (engine) => {
  const server = await oauthServer(engine);
  after(() => server.close());
  const client = await server.addClient(GRANTS);

  const paths = (): readonly string[] => [
    `/service/panel/authentication/v1.0/organization/${server.organizationId}/oauth`,
    `/service/panel/authentication/v1.0/company/${server.companyId}/oauth`,
  ];
  const post = (path: string, body: string, type: string, headers: Readonly<Record<string, string>> = {}) =>
    patientFetch(`${server.base}${path}`, { method: 'POST', body, headers: { 'content-type': type, ...headers } });
  const audit = (): string => `/service/platform/configuration/v1.0/company/${server.companyId}/audit`;

  test('a token is given for header or body credentials, as a form or as JSON, on both paths', async () => {
    const inBody = { client_id: client.clientId, client_secret: client.clientSecret };
    const wanted = { grant_type: 'client_credentials' };
    for (const path of paths()) {
      const answers = await Promise.all(
        [
          { given: wanted, headers: { authorization: client.basic } },
          { given: { ...wanted, ...inBody }, headers: {} },
          { given: { ...wanted, ...inBody }, headers: { authorization: client.basic } },
        ].flatMap(({ given, headers }) => [
          post(`${path}/token`, new URLSearchParams(given).toString(), 'application/x-www-form-urlencoded', headers),
          post(`${path}/token`, JSON.stringify(given), 'application/json', headers),
        ]),
      );
      for (const answer of answers) {
        assert.equal(answer.status, 200);
        const tokens = (await answer.json()) as Tokens;
        assert.deepEqual(tokens.scope, ['company/*', 'organization/clients/read']);
        assert.equal(tokens.token_type, 'Bearer');
        assert.equal(tokens.current_user, null);
        assert.ok(Math.abs(tokens.expires_at - server.node.now() - tokens.expires_in * 1000) < 5_000);
        assert.match(tokens.access_token, path.includes('/company/') ? /^oa-/ : /^pr-/);
      }
    }
  });

  test('scopes come comma-joined or as a list', async () => {
    const [path = ''] = paths();
    const scopes = ['company/audit/read', 'company/settings/read'];
    const headers = { authorization: client.basic };
    const json = (scope: unknown) =>
      post(`${path}/token`, JSON.stringify({ grant_type: 'client_credentials', scope }), 'application/json', headers);
    for (const scope of [scopes, scopes.join(','), scopes.join(' ')]) {
      assert.deepEqual(((await (await json(scope)).json()) as Tokens).scope, scopes);
    }
    const wrong = await json(7);
    assert.equal(wrong.status, 400);
    assert.equal(((await wrong.json()) as { error: string }).error, 'invalid_request');
  });

  test('a client of another organization is refused as if its secret were wrong', async () => {
    const elsewhere = await server.addOrganization();
    const stranger = await server.addClient(GRANTS, elsewhere);
    const form = 'grant_type=client_credentials';
    const answerAt = async (path: string, basic: string) => {
      const answer = await post(`${path}/token`, form, 'application/x-www-form-urlencoded', { authorization: basic });
      const { request_id: _, ...body } = (await answer.json()) as Readonly<Record<string, unknown>>;
      return { status: answer.status, body };
    };
    for (const path of paths()) {
      const wrongSecret = await answerAt(path, basicOf(client.clientId, 'sk_wrong'));
      assert.equal(wrongSecret.status, 401);
      assert.deepEqual(await answerAt(path, stranger.basic), wrongSecret);
      const query = new URLSearchParams({
        client_id: stranger.clientId,
        response_type: 'code',
        redirect_uri: CALLBACK,
      });
      const asked = await patientFetch(`${server.base}${path}/authorize?${query.toString()}`, { redirect: 'manual' });
      assert.equal(asked.status, 400);
      assert.equal(asked.headers.get('location'), null);
    }
    assert.equal((await answerAt('/service/panel/authentication/v1.0/company/999999/oauth', client.basic)).status, 401);
  });

  test('malformed paths and bodies are refused in the protocol’s words', async () => {
    const [path = ''] = paths();
    for (const answer of [
      await post(`${path}/token`, '{', 'application/json'),
      await post(`${path}/token`, '[]', 'application/json'),
      await post(
        '/service/panel/authentication/v1.0/company/abc/oauth/token',
        'a=b',
        'application/x-www-form-urlencoded',
      ),
      await post(
        '/service/panel/authentication/v1.0/organization/xyz/oauth/token',
        'a=b',
        'application/x-www-form-urlencoded',
      ),
      await post(`${path}/token`, '', 'application/x-www-form-urlencoded'),
    ]) {
      assert.equal(answer.status, 400);
      const body = (await answer.json()) as Readonly<Record<string, unknown>>;
      assert.equal(body['error'], 'invalid_request');
      assert.equal(typeof body['message'], 'string');
      assert.equal(body['request_id'], answer.headers.get('x-request-id'));
    }
  });

  const partnerConfig = ({ clientId, clientSecret }: TestClient): SdkConfig =>
    new sdk.PartnerConfig({
      organizationId: server.organizationId,
      domain: server.base,
      apiKey: clientId,
      apiSecret: clientSecret,
      useAutoRenewTimer: false,
    });

  test('the SDK’s PartnerClient gets a token, calls with it, refreshes it, and calls again', async () => {
    const config = partnerConfig(client);
    const tokens = await config.oauthClient.getAccesstokenObj({ grant_type: 'client_credentials' });
    config.oauthClient.setToken(tokens);
    const partner = new sdk.PartnerClient(config);
    assert.ok(await partner.request({ method: 'get', url: audit() }));
    const renewed = await config.oauthClient.renewAccessToken();
    assert.notEqual(renewed.access_token, tokens.access_token);
    assert.equal(await config.oauthClient.getAccessToken(), renewed.access_token);
    assert.ok(await partner.request({ method: 'get', url: audit() }));
  });

  test('the SDK refreshes by itself before a call when its token is about to end', async () => {
    const short = await server.addClient({ ...GRANTS, access_token_lifetime: 90 });
    const config = partnerConfig(short);
    const tokens = await config.oauthClient.getAccesstokenObj({ grant_type: 'client_credentials' });
    config.oauthClient.setToken(tokens);
    assert.ok(await new sdk.PartnerClient(config).request({ method: 'get', url: audit() }));
    assert.notEqual(config.oauthClient.token, tokens.access_token);
  });

  test('the SDK’s PlatformClient goes through authorization, and exchanges a code at both token addresses', async () => {
    const make = (): SdkConfig =>
      new sdk.PlatformConfig({
        companyId: server.companyId,
        domain: server.base,
        apiKey: client.clientId,
        apiSecret: client.clientSecret,
        useAutoRenewTimer: false,
      });
    const authorize = async ({ oauthClient }: SdkConfig): Promise<Readonly<Record<string, string>>> => {
      const scope = ['company/audit/read', 'company/settings/read'];
      const options = { scope, redirectUri: CALLBACK, state: 'abc', access_mode: 'offline' };
      const back = await decide(await server.browser('owner'), oauthClient.startAuthorization(options), 'allow');
      return Object.fromEntries(back.searchParams);
    };
    const online = make();
    await online.oauthClient.verifyCallback(await authorize(online));
    assert.ok(await new sdk.PlatformClient(online).request({ method: 'get', url: audit() }));

    const offline = make();
    const { code = '' } = await authorize(offline);
    const tokens = await offline.oauthClient.getOfflineAccessToken(['company/audit/read'], code);
    assert.match(tokens.current_user?.email ?? '', /@example\.com$/);
    assert.ok(await new sdk.PlatformClient(offline).request({ method: 'get', url: audit() }));
    await offline.oauthClient.renewAccessToken();
    assert.ok(await new sdk.PlatformClient(offline).request({ method: 'get', url: audit() }));
  });

  test('the SDK shows our sentence when a token is refused', async () => {
    const config = new sdk.PartnerConfig({
      organizationId: server.organizationId,
      domain: server.base,
      apiKey: client.clientId,
      apiSecret: 'sk_wrong',
    });
    await assert.rejects(config.oauthClient.getAccesstokenObj({ grant_type: 'client_credentials' }), {
      message: 'Client authentication failed.',
    });
  });
});
