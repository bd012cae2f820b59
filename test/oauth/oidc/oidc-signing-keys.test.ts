/** Keys change without anybody noticing: published before they sign, and for as long as what they signed may be valid. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, test } from 'node:test';
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify, SignJWT } from 'jose';
import { system } from '../../../src/applications/node.ts';
import { openTokenService, type TokenService } from '../../../src/oauth/oidc/oidc-service.ts';
import {
  ID_TOKEN_SECONDS,
  KEY_WARM_UP_MS,
  keysInUse,
  rotateSigningKey,
  signingKeys,
} from '../../../src/oauth/oidc/signing-keys.ts';
import { sweepTokens } from '../../../src/oauth/tokens/token-store.ts';
import { forEachEngine } from '../../databases.ts';
import { oauthServer, postForm } from '../oauth-server.ts';

const key = (kid: string, signs_from: number) => ({ kid, signs_from });
const kids = (keys: readonly { readonly kid?: string }[]): readonly (string | undefined)[] =>
  keys.map(({ kid }) => kid);

describe('keys in use', () => {
  const OLD = ID_TOKEN_SECONDS * 1000 + KEY_WARM_UP_MS;
  const two = [key('new', 1000), key('old', 0)];
  test('a new key is published before it signs', () => assert.deepEqual(kids(keysInUse(two, 999)), ['old', 'new']));
  test('from its time on it signs', () => assert.deepEqual(kids(keysInUse(two, 1000)), ['new', 'old']));
  test('the old one stays while what it signed may be valid', () => {
    assert.deepEqual(kids(keysInUse(two, 999 + OLD)), ['new', 'old']);
    assert.deepEqual(kids(keysInUse(two, 1000 + OLD)), ['new']);
  });
  test('the first key signs even before its time', () => assert.deepEqual(kids(keysInUse([key('a', 9)], 1)), ['a']));
  test('no key, none in use', () => assert.deepEqual(keysInUse([], 1), []));
});

const publishedBy = async ({ handler }: TokenService): Promise<JSONWebKeySet> => {
  const http = createServer((request, response) => void handler(request, response));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  try {
    const answer = await fetch(`http://127.0.0.1:${(http.address() as AddressInfo).port}/jwks`);
    return (await answer.json()) as JSONWebKeySet;
  } finally {
    http.closeAllConnections();
    http.close();
  }
};

forEachEngine(async (engine) => {
  const server = await oauthServer(engine);
  after(() => server.close());

  test('a rotation is published with public halves only, sealed, audited, and verified throughout', async () => {
    const [before1] = await signingKeys(server.node);
    assert.ok(before1);
    const signed = await new SignJWT({}).setProtectedHeader({ alg: 'ES256', kid: before1.kid ?? '' }).sign(before1);
    const { kid } = await rotateSigningKey(server.node, system);

    const service = await openTokenService(server.node, new URL(server.base));
    assert.deepEqual(kids(await signingKeys(server.node)), [before1.kid, kid]);
    server.pass(KEY_WARM_UP_MS);
    assert.deepEqual(kids(await signingKeys(server.node)), [kid, before1.kid]);
    const older = service.provider();
    await service.refreshKeys();
    assert.notEqual(service.provider(), older);
    const newer = service.provider();
    await service.refreshKeys();
    assert.equal(service.provider(), newer, 'nothing changed, nothing is made anew');

    const set = await publishedBy(service);
    assert.deepEqual(kids(set.keys), [kid, before1.kid]);
    assert.ok(set.keys.every((half) => !('d' in half)));
    await jwtVerify(signed, createLocalJWKSet(set));
    assert.equal((await server.dump()).includes(before1.d ?? '?'), false);
    const row = await server.node.db.one<{ subject: string }>('select subject from audit where action = ?', [
      'signing_key.rotate',
    ]);
    assert.equal(row?.subject, `signing_key/${kid}`);

    server.pass(ID_TOKEN_SECONDS * 1000 + KEY_WARM_UP_MS);
    const last = await rotateSigningKey(server.node, system);
    assert.deepEqual(kids(await signingKeys(server.node)), [kid, last.kid]);
    const sealed = await server.node.db.all<{ name: string }>(
      "select name from sealed_value where owner = 'signing_key' order by name",
    );
    assert.deepEqual(
      sealed.map(({ name }) => name),
      [kid, last.kid].toSorted(),
    );
  });

  test('what has expired is swept in steps, and nothing else', async () => {
    const client = await server.addClient({ access_token_lifetime: 60 });
    const lasting = await server.addClient({ access_token_lifetime: 86_400 });
    const get = ({ basic }: typeof client) =>
      postForm(server, '/oidc/token', { grant_type: 'client_credentials' }, { authorization: basic });
    await sweepTokens(server.node.db, server.node.now());
    await Promise.all(Array.from({ length: 12 }, () => get(client)));
    await get(lasting);
    server.pass(61_000);
    assert.equal(await sweepTokens(server.node.db, server.node.now(), { size: 5, steps: 2 }), 10);
    assert.equal(await sweepTokens(server.node.db, server.node.now(), { size: 5 }), 2);
    const left = await server.node.db.one<{ n: number }>('select count(*) as n from oauth_token');
    assert.equal(left?.n, 1);
  });
});
