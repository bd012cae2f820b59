import assert from 'node:assert/strict';
import { createSecretKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { describe, test, type TestContext } from 'node:test';
import { SignJWT } from 'jose';
import type { ApplicationSettings } from '../../src/contract/applications/application-contract.ts';
import { type AnonymousSecrets, issueAnonymousToken } from '../../src/customers/anonymous-token.ts';
import { customerTokens } from '../../src/customers/customer-token.ts';
import { sessionRoutes } from '../../src/customers/session-routes.ts';
import { canonicalRequest, signatureOf } from '../../src/http/requests/canonical-request.ts';
import { parseCookies } from '../../src/http/requests/cookies.ts';
import { installRequestSignature } from '../../src/http/requests/request-signature.ts';
import { createServer } from '../../src/http/server.ts';
import { application, sampleOptions } from '../http/sample-server.ts';

const path = '/service/application/user/authentication/v1.0/session';
const now = Date.UTC(2026, 10, 15, 12);
const day = 86_400_000;
const secretText = 'a shared secret of thirty-two bytes or more';
const anonymousSecrets: AnonymousSecrets = [createSecretKey(new Uint8Array(32).fill(7))];
const { applicationId } = application;

const customer = (sub: string, exp = now / 1000 + 60, secret = secretText): Promise<string> =>
  new SignJWT({ sub, exp }).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(secret));
const anonymous = (id: string, issuedAt = now, of = applicationId): string =>
  issueAnonymousToken(anonymousSecrets, of, { id, issuedAt });
const idOne = '65a000000000000000000001';

type Given = { readonly settings?: Partial<ApplicationSettings>; readonly publicUrl?: string; readonly down?: true };
const start = (t: TestContext, { settings, publicUrl = 'http://localhost:8080', down }: Given = {}) => {
  const customerToken = { kind: down ? 'jwks' : 'secret', jwks_url: 'https://idp.example/' } as const;
  const caller = {
    ...application,
    settings: { ...application.settings, customer_token: customerToken, storefront_url: null, ...settings },
  };
  const clock = () => now;
  const app = createServer(sampleOptions({ identify: async () => caller, clock }));
  installRequestSignature(app, { clock, secretOf: async () => secretText, onJudged: () => undefined });
  const verifyCustomerToken = customerTokens({
    findKey: async () => ({ none: 'unavailable' }),
    secretOf: async () => secretText,
  });
  const keys = { clock, verifyCustomerToken, anonymousSecrets };
  void app.register(sessionRoutes, { keys, random: randomBytes, publicUrl: new URL(publicUrl) });
  t.after(() => app.close());
  return async (method: 'GET' | 'POST', headers: Record<string, string> = {}) => {
    const answer = await app.inject({ method, url: path, headers });
    return {
      status: answer.statusCode,
      body: answer.json<Record<string, unknown>>(),
      cookies: [answer.headers['set-cookie'] ?? []].flat(),
      token: answer.headers['x-anonymous-id'] as string | undefined,
      retryAfter: answer.headers['retry-after'],
    };
  };
};

const nobody = { authenticated: false, user: null, anonymous: false, expires_at: null };
const user = (id: string) => ({ _id: id, user_id: id });
const ends = '2026-11-15T12:01:00.000Z';

