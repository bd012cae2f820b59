/** Credit that comes later: what it is reckoned from, who gets it, and whose answer it is when it fails. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Definition } from '../../../src/pricing/compile/offer-types.ts';
import { article, coupon, price, promotion, reasonFor } from '../carts.ts';

const a = article('a', 10_000);

describe('later credit', () => {
  const credit = (offer: Definition, more: Parameters<typeof promotion>[3] = {}) =>
    promotion('cb', 'cashback', offer, more);

  test('of a price is that much, and derives from one flat step', () => {
    const { adjustments, breakup } = price([[a, 1]], [credit({ discount_price: 5 })]);
    assert.equal(breakup.cashback_applied, 500);
    assert.deepEqual(
      adjustments.map(({ id, stage, steps, shares, room }) => ({ id, stage, steps, shares, room })),
      [
        {
          id: 'cashback:cb:0',
          stage: 'cashback',
          steps: [{ formula: 'flat', amount: 500, result: 500, taken: 500 }],
          shares: [],
          room: 10_000,
        },
      ],
    );
    assert.equal(price([[a, 1]], [credit({ discount_amount: 7 })]).breakup.cashback_applied, 700);
  });

  test('is for those who may have it, and for goods that cost something', () => {
    const app = credit({ discount_percentage: 10 }, { restrictions: { platforms: ['ios'] } });
    const web = price([[a, 1]], [app]);
    assert.deepEqual([web.cashback, reasonFor(web, 'cb')?.reason], [[], 'platform']);
    const free = price([[article('a', 0), 1]], [credit({ discount_percentage: 10 })]);
    assert.deepEqual([free.cashback, reasonFor(free, 'cb')?.reason], [[], 'nothing_left']);
  });

  test('by a coupon that does not hold is the coupon’s answer, not an offer’s', () => {
    const later = coupon({
      rule: [{ key: 5, value: 10 }],
      rule_definition: { type: 'percentage', value_type: 'percentage', applicable_on: 'quantity' },
      action: { txn_mode: 'cashback' },
    });
    const { coupon: answer, notApplied } = price([[a, 1]], [], { coupon: later });
    assert.deepEqual([answer?.applied, answer?.whyNot?.shortfall?.gap, notApplied], [false, 4, []]);
  });
});
