/** What happens to the goods of an order: parcels, cancelled units, returns, and the money that goes back. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { readBalances } from '../../src/balances/balance-store.ts';
import { exportRows } from '../../src/orders/export/export-rows.ts';
import { refundsOf } from '../../src/orders/refunds/refund-store.ts';
import { forEachEngine } from '../databases.ts';
import { type Answer, type Json, openGoodsShop } from './goods-shop.ts';
import { onDelivery } from './order-server.ts';

forEachEngine(async (engine) => {
  const server = await openGoodsShop(engine);
  after(() => server.close());

  describe('units that are cancelled', () => {
    test('give back what was paid less what the rest costs alone: an offer that lost its ground is lost', async () => {
      const [stock, uses] = [await server.stockOf('2_M_1'), await server.used()];
      const { order, buyer } = await server.ordered([
        [1, 1],
        [2, 1],
      ]);
      assert.equal(order.total, 90_000);
      assert.equal(await server.used(), uses + 1);
      const preview = await server.asCustomer(buyer, `/${order.id}/refund-preview`, {
        items: server.some(order, 2, 1),
      });
      assert.equal((preview.body['refund'] as Json)['amount'], 300, '900.00 paid, and 600.00 for what stays');
      const answer = await server.staff(`/orders/${order.id}/cancel`, {
        reason: 'sold out',
        items: server.some(order, 2, 1),
      });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      assert.deepEqual(
        [answer.order['status'], answer.order['refunded_amount'], answer.order['current_value']],
        ['placed', 300, 600],
      );
      assert.deepEqual(
        server.bagsOf(answer).map(({ item_id: item, given_back: back }) => [item, back]),
        [
          [1, 0],
          [2, 1],
        ],
      );
      assert.equal(await server.stockOf('2_M_1'), stock);
      assert.equal(await server.used(), uses, 'the use of the offer is given back');
      const [refund] = await refundsOf(server.shop.node.db, order.id);
      assert.deepEqual([refund?.state, refund?.amount, refund?.paymentId], ['due', 30_000, `pay-${order.id}`]);
      const rows = exportRows(await server.order(order.id));
      const of = (isRefund: boolean): number =>
        Math.round(
          100 *
            rows
              .filter((row) => (row.refund_id !== null) === isRefund)
              .reduce((sum, row) => sum + Number(row.amount), 0),
        );
      assert.deepEqual([of(false), of(true)], [90_000, -30_000]);
      const [line] = (answer.order['refunds'] as readonly { readonly lines: readonly Json[] }[])[0]?.lines ?? [];
      assert.equal(line?.['amount'], -60, 'what stays costs more without the offer');
    });

    test('of an order rounded to coins give back what they cost, and the last of them exactly what was paid', async () => {
      const coins = (mode: 'nearest' | 'down', step: number) =>
        server.set({ cart: { cash_rounding: { INR: { step, mode, payment_modes: ['card'] } } } });
      for (const [mode, step, second, due, paid] of [
        ['nearest', 70, 2, 90_000, 91_000],
        // 350.00 were taken off, and what is left costs 300.00 with its delivery: nothing, then.
        ['down', 500, 3, 85_000, 50_000],
      ] as const) {
        await coins(mode, step);
        const { order } = await server.ordered([
          [1, 1],
          [second, 1],
        ]);
        assert.deepEqual([order.document.totals.cash_rounding, order.total], [paid - due, paid]);
        await server.set({ cart: { cash_rounding: {} } });
        const rounding = exportRows(await server.order(order.id)).find(
          ({ reference }) => reference === 'cash_rounding',
        );
        assert.deepEqual(
          [rounding?.row_type, Number(rounding?.amount), Number(rounding?.tax)],
          ['charge', (paid - due) / 100, 0],
        );
        for (const item of [1, second]) {
          const items = server.some(order, item, 1);
          const answer = await server.staff(`/orders/${order.id}/cancel`, { reason: 'x', items });
          assert.equal(answer.status, 200, JSON.stringify(answer.body));
        }
        const refunds = await refundsOf(server.shop.node.db, order.id);
        assert.equal(
          refunds.reduce((sum, { amount }) => sum + amount, 0),
          paid,
        );
      }
    });

    test('give back less than nothing never, and keep their prices where the shop says so', async () => {
      const { order } = await server.ordered([
        [1, 4],
        [3, 1],
      ]);
      const id = order.id;
      assert.equal(order.total, 240_000 - 24_000 + 25_000);
      await server.set({ orders: { refund_offers: 'keep' } });
      const kept = await server.staff(`/orders/${id}/cancel`, { reason: 'x', items: server.some(order, 1, 3) });
      assert.equal(kept.order['refunded_amount'], 1620);
      await server.set({ orders: { refund_offers: 'reprice' } });
      const rest = await server.staff(`/orders/${id}/cancel`, { reason: 'x', items: server.some(order, 3, 1) });
      assert.equal(rest.order['refunded_amount'], 1620 + 190, '790.00 kept, and 600.00 for what stays');
      const all = await server.staff(`/orders/${id}/cancel`, { reason: 'x' });
      assert.deepEqual([all.order['status'], all.order['refunded_amount']], ['cancelled', order.total / 100]);
    });

    test('take gifts along that they were the ground of, as long as these have not left', async () => {
      const stock = await server.stockOf('4_M_1');
      const { order } = await server.ordered([[3, 2]]);
      assert.equal(await server.stockOf('4_M_1'), stock - 1);
      await server.staff(`/orders/${order.id}/cancel`, { reason: 'x', items: server.some(order, 3, 1) });
      assert.equal(await server.stockOf('4_M_1'), stock);
      const other = (await server.ordered([[3, 2]])).order;
      await server.staff(`/orders/${other.id}/parcels`, { items: server.some(other, 4, 1) });
      const charged = await server.staff(`/orders/${other.id}/cancel`, {
        reason: 'x',
        items: server.some(other, 3, 1),
      });
      assert.equal(charged.order['refunded_amount'], 101, '250.00 less the gift that has left, less delivery of 50.00');
    });

    test('are the customer’s to cancel while the shop lets him, and never twice', async () => {
      const { order, buyer } = await server.ordered([[1, 2]]);
      const one = await server.asCustomer(buyer, `/${order.id}/cancel`, { items: server.some(order, 1, 1) });
      assert.deepEqual([one.status, one.order['refunded_amount']], [200, 480], 'without the other it has no offer');
      const more = await server.asCustomer(buyer, `/${order.id}/cancel`, { items: server.some(order, 1, 2) });
      assert.deepEqual([more.status, more.code], [409, 'order_units_exceeded']);
      const strange = await server.asCustomer(buyer, `/${order.id}/cancel`, {
        items: [{ identifier: 'x', quantity: 1 }],
      });
      assert.deepEqual([strange.status, strange.code], [400, 'order_line_not_found']);
      await server.staff(`/orders/${order.id}/ship`, { reason: 'left' });
      const late = await server.asCustomer(buyer, `/${order.id}/cancel`, { items: server.some(order, 1, 1) });
      assert.deepEqual([late.status, late.code], [409, 'order_state_conflict']);
    });

    test('are cancelled once by one key, and by one of two who race', async () => {
      const { order } = await server.ordered([[1, 3]]);
      const key = randomUUID();
      const body = { reason: 'x', items: server.some(order, 1, 1) };
      const [first, again] = [
        await server.staff(`/orders/${order.id}/cancel`, body, key),
        await server.staff(`/orders/${order.id}/cancel`, body, key),
      ];
      assert.deepEqual(again.order['refunded_amount'], first.order['refunded_amount']);
      const both = await Promise.all(
        [1, 2, 3].map(() =>
          server.staff(`/orders/${order.id}/cancel`, { reason: 'x', items: server.some(order, 1, 2) }),
        ),
      );
      assert.equal(both.filter(({ status }) => status === 200).length, 1);
      assert.equal(both.filter(({ status }) => status === 409).length, 2);
      const { state, progress } = await server.order(order.id);
      assert.deepEqual([state, progress.settlements?.length], ['cancelled', 2]);
    });
  });

  describe('parcels', () => {
    test('leave and arrive one by one, with who carries them; the order follows', async () => {
      const { order } = await server.ordered([
        [1, 2],
        [2, 1],
      ]);
      const path = `/orders/${order.id}/parcels`;
      const sent = await server.staff(path, {
        items: server.some(order, 1, 1),
        carrier: 'Blue Cart',
        tracking_number: 'BC1',
        tracking_url: 'https://track.example/BC1',
      });
      assert.equal(sent.order['status'], 'placed');
      const [parcel] = sent.order['parcels'] as readonly Json[];
      assert.deepEqual([parcel?.['carrier'], parcel?.['status']], ['Blue Cart', 'shipped']);
      for (const tracking_url of [
        'javascript:alert(1)',
        'data:text/html,x',
        ' https://a.example',
        'https://a.example/\r\nx: y',
      ]) {
        assert.equal((await server.staff(path, { tracking_url })).status, 400, tracking_url);
      }
      assert.equal((await server.staff(path, { items: server.some(order, 1, 2) })).code, 'order_units_exceeded');
      const rest = await server.staff(path, { reason: 'the rest' });
      assert.equal(rest.order['status'], 'shipped');
      const ids = (rest.order['parcels'] as readonly { readonly parcel_id: string }[]).map(({ parcel_id: id }) => id);
      assert.equal((await server.staff(`${path}/${ids[0]}/deliver`, {})).order['status'], 'shipped');
      assert.equal((await server.staff(`${path}/${ids[0]}/track`, { carrier: 'Red Cart' })).status, 200);
      assert.equal((await server.staff(`${path}/nothing/deliver`, {})).code, 'order_parcel_not_found');
      const arrived = await server.staff(`${path}/${ids[1]}/deliver`, {});
      assert.equal(arrived.order['status'], 'delivered');
      assert.equal(arrived.order['amount_to_collect'], 0);
    });

    test('of an order paid on delivery collect what is left of it, and what was collected is refunded', async () => {
      const { order } = await server.ordered([[1, 2]], onDelivery);
      const id = order.id;
      assert.equal((await server.staff(`/order-details?order_id=${id}`)).order['amount_to_collect'], 1080);
      const less = await server.staff(`/orders/${id}/cancel`, { reason: 'x', items: server.some(order, 1, 1) });
      assert.deepEqual([less.order['amount_to_collect'], less.order['refunded_amount']], [600, 480]);
      assert.deepEqual(await refundsOf(server.shop.node.db, id), [], 'nobody has paid yet');
      assert.equal((await server.staff(`/orders/${id}/deliver`, { reason: 'x' })).order['amount_to_collect'], 0);
      const back = await server.staff(`/orders/${id}/returns`, {
        reason: 'x',
        items: server.some(order, 1, 1),
        approved: true,
      });
      const [one] = back.order['returns'] as readonly { readonly return_id: string }[];
      const done = await server.staff(`/orders/${id}/returns/${one?.return_id}/receive`, { reason: 'came' });
      assert.equal(done.order['status'], 'returned');
      const [refund] = await refundsOf(server.shop.node.db, id);
      assert.deepEqual([refund?.amount, refund?.paymentId, refund?.cause], [60_000, null, 'returned']);
      const told = await server.staff(`/orders/${id}/refunds/${refund?.id}/done`, {
        reason: 'cash',
        reference: 'till 4',
      });
      const [shown] = (told.order['refunds'] as readonly Json[]).slice(-1);
      assert.deepEqual([shown?.['status'], shown?.['reference']], ['done', 'till 4']);
    });
  });

  describe('a return', () => {
    test('is asked for in time, approved, and gives its money back when it came', async () => {
      const { order, buyer, userId } = await server.ordered([[1, 2]]);
      const path = `/orders/${order.id}/returns`;
      const items = server.some(order, 1, 1);
      const early = await server.asCustomer(buyer, `/${order.id}/returns`, { reason: 'too small', items });
      assert.deepEqual([early.status, early.code], [409, 'order_units_exceeded']);
      await server.staff(`/orders/${order.id}/deliver`, { reason: 'x' });
      const earned = (
        await readBalances(server.shop.node.db, server.shop.applicationId, userId, server.shop.node.now())
      ).find(({ kind }) => kind === 'points')?.amount;
      assert.equal(earned, 10, 'for 1,080.00');
      const asked = await server.asCustomer(buyer, `/${order.id}/returns`, { reason: 'too small', items });
      assert.equal(asked.status, 200, JSON.stringify(asked.body));
      const [one] = asked.order['returns'] as readonly { readonly return_id: string; readonly status: string }[];
      assert.equal(one?.status, 'requested');
      const listed = await server.staff('/returns?status=requested');
      assert.equal((listed.body['items'] as readonly Json[]).length, 1);
      assert.equal((await server.staff(`${path}/${one?.return_id}/approve`, { reason: 'ok' })).status, 200);
      const stock = await server.stockOf('1_M_1');
      const came = await server.staff(`${path}/${one?.return_id}/receive`, { reason: 'worn', restock: false });
      assert.deepEqual([came.status, came.order['refunded_amount'], came.order['status']], [200, 480, 'delivered']);
      assert.equal(await server.stockOf('1_M_1'), stock, 'it is not sold again');
      const points = (
        await readBalances(server.shop.node.db, server.shop.applicationId, userId, server.shop.node.now())
      ).find(({ kind }) => kind === 'points')?.amount;
      assert.equal(points, 5, 'what the returned goods earned is taken back');
      assert.equal(
        (await server.staff(`${path}/${one?.return_id}/receive`, { reason: 'again' })).order['refunded_amount'],
        480,
      );
      assert.equal(
        (await server.staff(`${path}/${one?.return_id}/refuse`, { reason: 'no' })).code,
        'order_state_conflict',
      );
    });

    test('that is withdrawn or refused frees its units', async () => {
      const { order, buyer } = await server.ordered([[2, 1]]);
      await server.staff(`/orders/${order.id}/deliver`, { reason: 'x' });
      const items = server.some(order, 2, 1);
      const ask = () => server.asCustomer(buyer, `/${order.id}/returns`, { reason: 'x', items });
      const id = async (answer: Promise<Answer>): Promise<string> =>
        ((await answer).order['returns'] as readonly { readonly return_id: string }[]).at(-1)?.return_id ?? '';
      const first = await id(ask());
      assert.equal((await ask()).code, 'order_units_exceeded');
      const withdrawn = await server.asCustomer(buyer, `/${order.id}/returns/${first}/withdraw`, {});
      assert.deepEqual(
        [withdrawn.status, withdrawn.order['returnable'], withdrawn.order['cancellable']],
        [200, items, []],
      );
      const second = await id(ask());
      assert.equal((await server.staff(`/orders/${order.id}/returns/${second}/refuse`, { reason: 'no' })).status, 200);
      const third = await id(ask());
      assert.equal(third, `${order.id}-R3`);
      const stranger = await server.customer('goods-stranger');
      assert.equal(
        (await server.asCustomer(stranger, `/${order.id}/returns/${third}/withdraw`, {})).code,
        'order_not_found',
      );
    });
  });

  test('a return that comes after the days of the shop is the shop’s to take', async () => {
    const { order, userId } = await server.ordered([[2, 1]]);
    await server.staff(`/orders/${order.id}/deliver`, { reason: 'x' });
    server.shop.node.clock.at += 8 * 86_400_000;
    const buyer = await server.customer(userId);
    await server.signInAgain();
    const body = { reason: 'late', items: server.some(order, 2, 1) };
    const late = await server.asCustomer(buyer, `/${order.id}/returns`, body);
    assert.deepEqual([late.status, late.code], [409, 'return_window_over']);
    assert.equal((await server.staff(`/orders/${order.id}/returns`, body)).status, 200);
  });
});
