/** The parcels of a cart: every line in exactly one of them, what each is promised for, and what stands in the way. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { CartShipments } from '../../../src/contract/cart/cart-shipment-contract.ts';
import { openCartServer, type Shopper } from '../cart-server.ts';
import { forEachEngine } from '../../databases.ts';

const add = '/v1.0/detail?i=true';
const measured = (grams: number, height: number) => ({
  meta: { weight: { shipping: grams, unit: 'gram' }, dimension: { length: 20, width: 10, height, unit: 'cm' } },
});

forEachEngine(async (engine) => {
  const server = await openCartServer(engine);
  after(() => server.close());
  await server.shop.sell(1, [{ uid: 'fort', quantity: 50, store_id: 1, ...measured(500, 5) }]);
  await server.shop.sell(2, [{ uid: 'far', quantity: 50, store_id: 2 }]);
  await server.shop.sell(3, [{ uid: 'fort3', quantity: 50, store_id: 1, ...measured(1200, 30) }]);
  await server.shop.sell(4, [
    {
      uid: 'made',
      quantity: 5,
      store_id: 1,
      custom_order: { is_custom_order: true, manufacturing_time: 10, manufacturing_time_unit: 'days' },
    },
  ]);

  const shipmentsOf = async (shopper: Shopper, query = 'area_code=400001'): Promise<CartShipments> => {
    const { status, body } = await shopper('GET', `/v1.0/shipment?${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body as unknown as CartShipments;
  };
  const withItems = async (...items: readonly object[]): Promise<Shopper> => {
    const visitor = server.visitor();
    const { body } = await visitor('POST', add, { items });
    assert.equal(body.success, true, JSON.stringify(body.result));
    return visitor;
  };
  const keysOf = ({ shipments }: CartShipments) =>
    shipments.map(({ fulfillment_id, journey, order_type, items }) => [
      fulfillment_id,
      order_type,
      journey,
      items.map(({ key }) => key),
    ]);

  describe('the parcels of a cart', () => {
    test('are one for each store and journey, with every line in exactly one', async () => {
      const visitor = await withItems(
        { item_id: 1, item_size: 'M', quantity: 2 },
        { item_id: 2, item_size: 'M' },
        { item_id: 3, item_size: 'M', journey: 'rush' },
        { item_id: 3, item_size: 'M' },
      );
      const answer = await shipmentsOf(visitor);
      assert.deepEqual(keysOf(answer), [
        [1, 'HomeDelivery', 'standard', ['1_M', '3_M']],
        [2, 'HomeDelivery', 'standard', ['2_M']],
        [1, 'HomeDelivery', 'rush', ['3_M']],
      ]);
      assert.deepEqual([answer.error, answer.error_message], [false, '']);
    });

    test('say size and weight where the catalogue knows them of every article', async () => {
      const visitor = await withItems({ item_id: 1, item_size: 'M', quantity: 2 }, { item_id: 2, item_size: 'M' });
      const { shipments } = await shipmentsOf(visitor);
      assert.deepEqual(
        shipments.map(({ meta }) => meta),
        [
          {
            dimension: { height: 10, length: 20, width: 10 },
            shipment_weight: 1,
            shipment_volumetric_weight: 0.4,
            shipment_chargeable_weight: 1,
          },
          {
            dimension: {},
            shipment_weight: null,
            shipment_volumetric_weight: null,
            shipment_chargeable_weight: null,
          },
        ],
      );
    });

    test('arrive when their last line is ready, at the speeds and over the distance of the lane', async () => {
      const plain = await shipmentsOf(await withItems({ item_id: 1, item_size: 'M' }));
      const made = await shipmentsOf(await withItems({ item_id: 1, item_size: 'M' }, { item_id: 4, item_size: 'M' }));
      const [soon, late] = [plain, made].map(({ shipments }) => shipments[0]?.promise?.timestamp);
      assert.ok((late?.min ?? 0) > (soon?.max ?? Number.MAX_SAFE_INTEGER), JSON.stringify([soon, late]));
      assert.equal(made.shipments.length, 1);
      const [parcel] = plain.shipments;
      assert.deepEqual(
        [parcel?.distance, parcel?.journey_wise_promise.map(({ journey }) => journey)],
        [7.5, ['standard', 'priority', 'rush']],
      );
    });

    test('name the lines that cannot go to the place, and say so for the whole cart', async () => {
      const visitor = await withItems({ item_id: 1, item_size: 'M' }, { item_id: 2, item_size: 'M' });
      const answer = await shipmentsOf(visitor, 'area_code=560001');
      const { body } = await visitor('GET', '/v1.0/detail?i=true');
      const identifier = (body as unknown as CartShipments).items?.[0]?.identifiers?.identifier;
      assert.equal(answer.error, true);
      assert.deepEqual(
        answer.shipments.map(({ error }) => [error.type, error.value]),
        [
          ['not_deliverable', [identifier]],
          [null, []],
        ],
      );
      assert.equal(answer.error_message, answer.shipments[0]?.error.message);
    });

    test('can be asked for another address or a store where all is fetched, and nothing is stored', async () => {
      const visitor = await withItems({ item_id: 1, item_size: 'M' });
      const saved = await visitor('POST', '/v1.0/address', { area_code: '560001' });
      const elsewhere = await shipmentsOf(visitor, `address_id=${String(saved.body['id'])}`);
      assert.equal(elsewhere.shipments[0]?.error.type, 'not_deliverable');
      const fetched = await shipmentsOf(visitor, 'order_type=PickAtStore&pick_at_store_uid=1');
      assert.deepEqual(
        fetched.shipments.map(({ order_type, fulfillment_id, error }) => [order_type, fulfillment_id, error.type]),
        [['PickAtStore', 1, null]],
      );
      assert.notEqual(fetched.shipments[0]?.promise?.iso?.min, null);
      const foreign = await visitor('GET', '/v1.0/shipment?address_id=nobodys');
      assert.deepEqual([foreign.status, foreign.body.error_code], [404, 'address_not_found']);
      assert.match((await visitor('GET', add)).headers['etag'] ?? '', /^"1\./);
    });

    test('of no cart are none', async () => {
      const { shipments, error } = await shipmentsOf(server.visitor());
      assert.deepEqual([shipments, error], [[], false]);
    });
  });
});
