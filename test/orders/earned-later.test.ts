/** What an order earns is its customer's when the order was paid for, not before; what is taken back after it was spent is owed. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readBalances, readPending } from '../../src/balances/balance-store.ts';
import { expireOrders } from '../../src/orders/end-order.ts';
import { settleOrders } from '../../src/orders/settle-order.ts';
import { openOrderStaff } from './order-staff.ts';
import type { Shopper } from '../cart/cart-server.ts';
import { forEachEngine } from '../databases.ts';
import { byCard, fill, onDelivery } from './order-server.ts';
import { openPayingShop } from './paying-shop.ts';

forEachEngine(async (engine) => {
  // A shirt of ₹100 earns 50 points, which are worth ₹50.
  const { server, node, applicationId, payments } = await openPayingShop(engine, { points: 1, for: 2 });
  const staff = await openOrderStaff(server);

  const order = async (buyer: Shopper, body: object, quantity = 1) => {
    await fill(buyer, 1, quantity);
    await buyer('POST', '/v1.0/redeem', { redeem_points: true });
    const { status, body: answer } = await buyer('POST', '/v1.0/checkout', body);
    assert.equal(status, 200, JSON.stringify(answer));
    return server.order(String(answer['order_id']));
  };
  const pay = async (orderId: string) => {
    const { total } = await server.order(orderId);
    const paid = { order_id: orderId, payment_id: `pay-${orderId}`, amount: total / 100, currency: 'INR' };
    assert.equal((await payments.tell({ ...paid, outcome: 'success' })).status, 200);
  };
  const points = async (userId: string): Promise<readonly [available: number, pending: number]> => [
    (await readBalances(node.db, applicationId, userId, node.now())).find(({ kind }) => kind === 'points')?.amount ?? 0,
    (await readPending(node.db, applicationId, userId)).points,
  ];
  const pointsPaid = ({ document }: Awaited<ReturnType<typeof order>>): number =>
    document.tender.reduce((sum, { kind, spent }) => sum + (kind === 'points' ? spent : 0), 0);

  describe('points of an order', () => {
    test('that is paid on delivery pay for nothing before it is delivered', async () => {
      const buyer = await server.customer('on-delivery');
      const first = await order(buyer, onDelivery);
      assert.deepEqual(await points('on-delivery'), [0, 50]);
      assert.equal(pointsPaid(await order(buyer, onDelivery)), 0, 'a second order is not paid with them');
      assert.deepEqual(await points('on-delivery'), [0, 100]);
      assert.deepEqual(await staff.step(first.id, 'ship'), [200, 'shipped']);
      assert.deepEqual(await points('on-delivery'), [0, 100]);
      assert.deepEqual(await staff.step(first.id, 'deliver'), [200, 'delivered']);
      assert.deepEqual(await points('on-delivery'), [50, 50]);
      assert.equal(pointsPaid(await order(buyer, onDelivery)), 50);
    });

    test('that is cancelled before are earned by nobody', async () => {
      const buyer = await server.customer('changes-mind');
      const first = await order(buyer, onDelivery);
      assert.deepEqual(await server.cancel(first.id, buyer), [200, 'cancelled']);
      assert.deepEqual(await points('changes-mind'), [0, 0]);
      assert.deepEqual(await staff.step(first.id, 'deliver'), [409, 'order_state_conflict']);
    });

    test('that is paid at once are earned with its payment', async () => {
      const buyer = await server.customer('by-card');
      const first = await order(buyer, byCard);
      assert.deepEqual(await points('by-card'), [0, 50]);
      await pay(first.id);
      assert.deepEqual(await points('by-card'), [50, 0]);
      assert.deepEqual(await staff.step(first.id, 'deliver'), [200, 'delivered']);
      assert.deepEqual(await points('by-card'), [50, 0], 'delivering it earns nothing more');
    });

    test('that nobody pays are not pending any more when its time is over', async () => {
      const buyer = await server.customer('no-show');
      await order(buyer, byCard);
      assert.deepEqual(await points('no-show'), [0, 50]);
      node.clock.at += 31 * 60_000;
      await expireOrders(node);
      assert.deepEqual(await points('no-show'), [0, 0]);
    });

    test('are earned with its delivery where the shop says so', async () => {
      await server.set({ orders: { earned_when: 'delivered' } });
      const buyer = await server.customer('patient');
      const first = await order(buyer, byCard);
      await server.set({ orders: { earned_when: 'paid' } });
      await pay(first.id);
      assert.deepEqual(await points('patient'), [0, 50], 'as it was when the order was made');
      await staff.step(first.id, 'deliver');
      assert.deepEqual(await points('patient'), [50, 0]);
    });

    test('that has nothing to be paid are earned at once', async () => {
      const buyer = await server.customer('all-by-points');
      const first = await order(buyer, byCard, 2);
      await pay(first.id);
      const second = await order(buyer, byCard);
      assert.deepEqual([second.total, pointsPaid(second)], [0, 100]);
      assert.deepEqual(await points('all-by-points'), [50, 0]);
    });

    test('that were spent when it is returned are owed: nothing is paid with them until that is made good', async () => {
      const buyer = await server.customer('debtor');
      const first = await order(buyer, byCard);
      await pay(first.id);
      const second = await order(buyer, onDelivery);
      assert.equal(pointsPaid(second), 50);
      assert.deepEqual(await staff.step(first.id, 'deliver'), [200, 'delivered']);
      assert.deepEqual(await staff.step(first.id, 'cancel'), [200, 'cancelled']);
      assert.deepEqual(await points('debtor'), [-50, 50]);
      await fill(buyer, 1);
      await buyer('POST', '/v1.0/redeem', { redeem_points: true });
      const cart = (await buyer('GET', '/v1.0/detail?b=true')).body as unknown as {
        breakup_values: { raw: { total: number; loyalty_points?: unknown } };
      };
      assert.equal(cart.breakup_values.raw.total, 100, 'a debt does not raise a price');
      await staff.step(second.id, 'deliver');
      assert.deepEqual(await points('debtor'), [0, 0], 'the next that is earned goes to the debt');
      assert.deepEqual(await staff.step(second.id, 'cancel'), [200, 'cancelled']);
      assert.deepEqual(await points('debtor'), [0, 0], 'what it spent comes back, what it earned goes');
    });

    test('are pending until they are there, also when that was interrupted', async () => {
      const buyer = await server.customer('interrupted');
      const first = await order(buyer, byCard);
      const { progress } = first;
      await node.db.commit([
        {
          sql: "update customer_order set state = 'placed', expires_at = null, has_dues = 1, progress = ? where id = ?",
          params: [
            JSON.stringify({ ...progress, paymentId: 'p', dues: [{ kind: 'points', amount: 50, move: 'earned' }] }),
            first.id,
          ],
        },
      ]);
      assert.deepEqual(await points('interrupted'), [0, 50]);
      await settleOrders(node);
      assert.deepEqual(await points('interrupted'), [50, 0]);
    });
  });
});
