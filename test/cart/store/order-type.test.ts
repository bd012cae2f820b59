/** How goods reach their shopper: what a write says stays with the cart, and what a line says of itself counts first. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { counterMode, type FulfillmentModes, orderTypeFor } from '../../../src/cart/lines/fulfillment-rules.ts';
import { emptyDocument } from '../../../src/cart/store/cart-document.ts';
import { readDocument } from '../../../src/cart/store/read-document.ts';
import type { CartShipments } from '../../../src/contract/cart/cart-shipment-contract.ts';
import type { Row } from '../../../src/db/database.ts';
import type { Answer, Shopper } from '../cart-server.ts';
import { askedFor } from '../response/carts.ts';
import { staffFor } from '../staff-calls.ts';
import { forEachEngine } from '../../databases.ts';
import { onDelivery, openOrderServer } from '../../orders/order-server.ts';

const detail = '/v1.0/detail?i=true&b=true&area_code=400001';
const shirt = (changes: object = {}) => ({ items: [{ item_id: 1, item_size: 'M', ...changes }] });
const pickup = '&order_type=PickAtStore';

test('a line’s mode counts before its order type, and that before the cart’s', () => {
  const modes: FulfillmentModes = [
    { slug: 'home_delivery', order_type: 'HomeDelivery' },
    { slug: 'locker', order_type: 'PickAtStore' },
  ];
  const of = (changes: object, usual: 'PickAtStore' | 'HomeDelivery' | null) =>
    orderTypeFor(askedFor(1, changes), usual, modes);
  assert.equal(of({}, null), 'HomeDelivery');
  assert.equal(of({}, 'PickAtStore'), 'PickAtStore');
  assert.equal(of({ orderType: 'HomeDelivery' }, 'PickAtStore'), 'HomeDelivery');
  assert.equal(of({ fulfillmentMode: 'locker', orderType: 'HomeDelivery' }, null), 'PickAtStore');
  assert.equal(of({ fulfillmentMode: 'gone' }, 'PickAtStore'), 'PickAtStore');
});

test('a document that was stored before carts had an order type has none', () => {
  const { orderType: _later, ...older } = emptyDocument;
  assert.deepEqual(readDocument(older), emptyDocument);
});

forEachEngine(async (engine) => {
  const server = await openOrderServer(engine);
  after(server.close);
  const { shop } = server;
  await shop.sell(1, [{ quantity: 100, store_id: 1 }]);
  await shop.sell(2, [{ quantity: 100, store_id: 2 }]);
  await shop.configure({ delivery_charges: { enabled: true, charges: [{ threshold: 0, charges: 50 }] } });

  const of = ({ body }: Answer): Answer['body']['cart'] => body.cart ?? body;
  const waysOf = (answer: Answer) => [
    of(answer).items?.map(({ fulfillment_mode }) => fulfillment_mode),
    of(answer).breakup_values?.raw?.delivery_charge,
  ];
  const parcelsOf = async (shopper: Shopper) => {
    const { body } = await shopper('GET', '/v1.0/shipment?area_code=400001');
    return (body as unknown as CartShipments).shipments.map(({ order_type, items }) => [order_type, items.length]);
  };

  describe('an order type', () => {
    test('of a write stays with the cart until another write says one; a read’s is for its answer', async () => {
      const visitor = server.visitor();
      const picked = [['store_pickup'], 0];
      const brought = [['home_delivery'], 50];
      assert.deepEqual(waysOf(await visitor('POST', `${detail}${pickup}`, shirt())), picked);
      assert.deepEqual(waysOf(await visitor('GET', detail)), picked);
      assert.deepEqual(await parcelsOf(visitor), [['PickAtStore', 1]]);
      const light = await visitor('GET', '/v3.0/detail-light');
      assert.deepEqual(
        (light.body['items'] as readonly { fulfillment_mode: string }[]).map(
          ({ fulfillment_mode }) => fulfillment_mode,
        ),
        ['store_pickup'],
      );
      assert.deepEqual(waysOf(await visitor('GET', `${detail}&order_type=HomeDelivery`)), brought);
      assert.deepEqual(waysOf(await visitor('GET', detail)), picked);
      await visitor('PUT', `${detail}&order_type=homedelivery`, {
        operation: 'update_item',
        items: [{ item_index: 0 }],
      });
      assert.deepEqual(waysOf(await visitor('GET', detail)), brought);
      await visitor('PUT', `/v2.0/detail?order_type=PickAtStore`, {
        operation: 'update_item',
        items: [{ item_index: 0, quantity: 2 }],
      });
      assert.deepEqual(waysOf(await visitor('GET', detail)), picked);
      const before = await visitor('GET', detail);
      await visitor('PUT', `${detail}${pickup}`, { operation: 'update_item', items: [{ item_index: 0 }] });
      assert.equal(
        (await visitor('GET', detail)).headers['etag']?.split('.')[0],
        before.headers['etag']?.split('.')[0],
      );
    });

    test('is part of what is ordered, and of the history', async () => {
      const customer = await server.customer(`picks-${engine.name}`);
      const { body } = await customer('POST', `${detail}${pickup}`, shirt());
      const row = await shop.node.db.one<Row & { document: string }>(
        'select document from cart_history where id = ? and version = 1',
        [body.cart.id ?? ''],
      );
      assert.deepEqual((JSON.parse(row?.document ?? '{}') as { members: unknown }).members, ['orderType']);
      const bought = await customer('POST', '/v1.0/checkout', { payment_mode: 'COD' });
      assert.equal(bought.status, 200, JSON.stringify(bought.body));
      const { document } = await server.order(String(bought.body['order_id']));
      assert.deepEqual(
        document.shipments.map(({ orderType }) => orderType),
        ['PickAtStore'],
      );
      await customer('POST', detail, shirt());
      assert.deepEqual(waysOf(await customer('GET', detail)), [['home_delivery'], 50]);
    });

    test('comes along at sign-in where the customer’s cart says none', async () => {
      const visitor = server.visitor();
      await visitor('POST', `${detail}${pickup}`, shirt());
      const customer = await server.customer(`came-${engine.name}`);
      const both = { ...visitor.known(), ...customer.known() };
      assert.deepEqual(waysOf(await server.call('GET', detail, undefined, both)), [['store_pickup'], 0]);
    });
  });

  describe('a fulfilment mode', () => {
    test('of a line decides its promise, its charge and its parcel', async () => {
      const visitor = server.visitor();
      const home = await visitor('POST', detail, shirt());
      assert.deepEqual(waysOf(home), [['home_delivery'], 50]);
      const fetched = server.visitor();
      const answer = await fetched('POST', detail, shirt({ fulfillment_mode: 'store_pickup' }));
      assert.deepEqual(waysOf(answer), [['store_pickup'], 0]);
      assert.deepEqual(await parcelsOf(fetched), [['PickAtStore', 1]]);
      const promiseOf = (one: Answer) => of(one).items?.[0]?.delivery_promise?.iso;
      assert.notDeepEqual(promiseOf(answer), promiseOf(home));
      const ready = of(answer).items?.[0]?.fulfillment_mode_info?.find(({ slug }) => slug === 'store_pickup');
      assert.equal(promiseOf(answer)?.min, ready?.delivery_promise?.min);
      await fetched('POST', detail, shirt({ fulfillment_mode: 'home_delivery' }));
      assert.deepEqual(await parcelsOf(fetched), [
        ['PickAtStore', 1],
        ['HomeDelivery', 1],
      ]);
      assert.equal(of(await fetched('GET', detail)).breakup_values?.raw?.delivery_charge, 50);
    });

    test('that its store does not offer is refused', async () => {
      const items = [{ item_id: 2, item_size: 'M', fulfillment_mode: 'store_pickup' }];
      const { body } = await server.call('POST', detail, { items });
      assert.equal(body.error_code, 'pickup_not_offered');
    });

    test('is kept against the order type of the call, which counts for the other lines', async () => {
      const visitor = server.visitor();
      await visitor('POST', `${detail}${pickup}`, shirt({ fulfillment_mode: 'home_delivery' }));
      await visitor('POST', detail, shirt());
      assert.deepEqual(waysOf(await visitor('GET', detail)), [['home_delivery', 'store_pickup'], 50]);
    });

    test('of a sale at the counter says so, and can be sent back', async () => {
      const staff = (await staffFor(server))('at-the-counter');
      const buyer = await server.customer('at-the-counter');
      const sold = await staff('POST', detail, shirt({ pos: true, store_id: 1 }));
      assert.deepEqual(waysOf(sold), [[counterMode], 0]);
      const again = await staff('POST', detail, shirt({ pos: true, store_id: 1, fulfillment_mode: counterMode }));
      assert.deepEqual(
        of(again).items?.map(({ quantity }) => quantity),
        [2],
      );
      const light = await buyer('GET', '/v3.0/detail-light');
      assert.equal((light.body['items'] as readonly { fulfillment_mode: string }[])[0]?.fulfillment_mode, counterMode);
      const elsewhere = await server.call('POST', detail, shirt({ fulfillment_mode: counterMode }));
      assert.equal(elsewhere.body.error_code, 'fulfillment_mode_unknown');
    });

    test('of goods that are bought at the counter and brought is that of what is brought', async () => {
      const staff = (await staffFor(server))('has-it-brought');
      const buyer = await server.customer('has-it-brought');
      const sold = await staff('POST', detail, shirt({ pos: true, fulfillment_mode: 'home_delivery' }));
      assert.deepEqual(waysOf(sold), [['home_delivery'], 50]);
      const bought = await buyer('POST', '/v1.0/checkout', onDelivery);
      assert.equal(bought.status, 200, JSON.stringify(bought.body));
    });
  });
});
