import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { changeApplication } from '../../../src/applications/change-application.ts';
import { system } from '../../../src/applications/node.ts';
import type { ApplicationChange } from '../../../src/contract/applications/application-contract.ts';
import type { EventName } from '../../../src/contract/events/event-payloads-contract.ts';
import { countEvents } from '../../../src/events/funnels/funnel-count.ts';
import { sweepEvents } from '../../../src/events/retention.ts';
import { type OutgoingEvent, outboxStatements } from '../../../src/events/outbox.ts';
import { forEachEngine } from '../../databases.ts';
import { type EventServer, eventServer } from '../event-server.ts';
import { orderEvent } from '../outgoing-event.ts';
import { anEvent, type Json } from '../samples.ts';

type Row = Readonly<Record<string, string | number | null>>;

forEachEngine((engine) => {
  describe('reports of an application', () => {
    let server: EventServer;
    let set: (change: ApplicationChange) => Promise<unknown>;
    before(async () => {
      server = await eventServer(engine);
      const { organizationId, companyId, applicationId } = server.shop;
      const request = { ...system, remember: () => [], checkVersion: () => undefined };
      set = (change) => changeApplication(server.node, { organizationId, companyId, applicationId }, change, request);
      await set({ time_zone: 'Asia/Kolkata', currency: 'INR', events: { page_orders: 'count' } });
    });
    after(() => server.close());
    beforeEach(async () => {
      const tables = [
        'event',
        'funnel_day',
        'funnel_event_day',
        'funnel_order_day',
        'funnel_product_day',
        'funnel_cart_day',
        'funnel_offer_day',
      ];
      const states = ['funnel_visit', 'funnel_owner', 'funnel_cart', 'funnel_order'];
      await server.node.db.commit([...tables, ...states].map((table) => ({ sql: `delete from ${table}` })));
    });

    const send = async (events: readonly (readonly [EventName, string, Json])[]): Promise<void> => {
      const { applicationId } = server.shop;
      const batch = events.map(([name, time, payload]) =>
        anEvent(name, { applicationId, at: Date.parse(time), payload }),
      );
      const { body } = await server.send(batch);
      assert.equal(body.failed_count, 0, JSON.stringify(body.failures));
      while ((await countEvents(server.node.db, server.node.now())) > 0);
    };
    const report = async (path: string): Promise<readonly Row[]> => {
      const answer = await server.call('GET', path);
      assert.equal(answer.statusCode, 200, answer.payload);
      return answer.json<{ items: readonly Row[] }>().items;
    };
    /** Days before the clock of the test. */
    const day = (ago: number): string => new Date(server.node.now() - ago * 86_400_000).toISOString().slice(0, 10);

    const somebody = (anonymous: string, user: string | null = null): Json => ({
      user_id: user,
      anonymous_id: anonymous,
    });

    test('a day begins at midnight in the application’s time zone', async () => {
      await send([
        ['product_view', `${day(3)}T18:29:59Z`, somebody('a')],
        ['product_view', `${day(3)}T18:30:00Z`, somebody('a')],
      ]);
      const rows = await report(`/funnel?from=${day(3)}&to=${day(2)}`);
      const views = rows.filter(({ step }) => step === 'product_view').map(({ date, events }) => [date, events]);
      assert.deepEqual(views, [
        [day(3), 1],
        [day(2), 1],
      ]);
    });

    test('what was done before signing in is the customer’s, also when that is told later', async () => {
      const at = `${day(3)}T06:00:00Z`;
      await send([
        ['product_listing', at, somebody('a')],
        ['product_view', at, somebody('a')],
        ['add_to_cart', at, somebody('b', 'asha')],
        ['product_view', at, somebody('c')],
      ]);
      const shoppers = async () => {
        const rows = await report(`/funnel?from=${day(3)}&to=${day(3)}`);
        return rows.map((row) => [row['shoppers'], row['from_previous'], row['through']]).slice(0, 3);
      };
      assert.deepEqual(await shoppers(), [
        [1, null, 1],
        [2, 1, 1],
        [1, 0, 0],
      ]);
      await send([['user_login', `${day(3)}T08:00:00Z`, somebody('a', 'asha')]]);
      assert.deepEqual(await shoppers(), [
        [1, null, 1],
        [2, 1, 1],
        [1, 1, 1],
      ]);
    });

    test('an order counts once, on the day of its first completion, in the currency of its checkout', async () => {
      await send([
        ['order_complete', `${day(3)}T06:00:00Z`, { order_id: 'o-1' }],
        ['order_complete', `${day(2)}T06:00:00Z`, { order_id: 'o-1' }],
      ]);
      const sales = () => report(`/sales?from=${day(5)}&to=${day(1)}`);
      const unverified = { unverified_orders: 0, unverified_revenue: 0 };
      assert.deepEqual(await sales(), [{ date: day(3), currency: 'INR', orders: 1, revenue: 2048, ...unverified }]);
      await send([
        ['order_checkout', `${day(3)}T05:00:00Z`, { order_id: 'o-1', currency: 'EUR' }],
        ['order_complete', `${day(4)}T06:00:00Z`, { order_id: 'o-1' }],
      ]);
      assert.deepEqual(await sales(), [{ date: day(4), currency: 'EUR', orders: 1, revenue: 2048, ...unverified }]);
    });

    describe('of orders that a page made up', () => {
      const order = {
        cart_id: '9',
        currency: 'INR',
        total: 700,
        items: [{ item_id: 7, quantity: 2, amount: 700 }],
      };
      const made = (id: string): OutgoingEvent =>
        orderEvent(server.shop, 'confirmed', { ...order, order_id: id }, `${day(3)}T07:00:00Z`);
      const forged = (id: string) =>
        send([
          ['order_checkout', `${day(3)}T05:00:00Z`, { order_id: id, cart_id: '9', order_total: 1e6 }],
          ['order_complete', `${day(3)}T06:00:00Z`, { order_id: id }],
        ]);
      const range = () => `from=${day(5)}&to=${day(1)}`;

      test('sales and products say nothing; they stand apart', async () => {
        await set({ events: { page_orders: 'apart' } });
        await forged('made-up');
        assert.deepEqual(await report(`/sales?${range()}`), [
          { date: day(3), currency: 'INR', orders: 0, revenue: 0, unverified_orders: 1, unverified_revenue: 2048 },
        ]);
        assert.deepEqual(await report(`/products?${range()}`), []);
        assert.deepEqual(
          (await report(`/carts?${range()}`)).map(({ stage }) => stage),
          ['checkout'],
        );
      });

      test('an order of ours counts by what this service says of it, whatever a page says', async () => {
        await set({ events: { page_orders: 'apart' } });
        await forged('real');
        await server.node.db.commit(outboxStatements([made('real')], server.node.now()));
        await forged('real');
        assert.deepEqual(await report(`/sales?${range()}`), [
          { date: day(3), currency: 'INR', orders: 1, revenue: 700, unverified_orders: 0, unverified_revenue: 0 },
        ]);
        const [product] = await report(`/products?${range()}`);
        assert.deepEqual([product?.['product_id'], product?.['units'], product?.['revenue']], [7, 2, 700]);
      });

      test('nothing at all is counted where this service tells the events of orders', async () => {
        await set({ events: { order_events: 'server', cart_events: 'server' } });
        await forged('made-up');
        await send([['add_to_cart', `${day(3)}T05:00:00Z`, { cart_id: '8', value: '100000' }]]);
        for (const path of ['sales', 'carts', 'products']) assert.deepEqual(await report(`/${path}?${range()}`), []);
        const steps = await report(`/funnel?${range()}`);
        assert.ok(steps.every(({ events }) => events === 0));
        await set({ events: { order_events: 'emitter', cart_events: 'emitter', page_orders: 'count' } });
      });
    });

    test('the products that sold best come first, with what was seen of them', async () => {
      const at = `${day(3)}T06:00:00Z`;
      await send([
        ['product_view', at, { product_id: 7 }],
        ['product_view', at, { product_id: 8 }],
        ['product_view', at, { product_id: 8 }],
        ['add_to_cart', at, { product_id: 7 }],
        ['order_complete', at, { order_id: 'o-1' }],
      ]);
      const range = `from=${day(3)}&to=${day(3)}`;
      assert.deepEqual(await report(`/products?${range}`), [
        { product_id: 7, name: '', views: 1, adds: 1, orders: 1, units: 2, currency: 'INR', revenue: 1998 },
        { product_id: 8, name: '', views: 2, adds: 0, orders: 0, units: 0, currency: 'INR', revenue: 0 },
      ]);
      const viewed = await report(`/products?${range}&sort=views&limit=1`);
      assert.deepEqual(
        viewed.map(({ product_id, views }) => [product_id, views]),
        [[8, 2]],
      );
      const inEuro = await report(`/products?${range}&sort=revenue&currency=EUR`);
      assert.deepEqual(
        inEuro.map(({ revenue }) => revenue),
        [0, 0],
      );
    });

    test('a cart is abandoned where it stopped, until an order of it is complete', async () => {
      await send([
        ['add_to_cart', `${day(4)}T06:00:00Z`, { cart_id: '1', value: '300.50' }],
        ['remove_from_cart', `${day(4)}T07:00:00Z`, { cart_id: '1', value: '100.25' }],
        ['add_to_cart', `${day(4)}T06:00:00Z`, { cart_id: '2', value: '99.00' }],
        ['order_checkout', `${day(3)}T06:00:00Z`, { cart_id: '2', order_id: 'o-2', order_total: 120.5 }],
        ['add_to_cart', `${day(4)}T06:00:00Z`, { cart_id: '3', value: '5.00' }],
        ['remove_from_cart', `${day(4)}T07:00:00Z`, { cart_id: '3', value: '5.00' }],
      ]);
      const carts = () => report(`/carts?from=${day(5)}&to=${day(1)}`);
      assert.deepEqual(await carts(), [
        { date: day(4), currency: 'INR', stage: 'cart', carts: 1, value: 200.25 },
        { date: day(4), currency: 'INR', stage: 'checkout', carts: 1, value: 120.5 },
      ]);
      await send([['order_complete', `${day(1)}T06:00:00Z`, { order_id: 'o-2' }]]);
      assert.deepEqual(
        (await carts()).map(({ stage }) => stage),
        ['cart', 'ordered'],
      );
    });

    test('every report is a table too', async () => {
      await send([['order_complete', `${day(3)}T06:00:00Z`, { order_id: 'o-1' }]]);
      const answer = await server.call('GET', `/sales.csv?from=${day(3)}&to=${day(3)}`);
      assert.match(String(answer.headers['content-type']), /^text\/csv/);
      assert.equal(
        answer.payload,
        `date,currency,orders,revenue,unverified_orders,unverified_revenue\r\n${day(3)},INR,1,2048,0,0\r\n`,
      );
      const funnel = await server.call('GET', `/funnel.csv?from=${day(3)}&to=${day(3)}`);
      assert.equal(funnel.payload.split('\r\n')[0], 'date,step,events,shoppers,from_previous,through');
      for (const name of ['products', 'carts', 'offers']) {
        assert.equal((await server.call('GET', `/${name}.csv`)).statusCode, 200);
      }
    });

    test('amounts that no shop has do not break a report', async () => {
      const at = `${day(3)}T06:00:00Z`;
      const carts = Array.from({ length: 50 }, (_, number) => `c-${number}`);
      await send(carts.map((cart_id) => ['add_to_cart', at, { cart_id, value: '9e300', product_id: 7 }] as const));
      const [row] = await report(`/carts?from=${day(3)}&to=${day(3)}`);
      assert.equal(row?.['carts'], 50);
      await server.node.db.commit([{ sql: 'update funnel_cart_day set value = 10000000000000001' }]);
      await send([['add_to_cart', at, { cart_id: 'one more', value: '1' }]]);
      assert.equal((await report(`/carts?from=${day(3)}&to=${day(3)}`))[0]?.['carts'], 51);
    });

    test('days that are no days are refused with the field', async () => {
      for (const [query, field] of [
        ['from=2026-02-30&to=2026-03-01', 'from'],
        ['from=2026-03-02&to=2026-03-01', 'to'],
        ['from=2020-01-01&to=2026-03-01', 'to'],
      ]) {
        const answer = await server.call('GET', `/funnel?${query}`);
        assert.equal(answer.statusCode, 400, query);
        assert.equal(answer.json<{ details: readonly { field: string }[] }>().details[0]?.field, field);
      }
    });

    test('figures are for callers with the permission, and of their own shop', async () => {
      assert.equal((await server.call('GET', '/funnel', undefined, ['company/events/read'])).statusCode, 403);
      const other = await server.call('GET', '/funnel', undefined, ['company/*'], server.otherShop);
      assert.equal(other.statusCode, 404);
    });

    test('who did what goes with the events, and the counts stay', async () => {
      const at = `${day(3)}T06:00:00Z`;
      await send([
        ['product_view', at, somebody('a', 'asha')],
        ['add_to_cart', at, { cart_id: '1', ...somebody('a', 'asha') }],
        ['order_complete', at, { order_id: 'o-1', ...somebody('a', 'asha') }],
      ]);
      const rowsLeft = async (): Promise<number> => {
        const tables = ['funnel_visit', 'funnel_owner', 'funnel_cart', 'funnel_order'];
        const found = await Promise.all(tables.map((table) => server.node.db.all(`select 1 as one from ${table}`)));
        return found.reduce((sum, rows) => sum + rows.length, 0);
      };
      const kept = await report(`/funnel?from=${day(3)}&to=${day(3)}`);
      await sweepEvents(server.node.db, server.node.now() + 390 * 86_400_000);
      assert.equal(await rowsLeft(), 4);
      await sweepEvents(server.node.db, server.node.now() + 400 * 86_400_000);
      assert.equal(await rowsLeft(), 0);
      assert.deepEqual(await report(`/funnel?from=${day(3)}&to=${day(3)}`), kept);
    });

    test('who is erased is in no table by name, and the counts stay', async () => {
      const at = `${day(3)}T06:00:00Z`;
      await send([
        ['product_view', at, somebody('a')],
        ['user_login', at, somebody('a', 'asha')],
      ]);
      const erased = await server.call('POST', '/erasures', { user_id: 'asha' });
      assert.equal(erased.statusCode, 200, erased.payload);
      const counts = erased.json<{ erased: Record<string, number> }>().erased;
      assert.deepEqual([counts['funnel_visit'], counts['funnel_owner']], [1, 1]);
      for (const table of ['funnel_visit', 'funnel_owner']) {
        assert.deepEqual(await server.node.db.all(`select * from ${table} limit 5 offset 0`), []);
      }
      const rows = await report(`/funnel?from=${day(3)}&to=${day(3)}`);
      assert.equal(rows.find(({ step }) => step === 'product_view')?.['shoppers'], 1);
    });
  });
});
