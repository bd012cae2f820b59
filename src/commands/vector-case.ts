/** The language of pricing vectors, and one case's cart translated into our own definitions, articles and policy. */
import { blankInput } from '../pricing/blank-input.ts';
import { compileOffers } from '../pricing/compile-offers.ts';
import type { Definition } from '../pricing/offer-types.ts';
import { defaultPolicy, type PricingPolicy } from '../pricing/pricing-policy.ts';
import type { Article, PriceAdjustment, PriceInput } from '../pricing/pricing-types.ts';
import { taxWithin } from '../shared/money.ts';

export type VectorLine = {
  readonly id: string;
  readonly unit_price: number;
  readonly quantity: number;
  readonly tax_bp?: number;
  readonly tags?: readonly string[];
  readonly min_unit_price?: number;
  readonly on_sale?: boolean;
};
export type VectorCharge = {
  readonly id: string;
  readonly kind: string;
  readonly amount: number;
  readonly tax_bp: number;
  readonly includes_tax?: boolean;
};
export type VectorAction = { readonly type: string } & Readonly<Record<string, unknown>>;
export type VectorPromotion = {
  readonly id: string;
  readonly priority?: number;
  readonly exclusive?: boolean;
  readonly when?: Readonly<Record<string, unknown>>;
  readonly then: readonly VectorAction[];
};
export type VectorCart = {
  readonly lines: readonly VectorLine[];
  readonly charges?: readonly VectorCharge[];
  readonly promotions?: readonly VectorPromotion[];
  readonly prices_include_tax?: boolean;
  readonly policy?: Readonly<Record<string, string>>;
};

/** A currency without decimals, so that definitions can name minor units. */
const minor = { code: 'XXX', exponent: 0 };
const context = { currency: minor.code, exponents: { [minor.code]: 0 }, readTime: Number.NaN.valueOf.bind(Number.NaN) };
const giftItem = 1_000_000;

const articleOf = (line: VectorLine, itemId: number): Article => ({
  uid: line.id,
  itemId,
  size: 'OS',
  sku: null,
  storeId: 1,
  companyId: 1,
  brandId: 1,
  l1: [],
  l2: [],
  l3: [],
  departments: [],
  tags: [line.id, ...(line.tags ?? [])],
  prices: { [minor.code]: { marked: line.unit_price, selling: line.unit_price } },
  taxRate: (line.tax_bp ?? 0) * 100,
  state: null,
  stock: 1_000_000_000,
  ...(line.min_unit_price === undefined ? {} : { floor: line.min_unit_price }),
});

const percent = (basisPoints: unknown): number => Number(basisPoints) / 100;
const atLeast = (value: unknown): Definition => ({ greater_than_equals: value });
const tagsOf = (action: VectorAction): Definition => (action.tags === undefined ? {} : { product_tags: action.tags });

/** Units within a price band and, where asked, not yet on sale. */
const criteriaOf = (action: VectorAction, { lines }: VectorCart): Definition => ({
  ...tagsOf(action),
  ...(action.min_unit === undefined && action.max_unit === undefined
    ? {}
    : { price_range: { min: action.min_unit ?? -1, max: action.max_unit ?? -1 } }),
  ...(action.skip_discounted === true
    ? { item_exclude_id: lines.flatMap((line, at) => (line.on_sale === true ? [at + 1] : [])) }
    : {}),
});

type Rule = {
  readonly type: string;
  readonly offer: Definition;
  readonly criteria: Definition;
  readonly buy?: Definition;
};

/** A limit of units per line is one rule per line. */
const perLine = (rule: Rule, action: VectorAction, { lines }: VectorCart): readonly Rule[] =>
  action.max_units === undefined
    ? [rule]
    : lines.map((_, at) => ({
        ...rule,
        criteria: { ...rule.criteria, item_id: [at + 1] },
        offer: { ...rule.offer, max_offer_quantity: action.max_units },
      }));

const rewardOf = (action: VectorAction): Definition =>
  action.percent_bp === undefined
    ? { discount_amount: action.amount }
    : { discount_percentage: percent(action.percent_bp) };

type Tier = readonly [number, number];
const tiersOf = (
  action: VectorAction,
  metric: string,
  reward: (value: number) => Definition,
  type: string,
): readonly Rule[] => {
  const base = reward(Number(action.base_bp ?? action.base));
  const tiers = (action.tiers as readonly Tier[]).map(([from, value]): Rule => {
    const buy = { ...tagsOf(action), [metric]: atLeast(from) };
    return { type, offer: reward(value), criteria: tagsOf(action), buy };
  });
  return [{ type, offer: base, criteria: tagsOf(action), buy: { ...tagsOf(action), all_items: true } }, ...tiers];
};

