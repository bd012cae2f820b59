/**
 * The published SDK, unmodified, as the program of a shopper who follows his orders: every call of its application.order is
 * served in the names it has for it, or is one of those that are named here and in the documentation.
 */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Shipment } from '../../src/contract/orders/order-shipment-contract.ts';
import { forEachEngine } from '../databases.ts';
import { codeOf } from './refused-code.ts';
import { home as address } from './sdk-home.ts';
import { type Json, openSdkShop, sdkMethods, type SdkShopper } from './sdk-shop.ts';

/** Codes by SMS, which this service does not send, and a second path of getOrderById. */
const notOffered = ['getPosOrderById', 'sendOtpToShipmentCustomer', 'verifyOtpShipmentCustomer'];

const asking = (status: string, identifier: string, more: object = {}) => ({
  shipmentId: identifier,
  body: { statuses: [{ status, shipments: [{ identifier, ...more }] }] },
});
const because = (data: object) => ({ reasons: { entities: [{ data }] } });

forEachEngine(async (engine) => {
  const sdk = await openSdkShop(engine);
  after(() => sdk.close());
  const price = (amount: number) => [{ currency_code: 'INR', marked: amount, effective: amount }];
  await sdk.shop.sell(1, [{ quantity: 1000, prices: price(100) }], { slug: 'shirt' });
  await sdk.shop.sell(2, [{ quantity: 1000, prices: price(40), store_id: 2 }], { slug: 'mug' });
  await sdk.set({ orders: { return_days: 7 } });

  const called = new Set<string>();
  const asha = await sdk.customer('asha');
  const call = async <T>(method: string, given: object, by: SdkShopper = asha): Promise<T> => {
    called.add(method);
    return by.order<T>(method, given);
  };
  /** Two shirts from one store, a mug from another. */
  const ordered = async (): Promise<{ readonly id: string; readonly shirts: string; readonly mugs: string }> => {
    const items = [
      { item_id: 1, item_size: 'M', quantity: 2 },
      { item_id: 2, item_size: 'M', quantity: 1 },
    ];
    await asha.call('addItems', { body: { items } });
    const body = { payment_mode: 'COD', delivery_address: address };
    const { order_id: id } = await asha.call<{ readonly order_id: string }>('checkoutCart', { body });
    const { order } = await call<{ readonly order: { readonly shipments: readonly Shipment[] } }>('getOrderById', {
      orderId: id,
    });
    const of = (item: number): string =>
      order.shipments.find(({ bags }) => bags.some((bag) => bag.item_id === item))?.shipment_id ?? '';
    return { id, shirts: of(1), mugs: of(2) };
  };
  const read = async (shipmentId: string): Promise<Shipment> =>
    (await call<{ readonly shipment: Shipment }>('getShipmentById', { shipmentId })).shipment;
  const reasonsOf = async (shipmentId: string): Promise<readonly unknown[]> => {
    const { reasons } = await call<{ readonly reasons: readonly Json[] }>('getShipmentReasons', { shipmentId });
    return [...new Set(reasons.map(({ flow }) => flow))];
  };
  const finalState = (answer: Json): unknown => {
    const [step] = answer['statuses'] as readonly { readonly shipments: readonly Json[] }[];
    return step?.shipments[0]?.['final_state'];
  };

  test('a shipment is read, followed, delivered and returned', async () => {
    const { id, shirts } = await ordered();
    const placed = await read(shirts);
    assert.deepEqual(
      [placed.shipment_status, placed.total_bags, placed.can_cancel, placed.can_return, placed.show_download_invoice],
      [{ title: 'Placed', value: 'placed' }, 1, true, false, false],
    );
    const [bag] = placed.bags;
    assert.deepEqual([bag?.quantity, bag?.item.name, bag?.prices.amount_paid], [2, bag?.name, 200]);
    assert.deepEqual(await reasonsOf(shirts), ['cancel']);
    assert.equal(await codeOf(call('getInvoiceByShipmentId', { shipmentId: shirts })), 'order_paper_not_found');

    const sent = await sdk.staff(`orders/${id}/parcels`, {
      items: [{ identifier: bag?.identifier, quantity: 2 }],
      carrier: 'Bluebird',
      tracking_number: 'BB-1',
      tracking_url: 'https://carrier.example/BB-1',
    });
    const [parcel] = (sent['order'] as { readonly parcels: readonly Json[] }).parcels;
    const away = await read(shirts);
    assert.deepEqual(
      [away.awb_no, away.dp_name, away.track_url, away.show_track_link, away.can_cancel, away.show_download_invoice],
      ['BB-1', 'Bluebird', 'https://carrier.example/BB-1', true, false, true],
    );
    assert.deepEqual(await reasonsOf(shirts), []);
    await sdk.staff(`orders/${id}/parcels/${String(parcel?.['parcel_id'])}/deliver`, {});

    const { results } = await call<{ readonly results: readonly Json[] }>('trackShipment', { shipmentId: shirts });
    assert.deepEqual(
      results.map((row) => [row['status'], row['account_name'], row['awb'], row['shipment_type']]),
      [
        ['Placed', '', '', 'forward'],
        ['Shipped', 'Bluebird', 'BB-1', 'forward'],
        ['Delivered', 'Bluebird', 'BB-1', 'forward'],
      ],
    );
    const here = await read(shirts);
    assert.deepEqual(
      [here.can_return, here.tracking_details.filter((step) => step.is_current).map(({ value }) => value)],
      [true, ['delivered']],
    );
    assert.ok(here.returnable_date !== undefined && here.delivery_date !== undefined);
    const lines = await call<{ readonly reasons: readonly Json[] }>('getShipmentBagReasons', {
      shipmentId: shirts,
      bagId: bag === undefined ? 0 : here.bags[0]?.id,
    });
    assert.ok(lines.reasons.some(({ display_name: name }) => name === 'Does not fit'));

    const back = { products: [{ line_number: here.bags[0]?.id, quantity: 1 }] };
    const asked = (more: object) => call<Json>('updateShipmentStatus', asking('return_initiated', shirts, more));
    assert.equal(await codeOf(asked(back)), 'body_invalid', 'a return says why');
    assert.equal(
      await codeOf(asked({ ...back, ...because({ reason_id: 1 }) })),
      'body_invalid',
      'not a reason to return',
    );
    assert.deepEqual(finalState(await asked({ ...back, ...because({ reason_id: 103 }) })), {
      shipment_status: 'delivered',
    });
    assert.deepEqual(finalState(await asked(because({ reason_text: 'Too red' }))), { shipment_status: 'delivered' });
    const { order } = await call<{ readonly order: { readonly returns: readonly Json[] } }>('getOrderById', {
      orderId: id,
    });
    assert.deepEqual(
      order.returns.map(({ reason, items }) => [reason, items]),
      ['Does not fit', 'Too red'].map((reason) => [reason, [{ identifier: bag?.identifier, quantity: 1 }]]),
    );
    assert.equal((await read(shirts)).can_return, false, 'no unit is in two returns');
    assert.equal(await codeOf(asked(because({ reason_id: 105 }))), 'order_units_exceeded');
  });

  test('an invoice opens by its link alone, for as long as it holds', async () => {
    const { id, shirts } = await ordered();
    await sdk.staff(`orders/${id}/ship`, { reason: 'Off' });
    const { presigned_url: url, ...said } = await call<{ readonly presigned_url: string }>('getInvoiceByShipmentId', {
      shipmentId: shirts,
    });
    assert.deepEqual(said, { success: true, shipment_id: shirts, presigned_type: 'invoice', expires_in: 900 });
    const { pathname, search, searchParams } = new URL(url);
    const open = async (address: string) => {
      const answer = await fetch(`${sdk.base}${address}`);
      return [answer.status, (await answer.text()).includes(id)] as const;
    };
    assert.deepEqual(await open(`${pathname}${search}`), [200, true]);
    const later = search.replace(/expires=\d+/, `expires=${Number(searchParams.get('expires')) + 1}`);
    assert.deepEqual(await open(`${pathname}${later}`), [404, false]);
    const other = await ordered();
    assert.deepEqual(await open(`${pathname.replace(id, other.id)}${search}`), [404, false]);
    sdk.shop.node.clock.at += 900_000;
    assert.deepEqual(await open(`${pathname}${search}`), [404, false]);
  });

  test('a shopper cancels units, a shipment and again, and not what has left', async () => {
    const { id, shirts, mugs } = await ordered();
    const cancel = (shipmentId: string, more: object = {}) =>
      call<Json>('updateShipmentStatus', asking('cancelled_customer', shipmentId, more));
    const [bag] = (await read(shirts)).bags;
    const one = { products: [{ identifier: bag?.identifier, quantity: 1 }], ...because({ reason_id: 2 }) };
    assert.deepEqual(finalState(await cancel(shirts, one)), { shipment_status: 'placed' });
    assert.equal((await read(shirts)).bags[0]?.given_back, 1);
    assert.deepEqual(finalState(await cancel(mugs)), { shipment_status: 'cancelled' });
    assert.deepEqual(finalState(await cancel(mugs)), { shipment_status: 'cancelled' }, 'a repeat changes nothing');
    const track = await call<{ readonly results: readonly Json[] }>('trackShipment', { shipmentId: shirts });
    assert.deepEqual(
      track.results.map(({ status, reason }) => [status, reason]),
      [
        ['Placed', 'checkout'],
        ['Cancelled', 'It arrives too late'],
      ],
    );
    assert.equal(
      await codeOf(
        cancel(mugs, { products: [{ line_number: bag === undefined ? 0 : (await read(shirts)).bags[0]?.id }] }),
      ),
      'order_line_not_found',
    );
    await sdk.staff(`orders/${id}/ship`, { reason: 'Off' });
    assert.equal(await codeOf(cancel(shirts)), 'order_state_conflict');
    assert.equal(await codeOf(call('updateShipmentStatus', asking('delivery_done', shirts))), 'body_invalid');
    const wrong = { ...asking('cancelled_customer', mugs), shipmentId: shirts };
    assert.equal(await codeOf(call('updateShipmentStatus', wrong)), 'body_invalid');
  });

  test('who receives it is told to its shopper; nobody else finds a shipment', async () => {
    const { id, shirts } = await ordered();
    assert.deepEqual(await call('getCustomerDetailsByShipmentId', { orderId: id, shipmentId: shirts }), {
      order_id: id,
      shipment_id: shirts,
      name: address.name,
      phone: address.phone,
      country: 'IN',
    });
    const { items } = await call<{ readonly items: readonly Json[] }>('getOrders', {});
    assert.ok(items.some(({ order_id: listed }) => listed === id));

    const bela = await sdk.customer('bela');
    const reads = ['getShipmentById', 'trackShipment', 'getInvoiceByShipmentId', 'getShipmentReasons'];
    for (const method of reads) {
      assert.equal(await codeOf(call(method, { shipmentId: shirts }, bela)), 'order_shipment_not_found', method);
    }
    for (const [method, given] of [
      ['getCustomerDetailsByShipmentId', { orderId: id, shipmentId: shirts }],
      ['getShipmentBagReasons', { shipmentId: shirts, bagId: 1 }],
      ['updateShipmentStatus', asking('cancelled_customer', shirts)],
    ] as const) {
      assert.equal(await codeOf(call(method, given, bela)), 'order_shipment_not_found', method);
    }
    assert.equal(await codeOf(call('getShipmentById', { shipmentId: `${id}-9` })), 'order_shipment_not_found');
  });

  test('every call of the SDK’s orders was made, but those that are named', () => {
    assert.deepEqual([...called, ...notOffered].toSorted(), sdkMethods('order').toSorted());
  });
});
