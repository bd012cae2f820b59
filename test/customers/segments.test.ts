/** Segments: how a customer stands follows his orders, and offers for those who stand so follow him. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { CustomerView } from '../../src/contract/customers/customer-contract.ts';
import type { CustomerSegments } from '../../src/contract/customers/segment-contract.ts';
import { customerAdminRoutes } from '../../src/customers/customer-admin-routes.ts';
import { segmentAdminRoutes } from '../../src/customers/segments/segment-admin-routes.ts';
import { countEarlierOrders } from '../../src/orders/money/count-earlier.ts';
import { signedIn } from '../applications/test-server.ts';
import type { Shopper } from '../cart/cart-server.ts';
import { forEachEngine } from '../databases.ts';
import { tenPercent } from '../offers/ten-percent.ts';
import { paymentService } from '../orders/order-payments.ts';
import { byCard, fill, onDelivery, openOrderServer } from '../orders/order-server.ts';
import { openOrderStaff } from '../orders/order-staff.ts';

const DAY = 86_400_000;

forEachEngine(async (engine) => {
  const server = await openOrderServer(engine);
  after(server.close);
  const { shop, app } = server;
  const { node, companyId, applicationId } = shop;
  await app.register(customerAdminRoutes, { node });
  await app.register(segmentAdminRoutes, { node });
  const owner = await signedIn(app, node, shop, 'owner');
  const path = `/service/platform/user/v1.0/company/${companyId}/application/${applicationId}`;
  const read = async <T>(url: string): Promise<T> => {
    const answer = await owner({ method: 'GET', url: `${path}${url}` });
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json<T>();
  };
  const stands = async (userId: string) => {
    const { orders, spent, segments } = await read<CustomerView>(`/customers/${userId}`);
    return [orders, spent, segments] as const;
  };
  const payments = paymentService(server);
  const staff = await openOrderStaff(server);
  await shop.sell(1, [{ quantity: 100_000, prices: [{ currency_code: 'INR', marked: 100, effective: 100 }] }]);
  for (const [code, segment] of [
    ['FIRST', 'first-order'],
    ['VIP', 'vip'],
    ['BACK', 'asleep'],
  ] as const) {
    await shop.coupon(tenPercent(code, 0, { restrictions: { user_groups: [`segment:${segment}`] } }));
  }
  const segments = [
    { slug: 'vip', name: 'Good customers', conditions: { orders: { min: 2 }, spent: { min: 250 } } },
    { slug: 'asleep', name: 'Long gone', conditions: { days_since_order: { min: 30, max: 59 } } },
  ];
  await server.set({ segments });

  const order = async (buyer: Shopper, quantity: number, body: object = onDelivery) => {
    await fill(buyer, 1, quantity);
    const { status, body: answer } = await buyer('POST', '/v1.0/checkout', body);
    assert.equal(status, 200, JSON.stringify(answer));
    return server.order(String(answer['order_id']));
  };
  /** Whether a coupon takes something off his cart. */
  const counts = async (buyer: Shopper, code: string): Promise<boolean> => {
    await fill(buyer, 1);
    await buyer('POST', '/v1.0/coupon', { coupon_code: code });
    const { body } = await buyer('GET', '/v1.0/detail?i=true&b=true');
    const { breakup_values: values } = body as { breakup_values?: { coupon?: { value?: number } } };
    const kept = await buyer('DELETE', '/v1.0/coupon');
    assert.equal(kept.status, 200);
    return (values?.coupon?.value ?? 0) > 0;
  };

  describe('how a customer stands', () => {
    test('follows his orders: placed, paid, delivered, given back', async () => {
      const buyer = await server.customer('follows');
      assert.equal(await counts(buyer, 'FIRST'), true);
      const first = await order(buyer, 1);
      assert.deepEqual(await stands('follows'), [1, 0, []], 'what is paid on delivery is not paid yet');
      assert.equal(await counts(buyer, 'FIRST'), false);
      await staff.step(first.id, 'ship');
      await staff.step(first.id, 'deliver');
      assert.deepEqual(await stands('follows'), [1, 200, []], 'two units: one was left in the cart by the coupon');
      const second = await order(buyer, 1, byCard);
      assert.deepEqual((await stands('follows'))[0], 2);
      const paid = { order_id: second.id, payment_id: 'p-1', amount: second.total / 100, currency: 'INR' };
      assert.equal((await payments.tell({ ...paid, outcome: 'success' })).status, 200);
      assert.deepEqual(await stands('follows'), [2, 400, ['vip']]);
      assert.equal(await counts(buyer, 'VIP'), true);
      assert.deepEqual(await staff.step(second.id, 'cancel'), [200, 'cancelled']);
      assert.deepEqual(await stands('follows'), [1, 200, []]);
      assert.equal(await counts(buyer, 'VIP'), false, 'and the cart follows at once');
    });

    test('is told condition by condition', async () => {
      const { items } = await read<CustomerSegments>('/customers/follows/segments');
      assert.deepEqual(
        items.map(({ slug, is_in: isIn, checks }) => [
          slug,
          isIn,
          checks.map((one) => [one.condition, one.holds, one.value]),
        ]),
        [
          ['first-order', false, [['orders', false, 1]]],
          [
            'vip',
            false,
            [
              ['orders', false, 1],
              ['spent', false, 200],
            ],
          ],
          ['asleep', false, [['days_since_order', false, 0]]],
        ],
      );
    });

    test('lets two first orders at once have their offer once', async () => {
      const buyer = await server.customer('twice');
      await fill(buyer, 1);
      await fill(buyer, 1, 1, 'M', '&buy_now=true');
      for (const query of ['', '?buy_now=true']) await buyer('POST', `/v1.0/coupon${query}`, { coupon_code: 'FIRST' });
      const answers = await Promise.all(
        ['', '?buy_now=true'].map((query) => buyer('POST', `/v1.0/checkout${query}`, onDelivery)),
      );
      const totals = await Promise.all(
        answers.map(async ({ body }) => (await server.order(String(body['order_id']))).total),
      );
      assert.deepEqual(
        totals.toSorted((a, b) => b - a),
        [10_000, 9_000],
        'whoever was second is priced again',
      );
      assert.equal((await stands('twice'))[0], 2);
    });

    test('has orders of earlier versions in it once, however often they are counted', async () => {
      const buyer = await server.customer('earlier');
      const { id } = await order(buyer, 1);
      await staff.step(id, 'ship');
      await staff.step(id, 'deliver');
      await node.db.commit([
        { sql: 'update customer_order set counted = 0 where id = ?', params: [id] },
        { sql: "delete from customer where user_id = 'earlier'", params: [] },
      ]);
      await Promise.allSettled([countEarlierOrders(node.db), countEarlierOrders(node.db)]);
      await countEarlierOrders(node.db);
      assert.deepEqual((await stands('earlier')).slice(0, 2), [1, 100]);
      assert.equal(await countEarlierOrders(node.db), 0);
    });
  });

  describe('segments', () => {
    test('are listed with those that every shop has, and with who is in them', async () => {
      const { items } = await read<{ items: { slug: string; group: string; is_own: boolean }[] }>('/segments');
      assert.deepEqual(
        items.map(({ slug, group, is_own: own }) => [slug, group, own]),
        [
          ['first-order', 'segment:first-order', false],
          ['vip', 'segment:vip', true],
          ['asleep', 'segment:asleep', true],
        ],
      );
      const big = await server.customer('big');
      for (const quantity of [2, 3]) {
        const { id } = await order(big, quantity);
        await staff.step(id, 'ship');
        await staff.step(id, 'deliver');
      }
      const page = await read<{ items: CustomerView[]; page: { has_next: boolean } }>('/segments/vip/customers');
      assert.deepEqual([page.items.map((one) => one.user_id), page.page.has_next], [['big'], false]);
      const one = await read<{ items: CustomerView[]; page: { next_id?: string } }>(
        '/segments/asleep/customers?page_size=1',
      );
      assert.equal(one.items.length <= 1, true);
      const gone = await owner({ method: 'GET', url: `${path}/segments/none/customers` });
      assert.deepEqual([gone.statusCode, gone.json<{ error_code: string }>().error_code], [404, 'segment_not_found']);
    });

    test('are given by nobody’s word: a profile or a token that claims one is not in it', async () => {
      const liar = await server.customer('liar', { groups: ['segment:vip'] });
      assert.equal(await counts(liar, 'VIP'), false);
    });

    test('cost a read of a cart no statement, however many there are', async ({ mock }) => {
      const buyer = await server.customer('reader');
      await fill(buyer, 1);
      const one = mock.method(node.db, 'one');
      const all = mock.method(node.db, 'all');
      const together = mock.method(node.db, 'together');
      const statements = async (): Promise<number> => {
        const before = one.mock.callCount() + all.mock.callCount() + together.mock.callCount();
        assert.equal((await buyer('GET', '/v1.0/detail?i=true&b=true')).status, 200);
        return one.mock.callCount() + all.mock.callCount() + together.mock.callCount() - before;
      };
      await statements(); // what is kept of settings and offers is read once
      const few = await statements();
      const more = Array.from({ length: 20 }, (_, at) => ({
        slug: `more-${at}`,
        name: `More ${at}`,
        conditions: { orders: { min: at }, spent: { min: at * 10 }, days_since_order: { max: 100 + at } },
      }));
      await server.set({ segments: [...segments, ...more] });
      await statements();
      assert.deepEqual([few > 0, await statements()], [true, few]);
      await server.set({ segments });
    });

    test('that cannot be are refused with the field', async () => {
      for (const [segments, field] of [
        [[{ slug: 'a', name: 'A', conditions: { orders: { min: 3, max: 2 } } }], 'segments[0].conditions.orders'],
        [[{ slug: 'first-order', name: 'A', conditions: { orders: { min: 3 } } }], 'segments[0].slug'],
        [[{ slug: 'a', name: 'A', conditions: { spent: { min: 0.001 } } }], 'segments[0].conditions.spent.min'],
        [['a', 'a'].map((slug) => ({ slug, name: 'A', conditions: { tags: ['x'] } })), 'segments[1].slug'],
      ] as const) {
        await assert.rejects(
          server.set({ segments: [...segments] }),
          ({ options }: { options: { details?: { field: string }[] } }) => {
            assert.deepEqual(
              options.details?.map((one) => one.field),
              [field],
            );
            return true;
          },
        );
      }
    });
  });

  describe('a segment by days', () => {
    // Last: no session of the shop's people outlives it.
    test('changes by time alone, at the day it says', async () => {
      await order(await server.customer('sleeper'), 1);
      const ordered = node.clock.at;
      const at = async (days: number): Promise<boolean> => {
        node.clock.at = ordered + days * DAY;
        return counts(await server.customer('sleeper'), 'BACK');
      };
      assert.deepEqual(
        [await at(30 - 1 / 24), await at(30), await at(60 - 1 / 24), await at(60)],
        [false, true, true, false],
      );
    });
  });
});
