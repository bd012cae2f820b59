/**
 * Laws of what orders earn, spend and give back, after any history of buying, paying, delivering, cancelling, returning and
 * letting time pass, by two nodes at once.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { issueBalance } from '../../src/balances/balance-statements.ts';
import { listEntries, readBalances, readPending } from '../../src/balances/balance-store.ts';
import { expireOrders } from '../../src/orders/end-order.ts';
import type { StoredOrder } from '../../src/orders/order-document.ts';
import { isOver } from '../../src/orders/order-life.ts';
import { listOrders } from '../../src/orders/order-list-store.ts';
import { settleOrders } from '../../src/orders/settle-order.ts';
import { sum } from '../../src/shared/money.ts';
import type { Call, Shopper } from '../cart/cart-server.ts';
import { forEachEngine } from '../databases.ts';
import { runs } from '../laws/runs.ts';
import { paymentService } from './order-payments.ts';
import { byCard, onDelivery, openTwoNodes } from './order-server.ts';
import { openOrderStaff } from './order-staff.ts';

const steps = ['pay', 'fail', 'ship', 'deliver', 'cancel', 'return'] as const;
type Command =
  | { readonly what: 'buy'; readonly mode: 'COD' | 'CARD'; readonly quantity: number; readonly elsewhere: boolean }
  | { readonly what: (typeof steps)[number]; readonly nth: number }
  | { readonly what: 'wait' };

const aPurchase: fc.Arbitrary<Command> = fc.record({
  what: fc.constant('buy' as const),
  mode: fc.constantFrom('COD' as const, 'CARD' as const),
  quantity: fc.integer({ min: 1, max: 3 }),
  elsewhere: fc.boolean(),
});
/** Paying and returning more often than the rest: only what was earned and spent can be owed. */
const aStep: fc.Arbitrary<Command> = fc.record({
  what: fc.constantFrom(...steps, 'pay', 'pay', 'deliver', 'return'),
  nth: fc.nat({ max: 4 }),
});
const aCommand = fc.oneof(
  { weight: 5, arbitrary: aPurchase },
  { weight: 10, arbitrary: aStep },
  { weight: 1, arbitrary: fc.constant<Command>({ what: 'wait' }) },
);
/** What stands together happens at once. */
const aHistory = fc.array(fc.array(aCommand, { minLength: 1, maxLength: 3 }), { minLength: 3, maxLength: 12 });

const GIVEN = { points: 5, store_credit: 500, gift_card: 4_000 } as const;
const STOCK = 1_000_000;

