/** What one shopper, or one network address, can make the service store in a day is bounded, on all nodes together. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { sweepQuotas } from '../../src/quotas/quota-statements.ts';
import { signedIn } from '../applications/test-server.ts';
import { openCartServer, type Shopper } from '../cart/cart-server.ts';
import { forEachEngine } from '../databases.ts';

const day = 86_400_000;
const detail = '/v1.0/detail?i=true';
const shirt = { items: [{ item_id: 1, item_size: 'M', quantity: 1 }] };
const home = { area_code: '400001', name: 'Asha', address: '1 Sea Road' };
const much = (length: number) => ({ note: 'x'.repeat(length) });

type Told = { readonly error_code?: string; readonly details?: readonly { readonly field: string }[] };
type Sent = { readonly status: number; readonly body: Told; readonly retryAfter: number };

forEachEngine(async (engine) => {
  const server = await openCartServer(engine);
  after(() => server.close());
  await server.shop.sell(1, [{ quantity: 100_000 }]);
  const staff = await signedIn(server.app, server.shop.node, server.shop, 'owner');
  const { applicationId, applicationToken } = server.shop;
  const authorization = `Bearer ${Buffer.from(`${applicationId}:${applicationToken}`).toString('base64')}`;

  const count = async (table: string): Promise<number> =>
    (await server.shop.node.db.one<{ n: number }>(`select count(*) as n from ${table}`))?.n ?? Number.NaN;
  /** A call from an address, by somebody who proves nothing: each time another shopper. */
  const from = async (address: string, url: string, payload: object, headers: object = {}): Promise<Sent> => {
    const answer = await server.app.inject({
      method: 'POST',
      url: `/service/application/cart${url}`,
      headers: { authorization, ...headers },
      remoteAddress: address,
      payload,
    });
    return {
      status: answer.statusCode,
      body: answer.json<Told>(),
      retryAfter: Number(answer.headers['retry-after']),
    };
  };
  const reached = (field: string) => [429, 'quota_reached', `quotas.${field}`];
  const told = ({ status, body }: Pick<Sent, 'status' | 'body'>) => [status, body.error_code, body.details?.[0]?.field];
  const usual = async (): Promise<void> =>
    server.set({ quotas: { carts_per_address: 20_000, shares_per_address: 2_000, bytes_per_address: 200_000_000 } });

  test('what is kept under keys of very many items that cannot be had counts among the bytes of an address', async () => {
    await server.set({ quotas: { bytes_per_address: 100_000 } });
    const items = Array.from({ length: 500 }, (_, at) => ({ item_id: 9_000_000 + at, item_size: 'x', quantity: 1 }));
    const [statuses, before]: [number[], number] = [[], await count('idempotency')];
    for (let at = 0; at < 6; at += 1) {
      const keyed = { 'idempotency-key': `what-cannot-be-had-${at}` };
      statuses.push((await from('203.0.113.99', '/v2.0/bulk-detail', { items }, keyed)).status);
    }
    const taken = statuses.filter((status) => status === 200).length;
    assert.ok(taken > 0 && statuses.at(-1) === 429, statuses.join());
    assert.equal((await count('idempotency')) - before, taken);
    const few = await from(
      '203.0.113.99',
      '/v2.0/bulk-detail',
      { items: items.slice(0, 5) },
      { 'idempotency-key': 'a-few-that-cannot-be-had' },
    );
    assert.equal(few.status, 200, 'few of them count nothing');
    await usual();
  });

  test('a hundred items a time are not too few to be counted, however many keys they come under', async () => {
    await server.set({ quotas: { bytes_per_address: 100_000 } });
    const items = Array.from({ length: 100 }, (_, at) => ({ item_id: 9_100_000 + at, item_size: 'x', quantity: 1 }));
    const statuses: number[] = [];
    for (let at = 0; at < 8; at += 1) {
      const keyed = { 'idempotency-key': `a-hundred-at-a-time-${at}` };
      statuses.push((await from('203.0.113.98', '/v2.0/bulk-detail', { items }, keyed)).status);
    }
    assert.deepEqual([statuses[0], statuses.at(-1)], [200, 429], statuses.join());
    await usual();
  });

  describe('new carts', () => {
    test('from one address: so many a day, whoever they are for, and nothing of the rest is stored', async () => {
      await server.set({ quotas: { carts_per_address: 3 } });
      for (let at = 0; at < 3; at += 1) assert.equal((await from('203.0.113.7', detail, shirt)).status, 200);
      const [carts, refusals] = [await count('cart'), server.refusals('carts')];
      const fourth = await from('203.0.113.7', detail, shirt);
      assert.deepEqual(told(fourth), reached('carts_per_address'));
      assert.ok(fourth.retryAfter > 0 && fourth.retryAfter <= day / 1000);
      assert.deepEqual([await count('cart'), server.refusals('carts') - refusals], [carts, 1]);
      assert.equal((await from('203.0.113.8', detail, shirt)).status, 200);
      const { clock } = server.shop.node;
      clock.at += day;
      assert.equal((await from('203.0.113.7', detail, shirt)).status, 200);
      clock.at -= day;
      await usual();
    });

    test('an address is the caller’s behind proxies that are trusted, and a /64 of IPv6', async () => {
      await server.set({ quotas: { carts_per_address: 1 } });
      const behind = (ip: string) => from('10.0.0.9', detail, shirt, { 'x-forwarded-for': ip });
      assert.equal((await behind('198.51.100.1')).status, 200);
      assert.equal((await behind('198.51.100.2')).status, 200);
      assert.equal((await behind('198.51.100.1')).status, 429);
      assert.equal((await behind('2001:db8:1:2::1')).status, 200);
      assert.equal((await behind('2001:db8:1:2:ffff::9')).status, 429);
      assert.equal((await behind('2001:db8:1:3::1')).status, 200);
      const pretending = await from('192.0.2.33', detail, shirt, { 'x-forwarded-for': '198.51.100.77' });
      assert.equal(pretending.status, 200);
      assert.equal((await from('192.0.2.33', detail, shirt, { 'x-forwarded-for': '198.51.100.78' })).status, 429);
      await usual();
    });

    test('from one network of IPv6 are as many as sixteen of its addresses have', async () => {
      await server.set({ quotas: { carts_per_address: 1 } });
      const statuses: number[] = [];
      for (let site = 0; site < 18; site += 1) {
        statuses.push((await from(`2001:db8:77:${site.toString(16)}::1`, detail, shirt)).status);
      }
      assert.deepEqual(statuses, [...Array<number>(16).fill(200), 429, 429]);
      assert.equal((await from('2001:db8:78:1::1', detail, shirt)).status, 200);
      await usual();
    });

    test('of one shopper count on all nodes together, with the copies of those he emptied', async () => {
      await server.set({ quotas: { carts_per_shopper: 4 } });
      const other = await server.secondNode();
      const visitor = server.visitor();
      await visitor('POST', detail, shirt); // he proves nothing yet: his address counts
      const emptied = async (): Promise<number> => {
        const answer = await visitor('PUT', '/v1.0/cart_archive');
        await other.call('POST', detail, shirt, visitor.known());
        return answer.status;
      };
      const statuses = [await emptied(), await emptied(), await emptied(), await emptied(), await emptied()];
      assert.deepEqual(statuses, [200, 200, 200, 200, 429]);
      const full = await visitor('POST', detail, shirt);
      assert.equal(full.body.success, true, 'what is there can still be changed');
      await other.close();
      await server.set({ quotas: { carts_per_shopper: 100 } });
    });

    test('at once, never one more than allowed', async () => {
      await server.set({ quotas: { carts_per_address: 5 } });
      const calls = await Promise.all(Array.from({ length: 20 }, () => from('203.0.113.50', detail, shirt)));
      assert.equal(calls.filter(({ status }) => status === 200).length, 5);
      assert.equal(calls.filter(({ status }) => status === 429).length, 15);
      await usual();
    });

    test('signing in and reading are never refused, and staff use up nobody’s', async () => {
      const visitor = server.visitor();
      await visitor('POST', detail, shirt);
      await server.set({ quotas: { carts_per_address: 1, carts_per_shopper: 1 } });
      const customer = await server.customer(`signs-in-${engine.name}`);
      const merged = await server.call('GET', detail, undefined, { ...customer.known(), ...visitor.known() });
      assert.equal((merged.body as unknown as { items: readonly unknown[] }).items.length, 1);
      const { companyId, applicationId } = server.shop;
      const url = `/service/platform/cart/v1.0/company/${companyId}/application/${applicationId}/detail`;
      for (const user of ['a', 'b', 'c']) {
        const made = await staff({ method: 'POST', url: `${url}?user_id=${user}`, payload: shirt });
        assert.equal(made.statusCode, 200);
      }
      await server.set({ quotas: { carts_per_shopper: 100 } });
      await usual();
    });
  });

  describe('shared copies and postal addresses', () => {
    const sharing = async (): Promise<Shopper> => {
      const visitor = server.visitor();
      await visitor('POST', detail, shirt);
      return visitor;
    };
    test('have quotas of their own', async () => {
      await server.set({ quotas: { shares_per_shopper: 2, addresses_per_shopper: 2 } });
      const visitor = await sharing();
      const share = async () => (await visitor('POST', '/v1.0/share-cart', {})).status;
      assert.deepEqual([await share(), await share(), await share()], [200, 200, 429]);
      const add = async () => (await visitor('POST', '/v1.0/address', home)).status;
      assert.deepEqual([await add(), await add(), await add()], [200, 200, 429]);
      assert.deepEqual(told((await visitor('POST', '/v1.0/address', home)) as never), reached('addresses_per_shopper'));
      await server.set({ quotas: { shares_per_shopper: 50, addresses_per_shopper: 100 } });
      await server.set({ quotas: { addresses_per_address: 1 } });
      assert.equal((await from('203.0.113.90', '/v1.0/address', home)).status, 200);
      assert.deepEqual(told(await from('203.0.113.90', '/v1.0/address', home)), reached('addresses_per_address'));
      await server.set({ quotas: { addresses_per_address: 2_000 } });
    });

    test('take a little data of their own', async () => {
      const visitor = await sharing();
      const shared = await visitor('POST', '/v1.0/share-cart', { meta: much(60_000) });
      assert.deepEqual(told(shared as never), [400, 'body_invalid', 'meta']);
      const added = await visitor('POST', '/v1.0/address', { ...home, ...much(60_000) });
      assert.deepEqual([added.status, added.body.error_code], [400, 'body_invalid']);
      assert.equal((await visitor('POST', '/v1.0/share-cart', { meta: much(10_000) })).status, 200);
    });
  });

  describe('data on lines', () => {
    const withData = (length: number, at = 0) => ({
      items: [{ item_id: 1, item_size: 'M', quantity: 1, _custom_json: { at, ...much(length) } }],
    });
    test('is bounded for a line and for a cart, and counted', async () => {
      const visitor = server.visitor();
      const start = server.refusals('cart_data');
      assert.equal((await visitor('POST', detail, withData(17_000))).body.error_code, 'data_too_large');
      let taken = 0;
      for (let at = 0; at < 20; at += 1) {
        const { body } = await visitor('POST', detail, withData(16_000, at));
        if (body.success) taken += 1;
        else assert.equal(body.error_code, 'data_too_large');
      }
      assert.equal(taken, 16);
      assert.equal(server.refusals('cart_data') - start, 5);
      assert.equal((await visitor('POST', detail, shirt)).body.success, true, 'a line without data has room');
      await server.set({ quotas: { cart_data_bytes: 1_000 } });
      const change = { operation: 'update_item', items: [{ item_index: 0, quantity: 3 }] };
      assert.equal((await visitor('PUT', detail, change)).body.success, true, 'what is there can be changed');
      assert.equal((await server.visitor()('POST', detail, withData(2_000))).body.error_code, 'data_too_large');
      await server.set({ quotas: { cart_data_bytes: 262_144 } });
    });

    test('what takes a change back counts with the data of its lines, however few they are', async () => {
      const visitor = server.visitor();
      const note = { meta: { note: 'x'.repeat(16_000) } };
      const items = [1, 2, 3].map((quantity) => ({ ...shirt.items[0], ...note, quantity, force_new_line_item: true }));
      assert.equal((await visitor('POST', '/v1.0/detail', { items })).status, 200);
      await server.set({ quotas: { bytes_per_shopper: 100_000 } });
      const statuses: number[] = [];
      for (let turn = 0; turn < 6; turn += 1) {
        const changed = [0, 1, 2].map((item_index) => ({ item_index, quantity: 5 + turn }));
        statuses.push((await visitor('PUT', '/v1.0/detail', { operation: 'update_item', items: changed })).status);
      }
      assert.deepEqual(
        [statuses.slice(0, 2), statuses.slice(3)],
        [
          [200, 200],
          [429, 429, 429],
        ],
      );
      await server.set({ quotas: { bytes_per_shopper: 50_000_000 } });
    });

    test('what changes keep and tell of a cart with many lines counts, however few of them change', async () => {
      const lines = Array.from({ length: 50 }, (_, at) => ({ ...shirt.items[0], quantity: 1 + at }));
      const alone = lines.map((line) => ({ ...line, force_new_line_item: true }));
      const changesUntilRefused = async (filled: readonly object[], changed: number): Promise<number> => {
        const visitor = server.visitor();
        assert.equal((await visitor('POST', '/v2.0/bulk-detail', { items: filled })).body.success, true);
        await server.set({ quotas: { bytes_per_shopper: 200_000 } });
        for (let turn = 0; turn < 40; turn += 1) {
          const items = alone.slice(0, changed).map((_, at) => ({ item_index: at, quantity: 2 + turn + at }));
          const { status } = await visitor('PUT', '/v1.0/detail', { operation: 'update_item', items });
          if (status === 429) return turn;
          assert.equal(status, 200);
        }
        return Number.POSITIVE_INFINITY;
      };
      const whole = await changesUntilRefused(alone, 50);
      assert.ok(whole > 5 && whole < 40, `all of fifty lines, ${whole} times`);
      await server.set({ quotas: { bytes_per_shopper: 50_000_000 } });
      const one = await changesUntilRefused([...alone, ...alone, ...alone, ...alone], 1);
      assert.ok(one > 3 && one < 40, `one of two hundred lines, ${one} times`);
      await server.set({ quotas: { bytes_per_shopper: 50_000_000 } });
      assert.equal(await changesUntilRefused(alone.slice(0, 10), 10), Number.POSITIVE_INFINITY, 'ten lines');
      await server.set({ quotas: { bytes_per_shopper: 50_000_000 } });
    });

    test('and all that is stored is counted by the day', async () => {
      await server.set({ quotas: { bytes_per_address: 100_000 } });
      const large = { items: Array.from({ length: 5 }, (_, at) => withData(16_000, at).items[0]) };
      const small = await from('203.0.113.120', '/v2.0/bulk-detail', withData(10_000));
      assert.equal(small.status, 200, 'small carts do not count');
      assert.equal((await from('203.0.113.120', '/v2.0/bulk-detail', large)).status, 200);
      const second = await from('203.0.113.120', '/v2.0/bulk-detail', large);
      assert.equal(second.status, 200);
      const carts = await count('cart');
      assert.deepEqual(told(await from('203.0.113.120', '/v2.0/bulk-detail', large)), reached('bytes_per_address'));
      assert.equal(await count('cart'), carts);
      await usual();
    });

    test('neither choices of gifts nor words for wrapping make a cart large', async () => {
      const visitor = server.visitor();
      await visitor('POST', detail, shirt);
      const gifts = Array.from({ length: 100 }, (_, at) => ({
        promotion_id: `none-${at}`,
        item_id: '1',
        item_size: 'M',
      }));
      await visitor('PUT', detail, { operation: 'update_item', free_gift_items: gifts });
      const wraps = Object.fromEntries(
        Array.from({ length: 110 }, (_, at) => [
          `line-${at}`,
          { is_gift_applied: true, gift_message: 'x'.repeat(500) },
        ]),
      );
      assert.equal((await visitor('PUT', '/v1.0/meta', { gift_details: wraps })).status, 200);
      const others = Object.fromEntries(Object.entries(wraps).map(([key, value]) => [`other-${key}`, value]));
      const refused = await visitor('PUT', '/v1.0/meta', { gift_details: others });
      assert.deepEqual([refused.status, refused.body.error_code], [400, 'cart_meta_invalid']);
      const { body } = await visitor('GET', '/v1.0/detail');
      const row = await server.shop.node.db.one<{ document: string }>('select document from cart where id = ?', [
        (body as unknown as { id: string }).id,
      ]);
      assert.deepEqual((JSON.parse(row?.document ?? '{}') as { giftChoices: object }).giftChoices, {});
    });
  });

  test('what is kept names nobody, and goes when its day is over', async () => {
    const { db, now } = server.shop.node;
    const rows = await db.all<{ subject: string }>('select subject from quota_use');
    assert.ok(rows.length > 0);
    for (const { subject } of rows) assert.match(subject, /^[\w-]{22}$/);
    assert.equal(await sweepQuotas(db, now() - day), 0);
    await sweepQuotas(db, now() + 2 * day);
    assert.equal(await count('quota_use'), 0);
  });
});
