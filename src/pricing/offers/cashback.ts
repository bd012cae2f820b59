/** Cashback: what the shopper is credited later. Informational; it never changes what is paid now. */
import type { Minor } from '../../shared/money.ts';
import { type CartState, didApply, goodsAmount, type Outcome, withOutcome } from '../cart-state.ts';
import { heldRules, obstacleOf, whyNot } from './evaluate-offer.ts';
import { lineAmount } from '../lots.ts';
import type { CompiledOffer, DiscountRule, Reward } from '../compile/offer-types.ts';
import type { Step } from '../adjustment-types.ts';
import type { CashbackPart } from '../charge-types.ts';
import type { WhyNot } from '../why-not-types.ts';
import { rateStep } from './taking.ts';
import { rewardOnWhole } from './whole-reward.ts';

const isCashbackOffer = ({ discounts }: CompiledOffer): boolean =>
  discounts.some(({ benefit }) => benefit.kind === 'cashback');

/** Goods of the offer's scope, as far as they were paid for and not covered by tender. */
const baseOf = (rule: DiscountRule, cart: CartState, paid: Minor): Minor => {
  const lines = new Set(rule.criteria.flatMap((criteria) => cart.match.linesOf(criteria)));
  const scope = [...lines].reduce(
    (sum, at) => sum + (cart.lines[at] === undefined ? 0 : lineAmount(cart.lines[at])),
    0,
  );
  return Math.min(scope, paid);
};

const stepOf = (reward: Reward, base: Minor, { input: { policy } }: CartState): Step => {
  if (reward.kind === 'rate') return rateStep(base, reward.rate, policy, { line: null });
  const amount = reward.kind === 'amount' ? reward.amount : reward.price;
  return { formula: 'flat', amount, result: amount, taken: amount };
};

const outcomeOf = (offer: CompiledOffer, cart: CartState, paid: Minor): Outcome => {
  const obstacle = obstacleOf(offer, cart);
  if (obstacle !== null) return obstacle;
  const rules = offer.discounts.filter(({ benefit }) => benefit.kind === 'cashback');
  const held = heldRules(rules, offer, cart);
  if ('reason' in held) return held;
  const [first] = held;
  if (first === undefined || first.rule.benefit.kind !== 'cashback') return whyNot(offer, 'no_item');
  const room = baseOf(first.rule, cart, paid);
  const step = stepOf(first.rule.benefit.reward, room, cart);
  const sharesOf = () => ({ shares: [], eligibleUnits: 0 });
  return rewardOnWhole(first, offer, cart, { stage: 'cashback', room, step, sharesOf });
};

export type CashbackState = {
  readonly cart: CartState;
  readonly cashback: readonly CashbackPart[];
  readonly couponWhyNots: readonly WhyNot[];
};

/** `paid` is what is left of the goods after tender. */
export const creditCashback = (before: CartState, tendered: Minor): CashbackState => {
  const offers = [...before.offers, ...before.coupons].filter(isCashbackOffer);
  if (offers.length === 0) return { cart: before, cashback: [], couponWhyNots: [] };
  const paid = Math.max(0, goodsAmount(before.lines) - tendered);
  const cashback: CashbackPart[] = [];
  const couponWhyNots: WhyNot[] = [];
  let cart = before;
  for (const offer of offers) {
    const result = outcomeOf(offer, cart, paid);
    if (!didApply(result)) {
      if (offer.mode === 'coupon') couponWhyNots.push(result);
      else cart = withOutcome(cart, offer, result);
      continue;
    }
    cashback.push(...result.adjustments.map(({ amount }) => ({ offerId: offer.id, amount })));
    cart = withOutcome(cart, offer, result);
  }
  return { cart, cashback, couponWhyNots };
};
