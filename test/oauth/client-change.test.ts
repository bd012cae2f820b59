import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ClientResponse } from '../../src/contract/applications/client-contract.ts';
import { forEachEngine } from '../databases.ts';
import { clientsOf, codeOf, type Send } from './client-server.ts';

forEachEngine((engine) => {
  const shop = clientsOf(engine);
  const { owner, create, at } = shop;

  describe('changing what a client can do', () => {
    test('sets activity, addresses, grants, scopes and lifetimes, each by itself', async () => {
      const { client_id } = await create();
      const cases = {
        is_active: false,
        redirect_urls: ['https://shop.example/cb'],
        grants: ['authorization_code', 'refresh_token'],
        scopes: { type: 'custom', permissions: ['company/orders/read'] },
        access_token_lifetime: 86_400,
        refresh_token_lifetime: 7_776_000,
      };
      let expected = (await owner({ url: at(client_id) })).json();
      for (const [field, value] of Object.entries(cases)) {
        shop.server.node.clock.at += 10;
        const answer = await owner({ method: 'PATCH', url: at(client_id), payload: { [field]: value } });
        assert.equal(answer.statusCode, 200, answer.body);
        const raw = field === 'scopes' ? { raw_permissions: ['company/orders/read'] } : {};
        const modified_at = new Date(shop.server.node.now()).toISOString();
        expected = { ...expected, [field]: value, ...raw, modified_at };
        assert.deepEqual(answer.json(), expected);
      }
      assert.deepEqual((await owner({ url: at(client_id) })).json(), expected);
    });

    test('refuses what creation refuses', async () => {
      const { client_id } = await create();
      const cases: readonly (readonly [object, string])[] = [
        [{ grants: ['password'] }, 'grant_unknown'],
        [{ redirect_urls: ['https://localhost/'] }, 'redirect_url_invalid'],
        [{ access_token_lifetime: 1 }, 'lifetime_invalid'],
        [{ scopes: { permissions: ['nothing'] } }, 'permission_unknown'],
      ];
      for (const [payload, code] of cases) {
        const answer = await owner({ method: 'PATCH', url: at(client_id), payload });
        assert.deepEqual([answer.statusCode, codeOf(answer)], [422, code]);
      }
    });

    test('listed permissions make full scopes custom, and full makes them the caller’s', async () => {
      const { client_id } = await create({ scopes: { type: 'full' } });
      const patch = async (scopes: object) =>
        (await owner({ method: 'PATCH', url: at(client_id), payload: { scopes } })).json().scopes;
      assert.deepEqual(await patch({ permissions: ['company/carts/read'] }), {
        type: 'custom',
        permissions: ['company/carts/read'],
      });
      assert.deepEqual(await patch({ type: 'custom' }), { type: 'custom', permissions: ['company/carts/read'] });
      assert.deepEqual(await patch({ type: 'shop' }), { type: 'shop', permissions: ['company/carts/read'] });
      assert.deepEqual(await patch({ permissions: ['company/audit/read'] }), {
        type: 'shop',
        permissions: ['company/audit/read'],
      });
      assert.deepEqual(await patch({ type: 'full' }), { type: 'full', permissions: ['*'] });
    });

    test('in whatever way needs every permission the client has', async () => {
      const { client_id } = await create({ scopes: { permissions: ['company/orders/write'] } });
      const secrets = `${at(client_id)}/secret`;
      const spare = (await owner({ method: 'POST', url: secrets, payload: {} })).json<{ id: string }>().id;
      const weak = shop.tenant.as('organization/clients/*');
      const strong = shop.tenant.as('organization/clients/*', 'company/orders/*');
      const patch = (send: Send, payload: object) => send({ method: 'PATCH', url: at(client_id), payload });
      for (const payload of [
        { redirect_urls: ['https://evil.example/cb'] },
        { grants: ['authorization_code'] },
        { scopes: { permissions: [] } },
        { is_active: true },
        { is_active: false },
        { is_active: false, access_token_lifetime: 60 },
      ]) {
        const answer = await patch(weak, payload);
        assert.deepEqual([answer.statusCode, codeOf(answer)], [403, 'permission_exceeds_caller']);
      }
      const before = (await owner({ url: at(client_id) })).json();
      for (const request of [
        { method: 'PUT', url: at(client_id), payload: { meta: { name: 'Trusted' } } },
        { method: 'DELETE', url: at(client_id) },
        { method: 'POST', url: secrets, payload: {} },
        { method: 'PATCH', url: `${secrets}/${spare}`, payload: { expires_at: null } },
        { method: 'DELETE', url: `${secrets}/${spare}` },
      ] as const) {
        const answer = await weak(request);
        assert.deepEqual([answer.statusCode, codeOf(answer)], [403, 'permission_exceeds_caller'], request.method);
      }
      assert.deepEqual((await owner({ url: at(client_id) })).json(), before);
      assert.equal((await patch(strong, { is_active: false })).json().is_active, false);
      assert.equal((await patch(strong, { is_active: true })).json().is_active, true);
      assert.equal((await strong({ method: 'DELETE', url: `${secrets}/${spare}` })).statusCode, 200);
      assert.equal((await strong({ method: 'DELETE', url: at(client_id) })).statusCode, 200);
    });

    test('with If-Match happens on that version or not at all', async () => {
      const { client_id } = await create();
      const { etag } = (await owner({ url: at(client_id) })).headers;
      const change = (method: 'PUT' | 'PATCH' | 'DELETE', payload?: object) =>
        owner({ method, url: at(client_id), headers: { 'if-match': etag }, ...(payload && { payload }) });
      assert.equal((await change('PATCH', { is_active: false })).statusCode, 200);
      for (const answer of [
        await change('PATCH', { is_active: true }),
        await change('PUT', { meta: { name: 'x' } }),
        await change('DELETE'),
      ]) {
        assert.deepEqual([answer.statusCode, codeOf(answer)], [412, 'version_conflict']);
      }
      const fresh = (await owner({ url: at(client_id) })).headers['etag'];
      const unchanged = await owner({ url: at(client_id), headers: { 'if-none-match': fresh } });
      assert.equal(unchanged.statusCode, 304);
    });

    test('many at once all count, and each raises the version by one', async () => {
      const { client_id } = await create();
      const version = async () =>
        (
          await shop.server.node.db.one<{ version: number }>('select version from oauth_client where client_id = ?', [
            client_id,
          ])
        )?.version;
      assert.equal(await version(), 1);
      const answers = await Promise.all([
        owner({ method: 'PATCH', url: at(client_id), payload: { is_active: false } }),
        owner({ method: 'PATCH', url: at(client_id), payload: { access_token_lifetime: 100 } }),
        owner({ method: 'PUT', url: at(client_id), payload: { meta: { name: 'Race' } } }),
        owner({ method: 'PUT', url: at(client_id), payload: { user_id: 'r' } }),
      ]);
      assert.deepEqual(
        answers.map(({ statusCode }) => statusCode),
        [200, 200, 200, 200],
      );
      const read = (await owner({ url: at(client_id) })).json();
      assert.deepEqual(
        [read.is_active, read.access_token_lifetime, read.meta.name, read.user_id],
        [false, 100, 'Race', 'r'],
      );
      assert.equal(await version(), 5);
    });
  });

  describe('deleting', () => {
    test('answers the record as it was, inactive and masked, once', async () => {
      const made = await create({ meta: { name: 'Doomed' }, user_id: 'u', extra: { kept: [1] } });
      shop.server.node.clock.at += 5000;
      const answer = await owner({ method: 'DELETE', url: at(made.client_id) });
      assert.equal(answer.statusCode, 200);
      assert.deepEqual(answer.json(), { ...made, is_active: false, secret: [`sk_…${made.secret[0]?.slice(-4)}`] });
      const gone = [
        await owner({ method: 'DELETE', url: at(made.client_id) }),
        await owner({ url: at(made.client_id) }),
        await owner({ method: 'PUT', url: at(made.client_id), payload: { meta: { name: 'x' } } }),
        await owner({ method: 'PATCH', url: at(made.client_id), payload: { is_active: true } }),
        await owner({ url: `${at(made.client_id)}/secret` }),
      ];
      for (const refused of gone) assert.deepEqual([refused.statusCode, codeOf(refused)], [404, 'client_not_found']);
      const list = (await owner({ url: `${shop.tenant.path}?page_size=100` })).json() as { items: ClientResponse[] };
      assert.ok(!list.items.some(({ client_id }) => client_id === made.client_id));
      const secrets = await shop.server.node.db.all('select id from oauth_client_secret where client_id = ?', [
        made.client_id,
      ]);
      assert.deepEqual(secrets, []);
    });

    test('of ten at once one succeeds', async () => {
      const { client_id } = await create();
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => owner({ method: 'DELETE', url: at(client_id) })),
      );
      const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
      assert.deepEqual(statuses, [200, ...Array.from({ length: 9 }, () => 404)]);
    });
  });
});
