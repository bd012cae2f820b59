/** Orders and refunds that say how their numbers came about: each is what the order shows, and is computed again from what is said. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import * as fc from 'fast-check';
import type { CartExplained } from '../../src/contract/cart/cart-explain-contract.ts';
import { forEachEngine } from '../databases.ts';
import { computedAgain } from '../laws/explained-wire.ts';
import { runs } from '../laws/runs.ts';
import { read } from '../source-files.ts';
import { openGoodsShop } from './goods-shop.ts';
import { paymentService } from './order-payments.ts';
import { byCard, onDelivery } from './order-server.ts';

type Refund = {
  readonly refund_id: string;
  readonly amount: number;
  readonly lines: readonly object[];
  readonly charges: readonly object[];
  readonly parts: readonly object[];
};

forEachEngine(async (engine) => {
  const server = await openGoodsShop(engine);
  after(() => server.close());
  const explained = async (path: string): Promise<CartExplained> => {
    const { status, body } = await server.staff(`/orders/${path}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body as unknown as CartExplained;
  };
  const shown = async (id: string) => (await server.staff(`/order-details?order_id=${id}`)).order;
  const bought = fc.uniqueArray(fc.tuple(fc.constantFrom(1, 2, 3), fc.integer({ min: 1, max: 3 })), {
    minLength: 1,
    maxLength: 3,
    selector: ([item]) => item,
  });

  describe('an order explained', () => {
    test('has every total, charge, payment and bag, each computed again', async () => {
      await fc.assert(
        fc.asyncProperty(bought, fc.constantFrom({}, onDelivery), fc.boolean(), async (items, way, saves) => {
          const saved = saves ? { points: 20, store_credit: 3000 } : {};
          const { order } = await server.ordered(items, { ...onDelivery, ...way }, saved);
          const answer = await explained(`${order.id}/explain`);
          computedAgain(answer, await shown(order.id));
          const paths = new Set(answer.numbers.map(({ path }) => path));
          for (const name of Object.keys(order.document.totals)) assert.ok(paths.has(`totals.${name}`), name);
          for (const list of ['charges', 'tender'] as const) {
            for (const at of order.document[list].keys()) assert.ok(paths.has(`${list}.${at}.amount`), list);
          }
          const bags = answer.numbers.filter(({ path }) => path.endsWith('.subtotal') && path.startsWith('shipments'));
          assert.equal(bags.length, order.document.lines.length);
        }),
        { numRuns: runs(4) },
      );
    });

    test('has the rows, shipments and taxes as its shopper sees them', async () => {
      const { order, buyer } = await server.ordered(
        [
          [1, 2],
          [3, 1],
        ],
        onDelivery,
        { points: 20, store_credit: 3000 },
      );
      const read = async (path: string) => {
        const { json } = await server.app.inject({
          url: `/service/application/order/v1.0/orders/${order.id}${path}`,
          headers: { authorization: server.authorization, ...buyer.known() },
        });
        return json<CartExplained & { readonly order?: Record<string, unknown> }>();
      };
      const answer = await read('/explain');
      const whole = await read('');
      const seen = (whole.order ?? whole) as Record<string, unknown>;
      computedAgain(answer, seen);
      const told = new Set(answer.numbers.map(({ path }) => path));
      const rows = (seen['breakup_values'] as readonly object[]).map((_, at) => `breakup_values.${at}.value`);
      for (const path of [...rows, 'shipments.0.total', 'tax_summary.0.tax']) assert.ok(told.has(path), path);
    });

    test('is for its shopper and for staff, one number at a time, in three languages', async () => {
      const { order, buyer } = await server.ordered([
        [1, 1],
        [2, 1],
      ]);
      const one = await explained(`${order.id}/explain?path=totals.total&language=de`);
      assert.deepEqual([one.numbers.length, one.language, one.currency_code], [1, 'de', 'INR']);
      assert.match(one.numbers[0]?.sentence ?? '', /^Summe: ₹900\.00 = /);
      const asked = async (id: string, shopper: typeof buyer) => {
        const { statusCode, json } = await server.app.inject({
          url: `/service/application/order/v1.0/orders/${id}/explain`,
          headers: { authorization: server.authorization, ...shopper.known() },
        });
        return [statusCode, json<{ error_code?: string }>().error_code];
      };
      assert.deepEqual(await asked(order.id, buyer), [200, undefined]);
      assert.deepEqual(await asked(order.id, await server.customer('nosy')), [404, 'order_not_found']);
      const { status, code } = await server.staff(`/orders/${order.id}/explain?path=nothing`);
      assert.deepEqual([status, code], [404, 'number_not_found']);
      assert.equal((await server.staff(`/orders/${order.id}/refunds/none/explain`)).code, 'order_refund_not_found');
    });
  });

  describe('a refund explained', () => {
    for (const refund_offers of ['reprice', 'keep'] as const) {
      test(`comes to what is given back, with every line and charge, when offers are to ${refund_offers}`, async () => {
        await server.set({ orders: { return_days: 7, refund_offers } });
        await server.signInAgain();
        await fc.assert(
          fc.asyncProperty(bought, fc.array(fc.nat(5), { minLength: 1, maxLength: 3 }), async (items, gone) => {
            const { order } = await server.ordered(items);
            for (const at of gone) {
              const line = order.document.lines[at % order.document.lines.length];
              await server.staff(`/orders/${order.id}/cancel`, {
                reason: 'law',
                items: [{ identifier: line?.identifier, quantity: 1 }],
              });
            }
            const refunds = (await shown(order.id))['refunds'] as readonly Refund[];
            assert.ok(refunds.length > 0);
            for (const refund of refunds) {
              const answer = await explained(`${order.id}/refunds/${refund.refund_id}/explain`);
              computedAgain(answer, refund);
              assert.equal(answer.numbers[0]?.value, refund.amount);
              const told = new Set(answer.numbers.map(({ path }) => path));
              const wanted = [
                'amount',
                'payment_amount',
                ...refund.lines.flatMap((_, at) =>
                  ['amount', 'taxable', 'tax', 'igst'].map((word) => `lines.${at}.${word}`),
                ),
                ...refund.charges.map((_, at) => `charges.${at}.amount`),
                ...refund.parts.map((_, at) => `parts.${at}.amount`),
              ];
              assert.deepEqual(
                wanted.filter((path) => !told.has(path)),
                [],
              );
            }
          }),
          { numRuns: runs(4) },
        );
        await server.set({ orders: { return_days: 7, refund_offers: 'reprice' } });
      });
    }

    test('of a payment that could not be kept says that it was one', async () => {
      const { order } = await server.ordered([[1, 1]], byCard);
      const message = { order_id: order.id, payment_id: 'twice', currency: 'INR', outcome: 'success' } as const;
      const payments = paymentService(server);
      const told = await payments.tell({ ...message, amount: order.document.totals.total / 100 + 1 });
      assert.equal(told.code, 'payment_amount_mismatch');
      const [refund] = (await shown(order.id))['refunds'] as readonly Refund[];
      const answer = await explained(`${order.id}/refunds/${refund?.refund_id}/explain`);
      computedAgain(answer, refund);
      assert.match(answer.numbers[0]?.sentence ?? '', /^A payment that the order could not keep \(twice\) is ₹/);
    });

    test('says of a broken threshold what the goods cost before and after it, and nothing is taken as settled', async () => {
      const { order } = await server.ordered([
        [1, 1],
        [2, 1],
      ]);
      await server.signInAgain();
      await server.staff(`/orders/${order.id}/cancel`, { reason: 'one', items: server.some(order, 2, 1) });
      const [refund] = (await shown(order.id))['refunds'] as readonly Refund[];
      const { sums, numbers } = await explained(`${order.id}/refunds/${refund?.refund_id}/explain?path=amount`);
      assert.equal(numbers.length, 1);
      assert.ok(read('docs/behaviour/orders.md').includes(JSON.stringify(numbers[0]?.sentence)), numbers[0]?.sentence);
      assert.deepEqual(
        sums.filter(({ what }) => what === 'as_settled' || what === 'forgiven'),
        [],
      );
      assert.ok(sums.some(({ source }) => source?.kind === 'offer'));
    });
  });
});
