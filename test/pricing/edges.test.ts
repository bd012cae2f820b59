/** Corners that a change could turn over without anyone noticing. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Definition } from '../../src/pricing/compile/offer-types.ts';
import type { PriceInput } from '../../src/pricing/pricing-types.ts';
import { readDecimal } from '../../src/shared/money.ts';
import { readExchangeRate } from '../../src/shared/rates.ts';
import {
  adjust,
  article,
  type Bought,
  charging,
  coupon,
  discounts,
  fromUnits,
  marked,
  policyOf,
  price,
  promotion,
  reasonFor,
} from './carts.ts';
import { blankInput } from './price-inputs.ts';

const a = article('a', 10_000);
const usd: Partial<PriceInput> = {
  currency: { code: 'USD', exponent: 2 },
  rates: { USD: { digits: 1, decimals: 1 } },
};

describe('amounts of every kind are converted', () => {
  const offers = {
    'a price for each unit': [promotion('p', 'item_based_discount', { discount_price: 60 }), 600],
    'an amount off each unit': [promotion('p', 'item_based_discount', { discount_amount: 30 }), 700],
    'a set price': [promotion('p', 'fixed_price', { discount_price: 50 }), 500],
    'a cap': [promotion('p', 'percentage', { discount_percentage: 50, max_discount_amount: 20 }), 800],
    'a contract price': [promotion('p', 'contract_price', { discount_price: 90 }), 900],
    'a band of unit prices it is in': [
      promotion('p', 'percentage', { discount_percentage: 10 }, { criteria: { price_range: { min: 90, max: 100 } } }),
      900,
    ],
    'a band of unit prices it is not in': [
      promotion('p', 'percentage', { discount_percentage: 10 }, { criteria: { price_range: { min: 101 } } }),
      1000,
    ],
    'a reward in a buy-and-get offer': [promotion('p', 'bogo', { discount_amount: 30 }, fromUnits(0)), 700],
  } as const;
  for (const [name, [definition, total]] of Object.entries(offers)) {
    test(name, () => assert.equal(price([[a, 1]], [definition], usd).breakup.total, total));
  }
  test('and so are fees, wrapping, balances and floors', () => {
    const floored = article('a', 10_000, { floor: 9500 });
    const tenth = promotion('p', 'percentage', { discount_percentage: 10 });
    assert.equal(price([[floored, 1]], [tenth], usd).breakup.total, 950);
    const charged = charging({
      cod: { flat: 500, rate: 0, of: 'sum', minimum: 600, maximum: 900, from: 10_000, to: 10_000 },
      giftPrice: 700,
    });
    const wrapped = price([[a, 1, { wrapped: true }]], [], { ...usd, ...charged, payment: { mode: 'COD' } });
    assert.deepEqual([wrapped.breakup.cod_charge, wrapped.breakup.gift_card], [60, 70]);
    const tender = {
      loyalty: { points: 5, redeem: true, worth: 100, perPoints: 1, cap: 1_000_000, withCoupon: true },
      storeCredit: { balance: 2000, use: true },
      giftCards: [{ id: 'g', balance: 1000 }],
    };
    const paid = price([[a, 1]], [], { ...usd, tender });
    assert.deepEqual(
      paid.tender.map(({ amount, most }) => [amount, most]),
      [
        [50, 50],
        [200, 200],
        [100, 100],
      ],
    );
  });
});

describe('counting', () => {
  test('"more than two" is three to a buy-and-get offer and to a gift', () => {
    const rules = { 'rule#1': { all_items: true, cart_quantity: { greater_than: 2 } } };
    const bogo = promotion('p', 'bogo', { max_offer_quantity: 1 }, { rules });
    assert.deepEqual(discounts(price([[a, 7]], [bogo])), { a: 10_000 });
    assert.deepEqual(discounts(price([[a, 8]], [bogo])), { a: 20_000 });
    const mug = article('m', 500, { itemId: 500 });
    const gift = promotion(
      'g',
      'free_gift_items',
      { max_usage_per_transaction: 9 },
      { criteria: { item_id: [500] }, rules },
    );
    const given = (units: number) =>
      price([[a, units]], [gift], { giftArticles: new Map([[500, [mug]]]) }).lines[1]?.quantity ?? 0;
    assert.deepEqual([2, 3, 5, 6].map(given), [0, 1, 1, 2]);
  });
  test('an incomplete reward needs its buy side complete', () => {
    const rules = { 'rule#1': { all_items: true, cart_quantity: { greater_than_equals: 2 } } };
    const offer = promotion('p', 'bogo', { max_offer_quantity: 2 }, { rules });
    const partial = { policy: policyOf({ partial_rewards: true }) };
    const free = (units: number) => (discounts(price([[a, units]], [offer], partial)).a ?? 0) / 10_000;
    assert.deepEqual([2, 3, 4, 5, 6, 7, 8].map(free), [0, 1, 2, 2, 2, 3, 4]);
    const once = promotion('p', 'bogo', { max_offer_quantity: 2, max_usage_per_transaction: 1 }, { rules });
    assert.deepEqual(discounts(price([[a, 7]], [once], partial)), { a: 20_000 });
  });
  test('a coupon without a key asks for nothing', () => {
    const open = coupon({
      rule: [{ value: 10 }],
      rule_definition: { type: 'percentage', value_type: 'percentage', applicable_on: 'amount' },
    });
    assert.equal(price([[article('a', 1), 9]], [], { coupon: open }).breakup.coupon, -1);
  });
});

describe('adjustments leave no marks', () => {
  const adjustment = adjust({ articleLevel: true });
  const tenPercent = coupon({
    rule: [{ key: 1, value: 10 }],
    rule_definition: { type: 'percentage', value_type: 'percentage', applicable_on: 'quantity' },
  });
  test('a coupon takes from goods an adjustment made cheaper', () => {
    const { breakup } = price([[a, 1]], [], { adjustments: [adjustment], coupon: tenPercent });
    assert.deepEqual([breakup.promotion, breakup.coupon, breakup.total], [-1000, -900, 8100]);
  });
  test('a coupon comes on top of a promotion that stacks', () => {
    const tenth = promotion('p', 'percentage', { discount_percentage: 10 });
    assert.equal(price([[a, 1]], [tenth], { coupon: tenPercent }).breakup.total, 8100);
  });
  test('one for articles that names none is for all', () => {
    assert.equal(price([[a, 1]], [], { adjustments: [adjustment] }).breakup.promotion, -1000);
  });
  test('an offer that is not external is not named by one', () => {
    const tenth = promotion('ext', 'percentage', { discount_percentage: 10 });
    const { setAside } = price([[a, 1]], [tenth], { adjustments: [{ ...adjustment, offerId: 'ext' }] });
    assert.deepEqual(setAside, [{ kind: 'adjustment', id: 'adj', reason: 'invalid' }]);
  });
});

describe('gifts stay out of the way', () => {
  test('no later offer, coupon or adjustment touches them', () => {
    const mug = article('m', 4000, { itemId: 500 });
    const gift = promotion('g', 'free_gift_items', {}, { criteria: { item_id: [500] }, apply_priority: 9 });
    const half = promotion('h', 'percentage', { discount_percentage: 50 });
    const { lines } = price([[a, 1]], [gift, half], { giftArticles: new Map([[500, [mug]]]) });
    assert.deepEqual(
      lines.map(({ closed, lots }) => [closed, lots[0]?.closed, lots[0]?.usedBy]),
      [
        [false, false, ['h']],
        [true, true, ['g']],
      ],
    );
  });
});

describe('reading', () => {
  test('numbers at the edge of what is a number', () => {
    assert.deepEqual(readDecimal('12'), { digits: 12, decimals: 0 });
    assert.deepEqual(readDecimal('1e2'), { digits: 100, decimals: 0 });
    assert.equal(readDecimal(`0.${'1'.repeat(16)}`), null);
    assert.deepEqual(readExchangeRate('1'), { digits: 1, decimals: 0 });
  });
  test('the same priority, kind and age: the smaller id comes first', () => {
    const offer = (id: string) => promotion(id, 'percentage', { discount_percentage: 10 });
    assert.deepEqual(price([[a, 1]], [offer('z'), offer('m'), offer('b')]).applied, ['b', 'm', 'z']);
  });
  test('kinds in their order: each unit, buy and get, sets, the whole cart', () => {
    const rules = { 'rule#1': { all_items: true, cart_quantity: { greater_than_equals: 1 } } };
    const offers = [
      promotion('whole', 'amount', { discount_amount: 1 }),
      promotion('set', 'fixed_price', { discount_price: 1, min_offer_quantity: 2 }),
      promotion('bogo', 'bogo', { max_offer_quantity: 1, max_usage_per_transaction: 1 }, { rules }),
      promotion('unit', 'item_based_discount', { discount_amount: 1 }),
    ];
    assert.deepEqual(price([[a, 4]], offers).applied, ['unit', 'bogo', 'set', 'whole']);
  });
  test('a marked price below the selling price is lifted to it', () => {
    assert.equal(price([[marked('a', 100, 500), 1]]).breakup.mrp_total, 500);
  });
  test('an offer whose rule no line matches names the rule', () => {
    const bought: readonly Bought[] = [[a, 1]];
    const offer = promotion(
      'p',
      'percentage',
      { discount_percentage: 10 },
      {
        rules: { 'rule#1': { all_items: true }, 'rule#2': { item_brand: [99] } },
        condition: 'not rule#2 and rule#1 or rule#2',
      },
    );
    assert.deepEqual(price(bought, [offer]).applied, ['p']);
    const both = promotion(
      'p',
      'percentage',
      { discount_percentage: 10 },
      {
        rules: { 'rule#2': { item_brand: [99] }, 'rule#3': { item_brand: [98] } },
        condition: 'rule#2 or rule#3',
      },
    );
    const { shortfall, reason } = reasonFor(price(bought, [both]), 'p') ?? {};
    assert.deepEqual([reason, shortfall?.rule, shortfall?.need, shortfall?.gap], ['no_item', 'rule#2', 1, 1]);
  });
});

describe('one of several is enough', () => {
  const tenth = (more = {}) => ({ ...promotion('p', 'percentage', { discount_percentage: 10 }), ...more });
  const applies = (definition: Definition, more: Partial<PriceInput> = {}): boolean =>
    price([[a, 1]], [definition], more).applied.length === 1;
  test('of the first digits of cards', () => {
    const card = tenth({ restrictions: { payments: { CARD: { iins: ['5', '4111'] } } } });
    assert.equal(applies(card, { payment: { mode: 'CARD', iin: '411111' } }), true);
    assert.equal(applies(card, { payment: { mode: 'CARD' } }), false);
  });
  test('of the times it runs', () => {
    const twice = [
      { start: '2026-11-14T11:00:00Z', end: '2026-11-14T13:00:00Z' },
      { start: '2026-11-15T11:00:00Z', end: '2026-11-15T13:00:00Z' },
    ];
    assert.equal(applies(tenth({ _schedule: { next_schedule: twice } })), true);
    assert.equal(applies(tenth({ _schedule: { start: 'some day', end: 'never' } })), false);
  });
  test('of the rules that work on the marked price', () => {
    const bought: readonly Bought[] = [[marked('a', 10_000, 8000), 1]];
    const rules = { 'rule#1': { all_items: true }, 'rule#2': { all_items: true, mrp_promo: true } };
    const offer = promotion('p', 'percentage', { discount_percentage: 30 }, { rules });
    assert.equal(price(bought, [offer]).breakup.promotion, -3000);
    assert.equal(price(bought, [{ ...offer, buy_rules: { 'rule#1': {}, 'rule#2': {} } }]).breakup.promotion, -2400);
  });
  test('of the items a ladder counts, the nearest to a band is told', () => {
    const ladder = promotion('l', 'ladder_price', { discount_percentage: 10, min_offer_quantity: 5 });
    const why = reasonFor(
      price(
        [
          [a, 1],
          [article('b', 500), 3],
        ],
        [ladder],
      ),
      'l',
    );
    assert.deepEqual([why?.shortfall?.have, why?.shortfall?.gap], [3, 2]);
  });
  test('a ladder that takes more than the price ends at nothing', () => {
    const all = promotion('l', 'ladder_price', { discount_amount: 500 });
    assert.equal(price([[a, 2]], [all]).breakup.total, 0);
  });
  test('of the tiers of a coupon, the one that held is named', () => {
    const tiers = coupon({
      rule: [
        { key: 1, value: 10 },
        { key: 9, value: 20 },
      ],
      rule_definition: { type: 'percentage', value_type: 'percentage', applicable_on: 'quantity' },
    });
    assert.deepEqual(price([[a, 1]], [], { coupon: tiers }).adjustments[0]?.matched, ['rule#1']);
  });
  test('a fee of nothing is nothing', () => {
    const charges = { ...blankInput.charges, convenience: { UPI: { flat: 0, rate: 0, of: 'sum' as const } } };
    assert.deepEqual(price([[a, 1]], [], { charges, payment: { mode: 'UPI' } }).charges, []);
  });
});
