/**
 * Shoppers at two nodes order the last units of an article and cancel while its stock is read: there is an order of all calls in which
 * a plain number answers each of them as it was answered.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { forEachEngine } from '../databases.ts';
import { withoutBounds } from '../faults/crash-orders.ts';
import { runs } from '../laws/runs.ts';
import { onDelivery, openTwoNodes } from '../orders/order-server.ts';
import { type Effect, orderOf, overlapping, told } from './history.ts';

const buyerArb = fc.record({
  quantity: fc.integer({ min: 1, max: 3 }),
  /** What he does once he has ordered. */
  next: fc.constantFrom('cancel', 'cancel', 'keep'),
  again: fc.boolean(),
});
type Buyer = typeof buyerArb extends fc.Arbitrary<infer One> ? One : never;

forEachEngine(async (engine) => {
  const { server, second } = await openTwoNodes(engine);
  const { shop } = server;
  await server.set({ quotas: withoutBounds });
  let [item, people] = [0, 0];

  /** Orders at a node, cancels what he got, and tries again. */
  const buyer = async ({ quantity, next, again }: Buyer, at: number) => {
    people += 1;
    const shopper = await server.customer(`buyer-${people}`);
    const items = [{ item_id: item, item_size: 'M', quantity }];
    const { call } = at % 2 === 0 ? server : second;
    let [isOrdered, id] = [false, ''];
    const order = {
      name: `order ${quantity}`,
      call: async (): Promise<Effect<number>> => {
        if (isOrdered) return (before) => before;
        const { status, body } = await call('POST', '/v1.0/checkout', onDelivery, shopper.known());
        id = String(body['order_id']);
        isOrdered = status === 200;
        if (isOrdered) return (before) => (before >= quantity ? before - quantity : undefined);
        assert.match(body.error_code ?? '', /^(out_of|insufficient)_stock$/, body.message);
        return (before) => (before < quantity ? before : undefined);
      },
    };
    const cancel = {
      name: `cancel ${quantity}`,
      call: async (): Promise<Effect<number>> => {
        if (!isOrdered) return (before) => before;
        assert.deepEqual(await server.cancel(id, shopper), [200, 'cancelled']);
        return (before) => before + quantity;
      },
    };
    await shopper('POST', '/v1.0/detail', { items });
    return [order, ...(next === 'cancel' ? [cancel] : []), ...(again && next === 'keep' ? [order] : [])];
  };
  const reader = () =>
    Array.from({ length: 3 }, () => ({
      name: 'read',
      call: async (): Promise<Effect<number>> => {
        const units = await server.stockOf(`${item}_M_1`);
        return (before) => (before === units ? before : undefined);
      },
    }));

  test('stock that many want at once is sold as if they had come one after another', async () => {
    const buyers = fc.array(buyerArb, { minLength: 2, maxLength: 4 });
    const property = fc.asyncProperty(buyers, fc.integer({ min: 3, max: 6 }), async (all, stock) => {
      item += 1;
      await shop.sell(item, [{ quantity: stock }]);
      const clients = [];
      for (const [at, one] of all.entries()) clients.push(await buyer(one, at));
      const history = await overlapping([...clients, reader()]);
      assert.ok(orderOf(stock, history), `${stock} units\n${told(history)}`);
    });
    await fc.assert(property, { numRuns: runs(8) });
  });
});
