import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { newShop, signedIn } from '../applications/test-server.ts';
import type { Json } from '../balances/balance-server.ts';
import { freshKey } from '../cart/cart-server.ts';
import type { CartDetail } from '../../src/contract/cart/cart-contract.ts';
import { forEachEngine } from '../databases.ts';
import { tenPercent } from '../offers/ten-percent.ts';
import { openCustomerServer } from './customer-server.ts';

const detail = '/v1.0/detail?i=true&b=true';

forEachEngine(async (engine) => {
  const server = await openCustomerServer(engine);
  after(() => server.close());
  const staff = await server.staff('user');
  await server.shop.sell(1, [{ quantity: 500, prices: [{ currency_code: 'INR', marked: 100, effective: 100 }] }]);
  await server.shop.coupon(tenPercent('VIP', 0, { restrictions: { user_groups: ['vip'] } }));
  await server.shop.coupon(
    tenPercent('OLD', 0, { restrictions: { user_registered: { end: '2025-01-01T00:00:00Z' } } }),
  );
  await server.shop.coupon(tenPercent('WORK', 0, { identifiers: { email_domain: ['work.example'] } }));

  const save = (body: Json, headers?: Readonly<Record<string, string>>) => staff('PUT', '/customers', body, headers);
  /** Whether a coupon takes something off his cart. */
  const counts = async (userId: string, code: string, claims: Json = {}): Promise<boolean> => {
    const customer = await server.customer(userId, claims);
    await customer('POST', detail, { items: [{ item_id: 1, item_size: 'M' }] });
    await customer('POST', '/v1.0/coupon', { coupon_code: code });
    const cart = (await customer('GET', detail)).body as unknown as CartDetail;
    return (cart.breakup_values?.coupon?.value ?? 0) > 0;
  };

  describe('a profile', () => {
    test('is written and read, with empty words for what is not known', async () => {
      const written = await save({
        user_id: 'asha',
        first_name: 'Asha',
        emails: [{ email: 'asha@shop.example', primary: true }],
        groups: ['vip'],
        registered_at: '2024-05-06T07:08:09Z',
      });
      assert.equal(written.status, 200, JSON.stringify(written.body));
      const { created_at: created, updated_at: updated, application_id: application, ...rest } = written.body;
      assert.deepEqual(rest, {
        _id: 'asha',
        user_id: 'asha',
        username: '',
        first_name: 'Asha',
        last_name: '',
        gender: '',
        account_type: 'user',
        profile_pic_url: '',
        active: true,
        emails: [{ email: 'asha@shop.example', active: true, primary: true, verified: false }],
        phone_numbers: [],
        groups: ['vip'],
        tags: [],
        registered_at: '2024-05-06T07:08:09Z',
        orders: 0,
        spent: 0,
        last_order_at: null,
        segments: ['first-order'],
        tier: null,
      });
      assert.deepEqual([application, created], [server.shop.applicationId, updated]);
      assert.deepEqual((await staff('GET', '/customers/asha')).body, written.body);
    });

    test('is replaced by the next one, once under one key', async () => {
      const headers = { 'idempotency-key': freshKey() };
      await save({ user_id: 'bela', first_name: 'Bela', last_name: 'Das' }, headers);
      await save({ user_id: 'bela', first_name: 'Bella' });
      const repeated = await save({ user_id: 'bela', first_name: 'Bela', last_name: 'Das' }, headers);
      assert.deepEqual(
        [repeated.replayed, repeated.body['first_name'], repeated.body['last_name']],
        [true, 'Bella', ''],
      );
    });

    test('that cannot be is refused', async () => {
      for (const body of [
        { first_name: 'Nobody' },
        { user_id: 'has space' },
        { user_id: 'x', emails: [{ email: 'none' }] },
        { user_id: 'x', groups: Array.from({ length: 101 }, String) },
        { user_id: 'x', registered_at: 'yesterday' },
      ]) {
        assert.equal((await save(body)).status, 400, JSON.stringify(body));
      }
      assert.deepEqual((await staff('GET', '/customers/x')).body['error_code'], 'customer_not_found');
    });

    test('belongs to one application', async () => {
      await save({ user_id: 'cyd' });
      const { node, companyId, applicationId } = server.shop;
      const stranger = await signedIn(server.app, node, await newShop(node), 'owner');
      const url = `/service/platform/user/v1.0/company/${companyId}/application/${applicationId}/customers/cyd`;
      assert.equal((await stranger({ method: 'GET', url })).statusCode, 404);
      assert.equal((await stranger({ method: 'DELETE', url })).statusCode, 404);
      assert.equal((await staff('GET', '/customers/cyd')).status, 200);
    });

    test('is listed page by page, and audited by the names of its fields alone', async () => {
      for (const name of ['p1', 'p2', 'p3']) {
        server.shop.node.clock.at += 1000;
        await save({ user_id: name, last_name: 'Secretive' });
      }
      const seen: unknown[] = [];
      let page: string | undefined;
      do {
        const { body } = await staff('GET', `/customers?page_size=2${page === undefined ? '' : `&page_id=${page}`}`);
        seen.push(...(body['items'] as readonly Json[]).map((one) => one['_id']));
        page = (body['page'] as { readonly next_id?: string }).next_id;
      } while (page !== undefined);
      assert.deepEqual(seen.slice(-3), ['p1', 'p2', 'p3']);
      assert.equal(new Set(seen).size, seen.length);
      const rows = await server.shop.node.db.all<{ document: string }>(
        "select document from audit where action = 'customer.save' and subject like '%customer/p1'",
      );
      assert.deepEqual(
        rows.map(({ document }) => (JSON.parse(document) as Json)['after']),
        [{ fields: ['last_name'] }],
      );
    });

    test('is found by words of its name, e-mail and id and by digits of its phone, page by page', async () => {
      await save({
        user_id: 'guest-77',
        first_name: 'Zoë',
        last_name: 'Quellmann',
        emails: [{ email: 'zq@post.example' }],
        phone_numbers: [{ phone: '98765 43210', country_code: 91 }],
      });
      for (const name of ['q1', 'q2', 'q3']) {
        server.shop.node.clock.at += 1000;
        await save({ user_id: name, last_name: 'Quellmann' });
      }
      const asked = async (question: string, more = '') => {
        const { body } = await staff('GET', `/customers?q=${encodeURIComponent(question)}${more}`);
        const { next_id: next } = body['page'] as { readonly next_id?: string };
        return { ids: (body['items'] as readonly Json[]).map((one) => one['_id']), next };
      };
      for (const question of ['zoe quell', 'ZOË', 'zq@post.example', 'guest-77', '43210', '+91 98765-43210']) {
        assert.deepEqual((await asked(question)).ids, ['guest-77'], question);
      }
      assert.deepEqual((await asked('nobody at all')).ids, []);
      const first = await asked('quellmann', '&page_size=3');
      assert.deepEqual(first.ids, ['guest-77', 'q1', 'q2']);
      const rest = await asked('quellmann', `&page_size=3&page_id=${first.next}`);
      assert.deepEqual([rest.ids, rest.next], [['q3'], undefined]);
      assert.equal((await staff('GET', `/customers?q=${'x'.repeat(201)}`)).status, 400);
    });

    test('is forgotten with addresses, cards and wishlist, and the books stay', async () => {
      const balances = await server.staff('balance');
      await save({ user_id: 'dev', first_name: 'Devendra' });
      await balances('POST', '/customers/dev/adjustments', { kind: 'points', amount: 5, reason: 'hello' });
      await staff('PUT', '/customers/dev/cards/1', { mode: 'CARD', network: 'visa' });
      const dev = await server.customer('dev');
      await dev('POST', '/v1.0/address', { area_code: '400001', name: 'Devendra' });
      const own = server.ask(dev.known());
      await own('POST', '/catalog/v1.0/follow/products/1/');
      assert.equal((await staff('DELETE', '/customers/dev')).status, 200);
      assert.equal((await staff('GET', '/customers/dev')).status, 404);
      assert.ok(!(await server.shop.node.dump()).includes('Devendra'));
      assert.deepEqual((await dev('GET', '/v1.0/address')).body['address'], []);
      assert.deepEqual((await own('GET', '/catalog/v1.0/follow/products/1/count/')).body, { count: 0 });
      assert.equal((await balances('GET', '/customers/dev/balances')).body['points'], 0);
      const entries = await server.shop.node.db.all("select amount from balance_entry where user_id like 'erased-%'");
      assert.deepEqual(entries, [{ amount: 5 }]);
    });
  });

  describe('an offer for some customers', () => {
    test('finds those in the group that a service client put them in', async () => {
      assert.equal(await counts('eve', 'VIP'), false);
      await save({ user_id: 'eve', groups: ['vip'] });
      assert.equal(await counts('eve', 'VIP'), true);
    });

    test('finds those in the group that their token says, beside the others', async () => {
      assert.equal(await counts('fay', 'VIP', { groups: ['vip'] }), true);
      await save({ user_id: 'fay', groups: ['trade'] });
      assert.equal(await counts('fay', 'VIP', { groups: ['vip'] }), true);
      assert.equal(await counts('fay', 'VIP'), false, 'claims are not kept where nobody asked for it');
    });

    test('asks when they registered, and which address they have', async () => {
      assert.equal(await counts('gus', 'OLD'), false);
      await save({ user_id: 'gus', registered_at: '2024-01-01T00:00:00Z', emails: [{ email: 'gus@Work.example' }] });
      assert.equal(await counts('gus', 'OLD'), true);
      assert.equal(await counts('gus', 'WORK'), true);
      await save({ user_id: 'gus', registered_at: '2025-06-01T00:00:00Z' });
      assert.equal(await counts('gus', 'OLD', { created_at: '2024-01-01T00:00:00Z' }), false, 'the shop knows better');
      assert.equal(await counts('gus', 'WORK'), false);
    });

    test('is no address of a company that its sign-in says nobody looked at', async () => {
      const address = { email: 'ivy@work.example' };
      assert.equal(await counts('ivy', 'WORK', { ...address, email_verified: false }), false);
      assert.equal(await counts('ivy', 'WORK', { ...address, email_verified: true }), true);
      assert.equal(await counts('joe', 'WORK', address), true, 'one that says nothing of it is believed');
    });

    test('is not hidden by a 304 when the profile changed', async () => {
      const hal = await server.customer('hal');
      await hal('POST', detail, { items: [{ item_id: 1, item_size: 'M' }] });
      await hal('POST', '/v1.0/coupon', { coupon_code: 'VIP' });
      const known = { 'if-none-match': (await hal('GET', detail)).headers['etag'] ?? '' };
      assert.equal((await hal('GET', detail, undefined, known)).status, 304);
      await save({ user_id: 'hal', groups: ['vip'] });
      assert.equal((await hal('GET', detail, undefined, known)).status, 200);
    });
  });

  describe('what a token says', () => {
    test('becomes the profile where the application wants that, and changes with the token', async () => {
      await server.set({ profile_from_claims: true });
      await counts('ida', 'VIP', { given_name: 'Ida', groups: ['vip'] });
      const first = (await staff('GET', '/customers/ida')).body;
      assert.deepEqual([first['first_name'], first['groups']], ['Ida', ['vip']]);
      await save({ user_id: 'ida', last_name: 'Bose' });
      await counts('ida', 'VIP', { given_name: 'Idania', groups: ['vip'] });
      const second = (await staff('GET', '/customers/ida')).body;
      assert.deepEqual([second['first_name'], second['last_name']], ['Idania', 'Bose']);
      assert.equal(await counts('ida', 'VIP'), true, 'a token that says nothing leaves what is known');
      await server.set({ profile_from_claims: false });
    });
  });

  describe('a write about a customer', () => {
    test('happens once under its key: a card, an address that is changed or removed', async () => {
      const key = (): Readonly<Record<string, string>> => ({ 'idempotency-key': freshKey() });
      const card = key();
      const put = () => staff('PUT', '/customers/joe/cards/3', { mode: 'CARD' }, card);
      assert.deepEqual([(await put()).replayed, (await put()).replayed], [false, true]);
      const other = await staff('PUT', '/customers/joe/cards/3', { mode: 'UPI' }, card);
      assert.equal(other.body['error_code'], 'idempotency_mismatch');

      const joe = await server.customer('joe');
      const { body } = await joe('POST', '/v1.0/address', { area_code: '400001' });
      const path = `/v1.0/address/${String(body['id'])}`;
      const [change, removal] = [key(), key()];
      const changed = await joe('PUT', path, { area_code: '560001' }, change);
      await joe('PUT', path, { area_code: '110001' });
      const again = await joe('PUT', path, { area_code: '560001' }, change);
      assert.equal(again.headers['idempotent-replayed'], 'true');
      assert.deepEqual(again.body, changed.body);
      assert.equal((await joe('GET', path)).body['area_code'], '110001', 'the repeat changed nothing');
      const removed = await joe('DELETE', path, undefined, removal);
      assert.deepEqual((await joe('DELETE', path, undefined, removal)).body, removed.body);
      assert.equal((await joe('DELETE', path)).status, 404);
    });
  });
});
