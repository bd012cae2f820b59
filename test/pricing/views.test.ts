/** Sets at one price that a shopper is on the way to. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { eligibleFixedPriceSets } from '../../src/pricing/offers/fixed-price-sets.ts';
import { priceCart } from '../../src/pricing/price-cart.ts';
import { article, cartOf, offersOf, promotion } from './carts.ts';

describe('sets on the way', () => {
  test('are told with what makes one and what is there', () => {
    const offers = offersOf(
      promotion(
        'three',
        'fixed_price',
        { discount_price: 10, min_offer_quantity: 3 },
        { criteria: { item_brand: [1] } },
      ),
      promotion(
        'other',
        'fixed_price',
        { discount_price: 10, min_offer_quantity: 3 },
        { criteria: { item_brand: [9] } },
      ),
      { ...promotion('over', 'fixed_price', { discount_price: 10 }), _schedule: { end: '2020-01-01T00:00:00Z' } },
      promotion('not a set', 'percentage', { discount_percentage: 10 }),
    );
    const input = cartOf(
      [
        [article('a', 10_000), 2],
        [article('b', 500, { brandId: 2 }), 1],
      ],
      { offers },
    );
    assert.deepEqual(eligibleFixedPriceSets(priceCart(input), input), {
      three: { offer_quantity: 3, eligible_quantity: 2 },
    });
  });
});
