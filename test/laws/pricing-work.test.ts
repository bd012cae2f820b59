/** What pricing takes grows with the lines of a cart, never with their square, and not at all with offers on other goods. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Definition } from '../../src/pricing/compile/offer-types.ts';
import { compileOffer, isRefused } from '../../src/pricing/compile/compile-offers.ts';
import { MEETINGS_A_TURN, priceCart, pricingOf } from '../../src/pricing/price-cart.ts';
import type { Article, PriceInput } from '../../src/pricing/pricing-types.ts';
import { trialSize } from '../../src/pricing/trials.ts';
import { countedCalls, countedWork, growthOf } from '../counted-work.ts';
import { blankInput, compileOffers } from '../pricing/price-inputs.ts';

const context = { currency: 'INR', exponents: { INR: 2 }, readTime: Date.parse };

const articleOf = (at: number): Article => ({
  uid: `article-${at}`,
  itemId: at,
  size: 'M',
  sku: null,
  storeId: 1,
  companyId: 1,
  brandId: 1,
  l1: [1],
  l2: [1],
  l3: [1],
  departments: [1],
  tags: [],
  prices: { INR: { marked: 99_900 + at, selling: 79_900 - at } },
  taxRate: 120_000,
  state: 'MH',
  stock: 100,
});

/** About every good there is. */
const offer = (type: string, given: Definition, more: Definition = {}): Definition => ({
  _id: 'offer',
  promotion_type: type,
  promo_group: 'product',
  buy_rules: { 'rule#1': { item_brand: [1] } },
  discount_rules: [
    { buy_condition: '( rule#1 )', discount_type: type, offer: given, item_criteria: { buy_rules: ['rule#1'] } },
  ],
  ...more,
});

const kinds: Readonly<Record<string, Definition>> = {
  'a percentage': offer('percentage', { discount_percentage: 10 }),
  'a percentage up to an amount': offer('percentage', { discount_percentage: 10, max_discount_amount: 50 }),
  'an amount': offer('amount', { discount_amount: 500 }),
  'buy two, get one': offer(
    'bogo',
    { max_offer_quantity: 1 },
    {
      buy_rules: { 'rule#1': { item_brand: [1], cart_quantity: { greater_than_equals: 2 } } },
    },
  ),
  'a fixed price for three': offer('fixed_price', { discount_price: 1500, min_offer_quantity: 3 }),
  'a price by quantity': offer(
    'ladder_price',
    { discount_percentage: 5, min_offer_quantity: 1 },
    { promo_group: 'ladder_price' },
  ),
  'a price by contract': offer('contract_price', { discount_percentage: 5 }, { promo_group: 'contract' }),
  'a gift': offer(
    'free_gift_items',
    { max_usage_per_transaction: 1 },
    {
      discount_rules: [
        {
          buy_condition: '( rule#1 )',
          discount_type: 'free_gift_items',
          offer: { max_offer_quantity: 1 },
          item_criteria: { item_id: [1_000_000] },
        },
      ],
    },
  ),
};

const cart = (lines: number, definition: Definition): PriceInput => {
  const articles = Array.from({ length: lines }, (_, at) => articleOf(at));
  const gift = { ...articleOf(1_000_000), ways: [] };
  return {
    ...blankInput,
    lines: articles.map(({ uid }, at) => ({
      key: `line-${at}`,
      articleUid: uid,
      quantity: 1 + (at % 3),
      wrapped: true,
      way: 'standard' as const,
    })),
    articles: new Map(articles.map((article) => [article.uid, article])),
    giftArticles: new Map([[gift.itemId, [gift]]]),
    offers: compileOffers([definition], context),
    charges: { ...blankInput.charges, delivery: [{ threshold: -1, charge: 9900 }], giftPrice: 4900 },
    place: { state: 'MH', zones: [] },
  };
};

/** 2 for what is done line by line; what is put in order takes a little more. */
const MOST_GROWTH = 2.2;

