/** What an operator agreed to ends with him, and shrinks with his role, on every node from the next request on. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createApp } from '../../src/app.ts';
import { addApplication } from '../../src/applications/add-application.ts';
import { deactivateOperator } from '../../src/operators/add-operator.ts';
import { system } from '../../src/applications/node.ts';
import { readConfig } from '../../src/config.ts';
import { forEachEngine } from '../databases.ts';
import { CALLBACK, decide, oauthServer, postForm, patientFetch } from './oauth-server.ts';
import { patience } from '../patience.ts';

type Json = Readonly<Record<string, unknown>>;

forEachEngine(async (engine) => {
  const server = await oauthServer(engine);
  const client = await server.addClient({ grants: ['authorization_code', 'refresh_token'] });
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
