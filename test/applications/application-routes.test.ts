import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { forEachEngine } from '../databases.ts';
import { openCompany } from './test-server.ts';

const bearer = (id: string, token: string) => `Bearer ${Buffer.from(`${id}:${token}`).toString('base64')}`;

forEachEngine(async (engine) => {
  const { node, app, shop, foreign, owner, viewer } = await openCompany(engine);
  const base = () => `/service/platform/configuration/v1.0/company/${shop.companyId}/application`;
  const codeOf = (answer: { json: () => unknown }) => (answer.json() as { error_code?: string }).error_code;
  const add = async () =>
    (await owner({ method: 'POST', url: base(), payload: { name: 'New', currency: 'EUR', country: 'DE' } })).json() as {
      id: string;
      application_token: string;
    };

  describe('public details', () => {
    const url = '/service/application/configuration/v1.0/application';
    test('an application reads its own, without anything that is not for the public', async () => {
      const answer = await app.inject({
        url,
        headers: { authorization: bearer(shop.applicationId, shop.applicationToken) },
      });
      assert.equal(answer.statusCode, 200);
      assert.deepEqual(answer.json(), {
        id: shop.applicationId,
        company_id: shop.companyId,
        name: 'Shop',
        currency: 'INR',
        currencies: [],
        country: 'IN',
        time_zone: 'UTC',
        storefront_url: null,
      });
    });

    test('no token, a wrong one and an operator’s session are refused', async () => {
      assert.equal((await app.inject({ url })).statusCode, 401);
      const wrong = bearer(shop.applicationId, foreign.applicationToken);
      assert.equal((await app.inject({ url, headers: { authorization: wrong } })).statusCode, 401);
      assert.equal((await owner({ url })).statusCode, 401);
    });
  });

  describe('applications of a company', () => {
    test('one is added with defaults and a token that works, and read again', async () => {
      const payload = { name: 'Second', currency: 'EUR', country: 'DE', policy: { rounding: 'half_even' } };
      const answer = await owner({ method: 'POST', url: base(), payload });
      assert.equal(answer.statusCode, 201, answer.body);
      const { application_token: token, ...added } = answer.json();
      assert.deepEqual([added.version, added.policy.rounding, added.policy.set_pick], [1, 'half_even', 'cheapest']);
      const details = await app.inject({
        url: '/service/application/configuration/v1.0/application',
        headers: { authorization: bearer(added.id, token) },
      });
      assert.equal(details.json().name, 'Second');
      const read = await viewer({ url: `${base()}/${added.id}` });
      assert.deepEqual(read.json(), added);
      assert.ok(!read.body.includes(token));
    });

    test('a repeat under one Idempotency-Key adds none, and does not show the token again', async () => {
      const request = {
        method: 'POST',
        url: base(),
        headers: { 'idempotency-key': 'one-application-please' },
        payload: { name: 'Once', currency: 'EUR', country: 'DE' },
      } as const;
      const answers = await Promise.all([owner(request), owner(request), owner(request)]);
      assert.deepEqual(
        answers.map(({ statusCode }) => statusCode),
        [201, 201, 201],
      );
      assert.equal(new Set(answers.map((answer) => answer.json().id)).size, 1);
      assert.equal(answers.filter((answer) => answer.json().application_token !== undefined).length, 1);
      const other = await owner({ ...request, payload: { ...request.payload, name: 'Other' } });
      assert.equal(codeOf(other), 'idempotency_mismatch');
    });

    test('missing fields and values that cannot be used are named', async () => {
      const missing = await owner({ method: 'POST', url: base(), payload: { name: 'X' } });
      assert.deepEqual([missing.statusCode, codeOf(missing)], [400, 'body_invalid']);
      const unusable = await owner({
        method: 'POST',
        url: base(),
        payload: { name: 'X', currency: 'XXQ', country: 'QQ' },
      });
      assert.equal(unusable.statusCode, 422);
      assert.deepEqual(
        unusable.json().details.map(({ field }: { field: string }) => field),
        ['currency', 'country'],
      );
    });

    test('the list shows every application once, page by page', async () => {
      for (let n = 0; n < 3; n += 1) await add();
      const ids: string[] = [];
      let next = '';
      do {
        const answer = await viewer({ url: `${base()}?page_size=2${next === '' ? '' : `&page_id=${next}`}` });
        assert.equal(answer.statusCode, 200, answer.body);
        const { items, page } = answer.json() as { items: { id: string }[]; page: { next: string | null } };
        ids.push(...items.map(({ id }) => id));
        next = page.next ?? '';
      } while (next !== '');
      const stored = await node.db.all('select id from application where company_id = ?', [shop.companyId]);
      assert.equal(new Set(ids).size, ids.length);
      assert.equal(ids.length, stored.length);
    });

    test('a page size or a token of nonsense is refused', async () => {
      for (const query of ['page_size=0', 'page_size=101', 'page_id=abc', `page_id=${btoa('[1,"x"]')}`]) {
        assert.equal(codeOf(await viewer({ url: `${base()}?${query}` })), 'page_invalid', query);
      }
    });
  });

  describe('a change of settings', () => {
    test('of ten on one version one wins, the others are told that it changed', async () => {
      const { id } = await add();
      const url = `${base()}/${id}`;
      const etag = String((await owner({ url })).headers.etag);
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          owner({ method: 'PATCH', url, headers: { 'if-match': etag }, payload: { name: `Name ${n}` } }),
        ),
      );
      const codes = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
      assert.deepEqual(codes, [200, ...Array<number>(9).fill(412)]);
      const winner = answers.find(({ statusCode }) => statusCode === 200);
      const current = await owner({ url });
      assert.deepEqual(current.json(), winner?.json());
      assert.equal(current.headers.etag, winner?.headers.etag);
      assert.notEqual(current.headers.etag, etag);
      const again = await owner({ url, headers: { 'if-none-match': String(current.headers.etag) } });
      assert.deepEqual([again.statusCode, again.body], [304, '']);
    });

    test('fields that are left out stay as they are', async () => {
      const { id } = await add();
      const url = `${base()}/${id}`;
      await owner({ method: 'PATCH', url, payload: { time_zone: 'Europe/Berlin', policy: { rounding: 'half_even' } } });
      const { time_zone, policy, name } = (
        await owner({ method: 'PATCH', url, payload: { policy: { set_pick: 'dearest' } } })
      ).json();
      assert.deepEqual(
        [name, time_zone, policy.rounding, policy.set_pick],
        ['New', 'Europe/Berlin', 'half_even', 'dearest'],
      );
    });

    test('a repeat under one Idempotency-Key changes once and answers what is there now', async () => {
      const { id } = await add();
      const url = `${base()}/${id}`;
      const request = {
        method: 'PATCH',
        url,
        headers: { 'idempotency-key': 'rename-it-only-once' },
        payload: { name: 'First' },
      } as const;
      assert.equal((await owner(request)).json().version, 2);
      await owner({ method: 'PATCH', url, payload: { name: 'Later' } });
      const repeat = await owner(request);
      assert.deepEqual([repeat.statusCode, repeat.json().name, repeat.json().version], [200, 'Later', 3]);
      assert.equal(repeat.headers['idempotent-replayed'], 'true');
    });

    test('a secret goes in and never comes out', async () => {
      const { id } = await add();
      const url = `${base()}/${id}`;
      const secret = 'thirty-two bytes or more of a secret';
      const payload = { customer_token: { kind: 'secret' }, customer_token_secret: secret };
      const headers = { 'idempotency-key': 'a-secret-goes-in-once' };
      const changed = await owner({ method: 'PATCH', url, headers, payload });
      assert.equal(changed.statusCode, 200, changed.body);
      assert.equal(changed.json().customer_token_secret_set, true);
      const audit = await owner({
        url: `/service/platform/configuration/v1.0/company/${shop.companyId}/audit?page_size=100`,
      });
      const shown = [changed.body, (await owner({ url })).body, audit.body, await node.dump()].join();
      assert.ok(!shown.includes(secret));
      const short = await owner({ method: 'PATCH', url, payload: { customer_token_secret: 'short' } });
      assert.deepEqual([short.statusCode, codeOf(short)], [422, 'settings_invalid']);
    });
  });

  describe('tokens of an application', () => {
    test('one is added, listed by its hint, and removed; the last live one stays', async () => {
      const { id } = await add();
      const url = `${base()}/${id}/token`;
      const added = await owner({ method: 'POST', url, payload: { expires_at: '2027-01-01T00:00:00Z' } });
      assert.equal(added.statusCode, 201, added.body);
      const { token, ...view } = added.json();
      assert.equal(view.expires_at, '2027-01-01T00:00:00.000Z');
      const listed = (await viewer({ url })).json().items as { id: string }[];
      assert.equal(listed.length, 2);
      assert.deepEqual(
        listed.find((one) => one.id === view.id),
        view,
      );
      assert.equal(token.slice(-4), view.hint);
      assert.equal((await owner({ method: 'DELETE', url: `${url}/${view.id}` })).json().is_live, false);
      const last = listed.find((one) => one.id !== view.id)?.id;
      assert.equal(codeOf(await owner({ method: 'DELETE', url: `${url}/${last}` })), 'last_token');
      assert.equal(codeOf(await owner({ method: 'DELETE', url: `${url}/${view.id}` })), 'application_token_not_found');
    });

    test('a repeat under one Idempotency-Key adds one token and shows it once', async () => {
      const { id } = await add();
      const url = `${base()}/${id}/token`;
      const request = { method: 'POST', url, headers: { 'idempotency-key': 'one-token-and-no-more' } } as const;
      const [first, second] = [await owner(request), await owner(request)];
      assert.deepEqual([first.statusCode, second.statusCode], [201, 201]);
      assert.ok(first.json().token !== undefined && second.json().token === undefined);
      assert.equal(first.json().id, second.json().id);
      assert.equal((await viewer({ url })).json().items.length, 2);
    });
  });
});
