/**
 * The published SDK, unmodified, as a merchant's program that reads orders with its strict check of answers on: paid, paid on
 * delivery, cancelled, and in another currency than the application's.
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { changeApplication } from '../../src/applications/change-application.ts';
import { system } from '../../src/applications/node.ts';
import { endOrder } from '../../src/orders/end-order.ts';
import { readOrder } from '../../src/orders/order-store.ts';
import { signatureOf } from '../../src/orders/payment/payment-signature.ts';
import { staffOrderView } from '../../src/orders/answer/staff-order-view.ts';
import { home as address } from './sdk-home.ts';
import { aProduct } from '../catalog/shop.ts';
import { feedGoods } from './merchant-goods.ts';
import { stores } from '../cart/response/places.ts';
import { forEachEngine } from '../databases.ts';
import { type Answered, openOfferSdk } from '../offers/offer-sdk-client.ts';
import type { Json } from '../offers/offer-server.ts';

const secret = 'a payment secret of thirty-two bytes or more';

forEachEngine(async (engine) => {
  const placed: Record<string, string> = {};

  /** Two kinds of goods from two stores, ordered by staff for a customer. */
  const order = async (user: string, mode: string, currency = 'INR'): Promise<string> => {
    const requestHeaders = { 'x-currency-code': currency };
    const items = [
      { item_id: 1, item_size: 'M', quantity: 2 },
      { item_id: 2, item_size: 'M', quantity: 1 },
    ];
    const { cart } = await sdk.call('platformAddItems', { body: { user_id: user, items }, requestHeaders });
    const id = String((cart as Json)['id']);
    const saved = await sdk.call('addAddress', { body: { ...address, user_id: user } });
    const wish = { id, payment_mode: mode, order_type: 'HomeDelivery', address_id: saved.id, user_id: user };
    const answer = await sdk.call('platformCheckoutCart', { id, body: wish, requestHeaders });
    return String(answer['order_id']);
  };
  const pay = async (orderId: string, amount: number): Promise<void> => {
    const payload = JSON.stringify({
      order_id: orderId,
      payment_id: 'P1',
      amount,
      currency: 'INR',
      outcome: 'success',
    });
    const id = randomBytes(8).toString('hex');
    const timestamp = String(Math.floor(sdk.server.node.now() / 1000));
    const answer = await sdk.server.app.inject({
      method: 'POST',
      url: `/service/common/payment/v1.0/application/${sdk.applicationId}/confirmation`,
      payload,
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${signatureOf(secret, id, timestamp, Buffer.from(payload))}`,
      },
    });
    assert.equal(answer.statusCode, 200, answer.body);
  };
  const read = (name: string): Promise<Answered> =>
    sdk.callCompany('order', 'getOrderById', { orderId: placed[name] ?? '' });
  const orderOf = ({ order: found }: Answered): Json => found as Json;
  const shipmentsOf = (found: Json): readonly Json[] => found['shipments'] as readonly Json[];

  const sdk = await openOfferSdk(engine, ['company/*']);
  after(() => sdk.close());
  const { organizationId, companyId, node } = sdk.server;
  const author = { ...system, remember: () => [], checkVersion: () => undefined };
  const place = { organizationId, companyId, applicationId: sdk.applicationId };
  await changeApplication(node, place, { payment_secret: secret, currencies: ['USD'] }, author);
  await sdk.feed('exchange-rates', [{ from: 'INR', to: 'USD', rate: '0.0125', valid_from: '2020-01-01T00:00:00Z' }]);
  const [first, second] = stores;
  await feedGoods(sdk, [
    { ...first, phone: '+91 22 5550 0101', contact_person: 'Meera Rao', meta: { floor: 2 } },
    { ...second, state: undefined },
  ]);
  await sdk.call('updateCartMetaConfig', {
    cartMetaId: sdk.applicationId,
    body: { delivery_charges: { enabled: true, charges: [{ threshold: -1, charges: 80 }] } },
  });
  placed['unpaid'] = await order('asha', 'COD');
  placed['paid'] = await order('bela', 'CARD');
  await pay(placed['paid'], 2280.5);
  placed['cancelled'] = await order('chand', 'CARD');
  placed['abroad'] = await order('dev', 'COD', 'USD');
  const { cancelled } = placed;
  await endOrder(node, {
    read: () => readOrder(node.db, sdk.applicationId, cancelled ?? ''),
    state: 'cancelled',
    step: { by: 'system', reason: 'asked for' },
  });

  test('orders are listed in the shape that the SDK checks, whatever became of them', async () => {
    const { items } = await sdk.callCompany('order', 'getOrders', { pageNo: 1, pageSize: 10 });
    const states = Object.fromEntries(items.map((item) => [item['order_id'], item['status']]));
    const { unpaid = '', paid = '', cancelled = '', abroad = '' } = placed;
    assert.deepEqual(states, { [unpaid]: 'placed', [paid]: 'placed', [cancelled]: 'cancelled', [abroad]: 'placed' });
    const statuses = items.flatMap((item) => shipmentsOf(item).map((shipment) => shipment['shipment_status']));
    assert.deepEqual(new Set(statuses), new Set(['placed', 'cancelled']));
    const rows = items.flatMap((item) => item['breakup_values'] as readonly Json[]);
    assert.ok(rows.length > 8);
    assert.deepEqual(
      rows.map(({ value }) => Number(value)),
      rows.map(({ amount }) => amount),
    );
  });

  for (const name of ['unpaid', 'paid', 'cancelled', 'abroad']) {
    test(`an order that is ${name} is read in the shape that the SDK checks`, async () => {
      const answer = await read(name);
      const found = orderOf(answer);
      assert.deepEqual([found['fynd_order_id'], found['order_id']], [placed[name], placed[name]]);
      assert.equal(found['order_date'], found['order_created_time']);
      assert.deepEqual(answer['shipments'], found['shipments']);
      const bags = shipmentsOf(found).flatMap((shipment) => shipment['bags'] as readonly Json[]);
      assert.deepEqual(
        bags.map((bag) => [bag['bag_id'], bag['item_id']]),
        [
          [1, 1],
          [2, 2],
        ],
      );
      const brand = aProduct(1)['brand'] as Json;
      assert.deepEqual(bags[0]?.['brand'], { id: brand['uid'], brand_name: brand['name'] });
      assert.equal(bags[0]?.['brand_name'], brand['name']);
    });
  }

  test('a parcel says where it leaves from, as the store is now, and what is not known is an empty word', async () => {
    const [first, second] = shipmentsOf(orderOf(await read('paid')));
    assert.deepEqual(first?.['fulfilling_store'], {
      id: 1,
      name: 'Fort',
      code: 'S1',
      store_name: 'Fort',
      address: '1 Market Road, Mumbai',
      city: 'Mumbai',
      state: 'Maharashtra',
      pincode: '400001',
      country: 'IN',
      phone: '+91 22 5550 0101',
      contact_person: 'Meera Rao',
      fulfillment_channel: 'HomeDelivery',
      meta: { floor: 2 },
    });
    const other = second?.['fulfilling_store'] as Json;
    assert.deepEqual([other['city'], other['state'], other['phone'], other['meta']], ['Bengaluru', '', '', {}]);
  });

  test('a charge is told in the order’s currency and in the application’s', async () => {
    const amountOf = async (name: string): Promise<unknown> => {
      const [charge] = orderOf(await read(name))['charges'] as readonly Json[];
      return charge?.['amount'];
    };
    const rupees = { value: 80, currency: 'INR' };
    assert.deepEqual(await amountOf('paid'), { base_currency: rupees, ordering_currency: rupees });
    const dollar = { value: 1, currency: 'USD' };
    assert.deepEqual(await amountOf('abroad'), { base_currency: rupees, ordering_currency: dollar });
  });

  test('an order of an earlier version, from a store that is gone, leaves out what it did not keep', async () => {
    const stored = await readOrder(sdk.server.node.db, sdk.applicationId, placed['abroad'] ?? '');
    assert.ok(stored);
    const { lines, charges } = stored.document;
    const document = {
      ...stored.document,
      lines: lines.map(({ brandId: _brand, ...line }) => line),
      charges: charges.map(({ homeAmount: _home, ...charge }) => charge),
    };
    const earlier = staffOrderView({ ...stored, document }, new Map());
    const shipment = earlier.shipments?.[0];
    assert.deepEqual(
      [shipment?.bags?.[0]?.brand, shipment?.bags?.[0]?.brand_name],
      [undefined, (aProduct(1)['brand'] as Json)['name']],
    );
    assert.deepEqual(earlier.charges?.[0]?.amount, { ordering_currency: { value: 1, currency: 'USD' } });
    const { name, address: where, phone, meta } = shipment?.fulfilling_store ?? {};
    assert.deepEqual([name, where, phone, meta], ['Fort', '', '', {}]);
  });
});
