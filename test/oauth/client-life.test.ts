/** A client's fields do what they promise: tokens come, reach as far as the permissions, and end with the client. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { forEachEngine } from '../databases.ts';
import { oauthServer, type TestClient, patientFetch } from './oauth-server.ts';

forEachEngine(async (engine) => {
  const server = await oauthServer(engine);
  after(() => server.close());
  const path = `/service/partner/authorization/v1.0/organization/${server.organizationId}/oauth/client`;

  const tokenOf = async (clientId: TestClient['clientId'], secret: string) => {
    const answer = await patientFetch(
      `${server.base}/service/panel/authentication/v1.0/organization/${server.organizationId}/oauth/token`,
      {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}` },
        body: new URLSearchParams({ grant_type: 'client_credentials' }),
      },
    );
    return { status: answer.status, ...((await answer.json()) as { access_token?: string; expires_in?: number }) };
  };
  const root = await server.addClient({ scopes: { type: 'full', permissions: ['*'] } });
  const token = (await tokenOf(root.clientId, root.clientSecret)).access_token ?? '';
  const call = async (bearer: string, method: string, at = '', body?: unknown) => {
    const answer = await patientFetch(`${server.base}${path}${at}`, {
      method,
      headers: {
        authorization: `Bearer ${bearer}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const create = async (given: object) => {
    const { status, body } = await call(token, 'POST', '', given);
    assert.equal(status, 201, JSON.stringify(body));
    return { clientId: String(body['client_id']), secret: (body['secret'] as string[])[0] ?? '', body };
  };

  test('a created client gets a token that lives as long and reaches as far as its record says', async () => {
    const made = await create({
      scopes: { permissions: ['organization/clients/read'] },
      access_token_lifetime: 600,
    });
    const issued = await tokenOf(made.clientId, made.secret);
    assert.deepEqual([issued.status, issued.expires_in], [200, 600]);
    assert.equal((await call(issued.access_token ?? '', 'GET')).status, 200);
    assert.equal((await call(issued.access_token ?? '', 'POST', '', {})).status, 403);
    assert.equal((made.body['author'] as { type: string }).type, 'client');
  });

  test('a second secret works beside the first, and a removed one no longer', async () => {
    const { clientId, secret } = await create({});
    const added = await call(token, 'POST', `/${clientId}/secret`, {});
    const second = String(added.body['secret']);
    assert.deepEqual([(await tokenOf(clientId, secret)).status, (await tokenOf(clientId, second)).status], [200, 200]);
    await call(token, 'DELETE', `/${clientId}/secret/${String(added.body['id'])}`);
    assert.deepEqual([(await tokenOf(clientId, secret)).status, (await tokenOf(clientId, second)).status], [200, 401]);
  });

  test('a client that is switched off or deleted gets no token, and those it has stop', async () => {
    for (const [method, body] of [
      ['PATCH', { is_active: false }],
      ['DELETE', undefined],
    ] as const) {
      const { clientId, secret } = await create({ scopes: { permissions: ['organization/clients/read'] } });
      const bearer = (await tokenOf(clientId, secret)).access_token ?? '';
      assert.equal((await call(bearer, 'GET')).status, 200);
      assert.equal((await call(token, method, `/${clientId}`, body)).status, 200);
      server.pass(5000);
      assert.equal((await call(bearer, 'GET')).status, 401);
      assert.ok((await tokenOf(clientId, secret)).status >= 400);
    }
  });
});
