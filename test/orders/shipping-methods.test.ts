/** Shipping methods, as docs/behaviour/shipping.md has them: its sample and its offer, in carts and orders on both engines. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import type { CartExplained } from '../../src/contract/cart/cart-explain-contract.ts';
import type { CartWhyNot } from '../../src/contract/cart/cart-why-not-contract.ts';
import type { ShippingMethods } from '../../src/contract/cart/cart-shipping-contract.ts';
import { ShippingMethodRow } from '../../src/contract/catalog/shipping-contract.ts';
import { rowCheck } from '../../src/feeds/feed-check.ts';
import { shippingMethodProblem } from '../../src/delivery/shipping-method-rules.ts';
import { replayOrder } from '../../src/orders/replay/replay-orders.ts';
import type { Shopper } from '../cart/cart-server.ts';
import { rupees } from '../cart/response/carts.ts';
import { forEachEngine } from '../databases.ts';
import { address, fill, onDelivery, openOrderServer } from './order-server.ts';
import { printedJson } from '../printed-json.ts';

const read = (path: string): string => readFileSync(new URL(`../../docs/${path}`, import.meta.url), 'utf8');
const sample = read('examples/shipping-methods/two-methods.ndjson')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as object);
const codeOnPage = printedJson('behaviour/shipping.md', 'shipping-code') as object;

const weighing = (grams: number) => ({ meta: { weight: { shipping: grams, unit: 'gram' } } });

test('the method of the page can be fed', () => {
  const onPage = printedJson('behaviour/shipping.md', 'shipping-method') as ShippingMethodRow;
  assert.equal(shippingMethodProblem(onPage), undefined);
  assert.equal(rowCheck(ShippingMethodRow)(onPage), undefined);
});

test('a method that says nonsense is refused with what to change', () => {
  const row = (rate: object, more: object = {}) =>
    shippingMethodProblem({ id: 'm', name: 'M', rates: [{ bands: [{ from: 0, charge: 1 }], ...rate }], ...more })
      ?.field;
  const cases: readonly (readonly [object, object, string | undefined])[] = [
    [{}, {}, undefined],
    [{ bands: [{ from: 1, charge: 1 }] }, {}, 'rates[0].bands[0].from'],
    [
      {
        bands: [
          { from: 0, charge: 1 },
          { from: 0, charge: 2 },
        ],
      },
      {},
      'rates[0].bands[1].from',
    ],
    [
      {
        by: 'quantity',
        bands: [
          { from: 0, charge: 1 },
          { from: 1.5, charge: 2 },
        ],
      },
      {},
      'rates[0].bands[1].from',
    ],
    [{ bands: [{ from: 0, charge: 1, each: 2 }] }, {}, 'rates[0].bands[0].step'],
    [{ bands: [{ from: 0, charge: 1, step: 2 }] }, {}, 'rates[0].bands[0].step'],
    [{ weight_if_unknown: 0.00001 }, {}, 'rates[0].weight_if_unknown'],
    [{}, { maximum_weight: 1.23456 }, 'maximum_weight'],
  ];
  for (const [rate, more, field] of cases) assert.equal(row(rate, more), field, JSON.stringify([rate, more]));
});

forEachEngine(async (engine) => {
  const server = await openOrderServer(engine);
  after(server.close);
  const { shop } = server;
  for (const [item, price, grams] of [
    [1, 250, 1300],
    [2, 1000, 900],
  ] as const) {
    await shop.sell(item, [{ ...rupees(price, price), quantity: 100, ...weighing(grams) }]);
  }
  await shop.sell(3, [{ ...rupees(100, 100), quantity: 100, store_id: 2 }]);
  await shop.feed('lanes', [
    { store_uid: 1, area: '700001', journeys: { standard: { unit: 'days', min: 1, max: 3 } } },
  ]);
  await shop.feed('shipping-methods', sample);
  await shop.promotion({ ...codeOnPage, display_meta: { name: 'Fast and free' } });

  const chargeOf = async (shopper: Shopper, query = 'area_code=400001'): Promise<number> => {
    const { body } = await shopper('GET', `/v1.0/detail?b=true&${query}`);
    return (body as unknown as { breakup_values: { raw: { delivery_charge: number } } }).breakup_values.raw
      .delivery_charge;
  };
  const optionsOf = async (shopper: Shopper, query = 'area_code=400001'): Promise<ShippingMethods> => {
    const { status, body } = await shopper('GET', `/v1.0/shipping-methods?${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body as unknown as ShippingMethods;
  };
  const choose = (shopper: Shopper, method_id: string | null, fulfillment_id?: number) =>
    shopper('PUT', '/v1.0/shipping-methods?area_code=400001', { method_id, fulfillment_id });

  describe('shipping methods', () => {
    test('charge by bands, by weight in a zone, and nothing from a threshold on', async () => {
      const visitor = server.visitor();
      const said = async (): Promise<unknown> =>
        (await visitor('GET', '/v1.0/detail?b=true&area_code=400001')).body['delivery_charge_info'];
      await fill(visitor, 1);
      assert.equal(await chargeOf(visitor), 60);
      assert.equal(await said(), 'Standard delivery ₹60.00 on order upto ₹999.00');
      assert.equal(await chargeOf(visitor, 'area_code=700001'), 90);
      await fill(visitor, 1);
      assert.equal(await chargeOf(visitor), 40);
      assert.equal(await chargeOf(visitor, 'area_code=700001'), 170, '2.6 kg');
      await fill(visitor, 2);
      assert.equal(await chargeOf(visitor), 0);
      assert.equal(await said(), 'Free delivery');
    });

    test('are listed with what the cart would cost, and choosing one gives exactly that', async () => {
      const visitor = server.visitor();
      await fill(visitor, 1, 2);
      const before = await optionsOf(visitor);
      const [parcel] = before.shipments;
      assert.deepEqual(
        parcel?.methods.map(({ method_id, is_selected, charge, total, free_from, journey }) => [
          method_id,
          is_selected,
          charge,
          total,
          free_from,
          journey,
        ]),
        [
          ['standard', true, 40, 540, 999, 'standard'],
          ['express', false, 190, 690, null, 'priority'],
        ],
      );
      const [slow, fast] = parcel?.methods.map(({ promise }) => promise?.timestamp?.max ?? 0) ?? [];
      assert.ok((fast ?? 0) < (slow ?? 0), 'it arrives sooner');
      assert.equal((await choose(visitor, 'express')).status, 200);
      assert.equal(await chargeOf(visitor), 190);
      const after = (await optionsOf(visitor)).shipments[0];
      assert.deepEqual([after?.method_id, after?.journey], ['express', 'priority']);
      await choose(visitor, null);
      assert.equal(await chargeOf(visitor), 40, 'taken back');
    });

    test('are chosen for what one store sends, and charge once or for each parcel', async () => {
      const visitor = server.visitor();
      await fill(visitor, 1);
      await fill(visitor, 3);
      assert.equal(await chargeOf(visitor), 40, 'one charge for 350.00 in two parcels');
      assert.equal((await choose(visitor, 'express', 1)).status, 200);
      assert.equal(await chargeOf(visitor), 60 + 170, 'each its own');
      const { shipments } = await optionsOf(visitor);
      assert.deepEqual(
        shipments.map(({ fulfillment_id, method_id, methods }) => [fulfillment_id, method_id, methods.length]),
        [
          [1, 'express', 2],
          [2, 'standard', 1],
        ],
      );
    });

    test('that nobody has or that do not go there are refused, and nothing is stored', async () => {
      const visitor = server.visitor();
      await fill(visitor, 3);
      for (const [method, status, code] of [
        ['teleport', 404, 'shipping_method_not_found'],
        ['express', 409, 'shipping_method_unavailable'],
      ] as const) {
        const { status: got, body } = await choose(visitor, method);
        assert.deepEqual([got, body.error_code], [status, code]);
      }
      assert.equal((await server.visitor()('PUT', '/v1.0/shipping-methods', { method_id: null })).status, 404);
      assert.match((await visitor('GET', '/v1.0/detail')).headers['etag'] ?? '', /^"1\./);
      const empty = await optionsOf(server.visitor());
      assert.deepEqual([empty.has_methods, empty.message, empty.shipments], [true, 'Your cart is empty', []]);
    });

    test('can be named by an offer, which takes only what they charge', async () => {
      const visitor = server.visitor();
      await fill(visitor, 1);
      await fill(visitor, 3);
      const applied = await visitor('POST', '/v1.0/coupon?b=true&area_code=400001', { coupon_code: 'FASTFREE' });
      const told = applied.body as unknown as { coupon: { message: string; is_applied: boolean } };
      assert.deepEqual(told.coupon.is_applied, false);
      assert.equal(told.coupon.message, 'Choose another way of delivery to use this coupon');
      await visitor('DELETE', '/v1.0/coupon');
      await choose(visitor, 'express', 1);
      await visitor('POST', '/v1.0/coupon', { coupon_code: 'FASTFREE' });
      const { shipments } = await optionsOf(visitor);
      const express = shipments[0]?.methods.find(({ method_id }) => method_id === 'express');
      assert.deepEqual([express?.delivery_charge, express?.waived], [230, 170], 'what Express charges, and no more');
    });

    test('explain their charge', async () => {
      const visitor = server.visitor();
      await fill(visitor, 1, 2);
      await choose(visitor, 'express');
      const { body } = await visitor(
        'GET',
        '/v1.0/detail/explain?area_code=400001&path=breakup_values.raw.delivery_charge',
      );
      const { numbers, sums } = body as unknown as CartExplained;
      assert.equal(numbers[0]?.value, 190);
      const said = sums.map(({ sentence }) => sentence).join('\n');
      assert.match(said, /Charge as set \(Express\) is ₹150\.00\./u);
      assert.match(said, /₹20\.00 × 2/u);
    });

    test('go into the order, which replays to the same numbers', async () => {
      const buyer = await server.customer('sent');
      await fill(buyer, 1, 2);
      await choose(buyer, 'express');
      const { status, body } = await buyer('POST', '/v1.0/checkout', onDelivery);
      assert.equal(status, 200, JSON.stringify(body));
      const order = await server.order(String(body['order_id']));
      assert.deepEqual(
        order.document.shipments.map(({ method, journey }) => [method, journey]),
        [[{ id: 'express', name: 'Express' }, 'priority']],
      );
      assert.equal(order.document.totals.delivery_charge, 19_000);
      assert.deepEqual((await replayOrder(shop.node.db, order)).differences, []);
    });

    test('block checkout where none takes the goods', async () => {
      const [standard, express] = sample;
      await shop.feed('shipping-methods', [
        { ...standard, is_active: false },
        { ...express, rates: [{ zones: [5], bands: [{ from: 0, charge: 1 }] }] },
      ]);
      const buyer = await server.customer('unsent');
      await fill(buyer, 1);
      const { status, body } = await buyer('POST', '/v1.0/checkout', { ...onDelivery, delivery_address: address });
      assert.deepEqual([status, body.error_code], [400, 'shipping_unavailable']);
      await shop.feed('shipping-methods', sample);
    });

    test('are what why-not says to choose', async () => {
      const id = await shop.promotion({
        promotion_type: 'amount',
        restrictions: { shipping_methods: ['express'] },
        discount_rules: [{ buy_condition: '( rule#1 )', discount_type: 'amount', offer: { discount_amount: 5 } }],
      });
      const visitor = server.visitor();
      await fill(visitor, 1);
      const { body } = await visitor('GET', `/v1.0/detail/why-not?area_code=400001&offer_id=${id}`);
      const [standing] = (body as unknown as CartWhyNot).offers;
      assert.deepEqual(
        [standing?.reason, standing?.change?.steps, standing?.change?.total],
        ['shipping_method', [{ kind: 'ship', message: 'Choose Express', shipping_method: 'express' }], 250 - 5 + 170],
      );
    });

    test('of another application leave the charges of the configuration', async () => {
      await shop.feed(
        'shipping-methods',
        sample.map((row) => ({ ...row, application_id: 'f'.repeat(24) })),
      );
      const visitor = server.visitor();
      await fill(visitor, 1);
      const { has_methods, message } = await optionsOf(visitor);
      assert.deepEqual([has_methods, message], [false, 'This shop sends in one way only']);
      assert.equal(await chargeOf(visitor), 0);
      await shop.feed('shipping-methods', sample);
    });
  });
});
