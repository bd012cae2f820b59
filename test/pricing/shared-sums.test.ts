/** Sums that are shared over units and goods: caps, and what another system takes off an article. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { lineAmount } from '../../src/pricing/lots.ts';
import type { PricedCart } from '../../src/pricing/priced-types.ts';
import type { PriceAdjustment } from '../../src/pricing/pricing-types.ts';
import { article, type Bought, price, promotion } from './carts.ts';

const amounts = ({ lines }: PricedCart): readonly number[] => lines.map(lineAmount);
const untaxed = article('a', 10_000);

describe('a cap', () => {
  test('is shared by what each unit would have got, and none gets more', () => {
    const five = promotion('p', 'item_based_discount', { discount_price: 5, max_discount_amount: 5 });
    const bought: readonly Bought[] = [
      [article('a', 1000), 1],
      [article('b', 600), 1],
    ];
    assert.deepEqual(amounts(price(bought, [five])), [583, 517]);
    assert.deepEqual(amounts(price([...bought, [article('c', 400), 1]], [five])).at(-1), 400);
  });
  test('on sets falls on all of them', () => {
    const two = promotion('p', 'fixed_price', { discount_price: 10, min_offer_quantity: 2, max_discount_amount: 15 });
    const bought: readonly Bought[] = [
      [article('a', 1000), 2],
      [article('b', 2000), 2],
    ];
    assert.deepEqual(amounts(price(bought, [two])), [1625, 2875]);
  });
});

describe('an adjustment on article level', () => {
  const adjust = (articles: PriceAdjustment['articles']): PriceAdjustment => ({
    id: 'adj',
    type: 'discount',
    value: 0,
    currency: 'INR',
    code: 'adj',
    message: 'adj',
    distribution: 'apportion',
    articles,
    articleLevel: true,
    expiresAt: null,
    inEligibility: false,
  });
  const twoGoods: readonly Bought[] = [
    [untaxed, 1, { key: 'k0' }],
    [untaxed, 3, { key: 'k1', groupTags: ['t'] }],
  ];
  test('takes its value once, over all goods of the article, by what they cost', () => {
    const priced = price(twoGoods, [], { adjustments: [adjust([{ articleUid: 'a', value: 1000 }])] });
    assert.deepEqual(amounts(priced), [9750, 29_250]);
  });
  test('for some units takes it from the dearest of them', () => {
    const half = promotion('p', 'percentage', { discount_percentage: 50 }, { criteria: { product_tags: ['t'] } });
    const priced = price(twoGoods, [half], { adjustments: [adjust([{ articleUid: 'a', value: 1000, quantity: 1 }])] });
    assert.deepEqual(amounts(priced), [9000, 15_000]);
  });
});
