/** What pricing a cart costs: offers that cannot match, more lines, a large cart with many offers. Ratios within one run. */
import { compare, type Way } from './measure.ts';
import type { Bench, BenchRow } from './report.ts';
import type { Definition } from '../src/pricing/compile/offer-types.ts';
import { explainCart } from '../src/pricing/explain/explain-cart.ts';
import { priceCart } from '../src/pricing/price-cart.ts';
import type { Article, PriceInput } from '../src/pricing/pricing-types.ts';
import { atOnce } from '../src/pricing/work.ts';
import { blankInput, compileOffers } from '../test/pricing/price-inputs.ts';

const context = { currency: 'INR', exponents: { INR: 2 }, readTime: Date.parse };

const articleOf = (at: number): Article => ({
  uid: `article-${at}`,
  itemId: at,
  size: 'M',
  sku: `sku-${at}`,
  storeId: 1,
  companyId: 1,
  // A hundred brands: in the small cart and in the large one about half of the lines meet an offer.
  brandId: at % 100,
  l1: [1],
  l2: [at % 7],
  l3: [at % 20],
  departments: [1],
  tags: [],
  prices: { INR: { marked: 99_900 + at * 100, selling: 79_900 + at * 37 } },
  taxRate: 120_000,
  state: 'MH',
  stock: 100,
});

/** An offer on a brand: every fifth a buy-and-get, every seventh a set, the others percentages with a threshold. */
const offerOf = (at: number, brand: number): Definition => {
  const kinds = [
    {
      type: 'percentage',
      offer: { discount_percentage: 5 + (at % 20) },
      rule: { cart_total: { greater_than_equals: 500 } },
    },
    { type: 'bogo', offer: { max_offer_quantity: 1 }, rule: { cart_quantity: { greater_than_equals: 2 } } },
    { type: 'fixed_price', offer: { discount_price: 1500, min_offer_quantity: 2 }, rule: {} },
  ] as const;
  const { type, offer, rule } = at % 5 === 1 ? kinds[1] : at % 7 === 2 ? kinds[2] : kinds[0];
  return {
    _id: `offer-${at}`,
    promotion_type: type,
    promo_group: 'product',
    apply_priority: at % 10,
    buy_rules: { 'rule#1': { item_brand: [brand], ...rule } },
    discount_rules: [
      { buy_condition: '( rule#1 )', discount_type: type, offer, item_criteria: { buy_rules: ['rule#1'] } },
    ],
  };
};

export const benchCart = (lines: number, definitions: readonly Definition[]): PriceInput => {
  const articles = Array.from({ length: lines }, (_, at) => articleOf(at));
  return {
    ...blankInput,
    lines: articles.map(({ uid }, at) => ({ key: `line-${at}`, articleUid: uid, quantity: 1 + (at % 3) })),
    articles: new Map(articles.map((article) => [article.uid, article])),
    offers: compileOffers(definitions, context),
    charges: { ...blankInput.charges, delivery: [{ threshold: -1, charge: 9900 }] },
    place: { state: 'MH', zones: [] },
  };
};
export const benchOffers = (count: number): readonly Definition[] =>
  Array.from({ length: count }, (_, at) => offerOf(at, at % 50));
const elsewhere = (count: number): readonly Definition[] =>
  Array.from({ length: count }, (_, at) => offerOf(10_000 + at, 1000 + at));

const carts = {
  none: benchCart(5, []),
  cannotMatch: benchCart(5, elsewhere(1000)),
  small: benchCart(5, benchOffers(3)),
  hundred: benchCart(100, benchOffers(3)),
  large: benchCart(500, [...benchOffers(50), ...elsewhere(950)]),
};

const way = (name: keyof typeof carts): Way => ({
  name,
  // Many at once, so that the clock and the promise do not count.
  once: async () => {
    for (let turn = 0; turn < (name === 'large' ? 1 : 20); turn += 1) priceCart(carts[name]);
  },
});
/** As `detail/explain` does it before it is put into words. */
const explained: Way = {
  name: 'explained',
  once: async () => {
    for (let turn = 0; turn < 20; turn += 1) atOnce(explainCart(carts.small, priceCart(carts.small)));
  },
};
const timesOf = (name: string): number => (name === 'large' ? 1 : 20);

export const pricingBench: Bench = {
  name: 'pricing',
  run: async (): Promise<readonly BenchRow[]> => {
    const names = Object.keys(carts) as readonly (keyof typeof carts)[];
    const figures = await compare([...names.map(way), explained], { concurrency: 1, slices: 9, sliceMs: 500 });
    const micros = (name: string): number => {
      const figure = figures.find((each) => each.name === name);
      return figure === undefined ? Number.NaN : figure.cpuMicros / timesOf(name);
    };
    const perSecond = (name: string): number => 1_000_000 / micros(name);
    const row = (name: string, about: string, more: Partial<BenchRow> = {}): BenchRow => ({
      bench: 'pricing',
      case: about,
      perSecond: perSecond(name),
      cpuMicros: micros(name),
      ...more,
    });
    return [
      row('none', '5 lines, no offers'),
      row('cannotMatch', '5 lines, 1,000 offers that cannot match', {
        ratio: micros('cannotMatch') / micros('none'),
        wanted: '<= 1.2',
        note: 'against no offers',
      }),
      row('small', '5 lines, 3 offers'),
      row('explained', '5 lines, 3 offers, priced and explained', {
        ratio: micros('explained') / micros('small'),
        note: 'against priced alone',
      }),
      row('hundred', '100 lines, 3 offers', {
        ratio: micros('hundred') / micros('small'),
        wanted: '<= 25',
        note: 'against 5 lines, 3 offers',
      }),
      row('large', '500 lines, 1,000 offers, 50 of them match', {
        ratio: micros('large') / micros('small'),
        wanted: '<= 60',
        note: 'against 5 lines, 3 offers',
      }),
    ];
  },
};
