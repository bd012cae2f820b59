/** For each kind of promotion the sentence that says it, and what a new one begins with. Pure. */
import type { Json, Path } from './body.ts';
import {
  counting,
  type Benefit,
  type BenefitSlot,
  type ChoiceSlot,
  type ConditionsSlot,
  type GoodsSlot,
  number,
  type NumberSlot,
  optional,
  say,
  type Sentence,
  type StepsSlot,
  type TextSlot,
  type TiersSlot,
} from './sentence-parts.ts';

const rule: Path = ['buy_rules', 'rule#1'];
const discount: Path = ['discount_rules', 0];
const offer: Path = [...discount, 'offer'];
const leastUnits: Path = [...rule, 'cart_quantity', 'greater_than_equals'];

const goods: GoodsSlot = { slot: 'goods', name: 'Products', path: rule, vocabulary: 'promotion' };
const given = (name: string): GoodsSlot => ({
  slot: 'goods',
  name,
  path: [...discount, 'item_criteria'],
  vocabulary: 'gift',
});
const conditions: ConditionsSlot = { slot: 'conditions', name: 'Condition', path: rule };
const percent = number('percent', 'Per cent', [...offer, 'discount_percentage']);
const money = number('amount', 'Amount', [...offer, 'discount_amount']);
const price = number('amount', 'Price', [...offer, 'discount_price']);
const cap = optional(number('amount', 'Discount at most', [...offer, 'max_discount_amount']), 'but at most');
const unitCap = optional(
  counting(number('units', 'Units at most', [...offer, 'max_offer_quantity']), 'unit'),
  'for at most',
);
const times = optional(
  counting(number('units', 'Times in one order', [...offer, 'max_usage_per_transaction']), 'time'),
  'at most',
);
const benefit = (...kinds: readonly Benefit[]): BenefitSlot => ({
  slot: 'benefit',
  name: 'What it gives',
  path: offer,
  kinds,
});

const units = (name: string, ...paths: readonly Path[]): NumberSlot => number('units', name, ...paths);
const unitsGiven = units('Units given', [...offer, 'max_offer_quantity']);

const promotionOf = (group: string, type: string, giving: Json, more: Json = {}): Json => ({
  mode: 'promotion',
  promo_group: group,
  promotion_type: type,
  display_meta: {},
  buy_rules: { 'rule#1': { all_items: true } },
  discount_rules: [
    {
      buy_condition: '( rule#1 )',
      discount_type: type,
      item_criteria: { buy_rules: ['rule#1'] },
      offer: giving,
    },
  ],
  stackable: true,
  visiblility: { pdp: true, coupon_list: false },
  ...more,
});
const withLeast = (metric: string, least: number): Json => ({
  buy_rules: { 'rule#1': { all_items: true, [metric]: { greater_than_equals: least } } },
});
/** The rule of a discount on goods that the buyer picks among those named here. */
const onPicked = (type: string, giving: Json): Json => ({
  discount_rules: [{ buy_condition: '( rule#1 )', discount_type: type, item_criteria: { item_id: [] }, offer: giving }],
});
type Steps = Omit<TiersSlot, 'slot' | 'name'> & {
  readonly group: string;
  readonly lead: string;
  readonly first: readonly (readonly [least: number, value: number])[];
};
const steps = (type: string, { group, lead, first, metric, benefit: by }: Steps): Sentence => ({
  parts: [lead, goods, 'the more off:', { slot: 'tiers', name: 'Steps', metric, benefit: by }],
  fresh: promotionOf(
    group,
    type,
    {},
    {
      buy_rules: Object.fromEntries(
        first.map(([least], at) => [`rule#${at + 1}`, { all_items: true, [metric]: { greater_than_equals: least } }]),
      ),
      discount_rules: first.map(([, value], at) => ({
        buy_condition: `( rule#${at + 1} )`,
        discount_type: type,
        item_criteria: { buy_rules: [`rule#${at + 1}`] },
        offer: { [by]: value },
      })),
    },
  ),
});
const gift = (type: string): Sentence => {
  const giving = { max_offer_quantity: 1 };
  return {
    parts: say`Give ${unitsGiven} of ${given('Gifts')} with ${goods} ${conditions}`,
    fresh: {
      ...promotionOf('cart', type, giving, withLeast('cart_total', 1000)),
      ...onPicked(type, giving),
    },
  };
};
const every: readonly Benefit[] = ['discount_percentage', 'discount_amount', 'discount_price'];

const offWhat: ChoiceSlot = {
  slot: 'choice',
  name: 'Off what',
  path: [...offer, 'apportion_discount'],
  choices: [
    [true, 'all together'],
    [false, 'each unit'],
  ],
};
const forEvery = optional(number('amount', 'For every', [...offer, 'for_every']), 'for every', 'they cost');
const setOf = units('Units', [...offer, 'min_offer_quantity'], leastUnits);
const toBuy = units('Units to buy', leastUnits);
const which = units('Which unit', [...offer, 'item_sequence_number']);
const orOnly = optional(percent, 'or only', 'off');
const code: TextSlot = { slot: 'text', name: 'Rule', path: [...offer, 'code'] };
const deals: GoodsSlot = { ...given('Deals'), vocabulary: 'promotion' };
const bands: StepsSlot = {
  slot: 'steps',
  name: 'Bands',
  path: ['discount_rules'],
  row: (at) => {
    const band: Path = ['discount_rules', at, 'offer'];
    const from = counting(units('From units', [...band, 'min_offer_quantity']), 'unit');
    const to = optional(counting(units('To units', [...band, 'max_offer_quantity']), 'unit'), 'up to');
    return say`from ${from} on ${{ ...benefit(...every), path: band }} ${to}`;
  },
  fresh: {
    buy_condition: '( rule#1 )',
    discount_type: 'ladder_price',
    item_criteria: { buy_rules: ['rule#1'] },
    offer: { discount_percentage: 10, min_offer_quantity: 10 },
  },
};

