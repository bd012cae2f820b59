/** The order in which offers apply, and which of them pricing looks at. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { indexing, indexOffers } from '../../../src/pricing/compile/offer-index.ts';
import type { Definition } from '../../../src/pricing/compile/offer-types.ts';
import { eligibleFixedPriceSets } from '../../../src/pricing/offers/fixed-price-sets.ts';
import { matchInTurns } from '../../../src/pricing/offers/match-lines.ts';
import { MEETINGS_A_TURN, priceCart, pricingOf } from '../../../src/pricing/price-cart.ts';
import { startLines } from '../../../src/pricing/unit-prices.ts';
import type { Work } from '../../../src/pricing/work.ts';
import { article, type Bought, cartOf, coupon, offersOf, price, promotion } from '../carts.ts';
import { blankInput } from '../price-inputs.ts';

type More = Parameters<typeof promotion>[3];
const percent = (id: string, more: More = {}) => promotion(id, 'percentage', { discount_percentage: 1 }, more);
const order = (...definitions: readonly Definition[]): readonly string[] =>
  offersOf(...definitions).offers.map(({ id }) => id);
const bundle = (id: string) => promotion(id, 'bundle_price_percentage', { discount_percentage: 1 });

describe('the order of offers', () => {
  test('is by group first', () => {
    const priced = (id: string, type: string) => promotion(id, type, { discount_price: 1 });
    assert.deepEqual(
      order(
        percent('cart', { promo_group: 'cart' }),
        percent('product'),
        percent('timer', { promo_group: 'limited_timer' }),
        priced('ladder', 'ladder_price'),
        priced('contract', 'contract_price'),
      ),
      ['contract', 'ladder', 'timer', 'product', 'cart'],
    );
  });

  test('then by priority, the higher first, then by kind, age and id', () => {
    const old = { date_meta: { created_on: '2020-01-01T00:00:00Z' } };
    const young = { date_meta: { created_on: '2026-01-01T00:00:00Z' } };
    assert.deepEqual(
      order(percent('b', young), percent('a', young), percent('c', old), percent('d', { ...young, apply_priority: 1 })),
      ['d', 'c', 'a', 'b'],
    );
  });

  test('kinds: each unit, buy and get, sets and bundles, the goods as a whole', () => {
    const kinds: readonly Definition[] = [
      promotion('8 sum', 'amount', { discount_amount: 1 }),
      bundle('7 bundle'),
      promotion('6 set', 'fixed_price', { discount_price: 1 }),
      promotion('5 bogo', 'bogo', {}, { rules: { 'rule#1': { all_items: true } } }),
      promotion('4 each', 'item_based_discount', { discount_amount: 1 }),
      percent('3 lines'),
    ];
    assert.deepEqual(order(...kinds), ['3 lines', '4 each', '5 bogo', '6 set', '7 bundle', '8 sum']);
    assert.deepEqual(order(...kinds.toReversed()), order(...kinds));
    const inCart = [bundle('z'), percent('a')].map((definition) => ({ ...definition, promo_group: 'cart' }));
    assert.deepEqual(order(...inCart), ['z', 'a']);
  });
});

describe('coupons of an index', () => {
  const coded = (id: string, code: string | null, created: number) =>
    coupon({ _id: id, code, rule: [{ value: 5 }], date_meta: { created_on: created } });

  test('are found by their code in lower case; of two with one code the older', () => {
    const { coupons, offers } = indexOffers([coded('young', 'SAVE', 2), coded('old', 'Save', 1), coded('x', null, 1)]);
    assert.deepEqual([coupons.get('save')?.id, coupons.get('SAVE'), coupons.get('')?.id], ['old', undefined, 'x']);
    assert.deepEqual([coupons.size, offers.length], [2, 0]);
  });

  test('promotions are none of them', () => assert.equal(offersOf(percent('p', { code: 'p' })).coupons.size, 0));
});

describe('what pricing looks at', () => {
  /** Offers named in the answer, whether they applied or not. */
  const looked = (...definitions: readonly Definition[]): readonly string[] => {
    const { applied, notApplied } = price([[article('a', 1000, { brandId: 1 }), 1]], definitions);
    return [...applied, ...notApplied.map(({ offerId }) => offerId)].toSorted();
  };
  const rule = (brand: number) => ({ item_brand: [brand] });
  const [here, there] = [rule(1), rule(2)];

  test('is offers about goods that are there', () => {
    assert.deepEqual(looked(percent('here', { criteria: here }), percent('there', { criteria: there })), ['here']);
  });

  test('and those about any goods, unless their rules need goods that are not there', () => {
    assert.deepEqual(looked(percent('any')), ['any']);
    assert.deepEqual(looked(percent('any', { rules: { r: there } })), []);
    assert.deepEqual(looked(percent('any', { rules: { r: there }, condition: 'not r' })), ['any']);
    assert.deepEqual(looked(percent('any', { rules: { r: there, s: here }, condition: 'r or s' })), ['any']);
    assert.deepEqual(looked(percent('any', { rules: { all: { all_items: true }, r: there } })), []);
  });

  test('goods to be discounted tell more than rules about other goods', () => {
    assert.deepEqual(looked(percent('p', { criteria: there, rules: { r: here } })), []);
    assert.deepEqual(looked(percent('p', { criteria: here, rules: { r: there } })), ['p']);
    const either = { criteria: { buy_rules: ['r', 'all'] }, rules: { r: there, all: { all_items: true } } };
    assert.deepEqual(looked(percent('p', { ...either, condition: 'all' })), ['p']);
  });

  test('offers on delivery are about the cart', () => {
    const shipping = (rules: Definition) => promotion('s', 'shipping_price', {}, { rules });
    assert.deepEqual([looked(shipping({})), looked(shipping({ r: there }))], [['s'], []]);
  });

  test('a criteria that asks more than one thing is checked in full', () => {
    const touched = (criteria: Definition, more = {}) => price([[dear, 1]], [percent('p', { criteria })], more).applied;
    const dear = article('a', 10_000, { brandId: 1, sku: null });
    assert.deepEqual(touched({ ...here, available_zones: [4] }), []);
    assert.deepEqual(touched({ ...here, available_zones: [4, 5] }, { place: { state: null, zones: [5] } }), ['p']);
    assert.deepEqual(touched({ ...here, price_range: { max: 99 } }), []);
    assert.deepEqual(touched({ ...here, price_range: { min: 101 } }), []);
    assert.deepEqual(touched({ ...here, price_range: { min: 100, max: 100 } }), ['p']);
    assert.deepEqual(touched({ ...here, item_exclude_sku: ['null', ''] }), ['p']);
    assert.deepEqual(touched({ item_sku: ['null'] }), []);
  });
});

