/** What a stored promotion or coupon says, read from its wire shape. */
import type { Case, Definition } from './case.ts';
import { couponScope } from './criteria.ts';
import { inCurrency, minorUnits, rateBetween } from './currencies.ts';
import { entries, moment, number, object, percentage, units, word } from './definition.ts';
import { type Expression, readExpression } from './expression.ts';
import { type Ratio, zero } from './rational.ts';

type Group = 'contract' | 'ladder_price' | 'limited_timer' | 'product' | 'cart' | 'coupon';
export type Rule = { readonly slug: string; readonly criteria: Definition; readonly conditions: Definition };
/** What is given for a unit, a charge or a basket. */
export type Gain =
  | { readonly by: 'rate'; readonly rate: Ratio }
  | { readonly by: 'amount'; readonly amount: bigint }
  | { readonly by: 'price'; readonly price: bigint };
export type Discount = {
  readonly index: number;
  readonly type: string;
  readonly condition: Expression;
  readonly criteria: Definition;
  readonly gain: Gain | null;
  /** The price it gives, in minor units of its own currency. */
  readonly written: bigint;
  /** The sum as often as the goods cost so much. */
  readonly every: bigint | null;
  /** What units get by their place, dearest first. */
  readonly slices: readonly { readonly from: number; readonly gain: Gain | null; readonly written: bigint }[] | null;
  readonly cap: bigint | null;
  readonly most: number | null;
  readonly fewest: number | null;
  readonly uses: number | null;
  readonly sequence: number | null;
  readonly eachUnit: boolean;
  readonly code: string;
  /** How often goods count for points. */
  readonly factor: number;
  readonly gifts: readonly number[];
  /** Units to buy and to get, where the definition says so itself (coupons). */
  readonly buyGet: { readonly buy: number; readonly get: number } | null;
  readonly setSize: number | null;
  /** Where a tier of a coupon begins: its key, then its minimum. */
  readonly tierKey: readonly [number, number] | null;
};
export type Offer = {
  readonly id: string;
  readonly isCoupon: boolean;
  readonly type: string;
  readonly group: Group;
  readonly priority: number;
  readonly createdAt: number;
  readonly stackable: boolean;
  readonly exclusive: 'cart' | 'article' | null;
  readonly applyAll: boolean;
  readonly onMarked: boolean;
  readonly binding: boolean;
  readonly definition: Definition;
  /** A written amount in the cart's currency. */
  readonly amount: (value: number) => bigint;
  readonly currency: string;
  readonly rules: readonly Rule[];
  readonly discounts: readonly Discount[];
};

const exclusiveOf = (value: unknown): Offer['exclusive'] => (value === 'cart' || value === 'article' ? value : null);

/** Zero beside a positive other field is "not given"; a price of zero alone is free. */
const gainOf = (offer: Definition, amount: (value: number) => bigint): Gain | null => {
  const rate = percentage(offer['discount_percentage']);
  const [off, price] = [number(offer['discount_amount']), number(offer['discount_price'])];
  if (rate !== null) return { by: 'rate', rate };
  if (off !== null && off > 0) return { by: 'amount', amount: amount(off) };
  return price === null || price < 0 ? null : { by: 'price', price: amount(price) };
};

/** Zero or less as a limit means none. */
const limitOf = (value: unknown, amount: (value: number) => bigint): bigint | null => {
  const given = number(value);
  return given === null || given <= 0 ? null : amount(given);
};

