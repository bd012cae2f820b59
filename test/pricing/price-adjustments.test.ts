/** Price changes made by other systems, of all five types. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PriceAdjustment, PriceInput } from '../../src/pricing/pricing-types.ts';
import { adjust, article, type Bought, coupon, fromTotal, price, promotion, reasonFor } from './carts.ts';
import { blankInput } from './price-inputs.ts';

describe('price adjustments', () => {
  const lines: readonly Bought[] = [
    [article('a', 9000), 1],
    [article('b', 1000), 3],
  ];
  const adjusted = (more: Partial<PriceAdjustment>, bought = lines, extra: Partial<PriceInput> = {}) =>
    price(bought, [], { adjustments: [adjust(more)], ...extra });
  const sharesOf = (more: Partial<PriceAdjustment>) =>
    adjusted(more).adjustments[0]?.shares.map(({ amount }) => amount);

  test('a discount is shared by worth, by units, or alike', () => {
    assert.deepEqual(sharesOf({ distribution: 'apportion' }), [750, 250]);
    assert.deepEqual(sharesOf({ distribution: 'weighted' }), [250, 750]);
    assert.deepEqual(sharesOf({ distribution: 'equal' }), [500, 500]);
    assert.equal(adjusted({}).breakup.promotion, -1000);
  });
  test('or lies on the articles it names', () => {
    const articles = [{ articleUid: 'b', value: 600, quantity: 2 }];
    const { adjustments, lines: priced } = adjusted({ articleLevel: true, articles });
    assert.deepEqual(adjustments[0]?.shares, [{ line: 'b', units: 2, amount: 600, lots: [{ units: 2, each: 300 }] }]);
    assert.deepEqual(
      priced[1]?.lots.map(({ units, price: each }) => [units, each]),
      [
        [2, 700],
        [1, 1000],
      ],
    );
  });
  test('one that would take a unit below its floor is left out whole', () => {
    const articles = [{ articleUid: 'b', value: 600, minimumPrice: 900 }];
    const below = adjusted({ articleLevel: true, articles });
    assert.deepEqual(below.setAside, [{ kind: 'adjustment', id: 'adj', reason: 'below_floor' }]);
    assert.equal(below.breakup.promotion, 0);
    const above = adjusted({ articleLevel: true, articles: [{ articleUid: 'b', value: 300, minimumPrice: 900 }] });
    assert.equal(above.breakup.promotion, -300);
  });
  test('a selling price replaces the unit price before offers', () => {
    const articles = [{ articleUid: 'a', value: 8000 }];
    const tenth = promotion('p', 'percentage', { discount_percentage: 10 });
    const cheaper: readonly Bought[] = [[article('a', 8500, { prices: { INR: { marked: 9000, selling: 8500 } } }), 2]];
    const { breakup } = price(cheaper, [tenth], { adjustments: [adjust({ type: 'selling_price', articles })] });
    assert.deepEqual(
      [breakup.mrp_total, breakup.discount, breakup.promotion, breakup.total],
      [18_000, -2000, -1600, 14_400],
    );
    const dear = adjusted({ type: 'selling_price', articles: [{ articleUid: 'a', value: 9001 }] });
    assert.deepEqual(dear.setAside, [{ kind: 'adjustment', id: 'adj', reason: 'above_marked' }]);
  });
  test('a charge is added, and shown on lines where it is to be', () => {
    const { breakup, charges } = adjusted({ type: 'charge', value: 1000, articleLevel: true });
    assert.deepEqual([breakup.total_charge, breakup.total], [1000, 13_000]);
    assert.deepEqual(
      charges[0]?.shares.map(({ amount }) => amount),
      [750, 250],
    );
    assert.equal(adjusted({ type: 'charge', value: 1000, code: 'convenience fee' }).breakup.convenience_fee, 1000);
  });
  test('a payment-mode adjustment pays, at most what is left to pay', () => {
    assert.deepEqual(adjusted({ type: 'mop', value: 2000 }).breakup.mop_total, -2000);
    assert.deepEqual(adjusted({ type: 'mop', value: 99_999 }).breakup.total, 0);
  });
  test('an expired one, one in an unknown currency and one about nothing are set aside', () => {
    const reasons = [
      { expiresAt: 1 },
      { currency: 'USD' },
      { articles: [{ articleUid: 'z', value: 1 }] },
      { value: -5 },
    ].map((more) => adjusted(more).setAside[0]?.reason);
    assert.deepEqual(reasons, ['expired', 'rate_missing', 'no_article', 'invalid']);
  });
  test('the coupon’s minimum sees it, unless it is not to count', () => {
    const flat = coupon({
      rule: [{ key: 1, value: 10, min: 115 }],
      rule_definition: { type: 'absolute', value_type: 'absolute', applicable_on: 'quantity' },
    });
    assert.equal(adjusted({}, lines, { coupon: flat }).coupon?.applied, false);
    const unseen = adjusted({ inEligibility: false }, lines, { coupon: flat });
    assert.deepEqual([unseen.coupon?.applied, unseen.breakup.total], [true, 10_000]);
  });
  test('an external offer is one an adjustment names, while its condition holds', () => {
    const external = (least: number) => promotion('ext', 'external_price_adjustment_discount', {}, fromTotal(least));
    const adjustments = [adjust({ offerId: 'ext' })];
    const held = price(lines, [external(100)], { adjustments });
    assert.deepEqual([held.applied, held.breakup.promotion], [['ext'], -1000]);
    const missed = price(lines, [external(121)], { adjustments });
    assert.deepEqual([missed.applied, missed.breakup.promotion], [[], 0]);
    assert.equal(reasonFor(missed, 'ext')?.shortfall?.gap, 100);
    assert.equal(reasonFor(price(lines, [external(100)]), 'ext')?.reason, 'no_adjustment');
    assert.equal(price(lines, [], { adjustments }).breakup.promotion, 0);
  });
  test('a delivery charge may be replaced, and remembers what it was', () => {
    const delivery = [{ threshold: -1, charge: 5000 }];
    const { charges, breakup } = price(lines, [], {
      charges: { ...blankInput.charges, delivery },
      adjustments: [adjust({ type: 'delivery_charge', value: 1500 })],
    });
    assert.equal(breakup.delivery_charge, 1500);
    assert.deepEqual(
      charges.map(({ amount, original }) => [amount, original]),
      [[1500, 5000]],
    );
  });
});
