/** Sets at one price: which units make them, how many there are, and where they stop. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Definition } from '../../../src/pricing/compile/offer-types.ts';
import { article, type Bought, discounts, policyOf, price, promotion, reasonFor } from '../carts.ts';

const a = article('a', 1000);
const b = article('b', 2000);
const two = (rupees: number, more: Definition = {}) =>
  promotion('p', 'fixed_price', { discount_price: rupees, min_offer_quantity: 2, ...more });
const dearest = { policy: policyOf({ set_pick: 'dearest' }) };

describe('sets at one price', () => {
  const mixed: readonly Bought[] = [
    [a, 2],
    [b, 3],
  ];
  test('begin with the cheapest units, or with the dearest where the policy says so', () => {
    assert.deepEqual(discounts(price(mixed, [two(10)])), { a: 1000, b: 3000 });
    assert.deepEqual(discounts(price(mixed, [two(10)], dearest)), { a: 667, b: 4333 });
    assert.deepEqual(discounts(price(mixed, [two(10, { max_usage_per_transaction: 1 })], dearest)), { b: 3000 });
  });

  test('span lines when one line has not enough', () => {
    const odd: readonly Bought[] = [
      [a, 3],
      [b, 1],
    ];
    const { adjustments } = price(odd, [two(5)]);
    assert.deepEqual(
      adjustments[0]?.steps.map(({ result }) => result),
      [1500, 2500],
    );
  });

  test('of one line are reckoned together', () => {
    const { adjustments } = price([[a, 7]], [two(15)]);
    assert.deepEqual(adjustments[0]?.steps, [
      { formula: 'down_to', base: 6000, price: 4500, result: 1500, taken: 1500 },
    ]);
    assert.equal(adjustments[0]?.amount, 1500);
  });

  test('stop when they were used as often as they may, or gave as much as they may', () => {
    const uses = (more: Definition, units = 6) => discounts(price([[a, units]], [two(15, more)])).a ?? 0;
    assert.deepEqual(
      [1, 2, 3].map((most) => uses({ max_usage_per_transaction: most })),
      [500, 1000, 1500],
    );
    assert.deepEqual(
      [3, 5, 10, 14, 99].map((most) => uses({ max_discount_amount: most })),
      [300, 500, 1000, 1400, 1500],
    );
    const capped = price(mixed, [two(10, { max_discount_amount: 15 })]);
    assert.deepEqual(
      capped.adjustments[0]?.steps.map(({ result, taken }) => [result, taken]),
      [
        [1000, 1000],
        [3000, 3000],
      ],
    );
    assert.deepEqual([capped.adjustments[0]?.cap, capped.adjustments[0]?.amount], [1500, 1500]);
  });

  test('say how many units the first one lacks', () => {
    const why = reasonFor(price([[a, 1]], [two(5)]), 'p');
    assert.deepEqual(why?.shortfall, {
      metric: 'set_units',
      comparison: 'greater_than_equals',
      need: 2,
      have: 1,
      gap: 1,
      rule: null,
    });
  });

  test('that would cost no less are left, down to the last unit that makes one worth it', () => {
    const three = promotion('p', 'fixed_price', { discount_price: 45, min_offer_quantity: 3 });
    const units: readonly Bought[] = [
      [a, 4],
      [b, 2],
    ];
    assert.deepEqual(discounts(price(units, [three])), { a: 100, b: 400 });
    assert.equal(reasonFor(price([[a, 4]], [three]), 'p')?.reason, 'not_cheaper');
    assert.equal(reasonFor(price([[a, 2]], [two(20)]), 'p')?.reason, 'not_cheaper');
  });
});
