/** Who and what an offer is for: criteria, conditions, restrictions. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Definition } from '../../src/pricing/compile/offer-types.ts';
import type { PriceInput } from '../../src/pricing/pricing-types.ts';
import { article, type Bought, discounts, price, promotion, reasonFor } from './carts.ts';
import { defaultPolicy as basePolicy } from './price-inputs.ts';

const a = article('a', 10_000, {
  brandId: 7,
  l1: [1],
  l2: [12],
  l3: [123],
  departments: [5],
  tags: ['new'],
  storeId: 3,
  companyId: 9,
  size: 'XL',
  sku: 'SKU-A',
});
const b = article('b', 5000);
const lines: readonly Bought[] = [
  [a, 1],
  [b, 1],
];
const tenth = (criteria: Definition, more = {}) =>
  promotion('p', 'percentage', { discount_percentage: 10 }, { criteria, ...more });
const touched = (criteria: Definition, more: Partial<PriceInput> = {}): readonly string[] =>
  Object.keys(discounts(price(lines, [tenth(criteria)], more)));

describe('criteria', () => {
  /** What names the first, and what leaves out the other. */
  const asks: readonly (readonly [string, Definition, Definition?])[] = [
    ['item', { item_id: [97] }, { item_exclude_id: [98] }],
    ['brand', { item_brand: [7] }, { item_exclude_brand: [1] }],
    ['third-level category', { item_category: [123] }, { item_exclude_category: [100] }],
    ['second-level category', { item_l2_category: [12] }, { item_exclude_l2_category: [10] }],
    ['department', { item_department: [5] }, { item_exclude_department: [1] }],
    ['tag', { product_tags: ['new'] }],
    ['item tag', { item_tags: ['new'] }],
    ['store', { item_store: [3] }, { item_exclude_store: [1] }],
    ['company', { item_company: [9] }, { item_exclude_company: [1] }],
    ['size', { item_size: ['XL'] }],
    ['SKU', { item_sku: ['SKU-A'] }, { item_exclude_sku: ['sku-b'] }],
    ['article', { article_id: ['a'] }],
    ['unit price', { price_range: { min: 60, max: 100 } }],
  ];
  for (const [name, criteria, others] of asks) {
    test(`by ${name}`, () => assert.deepEqual(touched(criteria), ['a']));
    if (others === undefined) continue;
    test(`all but one ${name}`, () => assert.deepEqual(touched({ all_items: true, ...others }), ['a']));
  }
  test('a first-level category both have', () => assert.deepEqual(touched({ item_l1_category: [1] }), ['a', 'b']));
  test('several questions must all be answered', () => {
    assert.deepEqual(touched({ item_brand: [7], item_store: [3] }), ['a']);
    assert.deepEqual(touched({ item_brand: [7], item_store: [1] }), []);
  });
  test('tags given when the line was added count as tags of the product', () => {
    const tagged = price([[b, 1, { groupTags: ['team'] }]], [tenth({ product_tags: ['team'] })]);
    assert.deepEqual(tagged.applied, ['p']);
  });
  test('a zone is where the goods go', () => {
    assert.deepEqual(touched({ available_zones: [4] }), []);
    assert.deepEqual(touched({ available_zones: [4] }, { place: { state: null, zones: [4, 8] } }), ['a', 'b']);
  });
  test('an offer for other zones says that, and no distance that nothing in the cart would lessen', () => {
    const far = tenth(
      { available_zones: [4] },
      { rules: { 'rule#1': { available_zones: [4], cart_total: { greater_than_equals: 9_999_999 } } } },
    );
    const told = (zones: readonly number[]) => reasonFor(price(lines, [far], { place: { state: null, zones } }), 'p');
    assert.deepEqual([told([])?.reason, told([])?.shortfall], ['place', null]);
    assert.equal(told([4])?.reason, 'condition');
  });
  test('"the items that matched rule#1" are those the rule means', () => {
    const rules = { 'rule#1': { item_brand: [7] } };
    const matched = price(lines, [tenth({ buy_rules: ['rule#1'] }, { rules })]);
    assert.deepEqual(Object.keys(discounts(matched)), ['a']);
    const dear = { 'rule#1': { all_items: true, price_range: { min: 1 }, available_zones: [1] } };
    const ranged = (criteria: Definition, zones: readonly number[]) => {
      const given = tenth({ buy_rules: ['rule#1'], ...criteria }, { rules: dear });
      return price(lines, [given], { place: { state: null, zones } }).applied.length;
    };
    assert.equal(ranged({ price_range: { max: 0.5 } }, [1]), 0);
    assert.equal(ranged({ price_range: { max: 9999 } }, [1]), 1);
    assert.deepEqual([ranged({ available_zones: [2] }, [2]), ranged({ available_zones: [2] }, [1])], [0, 0]);
    assert.equal(ranged({ available_zones: [2] }, [1, 2]), 1);
    const narrowed = price(lines, [tenth({ buy_rules: ['rule#1'], item_store: [1] }, { rules })]);
    assert.deepEqual(discounts(narrowed), {});
  });
});