/** Instead of the one unit: each by its place, the dearest first. */
const slices: StepsSlot = {
  slot: 'steps',
  name: 'By place',
  path: [...offer, 'slices'],
  optional: 'instead of that, each unit by its place, the dearest first:',
  row: (at) => {
    const slice: Path = [...offer, 'slices', at];
    return say`from unit ${units('From unit', [...slice, 'from'])} on ${{ ...benefit(...every), path: slice }}`;
  },
  fresh: { from: 2, discount_percentage: 10 },
};

export const promotionSentences: Readonly<Record<string, Sentence>> = {
  percentage: {
    parts: say`Give ${percent} off ${goods} ${conditions} ${cap} ${unitCap}`,
    fresh: promotionOf('product', 'percentage', { discount_percentage: 10 }),
  },
  amount: {
    parts: say`Give ${money} off ${offWhat} of ${goods} ${forEvery} ${conditions} ${unitCap}`,
    fresh: promotionOf('product', 'amount', { discount_amount: 100, apportion_discount: true }),
  },
  fixed_price: {
    parts: say`Sell any ${setOf} of ${goods} for ${price} ${times}`,
    fresh: promotionOf(
      'product',
      'fixed_price',
      { discount_price: 999, min_offer_quantity: 3 },
      withLeast('cart_quantity', 3),
    ),
  },
  bogo: {
    parts: say`Who buys ${toBuy} of ${goods} gets ${unitsGiven} more free, ${orOnly} ${times}`,
    fresh: promotionOf('product', 'bogo', { max_offer_quantity: 1 }, withLeast('cart_quantity', 2)),
  },
  contract_price: {
    parts: say`Sell ${goods} ${benefit(...every)} to customers of the groups named below`,
    fresh: promotionOf('contract', 'contract_price', { discount_percentage: 10 }, { calculate_on: 'esp' }),
  },
  shipping_price: {
    parts: say`Deliver ${goods} ${benefit(...every)} ${conditions}`,
    fresh: promotionOf('cart', 'shipping_price', { discount_percentage: 100 }, withLeast('cart_total', 999)),
  },
  ladder_price: {
    parts: say`Sell ${goods} cheaper by quantity: ${bands}`,
    fresh: promotionOf(
      'ladder_price',
      'ladder_price',
      { discount_percentage: 5, min_offer_quantity: 3 },
      { calculate_on: 'esp' },
    ),
  },
  bundle_price_percentage: steps('bundle_price_percentage', {
    group: 'product',
    lead: 'The more of',
    metric: 'cart_quantity',
    benefit: 'discount_percentage',
    first: [
      [2, 10],
      [3, 15],
    ],
  }),
  bundle_price_amount: steps('bundle_price_amount', {
    group: 'product',
    lead: 'The more of',
    metric: 'cart_quantity',
    benefit: 'discount_amount',
    first: [
      [2, 200],
      [3, 450],
    ],
  }),
  bundle_amount_percentage: steps('bundle_amount_percentage', {
    group: 'cart',
    lead: 'The more is spent on',
    metric: 'cart_total',
    benefit: 'discount_percentage',
    first: [
      [5000, 5],
      [10_000, 10],
    ],
  }),
  custom: {
    parts: say`Let the rule ${code} of your program price ${goods}`,
    fresh: promotionOf('product', 'custom', { code: 'my-rule' }),
  },
  free_gift_items: gift('free_gift_items'),
  free_non_sellable_items: gift('free_non_sellable_items'),
  external_price_adjustment_discount: {
    parts: say`Carry the discounts that another program grants on ${goods}`,
    fresh: promotionOf('cart', 'external_price_adjustment_discount', {}),
  },
  item_based_discount: {
    parts: say`Give ${percent} off every unit number ${which} of ${goods} ${times} ${slices}`,
    fresh: promotionOf('product', 'item_based_discount', { discount_percentage: 40, item_sequence_number: 2 }),
  },
  cashback: {
    parts: say`Credit ${benefit('discount_percentage', 'discount_amount')} of ${goods} ${conditions} ${cap}`,
    fresh: promotionOf('cart', 'cashback', { discount_percentage: 5 }),
  },
  points_multiplier: {
    parts: say`Give ${number('units', 'Times the points', [...offer, 'points_factor'])} times the points on ${goods} ${conditions}`,
    fresh: promotionOf('product', 'points_multiplier', { points_factor: 2 }),
  },
  steal_deal: {
    parts: say`Sell ${deals} for ${price} ${unitCap} with ${goods} ${conditions}`,
    fresh: {
      ...promotionOf('product', 'steal_deal', {}, withLeast('cart_total', 2999)),
      ...onPicked('steal_deal', { discount_price: 299, max_offer_quantity: 1 }),
    },
  },
};
