/** What is refused when an offer is saved: a sentence for each problem, and nothing for what makes sense. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { promotionTypes } from '../../../src/contract/offers/offer-promotion-contract.ts';
import { completeCoupon } from '../../../src/offers/rules/coupon-rules.ts';
import { askedState, canBecome } from '../../../src/offers/rules/offer-life-rules.ts';
import { offerProblems } from '../../../src/offers/rules/offer-rules.ts';
import { merchantPart, type Offer, type OfferKind } from '../../../src/offers/offer.ts';
import { couponBody, type Json, promotionBody } from '../offer-server.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');
const settings = { currency: 'INR', time_zone: 'Asia/Kolkata' };

const offerFrom = (kind: OfferKind, body: Json): Offer => ({
  id: 'a'.repeat(24),
  kind,
  state: 'draft',
  isArchived: false,
  version: 1,
  definition: kind === 'coupon' ? completeCoupon(merchantPart(body)) : merchantPart(body),
  life: { created: { by: 'x', at: NOW }, modified: { by: 'x', at: NOW } },
  reason: null,
});
const fieldsOf = (kind: OfferKind, body: Json): readonly string[] => {
  const problems = offerProblems(offerFrom(kind, body), settings, new Set([1, 2]), NOW);
  for (const { message } of problems) assert.match(message, /^\S+ \S+/);
  return problems.map(({ field }) => field);
};
const rule = (change: Json, offer: Json = { discount_percentage: 10 }): Json => ({
  buy_condition: '( rule#1 )',
  discount_type: 'percentage',
  item_criteria: { buy_rules: ['rule#1'] },
  offer,
  ...change,
});

const manyRules = (count: number): Json =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`rule#${at}`, { item_brand: [1] }]));
const namesOf = (count: number): string => Object.keys(manyRules(count)).join(' and ');

describe('promotions', () => {
  const cases: readonly (readonly [string, Json, readonly string[]])[] = [
    ['one that makes sense', {}, []],
    [
      'a percentage over 100',
      { discount_rules: [rule({}, { discount_percentage: 101 })] },
      ['discount_rules[0].offer.discount_percentage'],
    ],
    [
      'a negative amount',
      { discount_rules: [rule({}, { discount_percentage: 5, max_discount_amount: -1 })] },
      ['discount_rules[0].offer.max_discount_amount'],
    ],
    [
      'a condition that names no rule',
      { discount_rules: [rule({ buy_condition: '( rule#2 )' })] },
      ['discount_rules[0].buy_condition'],
    ],
    [
      'a condition with an open bracket',
      { discount_rules: [rule({ buy_condition: '( rule#1' })] },
      ['discount_rules[0].buy_condition'],
    ],
    [
      'a condition that contradicts itself',
      { discount_rules: [rule({ buy_condition: 'rule#1 and not rule#1' })] },
      ['discount_rules[0].buy_condition'],
    ],
    [
      'a condition of many rules that contradicts itself: nobody looks so far',
      { buy_rules: manyRules(13), discount_rules: [rule({ buy_condition: `${namesOf(13)} and not rule#1` })] },
      [],
    ],
    [
      'more rules than anybody needs',
      { buy_rules: manyRules(201), discount_rules: Array(101).fill(rule({})) },
      ['buy_rules', 'discount_rules'],
    ],
    [
      'a rule for more of them, and of more steps, than anybody needs',
      {
        discount_rules: [
          rule({ item_criteria: { buy_rules: Array(101).fill('rule#1') } }),
          rule({}, { slices: Array.from({ length: 51 }, () => ({ from: 1, discount_percentage: 1 })) }),
        ],
      },
      ['discount_rules[0].item_criteria.buy_rules', 'discount_rules[1].offer.slices'],
    ],
    [
      'items of a rule that is not there',
      { discount_rules: [rule({ item_criteria: { buy_rules: ['rule#9'] } })] },
      ['discount_rules[0].item_criteria.buy_rules'],
    ],
    [
      'no buy rule at all',
      { buy_rules: {}, discount_rules: [rule({ buy_condition: '', item_criteria: { all_items: true } })] },
      ['buy_rules'],
    ],
    [
      'a rule that no cart can meet',
      { buy_rules: { 'rule#1': { cart_quantity: { greater_than: 4, less_than: 5 } } } },
      ['buy_rules.rule#1', 'discount_rules[0].buy_condition'],
    ],
    [
      'a rule that excludes what it asks for',
      { buy_rules: { 'rule#1': { item_brand: [1, 2], item_exclude_brand: [2, 1, 3] } } },
      ['buy_rules.rule#1', 'discount_rules[0].buy_condition', 'discount_rules[0].item_criteria'],
    ],
    [
      'a rule that excludes some of what it asks for',
      { buy_rules: { 'rule#1': { item_brand: [1, 2], item_exclude_brand: [2] } } },
      [],
    ],
    [
      'an impossible rule beside another way in',
      {
        buy_rules: { 'rule#1': { item_brand: [1] }, 'rule#2': { cart_total: { greater_than: 10, less_than: 5 } } },
        discount_rules: [rule({ buy_condition: 'rule#1 or rule#2' })],
      },
      ['buy_rules.rule#2'],
    ],
    [
      'a negative threshold',
      { buy_rules: { 'rule#1': { cart_total: { greater_than: -5 } } } },
      ['buy_rules.rule#1.cart_total.greater_than'],
    ],
    ['zones that areas have, also as text', { buy_rules: { 'rule#1': { available_zones: [1, '2'] } } }, []],
    [
      'zones that no area has, wherever they stand',
      {
        buy_rules: {
          'rule#1': { available_zones: [1, 7] },
          'rule#2': { item_criteria: { available_zones: ['8'] } },
        },
        discount_rules: [rule({ item_criteria: { item_brand: [1], available_zones: [9, 2] } })],
      },
      [
        'buy_rules.rule#1.available_zones',
        'buy_rules.rule#2.available_zones',
        'discount_rules[0].item_criteria.available_zones',
      ],
    ],
    [
      'zones that are no numbers',
      { buy_rules: { 'rule#1': { available_zones: ['north', 1.5, '1e0'] } } },
      Array(3).fill('buy_rules.rule#1.available_zones'),
    ],
    [
      'more zones than anybody has',
      { buy_rules: { 'rule#1': { available_zones: Array.from({ length: 1001 }, (_, at) => at) } } },
      ['buy_rules.rule#1.available_zones'],
    ],
    ['nothing to give', { discount_rules: [rule({}, {})] }, ['discount_rules']],
    [
      'an end before its start',
      { _schedule: { start: '2026-11-02T00:00:00Z', end: '2026-11-01T00:00:00Z' } },
      ['_schedule.end'],
    ],
    ['a cron that never fires', { _schedule: { cron: '0 0 31 6 *', duration: 5 } }, ['_schedule.cron']],
    ['a currency nobody pays with', { currency: 'XYZ' }, ['currency']],
    ['a code that is missing', { mode: 'coupon', code: '' }, ['code']],
    ['a code with a space', { mode: 'coupon', code: 'TEN OFF' }, ['code']],
    ['a contract price in the wrong group', { promotion_type: 'contract_price' }, ['promo_group']],
    ['a plain promotion in the group of ladders', { promo_group: 'ladder_price' }, ['promo_group']],
    [
      'a ladder inside a plain promotion',
      { discount_rules: [rule({ discount_type: 'ladder_price' })] },
      ['discount_rules[0].discount_type'],
    ],
    [
      'a countdown without an end',
      { promo_group: 'limited_timer', _schedule: { start: '2026-11-01T00:00:00Z' } },
      ['_schedule.end'],
    ],
    [
      'more uses for one than for all',
      { restrictions: { uses: { maximum: { user: 5, total: 2 } } } },
      ['restrictions.uses.maximum.user'],
    ],
    ['uses without a limit', { restrictions: { uses: { maximum: { user: 5, total: 0 } } } }, []],
    [
      'more uses than can be counted',
      { restrictions: { uses: { maximum: { total: 1e100 } } } },
      ['restrictions.uses.maximum.total'],
    ],
    [
      'half a use with a payment mode',
      { restrictions: { payments: { CARD: { uses: { max: 0.5 } }, UPI: { uses: { maximum: { total: 1e100 } } } } } },
      ['restrictions.payments.CARD.uses.max', 'restrictions.payments.UPI.uses.maximum.total'],
    ],
    ['half a use', { restrictions: { uses: { maximum: { total: 1.5 } } } }, ['restrictions.uses.maximum.total']],
    [
      'a registration window that is turned around',
      { restrictions: { user_registered: { start: '2026-02-01T00:00:00Z', end: '2026-01-01T00:00:00Z' } } },
      ['restrictions.user_registered.end'],
    ],
    [
      'an order quantity from 5 to 3',
      { restrictions: { order_quantity: { minimum: 5, maximum: 3 } } },
      ['restrictions.order_quantity'],
    ],
    ['an order quantity as a bare number', { restrictions: { order_quantity: 3 } }, ['restrictions.order_quantity']],
    [
      'payment codes without their mode',
      { restrictions: { payments: { codes: ['NB_ICIC'] } } },
      ['restrictions.payments.codes'],
    ],
    [
      'the empty payment lists of an SDK',
      { restrictions: { payments: { codes: [], iins: [], types: [], networks: [] } } },
      [],
    ],
    [
      'several at once',
      { currency: 'XYZ', promo_group: 'contract', discount_rules: [rule({}, { discount_percentage: 200 })] },
      ['currency', 'discount_rules[0].offer.discount_percentage', 'promo_group'],
    ],
  ];
  for (const [name, change, fields] of cases) {
    test(name, () => assert.deepEqual(fieldsOf('promotion', promotionBody(change)), fields));
  }

  test('every type of the contract can be compiled', () => {
    const benefit = (type: string): Json => {
      if (type === 'fixed_price') return { discount_price: 99 };
      if (type === 'points_multiplier') return { points_factor: 1.25 };
      return type.endsWith('amount') ? { discount_amount: 5 } : { discount_percentage: 10 };
    };
    const groups: Readonly<Record<string, string>> = { contract_price: 'contract', ladder_price: 'ladder_price' };
    for (const type of promotionTypes) {
      const discount = rule(
        { discount_type: type, item_criteria: { item_id: [7] } },
        {
          ...benefit(type),
          max_offer_quantity: 1,
          code: 'x',
        },
      );
      const change = { promotion_type: type, promo_group: groups[type] ?? 'product', discount_rules: [discount] };
      assert.deepEqual(fieldsOf('promotion', promotionBody(change)), [], type);
    }
  });
});

describe('coupons', () => {
  const cases: readonly (readonly [string, Json, readonly string[]])[] = [
    ['one that makes sense', {}, []],
    ['a percentage over 100', { rule: [{ key: 1, value: 150 }] }, ['rule[0].value']],
    ['nothing to give', { rule: [{ key: 1 }] }, ['rule[0].value']],
    ['no rule', { rule: [] }, ['rule']],
    ['a negative minimum', { rule: [{ key: 1, value: 5, min: -2 }] }, ['rule[0].min']],
    ['a type_slug of its own', { type_slug: 'special' }, ['type_slug']],
    ['a rule_definition that says otherwise', { rule_definition: { type: 'bogo' } }, ['rule_definition']],
    ['a code that is too short', { code: 'X' }, ['code']],
    ['a referral without a reward', { code: '', coupon_type: 'referral' }, ['referral']],
    [
      'half a point for a referral',
      { code: '', coupon_type: 'referral', referral: { reward: { kind: 'points', amount: 1.5 } } },
      ['referral.reward.amount'],
    ],
    [
      'a tenth of a paisa for a referral',
      { code: '', coupon_type: 'referral', referral: { reward: { kind: 'store_credit', amount: 1.001 } } },
      ['referral.reward.amount'],
    ],
    ['bulk without a number of codes', { code: '', coupon_type: 'bulk' }, ['coupon_counts']],
    ['bulk', { code: '', coupon_type: 'bulk', coupon_counts: 10, coupon_prefix: 'DIWALI' }, []],
    [
      'bulk with a space in its prefix',
      { code: '', coupon_type: 'bulk', coupon_counts: 10, coupon_prefix: 'A B' },
      ['coupon_prefix'],
    ],
    [
      'a price range that holds nothing',
      { restrictions: { price_range: { min: 10, max: 5 } } },
      ['restrictions.price_range'],
    ],
    ['a zone that an area has', { identifiers: { zones_id: [2] } }, []],
    ['a zone that no area has', { identifiers: { zones_id: ['3'] } }, ['identifiers.zones_id']],
    ['a brand that is excluded', { identifiers: { brand_id: [1], exclude_brand_id: [1] } }, ['identifiers']],
    ['a currency nobody pays with', { rule_definition: { currency_code: 'ABC' } }, ['rule_definition.currency_code']],
  ];
  for (const [name, change, fields] of cases) {
    test(name, () => assert.deepEqual(fieldsOf('coupon', couponBody(change)), fields));
  }
});

describe('life', () => {
  test('the part of a schedule that differs from now is what is asked for', () => {
    assert.equal(askedState({}, undefined), 'draft');
    assert.equal(askedState({ published: true }, undefined), 'published');
    assert.equal(askedState({ status: 'review' }, undefined), 'review');
    assert.equal(askedState({ status: 'draft', published: true }, 'draft'), 'published');
    assert.equal(askedState({ status: 'review', published: false }, 'draft'), 'review');
    assert.equal(askedState({ status: 'published', published: false }, 'published'), 'draft');
    assert.equal(askedState({ status: 'draft', published: true }, 'published'), 'draft');
    assert.equal(askedState({}, 'rejected'), 'rejected');
  });

  test('a rejected offer has to be reviewed again before it can be published', () => {
    assert.equal(canBecome('rejected', 'published'), false);
    assert.equal(canBecome('rejected', 'review'), true);
    assert.equal(canBecome('review', 'published'), true);
    assert.equal(canBecome('draft', 'rejected'), false);
  });
});
