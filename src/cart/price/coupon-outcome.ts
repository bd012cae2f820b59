/** What became of the coupon on a cart, in the words and codes of the interface. Pure. */
import { inCurrency } from '../../pricing/money/in-currency.ts';
import type { CompiledOffer, Definition } from '../../pricing/compile/offer-types.ts';
import type { CouponAnswer, PricedCart } from '../../pricing/priced-types.ts';
import type { WhyNot, WhyNotReason } from '../../pricing/why-not-types.ts';
import type { PriceInput } from '../../pricing/pricing-types.ts';
import { list, number, record } from '../../pricing/compile/read-definition.ts';
import { ownEntry } from '../../shared/own-entry.ts';
import { currencyOf } from '../../shared/currency.ts';
import { type Minor, toDecimal, toMinor } from '../../shared/money.ts';

type CouponTier = { readonly value: number; readonly most: number; readonly least: number };
export type CouponOutcome = {
  /** As typed; empty without one. */
  readonly code: string;
  /** Null when there is none of that code. */
  readonly offer: CompiledOffer | null;
  readonly applied: boolean;
  /** It acts, or waits for what the shopper can still do. */
  readonly valid: boolean;
  readonly discount: Minor;
  /** What it credits instead of taking it off. */
  readonly cashback: Minor;
  /** Amounts in the currency of the answer. */
  readonly tier: CouponTier;
  readonly message: string;
  readonly errorCode: string | null;
  /** The offer that closed the door to it. */
  readonly closedBy: string | null;
};

const noTier: CouponTier = { value: 0, most: 0, least: 0 };
export const noCoupon: CouponOutcome = {
  code: '',
  offer: null,
  applied: false,
  valid: false,
  discount: 0,
  cashback: 0,
  tier: noTier,
  message: '',
  errorCode: null,
  closedBy: null,
};

type Money = (amount: Minor) => string;

const sentences: Readonly<Partial<Record<WhyNotReason, readonly [code: string, message: string]>>> = {
  not_started: ['coupon_not_started', 'This coupon is not valid yet'],
  ended: ['coupon_expired', 'Sorry! Coupon Expired'],
  platform: ['coupon_scope', 'Sorry! Invalid platform coupon'],
  login: ['coupon_login', 'Please login to use this coupon.'],
  user: ['coupon_user', 'Coupon not applicable for the user'],
  user_group: ['coupon_user', 'Coupon not applicable for the user'],
  registration: ['coupon_user', 'Coupon applicable for new users only'],
  ordering_store: ['coupon_scope', 'Ordering store is not valid for the applied coupon'],
  place: ['coupon_scope', 'This coupon is for delivery to certain places'],
  payment: ['coupon_payment', 'Payment mode is not valid for applied coupon'],
  shipping_method: ['coupon_shipping', 'Choose another way of delivery to use this coupon'],
  used_up: ['coupon_used_up', 'Coupon usage limit has been reached'],
  budget: ['coupon_used_up', 'The budget of this coupon is spent'],
  no_item: ['coupon_scope', 'Sorry! Coupon not applicable for these items.'],
  closed: ['coupon_scope', 'Coupon code not applicable, items are already at the best price'],
  exclusive: ['coupon_scope', 'Coupon code not applicable, items are already at the best price'],
  excluded: ['coupon_scope', 'Coupon code not applicable together with an offer that your cart has'],
  not_cheaper: ['coupon_scope', 'Coupon code not applicable, items are already at the best price'],
  floor_price: ['coupon_scope', 'Coupon code not applicable, items are already at their lowest price'],
};

/** Code and sentence of a refusal. */
const couponRefusal = (
  { reason, shortfall }: WhyNot,
  money: Money,
): { readonly code: string; readonly message: string } => {
  const aboutMoney = shortfall?.metric === 'cart_total' || shortfall?.metric === 'cart_unique_item_amount';
  if (shortfall !== null && reason !== 'no_item' && shortfall.gap > 0) {
    const more = aboutMoney ? `${money(shortfall.gap)} more` : `${shortfall.gap} more ${units(shortfall.gap)}`;
    return { code: 'coupon_minimum', message: `Add ${more} to use this coupon` };
  }
  const [code, message] = sentences[reason] ?? ['coupon_scope', 'Sorry! Coupon not applicable.'];
  return { code, message };
};
const units = (count: number): string => (count === 1 ? 'item' : 'items');

/** A tier as it is written: `rule[]` of a coupon, or a discount rule of a promotion that needs a code. */
const tierFields = (definition: Definition, index: number): Definition => {
  const own = list(definition.rule)[index];
  if (own !== undefined) return record(own);
  const rule = record(list(definition.discount_rules)[index]);
  const offer = record(rule.offer);
  const rules = Object.values(record(definition.buy_rules)).map((each) => record(record(each).cart_total));
  const [bound = {}] = rules;
  return {
    value: offer.discount_percentage ?? offer.discount_amount ?? offer.discount_price,
    max: offer.max_discount_amount,
    min: bound.greater_than_equals ?? bound.greater_than,
  };
};

