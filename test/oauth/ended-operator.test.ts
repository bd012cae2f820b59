/** What an operator agreed to ends with him, and shrinks with his role, on every node from the next request on. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createApp } from '../../src/app.ts';
import { addApplication } from '../../src/applications/add-application.ts';
import { deactivateOperator } from '../../src/operators/add-operator.ts';
import { linkOwner } from '../../src/operators/operator-session.ts';
import { system } from '../../src/applications/node.ts';
import { readConfig } from '../../src/config.ts';
import { forEachEngine } from '../databases.ts';
import { CALLBACK, decide, oauthServer, postForm, patientFetch } from './oauth-server.ts';
import { patience } from '../patience.ts';

type Json = Readonly<Record<string, unknown>>;

forEachEngine(async (engine) => {
  const server = await oauthServer(engine);
  const client = await server.addClient({
    grants: ['authorization_code', 'refresh_token', 'client_credentials'],
    scopes: { type: 'custom', permissions: ['company/*', 'organization/clients/read', 'organization/operators/write'] },
  });
  // Shares nothing with the first but the database.
  const config = { ...patience, CARTWRIGHT_PUBLIC_URL: server.base, CARTWRIGHT_LOG_LEVEL: 'silent' };
  const other = await createApp(server.node, readConfig(config), () => false);
  after(async () => {
    await other.close();
    await server.close();
  });

  const form = (path: string, fields: Readonly<Record<string, string>>) =>
    postForm(server, path, fields, { authorization: client.basic });
  const redeem = async (fields: Readonly<Record<string, string>>): Promise<readonly [number, Json]> => {
    const answer = await form('/oidc/token', fields);
    return [answer.status, (await answer.json()) as Json];
  };
  /** An operator who agrees, with a code that is still to be redeemed. */
  const agreeing = async (scope: string) => {
    const browser = await server.browser('owner');
    const operator = await server.node.db.one<{ id: string }>(
      `select o.id from operator o where not exists (select 1 from audit a where a.actor = 'operator:' || o.id
        and a.action = 'client.consent')`,
    );
    const query = { client_id: client.clientId, response_type: 'code', redirect_uri: CALLBACK, state: 's', scope };
    const path = `/service/panel/authentication/v1.0/organization/${server.organizationId}/oauth/authorize`;
    const code = async (): Promise<string> => {
      const back = await decide(browser, `${server.base}${path}?${new URLSearchParams(query).toString()}`, 'allow');
      return back.searchParams.get('code') ?? '';
    };
    const granted = { grant_type: 'authorization_code', redirect_uri: CALLBACK };
    const [status, tokens] = await redeem({ ...granted, code: await code() });
    assert.equal(status, 200, JSON.stringify(tokens));
    return {
      operatorId: operator?.id ?? '',
      access: String(tokens['access_token']),
      refresh: String(tokens['refresh_token']),
      open: { ...granted, code: await code() },
    };
  };
  const settings = () => `/service/platform/configuration/v1.0/company/${server.companyId}/application`;
  const uses = async (token: string, method: 'GET' | 'POST' = 'GET'): Promise<number> => {
    const headers = { authorization: `Bearer ${token}` };
    const answers = await Promise.all(
      [server.app, other].map((app) =>
        app.inject({ method, url: settings(), headers, ...(method === 'GET' ? {} : { payload: {} }) }),
      ),
    );
    const statuses = new Set(answers.map(({ statusCode }) => statusCode));
    assert.equal(statuses.size, 1, 'both nodes say the same');
    return [...statuses][0] ?? 0;
  };

  test('tokens, codes and refresh tokens of an operator who is deactivated are worth nothing', async () => {
    const given = await agreeing('company/settings/read openid offline_access');
    const kept = await agreeing('company/settings/read');
    assert.deepEqual([await uses(given.access), await uses(kept.access)], [200, 200]);
    await deactivateOperator(server.node, server.organizationId, given.operatorId, system);
    assert.deepEqual([await uses(given.access), await uses(kept.access)], [401, 200]);
    const refreshed = await redeem({ grant_type: 'refresh_token', refresh_token: given.refresh });
    assert.deepEqual([refreshed[0], refreshed[1]['error']], [400, 'invalid_grant']);
    const redeemed = await redeem(given.open);
    assert.deepEqual([redeemed[0], redeemed[1]['error']], [400, 'invalid_grant']);
    for (const token of [given.access, given.refresh]) {
      const asked = await form('/oidc/token/introspection', { token });
      assert.deepEqual(await asked.json(), { active: false });
    }
    const me = await patientFetch(`${server.base}/oidc/me`, { headers: { authorization: `Bearer ${given.access}` } });
    assert.equal(me.status, 401);
  });

  test('what he listens to ends, too', async () => {
    const given = await agreeing('company/events/read');
    const { node, companyId } = server;
    const { applicationId } = await addApplication(node, server, { name: 'S', currency: 'EUR', country: 'DE' }, system);
    const tail = `/service/platform/webhook/v1.0/company/${companyId}/application/${applicationId}/events/tail`;
    const heard = await patientFetch(`${server.base}${tail}`, { headers: { authorization: `Bearer ${given.access}` } });
    assert.equal(heard.status, 200);
    await deactivateOperator(node, server.organizationId, given.operatorId, system);
    assert.match(await heard.text(), /event: end\ndata: .*no_longer_permitted/);
  });

  test('a token does no more than its operator still may', async () => {
    const given = await agreeing('company/settings/read company/settings/write');
    assert.notEqual(await uses(given.access, 'POST'), 403);
    await server.node.db.commit([
      { sql: "update operator set role = 'viewer' where id = ?", params: [given.operatorId] },
    ]);
    assert.deepEqual([await uses(given.access), await uses(given.access, 'POST')], [200, 403]);
    await server.node.db.commit([
      { sql: "update operator set role = 'nothing' where id = ?", params: [given.operatorId] },
    ]);
    assert.equal(await uses(given.access), 403);
  });

  test('a link that a client issued on his word ends with him, and any link with the client', async () => {
    const inviting = 'company/* organization/operators/write';
    const given = await agreeing(inviting);
    const own = await redeem({ grant_type: 'client_credentials', scope: inviting });
    let count = 0;
    const invited = async (token: string): Promise<string> => {
      const answer = await server.app.inject({
        method: 'POST',
        url: `/service/platform/configuration/v1.0/organization/${server.organizationId}/operator`,
        headers: { authorization: `Bearer ${token}` },
        payload: { email: `invited-${(count += 1)}@example.com`, role: 'viewer' },
      });
      assert.equal(answer.statusCode, 201, answer.body);
      return new URL(String(answer.json<Json>()['link'])).searchParams.get('token') ?? '';
    };
    const opens = async (token: string) => (await linkOwner(server.node, token)) !== undefined;
    const links = [await invited(given.access), await invited(String(own[1]['access_token']))] as const;
    const all = async () => [await opens(links[0]), await opens(links[1])];
    assert.deepEqual(await all(), [true, true]);
    const set = (column: string, value: number | string, id: string) =>
      server.node.db.commit([
        {
          sql: `update oauth_client set ${column} = ?, version = version + 1 where client_id = ?`,
          params: [value, id],
        },
      ]);
    await set('is_active', 0, client.clientId);
    assert.deepEqual(await all(), [false, false], 'who switched the client off stopped what it had begun');
    await set('is_active', 1, client.clientId);
    await deactivateOperator(server.node, server.organizationId, given.operatorId, system);
    assert.deepEqual(await all(), [false, true]);
    const row = await server.node.db.one<{ n: number }>(
      'select count(*) as n from operator_link where issued_by like ?',
      [`%operator:${given.operatorId}%`],
    );
    assert.equal(row?.n, 0);
  });

  test('a client that is deactivated redeems nothing either', async () => {
    const given = await agreeing('company/settings/read');
    const set = (active: number) => [
      {
        sql: 'update oauth_client set is_active = ?, version = version + 1 where client_id = ?',
        params: [active, client.clientId],
      },
    ];
    await server.node.db.commit(set(0));
    assert.equal(await uses(given.access), 401);
    assert.equal((await redeem({ grant_type: 'refresh_token', refresh_token: given.refresh }))[0], 401);
    await server.node.db.commit(set(1));
  });
});
