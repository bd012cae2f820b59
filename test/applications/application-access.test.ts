import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readApplicationCredential } from '../../src/applications/application-proof.ts';
import { forEachEngine } from '../databases.ts';
import { openCompany, signedIn } from './test-server.ts';

const bearer = (id: string, token: string) => `Bearer ${Buffer.from(`${id}:${token}`).toString('base64')}`;
const codeOf = (answer: { json: () => unknown }) => (answer.json() as { error_code?: string }).error_code;

describe('the credential of an application', () => {
  test('is read in either base64, and anything else is none', () => {
    const id = 'a'.repeat(24);
    for (const encoding of ['base64', 'base64url'] as const) {
      const header = `Bearer ${Buffer.from(`${id}:tok~en`).toString(encoding)}`;
      assert.deepEqual(readApplicationCredential(header), { id, token: 'tok~en' });
    }
    for (const header of [
      undefined,
      '',
      'Bearer',
      'Basic YTpi',
      'Bearer pr-0123456789',
      bearer('x', 'y'),
      bearer(id, ''),
    ]) {
      assert.equal(readApplicationCredential(header), undefined, header);
    }
  });
});

forEachEngine(async (engine) => {
  const { node, app, shop, foreign, owner, viewer } = await openCompany(engine);
  const stranger = await signedIn(app, node, foreign, 'owner');
  const own = () => `/service/platform/configuration/v1.0/company/${shop.companyId}/application/${shop.applicationId}`;

  describe('the audit', () => {
    const url = () => `/service/platform/configuration/v1.0/company/${shop.companyId}/audit`;
    test('tells who changed what, before and after, newest first', async () => {
      node.clock.at += 1;
      await owner({ method: 'PATCH', url: own(), payload: { name: 'Audited' } });
      const { items, page } = (await viewer({ url: `${url()}?page_size=1` })).json();
      const [entry] = items;
      assert.equal(page.has_next, true);
      assert.deepEqual(
        [entry.action, entry.subject, entry.before, entry.after],
        ['application.change', `application/${shop.applicationId}`, { name: 'Shop' }, { name: 'Audited' }],
      );
      assert.match(entry.actor, /^operator:[0-9a-f]{24}$/);
      assert.equal(typeof entry.request_id, 'string');
    });

    test('another organization sees nothing of it', async () => {
      assert.equal(codeOf(await stranger({ url: url() })), 'company_not_found');
      const theirs = (
        await stranger({ url: `/service/platform/configuration/v1.0/company/${foreign.companyId}/audit?page_size=100` })
      ).body;
      assert.ok(!theirs.includes(shop.applicationId));
    });
  });

  describe('who may', () => {
    const requests = () =>
      [
        { method: 'GET', url: own() },
        { method: 'PATCH', url: own(), payload: { name: 'Stolen' } },
        { method: 'GET', url: `${own()}/token` },
        { method: 'POST', url: `${own()}/token`, payload: {} },
        { method: 'DELETE', url: `${own()}/token/${'f'.repeat(24)}` },
      ] as const;

    test('a foreign application and an unknown one are answered alike', async () => {
      for (const request of requests()) {
        const foreignAnswer = await stranger(request);
        const unknownAnswer = await stranger({
          ...request,
          url: request.url
            .replace(shop.applicationId, '0'.repeat(24))
            .replace(`/company/${shop.companyId}/`, `/company/${foreign.companyId}/`),
        });
        assert.equal(foreignAnswer.statusCode, 404, request.url);
        const { request_id: _, ...foreignBody } = foreignAnswer.json();
        const { request_id: __, ...unknownBody } = unknownAnswer.json();
        assert.deepEqual(foreignBody, unknownBody);
      }
    });

    test('a viewer reads and writes nothing; nobody without a session does either', async () => {
      for (const request of requests()) {
        const answer = await viewer(request);
        if (request.method === 'GET') assert.equal(answer.statusCode, 200);
        else assert.equal(codeOf(answer), 'permission_missing');
        assert.equal((await app.inject(request)).statusCode, 401);
      }
    });

    test('a write with the operator’s cookie from another site is refused', async () => {
      for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }]) {
        const answer = await owner({ method: 'PATCH', url: own(), headers, payload: { name: 'Forged' } });
        assert.deepEqual([answer.statusCode, codeOf(answer)], [403, 'origin_refused']);
      }
    });

    test('a session that has ended says so', async () => {
      const answer = await app.inject({ url: own(), headers: { cookie: 'cw_session=gone' } });
      assert.deepEqual([answer.statusCode, codeOf(answer)], [401, 'session_invalid']);
    });
  });
});
