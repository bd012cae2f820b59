/** Cashback: what the shopper is credited later. Informational; it never changes what is paid now. */
import type { Minor } from '../../shared/money.ts';
import type { Work } from '../work.ts';
import { type CartState, goodsAmount } from '../cart-state.ts';
import { laterStage } from './later-stage.ts';
import { lineAmount } from '../lots.ts';
import type { DiscountRule, Reward } from '../compile/offer-types.ts';
import type { Step } from '../adjustment-types.ts';
import type { CashbackPart } from '../charge-types.ts';
import type { WhyNot } from '../why-not-types.ts';
import { rateStep } from './taking.ts';
import { rewardOnWhole } from './whole-reward.ts';

/** Places of the goods that a rule means. */
export const scopeOf = ({ criteria }: DiscountRule, { match }: CartState): ReadonlySet<number> =>
  new Set(criteria.flatMap((each) => match.linesOf(each)));

/** The shopper's lines in it. */
export const linesMeant = (rule: DiscountRule, cart: CartState): readonly string[] =>
  [...scopeOf(rule, cart)].flatMap((at) => (cart.members[at] ?? []).map(({ asked }) => asked.key));

/** What they cost after every discount. */
export const scopeAmount = (scope: ReadonlySet<number>, { lines }: CartState): Minor =>
  [...scope].reduce((sum, at) => sum + (lines[at] === undefined ? 0 : lineAmount(lines[at])), 0);

const stepOf = (reward: Reward, base: Minor, { input: { policy } }: CartState): Step => {
  if (reward.kind === 'rate') return rateStep(base, reward.rate, policy, { line: null });
  const amount = reward.kind === 'amount' ? reward.amount : reward.price;
  return { formula: 'flat', amount, result: amount, taken: amount };
};

/** What lies on no unit. */
export const onNoLine = () => ({ shares: [], eligibleUnits: 0 });

export type CashbackState = {
  readonly cart: CartState;
  readonly cashback: readonly CashbackPart[];
  readonly couponWhyNots: readonly WhyNot[];
};

/** On goods of the offer's scope, as far as they were paid for and not covered by tender. */
export function* creditCashback(before: CartState, tendered: Minor): Work<CashbackState> {
  const paid = Math.max(0, goodsAmount(before.lines) - tendered);
  const { cart, acted, couponWhyNots } = yield* laterStage(before, 'cashback', (held, offer, current) => {
    const room = Math.min(scopeAmount(scopeOf(held.rule, current), current), paid);
    const step = stepOf(held.benefit.reward, room, current);
    return rewardOnWhole(held, offer, current, { stage: 'cashback', room, step, sharesOf: onNoLine });
  });
  return { cart, cashback: acted.map(({ offer, amount }) => ({ offerId: offer.id, amount })), couponWhyNots };
}
