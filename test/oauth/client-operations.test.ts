import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ClientResponse } from '../../src/contract/applications/client-contract.ts';
import { permissions } from '../../src/http/permissions.ts';
import { forEachEngine } from '../databases.ts';
import { clientsOf, codeOf, fieldsOf } from './client-server.ts';

const HEX = /^[0-9a-f]{24}$/;

forEachEngine((engine) => {
  const shop = clientsOf(engine);
  const { owner, create, at } = shop;

  describe('creating', () => {
    test('without a word gives a client with every field and a secret that is seen once', async () => {
      const made = await create();
      const { _id: recordId } = made;
      const tail = made.client_id.slice(-6);
      const [secret = ''] = made.secret;
      assert.match(made.client_id, HEX);
      assert.match(recordId, HEX);
      assert.notEqual(recordId, made.client_id);
      assert.match(secret, /^sk_[A-Za-z0-9_-]{43}$/);
      assert.deepEqual(made, {
        company_id: shop.tenant.companyId,
        client_id: made.client_id,
        secret: [secret],
        slug: `client-${tail}`,
        scopes: { type: 'custom', permissions: [] },
        grants: ['client_credentials'],
        redirect_urls: [],
        access_token_lifetime: 7200,
        refresh_token_lifetime: 2_592_000,
        meta: { tags: [], name: `client-${tail}`, description: '' },
        author: { type: 'client', id: shop.tenant.rootClientId, name: 'Root' },
        is_active: true,
        client_type: 'partner',
        organization_id: shop.tenant.organizationId,
        _id: recordId,
        created_at: new Date(shop.server.node.now()).toISOString(),
        modified_at: new Date(shop.server.node.now()).toISOString(),
        raw_permissions: [],
      });
      const read = await owner({ url: at(made.client_id) });
      assert.equal(read.statusCode, 200);
      assert.deepEqual(read.json(), { ...made, secret: [`sk_…${secret.slice(-4)}`] });
      assert.ok(!(await shop.server.node.dump()).includes(secret));
    });

    const ofOrganization = permissions.filter((permission) => permission.startsWith('organization/'));

    test('of any type of scopes has the listed permissions, and of full all of its creator’s', async () => {
      for (const type of ['organization', 'application', 'Full', 'custom']) {
        const { scopes, raw_permissions } = await create({ scopes: { type, permissions: ['organization/*'] } }, owner);
        assert.deepEqual(scopes, { type, permissions: ['organization/*'] });
        assert.deepEqual(raw_permissions, ofOrganization);
        assert.deepEqual((await create({ scopes: { type } }, owner)).scopes, { type, permissions: [] });
      }
      const full = await create({ scopes: { type: 'full', permissions: ['organization/*'] } }, owner);
      assert.deepEqual(full.scopes, { type: 'full', permissions: ['*'] });
    });

    test('with everything given keeps everything, and says who made it', async () => {
      const operator = await shop.tenant.asOperator('Asha', 'organization/clients/*', 'company/*');
      shop.server.node.clock.at += 1000;
      const made = await create(
        {
          scopes: { type: 'custom', permissions: ['company/products/*', 'company/audit/read', 'company/products/*'] },
          grants: ['authorization_code', 'refresh_token', 'authorization_code'],
          meta: { tags: ['erp', 'nightly'], name: 'Crème & Co. Feeds', description: 'Feeds prices.' },
          user_id: 'user-7',
          client_type: 'extension',
          redirect_urls: ['https://example.com/cb', 'http://127.0.0.1:9000/cb'],
          access_token_lifetime: 60,
          refresh_token_lifetime: 3600,
          is_active: false,
        },
        operator,
      );
      assert.equal(made.slug, `creme-co-feeds-${made.client_id.slice(-6)}`);
      assert.deepEqual(made.scopes.permissions, ['company/products/*', 'company/audit/read']);
      assert.deepEqual(made.raw_permissions, ['company/audit/read', 'company/products/read', 'company/products/write']);
      assert.deepEqual(made.grants, ['authorization_code', 'refresh_token']);
      assert.deepEqual(made.meta, {
        tags: ['erp', 'nightly'],
        name: 'Crème & Co. Feeds',
        description: 'Feeds prices.',
        user_id: 'user-7',
      });
      assert.equal(made.user_id, 'user-7');
      assert.equal(made.client_type, 'extension');
      assert.deepEqual(made.redirect_urls, ['https://example.com/cb', 'http://127.0.0.1:9000/cb']);
      assert.deepEqual([made.access_token_lifetime, made.refresh_token_lifetime], [60, 3600]);
      assert.equal(made.is_active, false);
      assert.deepEqual([made.author['type'], made.author['name']], ['operator', 'Asha']);
      assert.equal(made.company_id, shop.tenant.companyId);
      assert.equal(made.created_at, new Date(shop.server.node.now()).toISOString());
    });

    test('takes the user where the SDK writes it, and the one at the root when both are there', async () => {
      const fromMeta = await create({ meta: { user_id: 'in-meta' } });
      assert.deepEqual([fromMeta.user_id, fromMeta.meta.user_id], ['in-meta', 'in-meta']);
      const fromBoth = await create({ user_id: 'at-root', meta: { user_id: 'in-meta' } });
      assert.deepEqual([fromBoth.user_id, fromBoth.meta.user_id], ['at-root', 'at-root']);
      assert.ok(!('user_id' in (await create({ user_id: '' }))));
    });

    test('with full scopes gives what the creator has, without what is included in it', async () => {
      const manager = shop.tenant.as(
        'company/*',
        'company/products/read',
        'organization/clients',
        'organization/clients/*',
      );
      const made = await create({ scopes: { type: 'full' } }, manager);
      assert.deepEqual(made.scopes, { type: 'full', permissions: ['company/*', 'organization/clients'] });
      assert.deepEqual(
        made.raw_permissions,
        permissions.filter((permission) => /^(?:company|organization\/clients)\//.test(permission)),
      );
    });

    test('refuses each bad value with its own code, and names the field', async () => {
      const cases: readonly (readonly [object, number, string, readonly string[]])[] = [
        [{ grants: ['password'] }, 422, 'grant_unknown', ['grants[0]']],
        [{ grants: ['client_credentials', 'implicit'] }, 422, 'grant_unknown', ['grants[1]']],
        [{ redirect_urls: ['http://example.com/cb'] }, 422, 'redirect_url_invalid', ['redirect_urls[0]']],
        [
          { redirect_urls: Array.from({ length: 21 }, (_, n) => `https://example.com/${n}`) },
          422,
          'redirect_url_invalid',
          ['redirect_urls'],
        ],
        [
          { redirect_urls: ['https://a.example/', 'https://a.example/'] },
          422,
          'redirect_url_invalid',
          ['redirect_urls[1]'],
        ],
        [{ access_token_lifetime: 59 }, 422, 'lifetime_invalid', ['access_token_lifetime']],
        [{ access_token_lifetime: 86_401 }, 422, 'lifetime_invalid', ['access_token_lifetime']],
        [{ refresh_token_lifetime: 3599 }, 422, 'lifetime_invalid', ['refresh_token_lifetime']],
        [{ refresh_token_lifetime: 7_776_001 }, 422, 'lifetime_invalid', ['refresh_token_lifetime']],
        [{ scopes: { permissions: ['company/nothing/read'] } }, 422, 'permission_unknown', ['scopes.permissions[0]']],
        [{ scopes: { permissions: ['company/audit/write'] } }, 422, 'permission_unknown', ['scopes.permissions[0]']],
        [{ scopes: { type: '' } }, 400, 'body_invalid', ['scopes.type']],
        [{ scopes: { type: 'x'.repeat(65) } }, 400, 'body_invalid', ['scopes.type']],
        [{ scopes: { type: 7 } }, 400, 'body_invalid', ['scopes.type']],
        [
          { scopes: { type: 'organization', permissions: ['organization/nothing'] } },
          422,
          'permission_unknown',
          ['scopes.permissions[0]'],
        ],
        [{ scopes: [] }, 400, 'body_invalid', ['scopes']],
        [{ grants: 'client_credentials' }, 400, 'body_invalid', ['grants']],
        [{ grants: [1] }, 400, 'body_invalid', ['grants[0]']],
        [{ redirect_urls: 'https://example.com' }, 400, 'body_invalid', ['redirect_urls']],
        [{ access_token_lifetime: '60' }, 400, 'body_invalid', ['access_token_lifetime']],
        [{ access_token_lifetime: 60.5 }, 400, 'body_invalid', ['access_token_lifetime']],
        [{ meta: { name: '' } }, 400, 'body_invalid', ['meta.name']],
        [{ meta: { name: '  ' } }, 400, 'body_invalid', ['meta.name']],
        [{ meta: { tags: 'a' } }, 400, 'body_invalid', ['meta.tags']],
        [{ user_id: 7 }, 400, 'body_invalid', ['user_id']],
        [{ is_active: 'yes' }, 400, 'body_invalid', ['is_active']],
        [{ client_type: 'native' }, 400, 'body_invalid', ['client_type']],
      ];
      for (const [payload, status, code, fields] of cases) {
        const answer = await owner({ method: 'POST', url: shop.tenant.path, payload });
        assert.deepEqual([answer.statusCode, codeOf(answer), fieldsOf(answer)], [status, code, fields], answer.body);
      }
      for (const body of ['{', '[]', '"x"', 'null', '{"a":1}}']) {
        const headers = { 'content-type': 'application/json' };
        const answer = await owner({ method: 'POST', url: shop.tenant.path, headers, payload: body });
        assert.deepEqual([answer.statusCode, codeOf(answer)], [400, 'body_invalid'], body);
      }
    });

    test('refuses permissions that the creator does not have, wildcard or not', async () => {
      const cases: readonly (readonly [readonly string[], string, boolean])[] = [
        [['company/products/read'], 'company/products/read', true],
        [['company/products/read'], 'company/products/write', false],
        [['company/products/read'], 'company/products', false],
        [['company/products/read', 'company/products/write'], 'company/products/*', true],
        [['company/products/*'], 'company/*', false],
        [['company/*/read'], 'company/orders/read', true],
        [['company/*/read'], 'company/*', false],
        [['company/*'], 'company/*/read', true],
        [['company/*'], '*', false],
        [['company/*'], 'app/*/*', false],
        [['*'], 'app/*/*', true],
        [permissions, 'company/*', false],
      ];
      for (const [held, wanted, allowed] of cases) {
        const send = shop.tenant.as('organization/clients/write', ...held);
        const payload = { scopes: { permissions: [wanted] } };
        const answer = await send({ method: 'POST', url: shop.tenant.path, payload });
        assert.equal(answer.statusCode, allowed ? 201 : 403, `${held.join()} wants ${wanted}`);
        if (!allowed) assert.equal(codeOf(answer), 'permission_exceeds_caller');
      }
    });

    test('under one Idempotency-Key happens once, and the repeat does not show the secret', async () => {
      const headers = { 'idempotency-key': 'create-client-0001' };
      const send = (payload: object) => owner({ method: 'POST', url: shop.tenant.path, headers, payload });
      const answers = await Promise.all(Array.from({ length: 5 }, () => send({ meta: { name: 'Once' } })));
      assert.deepEqual([...new Set(answers.map(({ statusCode }) => statusCode))], [201]);
      const made = answers.map((answer) => answer.json<ClientResponse>());
      assert.equal(new Set(made.map(({ client_id }) => client_id)).size, 1);
      const shown = made.flatMap(({ secret }) => secret).filter((secret) => !secret.includes('…'));
      assert.equal(shown.length, 1);
      assert.equal(codeOf(await send({ meta: { name: 'Other' } })), 'idempotency_mismatch');
    });
  });

  describe('updating', () => {
    test('changes name, tags, description and user, and nothing else that is sent', async () => {
      const made = await create({ meta: { name: 'Before', tags: ['a'], description: 'x' }, user_id: 'u1' });
      shop.server.node.clock.at += 5000;
      const payload = {
        meta: { name: 'After', tags: [], description: '', user_id: 'u2', more: 1 },
        scopes: { type: 'full' },
        grants: ['authorization_code'],
        is_active: false,
        secret: ['sk_mine'],
        organization_id: 'x',
        custom: true,
      };
      const answer = await owner({ method: 'PUT', url: at(made.client_id), payload });
      assert.equal(answer.statusCode, 200, answer.body);
      assert.deepEqual(answer.json(), {
        ...made,
        secret: [`sk_…${made.secret[0]?.slice(-4)}`],
        meta: { name: 'After', tags: [], description: '', user_id: 'u2' },
        user_id: 'u2',
        modified_at: new Date(shop.server.node.now()).toISOString(),
      });
      assert.deepEqual((await owner({ url: at(made.client_id) })).json(), answer.json());
    });

    test('leaves what it does not name, and an empty change changes nothing', async () => {
      const made = await create({ meta: { name: 'Kept', tags: ['t'], description: 'd' }, user_id: 'u' });
      shop.server.node.clock.at += 5000;
      const renamed = await owner({ method: 'PUT', url: at(made.client_id), payload: { meta: { name: 'New' } } });
      assert.deepEqual(renamed.json().meta, { name: 'New', tags: ['t'], description: 'd', user_id: 'u' });
      const same = await owner({ method: 'PUT', url: at(made.client_id), payload: {} });
      assert.deepEqual(same.json(), renamed.json());
      assert.equal(same.headers['etag'], renamed.headers['etag']);
      const moved = await owner({ method: 'PUT', url: at(made.client_id), payload: { user_id: 'v' } });
      assert.deepEqual([moved.json().user_id, moved.json().meta.user_id], ['v', 'v']);
      const freed = await owner({ method: 'PUT', url: at(made.client_id), payload: { user_id: '' } });
      assert.ok(!('user_id' in freed.json()) && !('user_id' in freed.json().meta));
    });

    test('refuses an empty name', async () => {
      const { client_id } = await create();
      for (const name of ['', '   ']) {
        const answer = await owner({ method: 'PUT', url: at(client_id), payload: { meta: { name } } });
        assert.deepEqual([answer.statusCode, fieldsOf(answer)], [400, ['meta.name']]);
      }
    });
  });
});
