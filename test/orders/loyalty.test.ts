/** The loyalty programme through orders: goods that count more than once, points that end, tiers that come and go. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { Value } from 'typebox/value';
import { findApplication } from '../../src/applications/application-store.ts';
import { balanceAdminRoutes } from '../../src/balances/balance-admin-routes.ts';
import { balanceRoutes } from '../../src/balances/balance-routes.ts';
import { readBalances } from '../../src/balances/balance-store.ts';
import { CartSettings } from '../../src/contract/applications/cart-settings-contract.ts';
import type { BalancesView } from '../../src/contract/customers/balance-contract.ts';
import type { CustomerSegments } from '../../src/contract/customers/segment-contract.ts';
import type { TierView } from '../../src/contract/customers/tier-contract.ts';
import { knowCustomer } from '../../src/customers/know-customer.ts';
import { segmentAdminRoutes } from '../../src/customers/segments/segment-admin-routes.ts';
import { reckonEarlierOrders } from '../../src/orders/money/count-earlier.ts';
import { settleOrders } from '../../src/orders/settle-order.ts';
import { signedIn } from '../applications/test-server.ts';
import { shopperKeys } from '../balances/balance-server.ts';
import type { Shopper } from '../cart/cart-server.ts';
import { forEachEngine } from '../databases.ts';
import { paymentService } from './order-payments.ts';
import { byCard, fill, openOrderServer } from './order-server.ts';
import { openOrderStaff } from './order-staff.ts';
import { printedJson } from '../printed-json.ts';

const DAY = 86_400_000;
const example = (name: string): unknown => printedJson('behaviour/balances.md', name);
const loyalty = example('loyalty') as NonNullable<CartSettings['loyalty']>;

forEachEngine(async (engine) => {
  const server = await openOrderServer(engine);
  after(server.close);
  const { shop, app } = server;
  const { node, companyId, applicationId } = shop;
  await app.register(balanceRoutes, { node, quotas: server.quotas, keys: shopperKeys(node) });
  await app.register(balanceAdminRoutes, { node });
  await app.register(segmentAdminRoutes, { node });
  const owner = await signedIn(app, node, shop, 'owner');
  const payments = paymentService(server);
  const staff = await openOrderStaff(server);
  for (const item of [1, 2]) {
    await shop.sell(item, [{ quantity: 100_000, prices: [{ currency_code: 'INR', marked: 1000, effective: 1000 }] }]);
  }
  await shop.promotion(example('promotion') as Readonly<Record<string, unknown>>);
  await server.set({
    cart: { loyalty },
    segments: [{ slug: 'golden', name: 'Golden', conditions: { tiers: ['gold'] } }],
  });

  const buy = async (buyer: Shopper, quantity: number) => {
    await fill(buyer, 1, quantity);
    const { status, body } = await buyer('POST', '/v1.0/checkout', byCard);
    assert.equal(status, 200, JSON.stringify(body));
    const order = await server.order(String(body['order_id']));
    const paid = { order_id: order.id, payment_id: `pay-${order.id}`, amount: order.total / 100, currency: 'INR' };
    assert.equal((await payments.tell({ ...paid, outcome: 'success' })).status, 200);
    return order.id;
  };
  const points = async (userId: string): Promise<number> =>
    (await readBalances(node.db, applicationId, userId, node.now())).find(({ kind }) => kind === 'points')?.amount ?? 0;
  const ask = async <T>(buyer: Shopper, url: string): Promise<T> => {
    const answer = await app.inject({
      url: `/service/application/balance/v1.0${url}`,
      headers: { authorization: server.authorization, ...buyer.known() },
    });
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json<T>();
  };
  const earning = async (buyer: Shopper): Promise<string> => {
    const { body } = await buyer('GET', '/v1.0/detail?i=true&b=true');
    return (body as unknown as { items: { promo_meta: { message: string } }[] }).items[0]?.promo_meta.message ?? '';
  };

  describe('a loyalty programme', () => {
    test('lets goods count twice for who is in a tier, and tells why he is', async () => {
      const buyer = await server.customer('climber');
      await buy(buyer, 9);
      assert.equal(await points('climber'), 900, 'a point for ₹10');
      const below = await ask<TierView>(buyer, '/tier');
      assert.deepEqual([below.tier, below.tiers.map(({ missing }) => missing)], [null, [1000, 41_000]]);
      const large = await buy(buyer, 41);
      assert.equal(await points('climber'), 5000);
      const { tier, name, until } = await ask<TierView>(buyer, '/tier');
      assert.deepEqual([tier, name], ['gold', 'Gold']);
      const [today] = new Date(node.now()).toISOString().split('T');
      assert.equal(until?.slice(5, 10), today?.slice(5), 'a year later, if nothing more is bought');
      await fill(buyer, 1);
      assert.equal(await earning(buyer), 'Earn 200 points');
      const cart = await buyer('GET', '/v1.0/detail?b=true');
      const { total } = (cart.body as unknown as { breakup_values: { raw: { total: number } } }).breakup_values.raw;
      assert.equal(total, 1000, 'nothing is paid less');
      const doubled = await buy(buyer, 1);
      assert.equal(await points('climber'), 5400, 'two units, of which one lay in the cart');
      assert.deepEqual((await server.order(doubled)).document.countedGoods, 400_000);
      assert.deepEqual(await staff.step(large, 'cancel'), [200, 'cancelled']);
      assert.equal((await ask<TierView>(buyer, '/tier')).tier, 'silver', 'what goes back takes the tier along');
      assert.equal(await points('climber'), 1300);
    });

    test('has tiers that end by time alone, and segments of them', async () => {
      const buyer = await server.customer('resting');
      await buy(buyer, 50);
      const url = `/service/platform/user/v1.0/company/${companyId}/application/${applicationId}/customers/resting/segments`;
      const golden = async () => {
        const { items } = (await owner({ method: 'GET', url })).json<CustomerSegments>();
        return items.find(({ slug }) => slug === 'golden');
      };
      assert.deepEqual((await golden())?.checks[0]?.has, 'gold');
      const admin = `/service/platform/balance/v1.0/company/${companyId}/application/${applicationId}/customers/resting/tier`;
      const { until } = (await owner({ method: 'GET', url: admin })).json<TierView>();
      const end = Date.parse(until ?? '');
      const { cart, ...rest } =
        (await findApplication(node.db, applicationId))?.settings ?? assert.fail('no application');
      const known = async (now: number) =>
        knowCustomer(
          { db: node.db, now: () => now },
          { applicationId, settings: { ...rest, cart } },
          { userId: 'resting', claims: {}, expiresAt: null },
        );
      const before = await known(end - 1);
      assert.deepEqual(before.groups, ['segment:golden', 'tier:gold']);
      assert.equal(before.until, end, 'a kept answer ends with it');
      assert.deepEqual((await known(end)).groups, []);
    });

    test('gives no tier for an order that can still be taken back, where a shop waits for the delivery', async () => {
      await server.set({ orders: { earned_when: 'delivered' } });
      const buyer = await server.customer('hasty');
      const id = await buy(buyer, 50);
      const tier = async () => (await ask<TierView>(buyer, '/tier')).tier;
      assert.equal(await tier(), null);
      assert.deepEqual(await staff.step(id, 'deliver'), [200, 'delivered']);
      assert.equal(await tier(), 'gold');
      await server.set({ orders: { earned_when: 'paid' } });
    });

    test('reckons orders of before it by a sweep', async () => {
      const buyer = await server.customer('earlier');
      const id = await buy(buyer, 10);
      await node.db.commit([
        { sql: 'update customer_order set kept_money = null, kept_points = null where id = ?', params: [id] },
      ]);
      assert.equal((await ask<TierView>(buyer, '/tier')).tier, null);
      assert.equal(await reckonEarlierOrders(node.db), 1);
      assert.equal((await ask<TierView>(buyer, '/tier')).tier, 'silver');
    });

    test('shows what ends when, and takes an end with points that are given', async () => {
      const buyer = await server.customer('ending');
      await buy(buyer, 1);
      const url = `/service/platform/balance/v1.0/company/${companyId}/application/${applicationId}/customers/ending/adjustments`;
      const give = async (body: object): Promise<number> => {
        const payload = { kind: 'points', reason: 'Thanks', ...body };
        const headers = { 'idempotency-key': `end-${JSON.stringify(body)}`.replaceAll(/[^a-z0-9-]/g, '') };
        return (await owner({ method: 'POST', url, headers, payload })).statusCode;
      };
      const soon = new Date(node.now() + 10 * DAY).toISOString();
      assert.equal(await give({ amount: 40, expires_at: soon }), 201);
      assert.equal(await give({ amount: -1, expires_at: soon }), 400);
      assert.equal(await give({ amount: 5, expires_at: '2020-01-01T00:00:00Z' }), 400);
      assert.equal(await give({ amount: 5, kind: 'store_credit', expires_at: soon }), 400);
      const { points: all, points_ending: ends } = await ask<BalancesView>(buyer, '/balances');
      assert.equal(all, 140);
      assert.deepEqual(
        ends.map((one) => [one.points, Math.round((Date.parse(one.expires_at) - node.now()) / DAY)]),
        [
          [40, 10],
          [100, 365],
        ],
      );
    });

    test('bounds what is earned, and no figure beyond counting stops a read, an end or a sweep', async () => {
      const isLoyalty = (earn_points: number): boolean =>
        Value.Check(CartSettings.properties.loyalty, { ...loyalty, earn_points });
      assert.deepEqual([isLoyalty(1_000_000), isLoyalty(1_000_001)], [true, false]);
      const tier = { slug: 'points', name: 'Points', of: 'points', min: 5, days: 1 } as const;
      const most = { ...loyalty, earn_points: 1e15, tiers: [tier] };
      await server.set({ segments: [], cart: { loyalty: most } });
      const buyer = await server.customer('boundless');
      await buy(buyer, 1);
      assert.equal(await points('boundless'), 1e12, 'what one order earns at most');
      // As shops had them before there was a bound.
      const [first, second] = [await buy(buyer, 1), await buy(buyer, 1)];
      const large = Number.MAX_SAFE_INTEGER;
      await node.db.commit([
        { sql: "update customer_order set kept_points = ? where owner_id = 'boundless'", params: [large] },
        { sql: "update balance set amount = ? where user_id = 'boundless'", params: [large - 1] },
      ]);
      assert.equal((await ask<TierView>(buyer, '/tier')).tier, 'points');
      const third = await buy(buyer, 1);
      assert.equal(await points('boundless'), large - 1, 'a balance that is full earns nothing more');
      assert.deepEqual((await server.order(third)).progress.dues, []);
      assert.equal((await ask<BalancesView>(buyer, '/balances')).pending.points, 0);
      assert.equal((await buyer('GET', '/v1.0/detail')).status, 200);
      for (const id of [third, second, first]) assert.deepEqual(await staff.step(id, 'cancel'), [200, 'cancelled']);
      assert.equal(await points('boundless'), large - 1 - 2e12, 'and what was not earned is not taken back');
      assert.equal(await settleOrders(node), 0);
      await node.db.commit(
        Array.from({ length: 11 }, (_, one) => ({
          sql: `insert into balance_pending (application_id, user_id, kind, source, amount, created_at)
            values (?, 'boundless', 'points', ?, ?, 1)`,
          params: [applicationId, `order:${one}`, large],
        })),
      );
      assert.equal((await ask<BalancesView>(buyer, '/balances')).pending.points, large);
    });

    test('refuses tiers that say no period, and segments of tiers that are not there', async () => {
      const tier = { slug: 'a', name: 'A', of: 'spent', min: 1 } as const;
      await assert.rejects(server.set({ cart: { loyalty: { ...loyalty, tiers: [tier] } } }));
      await assert.rejects(server.set({ segments: [{ slug: 's', name: 'S', conditions: { tiers: ['nowhere'] } }] }));
    });
  });
});
