/** Orders and refunds that say how their numbers came about: each is what the order shows, and is computed again from what is said. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import * as fc from 'fast-check';
import type { CartExplained } from '../../src/contract/cart/cart-explain-contract.ts';
import { forEachEngine } from '../databases.ts';
import { leftUnexplained } from '../laws/every-number.ts';
import { computedAgain } from '../laws/explained-wire.ts';
import { runs } from '../laws/runs.ts';
import { rupees } from '../cart/response/carts.ts';
import { read } from '../source-files.ts';
import { noAmounts, orderReader, type Refund } from './explained-order.ts';
import { openGoodsShop } from './goods-shop.ts';
import { paymentService } from './order-payments.ts';
import { byCard, onDelivery } from './order-server.ts';
import { rule } from './shop-rules.ts';

forEachEngine(async (engine) => {
  const server = await openGoodsShop(engine);
  after(() => server.close());
  const { explained, shown, walked } = orderReader(server);
  const bought = fc.uniqueArray(fc.tuple(fc.constantFrom(1, 2, 3), fc.integer({ min: 1, max: 3 })), {
    minLength: 1,
    maxLength: 3,
    selector: ([item]) => item,
  });

  const ways = fc.constantFrom(
    { paid: byCard, saved: {} },
    { paid: onDelivery, saved: {} },
    { paid: byCard, saved: { points: 20, store_credit: 3000 } },
  );

  describe('an order explained', () => {
    test('has every total, charge, payment and bag, each computed again', async () => {
      await fc.assert(
        fc.asyncProperty(bought, fc.constantFrom({}, onDelivery), fc.boolean(), async (items, way, saves) => {
          const saved = saves ? { points: 20, store_credit: 3000 } : {};
          const { order } = await server.ordered(items, { ...onDelivery, ...way }, saved);
          const answer = await explained(`${order.id}/explain`);
          computedAgain(answer, await shown(order.id));
          assert.deepEqual(leftUnexplained(await shown(order.id), answer.numbers, noAmounts), []);
          const paths = new Set(answer.numbers.map(({ path }) => path));
          for (const name of Object.keys(order.document.totals)) assert.ok(paths.has(`totals.${name}`), name);
          for (const at of order.document.tender.keys()) assert.ok(paths.has(`tender.${at}.amount`));
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
      assert.deepEqual(leftUnexplained(seen, answer.numbers, noAmounts), []);
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
      assert.match(one.numbers[0]?.sentence ?? '', /^Summe: 900,00\u00a0₹ = /);
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
    const shops = (['reprice', 'keep'] as const).flatMap((refund_offers) =>
      [true, false].map((prices_include_tax) => ({ refund_offers, prices_include_tax })),
    );
    for (const { refund_offers, prices_include_tax } of shops) {
      test(`comes to what is given back, with every line and charge, when offers are to ${refund_offers} and tax is ${prices_include_tax ? 'in' : 'on top of'} prices`, async () => {
        await server.set({
          orders: { return_days: 7, refund_offers },
          policy: { prices_include_tax },
          cart: { charge_gst_bp: 1200 },
        });
        await server.signInAgain();
        await fc.assert(
          fc.asyncProperty(
            bought,
            fc.array(fc.nat(5), { minLength: 1, maxLength: 3 }),
            ways,
            async (items, gone, way) => {
              const { order } = await server.ordered(items, way.paid, way.saved);
              for (const at of gone) {
                const line = order.document.lines[at % order.document.lines.length];
                await server.staff(`/orders/${order.id}/cancel`, {
                  reason: 'law',
                  items: [{ identifier: line?.identifier, quantity: 1 }],
                });
              }
              assert.ok((await walked(order.id)).length > 0);
            },
          ),
          { numRuns: runs(4) },
        );
        await server.set({
          orders: { return_days: 7, refund_offers: 'reprice' },
          policy: { prices_include_tax: true },
          cart: { charge_gst_bp: 0 },
        });
      });
    }

    test('says what is left without an offer that an earlier refund released, though it would act again', async () => {
      await server.shop.sell(5, [{ ...rupees(100, 100), quantity: 1000, gst_rate: 18 }]);
      await server.shop.promotion({
        promotion_type: 'percentage',
        promo_group: 'product',
        buy_rules: {
          'rule#1': { item_id: [5], cart_quantity: { greater_than_equals: 4 } },
          'rule#2': { item_id: [5], cart_quantity: { less_than_equals: 2 } },
        },
        discount_rules: [
          {
            ...rule('percentage', { item_id: [5] }, { discount_percentage: 10 })[0],
            buy_condition: '( rule#1 OR rule#2 )',
          },
        ],
      });
      await server.signInAgain();
      const { order } = await server.ordered([
        [5, 4],
        [2, 1],
      ]);
      for (let back = 0; back < 3; back += 1) {
        await server.staff(`/orders/${order.id}/cancel`, { reason: 'one', items: server.some(order, 5, 1) });
      }
      assert.equal((await server.order(order.id)).progress.released?.length, 1);
      const refunds = await walked(order.id);
      assert.deepEqual(
        refunds.map(({ amount }) => amount),
        [60, 100, 100],
      );
    });

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
