/** Charges at the edges: weights that nothing weighs, rates without end. What is tried and what is done come to the same. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import * as fc from 'fast-check';
import { unitSizeProblem, unitWeightOf } from '../../src/catalog/unit-size-rules.ts';
import type { Shopper } from '../cart/cart-server.ts';
import { rupees } from '../cart/response/carts.ts';
import { forEachEngine } from '../databases.ts';
import { runs } from '../laws/runs.ts';
import { fill, onDelivery, openOrderServer } from './order-server.ts';

test('a unit that cannot be is refused where it is fed, and weighs nothing that is known where it is stored', () => {
  const cases: readonly (readonly [object, string | undefined])[] = [
    [{}, undefined],
    [{ weight: { shipping: 99, unit: 'kg' } }, undefined],
    [{ weight: { shipping: 100_001, unit: 'kg' } }, 'meta.weight.shipping'],
    [{ weight: { shipping: 1e306 } }, 'meta.weight.shipping'],
    [{ dimension: { length: 101, width: 1, height: 1, unit: 'm' } }, 'meta.dimension.length'],
    [{ dimension: { length: 1, width: 1e200, height: 1 } }, 'meta.dimension.width'],
    [{ weight: 'heavy', dimension: null }, undefined],
  ];
  for (const [meta, field] of cases) {
    assert.equal(unitSizeProblem({ meta: meta as never })?.field, field, JSON.stringify(meta));
    const { scales, chargeable } = unitWeightOf({ meta: meta as never });
    for (const grams of [scales, chargeable]) assert.ok(grams === null || Number.isSafeInteger(grams));
  }
});

forEachEngine(async (engine) => {
  const server = await openOrderServer(engine);
  after(() => server.close());
  const { shop } = server;
  const quantity = 2_000_000_000;
  await shop.sell(1, [{ uid: 'one', ...rupees(100, 100), quantity, meta: { weight: { shipping: 99, unit: 'kg' } } }]);
  await shop.sell(2, [{ uid: 'two', ...rupees(1, 1), quantity, is_gift_visible: true, gift_price: 1_000_000_000 }]);

  const method = (rate: object) => ({ id: 'post', name: 'Post', rates: [rate] });
  const outcome = async (shopper: Shopper, headers: Readonly<Record<string, string>> = {}) => {
    const { status, body } = await shopper('POST', '/v1.0/checkout', onDelivery, headers);
    const raw = body.cart?.breakup_values?.raw;
    return [
      status,
      body.error_code ?? null,
      status === 200 ? raw?.total : null,
      status === 200 ? raw?.delivery_charge : null,
    ];
  };

  describe(`charges on ${engine.name}`, () => {
    test('come out of a dry run as they do of an order, and never as a fault', () =>
      fc.assert(
        fc.asyncProperty(
          fc.record({
            by: fc.constantFrom('value', 'weight', 'chargeable_weight', 'quantity'),
            charge: fc.constantFrom(0, 49.5, 1_000_000_000),
            each: fc.constantFrom(0.01, 1, 1_000_000_000),
            step: fc.constantFrom(1, 1_000_000),
            weight_if_unknown: fc.constantFrom(0, 1, 1_000_000_000),
          }),
          fc.constantFrom(1, 2),
          fc.constantFrom(1, 7, 90_000, 1_000_000),
          async ({ by, charge, each, step, weight_if_unknown }, item, units) => {
            await shop.feed('shipping-methods', [
              method({ by, weight_if_unknown, bands: [{ from: 0, charge, each, step }] }),
            ]);
            const shopper = server.visitor();
            await fill(shopper, item, units);
            const read = await shopper('GET', '/v1.0/detail?i=true&b=true&area_code=400001');
            assert.equal(read.status, 200);
            const tried = await outcome(shopper, { prefer: 'dry-run' });
            const done = await outcome(shopper);
            assert.deepEqual(done, tried);
            assert.ok(Number(done[0]) < 500, JSON.stringify(done));
          },
        ),
        { numRuns: runs(14) },
      ));

    test('that cannot be counted are told by their name, with the goods that make them', async () => {
      await shop.feed('shipping-methods', [
        method({ by: 'weight', bands: [{ from: 0, charge: 0, each: 1_000_000_000, step: 0.001 }] }),
      ]);
      const shopper = server.visitor();
      await fill(shopper, 1, 1_000);
      const { status, body } = await shopper('GET', '/v1.0/detail?i=true&b=true&area_code=400001');
      const { is_valid, items, breakup_values: breakup } = body as unknown as typeof body.cart;
      assert.deepEqual([status, is_valid, breakup?.raw?.total], [200, false, 0]);
      assert.match(String(items?.[0]?.message), /too large/);
      assert.deepEqual((await outcome(shopper)).slice(0, 2), [400, 'amount_too_large']);
    });

    test('of gift wrapping that cannot be counted are, too', async () => {
      await shop.feed('shipping-methods', [method({ bands: [{ from: 0, charge: 0 }] })]);
      const shopper = server.visitor();
      await fill(shopper, 2, 1_000_000);
      await shopper('PUT', '/v1.0/meta', { gift_details: { two: { is_gift_applied: true } } });
      assert.deepEqual((await outcome(shopper)).slice(0, 2), [400, 'amount_too_large']);
    });

    test('of goods that an earlier release stored with any weight are those of goods that nobody weighed', async () => {
      const { db } = shop.node;
      const found = await db.one<{ document: string }>("select document from article where uid = 'one'");
      const stored = JSON.parse(found?.document ?? '{}') as object;
      const heavy = {
        ...stored,
        meta: { weight: { shipping: 1e306 }, dimension: { length: 1e200, width: 1e200, height: 1e200 } },
      };
      await db.commit([{ sql: "update article set document = ? where uid = 'one'", params: [JSON.stringify(heavy)] }]);
      await shop.stock('one', quantity);
      for (const by of ['weight', 'chargeable_weight']) {
        const bands = [{ from: 0, charge: 10, each: 1, step: 1 }];
        await shop.feed('shipping-methods', [method({ by, weight_if_unknown: 2, bands })]);
        const shopper = server.visitor();
        await fill(shopper, 1);
        for (const path of [
          'detail?i=true&b=true&area_code=400001',
          'shipment?area_code=400001',
          'shipping-methods?area_code=400001',
        ]) {
          assert.equal((await shopper('GET', `/v1.0/${path}`)).status, 200, path);
        }
        assert.deepEqual((await outcome(shopper)).slice(0, 2), [200, null]);
      }
    });
  });
});