const translate: Readonly<Record<string, (action: VectorAction, cart: VectorCart) => readonly Rule[]>> = {
  percent_items: (action, cart) =>
    perLine({ type: 'percentage', offer: rewardOf(action), criteria: criteriaOf(action, cart) }, action, cart),
  fixed_items: (action, cart) =>
    perLine({ type: 'item_based_discount', offer: rewardOf(action), criteria: criteriaOf(action, cart) }, action, cart),
  percent_cart: (action, cart) => [
    {
      type: 'percentage',
      offer: { ...rewardOf(action), max_discount_amount: action.cap },
      criteria: criteriaOf(action, cart),
    },
  ],
  fixed_cart: (action, cart) => [{ type: 'amount', offer: rewardOf(action), criteria: criteriaOf(action, cart) }],
  fixed_price_cart: (action, { lines }) => {
    const units = lines.reduce((sum, { quantity }) => sum + quantity, 0);
    return [{ type: 'fixed_price', offer: { discount_price: action.price, min_offer_quantity: units }, criteria: {} }];
  },
  bxgy: (action) => {
    const [buy, get] = [action.buy, action.get] as readonly { readonly tags: string[]; readonly quantity: number }[];
    const most = action.max_reward_units;
    const uses = most === undefined ? undefined : Math.floor(Number(most) / (get?.quantity ?? 1));
    return [
      {
        type: 'bogo',
        offer: { ...rewardOf(action), max_offer_quantity: get?.quantity, max_usage_per_transaction: uses },
        criteria: { product_tags: get?.tags },
        buy: { product_tags: buy?.tags, cart_quantity: atLeast(buy?.quantity) },
      },
    ];
  },
  tiered_percent: (action) => {
    const onAmount = action.metric === 'subtotal';
    const metric = onAmount ? 'cart_total' : 'cart_quantity';
    const type = onAmount ? 'bundle_amount_percentage' : 'bundle_price_percentage';
    return tiersOf(action, metric, (value) => ({ discount_percentage: percent(value) }), type);
  },
  tiered_fixed_line: (action) =>
    tiersOf(action, 'cart_total', (value) => ({ discount_amount: value }), 'bundle_price_amount'),
  flexi: (action, { lines }) =>
    lines.flatMap(({ quantity }, at) =>
      Array.from({ length: quantity }, (_, unit): Rule => {
        const amount = Number(unit === 0 ? action.first : action.additional);
        return {
          type: 'item_based_discount',
          offer: { discount_amount: amount, item_sequence_number: unit + 1 },
          criteria: { item_id: [at + 1] },
        };
      }).filter(({ offer }) => offer.discount_amount !== 0),
    ),
  group_of_n: (action) => [
    {
      type: 'bogo',
      offer: { ...rewardOf(action), max_offer_quantity: action.size },
      criteria: {},
      buy: { all_items: true, cart_quantity: atLeast(0) },
    },
  ],
  cheapest_unit: (action) => [
    { type: 'item_based_discount', offer: { ...rewardOf(action), max_offer_quantity: 1 }, criteria: tagsOf(action) },
  ],
  cheapest_n_units: (action) => [
    {
      type: 'item_based_discount',
      offer: { ...rewardOf(action), max_offer_quantity: action.max_units },
      criteria: tagsOf(action),
    },
  ],
  gift: (action) => [
    {
      type: 'free_gift_items',
      offer: { max_usage_per_transaction: 1000 },
      criteria: { item_id: [giftItem] },
      buy: { product_tags: action.for_each, cart_quantity: atLeast(1) },
    },
  ],
  percent_shipping: (action) => [{ type: 'shipping_price', offer: rewardOf(action), criteria: {} }],
};

/** The conditions of `when`, as named rules and the expression over them. */
const conditionsOf = (
  when: Readonly<Record<string, unknown>>,
  lines: readonly VectorLine[],
): readonly (readonly [Definition[], string])[] =>
  Object.entries(when).map(([name, value]) => {
    switch (name) {
      case 'min_subtotal':
        return [[{ all_items: true, cart_total: atLeast(value) }], 'and'];
      case 'subtotal_equals':
        return [[{ all_items: true, cart_total: { equals: value } }], 'and'];
      case 'min_total_quantity':
        return [[{ all_items: true, cart_quantity: atLeast(value) }], 'and'];
      case 'min_line_quantity':
        return [lines.map((_, at) => ({ item_id: [at + 1], cart_quantity: atLeast(value) })), 'or'];
      case 'has_tag':
        return [[{ product_tags: [value] }], 'and'];
      case 'tag_subtotal': {
        const [tag, least] = value as readonly [string, number];
        return [[{ product_tags: [tag], cart_total: atLeast(least) }], 'and'];
      }
      default:
        throw new Error(`no such condition: ${name}`);
    }
  });

