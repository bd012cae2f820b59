/** Stored JSON as the engine reads it: what is absent asks nothing, what limits and cannot be read is a problem. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compileBuyRule, compileCriteria, narrowed } from '../../../src/pricing/compile/compile-criteria.ts';
import { compilePeriods, compileRestrictions } from '../../../src/pricing/compile/compile-restrictions.ts';
import type { Definition } from '../../../src/pricing/compile/offer-types.ts';
import {
  amount,
  count,
  limit,
  list,
  number,
  numbers,
  rate,
  record,
  signedAmount,
  strings,
  text,
  time,
} from '../../../src/pricing/compile/read-definition.ts';
import { context } from '../carts.ts';

describe('reading a value', () => {
  test('an object is neither null nor a list', () => {
    assert.deepEqual(record({ a: 1 }), { a: 1 });
    for (const other of [null, [1], 'a', 1, undefined]) assert.deepEqual(record(other), {});
    assert.deepEqual([list([1]), list({}), list('ab')], [[1], [], []]);
  });

  test('a text is not empty, a number is finite', () => {
    assert.deepEqual([text('a'), text(''), text(1), text(null)], ['a', null, null, null]);
    assert.deepEqual([number(0), number('1'), number(Number.NaN), number(1 / 0)], [0, null, null, null]);
    assert.deepEqual(strings(['a', 1, '', null]), ['a', '']);
    assert.deepEqual(numbers([1, '2', '', 'x', null, Number.NaN]), [1, 2]);
  });

  test('a count begins at one and has no parts', () => {
    assert.deepEqual(
      [count(1), count(2.9), count(0.9), count(0), count(-3), count('2'), count(null), count('')],
      [1, 2, null, null, null, 2, null, null],
    );
    assert.deepEqual([count(2.9999999999999996), count(3.0000000000000004)], [3, 3]);
    for (const strange of ['two', {}, true, Number.NaN]) assert.throws(() => count(strange), /is not a number/);
  });

  test('an amount is zero or more, a limit more than zero', () => {
    assert.deepEqual([amount(1.5, 2), amount('1.5', 2), amount(0, 2), amount(-1, 2)], [150, 150, 0, null]);
    assert.deepEqual([amount(null, 2), amount(undefined, 2), amount('', 2)], [null, null, null]);
    assert.deepEqual([signedAmount(-1, 2), signedAmount(null, 2)], [-100, null]);
    for (const strange of [{}, 'dear', true, 1e300]) assert.throws(() => amount(strange, 2), /is not an amount/);
  });

  test('the noise of floating point changes no amount, and what is finer is rounded half up', () => {
    assert.deepEqual([amount(49.239999999999995, 2), amount(1999.9900000000002, 2)], [4924, 199_999]);
    assert.deepEqual([limit(49.239999999999995, 2), limit(0.1 + 0.2, 2), limit(1e-9, 2)], [4924, 30, null]);
    assert.equal(limit(1e-7, 2), 0);
    assert.deepEqual([amount(0.005, 2), amount(0.0049, 2), amount(49.235, 2)], [1, 0, 4924]);
  });

  test('a rate is a percentage', () => {
    assert.deepEqual([limit(1.5, 2), limit(0, 2), limit(null, 2)], [150, null, null]);
    assert.deepEqual([rate(12.5), rate(null)], [125_000, null]);
    assert.throws(() => rate('12.5'), /is not a percentage/);
  });

  test('a time is ISO text or milliseconds', () => {
    assert.equal(time('1970-01-01T00:00:01Z', context), 1000);
    assert.deepEqual([time(0, context), time('', context), time(null, context)], [0, null, null]);
    assert.throws(() => time('soon', context), /"soon" is not a time/);
  });
});

describe('reading criteria', () => {
  const criteria = (definition: Definition) => compileCriteria(definition, 'id', 2);

  test('words are words and numbers are numbers', () => {
    assert.deepEqual(criteria({ item_l1_category: ['7'], item_sku: ['7', 8], item_size: ['M'] }).wants, [
      { dimension: 'sku', values: new Set(['7', '8']) },
      { dimension: 'l1', values: new Set([7]) },
      { dimension: 'size', values: new Set(['M']) },
    ]);
    assert.deepEqual(criteria({ article_id: ['a'], item_tags: ['t'], product_tags: ['u'] }).wants, [
      { dimension: 'article', values: new Set(['a']) },
      { dimension: 'tag', values: new Set(['t']) },
      { dimension: 'tag', values: new Set(['u']) },
    ]);
  });

  test('a list that cannot be read is a problem, not a list that asks nothing', () => {
    for (const strange of [{ item_brand: ['x'] }, { item_brand: 5 }, { item_sku: [{}] }, { available_zones: [null] }]) {
      assert.throws(() => criteria(strange), /is not a/);
    }
    assert.deepEqual(criteria({ item_brand: null, item_sku: undefined }).wants, []);
  });

  test('all items are all items, whatever else is named, less what is excluded', () => {
    const { wants, excludes } = criteria({ all_items: true, item_brand: [1], item_exclude_l1_category: [2] });
    assert.deepEqual([wants, excludes], [[], [{ dimension: 'l1', values: new Set([2]) }]]);
    assert.equal(criteria({ all_items: 'yes', item_brand: [1] }).wants.length, 1);
  });

  test('a range of unit prices may be open on either side', () => {
    const range = (price_range: unknown) => criteria({ price_range }).unitPrice;
    assert.deepEqual(range({ min: 1, max: 2 }), { from: 100, to: 200 });
    assert.deepEqual(range({ min: 1 }), { from: 100, to: Number.MAX_SAFE_INTEGER });
    assert.deepEqual(range({ max: 2 }), { from: 0, to: 200 });
    assert.deepEqual([range({}), range(undefined), range({ min: -1, max: -1 })], [null, null, null]);
    assert.throws(() => range({ min: 'x' }), /is not an amount/);
  });

  test('narrowed by others they ask both, also of zones and prices', () => {
    const wide = criteria({ item_brand: [1], item_exclude_id: [9], available_zones: [4], price_range: { min: 1 } });
    const both = narrowed(wide, criteria({ item_store: [2], item_exclude_size: ['S'] }), 'both');
    assert.deepEqual(
      both.wants.map(({ dimension }) => dimension),
      ['store', 'brand'],
    );
    assert.deepEqual(
      both.excludes.map(({ dimension }) => dimension),
      ['size', 'item'],
    );
    assert.deepEqual([both.id, both.zones, both.unitPrice], ['both', wide.zones, wide.unitPrice]);
    const own = narrowed(wide, criteria({ available_zones: [5], price_range: { max: 3 } }), 'own');
    assert.deepEqual([own.zones, own.unitPrice], [[[5], [4]], { from: 100, to: 300 }]);
  });

  test('a rule keeps filters and conditions in one object or in two', () => {
    const flat = { item_brand: [1], cart_total: { greater_than: 5 }, cart_unique_item_quantity: { equals: 2 } };
    const { item_brand, ...conditions } = flat;
    const rule = compileBuyRule('r', flat, 'o', 2);
    assert.deepEqual(compileBuyRule('r', { item_criteria: { item_brand }, cart_conditions: conditions }, 'o', 2), rule);
    assert.deepEqual(rule.conditions, [
      { metric: 'cart_total', comparison: 'greater_than', value: 500 },
      { metric: 'cart_unique_item_quantity', comparison: 'equals', value: 2 },
    ]);
  });
});

describe('reading restrictions', () => {
  const restrictions = (given: Definition, more: Definition = {}) =>
    compileRestrictions({ restrictions: given, ...more }, context, 'INR');

  test('nothing said, nobody is kept away', () => {
    const open = restrictions({});
    assert.deepEqual([open.anonymous, open.registered, open.payments, open.orderQuantity], [null, null, null, null]);
    assert.deepEqual(open.uses, { total: null, user: null });
    assert.deepEqual([open.platforms, open.groups, open.userIds, open.orderingStores], [[], [], [], []]);
  });

  test('uses have a maximum above zero; what is left is all of it until something is said', () => {
    const uses = (maximum: unknown, remaining: unknown) =>
      restrictions({ uses: { maximum: { total: maximum, user: 9 }, remaining: { total: remaining } } }).uses;
    assert.deepEqual(uses(5, 2), { total: { maximum: 5, remaining: 2 }, user: { maximum: 9, remaining: 9 } });
    assert.deepEqual(uses(5, 0).total, { maximum: 5, remaining: 0 });
    assert.deepEqual([uses(0, 2).total, uses(-1, 2).total, uses(null, 2).total], [null, null, null]);
    assert.equal(uses(1, null).total?.remaining, 1);
  });

  test('a way of paying has its own names and its own count', () => {
    const card = { codes: ['HDFC'], types: ['credit'], networks: ['visa'], iins: ['4111'] };
    const counted = { ...card, uses: { maximum: { total: 5 }, remaining: { total: 3 } } };
    assert.deepEqual(restrictions({ payments: { CARD: counted, UPI: {} } }).payments, {
      CARD: { ...card, remaining: 3 },
      UPI: { codes: [], types: [], networks: [], iins: [], remaining: null },
    });
    assert.equal(restrictions({ payments: {} }).payments, null);
  });

  test('a quantity may be bounded on one side', () => {
    const bounds = (order_quantity: unknown) => restrictions({ order_quantity }).orderQuantity;
    assert.deepEqual(bounds({ minimum: 2 }), { minimum: 2, maximum: Number.MAX_SAFE_INTEGER });
    assert.deepEqual(bounds({ maximum: 2 }), { minimum: 0, maximum: 2 });
    assert.equal(bounds({}), null);
  });

  test('strangers are let in or not where that is said, in either place', () => {
    assert.equal(restrictions({ anonymous_users: false }, { validation: { anonymous: true } }).anonymous, false);
    assert.equal(restrictions({}, { validation: { anonymous: true } }).anonymous, true);
    assert.equal(restrictions({ anonymous_users: 'no' }).anonymous, null);
  });

  test('registration has a beginning, an end, or both', () => {
    const registered = (user_registered: Definition, validation: Definition = {}) =>
      restrictions({ user_registered }, { validation }).registered;
    assert.deepEqual(registered({ start: 1, end: 2 }), { from: 1, to: 2 });
    assert.deepEqual(registered({ end: 2 }), { from: null, to: 2 });
    assert.deepEqual(registered({}, { user_registered_after: 5 }), { from: 5, to: null });
    assert.equal(registered({}), null);
  });

  test('users are named in either place, groups by any name', () => {
    const { userIds, groups, excludedGroups, emailDomains } = restrictions(
      { user_id: ['a'], user_groups: [1, 'x'], exclude_user_groups: [2] },
      { identifiers: { user_id: ['b'], email_domain: ['shop.example'] } },
    );
    assert.deepEqual(
      [userIds, groups, excludedGroups, emailDomains],
      [['a', 'b'], ['1', 'x'], ['2'], ['shop.example']],
    );
  });

  test('a schedule is its repeats where they are written out, else its own bounds, else always', () => {
    const periods = (schedule: Definition) => compilePeriods({ _schedule: schedule }, context);
    assert.deepEqual(periods({ start: 1, end: 2 }), [{ from: 1, to: 2 }]);
    assert.deepEqual(periods({ start: 1 }), [{ from: 1, to: Number.MAX_SAFE_INTEGER }]);
    assert.deepEqual(periods({ end: 2 }), [{ from: -Number.MAX_SAFE_INTEGER, to: 2 }]);
    assert.deepEqual(periods({}), []);
    assert.deepEqual(periods({ start: 1, end: 9, next_schedule: [{ start: 2, end: 3 }, {}] }), [
      { from: 2, to: 3 },
      { from: -Number.MAX_SAFE_INTEGER, to: Number.MAX_SAFE_INTEGER },
    ]);
  });
});
