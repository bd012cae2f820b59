/** Articles, lines, shoppers and settings: a small world in which things collide. */
import * as fc from 'fast-check';
import type { PricingPolicy } from '../../src/pricing/pricing-policy.ts';
import type {
  Article,
  AskedLine,
  CashRounding,
  EmiPlan,
  Fee,
  PriceAdjustment,
  Tender,
} from '../../src/pricing/pricing-types.ts';

export const pick = <const T extends readonly unknown[]>(...values: T): fc.Arbitrary<T[number]> =>
  fc.constantFrom(...values);
/** Undefined in most cases: one in so many has it. */
export const rarely = <T>(oneIn: number, arb: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: oneIn - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: arb });
export const often = <T>(arb: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: arb });

/** Few prices, so that many are equal; odd ones, so that shares do not come out even. */
export const minor: fc.Arbitrary<number> = fc.oneof(
  { weight: 6, arbitrary: pick(100, 1000, 1000, 2500) },
  { weight: 4, arbitrary: pick(1, 7, 99, 105, 333, 500, 1001, 9999) },
  { weight: 1, arbitrary: pick(0, 125_000) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 3000 }) },
);
const taxRates = pick(0, 50_000, 120_000, 180_000, 180_000, 280_000, 82_500);
/** None: whoever buys is free of tax. */
const leviesArb = pick(
  [],
  [{ name: 'VAT', jurisdiction: 'DE', rate: 190_000 }],
  [
    { name: 'County', jurisdiction: 'Cook', rate: 17_500 },
    { name: 'State', jurisdiction: 'Illinois', rate: 62_500 },
  ],
  [
    { name: 'City', jurisdiction: 'Denver', rate: 48_100 },
    { name: 'District', jurisdiction: 'RTD', rate: 10_000 },
    { name: 'State', jurisdiction: 'Colorado', rate: 29_000 },
  ],
);
export const currencies = ['INR', 'USD', 'JPY', 'KWD'] as const;

const articleArb = (uid: string, itemId: number): fc.Arbitrary<Article> =>
  fc
    .record({
      selling: minor,
      off: pick(0, 0, 0, 1, 100, 500),
      list: rarely(4, minor),
      abroad: rarely(
        5,
        fc.record({ code: pick(...currencies), selling: minor, off: pick(0, 50), list: rarely(4, minor) }),
      ),
      size: pick('M', 'S'),
      sku: pick('sku-1', 'sku-2', null),
      storeId: pick(1, 1, 2),
      companyId: pick(1, 1, 2),
      brandId: pick(1, 1, 2),
      l1: pick([1], [2]),
      l2: pick([10], [20]),
      l3: pick([100], [101], [100, 101]),
      departments: pick([1], [2], []),
      tags: pick([], [], ['x'], ['x', 'y']),
      taxRate: taxRates,
      levied: rarely(4, leviesArb),
      pricedAtRate: rarely(5, taxRates),
      state: pick('MH', 'MH', 'KA', null),
      stock: pick(1000, 700, 3, 2),
      floor: rarely(6, pick(1, 90, 500, 950, 1000)),
      giftPrice: rarely(4, pick(0, 33, 700)),
      ways: rarely(4, pick(['standard'], ['pickup'], ['rush', 'pickup'], [])),
    })
    .map(({ selling, off, list, abroad, levied, pricedAtRate, floor, giftPrice, ways, ...rest }) => {
      const priced = (price: number, more: number, ofList: number | undefined) => ({
        marked: price + more,
        selling: price,
        ...(ofList === undefined ? {} : { lists: { gold: ofList } }),
      });
      return {
        uid,
        itemId,
        ...rest,
        prices: {
          home: priced(selling, off, list),
          ...(abroad === undefined ? {} : { [abroad.code]: priced(abroad.selling, abroad.off, abroad.list) }),
        },
        ...(levied === undefined ? {} : { levies: levied, taxRate: levied.reduce((sum, { rate }) => sum + rate, 0) }),
        ...(pricedAtRate === undefined ? {} : { pricedAtRate }),
        ...(floor === undefined ? {} : { floor }),
        ...(giftPrice === undefined ? {} : { giftPrice }),
        ...(ways === undefined ? {} : { ways }),
      };
    });
/** Two articles of one item, two of others. */
export const articlesArb: fc.Arbitrary<readonly Article[]> = fc.tuple(
  articleArb('a', 1),
  articleArb('b', 1),
  articleArb('c', 2),
  articleArb('d', 3),
);
/** Gifts: an item of two articles, one of which may also be bought, and an item of one. */
export const giftsArb: fc.Arbitrary<readonly Article[]> = fc.tuple(
  articleArb('g', 50),
  articleArb('h', 50),
  articleArb('i', 51),
);

export const lineArb: fc.Arbitrary<Omit<AskedLine, 'key'>> = fc
  .record({
    articleUid: fc.oneof(
      { weight: 40, arbitrary: pick('a', 'b', 'c', 'd') },
      { weight: 1, arbitrary: pick('g', 'gone') },
    ),
    quantity: fc.oneof(
      { weight: 30, arbitrary: fc.integer({ min: 1, max: 4 }) },
      { weight: 1, arbitrary: pick(0, 7, 1.5) },
    ),
    groupTags: rarely(8, pick(['x'], ['t'])),
    priceList: rarely(12, pick('gold', 'gold', 'iron')),
    promoId: rarely(6, pick('p0', 'p1', 'p2', 'none')),
    wrapped: rarely(5, fc.constant(true)),
    pos: rarely(10, fc.constant(true)),
    way: rarely(4, pick('counter', 'pickup', 'standard', 'rush')),
    likeness: rarely(6, pick('a', 'b')),
  })
  .map((line) => JSON.parse(JSON.stringify(line)) as Omit<AskedLine, 'key'>);

