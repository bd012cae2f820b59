/** A secret is compared by us or by nobody. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { Provider } from 'oidc-provider';
import { newClientSecret } from '../../../src/oauth/clients/client-secrets.ts';
import { insertSecret } from '../../../src/oauth/clients/client-statements.ts';
import { assertOwnComparison, clientFinder, compareByHash, RECORD } from '../../../src/oauth/oidc/oidc-clients.ts';
import { processStopwatch } from '../../../src/shared/clock.ts';
import { addressKey } from '../../../src/http/limits/address-key.ts';
import { secretThrottle } from '../../../src/oauth/tokens/token-throttle.ts';
import { objectId } from '../../../src/shared/identifiers.ts';
import { forEachEngine } from '../../databases.ts';
import { basicOf, oauthServer, postForm } from '../oauth-server.ts';

const provider = (): Provider =>
  new Provider('http://127.0.0.1/oidc', {
    adapter: () => ({}) as never,
    jwks: { keys: [] },
    cookies: { keys: ['x'] },
    extraClientMetadata: { properties: [RECORD] },
    responseTypes: ['code'],
    features: { devInteractions: { enabled: false }, clientCredentials: { enabled: true } },
    clientDefaults: { id_token_signed_response_alg: 'HS256' },
    enabledJWA: { idTokenSigningAlgValues: ['HS256'] },
  });

forEachEngine(async (engine) => {
  const server = await oauthServer(engine);
  after(server.close);

  test('the start fails when the library compares secrets by itself', async () => {
    const bare = provider();
    await assert.rejects(assertOwnComparison(bare, randomBytes));
    compareByHash(bare, {
      db: server.node.db,
      throttle: secretThrottle({ stopwatch: processStopwatch }),
      context: () => undefined,
    });
    await assertOwnComparison(bare, randomBytes);
  });

  test('the value the library gets for a secret is drawn anew for each process', async () => {
    const { clientId, clientSecret } = await server.addClient();
    const { db, now } = server.node;
    const [first, second] = await Promise.all([1, 2].map(async () => clientFinder(db, now, randomBytes)(clientId)));
    assert.notEqual(first?.client_secret, second?.client_secret);
    assert.notEqual(first?.client_secret, clientSecret);
  });

  test('every live secret opens, and one that has ended is refused at the next request', async () => {
    const client = await server.addClient();
    const { db, now } = server.node;
    const second = newClientSecret(randomBytes);
    const row = { id: objectId(randomBytes), hash: second.hash, hint: second.hint, createdAt: now(), expiresAt: null };
    await db.commit([insertSecret(client.clientId, row)]);
    const statusWith = async (secret: string): Promise<number> => {
      const headers = { authorization: basicOf(client.clientId, secret) };
      return (await postForm(server, '/oidc/token', { grant_type: 'client_credentials' }, headers)).status;
    };
    assert.equal(await statusWith(client.clientSecret), 200);
    assert.equal(await statusWith(second.secret), 200);
    const end = { sql: 'update oauth_client_secret set expires_at = ? where id = ?', params: [now(), row.id] };
    await db.commit([end]);
    assert.equal(await statusWith(second.secret), 401);
    assert.equal(await statusWith(client.clientSecret), 200);
  });
});

test('a network of IPv6 has as many wrong secrets as sixteen of its addresses', () => {
  const throttle = secretThrottle({ stopwatch: { ms: () => 0 } });
  const address = (site: number): string => addressKey(`2001:db8:1:${site.toString(16)}::1`);
  for (let site = 0; site < 16; site += 1) {
    assert.equal(throttle.waitMs('c', address(site)), 0, `site ${site}`);
    for (let n = 0; n < 10; n += 1) throttle.failed('c', address(site));
  }
  assert.ok(throttle.waitMs('c', address(16)) > 0);
  assert.equal(throttle.waitMs('c', addressKey('2001:db8:2::1')), 0);
  assert.equal(throttle.waitMs('d', address(16)), 0);
});

test('the throttle forgets whom it has not heard of for long, and never grows beyond its bound', () => {
  let now = 0;
  const throttle = secretThrottle({ stopwatch: { ms: () => now } });
  for (let n = 0; n < 10; n += 1) throttle.failed('c', 'a');
  assert.ok(throttle.waitMs('c', 'a') > 0);
  assert.equal(throttle.waitMs('c', 'b'), 0);
  assert.equal(throttle.waitMs('d', 'a'), 0);
  for (let other = 0; other < 20_001; other += 1) {
    for (let n = 0; n < 10; n += 1) throttle.failed(`x${other}`, 'a');
  }
  assert.equal(throttle.waitMs('c', 'a'), 0, 'the oldest made room');
  now += 70_000;
  assert.equal(throttle.waitMs('x20000', 'a'), 0);
});
