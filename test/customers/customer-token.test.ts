import assert from 'node:assert/strict';
import { createSecretKey, generateKeyPairSync, type KeyObject, sign as signBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { exportJWK, type JWTHeaderParameters, type JWTPayload, SignJWT } from 'jose';
import type { CustomerTokenSettings } from '../../src/contract/applications/application-contract.ts';
import { customerTokens } from '../../src/customers/customer-token.ts';
import { keySets } from '../../src/customers/key-set.ts';
import { processStopwatch } from '../../src/shared/clock.ts';

const now = Date.UTC(2026, 10, 15, 12);
const seconds = now / 1000;
const secretText = 'a shared secret of thirty-two bytes or more';
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const edwards = generateKeyPairSync('ed25519');
const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pemOf = (key: KeyObject): string => key.export({ type: 'spki', format: 'pem' }).toString();

const bySecret: CustomerTokenSettings = { kind: 'secret' };
const byPem: CustomerTokenSettings = { kind: 'pem', public_key_pem: pemOf(ec.publicKey) };
const byJwks: CustomerTokenSettings = { kind: 'jwks', jwks_url: 'https://idp.example/keys' };

const claims = { sub: 'user-1', exp: seconds + 600 };
const sign = (
  key: KeyObject | Uint8Array,
  header: JWTHeaderParameters,
  payload: JWTPayload = claims,
): Promise<string> => new SignJWT(payload).setProtectedHeader(header).sign(key);
const part = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

/** Signed with the right key, whatever the header and the payload say. */
const forge = (header: unknown, payload: unknown = claims): string => {
  const input = `${part(header)}.${part(payload)}`;
  const seal = signBytes('sha256', Buffer.from(input), { key: ec.privateKey, dsaEncoding: 'ieee-p1363' });
  return `${input}.${seal.toString('base64url')}`;
};
const strangerJwk = await exportJWK(stranger.publicKey);

const keySetText = JSON.stringify({
  keys: [
    { ...(await exportJWK(ec.publicKey)), kid: 'ec', alg: 'ES256', use: 'sig' },
    { ...(await exportJWK(rsa.publicKey)), kid: 'rsa' },
    { kty: 'oct', kid: 'oct', k: part(secretText) },
  ],
});
const verify = customerTokens({
  findKey: keySets({ fetchText: async () => keySetText, onFailure: assert.fail }, processStopwatch),
  secretOf: async (applicationId) => (applicationId === 'app' ? secretText : undefined),
});
const verdictOn = (token: string, settings: CustomerTokenSettings, at = now, applicationId = 'app') =>
  verify(token, applicationId, settings, at);
const outcome = async (...given: Parameters<typeof verdictOn>): Promise<string> => {
  const verdict = await verdictOn(...given);
  return 'customer' in verdict ? verdict.customer.userId : verdict.refused;
};

const secret = createSecretKey(Buffer.from(secretText));
const tokens = {
  secret: await sign(secret, { alg: 'HS256' }),
  pem: await sign(ec.privateKey, { alg: 'ES256' }),
  jwks: await sign(ec.privateKey, { alg: 'ES256', kid: 'ec' }),
};

describe('a genuine customer token', () => {
  test('names its customer and when it ends, and brings its claims', async () => {
    const token = await sign(ec.privateKey, { alg: 'ES256' }, { ...claims, email: 'a@b.example' });
    assert.deepEqual(await verdictOn(token, byPem), {
      customer: { userId: 'user-1', claims: { ...claims, email: 'a@b.example' }, expiresAt: now + 600_000 },
    });
  });

  for (const alg of ['HS256', 'HS384', 'HS512']) {
    test(`may be ${alg} under a shared secret`, async () => {
      assert.equal(await outcome(await sign(secret, { alg }), bySecret), 'user-1');
    });
  }
  for (const alg of ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512']) {
    test(`may be ${alg} under an RSA key`, async () => {
      const settings = { kind: 'pem', public_key_pem: pemOf(rsa.publicKey) } as const;
      assert.equal(await outcome(await sign(rsa.privateKey, { alg }), settings), 'user-1');
      assert.equal(await outcome(await sign(rsa.privateKey, { alg, kid: 'rsa' }), byJwks), 'user-1');
    });
  }
  for (const alg of ['EdDSA', 'Ed25519']) {
    test(`may be ${alg} under an Edwards key`, async () => {
      const settings = { kind: 'pem', public_key_pem: pemOf(edwards.publicKey) } as const;
      assert.equal(await outcome(await sign(edwards.privateKey, { alg }), settings), 'user-1');
    });
  }

  test('is accepted from a key set by kid, and without kid when one key fits', async () => {
    assert.equal(await outcome(tokens.jwks, byJwks), 'user-1');
    assert.equal(await outcome(tokens.pem, byJwks), 'user-1');
  });

  test('has the configured issuer and audience', async () => {
    const settings = { ...byPem, issuer: 'https://idp.example', audience: 'shop' };
    const good = { ...claims, iss: 'https://idp.example', aud: ['other', 'shop'] };
    assert.equal(await outcome(await sign(ec.privateKey, { alg: 'ES256' }, good), settings), 'user-1');
  });

  test('is taken up to 30 seconds around its times', async () => {
    const token = await sign(ec.privateKey, { alg: 'ES256' }, { sub: 'u', nbf: seconds, exp: seconds + 60 });
    assert.equal(await outcome(token, byPem, now - 30_000), 'u');
    assert.equal(await outcome(token, byPem, now - 31_000), 'invalid');
    assert.equal(await outcome(token, byPem, now + 89_000), 'u');
    assert.equal(await outcome(token, byPem, now + 90_000), 'invalid');
  });
});

describe('a forged or unfit customer token is refused:', () => {
  test('the forger can make tokens that pass', async () => {
    assert.equal(await outcome(forge({ alg: 'ES256' }), byPem), 'user-1');
  });

  const ecToken = (payload: JWTPayload, header: Record<string, unknown> = {}): Promise<string> =>
    sign(ec.privateKey, { alg: 'ES256', ...header }, payload);
  const strict = { ...byPem, issuer: 'https://idp.example', audience: 'shop' };
  const [head = '', body = '', seal = ''] = tokens.pem.split('.');
  const alter = (header: object): string => `${part(header)}.${body}.${seal}`;

  const cases: Readonly<Record<string, readonly [CustomerTokenSettings, string | Promise<string>]>> = {
    'alg none without a signature': [byPem, `${part({ alg: 'none' })}.${part(claims)}.`],
    'alg None in another case': [byPem, `${part({ alg: 'nOnE' })}.${part(claims)}.`],
    'alg none with a signature': [byPem, alter({ alg: 'none' })],
    'alg none under a secret': [bySecret, `${part({ alg: 'none' })}.${part(claims)}.`],
    'no alg': [byPem, alter({ typ: 'JWT' })],
    'alg that is a list': [byPem, alter({ alg: ['ES256'] })],
    'HS256 with the PEM text as secret': [byPem, sign(Buffer.from(pemOf(ec.publicKey)), { alg: 'HS256' })],
    'HS256 with the trimmed PEM as secret': [byPem, sign(Buffer.from(pemOf(ec.publicKey).trim()), { alg: 'HS256' })],
    'HS256 with the DER as secret': [
      byPem,
      sign(ec.publicKey.export({ type: 'spki', format: 'der' }), { alg: 'HS256' }),
    ],
    'HS256 against a key set': [byJwks, sign(secret, { alg: 'HS256', kid: 'ec' })],
    'HS256 by a symmetric key inside the key set': [byJwks, sign(secret, { alg: 'HS256', kid: 'oct' })],
    'a signature algorithm under a secret': [bySecret, tokens.pem],
    'RSA under an elliptic key': [byPem, sign(rsa.privateKey, { alg: 'RS256' })],
    'another secret': [bySecret, sign(Buffer.from('another secret of thirty-two bytes and more'), { alg: 'HS256' })],
    'another key': [byPem, sign(stranger.privateKey, { alg: 'ES256' })],
    'another key under a known kid': [byJwks, sign(stranger.privateKey, { alg: 'ES256', kid: 'ec' })],
    'a kid nobody has': [byJwks, sign(stranger.privateKey, { alg: 'ES256', kid: '../../etc/passwd' })],
    'a kid of a key of another kind': [byJwks, sign(ec.privateKey, { alg: 'ES256', kid: 'rsa' })],
    'a kid that is a number': [byJwks, forge({ alg: 'ES256', kid: 1 })],
    'its own key in jwk': [byPem, sign(stranger.privateKey, { alg: 'ES256', jwk: strangerJwk })],
    'its own key address in jku': [
      byJwks,
      sign(stranger.privateKey, { alg: 'ES256', kid: 'x', jku: 'https://evil.example/keys' }),
    ],
    'its own certificate address in x5u': [
      byPem,
      sign(stranger.privateKey, { alg: 'ES256', x5u: 'https://evil.example/cert' }),
    ],
    'a critical extension we do not know': [byPem, forge({ alg: 'ES256', crit: ['exp'], exp: 1 })],
    'a critical extension the library knows': [byPem, forge({ alg: 'ES256', crit: ['b64'], b64: true })],
    'an empty list of critical extensions': [byPem, forge({ alg: 'ES256', crit: [] })],
    'wrong issuer': [strict, ecToken({ ...claims, iss: 'https://idp.example.evil', aud: 'shop' })],
    'no issuer': [strict, ecToken({ ...claims, aud: 'shop' })],
    'wrong audience': [strict, ecToken({ ...claims, iss: 'https://idp.example', aud: 'shop2' })],
    'no audience': [strict, ecToken({ ...claims, iss: 'https://idp.example' })],
    expired: [byPem, ecToken({ ...claims, exp: seconds - 31 })],
    'no exp': [byPem, ecToken({ sub: 'user-1' })],
    'not before': [byPem, ecToken({ ...claims, nbf: seconds + 31 })],
    'no sub': [byPem, ecToken({ exp: claims.exp })],
    'an empty sub': [byPem, ecToken({ ...claims, sub: '' })],
    'a sub with a blank': [byPem, ecToken({ ...claims, sub: 'user 1' })],
    'a sub with a line break': [byPem, ecToken({ ...claims, sub: 'user\n1' })],
    'a sub of 129 characters': [byPem, ecToken({ ...claims, sub: 'x'.repeat(129) })],
    'more than 8 KiB': [byPem, ecToken({ ...claims, more: 'x'.repeat(8 * 1024) })],
    'an encrypted token': [byPem, `${part({ alg: 'dir', enc: 'A256GCM' })}.a.b.c.d`],
    'two parts': [byPem, `${head}.${body}`],
    'four parts': [byPem, `${tokens.pem}.x`],
    'a payload that is no object': [byPem, forge({ alg: 'ES256' }, '[1]')],
    'a header that is no object': [byPem, forge('"x"')],
    'no text at all': [byPem, ''],
    dots: [byPem, '..'],
    garbage: [byPem, 'ey\u0000Jh.\uFFFF.💥'],
    'a Bearer prefix': [byPem, `Bearer ${tokens.pem}`],
  };
  for (const [name, [settings, token]] of Object.entries(cases)) {
    test(name, async () => assert.equal(await outcome(await token, settings), 'invalid'));
  }

  test('one that cannot pass costs the key source no question', async () => {
    const unasked = customerTokens({ findKey: assert.fail, secretOf: assert.fail });
    for (const token of [tokens.secret, 'rubbish', forge({ alg: 'none' }), forge({ alg: 'ES256', crit: ['x'] })]) {
      assert.ok('refused' in (await unasked(token, 'app', byJwks, now)));
    }
    assert.ok('refused' in (await unasked(tokens.pem, 'app', bySecret, now)));
  });

  test('an expiry that is no real time', async () => {
    const until = (exp: string): string => forge({ alg: 'ES256' }, `{"sub":"u","exp":${exp}}`);
    for (const exp of ['1e999', '1e300', '"9999999999"', 'null', 'true', '-1', '8640000000001']) {
      assert.equal(await outcome(until(exp), byPem), 'invalid', exp);
    }
    assert.equal(await outcome(until('8640000000000'), byPem), 'u');
  });

  for (const kind of ['secret', 'pem', 'jwks'] as const) {
    test(`any one character of a ${kind} token changed`, async () => {
      const settings = { secret: bySecret, pem: byPem, jwks: byJwks }[kind];
      const token = tokens[kind];
      const change = fc.tuple(fc.nat(token.length - 1), fc.stringMatching(/^[\x20-\x7e]$/));
      await fc.assert(
        fc.asyncProperty(change, async ([at, character]) => {
          fc.pre(token[at] !== character);
          assert.equal(await outcome(token.slice(0, at) + character + token.slice(at + 1), settings), 'invalid');
        }),
        { numRuns: 300 },
      );
    });

    test(`every other spelling of the last character of a ${kind} token`, async () => {
      const settings = { secret: bySecret, pem: byPem, jwks: byJwks }[kind];
      for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/') {
        if (tokens[kind].endsWith(character)) continue;
        assert.equal(await outcome(tokens[kind].slice(0, -1) + character, settings), 'invalid', character);
      }
    });
  }
});

describe('without a key to judge by, a token is neither good nor bad:', () => {
  const privatePem = ec.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const cases: Readonly<Record<string, readonly [CustomerTokenSettings, string, string]>> = {
    'the application has no secret': [bySecret, tokens.secret, 'another-app'],
    'the public key is missing': [{ kind: 'pem' }, tokens.pem, 'app'],
    'the public key cannot be read': [{ kind: 'pem', public_key_pem: 'x' }, tokens.pem, 'app'],
    'the public key is a private one': [{ kind: 'pem', public_key_pem: privatePem }, tokens.pem, 'app'],
  };
  for (const [name, [settings, token, applicationId]] of Object.entries(cases)) {
    test(name, async () => assert.equal(await outcome(token, settings, now, applicationId), 'unavailable'));
  }

  test('a secret shorter than 32 bytes', async () => {
    const weak = customerTokens({ findKey: assert.fail, secretOf: async () => 'short' });
    const token = await sign(Buffer.from('short'), { alg: 'HS256' });
    assert.deepEqual(await weak(token, 'app', bySecret, now), { refused: 'unavailable', reason: 'no_secret' });
  });
});
