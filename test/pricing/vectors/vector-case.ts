/** One case's cart, translated into our own definitions, articles and policy. */
import type { Definition } from '../../../src/pricing/compile/offer-types.ts';
import type { PricingPolicy } from '../../../src/pricing/pricing-policy.ts';
import type { Article, PriceAdjustment, PriceInput } from '../../../src/pricing/pricing-types.ts';
import { taxWithin } from '../../../src/shared/money.ts';
import { ownEntry } from '../../../src/shared/own-entry.ts';
import { blankInput, compileOffers, defaultPolicy } from '../price-inputs.ts';
import { atLeast, giftItem, translate } from './vector-actions.ts';
import {
  actionNames,
  cartNames,
  knownOnly,
  lineNames,
  UnreadVector,
  type VectorCart,
  type VectorCharge,
  type VectorLine,
  type VectorPromotion,
} from './vector-language.ts';

/** A currency without decimals, so that definitions can name minor units. */
const minor = { code: 'XXX', exponent: 0 };
const context = { currency: minor.code, exponents: { [minor.code]: 0 }, readTime: Number.NaN.valueOf.bind(Number.NaN) };

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
  taxRate: [line.tax_bp ?? 0].flat().reduce((sum, rate) => sum + rate, 0) * 100,
  state: null,
  stock: 1_000_000_000,
  ...(line.min_unit_price === undefined ? {} : { floor: line.min_unit_price }),
});

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
        throw new UnreadVector(`the condition ${name}`);
    }
  });

const onCart = new Set(['percent_cart', 'fixed_cart', 'fixed_price_cart', 'percent_shipping']);

const definitionOf = (promotion: VectorPromotion, position: number, cart: VectorCart): Definition => {
  const named = new Map<string, Definition>();
  const name = (rule: Definition): string => {
    const slug = `rule#${named.size + 1}`;
    named.set(slug, rule);
    return slug;
  };
  const when = conditionsOf(promotion.when ?? {}, cart.lines).map(
    ([rules, word]) => `( ${rules.map(name).join(` ${word} `)} )`,
  );
  const rules = promotion.then.flatMap((action) => {
    const read = ownEntry(translate, action.type);
    if (read === undefined) throw new UnreadVector(`the action ${action.type}`);
    // Rules of one offer work on the price at which it began; anything else is not what a case can ask for.
    if ((action.of ?? 'original') !== 'original') throw new UnreadVector(`a share of ${String(action.of)}`);
    return read(knownOnly(action, actionNames), cart);
  });
  const discountRules = rules.map(({ type, offer, criteria, buys = [] }) => ({
    discount_type: type,
    offer,
    item_criteria: criteria,
    buy_condition: [...when, ...buys.map(name)].join(' and '),
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
    buy_rules: Object.fromEntries(named),
    discount_rules: discountRules,
  };
};

/** Our words for the values of a policy; the engine has always worked in lots of units. */
const policyWords: Readonly<Record<string, Readonly<Record<string, Partial<PricingPolicy>>>>> = {
  tax_round: {
    unit: { tax_rounding: 'unit' },
    line: { tax_rounding: 'line' },
    total_running: { tax_rounding: 'cart' },
  },
  remainder: {
    largest: { remainder: 'largest' },
    first: { remainder: 'first' },
    last: { remainder: 'last' },
    round_then_first: { remainder: 'round_then_first' },
  },
  allocation_weights: { net: { allocation_weights: 'net' }, gross: { allocation_weights: 'gross' } },
  discount_round: { unit: { percent_scope: 'unit' }, line: { percent_scope: 'line' } },
  percent_scope: { unit: { percent_scope: 'unit' }, line: { percent_scope: 'line' } },
  stacking: {
    sequential: { stacking: 'sequential' },
    best_per_line: { stacking: 'best_per_line' },
    best_order: { stacking: 'best_order' },
    best_offer: { stacking: 'best_offer' },
  },
  units: { lots: {} },
};
const policyWord = ([name, value]: readonly [string, string]): Partial<PricingPolicy> => {
  const word = ownEntry(ownEntry(policyWords, name), value);
  if (word === undefined) throw new UnreadVector(`the policy ${name}: ${value}`);
  return word;
};

/** What the case says itself goes first; `under` is what is asked where it says nothing. */
const policyOf = (cart: VectorCart, more: Partial<PricingPolicy>, under: Partial<PricingPolicy>): PricingPolicy => {
  const given: Partial<PricingPolicy> = Object.assign({}, ...Object.entries(cart.policy ?? {}).map(policyWord));
  const partial = cart.promotions?.some(({ then }) => then.some((action) => action.partial === true)) === true;
  return {
    ...defaultPolicy,
    prices_include_tax: cart.prices_include_tax === true,
    partial_rewards: partial,
    ...under,
    ...given,
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

export const inputOf = (
  cart: VectorCart,
  more: Partial<PricingPolicy> = {},
  under: Partial<PricingPolicy> = {},
): PriceInput => {
  const { lines } = knownOnly(cart, cartNames);
  const articles = lines.map((line, at) => articleOf(knownOnly(line, lineNames), at + 1));
  const shipping = (cart.charges ?? []).filter(({ kind }) => kind === 'shipping');
  const gift = giftOf(cart);
  return {
    ...blankInput,
    currency: minor,
    home: minor,
    lines: lines.map(({ id, quantity }) => ({ key: id, articleUid: id, quantity })),
    articles: new Map(articles.map((article) => [article.uid, article])),
    giftArticles: new Map(gift === null ? [] : [[giftItem, [gift]]]),
    offers: compileOffers(
      (cart.promotions ?? []).map((each, at) => definitionOf(each, at, cart)),
      context,
    ),
    policy: policyOf(cart, more, under),
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
