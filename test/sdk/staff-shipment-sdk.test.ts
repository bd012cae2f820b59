/**
 * The published SDK, unmodified, as the program of a merchant's warehouse, with its strict check of answers on: every call of its
 * platform.order is served in the shapes it has for it, or is one of those that are named here and in the documentation.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, test } from 'node:test';
import { addOrganization } from '../../src/applications/add-organization.ts';
import { system } from '../../src/applications/node.ts';
import { listEarlierShipments } from '../../src/orders/shipments/list-earlier.ts';
import { forEachEngine } from '../databases.ts';
import { type Answered, openOfferSdk } from '../offers/offer-sdk-client.ts';
import type { Json } from '../offers/offer-server.ts';
import { feedGoods } from './merchant-goods.ts';
import { codeOf } from './refused-code.ts';
import { home as address } from './sdk-home.ts';

const require = createRequire(import.meta.url);
const methodsOf = (file: string): readonly string[] => {
  const { prototype } = require(`@gofynd/fdk-client-javascript/sdk/platform/Order/${file}`) as {
    readonly prototype: object;
  };
  return Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor' && !name.endsWith('Paginator'));
};

/** Those that the page names with the reason. */
const notOffered = (): readonly string[] => {
  const page = readFileSync(new URL('../../docs/behaviour/orders.md', import.meta.url), 'utf8');
  const [, paragraph = ''] = /^Not offered, because (.*)$/m.exec(page) ?? [];
  return [...paragraph.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
};

forEachEngine(async (engine) => {
  const sdk = await openOfferSdk(engine, ['company/*']);
  after(() => sdk.close());
  const { node } = sdk.server;
  await feedGoods(sdk);

  const called = new Set(['getOrders', 'getOrderById']);
  const call = (method: string, given: object = {}): Promise<Answered> => {
    called.add(method);
    return sdk.callCompany('order', method, given);
  };
  const ofApplication = (method: string, given: object = {}): Promise<Answered> => {
    called.add(method);
    return sdk.callApplication('order', method, given);
  };
  /** Two of one kind from one store, one of another from another. */
  const ordered = async (
    user: string,
  ): Promise<{ readonly id: string; readonly one: string; readonly two: string }> => {
    const items = [
      { item_id: 1, item_size: 'M', quantity: 2 },
      { item_id: 2, item_size: 'M', quantity: 1 },
    ];
    const { cart } = await sdk.call('platformAddItems', { body: { user_id: user, items } });
    const saved = await sdk.call('addAddress', { body: { ...address, user_id: user } });
    const id = String((cart as Json)['id']);
    const body = { id, payment_mode: 'COD', order_type: 'HomeDelivery', address_id: saved.id, user_id: user };
    const orderId = String((await sdk.call('platformCheckoutCart', { id, body }))['order_id']);
    return { id: orderId, one: `${orderId}-1`, two: `${orderId}-2` };
  };
  const step = (status: string, identifier: string, more: object = {}, requestHeaders: object = {}) =>
    call('updateShipmentStatus', {
      body: { statuses: [{ status, shipments: [{ identifier, ...more }] }] },
      requestHeaders,
    });
  const because = (data: object) => ({ reasons: { entities: [{ data }] } });
  const stateIn = (answer: Answered): unknown => {
    const [first] = answer['statuses'] as readonly { readonly shipments: readonly Json[] }[];
    return (first?.shipments[0]?.['final_state'] as Json | undefined)?.['shipment_status'];
  };
  const read = async (shipmentId: string): Promise<Json> => {
    const { shipments } = await call('getShipmentById', { shipmentId });
    const [shipment, ...more] = shipments as readonly Json[];
    assert.ok(shipment !== undefined && more.length === 0);
    return shipment;
  };
  const dataOf = (answer: Json): Answered => answer['data'] as Answered;
  const namesOf = (items: readonly Json[]): readonly string[] =>
    items.map((item) => String(item['shipment_id'])).toSorted();
  const listed = async (given: object): Promise<readonly string[]> =>
    namesOf((await call('getShipments', given)).items);

  const order = await ordered('asha');

  test('shipments are listed by state, store, way, customer and name, and paged', async () => {
    const other = await ordered('bela');
    const all = [order.one, order.two, other.one, other.two].toSorted();
    assert.deepEqual(await listed({}), all);
    assert.deepEqual(await listed({ stores: '1' }), [order.one, other.one].toSorted());
    assert.deepEqual(await listed({ customerId: 'bela' }), [other.one, other.two]);
    assert.deepEqual(await listed({ searchValue: order.two }), [order.two]);
    assert.deepEqual(await listed({ searchValue: other.id, orderType: 'HomeDelivery' }), [other.one, other.two]);
    assert.deepEqual(await listed({ orderType: 'PickAtStore' }), []);
    assert.deepEqual(await listed({ bagStatus: 'placed', salesChannels: sdk.applicationId }), all);
    assert.equal(stateIn(await step('cancelled_seller', other.one, because({ reason_text: 'Sold out' }))), 'cancelled');
    assert.deepEqual(await listed({ bagStatus: 'cancelled' }), [other.one]);
    assert.deepEqual(await listed({ bagStatus: 'placed', customerId: 'bela' }), [other.two]);
    const pages = [
      await call('getShipments', { pageNo: 1, pageSize: 3 }),
      await call('getShipments', { pageNo: 2, pageSize: 3 }),
    ];
    assert.deepEqual(
      pages.map((page) => [page.items.length, page['total_count'], (page['page'] as Json)['has_next']]),
      [
        [3, 4, true],
        [1, 4, false],
      ],
    );
    const { items } = await ofApplication('getApplicationShipments', { stores: '2' });
    assert.deepEqual(namesOf(items), [order.two, other.two].toSorted());
    assert.equal(await codeOf(call('getShipments', { stores: 'fort' })), 'body_invalid');
  });

  test('orders of before are listed by the sweep, as they stand', async () => {
    await node.db.commit([
      { sql: 'delete from order_shipment where order_id = ?', params: [order.id] },
      { sql: 'update customer_order set listed_version = 0 where id = ?', params: [order.id] },
    ]);
    assert.deepEqual(await listed({ searchValue: order.id }), []);
    assert.equal(await listEarlierShipments(node.db), 1);
    assert.equal(await listEarlierShipments(node.db), 0);
    assert.deepEqual(await listed({ searchValue: order.id, bagStatus: 'placed' }), [order.one, order.two]);
  });

  test('a shipment leaves, is followed, arrives and comes back', async () => {
    const placed = await read(order.one);
    const [bag] = placed['bags'] as readonly Json[];
    assert.deepEqual(
      [placed['shipment_status'], placed['total_bags'], (placed['prices'] as Json)['amount_paid'], bag?.['can_cancel']],
      ['placed', 1, 2000, true],
    );
    const sdkUser = placed['user'] as Json;
    assert.deepEqual([sdkUser['mongo_user_id'], sdkUser['name']], ['asha', address.name]);
    const told = {
      awb: 'BB-1',
      dp_name: 'Bluebird',
      dp_status: 'in_transit',
      dp_status_updated_at: new Date(node.now() + 60_000).toISOString(),
      dp_location: 'Pune',
      journey: 'forward',
      shipment_id: order.one,
    };
    const track = (more: object = {}) => call('updateShipmentTracking', { body: { ...told, ...more } });
    assert.equal(await codeOf(track()), 'order_state_conflict', 'nothing has left');
    assert.deepEqual(await call('generateInvoiceID', { invoiceType: 'invoice', body: { shipment_ids: [order.one] } }), {
      items: [{ shipment_id: order.one, success: true, invoice_id: (await read(order.one))['invoice_id'] }],
    });
    assert.equal(stateIn(await step('bag_picked', order.one)), 'shipped');
    assert.equal(stateIn(await step('bag_picked', order.one)), 'shipped', 'a repeat changes nothing');
    const { dp_status: status, awb, dp_location: place } = await track();
    assert.deepEqual([status, awb, place], ['in_transit', 'BB-1', 'Pune']);
    assert.equal(await codeOf(track({ journey: 'return' })), 'body_invalid');
    assert.equal(await codeOf(track({ dp_status_updated_at: 'soon' })), 'body_invalid');

    const away = await read(order.one);
    assert.deepEqual(
      [(away['dp_details'] as Json)['awb_no'], (away['invoice'] as Json)['store_invoice_id']],
      ['BB-1', away['invoice_id']],
    );
    const { items } = await call('trackShipment', { shipmentId: order.one });
    assert.deepEqual(
      items.map((row) => [row['dp_status'], row['dp_name']]),
      [
        ['shipped', 'Bluebird'],
        ['in_transit', 'Bluebird'],
      ],
    );
    assert.equal(stateIn(await step('delivery_done', order.one)), 'delivered');
    const { results } = await ofApplication('trackShipmentPlatform', { shipmentId: order.one });
    assert.ok((results as readonly Json[]).some((row) => row['last_location_recieved_at'] === 'Pune'));

    const back = { products: [{ line_number: 1, quantity: 1 }], ...because({ reason_id: 103 }) };
    assert.equal(await codeOf(step('return_initiated', order.one, { products: back.products })), 'body_invalid');
    assert.equal(stateIn(await step('return_initiated', order.one, back)), 'delivered');
    assert.equal(await codeOf(step('return_accepted', order.two)), 'order_state_conflict');
    assert.equal(stateIn(await step('return_accepted', order.one)), 'delivered');
    const { activity_history: history } = await call('getShipmentHistory', { shipmentId: order.one });
    const kinds = (history as readonly Json[]).map((row) => row['activity_type']);
    assert.deepEqual(new Set(kinds), new Set(['state', 'parcel', 'paper', 'return', 'refund']));
    const other = await call('getShipmentHistory', { shipmentId: order.two });
    assert.ok(!(other['activity_history'] as readonly Json[]).some((row) => row['activity_type'] === 'return'));
    const receipt = await call('generatePOSReceiptByOrderId', { orderId: order.id });
    assert.match(String(receipt['invoice_receipt']), new RegExp(`/orders/${order.id}/invoice\\?`));
  });

  test('a step is taken once under its key, and many whole cancels at once end in one', async () => {
    const { one, two, id } = await ordered('chand');
    const key = { 'idempotency-key': `dispatched-once-${engine.name}` };
    const part = { products: [{ line_number: 1, quantity: 1 }] };
    assert.equal(stateIn(await step('shipped', one, part, key)), 'placed');
    assert.equal(stateIn(await step('shipped', one, part, key)), 'placed');
    const { shipments } = await sdk.callCompany('order', 'getOrderById', { orderId: id });
    assert.equal((shipments as readonly Json[]).length, 2);
    const sent = await call('trackShipment', { shipmentId: one });
    assert.equal(sent.items.length, 1, 'one parcel');
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => step('cancelled_seller', two)));
    assert.deepEqual(new Set(outcomes.map(stateIn)), new Set(['cancelled']));
    const { activity_history: history } = await call('getShipmentHistory', { shipmentId: two });
    const given = (history as readonly Json[]).filter((row) =>
      String(row['message']).startsWith('Goods were cancelled'),
    );
    assert.equal(given.length, 1);
    assert.equal(await codeOf(step('delivered', two)), 'order_state_conflict');
  });

  test('lines are read by their own names, their shipments and their orders', async () => {
    const byOrder = await call('getBags', { orderIds: order.id });
    const bags = dataOf(byOrder).items;
    assert.deepEqual(
      bags.map((bag) => bag['id']),
      [`${order.one}-1`, `${order.two}-2`],
    );
    const [first = {} as Answered] = bags;
    assert.deepEqual([first['quantity'], first['given_back'], (first['prices'] as Json)['amount_paid']], [2, 1, 2000]);
    const mixed = await call('getBags', { bagIds: `${order.one}-1,none-1-9`, shipmentIds: order.two, pageSize: 1 });
    assert.deepEqual(
      [dataOf(mixed).items.map((bag) => bag['id']), (dataOf(mixed)['page'] as Json)['item_total']],
      [[`${order.one}-1`], 2],
    );
    assert.equal(dataOf(await call('getBagById', { bagId: `${order.two}-2` }))['shipment_id'], order.two);
    assert.equal(await codeOf(call('getBagById', { bagId: `${order.two}-1` })), 'order_line_not_found');
    assert.equal(await codeOf(call('getBags', {})), 'body_invalid');
  });

  test('reasons are those of what may be done now', async () => {
    const count = (answer: Answered): number => (answer['reasons'] as readonly Json[]).length;
    const why = (state: string, shipmentId = order.two, bagId = `${order.two}-2`) =>
      call('getShipmentReasons', { shipmentId, bagId, state });
    assert.deepEqual([count(await why('cancelled_seller')), count(await why('return_initiated'))], [5, 0]);
    assert.equal(count(await why('return_initiated', order.one, '1')), 5);
    assert.equal(count(await ofApplication('getShipmentBagReasons', { shipmentId: order.two, lineNumber: 2 })), 5);
    assert.equal(count(await ofApplication('getPlatformShipmentReasons', { action: 'return' })), 5);
  });

  test('a note stands in the history; nobody else finds a shipment', async () => {
    const note = { filters: [{ shipment_id: order.two }], data: { user_name: 'Meera', message: 'After six' } };
    const { activity_history: history } = await call('postShipmentHistory', { body: { activity_history: [note] } });
    assert.ok((history as readonly Json[]).some((row) => row['message'] === 'Meera: After six'));
    for (const shipmentId of ['CW000000000000000000-1', `${order.id}-9`, order.id]) {
      assert.equal(await codeOf(call('getShipmentById', { shipmentId })), 'order_shipment_not_found', shipmentId);
      assert.equal(await codeOf(step('shipped', shipmentId)), 'order_shipment_not_found', shipmentId);
    }
    const other = await addOrganization(node, { name: 'Another', companyName: 'Another' }, system);
    await node.db.commit(
      ['customer_order set company_id = ? where id = ?', 'order_shipment set company_id = ? where order_id = ?'].map(
        (change) => ({ sql: `update ${change}`, params: [other.companyId, order.id] }),
      ),
    );
    assert.equal(await codeOf(call('getShipmentById', { shipmentId: order.one })), 'order_shipment_not_found');
    assert.equal(await codeOf(step('shipped', order.two)), 'order_shipment_not_found');
    assert.deepEqual(await listed({ searchValue: order.id }), []);
    assert.deepEqual(dataOf(await call('getBags', { orderIds: order.id })).items, []);
  });

  test('every call of the SDK’s platform orders was made, but those that are named', () => {
    assert.deepEqual(
      [...called, ...notOffered()].toSorted(),
      [...methodsOf('OrderPlatformClient'), ...methodsOf('OrderPlatformApplicationClient')].toSorted(),
    );
  });
});
