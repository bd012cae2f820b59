/** What comparing with a second engine brought to light, in the smallest carts that show it. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Definition } from '../../src/pricing/compile/offer-types.ts';
import type { Article, PriceAdjustment } from '../../src/pricing/pricing-types.ts';
import { adjust, article, type Bought, coupon, marked, policyOf, price, promotion, reasonFor } from './carts.ts';
import { blankInput } from './price-inputs.ts';

const a = article('a', 1000, { brandId: 1 });
const b = article('b', 1000, { brandId: 2 });
const adjusted = (bought: readonly Bought[], ...adjustments: readonly Partial<PriceAdjustment>[]) =>
  price(bought, [], {
    adjustments: adjustments.map((each, at) => adjust({ value: 100, id: `adj-${at}`, ...each })),
    charges: { ...blankInput.charges, delivery: [{ threshold: -1, charge: 500 }] },
  });
const asideOf = ({ setAside }: ReturnType<typeof price>) => setAside.map(({ reason }) => reason);

describe('a gift', () => {
  const mug = (stock: number): Article => article('m', 400, { itemId: 500, stock });
  const gift = (id: string, rules: Definition, condition?: string) =>
    promotion(
      id,
      'free_gift_items',
      { max_usage_per_transaction: 9 },
      {
        criteria: { item_id: [500] },
        rules,
        ...(condition === undefined ? {} : { condition }),
      },
    );
  const given = (bought: readonly Bought[], offers: readonly Definition[], stock = 99, more = {}) =>
    price(bought, offers, { giftArticles: new Map([[500, [mug(stock)]]]), ...more }).lines.flatMap(
      ({ gift: is, quantity }) => (is === null ? [] : [quantity]),
    );
  const brand = (id: number, units: number) => ({ item_brand: [id], cart_quantity: { greater_than_equals: units } });

  test('comes as often as every rule finds its quantity among its own goods', () => {
    const both = gift('g', { r: brand(1, 1), s: brand(2, 2) }, 'r and s');
    const bought = (first: number, second: number): readonly Bought[] => [
      [a, first],
      [b, second],
    ];
    assert.deepEqual(given(bought(5, 2), [both]), [1]);
    assert.deepEqual(given(bought(5, 7), [both]), [3]);
    assert.deepEqual(given(bought(1, 7), [both]), [1]);
  });

  test('comes as often as the better of two alternatives allows', () => {
    const either = gift('g', { r: brand(1, 1), s: brand(2, 1) }, 'r or s');
    const bought: readonly Bought[] = [
      [a, 2],
      [b, 3],
    ];
    assert.deepEqual(given(bought, [either]), [3]);
  });

  test('of the best offer for each line comes out of what the others left of it', () => {
    const offers = [gift('g', {}), gift('h', {})];
    const best = { policy: policyOf({ stacking: 'best_per_line' }) };
    assert.deepEqual(given([[a, 1]], offers, 1, best), [1]);
    assert.deepEqual(given([[a, 1]], offers, 2, best), [1, 1]);
  });
});

describe('an adjustment', () => {
  test('of the selling price is left out where it goes below the least it names', () => {
    const to = (minimumPrice: number) =>
      adjusted([[a, 1]], { type: 'selling_price', articles: [{ articleUid: 'a', value: 700, minimumPrice }] });
    assert.deepEqual([to(700).breakup.goods, asideOf(to(700))], [700, []]);
    assert.deepEqual([to(701).breakup.goods, asideOf(to(701))], [1000, ['below_floor']]);
  });

  test('of the selling price of articles is none that its own value could spoil', () => {
    const usd = { currency: { code: 'USD', exponent: 2 }, rates: { USD: { digits: 1, decimals: 2 } } };
    const articles = [{ articleUid: 'a', value: 500 }];
    const adjustments = [adjust({ type: 'selling_price', value: 1, articles })];
    assert.deepEqual(price([[a, 1]], [], { adjustments, ...usd }).lines[0]?.effective, 5);
  });

  test('does not stumble over a unit that was below its least price before and that it takes nothing from', () => {
    const free = article('z', 0);
    const articles = [
      { articleUid: 'a', value: 0 },
      { articleUid: 'z', value: 0, minimumPrice: 5 },
    ];
    const bought: readonly Bought[] = [
      [a, 1],
      [free, 1],
    ];
    assert.equal(adjusted(bought, { articles }).breakup.promotion, -100);
  });

  test('that charges for articles is left out where none of them is there', () => {
    const charged = (articleUid: string) =>
      adjusted([[a, 1]], { type: 'charge', articles: [{ articleUid, value: 0 }] });
    assert.deepEqual([charged('a').breakup.total_charge, asideOf(charged('a'))], [600, []]);
    assert.deepEqual([charged('b').breakup.total_charge, asideOf(charged('b'))], [500, ['no_article']]);
  });

  test('of the delivery charge gives way to a later one', () => {
    const twice = adjusted([[a, 1]], { type: 'delivery_charge', value: 0 }, { type: 'delivery_charge', value: 200 });
    assert.deepEqual([twice.breakup.delivery_charge, twice.charges[0]?.adjustmentId], [200, 'adj-1']);
  });

  test('that belongs to an offer counts only where goods of that offer are', () => {
    const external = (brand: number) =>
      promotion('ext', 'external_price_adjustment_discount', {}, { criteria: { item_brand: [brand] } });
    const priced = (brand: number) =>
      price([[a, 1]], [external(brand)], { adjustments: [adjust({ value: 100, offerId: 'ext' })] });
    assert.deepEqual([priced(1).applied, priced(1).breakup.promotion], [['ext'], -100]);
    assert.deepEqual([priced(2).applied, priced(2).breakup.promotion, asideOf(priced(2))], [[], 0, ['invalid']]);
  });
});

describe('marks', () => {
  test('of an offer whose discount another system makes close the cart to the stages behind it', () => {
    const external = promotion('ext', 'external_price_adjustment_discount', {}, { apply_exclusive: 'cart' });
    const later = promotion('later', 'cashback', { discount_percentage: 10 });
    const priced = price([[a, 1]], [external, later], { adjustments: [adjust({ value: 100, offerId: 'ext' })] });
    assert.deepEqual([priced.applied, reasonFor(priced, 'later')?.reason], [['ext'], 'exclusive']);
  });

  test('mean nothing to contract and ladder prices', () => {
    const contract = (id: string, rupees: number, more: Definition) =>
      promotion(id, 'contract_price', { discount_price: rupees }, more);
    const first = contract('p', 9, { apply_priority: 1 });
    for (const mark of [{ apply_exclusive: 'cart' }, { apply_exclusive: 'article' }, { stackable: false }]) {
      const priced = price([[a, 1]], [first, contract('q', 8, mark)]);
      assert.deepEqual([priced.applied, priced.breakup.goods], [['p', 'q'], 800], JSON.stringify(mark));
    }
  });
});

describe('a binding contract price', () => {
  test('keeps ladders away, and no other contract', () => {
    const contract = (id: string, rupees: number, more: Definition = {}) =>
      promotion(id, 'contract_price', { discount_price: rupees }, more);
    const ladder = promotion('l', 'ladder_price', { discount_price: 1 });
    const binding = contract('p', 9, { binding: true, apply_priority: 1 });
    const priced = price([[a, 1]], [binding, contract('q', 8), ladder]);
    assert.deepEqual([priced.applied, priced.breakup.goods], [['p', 'q'], 800]);
  });
});

const unitPrices = (lines: ReturnType<typeof price>['lines']): readonly number[] =>
  lines.flatMap(({ lots }) => lots.flatMap(({ units, price: each }) => Array.from({ length: units }, () => each)));

describe('units that a small sum did not reach', () => {
  test('are like those that were never meant, and share what comes later with them', () => {
    const percent = (offer: Definition) => ({
      discount_type: 'percentage',
      offer,
      item_criteria: { article_id: ['c'] },
    });
    const small = { discount_percentage: 1, max_discount_amount: 0.01, max_offer_quantity: 3 };
    const half = {
      ...promotion('p', 'percentage', {}),
      discount_rules: [percent(small), percent({ discount_percentage: 50 })],
    };
    const rupee = promotion('q', 'amount', { discount_amount: 1 });
    const { lines } = price(
      [
        [article('c', 1001), 4],
        [article('d', 7), 2],
      ],
      [half, rupee],
    );
    assert.deepEqual(unitPrices(lines), [474, 475, 476, 477, 6, 7]);
  });
});

describe('units that lost as much by different rules of one offer', () => {
  test('are two lots, each with its part of what comes later', () => {
    const five = { discount_type: 'percentage', offer: { discount_percentage: 5 } };
    const twice = { ...promotion('p', 'percentage', {}), discount_rules: [five, five] };
    const { lines } = price([[article('c', 13), 3]], [twice, promotion('q', 'amount', { discount_amount: 0.05 })]);
    assert.deepEqual(unitPrices(lines), [10, 10, 10]);
  });
});

describe('a percentage of each unit', () => {
  test('lies on that unit', () => {
    const first = promotion('p', 'amount', { discount_amount: 1 }, { criteria: {}, apply_priority: 9 });
    const half = {
      ...first,
      discount_rules: [{ discount_type: 'amount', offer: { discount_amount: 1, max_offer_quantity: 2 } }],
    };
    const one = promotion('q', 'percentage', { discount_percentage: 1 });
    const { lines } = price([[article('a', 100), 4]], [half, one], { policy: policyOf({ percent_scope: 'unit' }) });
    assert.deepEqual(unitPrices(lines), [49, 49, 99, 99]);
  });
});

describe('a cap', () => {
  test('that is too small to be an amount is a cap of nothing, not none', () => {
    const capped = (most: number) =>
      promotion('p', 'percentage', { discount_percentage: 10, max_discount_amount: most });
    assert.deepEqual(
      [0, 0.004, 0.01].map((most) => price([[a, 1]], [capped(most)]).breakup.promotion),
      [-100, 0, -1],
    );
  });
});

describe('tiers of a coupon', () => {
  const later = coupon({
    rule: [
      { key: 1, value: 10 },
      { key: 2, value: 50, discount_qty: 1 },
    ],
    rule_definition: { type: 'bundle', value_type: 'percentage', applicable_on: 'quantity' },
    action: { txn_mode: 'cashback' },
  });
  test('of which one takes now and one credits later are still tiers: only the highest counts', () => {
    const one = price([[a, 1]], [], { coupon: later });
    assert.deepEqual([one.breakup.coupon, one.breakup.cashback_applied], [0, 100]);
    const two = price([[a, 2]], [], { coupon: later });
    assert.deepEqual([two.breakup.coupon, two.breakup.cashback_applied], [-500, null]);
  });
});

describe('an MRP promotion', () => {
  test('looks for its condition at the prices it found, not at those it begins with', () => {
    const rules = { r: { all_items: true, cart_total: { less_than: 11 } } };
    const offer = { ...promotion('p', 'percentage', { discount_percentage: 30 }, { rules }), calculate_on: 'mrp' };
    assert.deepEqual(price([[marked('a', 1200, 1000), 1]], [offer]).applied, ['p']);
    assert.equal(reasonFor(price([[marked('a', 1200, 1100), 1]], [offer]), 'p')?.reason, 'condition');
  });
});