const discountOf = (offer: Offer, given: Definition, index: number): Discount => {
  const terms = object(given['offer']);
  const declared = word(given['discount_type']) ?? offer.type;
  const type = ['contract_price', 'ladder_price'].includes(offer.type) ? offer.type : declared;
  const criteria = object(given['item_criteria']);
  return {
    index,
    type,
    condition: readExpression(
      word(given['buy_condition']) ?? '',
      offer.rules.map(({ slug }) => slug),
    ),
    criteria: type.startsWith('free_') ? {} : criteria,
    gain: gainOf(terms, offer.amount),
    written: minorUnits(number(terms['discount_price']) ?? 0, offer.currency),
    every: limitOf(terms['for_every'], offer.amount),
    slices:
      terms['slices'] === undefined
        ? null
        : entries(terms['slices'])
            .map(object)
            .map((slice) => ({
              from: number(slice['from']) ?? 1,
              gain: gainOf(slice, offer.amount),
              written: minorUnits(number(slice['discount_price']) ?? 0, offer.currency),
            })),
    cap: limitOf(terms['max_discount_amount'], offer.amount),
    most: units(terms['max_offer_quantity']),
    fewest: units(terms['min_offer_quantity']),
    uses: units(terms['max_usage_per_transaction']),
    sequence: units(terms['item_sequence_number']),
    eachUnit: terms['apportion_discount'] === false,
    code: word(terms['code']) ?? word(offer.definition['code']) ?? '',
    factor: number(terms['points_factor']) ?? 1,
    gifts: entries(criteria['item_id']).map(Number),
    buyGet: null,
    setSize: null,
    tierKey: null,
  };
};

type TierTerms = {
  readonly type: string;
  readonly valueType: string;
  readonly value: number;
  /** Buys and gets: bogo, and bundles of a percentage that name the units it is for. */
  readonly buysAndGets: boolean;
  readonly isSet: boolean;
};
const tierGain = ({ type, valueType, value, isSet }: TierTerms, amount: (value: number) => bigint): Gain | null => {
  const rate: Gain = { by: 'rate', rate: percentage(value) ?? zero };
  if (type === 'bogo') return valueType === 'percentage' ? rate : null;
  if (type === 'percentage' || valueType === 'percentage') return rate;
  return isSet ? { by: 'price', price: amount(value) } : { by: 'amount', amount: amount(value) };
};
const tierType = (terms: TierTerms, gain: Gain | null, creditedLater: boolean): string => {
  if (terms.buysAndGets) return 'bogo';
  if (terms.isSet) return 'fixed_price';
  if (creditedLater) return 'cashback';
  return gain?.by === 'rate' ? 'percentage' : 'amount';
};
const termsOf = (about: Definition, given: Definition): TierTerms => {
  const [type, valueType] = [word(about['type']) ?? '', word(about['value_type']) ?? ''];
  const named = units(given['discount_qty']) !== null;
  return {
    type,
    valueType,
    value: number(given['value']) ?? 0,
    buysAndGets: type === 'bogo' || (type === 'bundle' && valueType === 'percentage' && named),
    isSet: type === 'bundle' && valueType === 'flat_price',
  };
};
/** A tier of a coupon in its own shape: key, value, min, max, discount_qty. */
const tierOf = (offer: Offer, given: Definition, index: number): Discount => {
  const about = object(offer.definition['rule_definition']);
  const terms = termsOf(about, given);
  const [key, get] = [number(given['key']), units(given['discount_qty']) ?? 1];
  const gain = tierGain(terms, offer.amount);
  const whole = Math.max(1, Math.ceil(key ?? 1));
  const once = terms.buysAndGets || terms.isSet;
  const buy = terms.type === 'bogo' ? whole : Math.max(0, whole - get);
  return {
    ...nothingSaid,
    index,
    type: tierType(terms, gain, object(offer.definition['action'])['txn_mode'] === 'cashback'),
    condition: { is: 'rule', slug: `rule#${index + 1}` },
    criteria: couponScope(offer.definition),
    gain,
    written: terms.isSet ? minorUnits(terms.value, offer.currency) : 0n,
    cap: limitOf(given['max'], offer.amount),
    most: about['is_exact'] === true && !once ? units(key) : null,
    uses: once ? 1 : null,
    buyGet: terms.buysAndGets ? { buy, get } : null,
    setSize: terms.isSet ? whole : null,
    tierKey: [key ?? 0, number(given['min']) ?? 0],
  };
};
/** What a tier has no words for. */
const nothingSaid = {
  every: null,
  slices: null,
  fewest: null,
  sequence: null,
  eachUnit: false,
  code: '',
  factor: 1,
  gifts: [],
};
const tierRule = (offer: Offer, given: Definition, index: number): Rule => {
  const onAmount = object(offer.definition['rule_definition'])['applicable_on'] === 'amount';
  const [key, minimum] = [number(given['key']) ?? 0, number(given['min']) ?? 0];
  const total = Math.max(onAmount ? key : 0, minimum);
  return {
    slug: `rule#${index + 1}`,
    criteria: couponScope(offer.definition),
    conditions: {
      ...(onAmount || key <= 0 ? {} : { cart_quantity: { greater_than_equals: key } }),
      ...(total <= 0 ? {} : { cart_total: { greater_than_equals: total } }),
    },
  };
};

