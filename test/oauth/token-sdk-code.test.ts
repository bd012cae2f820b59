/** One code for two tokens, as SDKs redeem it: once at `token`, once at `offline-token`, and what is no part of that. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import * as openid from 'openid-client';
import { forEachEngine } from '../databases.ts';
import { basicOf, CALLBACK, decide, oauthServer, postForm, patientFetch } from './oauth-server.ts';

const OTHER_CALLBACK = 'https://client.example/other';
const PANEL = '/service/panel/authentication/v1.0';
type Tokens = {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly access_mode: string;
  readonly error?: string;
};

forEachEngine(async (engine) => {
  const server = await oauthServer(engine);
  after(() => server.close());
  const client = await server.addClient({
    grants: ['authorization_code', 'refresh_token'],
    redirect_urls: [CALLBACK, OTHER_CALLBACK],
  });

  const company = (): string => `${PANEL}/company/${server.companyId}/oauth`;
  const organization = (): string => `${PANEL}/organization/${server.organizationId}/oauth`;
  const askAt = async (path: string, more: Readonly<Record<string, string>> = {}): Promise<URL> => {
    const query = { client_id: client.clientId, response_type: 'code', redirect_uri: OTHER_CALLBACK, ...more };
    const address = `${server.base}${path}?${new URLSearchParams(query).toString()}`;
    return decide(await server.browser('owner'), address, 'allow');
  };
  const newCode = async (): Promise<string> => (await askAt(`${company()}/authorize`)).searchParams.get('code') ?? '';
  const redeem = async (path: string, code: string, more: Readonly<Record<string, string>> = {}) => {
    const form = { grant_type: 'authorization_code', code, ...more };
    const answer = await postForm(server, path, form, { authorization: client.basic });
    return { status: answer.status, body: (await answer.json()) as Tokens };
  };
  const online = (code: string) => redeem(`${company()}/token`, code);
  const offline = (code: string) => redeem(`${company()}/offline-token`, code);
  const refresh = async (token: string) => {
    const form = { grant_type: 'refresh_token', refresh_token: token };
    const answer = await postForm(server, `${company()}/token`, form, { authorization: client.basic });
    return { status: answer.status, body: (await answer.json()) as Tokens };
  };
  const isActive = async (token: string): Promise<boolean> => {
    const answer = await postForm(server, '/oidc/token/introspection', { token }, { authorization: client.basic });
    return ((await answer.json()) as { readonly active: boolean }).active;
  };
  const areActive = (...all: readonly { readonly body: Tokens }[]): Promise<readonly boolean[]> =>
    Promise.all(all.map(({ body }) => isActive(body.access_token)));

  for (const [named, first, second] of [
    ['token, then offline-token', 'token', 'offline-token'],
    ['offline-token, then token', 'offline-token', 'token'],
  ] as const) {
    test(`a code is good at ${named}, and for nothing more`, async () => {
      const code = await newCode();
      const given = [await redeem(`${company()}/${first}`, code), await redeem(`${company()}/${second}`, code)];
      assert.deepEqual(
        given.map(({ status, body }) => [status, body.access_mode]),
        [first, second].map((name) => [200, name === 'token' ? 'online' : 'offline']),
      );
      assert.deepEqual(await areActive(...given), [true, true]);

      const third = await redeem(`${company()}/${first}`, code);
      assert.deepEqual([third.status, third.body.error], [400, 'invalid_grant']);
      assert.deepEqual(await areActive(...given), [false, false], 'both families end');
      for (const { body } of given) assert.equal((await refresh(body.refresh_token)).status, 400);
      assert.equal((await redeem(`${company()}/${second}`, code)).status, 400);
    });
  }

  test('a code that comes back before its second use has none', async () => {
    const code = await newCode();
    const given = await online(code);
    assert.equal((await online(code)).status, 400);
    assert.deepEqual([await areActive(given), (await offline(code)).status], [[false], 400]);
  });

  test('of ten that redeem it at one address at once, one succeeds, and both families end', async () => {
    for (const path of ['token', 'offline-token']) {
      const code = await newCode();
      const other = await redeem(`${company()}/${path === 'token' ? 'offline-token' : 'token'}`, code);
      const answers = await Promise.all(Array.from({ length: 10 }, () => redeem(`${company()}/${path}`, code)));
      const winners = answers.filter(({ status }) => status === 200);
      assert.equal(winners.length, 1);
      assert.ok(answers.every(({ status, body }) => status === 200 || body.error === 'invalid_grant'));
      assert.deepEqual(await areActive(...winners, other), [false, false]);
    }
  });

  test('redeemed at both addresses at once, both succeed', async () => {
    const code = await newCode();
    const given = await Promise.all([online(code), offline(code)]);
    assert.deepEqual(await areActive(...given), [true, true]);
  });

  test('its two families do not end with one another', async () => {
    const code = await newCode();
    const [first, second] = [await online(code), await offline(code)];
    await refresh(first.body.refresh_token);
    assert.equal((await refresh(first.body.refresh_token)).status, 400);
    assert.deepEqual(await areActive(first, second), [false, true]);
    const renewed = await refresh(second.body.refresh_token);
    assert.deepEqual([renewed.status, renewed.body.access_mode], [200, 'offline']);
  });

  test('neither use is another client’s, nor later than a minute', async () => {
    const other = await server.addClient({ grants: ['authorization_code'], redirect_urls: [OTHER_CALLBACK] });
    const code = await newCode();
    for (const path of ['token', 'offline-token']) {
      const form = { grant_type: 'authorization_code', code };
      const answer = await postForm(server, `${company()}/${path}`, form, { authorization: other.basic });
      assert.equal(answer.status, 400);
    }
    assert.equal((await online(code)).status, 200);
    server.pass(61_000);
    assert.deepEqual((await offline(code)).body.error, 'invalid_grant');
  });

  test('a code that was asked for at the standard address is good once, whatever its request says', async () => {
    const verifier = openid.randomPKCECodeVerifier();
    const back = await askAt('/oidc/auth', {
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      asked_by: `company ${server.companyId}`,
      company_id: String(server.companyId),
    });
    assert.equal(back.searchParams.has('company_id'), false);
    const code = back.searchParams.get('code') ?? '';
    const first = await redeem('/oidc/token', code, { code_verifier: verifier });
    assert.equal(first.status, 200);
    const second = await redeem(`${company()}/offline-token`, code, { code_verifier: verifier });
    assert.deepEqual([second.status, await areActive(first)], [400, [false]]);
  });

  test('the answer names the company of the path it was asked at, and no other', async () => {
    const asked = { company_id: '999', asked_by: 'company 999' };
    const ofCompany = await askAt(`${company()}/authorize`, asked);
    assert.deepEqual(ofCompany.searchParams.getAll('company_id'), [String(server.companyId)]);
    const ofOrganization = await askAt(`${organization()}/authorize`, asked);
    assert.equal(ofOrganization.searchParams.has('company_id'), false);
  });

  test('so does a refusal, before the consent page and after it', async () => {
    const query = { client_id: client.clientId, response_type: 'code', redirect_uri: OTHER_CALLBACK, state: 's' };
    const address = (more: object) =>
      `${server.base}${company()}/authorize?${new URLSearchParams({ ...query, ...more }).toString()}`;
    const unasked = await patientFetch(address({ scope: 'organization/clients/write' }), { redirect: 'manual' });
    const refusals = [
      new URL(unasked.headers.get('location') ?? ''),
      await decide(await server.browser('owner'), address({}), 'deny'),
    ];
    assert.deepEqual(
      refusals.map(({ searchParams: at }) => [at.get('error'), at.get('state'), at.getAll('company_id')]),
      ['invalid_scope', 'access_denied'].map((error) => [error, 's', [String(server.companyId)]]),
    );
  });

  test('without a redirect address the one the code was sent to is meant; another one is refused', async () => {
    for (const path of [`${company()}/token`, `${organization()}/token`, '/oidc/token']) {
      assert.equal((await redeem(path, await newCode())).status, 200, path);
      assert.equal((await redeem(path, await newCode(), { redirect_uri: OTHER_CALLBACK })).status, 200, path);
      const wrong = await redeem(path, await newCode(), { redirect_uri: CALLBACK });
      assert.deepEqual([wrong.status, wrong.body.error], [400, 'invalid_grant'], path);
    }
    const unknown = await online('there-is-no-such-code');
    assert.deepEqual([unknown.status, unknown.body.error], [400, 'invalid_grant']);
  });

  test('the address is filled in for nobody who cannot show the secret or the verifier', async () => {
    const code = await newCode();
    const form = { grant_type: 'authorization_code', code };
    const authorization = basicOf(client.clientId, 'sk_wrong');
    assert.equal((await postForm(server, `${company()}/token`, form, { authorization })).status, 401);
    assert.equal((await postForm(server, `${company()}/token`, { ...form, client_id: client.clientId })).status, 401);
    assert.equal((await online(code)).status, 200, 'nothing of that was a use');

    const verifier = openid.randomPKCECodeVerifier();
    const bound = await askAt(`${company()}/authorize`, {
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    const withPkce = bound.searchParams.get('code') ?? '';
    assert.equal((await online(withPkce)).status, 400);
    assert.equal((await redeem(`${company()}/token`, withPkce, { code_verifier: verifier })).status, 200);
  });

  test('only the kit’s own callback may carry an application, and only at a company’s address', async () => {
    const base = 'https://extension.example';
    const kit = await server.addClient({
      grants: ['authorization_code'],
      redirect_urls: [`${base}/fp/auth`, `${base}/back`],
    });
    const statusFor = async (path: string, redirect_uri: string): Promise<number> => {
      const query = { client_id: kit.clientId, response_type: 'code', redirect_uri };
      const address = `${server.base}${path}/authorize?${new URLSearchParams(query).toString()}`;
      return (await patientFetch(address, { redirect: 'manual' })).status;
    };
    const id = '0123456789abcdef01234567';
    assert.equal(await statusFor(company(), `${base}/fp/auth?application_id=${id}`), 303);
    assert.equal(await statusFor(organization(), `${base}/fp/auth?application_id=${id}`), 400);
    for (const address of [
      `${base}/back?application_id=${id}`,
      `${base}/fp/auth?application_id=${id}&x=1`,
      `${base}/fp/auth?application_id=${id}x`,
      `${base}/fp/auth?application_id=`,
      `${base}/fp/auth/?application_id=${id}`,
      `https://other.example/fp/auth?application_id=${id}`,
      `${base}/fp/auth?x=1`,
    ]) {
      assert.equal(await statusFor(company(), address), 400, address);
    }
  });
});
