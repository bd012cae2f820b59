/** What one stage leaves to the next: unit prices, the best offer for each line, deals, tender, the order of lines. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Definition } from '../../src/pricing/compile/offer-types.ts';
import type { PriceInput } from '../../src/pricing/pricing-types.ts';
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
import { a, b, both, percent } from './two-brands.ts';

const contract = (offer: Definition, more: PromotionParts = {}) => promotion('c', 'contract_price', offer, more);

describe('a unit price', () => {
  test('is written down with what it replaced', () => {
    const { adjustments, lines, applied } = price([[a, 2]], [contract({ discount_price: 80 })]);
    assert.deepEqual(adjustments, [
      {
        id: 'price:c:0:a',
        stage: 'unit_price',
        source: { kind: 'offer', id: 'c' },
        rule: 0,
        steps: [{ formula: 'each', amount: 2000, units: 2, result: 4000, taken: 4000, line: 'a' }],
        cap: null,
        room: 20_000,
        amount: 4000,
        shares: [{ line: 'a', units: 2, amount: 4000, lots: [{ units: 2, each: 2000 }] }],
        matched: [],
        eligibleUnits: 2,
      },
    ]);
    assert.deepEqual([lines[0]?.ladder, lines[0]?.closed, applied], [null, false, ['c']]);
  });

  test('that is the same is no price, half a minor unit is rounded up', () => {
    assert.equal(reasonFor(price([[a, 1]], [contract({ discount_price: 100 })]), 'c')?.reason, 'not_cheaper');
    assert.equal(price([[article('a', 105), 1]], [contract({ discount_percentage: 10 })]).breakup.subtotal, 94);
  });

  test('holds between its least and its greatest number of units', () => {
    const bounded = contract({ discount_price: 80, min_offer_quantity: 2, max_offer_quantity: 3 });
    assert.deepEqual(
      [1, 2, 3, 4].map((units) => price([[a, units]], [bounded]).lines[0]?.effective),
      [10_000, 8000, 8000, 10_000],
    );
    const few = reasonFor(price([[a, 1]], [bounded]), 'c');
    assert.deepEqual([few?.reason, few?.shortfall?.metric, few?.shortfall?.need], ['too_few_units', 'set_units', 2]);
  });

  test('is for those who may have it', () => {
    const app = price([[a, 1]], [contract({ discount_price: 80 }, { restrictions: { platforms: ['ios'] } })]);
    assert.deepEqual([app.breakup.total, reasonFor(app, 'c')?.reason], [10_000, 'platform']);
  });

  test('of a ladder names the next band, the nearest of those above', () => {
    const band = (percentOff: number, from: number) => ({
      discount_type: 'ladder_price',
      offer: { discount_percentage: percentOff, min_offer_quantity: from },
    });
    const ladder = {
      ...promotion('l', 'ladder_price', {}),
      discount_rules: [band(5, 1), band(30, 9), band(10, 3), band(20, 5)],
    };
    const next = (units: number) => price([[a, units]], [ladder]).lines[0]?.ladder?.next;
    assert.deepEqual([next(1), next(9)], [{ from: 3, price: 9000 }, null]);
  });

  test('of a group for unit prices that gives something else does nothing', () => {
    const strange = percent('p', 10, { promo_group: 'contract' });
    assert.deepEqual(price([[a, 1]], [strange]).applied, []);
    assert.deepEqual(price([[a, 1]], [percent('p', 10, { promo_group: 'ladder_price' })]).applied, []);
  });

  test('leaves offers that want the cart to themselves their chance', () => {
    const alone = percent('p', 10, { apply_exclusive: 'cart' });
    assert.deepEqual(price([[a, 1]], [contract({ discount_price: 80 }), alone]).applied, ['c', 'p']);
    const closing = contract({ discount_price: 80 }, { apply_exclusive: 'cart' });
    assert.deepEqual(price([[a, 1]], [closing, percent('p', 10)]).applied, ['c', 'p']);
  });
});

describe('the best order', () => {
  const best = { policy: policyOf({ stacking: 'best_order' }) };
  const [coke, sandwich, chocolate] = [
    article('c', 200, { brandId: 1 }),
    article('s', 300, { brandId: 2 }),
    article('t', 100, { brandId: 3 }),
  ];
  const one = (brand: number): Definition => ({ item_brand: [brand], cart_quantity: { greater_than_equals: 1 } });
  const bogo = promotion('bogo', 'bogo', {}, { criteria: { item_brand: [1] }, rules: { r: one(1) } });
  const meal = promotion(
    'meal',
    'bogo',
    { discount_amount: 1.5 },
    { criteria: { item_brand: [2] }, rules: { r: one(1), s: one(3) } },
  );
  const lunch = (each: number): readonly Bought[] => [
    [coke, 2],
    [sandwich, each],
    [chocolate, each],
  ];

  test('leaves the goods cheapest, whatever the order of offers', () => {
    for (const offers of [
      [bogo, meal],
      [meal, { ...bogo, apply_priority: 9 }],
      [{ ...meal, apply_priority: 9 }, bogo],
    ]) {
      assert.equal(price(lunch(1), offers, best).breakup.promotion, -200);
      assert.equal(price(lunch(2), offers, best).breakup.promotion, -300);
    }
    assert.equal(price(lunch(2), [bogo, meal]).breakup.promotion, -200);
  });

  test('is their own order where others are no better', () => {
    const { applied } = price([[a, 1]], [percent('z', 10), percent('b', 10)], best);
    assert.deepEqual(applied, ['b', 'z']);
  });

  test('tries the first four in every order, and leaves those behind them where they are', () => {
    const alone = (id: string, points: number, priority: number) =>
      percent(id, points, { apply_priority: priority, stackable: false });
    const offers = [10, 20, 30, 40, 50].map((points, at) => alone(`p${at}`, points, 9 - at));
    assert.deepEqual(price([[a, 1]], offers, best).applied, ['p3']);
    assert.deepEqual(price([[a, 1]], offers.slice(1), best).applied, ['p4']);
  });
});

describe('the best offer for each line', () => {
  const best = { policy: policyOf({ stacking: 'best_per_line' }) };
  test('of two that save alike is the earlier', () => {
    const priced = price([[a, 1]], [percent('z', 10), percent('b', 10)], best);
    assert.deepEqual([priced.applied, reasonFor(priced, 'z')?.reason], [['b'], 'better_offer']);
  });

  test('keeps of each offer what fell on the lines it won', () => {
    const forA = percent('a', 30, { criteria: { item_brand: [1] } });
    const { adjustments } = price(both, [forA, percent('all', 20)], best);
    assert.deepEqual(
      adjustments.map(({ id, amount, cap, shares }) => [id, amount, cap, shares.map(({ line }) => line)]),
      [
        ['promotion:a:0', 3000, null, ['a']],
        ['promotion:all:0', 1000, 1000, ['b']],
      ],
    );
  });

  test('an offer that applies alone competes as a whole with all others together', () => {
    const alone = (id: string, points: number) => percent(id, points, { apply_exclusive: 'cart' });
    const forA = percent('a', 30, { criteria: { item_brand: [1] } });
    const others = [forA, percent('all', 20)];
    const outcome = (...offers: readonly Definition[]) => {
      const priced = price(both, offers, best);
      return [priced.applied, priced.notApplied.map(({ offerId, reason }) => `${offerId} ${reason}`)];
    };
    assert.deepEqual(price(both, others, best).breakup.promotion, -4000);
    assert.deepEqual(outcome(...others, alone('x', 26)), [['a', 'all'], ['x better_offer']]);
    assert.deepEqual(outcome(...others, alone('x', 27)), [['x'], ['a exclusive', 'all exclusive']]);
    assert.deepEqual(outcome(percent('all', 20), alone('x', 20)), [['all'], ['x better_offer']]);
    assert.deepEqual(outcome(alone('x', 30), alone('y', 40), alone('z', 40)), [
      ['y'],
      ['x better_offer', 'z better_offer'],
    ]);
    assert.deepEqual(outcome(alone('x', 30), forA)[0], ['x']);
  });

  test('takes gifts in any case', () => {
    const gift = promotion('g', 'free_gift_items', {}, { criteria: { item_id: [500] } });
    const mug = article('m', 500, { itemId: 500 });
    const priced = price([[a, 1]], [percent('p', 10), gift], { ...best, giftArticles: new Map([[500, [mug]]]) });
    assert.deepEqual([priced.applied, priced.lines.length], [['p', 'g'], 2]);
  });
});

describe('a deal that a line was added with', () => {
  const deal = promotion('deal', 'steal_deal', { discount_price: 1, max_offer_quantity: 1 });
  test('came about when one unit has it', () => {
    const { lines } = price([[b, 3, { promoId: 'deal' }]], [deal]);
    assert.deepEqual([lines[0]?.dealMissed, lines[0]?.lots.length], [false, 2]);
  });
  test('is missed on its own line only', () => {
    const { lines } = price(
      [
        [a, 1],
        [b, 1, { promoId: 'gone' }],
      ],
      [percent('p', 10)],
    );
    assert.deepEqual(
      lines.map(({ dealMissed }) => dealMissed),
      [false, true],
    );
  });
});

describe('the answer', () => {
  test('has the lines as they were asked for, gifts behind their parents, and without those set aside', () => {
    const gift = promotion(
      'g',
      'free_gift_items',
      {},
      { criteria: { item_id: [500] }, rules: { r: { item_brand: [2] } } },
    );
    const lost: Bought = [article('x', 100, { prices: {} }), 1];
    const priced = price([[b, 1], lost, [a, 1]], [gift], {
      giftArticles: new Map([[500, [article('m', 500, { itemId: 500 })]]]),
    });
    assert.deepEqual(
      priced.lines.map(({ article: { uid } }) => uid),
      ['b', 'm', 'a'],
    );
    assert.deepEqual(priced.setAside, [{ kind: 'line', key: 'x', reason: 'price_missing' }]);
  });

  test('tells of an offer either that it applied or one reason why not', () => {
    const twice = {
      ...percent('p', 10),
      discount_rules: [
        { discount_type: 'percentage', offer: { discount_percentage: 10 }, item_criteria: { item_brand: [1] } },
        { discount_type: 'shipping_price', offer: {} },
        { discount_type: 'cashback', offer: { discount_percentage: 10, max_discount_amount: 1 } },
      ],
    };
    const { applied, notApplied } = price(both, [twice]);
    assert.deepEqual([applied, notApplied], [['p'], []]);
    const restricted = { ...twice, restrictions: { platforms: ['ios'] } };
    assert.deepEqual(
      price(both, [restricted]).notApplied.map(({ offerId, reason }) => [offerId, reason]),
      [['p', 'platform']],
    );
  });

  test('says of a coupon what it credits, not what others do', () => {
    const later = coupon({
      rule: [{ value: 10 }],
      rule_definition: { type: 'percentage', value_type: 'percentage', applicable_on: 'amount' },
      action: { txn_mode: 'cashback' },
    });
    const other = promotion('other', 'cashback', { discount_percentage: 50 });
    const { coupon: answer, breakup } = price([[a, 1]], [other], { coupon: later });
    assert.deepEqual([answer?.cashback, answer?.discount, breakup.cashback_applied], [1000, 0, 6000]);
  });

  test('instalments are of what is left to pay', () => {
    const emi: PriceInput['emi'] = {
      id: 'plan',
      type: 'no_cost',
      months: 3,
      interestBp: 0,
      absorbed: 0,
      fee: { flat: 0, rate: 0, of: 'sum' },
      feeTax: 0,
      from: null,
      to: null,
    };
    const tender = { loyalty: null, storeCredit: { balance: 4000, use: true }, giftCards: [] };
    assert.equal(price([[a, 1]], [], { emi, tender }).emi?.principal, 6000);
  });
});

describe('tender', () => {
  const loyalty = { points: 10, redeem: true, worth: 100, perPoints: 1, cap: 1_000_000, withCoupon: true };
  const pay = (more: Partial<typeof loyalty>) =>
    price([[a, 1]], [], { tender: { loyalty: { ...loyalty, ...more }, storeCredit: null, giftCards: [] } });

  test('of points is named, with the points it took', () => {
    assert.deepEqual(pay({}).tender, [{ kind: 'loyalty', id: 'loyalty', amount: 1000, most: 1000, spent: 10 }]);
  });

  test('points that are worth nothing, or that nobody has, pay nothing', () => {
    for (const none of [{ worth: 0 }, { points: 0 }, { points: -5 }]) {
      const { tender, loyalty: answer } = pay(none);
      assert.deepEqual([tender, answer?.applicable, answer?.applied], [[], 0, false], JSON.stringify(none));
    }
  });

  test('of an empty card is not told', () => {
    const cards = [
      { id: 'empty', balance: 0 },
      { id: 'full', balance: 100 },
    ];
    const { tender } = price([[a, 1]], [], { tender: { loyalty: null, storeCredit: null, giftCards: cards } });
    assert.deepEqual(
      tender.map(({ id }) => id),
      ['full'],
    );
  });
});

describe('a marked price', () => {
  test('a line that others discounted is told with what each unit lost', () => {
    const { lines } = price([[marked('a', 12_000, 10_000), 1]], [percent('p', 10), percent('q', 10)]);
    assert.deepEqual(lines[0]?.lots, [
      {
        units: 1,
        price: 8100,
        cuts: [
          { adjustment: 'promotion:p:0', each: 1000 },
          { adjustment: 'promotion:q:0', each: 900 },
        ],
        usedBy: ['p', 'q'],
        closed: false,
        spent: false,
      },
    ]);
    assert.deepEqual(discounts(price(both, [percent('p', 10)])), { a: 1000, b: 500 });
  });
});