const ruleOf = ([slug, value]: readonly [string, unknown]): Rule => {
  const given = object(value);
  const inner = object(given['item_criteria']);
  const conditions = object(given['cart_conditions']);
  return { slug, criteria: { ...given, ...inner }, conditions: { ...given, ...conditions } };
};

const groupOf = (definition: Definition, type: string, isCoupon: boolean): Group => {
  if (isCoupon) return 'coupon';
  if (type === 'contract_price') return 'contract';
  if (type === 'ladder_price') return 'ladder_price';
  const named = word(definition['promo_group']) ?? word(definition['promotion_group']);
  const known = ['contract', 'ladder_price', 'limited_timer', 'product', 'cart'] as const;
  return known.find((group) => group === named) ?? 'product';
};

/** A price for a unit or a set that was something and became nothing in the cart's currency. */
const vanished = ({ slices, type, ...own }: Discount): boolean =>
  [own, ...(slices ?? [])].some((each) => isTooSmall(each, type));
const isTooSmall = ({ gain, written }: Pick<Discount, 'gain' | 'written'>, type: string): boolean =>
  gain?.by === 'price' && gain.price === 0n && written > 0n && !['shipping_price', 'cashback'].includes(type);

/** Everything but its rules. */
const headOf = (
  definition: Definition,
  ownShape: boolean,
  currency: string,
  amount: (value: number) => bigint,
): Offer => {
  const about = object(definition['rule_definition']);
  const isCoupon = ownShape || definition['mode'] === 'coupon';
  const type = word(ownShape ? about['type'] : definition['promotion_type']) ?? '';
  const rules = Object.entries(object(definition['buy_rules']));
  const calculateOn = ownShape ? about['calculate_on'] : definition['calculate_on'];
  const priority = ownShape ? object(definition['validity'])['priority'] : definition['apply_priority'];
  return {
    id: String(definition['_id']),
    isCoupon,
    type,
    group: groupOf(definition, type, isCoupon),
    priority: number(priority) ?? 0,
    createdAt: moment(object(definition['date_meta'])['created_on']) ?? 0,
    stackable: definition['stackable'] !== false,
    exclusive: exclusiveOf(definition['apply_exclusive']),
    applyAll: definition['apply_all_discount'] === true,
    onMarked: calculateOn === 'mrp' || rules.some(([, rule]) => object(rule)['mrp_promo'] === true),
    binding: definition['binding'] === true,
    definition,
    amount,
    currency,
    rules: rules.map(ruleOf),
    discounts: [],
  };
};

/** Null: its amounts cannot be brought into the cart's currency. */
export const readOffer = (definition: Definition, given: Case): Offer | null => {
  const ownShape = definition['rule'] !== undefined;
  const about = object(definition['rule_definition']);
  const currency = word(ownShape ? about['currency_code'] : definition['currency']) ?? given.home;
  const rate = rateBetween(given, currency, given.currency);
  if (rate === null) return null;
  const head = headOf(definition, ownShape, currency, (value) => inCurrency(minorUnits(value, currency), rate));
  const tiers = entries(definition['rule']).map(object);
  const offer = ownShape ? { ...head, rules: tiers.map((tier, at) => tierRule(head, tier, at)) } : head;
  const discounts = ownShape
    ? tiers.map((tier, at) => tierOf(offer, tier, at))
    : entries(definition['discount_rules']).map((entry, at) => discountOf(offer, object(entry), at));
  return discounts.some(vanished) ? null : { ...offer, discounts };
};
