import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secretHash } from '../../../src/applications/secret-hash.ts';
import type { ClientSecretView } from '../../../src/contract/applications/client-contract.ts';
import { matchesAnySecret } from '../../../src/oauth/clients/client-secrets.ts';
import { findClientById, findClientWithSecrets } from '../../../src/oauth/clients/client-store.ts';
import { forEachEngine } from '../../databases.ts';
import { clientsOf, codeOf, fieldsOf } from '../client-server.ts';

test('a secret matches any of the hashes, and nothing matches none', () => {
  const hashes = ['one', 'two', 'three'].map(secretHash);
  for (const secret of ['one', 'two', 'three']) assert.ok(matchesAnySecret(secret, hashes));
  for (const secret of ['', 'four', 'ONE', secretHash('one')]) assert.ok(!matchesAnySecret(secret, hashes));
  assert.ok(!matchesAnySecret('one', []));
});

forEachEngine((engine) => {
  const shop = clientsOf(engine);
  const { owner, create } = shop;
  const pathOf = (clientId: string) => `${shop.tenant.path}/${clientId}/secret`;
  const add = (clientId: string, payload: object = {}, headers = {}, send = owner) =>
    send({ method: 'POST', url: pathOf(clientId), payload, headers });
  const list = async (clientId: string): Promise<readonly ClientSecretView[]> =>
    (await owner({ url: pathOf(clientId) })).json().items;
  const remove = (clientId: string, id: string) => owner({ method: 'DELETE', url: `${pathOf(clientId)}/${id}` });
  const live = async (clientId: string) => (await list(clientId)).filter(({ is_live }) => is_live);
  const later = (ms: number) => new Date(shop.server.node.now() + ms).toISOString();

  test('one is added, seen once, and works beside the first; both are masked afterwards, oldest first', async () => {
    const made = await create();
    shop.server.node.clock.at += 1000;
    const answer = await add(made.client_id, { expires_at: later(60_000) });
    assert.equal(answer.statusCode, 201, answer.body);
    const added = answer.json() as ClientSecretView;
    assert.match(added.secret, /^sk_[A-Za-z0-9_-]{43}$/);
    assert.deepEqual([added.is_live, added.expires_at, added.created_at], [true, later(60_000), later(0)]);
    const masks = [made.secret[0] ?? '', added.secret].map((secret) => `sk_…${secret.slice(-4)}`);
    assert.deepEqual(
      (await list(made.client_id)).map(({ secret }) => secret),
      masks,
    );
    const read = (await owner({ url: `${shop.tenant.path}/${made.client_id}` })).json();
    assert.deepEqual([read.secret, read.modified_at], [masks, later(0)]);

    const found = await findClientWithSecrets(shop.server.node.db, made.client_id, shop.server.node.now());
    for (const secret of [made.secret[0] ?? '', added.secret])
      assert.ok(matchesAnySecret(secret, found?.secretHashes ?? []));
    assert.equal(found?.client.version, 2);
    assert.ok(!(await shop.server.node.dump()).includes(added.secret));
  });

  test('an expired one is gone for the token service at once, and cannot be prolonged', async () => {
    const { client_id } = await create();
    shop.server.node.clock.at += 1;
    const { id } = (await add(client_id, { expires_at: later(1000) })).json() as ClientSecretView;
    const { db, now } = shop.server.node;
    assert.equal((await findClientWithSecrets(db, client_id, now()))?.secretHashes.length, 2);
    shop.server.node.clock.at += 1000;
    assert.equal((await findClientWithSecrets(db, client_id, now()))?.secretHashes.length, 1);
    assert.equal((await owner({ url: `${shop.tenant.path}/${client_id}` })).json().secret.length, 1);
    assert.deepEqual(
      (await list(client_id)).map(({ is_live }) => is_live),
      [true, false],
    );
    const revived = await owner({ method: 'PATCH', url: `${pathOf(client_id)}/${id}`, payload: { expires_at: null } });
    assert.deepEqual([revived.statusCode, codeOf(revived)], [404, 'client_secret_not_found']);
    assert.equal((await remove(client_id, id)).statusCode, 200);
  });

  test('the expiry of a live one can be set, moved and taken away, to a time to come', async () => {
    const { client_id } = await create();
    const [{ id } = { id: '' }] = await list(client_id);
    const patch = (expires_at: unknown) =>
      owner({ method: 'PATCH', url: `${pathOf(client_id)}/${id}`, payload: { expires_at } });
    for (const expiry of [later(5000), later(9000), null]) {
      const answer = await patch(expiry);
      assert.deepEqual([answer.statusCode, answer.json().expires_at], [200, expiry]);
    }
    for (const [expiry, field] of [
      [later(0), 'expires_at'],
      [later(-1), 'expires_at'],
      ['tomorrow', 'expires_at'],
      [5, 'expires_at'],
      [undefined, 'expires_at'],
    ]) {
      const answer = await patch(expiry);
      assert.deepEqual([answer.statusCode, fieldsOf(answer)], [400, [field]]);
    }
    assert.equal((await add(client_id, { expires_at: later(0) })).statusCode, 400);
  });

  test('of twelve added at once four join the first, and the rest are refused', async () => {
    const { client_id } = await create();
    const answers = await Promise.all(Array.from({ length: 12 }, () => add(client_id)));
    const outcomes = answers.map((answer) => (answer.statusCode === 201 ? 201 : codeOf(answer)));
    assert.equal(outcomes.filter((outcome) => outcome === 201).length, 4);
    assert.deepEqual(new Set(outcomes), new Set([201, 'secret_limit_reached']));
    assert.equal((await live(client_id)).length, 5);
    assert.equal((await add(client_id)).statusCode, 409);
  });

  test('an expired one does not count against the five', async () => {
    const { client_id } = await create();
    for (let n = 0; n < 4; n += 1) await add(client_id, { expires_at: later(1000) });
    assert.equal(codeOf(await add(client_id)), 'secret_limit_reached');
    shop.server.node.clock.at += 1000;
    assert.equal((await add(client_id)).statusCode, 201);
    assert.equal((await list(client_id)).length, 2);
  });

  test('when the last two are removed at once, one stays', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { client_id } = await create();
      await add(client_id);
      const ids = (await list(client_id)).map(({ id }) => id);
      const answers = await Promise.all(ids.map((id) => remove(client_id, id)));
      assert.deepEqual(new Set(answers.map(({ statusCode }) => statusCode)), new Set([200, 409]));
      const removed = answers.find(({ statusCode }) => statusCode === 200)?.json();
      assert.equal(removed.is_live, false);
      const left = await live(client_id);
      assert.equal(left.length, 1);
      assert.equal(codeOf(await remove(client_id, left[0]?.id ?? '')), 'last_secret');
    }
  });

  test('under one Idempotency-Key one is added, and the repeat does not show it', async () => {
    const { client_id } = await create();
    const headers = { 'idempotency-key': 'add-secret-000001' };
    const first = (await add(client_id, {}, headers)).json() as ClientSecretView;
    const again = await add(client_id, {}, headers);
    assert.deepEqual([again.statusCode, again.headers['idempotent-replayed']], [201, 'true']);
    assert.deepEqual(again.json(), { ...first, secret: `sk_…${first.secret.slice(-4)}` });
    assert.equal((await list(client_id)).length, 2);
  });

  test('a caller who has less than the client can neither make nor prolong a secret of it', async () => {
    const { client_id } = await create({ scopes: { permissions: ['company/orders/read'] } });
    const weak = shop.tenant.as('organization/clients/*');
    const refused = await add(client_id, {}, {}, weak);
    assert.deepEqual([refused.statusCode, codeOf(refused)], [403, 'permission_exceeds_caller']);
    const [{ id } = { id: '' }] = await list(client_id);
    const prolonged = await weak({
      method: 'PATCH',
      url: `${pathOf(client_id)}/${id}`,
      payload: { expires_at: later(1000) },
    });
    assert.equal(prolonged.statusCode, 403);
    const rooted = await add(shop.tenant.rootClientId, {}, {}, weak);
    assert.equal(rooted.statusCode, 403);
    assert.equal(
      (await add(client_id, {}, {}, shop.tenant.as('organization/clients/*', 'company/orders/read'))).statusCode,
      201,
    );
  });

  test('an unknown secret is 404, and one of another client too', async () => {
    const [one, other] = [await create(), await create()];
    const [{ id } = { id: '' }] = await list(other.client_id);
    for (const secretId of [id, 'unknown', '0'.repeat(24)]) {
      for (const answer of [
        await remove(one.client_id, secretId),
        await owner({ method: 'PATCH', url: `${pathOf(one.client_id)}/${secretId}`, payload: { expires_at: null } }),
      ]) {
        assert.deepEqual([answer.statusCode, codeOf(answer)], [404, 'client_secret_not_found']);
      }
    }
  });

  test('a deleted client is not found by its id, an inactive one is, and says so', async () => {
    const { client_id } = await create({ is_active: false });
    assert.equal((await findClientById(shop.server.node.db, client_id))?.isActive, false);
    await owner({ method: 'DELETE', url: `${shop.tenant.path}/${client_id}` });
    assert.equal(await findClientById(shop.server.node.db, client_id), undefined);
    assert.equal(await findClientWithSecrets(shop.server.node.db, client_id, shop.server.node.now()), undefined);
  });
});