describe('an index of very much', () => {
  const ids = (count: number): readonly number[] => Array.from({ length: count }, (_, id) => id);
  /** How much there is in the largest piece of some work, and in all. */
  const piecesOf = (work: Work<unknown>) => {
    const sizes: number[] = [];
    for (let step = work.next(); step.done !== true; step = work.next()) sizes.push(step.value);
    return { largest: Math.max(...sizes), all: sizes.reduce((sum, size) => sum + size, 0), count: sizes.length };
  };
  const rules = Object.fromEntries(ids(50).map((id) => [`r${id}`, { item_id: ids(20), item_brand: [1] }]));
  const named = percent('p', { rules, condition: 'r0', criteria: { buy_rules: Object.keys(rules) } });
  const [rule] = named.discount_rules as readonly Definition[];
  const { offers } = offersOf({ ...named, discount_rules: ids(50).map(() => rule) });

  test('files a hundred thousand answers of one question in pieces', () => {
    const { offers: long } = offersOf(percent('p', { criteria: { item_id: ids(100_000) } }));
    const { largest, all } = piecesOf(indexing(long));
    assert.deepEqual([largest <= MEETINGS_A_TURN, all >= 10 * MEETINGS_A_TURN], [true, true]);
  });

  test('files what rules want once, however many others name them', () => {
    const { filed } = indexOffers(offers);
    const entries = [...filed.values()].flatMap((byAnswer) => [...byAnswer.values()].flat());
    assert.deepEqual(
      [offers[0]?.discounts.flatMap(({ criteria }) => criteria).length, entries.length],
      [2_500, 50 * 20],
    );
  });

  test('is looked up in pieces, also for a single good that thousands of rules want', () => {
    const many = ids(20_000).map((id) => percent(`p${id}`, { criteria: { item_brand: [1] } }));
    const { lines } = startLines(cartOf([[article('a', 1000, { brandId: 1 }), 1]]));
    assert.equal(piecesOf(matchInTurns(lines, offersOf(...many), null)).count, 10);
  });

  test('and to look up what each rule names counts, too', () => {
    const work = pricingOf(cartOf([[article('a', 1000, { itemId: 1 }), 1]], { offers: indexOffers(offers) }));
    assert.ok(piecesOf(work).all >= 50 * 5);
  });
});

