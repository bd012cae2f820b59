import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { forEachEngine } from '../databases.ts';
import { type Body, callAs, openShop, type Person, signedIn } from './test-server.ts';

const root = '/service/platform/configuration/v1.0';
type Method = 'GET' | 'POST' | 'PATCH';

forEachEngine(async (engine) => {
  const { node, app, shop: first } = await openShop(engine);
  const owner = await signedIn(app, node, first, 'owner');

  describe('organizations and companies by API', () => {
    const call = (who: Person, method: Method, url: string, payload?: object, headers = {}) =>
      callAs(who, method, `${root}${url}`, payload, headers);
    const code = async (answer: Promise<{ body: Body }>) => (await answer).body['error_code'];
    const comeIn = async (link: unknown): Promise<Person> => {
      const answer = await app.inject({
        method: 'POST',
        url: '/console/enter',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
        payload: `token=${new URL(String(link)).searchParams.get('token')}`,
      });
      const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
      return (options) =>
        app.inject({ ...options, headers: { cookie, 'sec-fetch-site': 'same-origin', ...options.headers } });
    };

    test('a new organization has a company and an owner, and neither sees the other', async () => {
      const key = { 'idempotency-key': 'organization-0123456789' };
      const given = { name: 'Second', owner: { email: 'second@example.com' } };
      const made = await call(owner, 'POST', '/installation/organization', given, key);
      assert.equal(made.status, 201, JSON.stringify(made.body));
      const again = await call(owner, 'POST', '/installation/organization', given, key);
      assert.deepEqual([again.body['id'], again.body['link']], [made.body['id'], undefined]);
      const listed = (await call(owner, 'GET', '/installation/organization')).body.items.map(({ id }) => String(id));
      assert.deepEqual(listed.toSorted(), [first.organizationId, String(made.body['id'])].toSorted());

      const second = await comeIn(made.body['link']);
      const theirs = `/organization/${String(made.body['id'])}`;
      const ours = `/organization/${first.organizationId}`;
      assert.equal((await call(second, 'GET', theirs)).body['name'], 'Second');
      const company = String(made.body['company_id']);
      const added = await call(second, 'POST', `/company/${company}/application`, {
        name: 'Shop',
        currency: 'EUR',
        country: 'DE',
      });
      assert.equal(added.status, 201);
      const application = `/company/${company}/application/${String(added.body['id'])}`;
      assert.equal((await call(second, 'GET', application)).status, 200);
      for (const place of [theirs, `${theirs}/company`, `${theirs}/operator`, `${theirs}/company/${company}`]) {
        assert.equal(await code(call(owner, 'GET', place)), 'organization_not_found', place);
      }
      assert.equal(await code(call(owner, 'GET', `/company/${company}/application`)), 'company_not_found');
      assert.equal(await code(call(owner, 'PATCH', application, { name: 'Mine' })), 'application_not_found');
      assert.equal(await code(call(owner, 'GET', `/company/${company}/audit`)), 'company_not_found');
      assert.equal(await code(call(owner, 'GET', `${ours}/company/${company}`)), 'company_not_found');
      assert.equal(await code(call(second, 'GET', ours)), 'organization_not_found');
      assert.equal(await code(call(second, 'GET', `${theirs}/company/${first.companyId}`)), 'company_not_found');
      assert.equal(await code(call(second, 'GET', `/company/${first.companyId}/application`)), 'company_not_found');
      // Only the organization that was set up first makes others: for the second there are none.
      assert.equal(await code(call(second, 'GET', '/installation/organization')), 'organization_not_found');
      assert.equal(await code(call(second, 'POST', '/installation/organization', given)), 'organization_not_found');
      const told = await call(second, 'GET', `/company/${company}/audit?page_size=100`);
      assert.ok(!JSON.stringify(told.body).includes(first.organizationId));
    });

    test('an address that is taken makes no organization', async () => {
      const before = (await call(owner, 'GET', '/installation/organization?page_size=100')).body.items.length;
      const given = { name: 'Third', owner: { email: 'SECOND@example.com' } };
      assert.equal(await code(call(owner, 'POST', '/installation/organization', given)), 'email_taken');
      assert.equal((await call(owner, 'GET', '/installation/organization?page_size=100')).body.items.length, before);
    });

    test('companies are added once under a key, listed, renamed, and audited', async () => {
      const place = `/organization/${first.organizationId}/company`;
      const key = { 'idempotency-key': 'company-0123456789abc' };
      const made = await call(owner, 'POST', place, { name: 'Branch' }, key);
      const again = await call(owner, 'POST', place, { name: 'Branch' }, key);
      assert.deepEqual([made.status, again.body['id']], [201, made.body['id']]);
      const renamed = await call(owner, 'PATCH', `${place}/${String(made.body['id'])}`, { name: 'North' });
      assert.equal(renamed.body['name'], 'North');
      const listed = (await call(owner, 'GET', place)).body.items.map(({ name }) => name);
      assert.deepEqual(listed, ['Co', 'North']);
      assert.equal(
        (await call(owner, 'PATCH', `/organization/${first.organizationId}`, { name: 'House' })).body['name'],
        'House',
      );
      const rows = await node.db.all<{ action: string }>('select action from audit where subject = ? order by action', [
        `company/${String(made.body['id'])}`,
      ]);
      assert.deepEqual(
        rows.map(({ action }) => action),
        ['company.add', 'company.change'],
      );
      const viewer = await signedIn(app, node, first, 'viewer');
      assert.equal(await code(call(viewer, 'POST', place, { name: 'No' })), 'permission_missing');
    });

    test('a company takes a thousand applications, also when several ask for the last place at once', async () => {
      const made = await call(owner, 'POST', `/organization/${first.organizationId}/company`, { name: 'Full' });
      const companyId = Number(made.body['id']);
      const rows = Array.from({ length: 999 }, (_, at) => ({
        sql: `insert into application (id, company_id, version, token_version, created_at, modified_at, settings)
              select ?, ?, 1, 1, created_at, modified_at, settings from application where id = ?`,
        params: [`full-${companyId}-${at}`, companyId, first.applicationId],
      }));
      await node.db.commit(rows);
      const given = { name: 'Shop', currency: 'EUR', country: 'DE' };
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => call(owner, 'POST', `/company/${companyId}/application`, given)),
      );
      const codes = answers
        .map(({ status, body }) => (status === 201 ? 'added' : String(body['error_code'])))
        .toSorted();
      assert.deepEqual(codes, ['added', ...Array.from({ length: 3 }, () => 'application_limit_reached')]);
    });
  });
});