forEachEngine(async (engine) => {
  const { server, second } = await openTwoNodes(engine);
  const { shop } = server;
  const { node, applicationId } = shop;
  const payments = paymentService(server);
  const staff = await openOrderStaff(server);
  await shop.sell(1, [{ quantity: STOCK, prices: [{ currency_code: 'INR', marked: 100, effective: 100 }] }]);
  await server.set({
    cart: { loyalty: { worth: 1, per_points: 1, cap_bp: 5_000, earn_points: 1, earn_for: 3 } },
  });
  const coupon = await shop.coupon({
    code: 'LATER',
    action: { txn_mode: 'cashback' },
    rule: [{ key: 1, value: 10, min: 0, max: 1000 }],
    restrictions: { uses: { maximum: { total: 1_000_000 } } },
  });

  const newSaver = async (userId: string): Promise<Shopper> => {
    for (const [kind, amount] of Object.entries(GIVEN) as [keyof typeof GIVEN, number][]) {
      const account = kind === 'gift_card' ? `card-of-${userId}` : '';
      const entryId = `given/${userId}/${kind}`;
      const move = { applicationId, userId, kind, account, amount, reason: 'gift', source: entryId, entryId };
      await node.db.commit(issueBalance({ ...move, at: node.now() }, null));
    }
    return server.customer(userId);
  };

  const ordersOf = async (userId: string): Promise<readonly StoredOrder[]> => {
    const mine = { applicationId, owner: { kind: 'customer', id: userId } } as const;
    return (await listOrders(node.db, mine, {}, { current: 1, size: 100 })).orders;
  };

  const buy = async (saver: Call, known: Readonly<Record<string, string>>, mode: string, quantity: number) => {
    await saver('POST', '/v1.0/detail', { items: [{ item_id: 1, item_size: 'M', quantity }] });
    await saver('POST', '/v1.0/redeem', { redeem_points: true });
    await saver('POST', '/v1.0/coupon', { coupon_code: 'LATER' });
    await server.app.inject({
      method: 'PATCH',
      url: '/service/application/cart/v1.0/detail',
      headers: { authorization: server.authorization, ...known },
      payload: { store_credit: true },
    });
    const { status } = await saver('POST', '/v1.0/checkout', mode === 'COD' ? onDelivery : byCard);
    assert.ok([200, 400, 409].includes(status), String(status));
  };

  const carryOut = async (command: Command, saver: Shopper, orders: readonly StoredOrder[]): Promise<void> => {
    if (command.what === 'buy') {
      const there: Call = (method, url, body, headers) =>
        second.call(method, url, body, { ...saver.known(), ...headers });
      return buy(command.elsewhere ? there : saver, saver.known(), command.mode, command.quantity);
    }
    if (command.what === 'wait') {
      node.clock.at += 20 * 60_000;
      await expireOrders(node);
      return;
    }
    const order = orders[command.nth % Math.max(1, orders.length)];
    if (order === undefined) return;
    if (command.what === 'pay' || command.what === 'fail') {
      const outcome = command.what === 'pay' ? 'success' : 'failed';
      const paid = { order_id: order.id, payment_id: `pay-${order.id}`, amount: order.total / 100, currency: 'INR' };
      await payments.tell({ ...paid, outcome });
      return;
    }
    if (command.what === 'cancel') await server.cancel(order.id, saver);
    else await staff.step(order.id, command.what === 'return' ? 'cancel' : command.what);
  };

  const isEarned = ({ total, progress, document }: StoredOrder): boolean =>
    progress.events.some(({ state }) => state === 'delivered') ||
    (document.earnedWhen === 'paid' && (total === 0 || progress.paymentId !== null));

  const check = async (userId: string): Promise<void> => {
    const orders = await ordersOf(userId);
    const entries = await listEntries(node.db, { applicationId, userId }, undefined, 2_000);
    const balances = await readBalances(node.db, applicationId, userId, node.now());
    const alive = orders.filter((order) => !isOver(order));
    const earnedBy = (kind: string, list: readonly StoredOrder[]): number =>
      sum(
        list.flatMap(({ document }) => document.earns.filter((one) => one.kind === kind).map(({ amount }) => amount)),
      );
    for (const kind of ['points', 'store_credit', 'gift_card'] as const) {
      const own = entries.filter((entry) => entry.kind === kind);
      const amount = sum(balances.filter((one) => one.kind === kind).map((one) => one.amount));
      assert.equal(amount, sum(own.map((entry) => entry.amount)), `the moves of ${kind} add up to it`);
      const spent = alive.flatMap(({ document }) =>
        document.tender.filter((part) => part.kind === kind).map((part) => part.spent),
      );
      const expected = GIVEN[kind] + earnedBy(kind, alive.filter(isEarned)) - sum(spent);
      assert.equal(amount, expected, `${kind}: given, earned by what was paid for, less what living orders spent`);
      assert.ok(
        own.every(({ direction, balance }) => direction !== 'spent' || balance >= 0),
        `nobody pays with ${kind} that are not there`,
      );
    }
    const unpaid = alive.filter((order) => !isEarned(order));
    assert.deepEqual(await readPending(node.db, applicationId, userId), {
      points: earnedBy('points', unpaid),
      storeCredit: earnedBy('store_credit', unpaid),
    });
    for (const { source, direction } of entries) {
      if (direction !== 'earned') continue;
      const order = orders.find(({ id }) => source === `order:${id}`);
      assert.ok(order !== undefined && isEarned(order), 'only what was paid for earns');
    }
  };

  /** Of all customers together: what living orders hold is what is gone. */
  const checkShop = async (userIds: readonly string[]): Promise<void> => {
    const all = (await Promise.all(userIds.map(ordersOf))).flat().filter((order) => !isOver(order));
    const units = sum(all.flatMap(({ document }) => document.lines.map(({ quantity }) => quantity)));
    assert.equal(await server.stockOf('1_M_1'), STOCK - units);
    const using = all.filter(({ document }) => document.couponCode === 'LATER').length;
    assert.equal((await server.uses(coupon))[''] ?? 0, using);
  };

  const savers: string[] = [];

  test('balances, stock and uses are what the orders that live made of them', () =>
    fc.assert(
      fc.asyncProperty(aHistory, fc.constantFrom('paid' as const, 'delivered' as const), async (history, when) => {
        await server.set({ orders: { earned_when: when } });
        const userId = `saver-${savers.length}`;
        savers.push(userId);
        const saver = await newSaver(userId);
        for (const round of history) {
          const orders = await ordersOf(userId);
          await Promise.all(round.map((command) => carryOut(command, saver, orders)));
          await settleOrders(node);
          await check(userId);
        }
        await checkShop(savers);
      }),
      { numRuns: runs(12) },
    ));
});
