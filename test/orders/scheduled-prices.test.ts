/** Prices that begin and end, as docs/behaviour/catalog.md has them: its example, in carts, lists and orders on both engines. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { loadPricedCart } from '../../src/cart/price/load-priced-cart.ts';
import { readPrices } from '../../src/catalog/feed/price-rules.ts';
import { movePrices } from '../../src/catalog/move-prices.ts';
import { nextPriceEdge, pricesAt } from '../../src/catalog/price-times.ts';
import type { PriceRow } from '../../src/contract/catalog/catalog-feed-contract.ts';
import { replayOrder } from '../../src/orders/replay/replay-orders.ts';
import { aCart, aLine, anAsk } from '../cart/response/carts.ts';
import { forEachEngine } from '../databases.ts';
import { fill, onDelivery, openOrderServer } from './order-server.ts';
import { printedJson } from '../printed-json.ts';

const row = printedJson('behaviour/catalog.md', 'scheduled-prices') as {
  readonly uid: string;
  readonly prices: readonly [PriceRow, PriceRow];
};
const [base, sale] = row.prices;
const at = (day: number): number => Date.UTC(2026, 10, day);

test('of prices that count the one that began last does, and the end is not in it', () => {
  const later = { ...sale, effective: 500, valid_from: '2026-11-28T00:00:00Z', valid_until: '2026-11-29T00:00:00Z' };
  const until = { ...sale, effective: 1200, valid_from: null, valid_until: '2026-11-02T00:00:00Z' };
  const gold = { ...sale, price_list: 'gold', effective: 700 };
  const read = readPrices([base, until, sale, later, gold]);
  assert.ok('prices' in read);
  const shown = (time: number) => pricesAt(read.prices, time).map(({ list, effective }) => [list, effective / 100]);
  assert.deepEqual(shown(at(1)), [[null, 1200]]);
  assert.deepEqual(shown(at(2)), [[null, 1499.5]]);
  assert.deepEqual(shown(at(27)), [
    [null, 999],
    ['gold', 700],
  ]);
  assert.deepEqual(shown(at(28) + 1)[0], [null, 500]);
  assert.deepEqual(shown(at(29))[0], [null, 999]);
  assert.deepEqual(shown(at(30)), [[null, 1499.5]]);
  assert.deepEqual(
    [1, 2, 27, 29, 30].map((day) => nextPriceEdge(read.prices, at(day))),
    [at(2), at(27), at(28), at(30), null],
  );
});

test('what cannot be is refused with its field', () => {
  const cases: readonly (readonly [readonly PriceRow[], string])[] = [
    [[sale], 'prices[0].valid_from'],
    [[base, { ...sale, valid_from: 'tomorrow' }], 'prices[1].valid_from'],
    [[base, { ...sale, valid_until: '2026-11-27T00:00:00Z' }], 'prices[1].valid_until'],
    [[base, sale, { ...sale, effective: 1 }], 'prices[2]'],
    [[base, base], 'prices[1]'],
  ];
  for (const [prices, field] of cases) {
    const read = readPrices(prices);
    assert.equal('problem' in read ? read.problem.field : '', field, JSON.stringify(prices));
  }
});

forEachEngine(async (engine) => {
  const server = await openOrderServer(engine);
  after(server.close);
  const { shop } = server;
  const { node } = shop;
  const begins = node.now() + 3_600_000;
  const ends = begins + 3_600_000;
  const prices = [
    base,
    { ...sale, valid_from: new Date(begins).toISOString(), valid_until: new Date(ends).toISOString() },
  ];
  await shop.sell(10_001, [{ prices: [...prices], quantity: 100 }]);
  const listed = async (): Promise<number | undefined> =>
    (
      await node.db.one<{ min_effective: number }>(
        'select min_effective from product_offer where company_id = ? and item_id = 10001',
        [shop.companyId],
      )
    )?.min_effective;
  const viewed = async () => {
    // One whose minutes are those of the clock.
    const cart = aCart([aLine(10_001)], { id: '0'.repeat(24) });
    const view = await loadPricedCart(shop.shop(), cart, anAsk());
    return { goods: view.priced.breakup.goods, until: view.until, tag: JSON.stringify(view.etagParts) };
  };

  describe('a scheduled price', () => {
    test('counts in carts from its first moment to its last, and ends kept answers', async () => {
      const before = await viewed();
      assert.equal(before.goods, 149_950);
      node.clock.at = begins - 10_000;
      assert.equal((await viewed()).until, begins);
      node.clock.at = begins;
      const during = await viewed();
      assert.deepEqual([during.goods, during.tag === before.tag], [99_900, false]);
      node.clock.at = ends - 1;
      assert.deepEqual(((view) => [view.goods, view.until])(await viewed()), [99_900, ends]);
    });

    test('is what an order made then costs, which replays when it is over', async () => {
      const buyer = await server.customer('sale');
      await fill(buyer, 10_001, 2);
      const { status, body } = await buyer('POST', '/v1.0/checkout', onDelivery);
      assert.equal(status, 200, JSON.stringify(body));
      node.clock.at = ends;
      const order = await server.order(String(body['order_id']));
      assert.equal(order.document.totals.goods, 199_800);
      assert.deepEqual((await replayOrder(node.db, order)).differences, []);
      assert.equal((await viewed()).goods, 149_950);
    });

    test('moves what lists go by when it begins and when it ends, once', async () => {
      await shop.feed('inventory', [
        {
          uid: '10001_M_1',
          prices: [
            base,
            {
              ...sale,
              valid_from: new Date(ends + 10_000).toISOString(),
              valid_until: new Date(ends + 20_000).toISOString(),
            },
          ],
        },
      ]);
      assert.deepEqual([await listed(), await movePrices(node.db, node.now())], [149_950, 0]);
      for (const [time, price] of [
        [ends + 10_000, 99_900],
        [ends + 20_000, 149_950],
      ] as const) {
        node.clock.at = time;
        assert.equal(await movePrices(node.db, time), 1);
        assert.deepEqual([await listed(), await movePrices(node.db, time)], [price, 0]);
      }
    });
  });
});
