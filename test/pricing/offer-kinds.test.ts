/** One offer of each kind, on carts small enough to check by hand. Prices in paise, definitions in rupees. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AskedOff, CustomAnswer } from '../../src/pricing/custom-types.ts';
import {
  article,
  type Bought,
  discounts,
  fromTotal,
  fromUnits,
  policyOf,
  price,
  promotion,
  reasonFor,
} from './carts.ts';

const a = article('a', 10_000, { brandId: 1 });
const b = article('b', 5000, { brandId: 2, tags: ['sale'] });
const both: readonly Bought[] = [
  [a, 2],
  [b, 3],
];
const ofBrand = (...brands: readonly number[]) => ({ criteria: { item_brand: brands } });

describe('percentage', () => {
  test('is taken of every line, or of the cart as one sum', () => {
    const odd: readonly Bought[] = [
      [article('a', 106), 1],
      [article('b', 206), 1],
    ];
    const tenth = { discount_percentage: 10 };
    assert.deepEqual(discounts(price(odd, [promotion('p', 'percentage', tenth)])), { a: 11, b: 21 });
    const once = promotion('p', 'percentage', tenth, { promo_group: 'cart' });
    assert.deepEqual(discounts(price(odd, [once])), { a: 11, b: 20 });
  });

  test('stops at its cap, shared by worth', () => {
    const capped = promotion('p', 'percentage', { discount_percentage: 50, max_discount_amount: 70 });
    assert.deepEqual(discounts(price(both, [capped])), { a: 4000, b: 3000 });
  });

  test('of a limited number of units takes the cheapest, or the dearest where the policy says so', () => {
    const three = promotion('p', 'percentage', { discount_percentage: 10, max_offer_quantity: 4 });
    assert.deepEqual(discounts(price(both, [three])), { a: 1000, b: 1500 });
    const dearest = price(both, [three], { policy: policyOf({ set_pick: 'dearest' }) });
    assert.deepEqual(discounts(dearest), { a: 2000, b: 1000 });
  });

  test('needs the least number of units it asks for', () => {
    const six = promotion('p', 'percentage', { discount_percentage: 10, min_offer_quantity: 6 });
    const why = reasonFor(price(both, [six]), 'p');
    assert.equal(why?.reason, 'too_few_units');
    assert.equal(why?.shortfall?.gap, 1);
  });

  test('is rounded for each unit where the policy says so', () => {
    const odd: readonly Bought[] = [[article('a', 105), 3]];
    const tenth = promotion('p', 'percentage', { discount_percentage: 10 });
    assert.deepEqual(discounts(price(odd, [tenth])), { a: 32 });
    assert.deepEqual(discounts(price(odd, [tenth], { policy: policyOf({ percent_scope: 'unit' }) })), { a: 33 });
  });
});

describe('amount', () => {
  test('is one sum over the eligible goods', () => {
    assert.deepEqual(discounts(price(both, [promotion('p', 'amount', { discount_amount: 70 })])), { a: 4000, b: 3000 });
  });
  test('is off each unit when it is not to be spread', () => {
    const each = promotion('p', 'amount', { discount_amount: 7, apportion_discount: false });
    assert.deepEqual(discounts(price(both, [each])), { a: 1400, b: 2100 });
  });
  test('never takes more than the goods cost', () => {
    const { breakup } = price(both, [promotion('p', 'amount', { discount_amount: 9999 })]);
    assert.equal(breakup.goods, 0);
  });
});

describe('fixed price for a set', () => {
  const threeFor = (rupees: number, more = {}) =>
    promotion('p', 'fixed_price', { discount_price: rupees, min_offer_quantity: 3, ...more });
  test('takes the cheapest units first and repeats', () => {
    const six: readonly Bought[] = [
      [a, 3],
      [b, 3],
    ];
    assert.deepEqual(discounts(price(six, [threeFor(120)])), { a: 18_000, b: 3000 });
    assert.deepEqual(discounts(price(six, [threeFor(120, { max_usage_per_transaction: 1 })])), { b: 3000 });
  });
  test('leaves out units until a set is worth its price', () => {
    // 50+50+50 is not worth 160, 50+50+100 is; two hundreds are left over.
    const six: readonly Bought[] = [
      [a, 3],
      [b, 3],
    ];
    assert.deepEqual(discounts(price(six, [threeFor(160)])), { a: 2000, b: 2000 });
    assert.deepEqual(discounts(price([[a, 7]], [threeFor(160)])), { a: 28_000 });
    assert.equal(reasonFor(price([[b, 3]], [threeFor(160)]), 'p')?.reason, 'not_cheaper');
  });
  test('gives no more than its cap over all sets', () => {
    const capped = threeFor(120, { max_discount_amount: 100 });
    assert.equal(price([[a, 6]], [capped]).breakup.promotion, -10_000);
  });
});

describe('buy and get', () => {
  test('gives the cheapest, and as often as there are groups', () => {
    const bogo = promotion('p', 'bogo', { max_offer_quantity: 1 }, fromUnits(1));
    assert.deepEqual(discounts(price(both, [bogo])), { b: 10_000 });
    const dearest = price(both, [bogo], { policy: policyOf({ reward_pick: 'dearest' }) });
    assert.deepEqual(discounts(dearest), { a: 20_000 });
  });
  test('gives goods of one kind for buying another', () => {
    const mixed = promotion(
      'p',
      'bogo',
      { max_offer_quantity: 2, discount_percentage: 50 },
      {
        ...ofBrand(2),
        rules: { 'rule#1': { item_brand: [1], cart_quantity: { greater_than_equals: 1 } } },
      },
    );
    assert.deepEqual(discounts(price(both, [mixed])), { b: 5000 });
  });
  test('gives an incomplete reward only where the policy does', () => {
    const buyOneGetFive = promotion('p', 'bogo', { max_offer_quantity: 5 }, fromUnits(1));
    assert.deepEqual(discounts(price([[a, 4]], [buyOneGetFive])), {});
    assert.deepEqual(discounts(price([[a, 4]], [buyOneGetFive], { policy: policyOf({ partial_rewards: true }) })), {
      a: 30_000,
    });
  });
  test('does not count a unit for two such offers', () => {
    const bogo = (id: string) =>
      promotion(id, 'bogo', { max_offer_quantity: 1, max_usage_per_transaction: 1 }, fromUnits(1));
    const priced = price([[a, 3]], [bogo('p'), bogo('q')]);
    assert.deepEqual(priced.applied, ['p']);
    assert.equal(reasonFor(priced, 'q')?.shortfall?.gap, 1);
  });
});

describe('bundles', () => {
  test('the highest tier that holds is the one that counts', () => {
    const tiers = {
      _id: 'p',
      promotion_type: 'bundle_price_percentage',
      promo_group: 'cart',
      buy_rules: {
        'rule#1': { all_items: true, cart_quantity: { greater_than_equals: 2 } },
        'rule#2': { all_items: true, cart_quantity: { greater_than_equals: 4 } },
        'rule#3': { all_items: true, cart_quantity: { greater_than_equals: 6 } },
      },
      discount_rules: [1, 2, 3].map((tier) => ({
        buy_condition: `( rule#${tier} )`,
        discount_type: 'bundle_price_percentage',
        offer: { discount_percentage: tier * 10 },
        item_criteria: { all_items: true },
      })),
    };
    assert.equal(price(both, [tiers]).breakup.promotion, -7000);
    assert.equal(price([[a, 2]], [tiers]).breakup.promotion, -2000);
    const why = reasonFor(price([[a, 1]], [tiers]), 'p');
    assert.deepEqual([why?.reason, why?.shortfall?.need, why?.shortfall?.gap], ['condition', 2, 1]);
  });
  test('a tier may be about money spent', () => {
    const spent = promotion('p', 'bundle_amount_percentage', { discount_percentage: 10 }, fromTotal(350));
    assert.equal(price(both, [spent]).breakup.promotion, -3500);
  });
});

describe('item based', () => {
  test('may be about the n-th unit, dearest first', () => {
    const second = promotion('p', 'item_based_discount', { discount_percentage: 50, item_sequence_number: 3 });
    assert.deepEqual(discounts(price(both, [second])), { b: 2500 });
    const everyOther = promotion('p', 'item_based_discount', {
      discount_percentage: 50,
      item_sequence_number: 2,
      max_usage_per_transaction: 9,
    });
    assert.deepEqual(discounts(price(both, [everyOther])), { a: 5000, b: 2500 });
  });
  test('may set a unit price', () => {
    const at = promotion('p', 'item_based_discount', { discount_price: 60 });
    assert.deepEqual(discounts(price(both, [at])), { a: 8000 });
  });
});

describe('steal deal', () => {
  const deal = {
    ...promotion(
      'deal',
      'steal_deal',
      { discount_price: 1 },
      {
        rules: { 'rule#1': { item_brand: [1], cart_total: { greater_than_equals: 150 } } },
      },
    ),
  };
  test('is for the line that was added with it, while its condition holds', () => {
    const { lines, breakup } = price(
      [
        [a, 2],
        [b, 1, { promoId: 'deal' }],
        [b, 1],
      ],
      [deal],
    );
    assert.deepEqual(
      lines.map(({ dealMissed }) => dealMissed),
      [false, false, false],
    );
    assert.equal(breakup.promotion, -4900);
  });
  test('leaves the line at its price and says so when it does not hold', () => {
    const { lines, breakup } = price(
      [
        [a, 1],
        [b, 1, { promoId: 'deal' }],
      ],
      [deal],
    );
    assert.equal(breakup.promotion, 0);
    assert.deepEqual(
      lines.map(({ dealMissed }) => dealMissed),
      [false, true],
    );
  });
  test('is not for anyone who did not ask for it', () => {
    assert.equal(reasonFor(price([[a, 2]], [deal]), 'deal')?.reason, 'line_not_added');
  });
});

describe('points_multiplier', () => {
  const double = promotion('p', 'points_multiplier', { points_factor: 2 }, ofBrand(1));
  test('lets goods of its criteria count more, adds up, and takes nothing off', () => {
    const half = promotion('q', 'points_multiplier', { points_factor: 1.5, max_discount_amount: 10 });
    const priced = price(both, [double, half]);
    const goods = priced.breakup.goods;
    assert.deepEqual(
      priced.points?.map(({ offerId, rate, lines }) => [offerId, rate, lines.length]),
      [
        ['p', 1_000_000, 1],
        ['q', 500_000, 2],
      ],
    );
    assert.deepEqual([priced.points?.[1]?.amount, priced.breakup.total], [1000, goods], 'a cap holds');
    assert.deepEqual(priced.applied, ['p', 'q']);
    assert.equal(price(both, []).points, undefined);
  });
  test('is refused with a factor that is none', () => {
    for (const points_factor of [undefined, 1, 0.5, 101, 1.005, 'two']) {
      assert.equal(price(both, [promotion('p', 'points_multiplier', { points_factor })]).points, undefined);
    }
  });
});

describe('custom', () => {
  const custom = promotion('p', 'custom', { code: 'half-of-dearest' });
  const answered = (answer: CustomAnswer) => price(both, [custom], { custom: { 'half-of-dearest': answer } });
  const linesOff = (articles: Readonly<Record<string, AskedOff>>) => answered({ kind: 'lines', articles });
  test('takes off articles what the rule answered, clamped to what is there', () => {
    const nobody = { units: 1, amount: 3 };
    assert.deepEqual(discounts(linesOff({ a: { units: 2, amount: 999_999 }, nobody })), { a: 20_000 });
    assert.deepEqual(discounts(linesOff({ a: { units: 2, amount: 501 } })), { a: 501 });
  });
  test('gives fewer units than were asked about their share, and more units no more', () => {
    assert.deepEqual(discounts(linesOff({ a: { units: 4, amount: 501 } })), { a: 250 });
    assert.deepEqual(discounts(linesOff({ a: { units: 1, amount: 501 } })), { a: 501 });
  });
  test('shares one sum among the goods it is for', () => {
    const priced = answered({ kind: 'cart', amount: 2500 });
    assert.equal(priced.breakup.promotion, -2500);
    assert.equal(Object.keys(discounts(priced)).length, 2);
  });
  test('of a sum that was asked for goods gives what is priced its share: a line that is set aside is not there', () => {
    const answer: CustomAnswer = { kind: 'cart', amount: 3000, asked: { a: { units: 3, amount: 30_000 } } };
    const off = (...bought: readonly Bought[]) =>
      price(bought, [custom], { custom: { 'half-of-dearest': answer } }).breakup.promotion;
    assert.deepEqual([off([a, 3]), off([a, 1]), off([a, 1], [a, 1.5])], [-3000, -1000, -1000]);
  });
  test('holds what it may cost at most', () => {
    const capped = promotion('p', 'custom', { code: 'x', max_discount_amount: 10 });
    const priced = price(both, [capped], { custom: { x: { kind: 'cart', amount: 2500 } } });
    assert.equal(priced.breakup.promotion, -1000);
  });
  test('says why it takes nothing', () => {
    const reasons = [
      price(both, [custom]),
      answered({ kind: 'none', reason: 'custom_late' }),
      answered({ kind: 'none', reason: 'custom_failed' }),
      answered({ kind: 'cart', amount: 0 }),
      linesOff({}),
    ].map((priced) => reasonFor(priced, 'p')?.reason);
    const nothing = 'custom_nothing';
    assert.deepEqual(reasons, ['no_extension', 'custom_late', 'custom_failed', nothing, nothing]);
  });
});
