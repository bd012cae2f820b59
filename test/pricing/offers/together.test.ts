/** Offers that do not go together, and who closed the door to whom. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Definition } from '../../../src/pricing/compile/offer-types.ts';
import { article, coupon, policyOf, price, promotion, reasonFor } from '../carts.ts';

const tenth = (id: string, more: Definition = {}): Definition =>
  promotion(id, 'percentage', { discount_percentage: 10 }, more);
const goods = [[article('a', 1000), 1] as const];
const CODE = {
  rule_definition: { type: 'percentage', value_type: 'percentage' },
  rule: [{ key: 1, value: 50 }],
};

describe('offers that do not go together', () => {
  test('of a group the first acts, by priority, and is named as the one that closed the door', () => {
    const group = { stack_group: 'sale' };
    const priced = price(goods, [tenth('p', group), tenth('q', { ...group, apply_priority: 2 }), tenth('r')]);
    assert.deepEqual(priced.applied, ['q', 'r']);
    const why = reasonFor(priced, 'p');
    assert.deepEqual([why?.reason, why?.by], ['excluded', 'q']);
  });

  test('a group is the same with other capitals or a space too many, and nothing is no group', () => {
    assert.deepEqual(
      price(goods, [tenth('p', { stack_group: 'Sale ' }), tenth('q', { stack_group: 'sale' })]).applied,
      ['p'],
    );
    assert.equal(price(goods, [tenth('p', { stack_group: ' ' }), tenth('q', { stack_group: ' ' })]).applied.length, 2);
  });

  test('a pair excludes each other whichever names the other', () => {
    for (const [p, q] of [
      [{ excludes: ['q'] }, {}],
      [{}, { excludes: ['p'] }],
    ]) {
      const priced = price(goods, [tenth('p', p), tenth('q', q)]);
      assert.deepEqual(priced.applied, ['p']);
      assert.equal(reasonFor(priced, 'q')?.by, 'p');
    }
  });

  test('prices by contract and by quantity have no part in it, not even among each other', () => {
    const ladder = (id: string, more: Definition): Definition =>
      promotion(id, 'ladder_price', { discount_percentage: 10 }, { promo_group: 'ladder_price', ...more });
    const contract = promotion('c', 'contract_price', { discount_percentage: 5 }, { promo_group: 'contract' });
    for (const rivals of [{ excludes: ['c', 'p'] }, { stack_group: 'x' }]) {
      const priced = price(goods, [{ ...contract, ...rivals }, ladder('l', rivals), tenth('p', { stack_group: 'x' })]);
      assert.deepEqual(priced.applied, ['c', 'l', 'p']);
    }
  });

  test('a coupon minds it, also one that goes with all discounts, and says who was there', () => {
    const shut = price(goods, [tenth('p', { excludes: ['coupon'] })], {
      coupon: coupon({ ...CODE, apply_all_discount: true }),
    });
    assert.deepEqual([shut.applied, shut.coupon?.whyNot?.by], [['p'], 'p']);
    const grouped = price(goods, [tenth('p', { stack_group: 'x' })], { coupon: coupon({ ...CODE, stack_group: 'x' }) });
    assert.equal(grouped.coupon?.applied, false);
  });

  test('where every line takes its best offer only the earlier of two bids', () => {
    const best = { policy: policyOf({ stacking: 'best_per_line' }) };
    const half = promotion('half', 'percentage', { discount_percentage: 50 }, { excludes: ['p'] });
    assert.deepEqual(price(goods, [tenth('p'), half], best).applied, ['half']);
    assert.deepEqual(price(goods, [tenth('p', { apply_priority: 1 }), half], best).applied, ['p']);
  });

  test('one that applies alone and wins is named by those that would have acted, and by no others', () => {
    const half = promotion('half', 'percentage', { discount_percentage: 50 }, { apply_exclusive: 'cart' });
    const others = [tenth('p'), tenth('q', { excludes: ['p'] }), tenth('r', { restrictions: { platforms: ['ios'] } })];
    const priced = price(goods, [half, ...others], { policy: policyOf({ stacking: 'best_per_line' }) });
    assert.deepEqual(priced.applied, ['half']);
    const reasons = ['p', 'q', 'r'].map((id) => reasonFor(priced, id)).map((why) => [why?.reason, why?.by]);
    assert.deepEqual(reasons, [
      ['exclusive', 'half'],
      ['exclusive', 'half'],
      ['platform', undefined],
    ]);
  });

  test('marks say who made them, too', () => {
    const closed = price(goods, [tenth('p', { stackable: false, apply_priority: 1 }), tenth('q')]);
    assert.deepEqual([reasonFor(closed, 'q')?.reason, reasonFor(closed, 'q')?.by], ['closed', 'p']);
    const alone = price(goods, [tenth('p', { apply_exclusive: 'cart', apply_priority: 1 }), tenth('q')]);
    assert.deepEqual([reasonFor(alone, 'q')?.reason, reasonFor(alone, 'q')?.by], ['exclusive', 'p']);
  });
});