describe('conditions', () => {
  const when = (condition: Definition, more = {}) =>
    price(lines, [tenth({}, { rules: { 'rule#1': { all_items: true, ...condition } }, ...more })]).applied.length === 1;
  const held: readonly (readonly [Definition, boolean])[] = [
    [{ cart_total: { equals: 150 } }, true],
    [{ cart_total: { equals: 149.99 } }, false],
    [{ cart_total: { greater_than: 150 } }, false],
    [{ cart_total: { greater_than: 149.99 } }, true],
    [{ cart_total: { greater_than_equals: 150 } }, true],
    [{ cart_total: { less_than: 150 } }, false],
    [{ cart_total: { less_than: 150.01 } }, true],
    [{ cart_total: { less_than_equals: 150 } }, true],
    [{ cart_total: { less_than_equals: 149.99 } }, false],
    [{ cart_quantity: { equals: 2 } }, true],
    [{ cart_quantity: { greater_than: 2 } }, false],
    [{ cart_unique_item_quantity: { equals: 2 } }, true],
    [{ cart_unique_item_amount: { equals: 150 } }, true],
    [{ cart_unique_item_amount: { greater_than: 150 } }, false],
    [{ cart_total: { greater_than: 100, less_than: 200 } }, true],
    [{ cart_total: { greater_than: 100, less_than: 120 } }, false],
  ];
  for (const [condition, expected] of held) {
    test(`${JSON.stringify(condition)} ${expected ? 'holds' : 'does not hold'} at 150.00`, () => {
      assert.equal(when(condition), expected);
    });
  }
  const rules = {
    'rule#1': { item_brand: [7] },
    'rule#2': { item_brand: [99] },
    'rule#3': { all_items: true, cart_quantity: { greater_than_equals: 2 } },
  };
  const expressions: readonly (readonly [string, boolean])[] = [
    ['( rule#1 )', true],
    ['( rule#2 )', false],
    ['rule#1 and rule#3', true],
    ['rule#1 AND rule#2', false],
    ['rule#1 or rule#2', true],
    ['rule#2 || ( rule#1 && rule#3 )', true],
    ['not rule#2', true],
    ['!rule#1', false],
    ['rule#2 or not ( rule#1 and rule#3 )', false],
    ['rule#1 or rule#2 and rule#2', true],
    ['', false],
    [' ', false],
  ];
  for (const [expression, expected] of expressions) {
    test(`the buy condition "${expression}" ${expected ? 'holds' : 'does not hold'}`, () => {
      const { applied } = price(lines, [tenth({}, { rules, condition: expression })]);
      assert.equal(applied.length === 1, expected);
    });
  }
  test('an empty buy condition asks all rules, and nothing where there are none', () => {
    const { 'rule#1': first, 'rule#3': third } = rules;
    const two = { 'rule#1': first, 'rule#3': third };
    assert.equal(price(lines, [tenth({}, { rules: two, condition: '' })]).applied.length, 1);
    assert.equal(price(lines, [tenth({}, { rules: {}, condition: '' })]).applied.length, 1);
  });
  test('the rules that were true are named', () => {
    const { adjustments } = price(lines, [tenth({}, { rules, condition: 'rule#1 and ( rule#2 or rule#3 )' })]);
    assert.deepEqual(adjustments[0]?.matched, ['rule#1', 'rule#3']);
  });
  test('thresholds look at prices after the offers before, or before all offers', () => {
    const half = promotion('half', 'percentage', { discount_percentage: 50 }, { apply_priority: 9 });
    const over100 = tenth({}, { rules: { 'rule#1': { all_items: true, cart_total: { greater_than: 100 } } } });
    assert.deepEqual(price(lines, [half, over100]).applied, ['half']);
    const before = price(lines, [half, over100], { policy: { ...basePolicy, threshold_basis: 'before_discounts' } });
    assert.deepEqual(before.applied, ['half', 'p']);
  });
});