describe('the work of pricing', () => {
  for (const [name, definition] of Object.entries(kinds)) {
    test(`doubles with the lines: ${name}`, async () => {
      const growth = await growthOf(125, async (size) => {
        const input = cart(size, definition);
        assert.deepEqual(input.offers.refused, []);
        return countedWork(() => priceCart(input));
      });
      assert.ok(growth < MOST_GROWTH, `${name}: what doubling adds grows by ${growth.toFixed(2)}`);
    });
  }

  test('doubles with the offers that act on one good', async () => {
    const growth = await growthOf(40, async (size) => {
      const offers = Array.from({ length: size }, (_, at) =>
        offer('amount', { discount_amount: 1 }, { _id: `o${at}` }),
      );
      const input = { ...cart(1, {}), offers: compileOffers(offers, context) };
      assert.equal(priceCart(input).applied.length, size);
      return countedWork(() => priceCart(input));
    });
    assert.ok(growth < MOST_GROWTH, `what doubling adds grows by ${growth.toFixed(2)}`);
  });

  test('hardly grows with how often a condition names one rule', async () => {
    const named = (times: number): Promise<number> => {
      const [rule] = offer('percentage', { discount_percentage: 10 })['discount_rules'] as readonly Definition[];
      const condition = Array<string>(times).fill('rule#1').join('&&');
      const input = cart(100, { ...kinds['a percentage'], discount_rules: [{ ...rule, buy_condition: condition }] });
      assert.equal(priceCart(input).applied.length, 1);
      return countedWork(() => priceCart(input));
    };
    const [once, often] = [await named(1), await named(100)];
    assert.ok(often < 1.5 * once, `${once} steps where it is named once, ${often} where a hundred times`);
  });

  test('doubles with the units of a line that have prices of their own', async () => {
    const offers = Array.from({ length: 9 }, (_, at) =>
      offer('percentage', { discount_percentage: 1.37 + at / 7 }, { _id: `o${at}` }),
    );
    const growth = await growthOf(60, async (quantity) => {
      const one = cart(1, {});
      const lines = one.lines.map((line) => ({ ...line, quantity }));
      const input = { ...one, lines, offers: compileOffers(offers, context) };
      assert.ok((priceCart(input).lines[0]?.lots.length ?? 0) > quantity / 3);
      return countedWork(() => priceCart(input));
    });
    assert.ok(growth < MOST_GROWTH, `what doubling adds grows by ${growth.toFixed(2)}`);
  });

  const stackings = ['sequential', 'best_per_line', 'best_order', 'best_offer'] as const;
  for (const stacking of stackings) {
    test(`pauses before every rule of every offer: ${stacking}`, () => {
      const [lines, rules] = [20, 3];
      const [rule] = offer('percentage', { discount_percentage: 1 })['discount_rules'] as readonly Definition[];
      const many = { discount_rules: Array(rules).fill(rule), stackable: true };
      const offers = Array.from({ length: 4 }, (_, at) => ({ ...kinds['a percentage'], ...many, _id: `o${at}` }));
      const coupon = compileOffer({ ...kinds['a percentage'], ...many, _id: 'c', mode: 'coupon', code: 'C' }, context);
      assert.ok(!isRefused(coupon));
      const policy = { ...blankInput.policy, stacking };
      const input = { ...cart(lines, {}), offers: compileOffers(offers, context), coupon, policy };
      const work = pricingOf(input);
      let [pauses, step] = [0, work.next()];
      for (; step.done !== true; step = work.next()) pauses += step.value >= lines ? 1 : 0;
      assert.deepEqual(step.value, priceCart(input));
      assert.ok(pauses >= (offers.length + 1) * rules, `${pauses} pauses`);
    });
  }

  /** Pauses of so much at the least; what comes of it is what comes of it without them. */
  const pausesOf = (input: PriceInput, least: number): number => {
    const work = pricingOf(input);
    let [pauses, step] = [0, work.next()];
    for (; step.done !== true; step = work.next()) pauses += step.value >= least ? 1 : 0;
    assert.deepEqual(step.value, priceCart(input));
    return pauses;
  };
  const slugs = Array.from({ length: 12 }, (_, at) => `r${at}`);

  test('pauses before every rule that conditions name', () => {
    const buy_rules = Object.fromEntries(slugs.map((slug) => [slug, { item_brand: [1] }]));
    const [rule] = offer('percentage', { discount_percentage: 10 })['discount_rules'] as readonly Definition[];
    const discount_rules = [{ ...rule, buy_condition: slugs.join(' and '), item_criteria: { buy_rules: ['r0'] } }];
    const input = cart(100, { ...kinds['a percentage'], buy_rules, discount_rules });
    assert.equal(priceCart(input).applied.length, 1);
    assert.ok(pausesOf(input, 10) >= slugs.length);
  });

  test('pauses before every way in which an offer is bought', () => {
    const rule = { item_brand: [1], cart_quantity: { greater_than_equals: 1 } };
    const buy_rules = Object.fromEntries(slugs.map((slug) => [slug, rule]));
    const [taken] = offer('bogo', { max_offer_quantity: 1 })['discount_rules'] as readonly Definition[];
    const discount_rules = [{ ...taken, buy_condition: slugs.join(' or '), item_criteria: { buy_rules: ['r0'] } }];
    const waysOf = (uses: number): number => {
      const rules = discount_rules.map((one) => ({
        ...one,
        offer: { max_offer_quantity: 1, max_usage_per_transaction: uses },
      }));
      return pausesOf(cart(100, { ...kinds['buy two, get one'], buy_rules, discount_rules: rules }), 50);
    };
    assert.ok(waysOf(1) < waysOf(1_000));
  });

  test('pauses each time that an offer on marked prices leaves out a line on which it takes nothing', () => {
    const lines = 40;
    const marked = offer('percentage', { discount_percentage: 1, max_offer_quantity: 1 }, { calculate_on: 'mrp' });
    const input = cart(lines, marked);
    assert.deepEqual(
      priceCart(input).notApplied.map(({ reason }) => reason),
      ['not_cheaper'],
    );
    assert.ok(pausesOf(input, lines) >= lines - 1);
  });

  test('pauses while the lines of many criteria are looked up', () => {
    const rule = (at: number): Definition => ({ item_brand: [1], cart_total: { greater_than_equals: at } });
    const offers = Array.from({ length: 100 }, (_, at) => ({
      ...kinds['a percentage'],
      _id: `o${at}`,
      buy_rules: { 'rule#1': rule(at) },
      restrictions: { platforms: ['elsewhere'] },
    }));
    const work = pricingOf({ ...cart(100, {}), offers: compileOffers(offers, context) });
    const first = work.next();
    assert.ok(first.done === false && first.value >= 20, 'before any of them meets the cart');
  });

  test('pauses before the shares of each offer when units are dealt to lines of one good', () => {
    const offers = Array.from({ length: 10 }, (_, at) => ({ ...kinds['a percentage'], _id: `o${at}` }));
    const one = cart(60, {});
    const twice = one.lines.map((line) => ({ ...line, key: `${line.key} again` }));
    const once = { ...one, offers: compileOffers(offers, context) };
    const dealt = { ...once, lines: [...one.lines, ...twice] };
    assert.ok(pausesOf(dealt, 6) >= pausesOf(once, 6) + offers.length);
  });

  test('pauses while the best offers are searched for, with a coupon in each of what is tried', () => {
    const offers = Array.from({ length: 4 }, (_, at) => ({
      ...offer('percentage', { discount_percentage: 5 + at }),
      _id: `o${at}`,
      stackable: false,
    }));
    const [rule] = offer('percentage', { discount_percentage: 10 })['discount_rules'] as readonly Definition[];
    const rules = 8;
    const coupon = compileOffer(
      { ...kinds['a percentage'], discount_rules: Array(rules).fill(rule), _id: 'c', mode: 'coupon', code: 'C' },
      context,
    );
    assert.ok(!isRefused(coupon));
    const base = { ...cart(60, {}), offers: compileOffers(offers, context), coupon };
    const best = { ...base, policy: { ...base.policy, stacking: 'best_offer' as const } };
    assert.ok((priceCart(best).choice?.nodes ?? 0) > offers.length);
    assert.ok(pausesOf(best, 60) >= pausesOf(base, 60) + 2 * rules);
  });

  test('looks for the rates of shipping methods once, however often a list of what would be prices the cart', async () => {
    const rate = { zones: [7], countries: [], by: 'value', bands: [], freeFrom: null, unweighed: null } as const;
    const brought = { name: 'Brought', journey: null, once: true, heaviest: null };
    const methods = Array.from({ length: 30 }, (_, at) => ({ ...brought, id: `m${at}`, rates: [rate] }));
    const shipping = { methods, country: 'IN', chosen: {}, usual: null, weights: new Map() };
    const one = { ...cart(1, {}), shipping };
    const calls = await countedCalls('isHere', () => {
      for (let units = 1; units <= 20; units += 1)
        priceCart({ ...one, lines: one.lines.map((line) => ({ ...line, quantity: units })) });
    });
    assert.equal(calls, methods.length);
  });

  test('of the smallest carts a list of what would be prices a few dozen in a turn, not hundreds', () => {
    const inATurn = MEETINGS_A_TURN / trialSize(cart(1, {}));
    assert.ok(inATurn > 10 && inATurn < 40, `${inATurn} of one line`);
  });

  test('is the same for ten offers and a thousand that cannot match, and at most a fifth more than for none', async () => {
    const asked = ['item_brand', 'item_id', 'item_category', 'product_tags', 'item_size', 'item_sku'] as const;
    const elsewhere = (count: number): readonly Definition[] =>
      Array.from({ length: count }, (_, at) => {
        const kind = Object.values(kinds)[at % Object.keys(kinds).length] ?? {};
        const question = asked[at % asked.length] ?? 'item_brand';
        const answer = 1_000_000 + at;
        const isNumber = question === 'item_brand' || question === 'item_id' || question === 'item_category';
        const rule = { [question]: [isNumber ? answer : `other-${answer}`], cart_total: { greater_than_equals: 1 } };
        return { ...kind, _id: `o${at}`, buy_rules: { 'rule#1': rule } };
      });
    const work = (count: number): Promise<number> => {
      const offers = compileOffers(elsewhere(count), context);
      assert.deepEqual(offers.refused, []);
      const input = { ...cart(5, {}), offers };
      assert.deepEqual(priceCart(input).applied, []);
      return countedWork(() => priceCart(input));
    };
    const [none, ten, thousand] = [await work(0), await work(10), await work(1000)];
    assert.equal(thousand, ten);
    assert.ok(thousand <= none * 1.2, `${none} steps without offers, ${thousand} with a thousand`);
  });
});