describe('sets on the way', () => {
  const set = (id: string, more: More = {}) =>
    promotion(id, 'fixed_price', { discount_price: 1, min_offer_quantity: 3 }, more);
  const told = (bought: readonly Bought[], definitions: readonly Definition[], more = {}) => {
    const input = cartOf(bought, { offers: offersOf(...definitions), ...more });
    return eligibleFixedPriceSets(priceCart(input), input);
  };
  const two: readonly Bought[] = [
    [article('a', 1000, { brandId: 1 }), 1],
    [article('b', 1000, { brandId: 2 }), 1],
  ];

  test('count the units of their own goods, each once', () => {
    const rules = { r: { item_brand: [1, 2] }, s: { item_brand: [2] } };
    assert.deepEqual(told(two, [set('p', { rules, criteria: { buy_rules: ['r', 's'] } })]), {
      p: { offer_quantity: 3, eligible_quantity: 2 },
    });
  });

  test('are not told where none of their goods is there', () => {
    const needs = { rules: { r: { item_brand: [9] } }, condition: 'not r', criteria: { price_range: { min: 99 } } };
    assert.deepEqual(told(two, [set('p', needs)]), {});
  });

  test('nor where the cart may not have them', () => {
    assert.deepEqual(told(two, [set('p', { restrictions: { order_quantity: { minimum: 3 } } })]), {});
    assert.deepEqual(Object.keys(told(two, [set('p', { restrictions: { order_quantity: { maximum: 2 } } })])), ['p']);
  });

  test('nor to a shopper whom they are not for', () => {
    const friends = set('p', { restrictions: { user_id: ['friend'] } });
    const shopper = (userId: string) => ({ shopper: { ...blankInput.shopper, userId } });
    assert.deepEqual(told(two, [friends], shopper('stranger')), {});
    assert.deepEqual(Object.keys(told(two, [friends], shopper('friend'))), ['p']);
  });

  test('compare prices in the currency of the cart', () => {
    const range = set('p', { criteria: { price_range: { min: 9, max: 11 } } });
    const abroad = { currency: { code: 'USD', exponent: 2 }, rates: { USD: { digits: 1, decimals: 1 } } };
    assert.equal(told(two, [range], abroad).p?.eligible_quantity, 2);
  });

  test('do not count gifts', () => {
    const gift = promotion('g', 'free_gift_items', {}, { criteria: { item_id: [500] } });
    const giftArticles = new Map([[500, [article('m', 1000, { itemId: 500 })]]]);
    assert.equal(told(two, [gift, set('p')], { giftArticles }).p?.eligible_quantity, 2);
  });

  test('of an offer of several rules the set is the one that is a set', () => {
    const mixed = set('p');
    const first = { discount_type: 'percentage', offer: { discount_percentage: 5 } };
    const rules = [first, ...(mixed.discount_rules as readonly Definition[])];
    assert.equal(told(two, [{ ...mixed, discount_rules: rules }]).p?.offer_quantity, 3);
  });
});
