/** Which units an offer may still touch, and in which order it takes them. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Definition } from '../../src/pricing/compile/offer-types.ts';
import {
  article,
  type Bought,
  coupon,
  discounts,
  marked,
  policyOf,
  price,
  promotion,
  type PromotionParts,
  reasonFor,
} from './carts.ts';
import { a, both, percent } from './two-brands.ts';
import { blankInput } from './price-inputs.ts';

const one = (id: string, more: PromotionParts = {}) =>
  promotion(id, 'percentage', { discount_percentage: 10, max_offer_quantity: 1 }, more);
const tenOff = (more: Definition = {}) =>
  coupon({
    rule: [{ value: 10 }],
    rule_definition: { type: 'percentage', value_type: 'percentage', applicable_on: 'amount' },
    ...more,
  });

describe('marks', () => {
  test('an offer that wants a line for itself does not take one that another used', () => {
    const forA = percent('p', 10, { criteria: { item_brand: [1] }, apply_priority: 9 });
    const priced = price(both, [forA, percent('q', 20, { apply_exclusive: 'article' })]);
    assert.deepEqual(discounts(priced), { a: 1000, b: 1000 });
    assert.deepEqual(
      priced.lines.map(({ closed }) => closed),
      [false, true],
    );
  });

  test('a line of which one unit was used is used', () => {
    const priced = price([[a, 2]], [one('p', { apply_priority: 9 }), percent('q', 20, { apply_exclusive: 'article' })]);
    assert.deepEqual(priced.applied, ['p']);
    assert.equal(reasonFor(priced, 'q')?.reason, 'closed');
  });

  test('a line that one has for itself is closed to all later ones', () => {
    const priced = price([[a, 2]], [one('p', { apply_exclusive: 'article', apply_priority: 9 }), percent('q', 20)]);
    assert.deepEqual(discounts(priced), { a: 1000 });
  });

  test('its own rules may go on with it', () => {
    const rule = { discount_type: 'percentage', offer: { discount_percentage: 10, max_offer_quantity: 1 } };
    for (const mark of [{ apply_exclusive: 'article' }, { apply_exclusive: 'cart' }, { stackable: false }]) {
      const offer = { ...one('p'), ...mark, discount_rules: [rule, rule] };
      assert.deepEqual(discounts(price([[a, 1]], [offer])), { a: 2000 }, JSON.stringify(mark));
    }
  });

  test('one that does not stack takes only units that nobody used, and closes them', () => {
    const [first, second] = [
      one('p', { apply_priority: 9 }),
      percent('q', 20, { stackable: false, apply_priority: 5 }),
    ];
    const priced = price([[a, 2]], [first, second, percent('r', 30)]);
    assert.deepEqual(
      priced.lines[0]?.lots.map(({ units, price: each, usedBy }) => [units, each, usedBy]),
      [
        [1, 6300, ['p', 'r']],
        [1, 8000, ['q']],
      ],
    );
  });

  test('a coupon that minds no marks takes from closed units and closed lines', () => {
    const closing = [percent('p', 10, { apply_exclusive: 'article' }), percent('p', 10, { stackable: false })];
    for (const offer of closing) {
      assert.equal(price([[a, 1]], [offer], { coupon: tenOff() }).coupon?.applied, false);
      const all = price([[a, 1]], [offer], { coupon: tenOff({ apply_all_discount: true }) });
      assert.equal(all.breakup.coupon, -900);
    }
  });

  test('a coupon that has the cart for itself leaves nothing to the stages behind it', () => {
    const free = promotion('free', 'shipping_price', {});
    const charges = { ...blankInput.charges, delivery: [{ threshold: -1, charge: 4000 }] };
    const alone = price([[a, 1]], [free], { charges, coupon: tenOff({ apply_exclusive: 'cart' }) });
    assert.deepEqual([alone.coupon?.applied, reasonFor(alone, 'free')?.reason], [true, 'exclusive']);
    assert.deepEqual(price([[a, 1]], [free], { charges, coupon: tenOff() }).applied, ['coupon', 'free']);
    const before = percent('p', 10, { apply_exclusive: 'cart' });
    const closed = price([[a, 1]], [before, free], { charges, coupon: tenOff({ apply_all_discount: true }) });
    assert.deepEqual([closed.applied, reasonFor(closed, 'free')?.reason], [['p', 'coupon'], 'exclusive']);
  });

  test('a coupon on the marked price reckons from it, a promotion there begins again', () => {
    const shown = marked('a', 10_000, 8000);
    const onMarked = tenOff({
      rule_definition: { type: 'percentage', value_type: 'percentage', applicable_on: 'amount', calculate_on: 'mrp' },
    });
    const { breakup } = price([[shown, 1]], [], { coupon: onMarked });
    assert.deepEqual([breakup.coupon, breakup.subtotal], [-1000, 8000]);
    const promoted = price([[shown, 1]], [percent('p', 30, { calculate_on: 'mrp' })]);
    assert.deepEqual([promoted.breakup.promotion, promoted.breakup.subtotal], [-3000, 10_000]);
  });
});

describe('the order of units', () => {
  test('goods of several rules are taken once each', () => {
    const rules = { r: { item_brand: [1, 2] }, s: { item_brand: [2] } };
    const offer = percent('p', 10, { rules, criteria: { buy_rules: ['s', 'r'] } });
    assert.deepEqual(discounts(price(both, [offer])), { a: 1000, b: 500 });
    const first = percent('p', 10, { rules, criteria: { buy_rules: ['s'] } });
    assert.deepEqual(discounts(price(both, [first])), { b: 500 });
  });

  test('among units of one price the line’s key decides, not its place', () => {
    const twins: readonly Bought[] = [
      [article('c', 5000), 1],
      [article('a', 5000), 1],
      [article('b', 5000), 1],
    ];
    assert.deepEqual(discounts(price(twins, [one('p')])), { a: 500 });
    assert.deepEqual(discounts(price(twins, [one('p')], { policy: policyOf({ set_pick: 'dearest' }) })), { a: 500 });
    const two = promotion('p', 'percentage', { discount_percentage: 10, max_offer_quantity: 2 });
    assert.deepEqual(discounts(price(twins, [two])), { a: 500, b: 500 });
  });

  test('an amount is shared by the keys’ order where shares are alike', () => {
    const twins: readonly Bought[] = ['c', 'a', 'b'].map((uid) => [article(uid, 5000), 1]);
    const odd = promotion('p', 'amount', { discount_amount: 1 });
    assert.deepEqual(discounts(price(twins, [odd])), { a: 34, b: 33, c: 33 });
  });

  test('within a line what cannot be shared evenly falls on the lots in their order', () => {
    const offers = [one('p', { apply_priority: 9 }), promotion('q', 'amount', { discount_amount: 1 })];
    const [line] = price([[article('a', 1000), 3]], offers).lines;
    assert.deepEqual(
      line?.lots.map(({ units, price: each }) => [units, each]),
      [
        [1, 869],
        [1, 965],
        [1, 966],
      ],
    );
  });
});