describe('GET session', () => {
  test('says that nobody is there, and issues nothing', async (t) => {
    const answer = await start(t)('GET');
    assert.deepEqual(answer, { status: 200, body: nobody, cookies: [], token: undefined, retryAfter: undefined });
  });

  test('names the customer of the header or of the cookie, the header first', async (t) => {
    const call = start(t);
    const header = { 'x-customer-token': await customer('one') };
    const cookie = { cookie: `a=b; cw_customer=${await customer('two')}` };
    const expected = { ...nobody, authenticated: true, expires_at: ends };
    assert.deepEqual((await call('GET', header)).body, { ...expected, user: user('one') });
    assert.deepEqual((await call('GET', cookie)).body, { ...expected, user: user('two') });
    assert.deepEqual((await call('GET', { ...header, ...cookie })).body, { ...expected, user: user('one') });
  });

  test('knows an anonymous shopper by header or cookie, and one who has just signed in as both', async (t) => {
    const call = start(t);
    const known = { ...nobody, anonymous: true };
    assert.deepEqual((await call('GET', { 'x-anonymous-id': anonymous(idOne) })).body, known);
    assert.deepEqual((await call('GET', { cookie: `cw_anonymous=${anonymous(idOne)}` })).body, known);
    const both = { 'x-anonymous-id': anonymous(idOne), 'x-customer-token': await customer('one') };
    assert.deepEqual((await call('GET', both)).body, {
      authenticated: true,
      user: user('one'),
      anonymous: true,
      expires_at: ends,
    });
  });

  test('refuses a bad token in a header', async (t) => {
    const call = start(t);
    const bad = [
      ['x-customer-token', 'rubbish', 'customer_token_invalid'],
      ['x-customer-token', await customer('one', now / 1000 - 60), 'customer_token_invalid'],
      ['x-customer-token', `${await customer('one')}, ${await customer('one')}`, 'customer_token_invalid'],
      ['x-anonymous-id', idOne, 'anonymous_token_invalid'],
      ['x-anonymous-id', anonymous(idOne, now, 'another'), 'anonymous_token_invalid'],
      ['x-anonymous-id', anonymous(idOne, now - 365 * day), 'anonymous_token_invalid'],
    ] as const;
    for (const [name, value, code] of bad) {
      const good = { cookie: `cw_customer=${await customer('one')}; cw_anonymous=${anonymous(idOne)}` };
      const { status, body } = await call('GET', { ...good, [name]: value });
      assert.deepEqual([status, body['error_code']], [401, code], value);
    }
  });

  test('takes a bad cookie back and goes on without it', async (t) => {
    const cookie = `cw_customer=${await customer('one', now / 1000 - 60)}; cw_anonymous=${idOne}`;
    const { status, body, cookies } = await start(t)('GET', { cookie });
    assert.deepEqual([status, body], [200, nobody]);
    assert.deepEqual(cookies, [
      'cw_customer=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
      'cw_anonymous=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
    ]);
  });

  test('takes an empty header for none', async (t) => {
    const { status, body } = await start(t)('GET', { 'x-customer-token': '', 'x-anonymous-id': '' });
    assert.deepEqual([status, body], [200, nobody]);
  });

  test('knows no customers where the application has no key for them', async (t) => {
    const call = start(t, { settings: { customer_token: null } });
    const token = await customer('one');
    assert.equal((await call('GET', { 'x-customer-token': token })).status, 401);
    const { body, cookies } = await call('GET', { cookie: `cw_customer=${token}` });
    assert.deepEqual([body, cookies], [nobody, []]);
  });

  test('signs nobody out while the key source is down', async (t) => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const token = await new SignJWT({ sub: 'one', exp: now }).setProtectedHeader({ alg: 'EdDSA' }).sign(privateKey);
    for (const headers of [{ 'x-customer-token': token }, { cookie: `cw_customer=${token}` }]) {
      const { status, body, cookies, retryAfter } = await start(t, { down: true })('GET', headers);
      assert.deepEqual([status, body['error_code'], cookies, retryAfter], [503, 'overloaded', [], '5']);
    }
  });
});

