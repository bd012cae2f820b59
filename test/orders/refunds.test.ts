/** What becomes of the money that goes back: signed calls, and in which order it is given back. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { issueBalance } from '../../src/balances/balance-statements.ts';
import { readBalances } from '../../src/balances/balance-store.ts';
import { refundsOf } from '../../src/orders/refunds/refund-store.ts';
import { forEachEngine } from '../databases.ts';
import { type Json, openGoodsShop } from './goods-shop.ts';
import { paymentService } from './order-payments.ts';
import { byCard, fill } from './order-server.ts';

forEachEngine(async (engine) => {
  const server = await openGoodsShop(engine);
  after(() => server.close());

  describe('a refund', () => {
    test('is told by signed calls: sent, failed, sent again, done', async () => {
      const { order } = await server.ordered([[2, 1]]);
      await server.staff(`/orders/${order.id}/cancel`, { reason: 'x' });
      const [refund] = await refundsOf(server.shop.node.db, order.id);
      const message = { order_id: order.id, refund_id: refund?.id, amount: 450, currency: 'INR' };
      assert.deepEqual(await server.refundCall({ ...message, amount: 1, outcome: 'sent' }), [
        409,
        'refund_amount_mismatch',
      ]);
      for (const outcome of ['sent', 'sent', 'failed', 'sent', 'done', 'done']) {
        assert.deepEqual(await server.refundCall({ ...message, outcome }), [200, outcome]);
      }
      assert.deepEqual(await server.refundCall({ ...message, outcome: 'failed' }), [409, 'refund_state_conflict']);
      assert.deepEqual(await server.refundCall({ ...message, refund_id: 'x', outcome: 'sent' }), [
        404,
        'order_refund_not_found',
      ]);
      const done = await server.staff('/refunds?status=done&page_size=100');
      assert.ok((done.body['items'] as readonly Json[]).some((one) => one['refund_id'] === refund?.id));
    });

    test('is told once by each message, however often and late it comes', async () => {
      for (const said of [
        ['sent', 'failed'],
        ['failed', 'sent'],
        ['sent', 'sent', 'failed'],
      ]) {
        const { order } = await server.ordered([[2, 1]]);
        await server.staff(`/orders/${order.id}/cancel`, { reason: 'x' });
        const [refund] = await refundsOf(server.shop.node.db, order.id);
        const message = { order_id: order.id, refund_id: refund?.id, amount: 450, currency: 'INR', reference: 'r1' };
        const tell = (outcome: string | undefined, at: number) =>
          server.refundCall({ ...message, outcome }, `message-${at}`);
        for (const [at, outcome] of said.entries()) assert.deepEqual(await tell(outcome, at), [200, outcome]);
        for (const [at, outcome] of [...said.entries(), ...said.entries()]) {
          assert.deepEqual(await tell(outcome, at), [200, said.at(-1)], said.join(' '));
        }
        const [kept] = await refundsOf(server.shop.node.db, order.id);
        assert.equal(kept?.events.length, 2);
        assert.deepEqual(await server.refundCall({ ...message, outcome: 'done' }, 'message-0'), [200, said.at(-1)]);
        assert.deepEqual(await server.refundCall({ ...message, outcome: 'done' }, 'message-9'), [200, 'done']);
      }
    });

    test('that fails again and again is sent fifty times and no more, and can be said to be done', async () => {
      const { order } = await server.ordered([[2, 1]]);
      await server.staff(`/orders/${order.id}/cancel`, { reason: 'x' });
      const [refund] = await refundsOf(server.shop.node.db, order.id);
      const says = async (state: string) => {
        const { status, code } = await server.staff(`/orders/${order.id}/refunds/${refund?.id}/${state}`, {
          reason: 'x',
        });
        return [status, code];
      };
      for (let tries = 1; tries <= 50; tries += 1) {
        assert.deepEqual(
          [await says('sent'), await says('failed')],
          [
            [200, undefined],
            [200, undefined],
          ],
          `try ${tries}`,
        );
      }
      assert.deepEqual(await says('sent'), [409, 'refund_state_conflict']);
      const [kept] = await refundsOf(server.shop.node.db, order.id);
      assert.deepEqual([kept?.state, kept?.events.length], ['failed', 100]);
      assert.deepEqual(await says('done'), [200, undefined]);
    });

    test('of goods that are here already gives their money back in the same step, once', async () => {
      const { order } = await server.ordered([[1, 2]]);
      const path = `/orders/${order.id}/returns`;
      const items = server.some(order, 1, 1);
      const body = { reason: 'over the counter', items, received: true };
      assert.equal((await server.staff(path, body)).code, 'order_units_exceeded', 'nothing was delivered');
      await server.staff(`/orders/${order.id}/deliver`, { reason: 'x' });
      const stock = await server.stockOf('1_M_1');
      const back = await server.staff(path, body);
      assert.deepEqual([back.status, back.order['refunded_amount']], [200, 480], JSON.stringify(back.body));
      const returns = back.order['returns'] as readonly Json[];
      assert.deepEqual(
        returns.map(({ status }) => status),
        ['received'],
      );
      assert.equal(await server.stockOf('1_M_1'), stock + 1);
      const [refund] = await refundsOf(server.shop.node.db, order.id);
      assert.equal((await server.staff(`/orders/${order.id}/refunds/${refund?.id}/done`, { reason: 'x' })).status, 200);
      const rest = await server.staff(path, { ...body, restock: false });
      assert.deepEqual([rest.order['status'], rest.order['refunded_amount']], ['returned', 1080]);
      assert.equal(await server.stockOf('1_M_1'), stock + 1);
      assert.notEqual((await server.staff(path, body)).status, 200);
      assert.equal(
        ((await server.staff('/returns?status=received')).body['items'] as readonly Json[]).length >= 2,
        true,
      );
    });

    test('goes first to the payment or first to balances, as the shop sets', async () => {
      for (const [first, kinds] of [
        ['payment', ['payment']],
        ['balances', ['points', 'payment']],
      ] as const) {
        const userId = `goods-rich-${first}`;
        const { node, applicationId } = server.shop;
        const source = `gift-${userId}`;
        await node.db.commit(
          issueBalance(
            {
              applicationId,
              userId,
              kind: 'points',
              account: '',
              amount: 100,
              reason: 'x',
              source,
              entryId: source,
              at: node.now(),
            },
            null,
          ),
        );
        const buyer = await server.customer(userId);
        await fill(buyer, 2, 2);
        await buyer('POST', '/v1.0/redeem', { redeem_points: true });
        const { body } = await buyer('POST', '/v1.0/checkout', byCard);
        const order = await server.order(String(body['order_id']));
        assert.equal(order.total, 70_000, JSON.stringify(order.document.tender));
        const told = {
          order_id: order.id,
          payment_id: `pay-${order.id}`,
          amount: 700,
          currency: 'INR',
          outcome: 'success',
        };
        await paymentService(server).tell(told);
        await server.set({ orders: { refund_first: first } });
        const answer = await server.staff(`/orders/${order.id}/cancel`, {
          reason: 'x',
          items: server.some(order, 2, 1),
        });
        const [refund] = answer.order['refunds'] as readonly { readonly parts: readonly { readonly kind: string }[] }[];
        assert.deepEqual(
          refund?.parts.map(({ kind }) => kind),
          kinds,
        );
        await server.staff(`/orders/${order.id}/cancel`, { reason: 'x' });
        const balances = await readBalances(node.db, applicationId, userId, node.now());
        assert.equal(
          balances.find(({ kind }) => kind === 'points')?.amount,
          100,
          'all of them came back, none was earned',
        );
      }
      await server.set({ orders: { refund_first: 'payment' } });
    });
  });
});
