/** What a stored coupon means to the engine: scope, tiers, and what each tier gives. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compileOffer, isRefused } from '../../../src/pricing/compile/compile-offers.ts';
import type { Benefit, CartCondition, Definition, DiscountRule } from '../../../src/pricing/compile/offer-types.ts';
import { context, coupon } from '../carts.ts';

const percentage = { type: 'percentage', value_type: 'percentage', applicable_on: 'quantity' };
const tierOf = (given: Definition, definition: Definition = percentage, more: Definition = {}): DiscountRule =>
  coupon({ rule: [given], rule_definition: definition, ...more }).discounts[0] ?? assert.fail('no tier');
const benefitOf = (given: Definition, definition: Definition, more?: Definition): Benefit =>
  tierOf(given, definition, more).benefit;
const asked = (given: Definition, definition: Definition = percentage): readonly CartCondition[] =>
  coupon({ rule: [given], rule_definition: definition }).rules[0]?.conditions ?? assert.fail('no rule');

describe('the scope of a coupon', () => {
  const numbered = {
    item_id: 'item',
    brand_id: 'brand',
    category_id: 'l3',
    l1_category_id: 'l1',
    l2_category_id: 'l2',
    company_id: 'company',
    store_id: 'store',
  };
  const named = { article_id: 'article', item_tags: 'tag', tags: 'tag' };
  const scopeOf = (more: Definition) =>
    coupon({ rule: [{ key: 1, value: 5 }], rule_definition: percentage, ...more }).discounts[0]?.criteria[0] ??
    assert.fail('no scope');

  for (const [identifier, dimension] of Object.entries(numbered)) {
    test(`${identifier} asks about the ${dimension}`, () => {
      const { wants } = scopeOf({ identifiers: { [identifier]: [7, '8'] } });
      assert.throws(() => scopeOf({ identifiers: { [identifier]: [7, 'x'] } }), /"x" is not a number/);
      assert.deepEqual(wants, [{ dimension, values: new Set([7, 8]) }]);
    });
  }
  for (const [identifier, dimension] of Object.entries(named)) {
    test(`${identifier} asks about the ${dimension}`, () => {
      const { wants } = scopeOf({ identifiers: { [identifier]: ['x', 7] } });
      assert.deepEqual(wants, [{ dimension, values: new Set(['x', '7']) }]);
    });
  }

  test('zones, exclusions and a range of unit prices narrow it', () => {
    const scope = scopeOf({
      identifiers: { zones_id: [4], exclude_brand_id: [1], exclude_category_id: [2] },
      restrictions: { price_range: { min: 10, max: 20 } },
    });
    assert.deepEqual(scope.zones, [[4]]);
    assert.deepEqual(scope.excludes, [
      { dimension: 'brand', values: new Set([1]) },
      { dimension: 'l3', values: new Set([2]) },
    ]);
    assert.deepEqual(scope.unitPrice, { from: 1000, to: 2000 });
  });

  test('nothing named, everything is in it; what is not known asks nothing', () => {
    const everything = { wants: [], excludes: [], zones: [], unitPrice: null };
    for (const more of [{}, { identifiers: { moon_phase: [1] } }]) {
      const { id, ...scope } = scopeOf(more);
      assert.deepEqual(scope, everything);
      assert.ok(id.length > 0);
    }
  });
});

describe('what a tier gives', () => {
  test('a share of the goods in its scope, as one sum', () => {
    const fifth: Benefit = { kind: 'percent', rate: 200_000, once: true };
    assert.deepEqual(benefitOf({ key: 1, value: 20 }, percentage), fifth);
    assert.deepEqual(benefitOf({ key: 1, value: 20 }, { type: 'bundle', value_type: 'percentage' }), fifth);
    assert.deepEqual(benefitOf({ key: 1, value: 20 }, { type: 'percentage', value_type: 'absolute' }), fifth);
  });

  test('an amount', () => {
    assert.deepEqual(benefitOf({ key: 1, value: 20 }, { type: 'absolute' }), { kind: 'amount', amount: 2000 });
    assert.deepEqual(benefitOf({ key: 1 }, { type: 'absolute' }), { kind: 'amount', amount: 0 });
  });

  test('so many units for one price, once', () => {
    const set = tierOf({ key: 3, value: 99 }, { type: 'bundle', value_type: 'flat_price' });
    assert.deepEqual([set.benefit, set.limits.maximumUses], [{ kind: 'set', size: 3, price: 9900 }, 1]);
  });

  test('buy some, get some: all of the price or a share of it, once', () => {
    const get = (given: Definition, definition: Definition) => {
      const { benefit, limits } = tierOf(given, definition);
      if (benefit.kind !== 'buy_get') return assert.fail(benefit.kind);
      const { ways, getUnits, reward } = benefit;
      assert.deepEqual([ways.map(({ requirements }) => requirements.length), limits.maximumUses], [[1], 1]);
      return [ways[0]?.requirements[0]?.units, getUnits, reward.kind === 'rate' && reward.rate];
    };
    assert.deepEqual(get({ key: 2, value: 50, discount_qty: 3 }, { type: 'bogo' }), [2, 3, 1_000_000]);
    assert.deepEqual(get({ key: 2, value: 50 }, { type: 'bogo' }), [2, 1, 1_000_000]);
    assert.deepEqual(get({ value: 50 }, { type: 'bogo', value_type: 'percentage' }), [1, 1, 500_000]);
    const bundle = { type: 'bundle', value_type: 'percentage' };
    assert.deepEqual(get({ key: 3, value: 50, discount_qty: 1 }, bundle), [2, 1, 500_000]);
    assert.deepEqual(get({ key: 1, value: 50, discount_qty: 2 }, bundle), [0, 2, 500_000]);
  });

  test('rewarded units mean nothing outside of bundles and buy-and-get', () => {
    assert.equal(benefitOf({ key: 3, value: 5, discount_qty: 1 }, percentage).kind, 'percent');
    assert.equal(benefitOf({ key: 3, value: 5, discount_qty: 1 }, { type: 'bundle' }).kind, 'amount');
  });

  test('the same later, where it is credited', () => {
    const later = { action: { txn_mode: 'cashback' } };
    assert.deepEqual(benefitOf({ key: 1, value: 20 }, percentage, later), {
      kind: 'cashback',
      reward: { kind: 'rate', rate: 200_000 },
    });
    assert.deepEqual(benefitOf({ key: 1, value: 20 }, { type: 'absolute' }, later), {
      kind: 'cashback',
      reward: { kind: 'amount', amount: 2000 },
    });
    assert.equal(benefitOf({ key: 2, value: 20 }, { type: 'bogo' }, later).kind, 'buy_get');
  });

  test('up to its own maximum, and of exactly its units where it says so', () => {
    const exact = { ...percentage, is_exact: true };
    const limits = { maximumDiscount: null, maximumUnits: null, minimumUnits: null, maximumUses: null };
    assert.deepEqual(tierOf({ key: 2, value: 5, max: 0 }).limits, limits);
    assert.deepEqual(tierOf({ key: 2, value: 5, max: 50 }).limits, { ...limits, maximumDiscount: 5000 });
    assert.deepEqual(tierOf({ key: 2, value: 5 }, exact).limits, { ...limits, maximumUnits: 2 });
    assert.deepEqual(tierOf({ key: 2, value: 5 }, { ...exact, type: 'bogo' }).limits, { ...limits, maximumUses: 1 });
  });
});

describe('what a tier asks', () => {
  const least = (metric: CartCondition['metric'], value: number): CartCondition => ({
    metric,
    comparison: 'greater_than_equals',
    value,
  });
  const onAmount = { type: 'absolute', applicable_on: 'amount' };

  test('its key in units, and its minimum in money', () => {
    assert.deepEqual(asked({ key: 2, value: 5, min: 10 }), [least('cart_quantity', 2), least('cart_total', 1000)]);
    assert.deepEqual(asked({ key: 2, value: 5, min: 0 }), [least('cart_quantity', 2)]);
    assert.deepEqual(asked({ value: 5, min: 10 }), [least('cart_total', 1000)]);
    assert.deepEqual(asked({ value: 5 }), []);
  });

  test('its key in money where it is about amounts; the minimum counts when it is more', () => {
    assert.deepEqual(asked({ key: 20, value: 5, min: 10 }, onAmount), [least('cart_total', 2000)]);
    assert.deepEqual(asked({ key: 20, value: 5, min: 20 }, onAmount), [least('cart_total', 2000)]);
    assert.deepEqual(asked({ key: 20, value: 5, min: 30 }, onAmount), [
      least('cart_total', 2000),
      least('cart_total', 3000),
    ]);
    assert.deepEqual(asked({ value: 5 }, onAmount), []);
  });

  test('tiers are ranked by their key, then by their minimum, wherever they stand', () => {
    const ranks = (rule: readonly Definition[]) =>
      coupon({ rule, rule_definition: percentage }).discounts.map(({ tier }) => tier);
    assert.deepEqual(ranks([{ key: 3 }, { key: 1 }, { key: 2 }]), [2, 0, 1]);
    assert.deepEqual(ranks([{ key: 1, min: 30 }, { key: 1 }, { key: 1, min: 20 }]), [2, 0, 1]);
    assert.deepEqual(ranks([{ key: 2, min: 1 }, { min: 900 }]), [1, 0]);
  });
});

describe('the head of a coupon', () => {
  const plain = { rule: [{ key: 1, value: 5 }], rule_definition: percentage };

  test('has its code, type, priority, currency, age and marks', () => {
    const { id, mode, group, code, type, priority, currency, createdAt, stackable, exclusive, applyAll, onMarked } =
      coupon({
        ...plain,
        rule_definition: { ...percentage, currency_code: 'USD', calculate_on: 'mrp' },
        validity: { priority: 3 },
        date_meta: { created_on: '2026-01-01T00:00:00Z' },
        apply_exclusive: 'article',
        apply_all_discount: true,
      });
    assert.deepEqual([id, mode, group, code, type], ['coupon', 'coupon', 'coupon', 'CODE', 'percentage']);
    assert.deepEqual([priority, currency, createdAt], [3, 'USD', Date.UTC(2026, 0, 1)]);
    assert.deepEqual([stackable, exclusive, applyAll, onMarked], [true, 'article', true, true]);
  });

  test('is modest where nothing is said', () => {
    const { type, priority, currency, createdAt, exclusive, applyAll, onMarked, boundToLine } = coupon({
      rule: [{ key: 1, value: 5 }],
    });
    assert.deepEqual([type, priority, currency, createdAt], ['', 0, 'INR', 0]);
    assert.deepEqual([exclusive, applyAll, onMarked, boundToLine], [null, false, false, false]);
    assert.equal(coupon({ ...plain, apply_exclusive: 'cart' }).exclusive, 'cart');
    assert.equal(coupon({ ...plain, apply_exclusive: 'shop' }).exclusive, null);
  });

  test('needs an id, a rule and a currency we know', () => {
    const refusal = (more: Definition): string => {
      const compiled = compileOffer({ ...plain, ...more }, context);
      return isRefused(compiled) ? compiled.reason : compiled.id;
    };
    assert.match(refusal({}), /no id/);
    assert.deepEqual([refusal({ id: 'own' }), refusal({ uid: 'uid' })], ['own', 'uid']);
    assert.match(refusal({ _id: 'c', rule: [] }), /no rule/);
    assert.match(refusal({ _id: 'c', rule_definition: { currency_code: 'XXX' } }), /XXX is not known/);
  });
});