describe('x-user-data', () => {
  const host = 'shop.example';
  const date = '20261115T120000Z';
  const sign = (headers: Record<string, string>, names: readonly string[], secret = secretText) => {
    const bodyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
    const canonical = canonicalRequest({ method: 'GET', target: path, headers, bodyHash }, names) ?? '';
    return { ...headers, 'x-fp-signature': signatureOf(secret, date, canonical) };
  };
  const plain = ['host', 'x-fp-date'];
  const covering = [...plain, 'x-user-data'];
  const given = { host, 'x-fp-date': date, 'x-user-data': '{"_id":"up","exp":"never"}' };

  test('names the customer when an upstream with the secret signed it', async (t) => {
    const call = start(t, { settings: { request_signature: 'require' } });
    const known = { ...nobody, authenticated: true, user: user('up') };
    assert.deepEqual((await call('GET', sign(given, covering))).body, known);
    const cookie = { cookie: `cw_customer=${await customer('two')}` };
    assert.deepEqual((await call('GET', { ...cookie, ...sign(given, covering) })).body, known);
    const token = { 'x-customer-token': await customer('one') };
    assert.deepEqual((await call('GET', { ...token, ...sign(given, covering) })).body['user'], user('one'));
  });

  test('is ignored when the signature leaves it out', async (t) => {
    const call = start(t, { settings: { request_signature: 'require' } });
    assert.deepEqual((await call('GET', sign(given, plain))).body, nobody);
  });

  test('is ignored where signatures are not required, however it is signed', async (t) => {
    for (const mode of ['off', 'report'] as const) {
      const call = start(t, { settings: { request_signature: mode } });
      for (const secret of [secretText, '1234567']) {
        assert.deepEqual((await call('GET', sign(given, covering, secret))).body, nobody);
      }
    }
  });

  for (const text of [
    'x',
    '[]',
    'null',
    '{}',
    '{"_id":1}',
    '{"_id":""}',
    '{"_id":"a b"}',
    '{"__proto__":{"_id":"x"}}',
  ]) {
    test(`is ignored when it is ${text}`, async (t) => {
      const call = start(t, { settings: { request_signature: 'require' } });
      const { status, body } = await call('GET', sign({ ...given, 'x-user-data': text }, covering));
      assert.deepEqual([status, body], [200, nobody]);
    });
  }
});

describe('POST session', () => {
  test('issues a token in header and cookie, which then identifies its shopper', async (t) => {
    const call = start(t);
    const { status, body, cookies, token } = await call('POST');
    assert.deepEqual([status, body], [200, { ...nobody, anonymous: true }]);
    assert.ok(token !== undefined);
    assert.deepEqual(cookies, [`cw_anonymous=${token}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax`]);
    const cookie = `cw_anonymous=${parseCookies(cookies[0]).get('cw_anonymous')}`;
    for (const headers of [{ 'x-anonymous-id': token }, { cookie }]) {
      assert.deepEqual((await call('GET', headers)).body, { ...nobody, anonymous: true });
      assert.deepEqual(await call('POST', headers), { ...(await call('GET', headers)) });
    }
  });

  test('issues nothing to a customer', async (t) => {
    const { body, token, cookies } = await start(t)('POST', { 'x-customer-token': await customer('one') });
    assert.deepEqual([body['anonymous'], token, cookies], [false, undefined, []]);
  });

  test('replaces a bad cookie by a good one, without taking it back first', async (t) => {
    const { cookies, token } = await start(t)('POST', { cookie: 'cw_anonymous=x' });
    assert.equal(cookies.length, 1);
    assert.ok(cookies[0]?.startsWith(`cw_anonymous=${token};`));
  });

  test('writes a token of more than 30 days anew for the same shopper', async (t) => {
    const call = start(t);
    const { token } = await call('POST', { 'x-anonymous-id': anonymous(idOne, now - 31 * day) });
    assert.equal(token, anonymous(idOne, now));
    const young = await call('POST', { 'x-anonymous-id': anonymous(idOne, now - 29 * day) });
    assert.equal(young.token, undefined);
  });

  const cookieFor = [
    ['http://api.example', 'http://shop.example/', 'SameSite=Lax'],
    ['http://api.example', null, 'SameSite=Lax'],
    ['https://api.example', null, 'SameSite=Lax; Secure'],
    ['https://shop.example/api', 'https://shop.example/', 'SameSite=Lax; Secure'],
    ['https://shop.example:8443', 'https://shop.example/', 'SameSite=Lax; Secure'],
    ['https://api.example', 'https://shop.example/', 'SameSite=None; Secure; Partitioned'],
    ['https://shop.example', 'http://shop.example/', 'SameSite=None; Secure; Partitioned'],
  ] as const;
  for (const [publicUrl, storefront, attributes] of cookieFor) {
    test(`from ${publicUrl} to a shop at ${storefront} sets ${attributes}`, async (t) => {
      const { cookies } = await start(t, { publicUrl, settings: { storefront_url: storefront } })('POST');
      assert.ok(cookies[0]?.endsWith(`; HttpOnly; ${attributes}`), cookies[0]);
    });
  }
});