const onCart = new Set(['percent_cart', 'fixed_cart', 'fixed_price_cart', 'percent_shipping']);

const definitionOf = (promotion: VectorPromotion, position: number, cart: VectorCart): Definition => {
  const named: Record<string, Definition> = {};
  const name = (rule: Definition): string => {
    const slug = `rule#${Object.keys(named).length + 1}`;
    named[slug] = rule;
    return slug;
  };
  const when = conditionsOf(promotion.when ?? {}, cart.lines).map(
    ([rules, word]) => `( ${rules.map(name).join(` ${word} `)} )`,
  );
  const rules = promotion.then.flatMap((action) => translate[action.type]?.(action, cart) ?? []);
  const discountRules = rules.map(({ type, offer, criteria, buy }) => ({
    discount_type: type,
    offer,
    item_criteria: criteria,
    buy_condition: [...when, ...(buy === undefined ? [] : [name(buy)])].join(' and '),
  }));
  // In the systems the cases come from, an exclusive offer is considered before the others.
  const order = promotion.priority ?? (cart.promotions?.length ?? 0) - position;
  return {
    _id: promotion.id,
    promotion_type: rules[0]?.type,
    promo_group: promotion.then.every(({ type }) => onCart.has(type)) ? 'cart' : 'product',
    apply_priority: promotion.exclusive === true ? 1_000_000 + order : order,
    apply_exclusive: promotion.exclusive === true ? 'cart' : null,
    stackable: true,
    buy_rules: named,
    discount_rules: discountRules,
  };
};

const policyOf = (cart: VectorCart, more: Partial<PricingPolicy>): PricingPolicy => {
  const given = cart.policy ?? {};
  const partial = cart.promotions?.some(({ then }) => then.some((action) => action.partial === true)) === true;
  return {
    ...defaultPolicy,
    prices_include_tax: cart.prices_include_tax === true,
    partial_rewards: partial,
    ...(given.tax_round === undefined ? {} : { tax_rounding: given.tax_round === 'unit' ? 'unit' : 'cart' }),
    ...(given.remainder === undefined ? {} : { remainder: given.remainder as PricingPolicy['remainder'] }),
    ...(given.allocation_weights === 'gross' ? { allocation_weights: 'gross' } : {}),
    ...(given.stacking === 'best_per_line' ? { stacking: 'best_per_line' } : {}),
    ...more,
  };
};

/** Surcharges are charge adjustments; one below zero takes off goods. */
const adjustmentOf = (charge: VectorCharge, inside: boolean): PriceAdjustment => {
  const size = Math.abs(charge.amount);
  const net = charge.includes_tax === true && !inside ? size - taxWithin(size, charge.tax_bp * 100, 'half_up') : size;
  return {
    id: charge.id,
    type: charge.amount < 0 ? 'discount' : 'charge',
    value: net,
    currency: minor.code,
    code: charge.id,
    message: charge.id,
    distribution: 'apportion',
    articles: [],
    articleLevel: false,
    expiresAt: null,
    inEligibility: true,
    taxRate: charge.tax_bp * 100,
  };
};

const giftOf = (cart: VectorCart): Article | null => {
  const action = cart.promotions?.flatMap(({ then }) => then).find(({ type }) => type === 'gift');
  if (action === undefined) return null;
  return articleOf({ id: String(action.gift_id), unit_price: Number(action.gift_price), quantity: 1 }, giftItem);
};

export const inputOf = (cart: VectorCart, more: Partial<PricingPolicy> = {}): PriceInput => {
  const articles = cart.lines.map((line, at) => articleOf(line, at + 1));
  const shipping = (cart.charges ?? []).filter(({ kind }) => kind === 'shipping');
  const gift = giftOf(cart);
  return {
    ...blankInput,
    currency: minor,
    home: minor,
    lines: cart.lines.map(({ id, quantity }) => ({ key: id, articleUid: id, quantity })),
    articles: new Map(articles.map((article) => [article.uid, article])),
    giftArticles: new Map(gift === null ? [] : [[giftItem, [gift]]]),
    offers: compileOffers(
      (cart.promotions ?? []).map((each, at) => definitionOf(each, at, cart)),
      context,
    ),
    policy: policyOf(cart, more),
    charges: {
      ...blankInput.charges,
      delivery: [{ threshold: -1, charge: shipping.reduce((sum, { amount }) => sum + amount, 0) }],
      taxRate: (shipping[0]?.tax_bp ?? 0) * 100,
    },
    adjustments: (cart.charges ?? [])
      .filter(({ kind }) => kind !== 'shipping')
      .map((charge) => adjustmentOf(charge, cart.prices_include_tax === true)),
  };
};
