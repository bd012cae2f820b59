import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { forEachEngine } from '../databases.ts';
import { type Body, callAs, newShop, openShop, type Person, signedIn } from '../applications/test-server.ts';

forEachEngine(async (engine) => {
  const { node, app, shop } = await openShop(engine);
  const owner = await signedIn(app, node, shop, 'owner');
  const base = `/service/platform/configuration/v1.0/organization/${shop.organizationId}`;
  const call = callAs;

  describe('people of an organization', () => {
    let count = 0;
    const invite = (who: Person, role: string, email = `p${(count += 1)}@example.com`, headers = {}) =>
      call(who, 'POST', `${base}/operator`, { email, role }, headers);
    const tokenOf = (link: unknown) => new URL(String(link)).searchParams.get('token') ?? '';
    const accept = (token: string, password = 'a long enough one') =>
      app.inject({
        method: 'POST',
        url: '/service/platform/configuration/v1.0/invitation/accept',
        payload: { token, password, name: 'Chosen' },
      });
    const enter = async (token: string) => {
      const answer = await app.inject({
        method: 'POST',
        url: '/console/enter',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
        payload: `token=${token}`,
      });
      return { session: String(answer.headers['set-cookie']).split(';')[0] ?? '' };
    };

    const actions = async (subject: string) =>
      (
        await node.db.all<{ action: string }>('select action from audit where subject = ? order by action', [subject])
      ).map(({ action }) => action);

    test('an invitation is accepted once, is listed by its state, and is kept as a hash only', async () => {
      const { status, body } = await invite(owner, 'support');
      assert.equal(status, 201);
      assert.equal(body['status'], 'invited');
      const token = tokenOf(body['link']);
      assert.ok(token.length > 20 && !(await node.dump()).includes(token));
      const listed = await call(owner, 'GET', `${base}/operator?status=invited`);
      assert.ok(listed.body.items.some(({ id }) => id === body['id']));
      const weak = await accept(token, 'short');
      assert.equal(weak.json().error_code, 'operator_invalid');
      const accepted = await accept(token);
      assert.equal(accepted.statusCode, 200, accepted.body);
      assert.deepEqual(
        [accepted.json().status, accepted.json().name, accepted.json().has_password],
        ['active', 'Chosen', true],
      );
      assert.equal((await accept(token)).json().error_code, 'link_invalid');
      assert.deepEqual(await actions(`operator/${String(body['id'])}`), ['operator.add', 'operator.join']);
    });

    test('one person is sent ten invitations in a day, and a refused one leaves the last link as it was', async () => {
      const first = await invite(owner, 'viewer');
      const place = `${base}/operator/${String(first.body['id'])}/invitation`;
      const answers = [first];
      for (let at = 0; at < 10; at += 1) answers.push(await call(owner, 'POST', place));
      const [last, refused] = answers.slice(-2);
      assert.deepEqual([last?.status, refused?.status, refused?.body['error_code']], [200, 429, 'quota_reached']);
      assert.equal((await accept(tokenOf(last?.body['link']))).statusCode, 200);
    });

    test('sent again, only the newest link works; revoked, none does, and the address can be invited again', async () => {
      const first = await invite(owner, 'viewer');
      const id = String(first.body['id']);
      const again = await call(owner, 'POST', `${base}/operator/${id}/invitation`);
      assert.equal((await accept(tokenOf(first.body['link']))).json().error_code, 'link_invalid');
      const revoked = await call(owner, 'DELETE', `${base}/operator/${id}/invitation`);
      assert.equal(revoked.body['status'], 'revoked');
      assert.equal((await accept(tokenOf(again.body['link']))).json().error_code, 'link_invalid');
      assert.equal(
        (await call(owner, 'POST', `${base}/operator/${id}/invitation`)).body['error_code'],
        'operator_state_conflict',
      );
      const renewed = await invite(owner, 'analyst', String(first.body['email']).toUpperCase());
      assert.deepEqual([renewed.status, renewed.body['id'], renewed.body['role']], [201, id, 'analyst']);
      assert.match((await enter(tokenOf(renewed.body['link']))).session, /^cw_session=/);
      assert.equal((await invite(owner, 'viewer', String(first.body['email']))).body['error_code'], 'email_taken');
    });

    test('a link ends after a day', async () => {
      const { body } = await invite(owner, 'viewer');
      const at = node.clock.at;
      node.clock.at = Date.parse(String(body['link_expires_at']));
      assert.equal((await accept(tokenOf(body['link']))).json().error_code, 'link_invalid');
      node.clock.at = at;
    });

    test('under one key one person is invited, and the link is shown once', async () => {
      const key = { 'idempotency-key': 'invite-once-0123456789' };
      const first = await invite(owner, 'viewer', 'once@example.com', key);
      const again = await invite(owner, 'viewer', 'once@example.com', key);
      assert.deepEqual([again.status, again.body['id'], again.body['link']], [201, first.body['id'], undefined]);
    });

    test('nobody gives more than he has, nor decides over somebody who has more', async () => {
      const made = await call(owner, 'POST', `${base}/role`, {
        name: 'hr',
        permissions: ['organization/operators/*', 'company/orders/read'],
      });
      assert.equal(made.status, 201, JSON.stringify(made.body));
      const { body } = await invite(owner, 'hr');
      const { session } = await enter(tokenOf(body['link']));
      const hr: Person = (options) =>
        app.inject({ ...options, headers: { cookie: session, 'sec-fetch-site': 'same-origin', ...options.headers } });
      const boss = await invite(owner, 'manager');
      const code = async (answer: Promise<{ body: Body }>) => (await answer).body['error_code'];
      assert.equal(await code(invite(hr, 'owner')), 'permission_exceeds_caller');
      assert.equal(await code(invite(hr, 'nobody-knows')), 'operator_invalid');
      assert.equal((await invite(hr, 'hr')).status, 201);
      const place = `${base}/operator/${String(boss.body['id'])}`;
      assert.equal(await code(call(hr, 'PATCH', place, { role: 'hr' })), 'permission_exceeds_caller');
      assert.equal(await code(call(hr, 'POST', `${place}/invitation`)), 'permission_exceeds_caller');
      assert.equal(await code(call(hr, 'POST', `${place}/deactivate`)), 'permission_exceeds_caller');
      assert.equal(
        await code(call(hr, 'PATCH', `${base}/role/hr`, { permissions: ['*'] })),
        'permission_exceeds_caller',
      );
      assert.equal(
        await code(call(hr, 'POST', `${base}/role`, { name: 'big', permissions: ['company/*'] })),
        'permission_exceeds_caller',
      );
      // What a role loses, its people lose with their next request.
      assert.equal((await call(hr, 'GET', `${base}/operator`)).status, 200);
      await call(owner, 'PATCH', `${base}/role/hr`, { permissions: ['company/orders/read'] });
      assert.equal(await code(call(hr, 'GET', `${base}/operator`)), 'permission_missing');
      assert.equal(await code(call(owner, 'DELETE', `${base}/role/hr`)), 'role_in_use');
    });

    test('a link opens no more than whoever saw it may do, and ends with him', async () => {
      const permissions = ['organization/operators/*', 'company/orders/read'];
      await call(owner, 'POST', `${base}/role`, { name: 'desk', permissions });
      await call(owner, 'POST', `${base}/role`, { name: 'helper', permissions: ['company/orders/read'] });
      const made = await invite(owner, 'desk');
      const { session } = await enter(tokenOf(made.body['link']));
      const desk: Person = (options) =>
        app.inject({ ...options, headers: { cookie: session, 'sec-fetch-site': 'same-origin', ...options.headers } });
      const invited = async (role: string) => {
        const { body } = await invite(desk, role);
        return { place: `${base}/operator/${String(body['id'])}`, token: tokenOf(body['link']) };
      };
      const refused = async (token: string) => {
        assert.equal((await accept(token)).json<Body>()['error_code'], 'link_invalid');
        assert.equal((await enter(token)).session, 'undefined');
      };
      // Its operator gets a larger role: whoever gave him that may send him a link that opens it.
      const raised = await invited('helper');
      assert.equal((await call(owner, 'PATCH', raised.place, { role: 'owner' })).status, 200);
      await refused(raised.token);
      const again = await call(owner, 'POST', `${raised.place}/invitation`);
      assert.equal((await accept(tokenOf(again.body['link']))).statusCode, 200);
      // The role itself becomes larger, and smaller again.
      const grown = await invited('helper');
      await call(owner, 'PATCH', `${base}/role/helper`, { permissions: ['company/*'] });
      await refused(grown.token);
      await call(owner, 'PATCH', `${base}/role/helper`, { permissions: ['company/orders/read'] });
      assert.equal((await accept(grown.token)).statusCode, 200);
      // Whoever issued it may do less than he did, and nothing in the end.
      const [lowered, left] = [await invited('desk'), await invited('helper')];
      const own = `${base}/operator/${String(made.body['id'])}`;
      await call(owner, 'PATCH', own, { role: 'helper' });
      await refused(lowered.token);
      assert.equal((await call(owner, 'POST', `${own}/deactivate`)).status, 200);
      await refused(left.token);
    });

    test('roles: made, read, changed on a version, removed; those of all cannot be', async () => {
      const code = async (answer: Promise<{ body: Body }>) => (await answer).body['error_code'];
      const permissions = ['company/orders/read'];
      const made = await call(owner, 'POST', `${base}/role`, { name: 'packer', permissions });
      assert.deepEqual([made.status, made.body['version'], made.body['is_built_in']], [201, 1, false]);
      assert.equal(await code(call(owner, 'POST', `${base}/role`, { name: 'packer', permissions })), 'name_taken');
      assert.equal(await code(call(owner, 'POST', `${base}/role`, { name: 'owner', permissions })), 'name_taken');
      assert.equal(
        await code(call(owner, 'POST', `${base}/role`, { name: 'odd', permissions: ['company/cats/read'] })),
        'permission_unknown',
      );
      const stale = { 'if-match': '"7"' };
      assert.equal(
        await code(call(owner, 'PATCH', `${base}/role/packer`, { description: 'Packs.' }, stale)),
        'version_conflict',
      );
      const changed = await call(owner, 'PATCH', `${base}/role/packer`, { description: 'Packs.' });
      assert.deepEqual([changed.body['version'], changed.body['description']], [2, 'Packs.']);
      assert.equal(await code(call(owner, 'PATCH', `${base}/role/viewer`, { description: 'x' })), 'role_built_in');
      assert.equal((await call(owner, 'DELETE', `${base}/role/packer`)).status, 200);
      assert.equal(await code(call(owner, 'GET', `${base}/role/packer`)), 'role_not_found');
      const names = (await call(owner, 'GET', `${base}/role`)).body.items.map(({ name }) => name);
      assert.deepEqual(names.slice(0, 6), ['owner', 'manager', 'support', 'analyst', 'developer', 'viewer']);
    });

    test('the last owner stays: also when two owners remove each other at once', async () => {
      const elsewhere = await newShop(node);
      const place = `/service/platform/configuration/v1.0/organization/${elsewhere.organizationId}/operator`;
      const pair = [await signedIn(app, node, elsewhere, 'owner'), await signedIn(app, node, elsewhere, 'owner')];
      const profile = '/service/platform/configuration/v1.0/profile';
      const ids = await Promise.all(pair.map(async (one) => String((await call(one, 'GET', profile)).body['id'])));
      const answers = await Promise.all([
        call(pair[0] as Person, 'POST', `${place}/${ids[1]}/deactivate`),
        call(pair[1] as Person, 'PATCH', `${place}/${ids[0]}`, { role: 'viewer' }),
      ]);
      const left = await node.db.all(
        `select id from operator where organization_id = ? and role = 'owner' and is_active = 1`,
        [elsewhere.organizationId],
      );
      assert.equal(left.length, 1, JSON.stringify(answers));
      const last = answers[0]?.status === 200 ? 0 : 1;
      const own = await call(pair[last] as Person, 'POST', `${place}/${ids[last]}/deactivate`);
      assert.equal(own.body['error_code'], 'last_owner');
      const lowered = await call(pair[last] as Person, 'PATCH', `${place}/${ids[last]}`, { role: 'viewer' });
      assert.equal(lowered.body['error_code'], 'last_owner');
    });

    test('whoever is deactivated is out with his next request; another organization is not there', async () => {
      const { body } = await invite(owner, 'manager');
      const { session } = await enter(tokenOf(body['link']));
      const read = () =>
        app.inject({ url: '/service/platform/configuration/v1.0/profile', headers: { cookie: session } });
      assert.equal((await read()).json().status, 'active');
      const ended = await call(owner, 'POST', `${base}/operator/${String(body['id'])}/deactivate`);
      assert.equal(ended.body['status'], 'deactivated');
      assert.equal((await read()).json().error_code, 'session_invalid');
      const other = await newShop(node);
      const stranger = await signedIn(app, node, other, 'owner');
      assert.equal((await call(stranger, 'GET', `${base}/operator`)).body['error_code'], 'organization_not_found');
      const theirs = `/service/platform/configuration/v1.0/organization/${other.organizationId}/operator/${String(body['id'])}`;
      assert.equal((await call(stranger, 'GET', theirs)).body['error_code'], 'operator_not_found');
    });

    test('one’s own profile: name and password, from our own pages only', async () => {
      const { body } = await invite(owner, 'viewer');
      const { session } = await enter(tokenOf(body['link']));
      const profile = '/service/platform/configuration/v1.0/profile';
      const headers = { cookie: session, 'sec-fetch-site': 'same-origin' };
      const foreign = await app.inject({
        method: 'PATCH',
        url: profile,
        headers: { ...headers, 'sec-fetch-site': 'cross-site' },
        payload: { name: 'X' },
      });
      assert.equal(foreign.json().error_code, 'origin_refused');
      const renamed = await app.inject({ method: 'PATCH', url: profile, headers, payload: { name: 'Own Name' } });
      assert.equal(renamed.json().name, 'Own Name');
      assert.ok(renamed.json().permissions.includes('company/settings/read'));
      const put = (cookie: string, payload: object) =>
        app.inject({ method: 'PUT', url: `${profile}/password`, headers: { ...headers, cookie }, payload });
      const set = await put(session, { password: 'the first long one' });
      assert.equal(set.statusCode, 200, set.body);
      const next = String(set.headers['set-cookie']).split(';')[0] ?? '';
      assert.equal((await put(session, { password: 'the second long one' })).json().error_code, 'session_invalid');
      assert.equal(
        (await put(next, { password: 'the second long one', current_password: 'wrong' })).json().error_code,
        'sign_in_refused',
      );
    });
  });
});
