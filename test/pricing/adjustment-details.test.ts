/** Price changes of other systems at their edges, and how they are written down. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PriceAdjustment, PriceInput } from '../../src/pricing/pricing-types.ts';
import { adjust, article, type Bought, cartOf, marked, price, promotion, reasonFor } from './carts.ts';

const { now } = cartOf([]);
const two: readonly Bought[] = [
  [article('a', 9000), 1],
  [article('b', 1000), 3],
];
const adjusted = (more: Partial<PriceAdjustment>, bought = two, extra: Partial<PriceInput> = {}) =>
  price(bought, [], { adjustments: [adjust(more)], ...extra });
const asideOf = ({ setAside }: ReturnType<typeof price>) => setAside.map(({ reason }) => reason);

describe('a price adjustment', () => {
  test('holds until it expires, and not at that moment', () => {
    assert.deepEqual(asideOf(adjusted({ expiresAt: now })), ['expired']);
    assert.deepEqual(asideOf(adjusted({ expiresAt: now + 1 })), []);
  });

  test('of nothing is for no article; of less than nothing is none at all', () => {
    assert.deepEqual(asideOf(adjusted({ value: 0 })), ['no_article']);
    assert.deepEqual(asideOf(adjusted({ value: -1 })), ['invalid']);
    assert.deepEqual(asideOf(adjusted({ value: 0.5 })), ['invalid']);
  });

  test('takes from a line no more than it costs; the others give the rest', () => {
    const { adjustments, breakup } = adjusted({ distribution: 'weighted', value: 9000 });
    assert.deepEqual(
      adjustments[0]?.shares.map(({ line, amount }) => [line, amount]),
      [
        ['a', 6000],
        ['b', 3000],
      ],
    );
    assert.equal(breakup.promotion, -9000);
    assert.equal(adjusted({ value: 99_999 }).breakup.total, 0);
  });

  test('is converted with its articles and their floors', () => {
    const usd = { currency: { code: 'USD', exponent: 2 }, rates: { USD: { digits: 1, decimals: 1 } } };
    const named = (value: number, minimumPrice?: number) =>
      adjusted(
        { articleLevel: true, articles: [{ articleUid: 'a', value, ...(minimumPrice ? { minimumPrice } : {}) }] },
        two,
        usd,
      );
    assert.equal(named(4000).breakup.promotion, -400);
    assert.equal(named(4000, 5000).breakup.promotion, -400);
    assert.deepEqual(asideOf(named(4000, 5010)), ['below_floor']);
  });

  test('is left out whole when one of its lines, or one unit of it, would fall below the floor', () => {
    const both = [
      { articleUid: 'a', value: 100 },
      { articleUid: 'b', value: 600, minimumPrice: 900 },
    ];
    assert.deepEqual(asideOf(adjusted({ articleLevel: true, articles: both })), ['below_floor']);
    const one = [{ articleUid: 'b', value: 200, quantity: 1, minimumPrice: 900 }];
    assert.deepEqual(asideOf(adjusted({ articleLevel: true, articles: one })), ['below_floor']);
  });

  test('for some units takes the dearest', () => {
    const first = promotion('p', 'percentage', { discount_percentage: 50, max_offer_quantity: 1 });
    const articles = [{ articleUid: 'b', value: 300, quantity: 2 }];
    const { lines } = price(two, [{ ...first, discount_rules: [{ ...ruleOfB }] }], {
      adjustments: [adjust({ articleLevel: true, articles })],
    });
    assert.deepEqual(
      lines[1]?.lots.map(({ units, price: each }) => [units, each]),
      [
        [1, 500],
        [2, 850],
      ],
    );
  });
  const ruleOfB = {
    discount_type: 'percentage',
    offer: { discount_percentage: 50, max_offer_quantity: 1 },
    item_criteria: { article_id: ['b'] },
  };

  test('several apply in the order in which they were made', () => {
    const given = ['c', 'a', 'b'].map((id) => adjust({ id, value: 10 }));
    assert.deepEqual(
      price(two, [], { adjustments: given }).adjustments.map(({ id }) => id),
      ['adjustment:c', 'adjustment:a', 'adjustment:b'],
    );
  });

  test('reaches no gift', () => {
    const mug = article('m', 4000, { itemId: 500 });
    const gift = promotion('g', 'free_gift_items', {}, { criteria: { item_id: [500] } });
    const { adjustments } = price([[article('a', 9000), 1]], [gift], {
      giftArticles: new Map([[500, [mug]]]),
      adjustments: [adjust({ distribution: 'equal' })],
    });
    assert.deepEqual(
      adjustments.find(({ stage }) => stage === 'adjustment')?.shares.map(({ line }) => line),
      ['a'],
    );
  });

  test('is written down with its source, its one step and the units it fell on', () => {
    const [derived] = adjusted({ value: 400 }).adjustments;
    const { shares, ...rest } = derived ?? assert.fail('nothing derived');
    assert.equal(shares.length, 2);
    assert.deepEqual(rest, {
      id: 'adjustment:adj',
      stage: 'adjustment',
      source: { kind: 'adjustment', id: 'adj' },
      rule: null,
      steps: [{ formula: 'asked', result: 400, taken: 400 }],
      cap: null,
      room: null,
      amount: 400,
      matched: [],
      eligibleUnits: 4,
    });
    assert.deepEqual(adjusted({ value: 400 }).applied, []);
  });
});

describe('a replaced selling price', () => {
  const shown: readonly Bought[] = [
    [marked('a', 10_000, 8000), 2],
    [marked('b', 10_000, 8000), 1],
  ];
  const replaced = (value: number, uid = 'a') =>
    adjusted({ type: 'selling_price', articles: [{ articleUid: uid, value }] }, shown);

  test('may be the marked price and not more', () => {
    assert.equal(replaced(10_000).breakup.subtotal, 28_000);
    assert.deepEqual(asideOf(replaced(10_001)), ['above_marked']);
  });

  test('for an article that is not there is set aside', () => {
    assert.deepEqual(asideOf(replaced(5000, 'z')), ['no_article']);
  });

  test('that names a quantity is for so many units: with more each costs the dearer of the two', () => {
    const agreed = (value: number, quantity: number) =>
      adjusted({ type: 'selling_price', articles: [{ articleUid: 'a', value, quantity }] }, shown);
    assert.equal(agreed(100, 2).breakup.subtotal, 8200);
    assert.equal(agreed(100, 1).breakup.subtotal, 24_000);
    assert.deepEqual(asideOf(agreed(100, 1)), ['too_many_units']);
    assert.equal(agreed(9000, 1).breakup.subtotal, 26_000, 'nobody goes without a higher price by taking more');
  });

  test('is written down for each line', () => {
    const { adjustments, lines } = replaced(6000);
    assert.deepEqual(adjustments, [
      {
        id: 'price:adj:a',
        stage: 'unit_price',
        source: { kind: 'adjustment', id: 'adj' },
        rule: null,
        steps: [{ formula: 'down_to', base: 16_000, price: 12_000, result: 4000, taken: 4000 }],
        cap: null,
        room: null,
        amount: 4000,
        shares: [{ line: 'a', units: 2, amount: 4000, lots: [{ units: 2, each: 2000 }] }],
        matched: [],
        eligibleUnits: 2,
      },
    ]);
    assert.deepEqual(
      lines.map(({ effective }) => effective),
      [6000, 8000],
    );
  });

  test('one after another each begins where the other left', () => {
    const given = [5000, 4000].map((value, at) =>
      adjust({ id: `adj-${at}`, type: 'selling_price', value, articles: [] }),
    );
    const { adjustments, breakup } = price(shown, [], { adjustments: given });
    assert.equal(breakup.subtotal, 12_000);
    assert.deepEqual(
      adjustments.map(({ amount }) => amount),
      [6000, 3000, 2000, 1000],
    );
  });
});

describe('an offer whose discount another system makes', () => {
  const external = (more: Parameters<typeof promotion>[3] = {}) =>
    promotion('ext', 'external_price_adjustment_discount', {}, more);
  const named = adjust({ offerId: 'ext' });

  test('applies with the adjustment that names it', () => {
    const { applied, adjustments } = price(two, [external()], { adjustments: [named] });
    assert.deepEqual([applied, adjustments[0]?.source], [['ext'], { kind: 'offer', id: 'ext' }]);
  });

  test('then counts as an offer that applied', () => {
    const alone = { ...external({ apply_exclusive: 'cart' }) };
    const before = promotion('p', 'percentage', { discount_percentage: 10 });
    const priced = price(two, [alone, before], { adjustments: [named] });
    assert.deepEqual([priced.applied, reasonFor(priced, 'ext')?.reason], [['p'], 'exclusive']);
  });

  test('without one, or where its condition does not hold, says so', () => {
    assert.equal(reasonFor(price(two, [external()]), 'ext')?.reason, 'no_adjustment');
    const rules = { 'rule#1': { all_items: true, cart_quantity: { greater_than_equals: 9 } } };
    const few = price(two, [external({ rules })], { adjustments: [named] });
    const why = reasonFor(few, 'ext');
    assert.deepEqual([why?.reason, why?.shortfall?.gap, asideOf(few)], ['condition', 5, ['invalid']]);
    const app = price(two, [external({ restrictions: { platforms: ['ios'] } })], { adjustments: [named] });
    assert.deepEqual([reasonFor(app, 'ext')?.reason, asideOf(app)], ['platform', ['invalid']]);
  });

  test('one that took nothing did not apply', () => {
    const nothing = price(two, [external()], { adjustments: [{ ...named, value: 0 }] });
    assert.deepEqual([nothing.applied, asideOf(nothing)], [[], ['no_article']]);
  });
});