const isPercent = ({ definition, discounts }: CompiledOffer, index: number): boolean => {
  const valueType = record(definition.rule_definition).value_type;
  if (valueType !== undefined && valueType !== '') return valueType === 'percentage';
  const benefit = discounts.find((rule) => rule.index === index)?.benefit;
  if (benefit?.kind === 'cashback') return benefit.reward.kind === 'rate';
  return benefit?.kind === 'percent' || (benefit?.kind === 'each' && benefit.reward.kind === 'rate');
};

/** Tiers begin at the lowest: what a shopper has to reach first. */
const lowestTier = ({ discounts }: CompiledOffer): number =>
  discounts.toSorted((a, b) => (a.tier ?? 0) - (b.tier ?? 0))[0]?.index ?? 0;

const tierOf = (offer: CompiledOffer, index: number, input: PriceInput): CouponTier => {
  const { value, max, min } = tierFields(offer.definition, index);
  const amount = (given: unknown): number => {
    const minor = toMinor(given, currencyOf(offer.currency).exponent) ?? 0;
    return toDecimal(Math.max(0, inCurrency(minor, offer.currency, input) ?? 0), input.currency.exponent);
  };
  return {
    value: isPercent(offer, index) ? (number(value) ?? 0) : amount(value),
    most: amount(max),
    least: amount(min),
  };
};

/** Another way of paying or of delivery, more in the cart, signing in, the day on which it begins. */
const waiting: ReadonlySet<string> = new Set([
  'coupon_payment',
  'coupon_shipping',
  'coupon_minimum',
  'coupon_login',
  'coupon_not_started',
]);

export type CouponAsked = {
  readonly code: string;
  readonly offer: CompiledOffer | null;
  /** It is not on the cart: what it would do is asked. */
  readonly isTried?: boolean;
};

const givesPoints = ({ discounts }: CompiledOffer): boolean =>
  discounts.every(({ benefit }) => benefit.kind === 'points');

const givenBy = (offer: CompiledOffer, { cashback, discount }: CouponAnswer, money: Money): string => {
  if (givesPoints(offer)) return 'more points';
  return cashback > 0 ? `${money(cashback)} cashback` : `${money(discount)} off`;
};

/** What pricing says of a coupon of the cart; null: it is not on it. */
export const answerOn = (
  id: string,
  { coupon, coupons = {} }: Pick<PricedCart, 'coupon' | 'coupons'>,
  input: Pick<PriceInput, 'coupon'>,
): CouponAnswer | null => (input.coupon?.id === id ? coupon : (ownEntry(coupons, id) ?? null));

export const couponOutcome = (
  { code, offer, isTried = false }: CouponAsked,
  priced: PricedCart,
  input: PriceInput,
  money: Money,
): CouponOutcome => {
  if (code === '') return noCoupon;
  const answer = offer === null ? null : answerOn(offer.id, priced, input);
  if (offer === null || answer === null) {
    return { ...noCoupon, code, message: 'Sorry! Invalid coupon', errorCode: 'coupon_unknown' };
  }
  const used = priced.adjustments.find(({ source }) => source.kind === 'offer' && source.id === offer.id)?.rule;
  const { applied, discount, cashback, whyNot } = answer;
  const tier = tierOf(offer, used ?? lowestTier(offer), input);
  const shared = { code, offer, applied, discount, cashback, tier };
  if (applied) {
    const message = `Coupon ${isTried ? 'applicable' : 'applied'}: ${givenBy(offer, answer, money)}`;
    return { ...shared, valid: true, message, errorCode: null, closedBy: null };
  }
  const refusal = couponRefusal(whyNot ?? { offerId: offer.id, reason: 'nothing_left', shortfall: null }, money);
  return {
    ...shared,
    valid: waiting.has(refusal.code),
    message: refusal.message,
    errorCode: refusal.code,
    closedBy: whyNot?.by ?? null,
  };
};

/** Whether a coupon of the cart acts on it. */
export const isActing = (
  { coupon, moreCoupons }: { readonly coupon: CouponOutcome; readonly moreCoupons: readonly CouponOutcome[] },
  id: string,
): boolean => [coupon, ...moreCoupons].some(({ offer, applied }) => applied && offer?.id === id);

/** Whether shoppers see it in the list of coupons. */
export const isListed = ({ definition }: CompiledOffer): boolean => {
  const { is_display: shown, is_public: open } = record(definition.state);
  return (shown === true && open === true) || record(definition.visiblility).coupon_list === true;
};
