/** An OAuth client library that knows nothing of us goes through every grant, against the listening service. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import * as openid from 'openid-client';
import { engines, forEachEngine } from '../databases.ts';
import { CALLBACK, decide, type OauthServer, oauthServer, type TestClient } from './oauth-server.ts';

const ALL_GRANTS = { grants: ['client_credentials', 'authorization_code', 'refresh_token'] };

const configurationOf = (
  { base }: OauthServer,
  { clientId, clientSecret }: TestClient,
  algorithm: 'oidc' | 'oauth2' = 'oidc',
): Promise<openid.Configuration> =>
  openid.discovery(new URL(`${base}/oidc`), clientId, undefined, openid.ClientSecretBasic(clientSecret), {
    algorithm,
    execute: [openid.allowInsecureRequests],
  });

forEachEngine(async (engine) => {
  const server = await oauthServer(engine);
  after(() => server.close());
  const client = await server.addClient(ALL_GRANTS);

  test('both ways of discovery lead to the same token service', async () => {
    const byOidc = (await configurationOf(server, client)).serverMetadata();
    const byOauth = (await configurationOf(server, client, 'oauth2')).serverMetadata();
    assert.deepEqual({ ...byOauth }, { ...byOidc });
    assert.equal(byOidc.issuer, `${server.base}/oidc`);
    assert.deepEqual(byOidc.code_challenge_methods_supported, ['S256']);
    assert.equal(byOidc['authorization_response_iss_parameter_supported'], true);
  });

  test('client_credentials gives a token with what was asked for', async () => {
    const config = await configurationOf(server, client);
    const tokens = await openid.clientCredentialsGrant(config, { scope: 'company/settings/read' });
    assert.equal(tokens.scope, 'company/settings/read');
    assert.equal(tokens.expires_in, 7_200);
    assert.match(tokens.access_token, /^pr-[\w-]{43}$/);
  });

  test('a lifetime of the client’s own is kept', async () => {
    const short = await server.addClient({ ...ALL_GRANTS, access_token_lifetime: 61 });
    const tokens = await openid.clientCredentialsGrant(await configurationOf(server, short));
    assert.equal(tokens.expires_in, 61);
  });

  test('authorization_code with PKCE gives tokens and an ID token that our keys verify, and refresh_token renews them', async () => {
    const config = await configurationOf(server, client);
    const pkceCodeVerifier = openid.randomPKCECodeVerifier();
    const address = openid.buildAuthorizationUrl(config, {
      redirect_uri: CALLBACK,
      scope: 'openid company/settings/read company/audit/read',
      state: 'state-1',
      nonce: 'nonce-1',
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    });
    const back = await decide(await server.browser('owner'), address, 'allow');
    const tokens = await openid.authorizationCodeGrant(config, back, {
      pkceCodeVerifier,
      expectedState: 'state-1',
      expectedNonce: 'nonce-1',
      idTokenExpected: true,
    });
    assert.equal(tokens.scope, 'company/settings/read company/audit/read');
    assert.match(tokens.claims()?.sub ?? '', /^operator:[0-9a-f]{24}$/);

    const renewed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
    assert.equal(renewed.scope, tokens.scope);
    assert.notEqual(renewed.refresh_token, tokens.refresh_token);
    const described = await openid.tokenIntrospection(config, renewed.access_token);
    assert.equal(described.active, true);
    assert.equal(described['organization_id'], server.organizationId);
  });

  test('client_credentials brings a refresh token only where the client has that grant', async () => {
    const config = await configurationOf(server, client);
    const tokens = await openid.clientCredentialsGrant(config);
    const renewed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
    assert.equal(renewed.scope, tokens.scope);

    const without = await server.addClient({ grants: ['client_credentials'] });
    const single = await openid.clientCredentialsGrant(await configurationOf(server, without));
    assert.equal(single.refresh_token, undefined);
  });

  test('a revoked access token is inactive, and so is everything of its family', async () => {
    const config = await configurationOf(server, client);
    const tokens = await openid.clientCredentialsGrant(config);
    await openid.tokenRevocation(config, tokens.access_token);
    const described = await openid.tokenIntrospection(config, tokens.access_token);
    assert.deepEqual({ ...described }, { active: false });
    await assert.rejects(openid.refreshTokenGrant(config, tokens.refresh_token ?? ''), { error: 'invalid_grant' });
  });
});

test('under a public address with a path every address lies below it', async () => {
  const [sqlite] = engines;
  assert.ok(sqlite);
  const server = await oauthServer(sqlite, '/shop');
  try {
    const client = await server.addClient(ALL_GRANTS);
    const config = await configurationOf(server, client, 'oauth2');
    const pkceCodeVerifier = openid.randomPKCECodeVerifier();
    const address = openid.buildAuthorizationUrl(config, {
      redirect_uri: CALLBACK,
      scope: 'company/audit/read',
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    });
    assert.equal(address.pathname, '/shop/oidc/auth');
    const back = await decide(await server.browser('owner'), address, 'allow');
    const tokens = await openid.authorizationCodeGrant(config, back, { pkceCodeVerifier });
    assert.equal(tokens.scope, 'company/audit/read');
  } finally {
    await server.close();
  }
});
