/** Offers that change the price promotions start from: contract and ladder prices, MRP promotions. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Definition } from '../../../src/pricing/compile/offer-types.ts';
import { article, type Bought, coupon, marked, policyOf, price, promotion, reasonFor } from '../carts.ts';

const a = article('a', 10_000);

describe('contract and ladder prices', () => {
  const ladder = {
    _id: 'ladder',
    promotion_type: 'ladder_price',
    promo_group: 'ladder_price',
    buy_rules: { 'rule#1': { all_items: true } },
    discount_rules: [
      { offer: { discount_percentage: 5, min_offer_quantity: 2, max_offer_quantity: 4 }, item_criteria: {} },
      { offer: { discount_percentage: 10, min_offer_quantity: 5 }, item_criteria: {} },
    ].map((rule) => ({ ...rule, discount_type: 'ladder_price', buy_condition: '( rule#1 )' })),
  };
  test('a ladder counts the item over all its lines, and its money is in discount', () => {
    const other = article('a2', 10_000, { itemId: a.itemId, size: 'L' });
    const { breakup, lines } = price(
      [
        [a, 3],
        [other, 2],
      ],
      [ladder],
    );
    assert.equal(breakup.discount, -5000);
    assert.equal(breakup.promotion, 0);
    assert.deepEqual(
      lines.map(({ effective }) => effective),
      [9000, 9000],
    );
  });
  test('a share of the price is rounded as the policy says, also in what is told', () => {
    const odd = article('a', 1010);
    const at = (rounding: 'half_up' | 'half_down' | 'half_even', offer: Definition) => {
      const [line] = price([[odd, 2]], [offer], { policy: policyOf({ rounding }) }).lines;
      return [line?.effective, line?.ladder?.price ?? null, line?.ladder?.next?.price ?? null];
    };
    const contract = promotion('c', 'contract_price', { discount_percentage: 5 }, { promo_group: 'contract' });
    assert.deepEqual(at('half_up', contract)[0], 959);
    assert.deepEqual([at('half_down', contract)[0], at('half_even', contract)[0]], [960, 960]);
    const steps = {
      ...ladder,
      discount_rules: [5, 15].map((points, step) => ({
        discount_type: 'ladder_price',
        buy_condition: 'rule#1',
        offer: { discount_percentage: points, min_offer_quantity: 2 + step },
      })),
    };
    assert.deepEqual(at('half_up', steps), [959, 959, 858]);
    assert.deepEqual(at('half_down', steps), [960, 960, 859]);
  });
  test('the band in force and the next one are told', () => {
    const { lines } = price([[a, 2]], [ladder]);
    assert.deepEqual(lines[0]?.ladder, {
      offerId: 'ladder',
      from: 2,
      to: 4,
      price: 9500,
      next: { from: 5, price: 9000 },
    });
    assert.equal(reasonFor(price([[a, 1]], [ladder]), 'ladder')?.shortfall?.gap, 1);
  });
  test('a contract price holds where it is lower, and never raises', () => {
    const contract = (rupees: number) => promotion('c', 'contract_price', { discount_price: rupees });
    assert.equal(price([[a, 1]], [contract(80)]).breakup.total, 8000);
    assert.equal(price([[a, 1]], [contract(120)]).breakup.total, 10_000);
    assert.equal(reasonFor(price([[a, 1]], [contract(120)]), 'c')?.reason, 'not_cheaper');
  });
  test('a binding contract keeps ladders away, not promotions', () => {
    const binding = { ...promotion('c', 'contract_price', { discount_price: 98 }), binding: true };
    const tenth = promotion('p', 'percentage', { discount_percentage: 10 });
    const { breakup } = price([[a, 5]], [binding, ladder, tenth]);
    assert.equal(breakup.subtotal, 49_000);
    assert.equal(breakup.total, 44_100);
  });
  test('may be computed from the marked price', () => {
    const onMarked = { ...promotion('c', 'contract_price', { discount_percentage: 50 }), calculate_on: 'mrp' };
    assert.equal(price([[marked('a', 20_000, 12_000), 1]], [onMarked]).breakup.total, 10_000);
  });
});

describe('MRP promotion', () => {
  const onMarked = (percent: number) => ({
    ...promotion('p', 'percentage', { discount_percentage: percent }),
    calculate_on: 'mrp',
  });
  const discounted: readonly Bought[] = [[marked('a', 10_000, 8000), 1]];
  test('starts again at the marked price', () => {
    const { breakup, lines } = price(discounted, [onMarked(30)]);
    assert.deepEqual([breakup.discount, breakup.promotion, breakup.total], [0, -3000, 7000]);
    assert.equal(lines[0]?.onMarked, true);
  });
  test('does nothing where the seller already asks less', () => {
    const priced = price(discounted, [onMarked(20)]);
    assert.deepEqual([priced.breakup.discount, priced.breakup.total], [-2000, 8000]);
    assert.equal(reasonFor(priced, 'p')?.reason, 'not_cheaper');
  });
  test('is decided line by line', () => {
    const lines: readonly Bought[] = [...discounted, [marked('b', 10_000, 5000), 1]];
    const { breakup } = price(lines, [onMarked(30)]);
    assert.deepEqual([breakup.discount, breakup.promotion, breakup.total], [-5000, -3000, 12_000]);
  });
  test('as a coupon only its amount is computed on the marked price', () => {
    const onMrp = coupon({
      rule: [{ key: 1, value: 90, min: 0, max: 0 }],
      rule_definition: { type: 'percentage', value_type: 'percentage', applicable_on: 'quantity', calculate_on: 'mrp' },
    });
    const { breakup } = price(discounted, [], { coupon: onMrp });
    assert.deepEqual([breakup.discount, breakup.coupon, breakup.total], [-2000, -8000, 0]);
  });
});
