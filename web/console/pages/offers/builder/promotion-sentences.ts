/** For each kind of promotion the sentence that says it, and what a new one begins with. Pure. */
import type { Json, Path } from './body.ts';
import {
  type Benefit,
  type BenefitSlot,
  type ConditionsSlot,
  type GoodsSlot,
  number,
  optional,
  type Sentence,
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
const cap = optional(number('amount', 'Discount at most', [...offer, 'max_discount_amount']), 'at most');
const unitCap = optional(number('units', 'Units at most', [...offer, 'max_offer_quantity']), 'for at most', 'units');
const times = optional(
  number('units', 'Times in one order', [...offer, 'max_usage_per_transaction']),
  'at most',
  'times',
);
const benefit = (...kinds: readonly Benefit[]): BenefitSlot => ({
  slot: 'benefit',
  name: 'What it gives',
  path: offer,
  kinds,
});

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
const tiersOf = (type: string, metric: string, benefitName: string, steps: readonly (readonly [number, number])[]) => ({
  buy_rules: Object.fromEntries(
    steps.map(([least], at) => [`rule#${at + 1}`, { all_items: true, [metric]: { greater_than_equals: least } }]),
  ),
  discount_rules: steps.map(([, value], at) => ({
    buy_condition: `( rule#${at + 1} )`,
    discount_type: type,
    item_criteria: { buy_rules: [`rule#${at + 1}`] },
    offer: { [benefitName]: value },
  })),
});
const gift = (type: string): Sentence => ({
  parts: [
    'Give',
    number('units', 'Units given', [...offer, 'max_offer_quantity']),
    'of',
    given('Gifts'),
    'with',
    goods,
    conditions,
  ],
  fresh: {
    ...promotionOf('cart', type, { max_offer_quantity: 1 }, withLeast('cart_total', 1000)),
    discount_rules: [
      {
        buy_condition: '( rule#1 )',
        discount_type: type,
        item_criteria: { item_id: [] },
        offer: { max_offer_quantity: 1 },
      },
    ],
  },
});
const every: readonly Benefit[] = ['discount_percentage', 'discount_amount', 'discount_price'];

export const promotionSentences: Readonly<Record<string, Sentence>> = {
  percentage: {
    parts: ['Give', percent, 'off', goods, conditions, cap, unitCap],
    fresh: promotionOf('product', 'percentage', { discount_percentage: 10 }),
  },
  amount: {
    parts: [
      'Give',
      money,
      'off',
      {
        slot: 'choice',
        name: 'Off what',
        path: [...offer, 'apportion_discount'],
        choices: [
          [true, 'all together'],
          [false, 'each unit'],
        ],
      },
      'of',
      goods,
      optional(number('amount', 'For every', [...offer, 'for_every']), 'for every', 'they cost'),
      conditions,
      unitCap,
    ],
    fresh: promotionOf('product', 'amount', { discount_amount: 100, apportion_discount: true }),
  },
  fixed_price: {
    parts: [
      'Sell any',
      number('units', 'Units', [...offer, 'min_offer_quantity'], leastUnits),
      'of',
      goods,
      'for',
      price,
      times,
    ],
    fresh: promotionOf(
      'product',
      'fixed_price',
      { discount_price: 999, min_offer_quantity: 3 },
      withLeast('cart_quantity', 3),
    ),
  },
  bogo: {
    parts: [
      'Who buys',
      number('units', 'Units to buy', leastUnits),
      'of',
      goods,
      'gets',
      number('units', 'Units given', [...offer, 'max_offer_quantity']),
      'more free,',
      optional(percent, 'or only', 'off'),
      times,
    ],
    fresh: promotionOf('product', 'bogo', { max_offer_quantity: 1 }, withLeast('cart_quantity', 2)),
  },
  contract_price: {
    parts: ['Sell', goods, benefit(...every), 'to customers of the groups named below'],
    fresh: promotionOf('contract', 'contract_price', { discount_percentage: 10 }, { calculate_on: 'esp' }),
  },
  shipping_price: {
    parts: ['Deliver', goods, benefit(...every), conditions],
    fresh: promotionOf('cart', 'shipping_price', { discount_percentage: 100 }, withLeast('cart_total', 999)),
  },
  ladder_price: {
    parts: [
      'Sell',
      goods,
      'cheaper by quantity:',
      {
        slot: 'steps',
        name: 'Bands',
        path: ['discount_rules'],
        row: (at) => [
          'from',
          number('units', 'From units', ['discount_rules', at, 'offer', 'min_offer_quantity']),
          'units on',
          { slot: 'benefit', name: 'What it gives', path: ['discount_rules', at, 'offer'], kinds: every },
          optional(
            number('units', 'To units', ['discount_rules', at, 'offer', 'max_offer_quantity']),
            'up to',
            'units',
          ),
        ],
        fresh: {
          buy_condition: '( rule#1 )',
          discount_type: 'ladder_price',
          item_criteria: { buy_rules: ['rule#1'] },
          offer: { discount_percentage: 10, min_offer_quantity: 10 },
        },
      },
    ],
    fresh: promotionOf(
      'ladder_price',
      'ladder_price',
      { discount_percentage: 5, min_offer_quantity: 3 },
      { calculate_on: 'esp' },
    ),
  },
  bundle_price_percentage: {
    parts: [
      'The more of',
      goods,
      'the more off:',
      { slot: 'tiers', name: 'Steps', metric: 'cart_quantity', benefit: 'discount_percentage' },
    ],
    fresh: promotionOf(
      'product',
      'bundle_price_percentage',
      {},
      tiersOf('bundle_price_percentage', 'cart_quantity', 'discount_percentage', [
        [2, 10],
        [3, 15],
      ]),
    ),
  },
  bundle_price_amount: {
    parts: [
      'The more of',
      goods,
      'the more off:',
      { slot: 'tiers', name: 'Steps', metric: 'cart_quantity', benefit: 'discount_amount' },
    ],
    fresh: promotionOf(
      'product',
      'bundle_price_amount',
      {},
      tiersOf('bundle_price_amount', 'cart_quantity', 'discount_amount', [
        [2, 200],
        [3, 450],
      ]),
    ),
  },
  bundle_amount_percentage: {
    parts: [
      'The more is spent on',
      goods,
      'the more off:',
      { slot: 'tiers', name: 'Steps', metric: 'cart_total', benefit: 'discount_percentage' },
    ],
    fresh: promotionOf(
      'cart',
      'bundle_amount_percentage',
      {},
      tiersOf('bundle_amount_percentage', 'cart_total', 'discount_percentage', [
        [5000, 5],
        [10_000, 10],
      ]),
    ),
  },
  custom: {
    parts: ['Let the rule', { slot: 'text', name: 'Rule', path: [...offer, 'code'] }, 'of your program price', goods],
    fresh: promotionOf('product', 'custom', { code: 'my-rule' }),
  },
  free_gift_items: gift('free_gift_items'),
  free_non_sellable_items: gift('free_non_sellable_items'),
  external_price_adjustment_discount: {
    parts: ['Carry the discounts that another program grants on', goods],
    fresh: promotionOf('cart', 'external_price_adjustment_discount', {}),
  },
  item_based_discount: {
    parts: [
      'Give',
      percent,
      'off every unit number',
      number('units', 'Which unit', [...offer, 'item_sequence_number']),
      'of',
      goods,
      times,
    ],
    fresh: promotionOf('product', 'item_based_discount', { discount_percentage: 40, item_sequence_number: 2 }),
  },
  cashback: {
    parts: ['Credit', benefit('discount_percentage', 'discount_amount'), 'of', goods, conditions, cap],
    fresh: promotionOf('cart', 'cashback', { discount_percentage: 5 }),
  },
  steal_deal: {
    parts: [
      'Sell',
      { slot: 'goods', name: 'Deals', path: [...discount, 'item_criteria'], vocabulary: 'promotion' },
      'for',
      price,
      unitCap,
      'with',
      goods,
      conditions,
    ],
    fresh: {
      ...promotionOf('product', 'steal_deal', {}, withLeast('cart_total', 2999)),
      discount_rules: [
        {
          buy_condition: '( rule#1 )',
          discount_type: 'steal_deal',
          item_criteria: { item_id: [] },
          offer: { discount_price: 299, max_offer_quantity: 1 },
        },
      ],
    },
  },
};
