/** Buy and get, where the goods on both sides overlap, run short, or are spoken for. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Definition } from '../../../src/pricing/compile/offer-types.ts';
import type { PricedCart } from '../../../src/pricing/priced-types.ts';
import { article, type Bought, discounts, policyOf, price, promotion, reasonFor } from '../carts.ts';

const a = article('a', 1000, { brandId: 1 });
const b = article('b', 2000, { brandId: 1 });
const c = article('c', 10_000, { brandId: 2 });
const cheap = article('d', 500, { brandId: 2 });
const partial = { policy: policyOf({ partial_rewards: true }) };

/** Buy so many of brand 1, get so many of these brands. */
const offer = (buy: number, get: number, brands: readonly number[], more: Definition = {}) =>
  promotion(
    'p',
    'bogo',
    { max_offer_quantity: get, ...more },
    {
      criteria: { item_brand: brands },
      rules: { 'rule#1': { item_brand: [1], cart_quantity: { greater_than_equals: buy } } },
    },
  );
const missing = (bought: readonly Bought[], definition: Definition) => {
  const shortfall = reasonFor(price(bought, [definition]), 'p')?.shortfall;
  return [shortfall?.need, shortfall?.have, shortfall?.gap];
};
/** Units of each line by whether the offer used them up. */
const spent = ({ lines }: PricedCart) =>
  Object.fromEntries(
    lines.map(({ key, lots }) => [
      key,
      [true, false].map((side) => lots.reduce((units, lot) => units + (lot.spent === side ? lot.units : 0), 0)),
    ]),
  );

describe('buy and get of different goods', () => {
  test('repeats no oftener than the goods to get allow', () => {
    const priced = price(
      [
        [a, 10],
        [c, 3],
      ],
      [offer(1, 2, [2])],
    );
    assert.deepEqual(discounts(priced), { c: 20_000 });
    assert.deepEqual(spent(priced), { a: [1, 9], c: [2, 1] });
  });

  test('repeats no oftener than the goods to buy allow', () => {
    const bought: readonly Bought[] = [
      [a, 3],
      [c, 9],
    ];
    assert.deepEqual(discounts(price(bought, [offer(2, 1, [2])])), { c: 10_000 });
  });

  test('what need not be bought is given as often as it is there', () => {
    const free = promotion(
      'p',
      'bogo',
      { max_offer_quantity: 2 },
      {
        criteria: { item_brand: [2] },
        rules: { 'rule#1': { item_brand: [1], cart_quantity: { greater_than_equals: 0 } } },
      },
    );
    const bought: readonly Bought[] = [
      [a, 1],
      [c, 5],
    ];
    assert.deepEqual(discounts(price(bought, [free])), { c: 40_000 });
  });

  test('an incomplete reward needs all of the goods to buy, and no more', () => {
    const given = (units: number, get: number) =>
      (discounts(
        price(
          [
            [a, units],
            [c, 5],
          ],
          [offer(2, get, [2])],
          partial,
        ),
      ).c ?? 0) / 10_000;
    assert.deepEqual([given(1, 3), given(2, 3), given(3, 3), given(4, 3)], [0, 3, 3, 5]);
    assert.equal(given(3, 1), 1);
  });

  test('says how many units the first group lacks, on the side that lacks most', () => {
    const both = (bought: number, got: number): readonly Bought[] => [
      [a, bought],
      [c, got],
    ];
    assert.deepEqual(missing(both(2, 1), offer(2, 2, [2])), [4, 3, 1]);
    assert.deepEqual(missing(both(5, 1), offer(2, 3, [2])), [5, 3, 2]);
    assert.deepEqual(missing([[a, 3]], offer(2, 2, [1])), [4, 3, 1]);
  });
});

describe('buy and get of goods on both sides', () => {
  const overlapping: readonly Bought[] = [
    [a, 2],
    [b, 2],
    [c, 1],
  ];
  test('gives no more of them than the buying can spare', () => {
    const priced = price(overlapping, [offer(2, 3, [1, 2])]);
    assert.deepEqual(discounts(priced), { a: 2000, c: 10_000 });
    assert.deepEqual(spent(priced), { a: [2, 0], b: [2, 0], c: [1, 0] });
  });

  test('goods that can only be given leave that spare alone', () => {
    const bought: readonly Bought[] = [
      [a, 2],
      [b, 2],
      [cheap, 1],
    ];
    assert.deepEqual(discounts(price(bought, [offer(2, 3, [1, 2])])), { a: 2000, d: 500 });
  });

  test('units that were given are not bought as well', () => {
    const bought: readonly Bought[] = [
      [a, 2],
      [b, 1],
    ];
    const priced = price(bought, [offer(2, 1, [1])], { policy: policyOf({ reward_pick: 'dearest' }) });
    assert.deepEqual(discounts(priced), { b: 2000 });
    assert.deepEqual(spent(priced), { a: [2, 0], b: [1, 0] });
    assert.ok(priced.lines.every(({ quantity, lots }) => lots.reduce((sum, { units }) => sum + units, 0) === quantity));
  });

  test('what costs nothing is not a reward', () => {
    const gratis = article('z', 0, { brandId: 1 });
    const bought: readonly Bought[] = [
      [a, 1],
      [gratis, 1],
    ];
    assert.deepEqual(discounts(price(bought, [offer(1, 1, [1])])), { a: 1000 });
  });

  test('the goods bought for an incomplete reward are spent, too', () => {
    const twice = [offer(2, 2, [1]), { ...offer(1, 1, [1]), _id: 'q' }];
    const priced = price([[a, 3]], twice, partial);
    assert.deepEqual(priced.applied, ['p']);
    assert.deepEqual(spent(priced), { a: [3, 0] });
  });
});

