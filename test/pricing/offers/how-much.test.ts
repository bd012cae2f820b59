/** How much an offer gives: for every so much spent, by the place of a unit, and only for goods at their marked price. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compileOffer, isRefused } from '../../../src/pricing/compile/compile-offers.ts';
import type { Definition } from '../../../src/pricing/compile/offer-types.ts';
import { article, context, coupon, discounts, marked, price, promotion, reasonFor } from '../carts.ts';

const reasonOf = (definition: Definition): string => {
  const made = compileOffer(definition, context);
  return isRefused(made) ? made.reason : '';
};

describe('for every so much spent', () => {
  const every = (offer: Definition): Definition =>
    promotion('every', 'amount', { discount_amount: 50, for_every: 500, ...offer }, { promo_group: 'cart' });
  const off = (paise: number, offer: Definition = {}) => price([[article('a', paise), 1]], [every(offer)]);

  test('as often as it is reached, to the paisa, and no oftener than allowed', () => {
    assert.deepEqual(discounts(off(49_999)), {});
    assert.deepEqual(discounts(off(50_000)), { a: 5000 });
    assert.deepEqual(discounts(off(149_999)), { a: 10_000 });
    assert.deepEqual(discounts(off(500_000, { max_usage_per_transaction: 3 })), { a: 15_000 });
    assert.deepEqual(discounts(off(500_000, { max_discount_amount: 120 })), { a: 12_000 });
  });

  test('what is missing for the first time is told', () => {
    const why = reasonFor(off(49_000), 'every');
    assert.deepEqual([why?.reason, why?.shortfall?.gap], ['condition', 1000]);
  });

  test('it is one sum, so it cannot be off each unit', () => {
    assert.match(reasonOf(every({ apportion_discount: false })), /for_every/);
  });
});

describe('a ladder in slices', () => {
  const slices = (...given: readonly Definition[]): Definition =>
    promotion('slices', 'item_based_discount', { slices: given });
  const ladder = slices(
    { from: 5, discount_percentage: 20 },
    { from: 1, discount_percentage: 0 },
    { from: 3, discount_percentage: 10 },
  );

  test('each unit has the rate of its own slice', () => {
    const cost = (units: number): number => price([[article('a', 1000), units]], [ladder]).breakup.total;
    assert.deepEqual([1, 2, 3, 4, 5, 6].map(cost), [1000, 2000, 2900, 3800, 4600, 5400]);
  });

  test('how many units are missing for the first slice that gives something is told, unless more would bring nothing', () => {
    const why = reasonFor(price([[article('a', 1000), 2]], [ladder]), 'slices');
    assert.deepEqual([why?.reason, why?.shortfall?.need, why?.shortfall?.gap], ['too_few_units', 3, 1]);
    const few = promotion('few', 'item_based_discount', {
      slices: [{ from: 3, discount_percentage: 10 }],
      max_offer_quantity: 2,
    });
    assert.equal(reasonFor(price([[article('a', 1000), 2]], [few]), 'few')?.reason, 'nothing_left');
  });

  test('dearest first, and one more unit never makes the cart cheaper', () => {
    assert.deepEqual(
      discounts(
        price(
          [
            [article('a', 1000), 2],
            [article('b', 500), 2],
          ],
          [ladder],
        ),
      ),
      { b: 100 },
    );
  });

  test('a slice begins at a whole unit of its own, and one of them gives something', () => {
    assert.match(reasonOf(slices({ discount_percentage: 5 })), /from/);
    assert.match(
      reasonOf(slices({ from: 1, discount_percentage: 5 }, { from: 1, discount_percentage: 6 })),
      /another unit/,
    );
    assert.match(reasonOf(slices({ from: 1 })), /No slice/);
  });
});

describe('not on sale', () => {
  const goods = [[article('a', 1000), 1] as const, [marked('b', 1000, 999), 1] as const];

  test('goods below their marked price neither get it nor count for it', () => {
    const tenth = promotion('p', 'percentage', { discount_percentage: 10 }, { criteria: { not_on_sale: true } });
    assert.deepEqual(discounts(price(goods, [tenth])), { a: 100 });
    const rules = { 'rule#1': { not_on_sale: true, cart_quantity: { greater_than_equals: 2 } } };
    assert.deepEqual(price(goods, [promotion('p', 'percentage', { discount_percentage: 10 }, { rules })]).applied, []);
    const branded = { criteria: { item_brand: [1], not_on_sale: true } };
    assert.deepEqual(discounts(price(goods, [promotion('p', 'percentage', { discount_percentage: 10 }, branded)])), {
      a: 100,
    });
  });

  test('a coupon says it among its restrictions', () => {
    const definition = {
      rule_definition: { type: 'percentage', value_type: 'percentage' },
      rule: [{ key: 1, value: 50 }],
      restrictions: { not_on_sale: true },
    };
    assert.equal(price(goods, [], { coupon: coupon(definition) }).coupon?.discount, 500);
  });
});