describe('restrictions', () => {
  const visitor: PriceInput['shopper'] = {
    userId: null,
    groups: [],
    registeredAt: null,
    platform: 'web',
    orderingStore: 3,
  };
  const customer = { ...visitor, userId: 'u1', groups: ['gold'], registeredAt: Date.parse('2026-01-10T00:00:00Z') };
  const reason = (restrictions: Definition, more: Partial<PriceInput> = {}) => {
    const priced = price(lines, [{ ...tenth({}), restrictions }], { shopper: visitor, ...more });
    return reasonFor(priced, 'p')?.reason ?? 'applies';
  };
  const cases: readonly (readonly [string, Definition, Partial<PriceInput>, string])[] = [
    ['another platform', { platforms: ['ios'] }, {}, 'platform'],
    ['this platform', { platforms: ['ios', 'web'] }, {}, 'applies'],
    ['customers, for a visitor', { anonymous_users: false }, {}, 'login'],
    ['customers, for a customer', { anonymous_users: false }, { shopper: customer }, 'applies'],
    ['named users, for another', { user_id: ['u2'] }, { shopper: customer }, 'user'],
    ['named users, for one of them', { user_id: ['u1'] }, { shopper: customer }, 'applies'],
    ['a group, for a visitor', { user_groups: ['gold'] }, {}, 'login'],
    ['another group', { user_groups: ['silver'] }, { shopper: customer }, 'user_group'],
    ['all but a group', { exclude_user_groups: ['gold'] }, { shopper: customer }, 'user_group'],
    [
      'new customers, for an old one',
      { user_registered: { start: '2026-02-01T00:00:00Z' } },
      { shopper: customer },
      'registration',
    ],
    [
      'customers of January',
      { user_registered: { start: '2026-01-01T00:00:00Z', end: '2026-02-01T00:00:00Z' } },
      { shopper: customer },
      'applies',
    ],
    ['another ordering store', { ordering_stores: [4] }, {}, 'ordering_store'],
    ['this ordering store', { ordering_stores: [3] }, {}, 'applies'],
    ['a payment mode nobody chose', { payments: { UPI: {} } }, {}, 'payment'],
    ['the chosen payment mode', { payments: { UPI: {} } }, { payment: { mode: 'UPI' } }, 'applies'],
    [
      'a card of another network',
      { payments: { CARD: { networks: ['VISA'] } } },
      { payment: { mode: 'CARD', network: 'RUPAY' } },
      'payment',
    ],
    [
      'a card by its first digits',
      { payments: { CARD: { iins: ['4111'] } } },
      { payment: { mode: 'CARD', iin: '411111' } },
      'applies',
    ],
    [
      'a payment mode whose uses are gone',
      { payments: { UPI: { uses: { maximum: { total: 5 }, remaining: { total: 0 } } } } },
      { payment: { mode: 'UPI' } },
      'used_up',
    ],
    ['everyone, used up', { uses: { maximum: { total: 5 }, remaining: { total: 0 } } }, {}, 'used_up'],
    [
      'everyone, used up by this user',
      { uses: { maximum: { user: 1 }, remaining: { user: 0 } } },
      { shopper: customer },
      'used_up',
    ],
    ['everyone without limit', { uses: { maximum: { total: 0, user: -1 }, remaining: { total: 0 } } }, {}, 'applies'],
    ['orders of three and more', { order_quantity: { minimum: 3 } }, {}, 'order_quantity'],
    ['orders of two at most', { order_quantity: { maximum: 2 } }, {}, 'applies'],
    ['orders of one at most', { order_quantity: { maximum: 1 } }, {}, 'order_quantity'],
  ];
  for (const [name, restrictions, more, expected] of cases) {
    test(`an offer for ${name}: ${expected}`, () => assert.equal(reason(restrictions, more), expected));
  }

  const schedules: readonly (readonly [Definition, string])[] = [
    [{ start: '2026-11-01T00:00:00Z', end: '2026-12-01T00:00:00Z' }, 'applies'],
    [{ start: '2026-11-16T00:00:00Z' }, 'not_started'],
    [{ end: '2026-11-15T12:00:00Z' }, 'ended'],
    [{ start: '2026-11-15T12:00:00Z' }, 'applies'],
    [{ next_schedule: [{ start: '2026-11-15T18:00:00Z', end: '2026-11-15T20:00:00Z' }] }, 'not_started'],
    [{ next_schedule: [{ start: '2026-11-15T11:00:00Z', end: '2026-11-15T13:00:00Z' }] }, 'applies'],
  ];
  for (const [schedule, expected] of schedules) {
    test(`at noon an offer with the schedule ${JSON.stringify(schedule)}: ${expected}`, () => {
      const priced = price(lines, [{ ...tenth({}), _schedule: schedule }]);
      assert.equal(reasonFor(priced, 'p')?.reason ?? 'applies', expected);
    });
  }
});
