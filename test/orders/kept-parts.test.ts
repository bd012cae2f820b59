/** In how many parts an order may go: what is kept of each part does not grow without end. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { type NewPart, refuseMoreParts } from '../../src/orders/goods/kept-parts-rules.ts';
import { allOf, unsentUnits } from '../../src/orders/goods/unit-rules.ts';
import type { StoredOrder } from '../../src/orders/order-document.ts';
import type { OrderProgress, OrderReturn, Parcel, Settlement, Units } from '../../src/orders/order-progress.ts';
import { forEachEngine } from '../databases.ts';
import { openGoodsShop } from './goods-shop.ts';

const refused = { code: 'order_state_conflict' };
/** What is kept of a part, of so many characters and more. */
const ofSize = (size: number): readonly Units[] => [{ line: 'x'.repeat(size), units: 1 }];
const LARGE = 75_000;
const settlement = { cause: 'cancelled', items: ofSize(LARGE), lines: [] } as unknown as Settlement;
const parcel: Parcel = {
  id: 'p',
  shipmentId: '',
  items: [],
  state: 'shipped',
  carrier: '',
  trackingNumber: '',
  trackingUrl: null,
  shippedAt: 0,
  deliveredAt: null,
};
const refusedReturn = { state: 'refused', items: ofSize(LARGE) } as unknown as OrderReturn;
const progressWith = (order: StoredOrder, progress: Partial<OrderProgress>): StoredOrder => ({
  ...order,
  progress: { ...order.progress, ...progress },
});
const times = <T>(count: number, value: T): readonly T[] => Array.from({ length: count }, () => value);

forEachEngine(async (engine) => {
  const server = await openGoodsShop(engine);
  after(() => server.close());

  describe('an order that its customer cancels unit by unit', () => {
    test('is cancelled in a hundred parts and no more, but for all that is left', async () => {
      const { order, buyer } = await server.ordered([[2, 103]]);
      const cancel = (quantity: number) =>
        server.asCustomer(buyer, `/${order.id}/cancel`, { items: server.some(order, 2, quantity) });
      for (let part = 1; part <= 100; part += 1) assert.equal((await cancel(1)).status, 200, `part ${part}`);
      const more = await cancel(1);
      assert.deepEqual([more.status, more.code], [409, 'order_state_conflict']);
      assert.equal((await server.order(order.id)).progress.settlements?.length, 100);
      const staff = await server.staff(`/orders/${order.id}/cancel`, {
        reason: 'asked',
        items: server.some(order, 2, 1),
      });
      assert.equal(staff.status, 200, 'the shop goes on');
      const rest = await cancel(2);
      assert.deepEqual([rest.status, rest.order['status']], [200, 'cancelled']);
    });

    test('has fewer parts where each of them is large, and the shop has more', async () => {
      const { order } = await server.ordered([
        [1, 2],
        [2, 2],
      ]);
      const left = unsentUnits(order);
      const cancels = (count: number, part: Partial<NewPart> = {}) => {
        const cancelled = progressWith(order, { settlements: times(count, settlement) });
        return () => refuseMoreParts(cancelled, { units: allOf(left).slice(0, 1), by: 'customer', left, ...part });
      };
      assert.doesNotThrow(cancels(19));
      assert.throws(cancels(20), refused);
      assert.doesNotThrow(cancels(20, { units: allOf(left) }));
      assert.doesNotThrow(cancels(53, { by: 'shop' }));
      assert.throws(cancels(54, { by: 'shop' }), refused);
    });
  });

  describe('an order of which goods come back, again and again', () => {
    test('keeps a hundred returns that its customer asks for and withdraws, and one that the shop takes back', async () => {
      const { order, buyer } = await server.ordered([[2, 2]]);
      assert.equal((await server.staff(`/orders/${order.id}/deliver`, { reason: 'x' })).status, 200);
      const asks = () =>
        server.asCustomer(buyer, `/${order.id}/returns`, { reason: 'no', items: server.some(order, 2, 1) });
      for (let part = 1; part <= 100; part += 1) {
        assert.equal((await asks()).status, 200, `return ${part}`);
        const withdrawn = await server.asCustomer(buyer, `/${order.id}/returns/${order.id}-R${part}/withdraw`, {});
        assert.equal(withdrawn.status, 200);
      }
      const more = await asks();
      assert.deepEqual([more.status, more.code], [409, 'order_state_conflict']);
      const here = { reason: 'at the counter', received: true, items: server.some(order, 2, 1) };
      assert.equal((await server.staff(`/orders/${order.id}/returns`, here)).status, 200, 'the shop goes on');
    });

    test('has fewer where each is large, whatever became of it, and all that came is taken back at once', async () => {
      const { order } = await server.ordered([[1, 2]]);
      const left = unsentUnits(order);
      const some = allOf(left).map(({ line }) => ({ line, units: 1 }));
      const returned = (count: number) => progressWith(order, { returns: times(count, refusedReturn) });
      assert.doesNotThrow(() => refuseMoreParts(returned(19), { units: some, by: 'customer' }));
      assert.throws(() => refuseMoreParts(returned(20), { units: some, by: 'customer' }), refused);
      assert.doesNotThrow(() => refuseMoreParts(returned(52), { units: some, by: 'shop', left }));
      assert.throws(() => refuseMoreParts(returned(54), { units: some, by: 'shop', left }), refused);
      assert.throws(() => refuseMoreParts(returned(54), { units: allOf(left), by: 'shop' }), refused);
      assert.doesNotThrow(() => refuseMoreParts(returned(54), { units: allOf(left), by: 'shop', left }));
    });

    test('has the room of what is under way kept for it', async () => {
      const { order } = await server.ordered([[1, 2]]);
      const underWay = { ...refusedReturn, state: 'approved' } as const;
      const some: readonly Units[] = allOf(unsentUnits(order)).map(({ line }) => ({ line, units: 1 }));
      const returned = (count: number) => progressWith(order, { returns: times(count, underWay) });
      assert.doesNotThrow(() => refuseMoreParts(returned(9), { units: some, by: 'customer' }));
      assert.throws(() => refuseMoreParts(returned(10), { units: some, by: 'customer' }), refused);
    });
  });

  describe('an order that leaves unit by unit', () => {
    test('leaves in a thousand parcels and no more, but for all that is left', async () => {
      const { order } = await server.ordered([[2, 3]]);
      const sent = progressWith(order, { parcels: times(1_000, parcel) });
      const left = unsentUnits(sent);
      const some = allOf(left).map(({ line }) => ({ line, units: 1 }));
      assert.throws(() => refuseMoreParts(sent, { units: some, by: 'shop', left }), refused);
      assert.doesNotThrow(() => refuseMoreParts(sent, { units: allOf(left), by: 'shop', left }));
      assert.doesNotThrow(() => refuseMoreParts(sent, { units: some, by: 'customer', left }), 'it is not his doing');
    });

    test('is refused further parcels where it is stored with so many', async () => {
      const { order } = await server.ordered([[2, 3]]);
      await server.shop.node.db.commit([
        {
          sql: 'update customer_order set progress = ? where id = ?',
          params: [JSON.stringify({ ...order.progress, parcels: times(1_000, parcel) }), order.id],
        },
      ]);
      const some = await server.staff(`/orders/${order.id}/parcels`, { items: server.some(order, 2, 1) });
      assert.deepEqual([some.status, some.code], [409, 'order_state_conflict']);
      assert.equal((await server.staff(`/orders/${order.id}/parcels`, {})).status, 200, 'all of it leaves');
    });
  });
});
