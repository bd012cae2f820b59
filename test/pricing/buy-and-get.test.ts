/** Buy and get, where the goods on both sides overlap, run short, or are spoken for. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Definition } from '../../src/pricing/offer-types.ts';
import type { PricedCart } from '../../src/pricing/priced-types.ts';
import { article, type Bought, discounts, policyOf, price, promotion, reasonFor } from './carts.ts';

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
