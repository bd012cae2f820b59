/** Amounts and counts of an offer when it is saved: the noise of floating point is forgiven, nothing else is guessed at. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { offerAmountProblems } from '../../src/offers/rules/offer-amount-rules.ts';
import type { OfferKind } from '../../src/offers/offer.ts';
import { couponBody, type Json, promotionBody } from './offer-server.ts';

const fieldsOf = (kind: OfferKind, definition: Json): readonly string[] => {
  const life = { created: { by: 'x', at: 0 }, modified: { by: 'x', at: 0 } };
  const head = { id: 'a'.repeat(24), state: 'draft', isArchived: false, version: 1, reason: null } as const;
  return offerAmountProblems({ ...head, kind, definition, life }, 'INR').map(({ field }) => field);
};
const rule = (change: Json, offer: Json = { discount_percentage: 10 }): Json => ({
  buy_condition: '( rule#1 )',
  discount_type: 'percentage',
  offer,
  ...change,
});
type Cases = readonly (readonly [string, Json, readonly string[]])[];

describe('of promotions', () => {
  const cases: Cases = [
    [
      'amounts and counts with the noise of floating point',
      {
        buy_rules: {
          'rule#1': {
            cart_total: { greater_than_equals: 1999.9900000000002 },
            price_range: { min: 0.1 + 0.2, max: -1 },
          },
        },
        discount_rules: [
          rule(
            {},
            { discount_percentage: 5, max_discount_amount: 49.239999999999995, max_offer_quantity: 3.0000000000000004 },
          ),
        ],
      },
      [],
    ],
    [
      'amounts of less than the smallest unit, and parts of a unit',
      {
        buy_rules: {
          'rule#1': { cart_conditions: { cart_total: { less_than: 0.005 }, cart_quantity: { equals: 1.5 } } },
        },
        discount_rules: [
          rule(
            { item_criteria: { price_range: { max: 9.999 } } },
            { discount_amount: 1.001, max_discount_amount: 49.235, max_usage_per_transaction: 1.5 },
          ),
        ],
      },
      [
        'buy_rules.rule#1.cart_conditions.cart_total.less_than',
        'buy_rules.rule#1.cart_conditions.cart_quantity.equals',
        'discount_rules[0].offer.discount_amount',
        'discount_rules[0].offer.max_discount_amount',
        'discount_rules[0].offer.max_usage_per_transaction',
        'discount_rules[0].item_criteria.price_range.max',
      ],
    ],
    [
      'a limit that is no number',
      { discount_rules: [rule({ item_criteria: { price_range: { max: 'dear' } } })] },
      ['discount_rules[0].item_criteria.price_range.max'],
    ],
    [
      'a currency with other decimals',
      { currency: 'JPY', discount_rules: [rule({}, { discount_percentage: 5, max_discount_amount: 0.5 })] },
      ['discount_rules[0].offer.max_discount_amount'],
    ],
    [
      'zeros beside what it gives',
      { discount_rules: [rule({}, { discount_percentage: 5, discount_amount: 0, discount_price: 0 })] },
      [],
    ],
    [
      'two things that it gives',
      { discount_rules: [rule({}, { discount_percentage: 5, discount_amount: 3 })] },
      ['discount_rules[0].offer'],
    ],
  ];
  for (const [name, change, fields] of cases) {
    test(name, () => assert.deepEqual(fieldsOf('promotion', promotionBody(change)), fields));
  }
});

describe('of coupons', () => {
  const cases: Cases = [
    [
      'amounts with the noise of floating point',
      { rule: [{ key: 1, value: 10, min: 1999.9900000000002, max: 49.239999999999995 }] },
      [],
    ],
    [
      'amounts of less than the smallest unit, and parts of a unit',
      {
        rule: [{ key: 1.5, value: 10, min: 0.001, max: 49.235, discount_qty: 0.5 }],
        restrictions: { price_range: { min: 0.001 }, order_quantity: { maximum: 2.5 } },
      },
      [
        'rule[0].min',
        'rule[0].max',
        'rule[0].key',
        'rule[0].discount_qty',
        'restrictions.price_range.min',
        'restrictions.order_quantity.maximum',
      ],
    ],
    ['an amount that it gives', { rule_definition: { type: 'absolute' }, rule: [{ value: 1.001 }] }, ['rule[0].value']],
  ];
  for (const [name, change, fields] of cases) {
    test(name, () => assert.deepEqual(fieldsOf('coupon', couponBody(change)), fields));
  }
});
