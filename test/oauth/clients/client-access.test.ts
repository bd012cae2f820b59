import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { InjectOptions } from 'fastify';
import { demoNames, planInstallation } from '../../../src/commands/plan-installation.ts';
import { ClientResponse } from '../../../src/contract/applications/client-contract.ts';
import { readClient } from '../../../src/oauth/clients/client-store.ts';
import { clientView } from '../../../src/oauth/clients/client-view.ts';
import { permissions } from '../../../src/http/permissions.ts';
import { forEachEngine } from '../../databases.ts';
import { type Answer, clientServer, codeOf, type Send } from '../client-server.ts';

type Ask = InjectOptions & { readonly url: string };
type Entry = { readonly action: string; readonly subject: string; readonly before: unknown; readonly after: unknown };

forEachEngine(async (engine) => {
  const server = await clientServer(engine);
  after(() => server.close());
  const tenant = await server.tenant();
  const foreign = await server.tenant();
  const owner = tenant.as('*');

  const requests = (path: string, clientId: string, secretId: string): readonly Ask[] => [
    { method: 'GET', url: `${path}/${clientId}` },
    { method: 'PUT', url: `${path}/${clientId}`, payload: { meta: { name: 'Mine now' } } },
    { method: 'PATCH', url: `${path}/${clientId}`, payload: { is_active: false } },
    { method: 'DELETE', url: `${path}/${clientId}` },
    { method: 'GET', url: `${path}/${clientId}/secret` },
    { method: 'POST', url: `${path}/${clientId}/secret`, payload: {} },
    { method: 'PATCH', url: `${path}/${clientId}/secret/${secretId}`, payload: { expires_at: null } },
    { method: 'DELETE', url: `${path}/${clientId}/secret/${secretId}` },
    { method: 'GET', url: `${path}/${clientId}/audit` },
  ];
  const lists = (path: string): readonly Ask[] => [
    { method: 'GET', url: path },
    { method: 'POST', url: path, payload: {} },
    { method: 'GET', url: `${path}/audit` },
  ];
  const bodyOf = (answer: Answer) => {
    const { request_id: _, ...body } = answer.json() as Record<string, unknown>;
    return [answer.statusCode, body];
  };

  test('a client of another organization is answered exactly like one that does not exist', async () => {
    const theirs = foreign.rootClientId;
    const [secret] = await server.node.db.all<{ id: string }>(
      'select id from oauth_client_secret where client_id = ?',
      [theirs],
    );
    const unknown = '0'.repeat(24);
    const expected = [
      404,
      { success: false, message: 'No such client in this organization.', error_code: 'client_not_found' },
    ];
    for (const [path, clientId, secretId] of [
      [tenant.path, unknown, unknown],
      [tenant.path, theirs, secret?.id ?? ''],
      [foreign.path, theirs, secret?.id ?? ''],
      [foreign.path, tenant.rootClientId, unknown],
      [tenant.path.replace(tenant.organizationId, 'nobody'), theirs, unknown],
      [tenant.path, "' or 1=1 --", unknown],
    ] as const) {
      for (const request of requests(path, encodeURIComponent(clientId), secretId)) {
        assert.deepEqual(bodyOf(await owner(request)), expected, `${request.method} ${request.url}`);
      }
    }
    for (const request of lists(foreign.path)) assert.deepEqual(bodyOf(await owner(request)), expected);
    const untouched = await foreign.as('*')({ url: `${foreign.path}/${theirs}` });
    assert.deepEqual([untouched.json().meta.name, untouched.json().is_active], ['Root', true]);
  });

  test('every route needs its permission', async () => {
    const all = [...requests(tenant.path, tenant.rootClientId, 'x'), ...lists(tenant.path)];
    const readers = all.filter(({ method }) => method === 'GET');
    const writers = all.filter(({ method }) => method !== 'GET');
    assert.deepEqual([readers.length, writers.length], [5, 7]);
    const refused = async (send: Send, options: readonly Ask[]) => {
      for (const option of options) {
        const answer = await send(option);
        assert.deepEqual([answer.statusCode, codeOf(answer)], [403, 'permission_missing'], option.url);
      }
    };
    await refused(tenant.as('organization/clients/read'), writers);
    await refused(tenant.as('organization/clients/write'), readers);
    await refused(tenant.as('company/*', 'app/*'), all);
    for (const option of all) {
      assert.equal((await server.app.inject(option)).statusCode, 401);
      const garbage = await server.app.inject({ ...option, headers: { authorization: 'Bearer garbage' } });
      assert.equal(garbage.statusCode, 401);
    }
  });

  test('the audit tells what was done to a client, without secrets, also after it is gone', async () => {
    const made = (
      await owner({ method: 'POST', url: tenant.path, payload: { meta: { name: 'Told' }, api_secret: 'hunter2' } })
    ).json() as ClientResponse;
    const url = `${tenant.path}/${made.client_id}`;
    const step = async (options: InjectOptions) => {
      server.node.clock.at += 1;
      const answer = await owner(options);
      assert.ok(answer.statusCode < 300, answer.body);
      return answer.json();
    };
    await step({ method: 'PUT', url, payload: { meta: { name: 'Retold' }, user_id: 'u' } });
    await step({ method: 'PATCH', url, payload: { is_active: false } });
    const secret = await step({ method: 'POST', url: `${url}/secret`, payload: {} });
    await step({
      method: 'PATCH',
      url: `${url}/secret/${secret.id}`,
      payload: { expires_at: '2030-01-01T00:00:00.000Z' },
    });
    await step({ method: 'DELETE', url: `${url}/secret/${secret.id}` });
    await step({ method: 'DELETE', url });
    const told = (await owner({ url: `${url}/audit?page_size=4` })).json();
    const rest = (await owner({ url: `${url}/audit?page_size=4&page_id=${told.page.next_id}` })).json();
    const entries = [...told.items, ...rest.items] as Entry[];
    assert.deepEqual(
      entries.map(({ action }) => action),
      [
        'client.delete',
        'client_secret.remove',
        'client_secret.change',
        'client_secret.add',
        'client.change',
        'client.change',
        'client.add',
      ],
    );
    assert.ok(entries.every(({ subject }) => subject === `client/${made.client_id}`));
    assert.deepEqual([entries[4]?.before, entries[4]?.after], [{ is_active: true }, { is_active: false }]);
    assert.deepEqual(entries[5]?.before, { meta: { name: 'Told', description: '', tags: [] }, user_id: null });
    assert.deepEqual(entries[5]?.after, { meta: { name: 'Retold', description: '', tags: [] }, user_id: 'u' });
    const text = JSON.stringify(entries);
    for (const hidden of [made.secret[0] ?? '', secret.secret, 'hunter2']) assert.ok(!text.includes(hidden));

    const all = (await owner({ url: `${tenant.path}/audit?page_size=100` })).json().items as Entry[];
    assert.ok(all.length >= 7 && all.every(({ subject }) => subject.startsWith('client/')));
    const theirs = (await foreign.as('*')({ url: `${foreign.path}/audit` })).json();
    assert.deepEqual([theirs.items, theirs.page.has_next], [[], false]);
  });

  test('the client of a first start is a complete record', async () => {
    const { node } = server;
    const { credentials, statements } = planInstallation(
      { now: node.now, random: node.random },
      demoNames,
      'first@example.com',
    );
    const clientRows = statements.filter(({ sql }) => /oauth_client/.test(sql));
    // The installation's own company has the number of one that is here already, so the client moves in with ours.
    await node.db.commit(
      clientRows.map(({ sql, params = [] }) => ({
        sql,
        params: params.map((value) => (value === credentials.organization_id ? tenant.organizationId : value)),
      })),
    );
    const place = { organizationId: tenant.organizationId, clientId: credentials.client_id };
    const client = await readClient(node.db, place, node.now());
    assert.ok(client);
    const view = clientView(client);
    assert.deepEqual(view.raw_permissions, permissions);
    const answer = (await owner({ url: `${tenant.path}/${credentials.client_id}` })).json() as ClientResponse;
    assert.deepEqual(answer, view);
    const fields = Object.keys(ClientResponse.properties).filter((name) => name !== 'user_id');
    assert.deepEqual(Object.keys(answer).toSorted(), fields.toSorted());
  });
});
