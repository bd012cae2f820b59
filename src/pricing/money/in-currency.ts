/** Amounts in the currency of the answer: converted once, from the original, with the rate the cart is pinned to. */
import { unreachable } from '../../shared/unreachable.ts';
import type { Minor } from '../../shared/money.ts';
import { convert, inverse, one, type Ratio, ratioOf, timesHalfUp } from '../../shared/rates.ts';
import type { Benefit, BuyRule, CompiledOffer, Criteria, DiscountRule, Reward } from '../compile/offer-types.ts';
import { isMoney } from '../compile/compile-criteria.ts';
import type { OfferProblem } from '../priced-types.ts';
import type { PriceInput } from '../pricing-types.ts';
import { ownEntry } from '../../shared/own-entry.ts';

type Currencies = Pick<PriceInput, 'currency' | 'home' | 'rates'>;

/** Null when there is no rate: only the application's currency is quoted against others. */
export const inCurrency = (amount: Minor, code: string, { currency, home, rates }: Currencies): Minor | null => {
  if (code === currency.code) return amount;
  const rate = ownEntry(rates, currency.code);
  return code === home.code && rate !== undefined ? convert(amount, rate, home, currency) : null;
};

/** Amounts that the settings hold in the application's currency. Without a rate the cart has no lines to charge for. */
export const fromHome = (amount: Minor, input: Currencies): Minor => inCurrency(amount, input.home.code, input) ?? 0;

/** Minor units of the cart's currency for one of the application's; null without a rate. */
export const homeRatio = ({ currency, home, rates }: Currencies): Ratio | null => {
  if (currency.code === home.code) return one;
  const rate = ownEntry(rates, currency.code);
  return rate === undefined || rate.digits <= 0 ? null : ratioOf(rate, home, currency);
};

/** What an amount of the cart is in the application's currency: what was charged is turned back, nothing is priced again. */
export const toHome = (amount: Minor, input: Currencies): Minor => {
  const ratio = homeRatio(input);
  return ratio === null || amount <= 0 ? 0 : timesHalfUp(amount, inverse(ratio));
};

type Change = (amount: Minor) => Minor;

const rewardIn = (reward: Reward, change: Change): Reward => {
  if (reward.kind === 'amount') return { ...reward, amount: change(reward.amount) };
  return reward.kind === 'price' ? { ...reward, price: change(reward.price) } : reward;
};
const criteriaIn = (criteria: Criteria, change: Change): Criteria => {
  const { unitPrice } = criteria;
  if (unitPrice === null) return criteria;
  const to = unitPrice.to === Number.MAX_SAFE_INTEGER ? unitPrice.to : change(unitPrice.to);
  return { ...criteria, unitPrice: { from: change(unitPrice.from), to } };
};
/** What converts to nothing would be reached without end. */
const everyIn = ({ every }: { readonly every?: Minor }, change: Change): { readonly every?: Minor } =>
  every === undefined ? {} : { every: Math.max(1, change(every)) };
const benefitIn = (benefit: Benefit, change: Change): Benefit => {
  switch (benefit.kind) {
    case 'amount':
      return { ...benefit, amount: change(benefit.amount), ...everyIn(benefit, change) };
    case 'slices':
      return {
        ...benefit,
        slices: benefit.slices.map(({ from, reward }) => ({
          from,
          reward: reward === null ? null : rewardIn(reward, change),
        })),
      };
    case 'set':
      return { ...benefit, price: change(benefit.price) };
    case 'buy_get':
      return {
        ...benefit,
        reward: rewardIn(benefit.reward, change),
        ways: benefit.ways.map(({ condition, requirements }) => ({
          condition,
          requirements: requirements.map(({ criteria, units }) => ({ criteria: criteriaIn(criteria, change), units })),
        })),
      };
    case 'each':
    case 'unit_price':
    case 'shipping':
    case 'cashback':
      return { ...benefit, reward: rewardIn(benefit.reward, change) };
    case 'percent':
    case 'points':
    case 'gift':
    case 'external':
    case 'custom':
      return benefit;
    default:
      return unreachable(benefit);
  }
};
const ruleIn = (rule: BuyRule, change: Change): BuyRule => ({
  ...rule,
  criteria: criteriaIn(rule.criteria, change),
  conditions: rule.conditions.map((condition) =>
    isMoney(condition.metric) ? { ...condition, value: change(condition.value) } : condition,
  ),
});
const discountIn = (rule: DiscountRule, change: Change): DiscountRule => {
  const { maximumDiscount } = rule.limits;
  return {
    ...rule,
    criteria: rule.criteria.map((criteria) => criteriaIn(criteria, change)),
    benefit: benefitIn(rule.benefit, change),
    limits: { ...rule.limits, maximumDiscount: maximumDiscount === null ? null : change(maximumDiscount) },
  };
};

/** What units would cost under an offer. Of a delivery charge or a later credit there is no goods' price. */
const pricesAsked = ({ benefit }: DiscountRule): readonly Minor[] => {
  if (benefit.kind === 'set') return [benefit.price];
  if (benefit.kind === 'slices') {
    return benefit.slices.flatMap(({ reward }) => (reward?.kind === 'price' ? [reward.price] : []));
  }
  if (benefit.kind !== 'buy_get' && benefit.kind !== 'each' && benefit.kind !== 'unit_price') return [];
  return benefit.reward.kind === 'price' ? [benefit.reward.price] : [];
};

/** The offer with every amount in the cart's currency, or why it cannot be had in it. */
export const offerIn = (offer: CompiledOffer, input: Currencies): CompiledOffer | OfferProblem => {
  if (offer.currency === input.currency.code) return offer;
  if (inCurrency(0, offer.currency, input) === null) return 'rate_missing';
  const change: Change = (amount) => inCurrency(amount, offer.currency, input) ?? 0;
  const isLost = (price: Minor): boolean => price > 0 && change(price) === 0;
  if (offer.discounts.some((rule) => pricesAsked(rule).some(isLost))) return 'price_too_small';
  return {
    ...offer,
    rules: offer.rules.map((rule) => ruleIn(rule, change)),
    discounts: offer.discounts.map((rule) => discountIn(rule, change)),
  };
};