export const policyArb: fc.Arbitrary<PricingPolicy> = fc.record({
  prices_include_tax: fc.boolean(),
  tax_rounding: pick('line', 'line', 'unit', 'cart'),
  rounding: pick('half_up', 'half_up', 'half_even', 'half_down'),
  remainder: pick('largest', 'largest', 'largest', 'first', 'last', 'round_then_first'),
  allocation_weights: pick('net', 'net', 'gross'),
  percent_scope: pick('line', 'line', 'unit'),
  stacking: fc.oneof(
    { weight: 9, arbitrary: fc.constant('sequential' as const) },
    { weight: 3, arbitrary: fc.constant('best_per_line' as const) },
    { weight: 2, arbitrary: fc.constant('best_order' as const) },
    { weight: 1, arbitrary: fc.constant('best_offer' as const) },
  ),
  best_offer_nodes: fc.constant(10_000),
  threshold_basis: pick('after_discounts', 'after_discounts', 'before_discounts'),
  reward_pick: pick('cheapest', 'cheapest', 'dearest'),
  set_pick: pick('cheapest', 'cheapest', 'dearest'),
  partial_rewards: fc.boolean(),
});

export const feeArb: fc.Arbitrary<Fee> = fc.record(
  {
    flat: pick(0, 50, 500),
    rate: pick(0, 10_000, 25_500),
    of: pick('sum', 'higher', 'lower'),
    minimum: pick(10, 40),
    maximum: pick(60, 300),
  },
  { requiredKeys: ['flat', 'rate', 'of'] },
);
export const tenderArb: fc.Arbitrary<Tender> = fc.record({
  loyalty: fc.oneof(
    { weight: 2, arbitrary: fc.constant(null) },
    {
      weight: 1,
      arbitrary: fc.record({
        points: pick(0, 3, 10, 400, 5000),
        redeem: pick(true, true, false),
        worth: pick(0, 1, 7, 25, 100, 150),
        perPoints: pick(1, 4, 10),
        cap: pick(1_000_000, 500_000, 333_333, 0),
        withCoupon: fc.boolean(),
      }),
    },
  ),
  storeCredit: fc.oneof(
    { weight: 2, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.record({ balance: pick(0, 1, 77, 1000, 5000), use: pick(true, true, false) }) },
  ),
  giftCards: fc
    .array(pick(0, 3, 350, 1000, 100_000), { maxLength: 3 })
    .map((balances) => balances.map((balance, at) => ({ id: `card-${at}`, balance }))),
});
export const cashRoundingArb: fc.Arbitrary<CashRounding> = fc.record({
  step: pick(1, 5, 10, 100, 333),
  mode: pick('nearest', 'up', 'down'),
  paymentModes: pick(['COD'], ['COD', 'UPI', 'CARD']),
});
export const emiArb: fc.Arbitrary<EmiPlan | null> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  {
    weight: 1,
    arbitrary: fc.record({
      id: fc.constant('plan'),
      type: pick('standard', 'no_cost', 'low_cost'),
      months: pick(1, 3, 6, 12, 0),
      interestBp: pick(0, 1000, 1500, 1499),
      absorbed: pick(0, 333_333, 500_000, 1_000_000),
      fee: feeArb,
      feeTax: pick(0, 180_000, 5000),
      from: pick(null, null, 1000),
      to: pick(null, null, 5000),
    }),
  },
);

const namedArticles = fc.uniqueArray(
  fc.record(
    { articleUid: pick('a', 'b', 'c', 'd'), value: minor, quantity: pick(1, 2, 3), minimumPrice: pick(1, 50, 900) },
    { requiredKeys: ['articleUid', 'value'] },
  ),
  { maxLength: 3, selector: ({ articleUid }) => articleUid },
);
export const adjustmentArb: fc.Arbitrary<Omit<PriceAdjustment, 'id'>> = fc
  .record({
    type: pick('charge', 'discount', 'discount', 'mop', 'selling_price', 'delivery_charge'),
    value: fc.oneof({ weight: 12, arbitrary: minor }, { weight: 1, arbitrary: pick(-1, 0.5) }),
    currency: fc.oneof({ weight: 8, arbitrary: fc.constant('home') }, { weight: 1, arbitrary: pick(...currencies) }),
    code: pick('x', 'handling', 'convenience fee'),
    message: fc.constant('X'),
    distribution: pick('apportion', 'apportion', 'weighted', 'equal'),
    articles: fc.oneof({ weight: 1, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: namedArticles }),
    articleLevel: pick(true, true, false),
    expiresAt: pick(null, null, null, null, 1, 2_000_000_000_000),
    inEligibility: fc.boolean(),
    taxRate: often(pick(0, 180_000, 250_000)),
    offerId: rarely(4, pick('p0', 'p1')),
  })
  .map((adjustment) => JSON.parse(JSON.stringify(adjustment)) as Omit<PriceAdjustment, 'id'>);
