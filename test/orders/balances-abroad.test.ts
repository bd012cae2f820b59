/** Points, store credit and gift cards in every currency: what an order says they lost is what the ledger moved. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { issueBalance, earnBalance, type BalanceKind } from '../../src/balances/balance-statements.ts';
import { listEntries, readBalances } from '../../src/balances/balance-store.ts';
import { exportRows } from '../../src/orders/export/export-rows.ts';
import type { StoredOrder } from '../../src/orders/order-document.ts';
import { orderView } from '../../src/orders/answer/order-view.ts';
import { settleOrder } from '../../src/orders/settle-order.ts';
import type { Shopper } from '../cart/cart-server.ts';
import { forEachEngine } from '../databases.ts';
import { address, openOrderServer, usualOrders } from './order-server.ts';

type Wealth = { readonly points?: number; readonly credit?: number; readonly cards?: readonly number[] };

forEachEngine(async (engine) => {
  const server = await openOrderServer(engine);
  after(server.close);
  const { shop } = server;
  const { node, applicationId } = shop;
  await server.set({
    currencies: ['USD', 'JPY', 'KWD'],
    cart: { loyalty: { worth: 0.25, per_points: 1, cap_bp: 10_000, earn_points: 1, earn_for: 10 } },
  });
  await shop.feed(
    'exchange-rates',
    Object.entries({ USD: '0.01191', JPY: '1.7532', KWD: '0.00365' }).map(([to, rate]) => ({
      from: 'INR',
      to,
      rate,
      valid_from: '2020-01-01T00:00:00Z',
    })),
  );
  // Its own price abroad has nothing to do with that at home.
  await shop.sell(1, [
    {
      quantity: 1000,
      gst_rate: 5,
      prices: [
        { currency_code: 'INR', marked: 999, effective: 999 },
        { currency_code: 'USD', marked: 25, effective: 25 },
      ],
    },
  ]);
  await shop.sell(2, [{ quantity: 1000, prices: [{ currency_code: 'INR', marked: 333.33, effective: 333.33 }] }]);
  let count = 0;

  const rich = async ({ points = 0, credit = 0, cards = [] }: Wealth): Promise<readonly [Shopper, string]> => {
    count += 1;
    const userId = `rich-${count}`;
    const given: readonly (readonly [BalanceKind, string, number])[] = [
      ['points', '', points],
      ['store_credit', '', credit],
      ...cards.map((amount, at) => ['gift_card', `${userId}-card-${at}`, amount] as const),
    ];
    for (const [kind, account, amount] of given.filter(([, , each]) => each > 0)) {
      const entryId = `${userId}/${kind}/${account}`;
      const move = { applicationId, userId, kind, account, amount, reason: 'test', source: entryId, entryId };
      const at = node.now();
      await node.db.commit(kind === 'gift_card' ? issueBalance({ ...move, at }, null) : earnBalance({ ...move, at }));
    }
    return [await server.customer(userId), userId];
  };

  const ordered = async (
    shopper: Shopper,
    { currency = 'USD', itemId = 1, quantity = 1 }: { currency?: string; itemId?: number; quantity?: number },
  ): Promise<StoredOrder> => {
    const abroad = { 'x-currency-code': currency };
    const items = [{ item_id: itemId, item_size: 'M', quantity }];
    const added = await shopper('POST', '/v1.0/detail', { items }, abroad);
    assert.equal(added.body.success, true, JSON.stringify(added.body));
    await shopper('POST', '/v1.0/redeem', { redeem_points: true }, abroad);
    const url = '/service/application/cart/v1.0/detail';
    const headers = { authorization: server.authorization, ...shopper.known(), ...abroad };
    await server.app.inject({ method: 'PATCH', url, headers, payload: { store_credit: true } });
    const wish = { payment_mode: 'CARD', delivery_address: address };
    const { status, body } = await shopper('POST', '/v1.0/checkout', wish, abroad);
    assert.equal(status, 200, JSON.stringify(body));
    const order = await server.order(String(body['order_id']));
    await settleOrder(node, order);
    return server.order(order.id);
  };

  const moved = async (userId: string, direction: string, orderId: string) => {
    const entries = await listEntries(node.db, { applicationId, userId }, undefined, 500);
    return entries
      .filter((entry) => entry.direction === direction && `${entry.source}/`.startsWith(`order:${orderId}/`))
      .map(({ kind, account, amount }) => [kind, account, amount] as const)
      .toSorted(([a, x], [b, y]) => (`${a}/${x}` < `${b}/${y}` ? -1 : 1));
  };
  const told = ({ document }: StoredOrder, sign: 1 | -1) =>
    document.tender
      .map(({ kind, account, spent }) => [kind, account, sign * spent] as const)
      .toSorted(([a, x], [b, y]) => (`${a}/${x}` < `${b}/${y}` ? -1 : 1));
  const held = async (userId: string) =>
    Object.fromEntries(
      (await readBalances(node.db, applicationId, userId, node.now()))
        .filter(({ amount }) => amount > 0)
        .map(({ kind, account, amount }) => [kind === 'gift_card' ? account : kind, amount]),
    );

  /** What is told of an order in all places, and what its ledger has, are one thing; and its end undoes it. */
  const checkOrder = async (
    order: StoredOrder,
    shopper: Shopper,
    userId: string,
    before: Readonly<Record<string, number>>,
  ) => {
    const { tender, totals, home } = order.document;
    assert.deepEqual(await moved(userId, 'spent', order.id), told(order, -1));
    assert.equal(
      tender.reduce((sum, { amount }) => sum + amount, 0),
      0 - totals.platform_cash - totals.mop_total,
    );
    for (const { spent, amount } of tender)
      assert.ok(spent > 0 && amount > 0, 'what is spent pays, and what pays is spent');
    const view = orderView(order, usualOrders);
    const unit = 10 ** home.exponent;
    assert.deepEqual(
      view.tender?.map(({ points, home_amount }) => points ?? Math.round((home_amount ?? 0) * unit)),
      tender.map(({ spent }) => spent),
    );
    assert.deepEqual(
      exportRows(order)
        .filter((row) => row.row_type === 'tender')
        .map((row) => Number(row.points ?? Math.round(Number(row.home_amount) * unit))),
      tender.map(({ spent }) => 0 - spent),
    );
    const [status] = await server.cancel(order.id, shopper);
    assert.equal(status, 200);
    await settleOrder(node, await server.order(order.id));
    assert.deepEqual(await moved(userId, 'returned', order.id), told(order, 1));
    assert.deepEqual(await held(userId), before, 'everything is as it was');
  };

  describe('balances pay in every currency, and lose what they paid', () => {
    const wealths: Readonly<Record<string, Wealth>> = {
      'points, credit and cards, each of them in part': { points: 40, credit: 5_000, cards: [2_000, 1_000_000] },
      'a card alone, in part': { cards: [5_000_000] },
      'points alone, in part': { points: 1_000_000 },
      'credit that is used up': { credit: 99_901 },
      'points that are used up': { points: 777 },
      'cards that are used up': { cards: [1, 83, 84, 12_345] },
    };
    for (const currency of ['INR', 'USD', 'JPY', 'KWD']) {
      for (const [name, wealth] of Object.entries(wealths)) {
        test(`${currency}: ${name}`, async () => {
          for (const [itemId, quantity] of [
            [1, 1],
            [2, 3],
          ] as const) {
            const [shopper, userId] = await rich(wealth);
            const before = await held(userId);
            const order = await ordered(shopper, { currency, itemId, quantity });
            assert.equal(order.document.currency.code, currency);
            await checkOrder(order, shopper, userId, before);
          }
        });
      }
    }

    test('a card that pays exactly what it is worth is empty', async () => {
      // ₹2,099.08 are worth $25.00 and a fraction.
      const [shopper, userId] = await rich({ cards: [209_908] });
      const { document } = await ordered(shopper, {});
      assert.deepEqual(
        document.tender.map(({ amount, spent }) => [amount, spent]),
        [[2_500, 209_908]],
      );
      assert.equal(document.totals.total, 0);
      const { [`${userId}-card-0`]: left } = await held(userId);
      assert.equal(left, undefined);
    });

    test('a dollar order takes dollars’ worth, not what it would cost at home', async () => {
      const [shopper, userId] = await rich({ credit: 99_900, cards: [500_000] });
      const { document } = await ordered(shopper, {});
      assert.deepEqual(
        document.tender.map(({ kind, amount, spent }) => [kind, amount, spent]),
        [
          ['store_credit', 1_189, 99_900],
          ['gift_card', 1_311, 110_076],
        ],
      );
      assert.equal(document.homeTotal, 0);
      const { [`${userId}-card-0`]: left } = await held(userId);
      assert.equal(left, 389_924);
    });

    test('points are earned for what was charged, and the total at home is that total', async () => {
      const [shopper] = await rich({});
      const { document } = await ordered(shopper, { quantity: 2 });
      // $50.00 are ₹4,198.15.
      assert.equal(document.homeTotal, 419_815);
      assert.deepEqual(document.earns, [{ kind: 'points', amount: 419 }]);
    });
  });
});
