/** When somebody signed in, having him do so again, and what a client learns about him. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import * as openid from 'openid-client';
import { addOperator } from '../../src/operators/add-operator.ts';
import { system } from '../../src/applications/node.ts';
import { openSession } from '../../src/operators/operator-session.ts';
import { forEachEngine } from '../databases.ts';
import { type Browser, CALLBACK, decide, oauthServer, openConsent, postForm, patientFetch } from './oauth-server.ts';

const HOUR_MS = 3_600_000;

forEachEngine(async (engine) => {
  const server = await oauthServer(engine);
  after(() => server.close());
  const client = await server.addClient({ grants: ['client_credentials', 'authorization_code', 'refresh_token'] });
  const { organizationId, node } = server;
  const person = { organizationId, email: 'olga@example.com', name: 'Olga', role: 'owner' } as const;
  const operatorId = (await addOperator(node, person, system)).operatorId;
  const config = await openid.discovery(
    new URL(`${server.base}/oidc`),
    client.clientId,
    undefined,
    openid.ClientSecretBasic(client.clientSecret),
    { execute: [openid.allowInsecureRequests] },
  );

  /** As the sign-in form does; when, in seconds. */
  const signIn = async (browser: Browser): Promise<number> => {
    const at = Math.floor(server.node.now() / 1000);
    const { secret, insert } = openSession(server.node, operatorId, 'password');
    await server.node.db.commit([insert]);
    browser.keep({ name: 'cw_session', value: secret, path: '/' });
    return at;
  };
  const signedIn = async () => {
    const browser = await server.browser();
    return { browser, at: await signIn(browser) };
  };
  const verifier = openid.randomPKCECodeVerifier();
  const asking = async (more: Readonly<Record<string, string>> = {}): Promise<URL> =>
    openid.buildAuthorizationUrl(config, {
      redirect_uri: CALLBACK,
      scope: 'openid company/audit/read',
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...more,
    });
  const exchange = async (back: URL) =>
    openid.authorizationCodeGrant(config, back, { pkceCodeVerifier: verifier, idTokenExpected: true });
  const tokensFor = async (scope: string) => {
    const { browser } = await signedIn();
    return exchange(await decide(browser, await asking({ scope }), 'allow'));
  };
  const isAskedToSignIn = (answer: Response): boolean => {
    const target = new URL(answer.headers.get('location') ?? server.base, server.base);
    return (
      answer.status === 303 && target.pathname === '/console/sign-in' && target.searchParams.get('as') === 'another'
    );
  };
  const agree = async (browser: Browser, location: string, formToken: string): Promise<Response> =>
    browser.open(location, { method: 'POST', body: new URLSearchParams({ form_token: formToken, decision: 'allow' }) });

  test('auth_time is when he signed in, not when he agreed, and stays through a refresh', async () => {
    const { browser, at } = await signedIn();
    server.pass(HOUR_MS);
    const tokens = await exchange(await decide(browser, await asking(), 'allow'));
    assert.equal(tokens.claims()?.auth_time, at);
    const renewed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
    assert.equal(renewed.claims()?.auth_time, at);
  });

  for (const more of [{ prompt: 'login' }, { max_age: '0' }, { prompt: 'consent login' }]) {
    test(`${JSON.stringify(more)} has him sign in again, once`, async () => {
      const { browser } = await signedIn();
      server.pass(1000);
      const { page, location } = await openConsent(browser, await asking(more));
      assert.ok(isAskedToSignIn(page));
      assert.ok(isAskedToSignIn(await agree(browser, location, '')), 'nor can the page be answered without it');
      const at = await signIn(browser);
      const again = await browser.open(location);
      const formToken = /name="form_token" value="([^"]+)"/.exec(await again.text())?.[1] ?? '';
      const answered = await agree(browser, location, formToken);
      const back = await browser.open(answered.headers.get('location') ?? '');
      const tokens = await exchange(new URL(back.headers.get('location') ?? ''));
      assert.equal(tokens.claims()?.auth_time, at);
    });
  }

  test('max_age has him sign in again when he did so longer ago, also while the page is open', async () => {
    const { browser } = await signedIn();
    const young = await openConsent(browser, await asking({ max_age: '60' }));
    assert.equal(young.page.status, 200);
    server.pass(61_000);
    assert.ok(isAskedToSignIn(await agree(browser, young.location, young.formToken)));
    assert.ok(isAskedToSignIn((await openConsent(browser, await asking({ max_age: '60' }))).page));
    assert.equal((await openConsent(browser, await asking({ max_age: '3600' }))).page.status, 200);
    assert.equal((await openConsent(browser, await asking())).page.status, 200);
  });

  test('a request cannot say itself when it began', async () => {
    const { browser } = await signedIn();
    server.pass(1000);
    const { page } = await openConsent(browser, await asking({ prompt: 'login', asked_at: '0' }));
    assert.ok(isAskedToSignIn(page));
  });

  test('prompt=none is answered that somebody has to be asked', async () => {
    const { browser } = await signedIn();
    const answer = await browser.open(await asking({ prompt: 'none' }));
    const { searchParams } = new URL(answer.headers.get('location') ?? '');
    assert.match(searchParams.get('error') ?? '', /_required$/);
  });

  test('the ID token and userinfo tell name and e-mail address to who was given these scopes, and to nobody else', async () => {
    const sub = `operator:${operatorId}`;
    for (const [scope, known] of [
      ['openid company/audit/read', {}],
      ['openid profile company/audit/read', { name: 'Olga' }],
      ['openid email', { email: 'olga@example.com' }],
      ['openid profile email', { name: 'Olga', email: 'olga@example.com' }],
    ] as const) {
      const tokens = await tokensFor(scope);
      const { name, email } = { name: undefined, email: undefined, ...tokens.claims() };
      assert.deepEqual({ name, email }, { name: undefined, email: undefined, ...known }, scope);
      const told = await openid.fetchUserInfo(config, tokens.access_token, sub);
      assert.deepEqual({ ...told }, { sub, ...known }, scope);
    }
  });

  test('the page says that they are asked for', async () => {
    const { browser } = await signedIn();
    const { text } = await openConsent(browser, await asking({ scope: 'openid profile email company/audit/read' }));
    for (const words of ['Your name.', 'Your e-mail address.', 'company/audit/read']) assert.ok(text.includes(words));
  });

  test('userinfo is for tokens of a person who gave openid, while they hold', async () => {
    const ask = async (token: string | undefined, method = 'GET') => {
      const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
      const answer = await patientFetch(`${server.base}/oidc/me`, { method, headers });
      const { error } = (await answer.json()) as { readonly error?: string };
      return [answer.status, error, (answer.headers.get('www-authenticate') ?? '').startsWith('Bearer ')];
    };
    const machine = await openid.clientCredentialsGrant(config);
    for (const token of [undefined, 'x', 'pr-there_is_no_such_token_at_all', machine.access_token]) {
      assert.deepEqual(await ask(token), [401, 'invalid_token', true]);
    }
    const tokens = await tokensFor('openid');
    assert.deepEqual(await ask(tokens.access_token, 'POST'), [200, undefined, false]);
    await openid.tokenRevocation(config, tokens.access_token);
    assert.deepEqual(await ask(tokens.access_token), [401, 'invalid_token', true]);

    const { browser } = await signedIn();
    const back = await decide(browser, await asking({ scope: 'company/audit/read' }), 'allow');
    const form = {
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      code_verifier: verifier,
    };
    const answer = await postForm(server, '/oidc/token', form, { authorization: client.basic });
    const { access_token } = (await answer.json()) as { readonly access_token: string };
    assert.deepEqual(await ask(access_token), [403, 'insufficient_scope', true]);
  });

  test('discovery says all of it', () => {
    const found = config.serverMetadata();
    assert.equal(found.userinfo_endpoint, `${server.base}/oidc/me`);
    assert.deepEqual(found.scopes_supported?.toSorted(), ['email', 'offline_access', 'openid', 'profile']);
    for (const claim of ['sub', 'name', 'email', 'auth_time'])
      assert.ok(found.claims_supported?.includes(claim), claim);
    assert.deepEqual((found['prompt_values_supported'] as string[] | undefined)?.toSorted(), [
      'consent',
      'login',
      'none',
    ]);
  });
});