describe('a buy side of several rules', () => {
  const [x, y, z] = [
    article('x', 1000, { brandId: 1 }),
    article('y', 2000, { brandId: 2 }),
    article('z', 500, { brandId: 3 }),
  ];
  const some = (brand: number, more: Definition = {}): Definition => ({ item_brand: [brand], ...more });
  const units = (least: number): Definition => ({ cart_quantity: { greater_than_equals: least } });
  const free = (brand: number, rules: Definition, condition: string, more: Definition = {}): Definition =>
    promotion('p', 'bogo', { max_offer_quantity: 1, ...more }, { criteria: some(brand), rules, condition });

  test('buy A get A from a cart of 100: one A and one B give nothing, two A one of them', () => {
    const rules = { 'rule#1': some(1), 'rule#2': { all_items: true, cart_total: { greater_than_equals: 10 } } };
    const offer = free(1, rules, 'rule#1 and rule#2');
    const cart = (count: number): readonly Bought[] => [
      [x, count],
      [y, 1],
    ];
    assert.deepEqual(discounts(price(cart(1), [offer])), {});
    assert.equal(reasonFor(price(cart(1), [offer]), 'p')?.reason, 'too_few_units');
    assert.deepEqual(discounts(price(cart(2), [offer])), { x: 1000 });
    assert.deepEqual(discounts(price(cart(5), [offer])), { x: 2000 });
  });

  test('buy A and B get C: every time takes one of each', () => {
    const rules = { 'rule#1': some(1, units(1)), 'rule#2': some(2, units(1)) };
    const offer = free(3, rules, 'rule#1 and rule#2');
    const given = (...counts: readonly [number, number, number]) => {
      const bought: readonly Bought[] = [
        [x, counts[0]],
        [y, counts[1]],
        [z, counts[2]],
      ];
      const priced = price(bought, [offer]);
      return [(discounts(priced)['z'] ?? 0) / 500, spent(priced)];
    };
    assert.deepEqual(given(1, 1, 2), [1, { x: [1, 0], y: [1, 0], z: [1, 1] }]);
    assert.deepEqual(given(5, 1, 6), [1, { x: [1, 4], y: [1, 0], z: [1, 5] }]);
    assert.deepEqual(given(3, 2, 6), [2, { x: [2, 1], y: [2, 0], z: [2, 4] }]);
  });

  test('a rule that must not hold is a condition and asks for no units', () => {
    const rules = { 'rule#1': some(1, units(1)), 'rule#2': some(2, units(3)) };
    const offer = free(3, rules, 'rule#1 and not rule#2');
    const cart = (other: number): readonly Bought[] => [
      [x, 1],
      [y, other],
      [z, 1],
    ];
    assert.deepEqual(discounts(price(cart(2), [offer])), { z: 500 });
    assert.deepEqual(discounts(price(cart(3), [offer])), {});
  });

  test('an upper bound is a condition, the lower one of the same rule the quantity', () => {
    const bounded = { 'rule#1': some(1, { cart_quantity: { greater_than_equals: 2, less_than_equals: 4 } }) };
    const cart = (count: number): readonly Bought[] => [
      [x, count],
      [z, 5],
    ];
    const given = (count: number) => discounts(price(cart(count), [free(3, bounded, 'rule#1')]));
    assert.deepEqual([given(1), given(2), given(4), given(5)], [{}, { z: 500 }, { z: 1000 }, {}]);
  });

  test('alternatives go in the order of writing, the later ones with the units left', () => {
    const rules = { 'rule#1': some(1, units(2)), 'rule#2': some(2, units(1)) };
    const cart: readonly Bought[] = [
      [x, 5],
      [y, 2],
      [z, 9],
    ];
    const times = (condition: string, more: Definition = {}) => {
      const priced = price(cart, [free(3, rules, condition, more)]);
      return [(discounts(priced)['z'] ?? 0) / 500, spent(priced)['x']?.[0], spent(priced)['y']?.[0]];
    };
    assert.deepEqual(times('rule#1 or rule#2'), [4, 4, 2]);
    assert.deepEqual(times('rule#1 or rule#2', { max_usage_per_transaction: 3 }), [3, 4, 1]);
    assert.deepEqual(times('rule#2 or rule#1', { max_usage_per_transaction: 3 }), [3, 2, 2]);
  });

  test('an alternative that does not hold takes no part', () => {
    const rules = { 'rule#1': some(1, { cart_quantity: { equals: 3 } }), 'rule#2': some(2, units(1)) };
    const cart: readonly Bought[] = [
      [x, 6],
      [y, 1],
      [z, 9],
    ];
    assert.deepEqual(discounts(price(cart, [free(3, rules, 'rule#1 or rule#2')])), { z: 500 });
  });

  test('goods that fit two requirements serve one of them each time', () => {
    const rules = { 'rule#1': { item_brand: [1, 2], ...units(1) }, 'rule#2': some(1, units(1)) };
    const offer = free(3, rules, 'rule#1 and rule#2');
    const given = (ofX: number, ofY: number) => {
      const bought: readonly Bought[] = [
        [x, ofX],
        [y, ofY],
        [z, 9],
      ];
      return (discounts(price(bought, [offer]))['z'] ?? 0) / 500;
    };
    assert.deepEqual([given(1, 1), given(2, 1), given(1, 5), given(4, 1)], [1, 1, 1, 2]);
  });
});
