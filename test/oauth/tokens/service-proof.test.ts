/** Whom a bearer token proves, and from when on it proves nobody. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import type { Database } from '../../../src/db/database.ts';
import { serviceProof } from '../../../src/oauth/tokens/service-proof.ts';
import { Refusal } from '../../../src/shared/errors.ts';
import { forEachEngine } from '../../databases.ts';
import { oauthServer, postForm, type TestClient } from '../oauth-server.ts';

forEachEngine(async (engine) => {
  const server = await oauthServer(engine);
  after(() => server.close());
  const prove = serviceProof(server.node);

  const newToken = async ({ basic }: TestClient, scope?: string): Promise<string> => {
    const form = { grant_type: 'client_credentials', ...(scope === undefined ? {} : { scope }) };
    const answer = await postForm(server, '/oidc/token', form, { authorization: basic });
    return ((await answer.json()) as { readonly access_token: string }).access_token;
  };
  const caller = (token: string) => prove({ headers: { authorization: `Bearer ${token}` } });
  const isRefused = (token: string) =>
    assert.rejects(caller(token), (error) => error instanceof Refusal && error.code === 'token_invalid');
  const change = (sql: string, client: TestClient) => server.node.db.commit([{ sql, params: [client.clientId] }]);

  test('a token proves its client, its organization and what it was given', async () => {
    const client = await server.addClient();
    const found = await caller(await newToken(client, 'company/settings/read'));
    assert.deepEqual(found, {
      kind: 'service',
      clientId: client.clientId,
      organizationId: server.organizationId,
      permissions: ['company/settings/read'],
    });
  });

  test('without a bearer credential nobody is proved, and nonsense is refused', async () => {
    assert.equal(await prove({ headers: {} }), undefined);
    assert.equal(await prove({ headers: { authorization: 'Basic eDp5' } }), undefined);
    for (const nonsense of [
      '',
      'x',
      'a b',
      'é'.repeat(30),
      `pr-${'x'.repeat(43)}`,
      "pr-'; drop table oauth_token--",
      'y'.repeat(5000),
    ]) {
      await isRefused(nonsense);
    }
  });

  test('a token is worth nothing once it has expired', async () => {
    const client = await server.addClient({ access_token_lifetime: 60 });
    const token = await newToken(client);
    assert.ok(await caller(token));
    server.pass(61_000);
    await isRefused(token);
  });

  test('deactivation, deletion and revocation count from the next request on', async () => {
    const clients = await Promise.all(
      [1, 2, 3].map(() => server.addClient({ grants: ['client_credentials', 'refresh_token'] })),
    );
    const [deactivated, deleted, revoked] = await Promise.all(
      clients.map(async (client) => ({ client, token: await newToken(client) })),
    );
    assert.ok(deactivated && deleted && revoked);
    for (const { token } of [deactivated, deleted, revoked]) assert.ok(await caller(token));

    await change(
      'update oauth_client set is_active = 0, version = version + 1 where client_id = ?',
      deactivated.client,
    );
    await change('update oauth_client set deleted_at = 1, version = version + 1 where client_id = ?', deleted.client);
    await postForm(server, '/oidc/token/revocation', { token: revoked.token }, { authorization: revoked.client.basic });
    for (const { token } of [deactivated, deleted, revoked]) await isRefused(token);

    await change(
      'update oauth_client set is_active = 1, version = version + 1 where client_id = ?',
      deactivated.client,
    );
    assert.ok(await caller(deactivated.token), 'activated again, its tokens are good again');
  });

  test('a permission taken from the client is gone from its tokens at once', async () => {
    const client = await server.addClient({ scopes: { type: 'custom', permissions: ['company/*'] } });
    const token = await newToken(client);
    assert.ok((await caller(token))?.permissions.includes('company/*'));
    await server.node.db.commit([
      {
        sql: `update oauth_client set version = version + 1, document = replace(document, '"company/*"', '"company/audit/read"') where client_id = ?`,
        params: [client.clientId],
      },
    ]);
    assert.deepEqual((await caller(token))?.permissions, ['company/audit/read']);
  });

  test('codes, refresh tokens and grants are no access tokens', async () => {
    const client = await server.addClient({ grants: ['client_credentials', 'refresh_token'] });
    const form = { grant_type: 'client_credentials' };
    const answer = await postForm(server, '/oidc/token', form, { authorization: client.basic });
    await isRefused(((await answer.json()) as { readonly refresh_token: string }).refresh_token);
  });

  test('a known client costs one read', async () => {
    const token = await newToken(await server.addClient());
    let reads = 0;
    const one: Database['one'] = (sql, params) => {
      reads += 1;
      return server.node.db.one(sql, params);
    };
    const counting = serviceProof({ db: { ...server.node.db, one }, now: server.node.now });
    const call = () => counting({ headers: { authorization: `Bearer ${token}` } });
    await call();
    reads = 0;
    await call();
    assert.equal(reads, 1);
  });

  test('a random token is refused whatever its form', async () => {
    for (let n = 0; n < 20; n += 1) await isRefused(`pr-${randomBytes(32).toString('base64url')}`);
  });
});
