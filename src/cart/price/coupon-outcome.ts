/** What became of the coupon on a cart, in the words and codes of the interface. Pure. */
import { inCurrency } from '../../pricing/money/in-currency.ts';
import type { CompiledOffer, Definition } from '../../pricing/compile/offer-types.ts';
import type { CouponAnswer, PricedCart } from '../../pricing/priced-types.ts';
import type { CouponReason, WhyNot } from '../../pricing/why-not-types.ts';
import type { PriceInput } from '../../pricing/pricing-types.ts';
import { list, number, record } from '../../pricing/compile/read-definition.ts';
import { gapTold } from '../words/gap-told.ts';
import { filled, sentencesIn } from '../words/spoken.ts';
import type { Language } from '../../contract/language.ts';
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

/** How what became of it is said. */
type CouponTelling = { readonly money: (amount: Minor) => string; readonly language: Language };

const codes: Readonly<Record<CouponReason, string>> = {
  not_started: 'coupon_not_started',
  ended: 'coupon_expired',
  platform: 'coupon_scope',
  login: 'coupon_login',
  user: 'coupon_user',
  user_group: 'coupon_user',
  registration: 'coupon_user',
  ordering_store: 'coupon_scope',
  place: 'coupon_scope',
  payment: 'coupon_payment',
  shipping_method: 'coupon_shipping',
  used_up: 'coupon_used_up',
  budget: 'coupon_used_up',
  no_item: 'coupon_scope',
  closed: 'coupon_scope',
  exclusive: 'coupon_scope',
  excluded: 'coupon_scope',
  not_cheaper: 'coupon_scope',
  floor_price: 'coupon_scope',
};

/** Code and sentence of a refusal. */
const couponRefusal = (
  { reason, shortfall }: WhyNot,
  { money, language }: CouponTelling,
): { readonly code: string; readonly message: string } => {
  const { more, whyNot, otherwise } = sentencesIn(language).coupon;
  if (shortfall !== null && reason !== 'no_item' && shortfall.gap > 0) {
    const { form, gap } = gapTold(shortfall, money);
    return { code: 'coupon_minimum', message: filled(more[form], { gap }) };
  }
  return { code: ownEntry(codes, reason) ?? 'coupon_scope', message: ownEntry(whyNot, reason) ?? otherwise };
};

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

const givenBy = (
  offer: CompiledOffer,
  { cashback, discount }: CouponAnswer,
  { money, language }: CouponTelling,
): string => {
  const { coupon, off } = sentencesIn(language);
  if (givesPoints(offer)) return coupon.points;
  return cashback > 0 ? filled(coupon.cashback, { amount: money(cashback) }) : filled(off, { amount: money(discount) });
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
  telling: CouponTelling,
): CouponOutcome => {
  if (code === '') return noCoupon;
  const { coupon: texts } = sentencesIn(telling.language);
  const answer = offer === null ? null : answerOn(offer.id, priced, input);
  if (offer === null || answer === null) {
    return { ...noCoupon, code, message: texts.unknown, errorCode: 'coupon_unknown' };
  }
  const used = priced.adjustments.find(({ source }) => source.kind === 'offer' && source.id === offer.id)?.rule;
  const { applied, discount, cashback, whyNot } = answer;
  const tier = tierOf(offer, used ?? lowestTier(offer), input);
  const shared = { code, offer, applied, discount, cashback, tier };
  if (applied) {
    const message = filled(isTried ? texts.applicable : texts.applied, { given: givenBy(offer, answer, telling) });
    return { ...shared, valid: true, message, errorCode: null, closedBy: null };
  }
  const refusal = couponRefusal(whyNot ?? { offerId: offer.id, reason: 'nothing_left', shortfall: null }, telling);
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
