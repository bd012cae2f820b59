/** An order that awaits its payment: confirmed, refused, paid too late, cancelled, or given up. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { issueBalance } from '../../src/balances/balance-statements.ts';
import { readBalances } from '../../src/balances/balance-store.ts';
import { sweepUses } from '../../src/offers/uses/reclaim-uses.ts';
import { expireOrders } from '../../src/orders/end-order.ts';
import { paymentsOf } from '../../src/orders/payment/payment-store.ts';
import { settleOrders } from '../../src/orders/settle-order.ts';
import { forEachEngine } from '../databases.ts';
import { paymentService } from './order-payments.ts';
import { byCard, fill, onDelivery, openOrderServer } from './order-server.ts';

forEachEngine(async (engine) => {
  const server = await openOrderServer(engine);
  after(server.close);
  const { shop } = server;
  const { node } = shop;
  const payments = paymentService(server);
  let coupon = '';
  let shoppers = 0;

  before(async () => {
    await shop.sell(1, [{ quantity: 1000 }]);
    coupon = await shop.coupon({
      code: 'HUNDRED',
      type_slug: 'absolute_amount_absolute',
      rule: [{ key: 1, value: 100, min: 0, max: 100 }],
      restrictions: { uses: { maximum: { total: 1000 } } },
    });
    await server.set({
      cart: { loyalty: { worth: 1, per_points: 1, cap_bp: 10_000, earn_points: 1, earn_for: 100 } },
    });
  });

  const give = async (userId: string, kind: 'points' | 'store_credit', amount: number) => {
    const move = { applicationId: shop.applicationId, userId, kind, account: '', amount, reason: 'gift' };
    await node.db.commit(
      issueBalance({ ...move, source: `test:${userId}`, entryId: `${userId}/${kind}`, at: 1 }, null),
    );
  };
  const balanceOf = async (userId: string, kind: string): Promise<number> =>
    (await readBalances(node.db, shop.applicationId, userId, node.now())).find((one) => one.kind === kind)?.amount ?? 0;

  /** An order of one shirt with the coupon and twenty points, which awaits its payment. */
  const ordered = async (body: object = byCard) => {
    shoppers += 1;
    const userId = `payer-${shoppers}`;
    await give(userId, 'points', 20);
    const buyer = await server.customer(userId);
    await fill(buyer, 1);
    await buyer('POST', '/v1.0/coupon', { coupon_code: 'HUNDRED' });
    await buyer('POST', '/v1.0/redeem', { redeem_points: true });
    const stock = await server.stockOf('1_M_1');
    const taken = (await server.uses(coupon))[''] ?? 0;
    const { status, body: answer } = await buyer('POST', '/v1.0/checkout', body);
    assert.equal(status, 200, JSON.stringify(answer));
    const id = String(answer['order_id']);
    const paid = {
      order_id: id,
      payment_id: `pay-${shoppers}`,
      amount: (await server.order(id)).total / 100,
      currency: 'INR',
      outcome: 'success',
    };
    return { id, userId, buyer, paid, stock, taken };
  };
  type Ordered = Awaited<ReturnType<typeof ordered>>;

  const assertHeld = async ({ userId, stock, taken }: Ordered) => {
    assert.equal(await server.stockOf('1_M_1'), stock - 1);
    assert.equal((await server.uses(coupon))[''], taken + 1);
    assert.equal(await balanceOf(userId, 'points'), 0);
  };
  const assertReleased = async ({ userId, stock, taken }: Ordered) => {
    assert.equal(await server.stockOf('1_M_1'), stock);
    assert.equal((await server.uses(coupon))[''] ?? 0, taken);
    assert.equal(await balanceOf(userId, 'points'), 20);
  };

  describe('the payment of an order', () => {
    test('that is confirmed places it, once, however often it is told', async () => {
      const order = await ordered();
      assert.equal(order.paid.amount, 1379.5);
      await assertHeld(order);
      const first = await payments.tell(order.paid);
      assert.deepEqual(first, { status: 200, code: undefined, state: 'placed' });
      const again = await Promise.all(Array.from({ length: 5 }, () => payments.tell(order.paid)));
      for (const one of again) assert.deepEqual(one, first);
      const { progress, state, expiresAt } = await server.order(order.id);
      assert.deepEqual([state, expiresAt, progress.paymentId], ['placed', null, order.paid.payment_id]);
      assert.equal(await balanceOf(order.userId, 'points'), 13, 'a point for each 100 of 1,399.50');
      const held = await node.db.one<{ state: string }>('select state from offer_hold where hold_key = ?', [
        `order:${order.id}`,
      ]);
      assert.equal(held?.state, 'confirmed');
    });

    test('that nobody signed, or somebody else did, is refused and changes nothing', async () => {
      const order = await ordered();
      const payload = JSON.stringify(order.paid);
      const signed = payments.headersOf(payload, 'another secret of thirty-two bytes, or more', node.now());
      const refused = { status: 401, code: 'payment_signature_invalid', state: undefined };
      assert.deepEqual(await payments.send(payload, {}), refused);
      assert.deepEqual(await payments.send(payload, signed), refused);
      const good = payments.headersOf(payload, 'a payment secret of thirty-two bytes or more', node.now());
      assert.deepEqual(await payments.send(payload.replace('1379.5', '1.0'), good), refused);
      const old = payments.headersOf(payload, 'a payment secret of thirty-two bytes or more', node.now() - 600_000);
      assert.deepEqual(await payments.send(payload, old), refused);
      assert.equal((await server.order(order.id)).state, 'awaiting_payment');
      assert.deepEqual(await paymentsOf(node.db, order.id), []);
    });

    test('of another amount or currency is kept for a refund, and the order goes on waiting', async () => {
      const order = await ordered();
      const wrong = { ...order.paid, payment_id: `${order.paid.payment_id}-low`, amount: 1 };
      const refused = { status: 409, code: 'payment_amount_mismatch', state: undefined };
      assert.deepEqual(await payments.tell(wrong), refused);
      assert.deepEqual(await payments.tell(wrong), refused, 'a repeat gets the same answer');
      const foreign = { ...order.paid, payment_id: `${order.paid.payment_id}-usd`, currency: 'USD' };
      assert.deepEqual(await payments.tell(foreign), refused);
      assert.equal((await server.order(order.id)).state, 'awaiting_payment');
      assert.deepEqual(
        (await paymentsOf(node.db, order.id)).map(({ state }) => state),
        ['refund_due', 'refund_due'],
      );
      assert.equal((await payments.tell(order.paid)).state, 'placed');
    });

    test('that failed gives everything back', async () => {
      const order = await ordered();
      const failed = { ...order.paid, outcome: 'failed' };
      assert.equal((await payments.tell(failed)).state, 'payment_failed');
      assert.equal((await payments.tell(failed)).state, 'payment_failed');
      await assertReleased(order);
    });

    test('that comes after the order was given up is kept for a refund', async () => {
      const order = await ordered();
      node.clock.at += 31 * 60_000;
      const late = { status: 409, code: 'payment_late', state: undefined };
      await expireOrders(node);
      assert.deepEqual(await payments.tell(order.paid), late);
      assert.deepEqual(await payments.tell({ ...order.paid, payment_id: 'later' }), late);
      assert.equal((await server.order(order.id)).state, 'expired');
      const [kept] = await paymentsOf(node.db, order.id);
      assert.equal(kept?.state, 'refund_due');
    });

    test('at a node whose clock is an hour ahead places it: time ends an order by the sweep alone', async () => {
      const order = await ordered();
      node.clock.at += 3_600_000;
      assert.deepEqual(await payments.tell(order.paid), { status: 200, code: undefined, state: 'placed' });
      await expireOrders(node);
      assert.equal((await server.order(order.id)).state, 'placed');
      assert.equal((await server.uses(coupon))[''], order.taken + 1);
    });

    test('of an order whose uses of offers were given back is kept for a refund: somebody else may have them', async () => {
      node.clock.at += 3_600_000;
      await expireOrders(node);
      const order = await ordered();
      node.clock.at += 3_600_000;
      await sweepUses(node.db, node.now());
      assert.deepEqual(await payments.tell(order.paid), { status: 409, code: 'payment_late', state: undefined });
      await expireOrders(node);
      await assertReleased(order);
    });

    test('for an order that was paid before is kept for a refund', async () => {
      const order = await ordered();
      await payments.tell(order.paid);
      const second = await payments.tell({ ...order.paid, payment_id: 'second' });
      assert.deepEqual([second.status, second.code], [409, 'payment_twice']);
    });

    test('for an order that is not there says so', async () => {
      const order = await ordered();
      const nowhere = await payments.tell({ ...order.paid, order_id: 'CW000000000000000000' });
      assert.deepEqual([nowhere.status, nowhere.code], [404, 'order_not_found']);
    });
  });

  describe('an order that is not paid', () => {
    test('gives everything back when its time is over, once', async () => {
      node.clock.at += 3_600_000;
      await expireOrders(node);
      const order = await ordered();
      await assertHeld(order);
      node.clock.at += 29 * 60_000;
      await expireOrders(node);
      assert.equal((await server.order(order.id)).state, 'awaiting_payment');
      node.clock.at += 60_000;
      await Promise.all([expireOrders(node), expireOrders(node)]);
      assert.equal((await server.order(order.id)).state, 'expired');
      await assertReleased(order);
      await expireOrders(node);
      await assertReleased(order);
    });

    test('is cancelled by its customer, and a repeat changes nothing', async () => {
      const order = await ordered();
      const cancel = async () => {
        const answer = await server.app.inject({
          method: 'POST',
          url: `/service/application/order/v1.0/orders/${order.id}/cancel`,
          headers: { ...order.buyer.known(), authorization: server.authorization },
          payload: { reason: 'changed my mind' },
        });
        return answer.json<{ order: { status: string; events: unknown[] } }>().order;
      };
      const [first, second] = [await cancel(), await cancel()];
      assert.equal(first.status, 'cancelled');
      assert.deepEqual(second, first);
      await assertReleased(order);
    });
  });

  describe('an order that was placed', () => {
    test('and is cancelled takes back what it earned', async () => {
      const order = await ordered();
      await payments.tell(order.paid);
      assert.equal(await balanceOf(order.userId, 'points'), 13);
      await server.cancel(order.id, order.buyer);
      await assertReleased(order);
    });

    test('earns what it earns also when that was interrupted', async () => {
      const order = await ordered();
      await payments.tell(order.paid);
      // As if the process had ended between placing the order and raising the balance.
      await node.db.commit([
        { sql: "delete from balance_entry where source = ? and direction = 'earned'", params: [`order:${order.id}`] },
        { sql: 'update balance set amount = 0 where user_id = ?', params: [order.userId] },
        {
          sql: `update customer_order set has_dues = 1, progress = ? where id = ?`,
          params: [
            JSON.stringify({
              ...(await server.order(order.id)).progress,
              dues: [{ kind: 'points', amount: 13, move: 'earned' }],
            }),
            order.id,
          ],
        },
      ]);
      await settleOrders(node);
      await settleOrders(node);
      assert.equal(await balanceOf(order.userId, 'points'), 13);
    });

    test('and paid is to be refunded when it is cancelled', async () => {
      const order = await ordered();
      await payments.tell(order.paid);
      await server.cancel(order.id, order.buyer);
      assert.deepEqual(
        (await paymentsOf(node.db, order.id)).map(({ state }) => state),
        ['refund_due'],
      );
      assert.equal((await payments.tell(order.paid)).status, 200, 'its message is still answered as it was');
    });

    test('is not cancelled by its customer where the shop does not let him', async () => {
      const order = await ordered(onDelivery);
      await server.set({ orders: { customer_cancels: 'awaiting_payment' } });
      assert.deepEqual(await server.cancel(order.id, order.buyer), [409, 'order_state_conflict']);
      await server.set({ orders: { customer_cancels: 'placed' } });
      const stranger = await server.customer('stranger');
      assert.deepEqual(await server.cancel(order.id, stranger), [404, 'order_not_found']);
    });
  });
});
