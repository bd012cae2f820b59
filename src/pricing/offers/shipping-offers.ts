/** Offers on delivery: they waive at most the delivery charge and touch neither goods, tax nor thresholds. */
import { unreachable } from '../../shared/unreachable.ts';
import { allocate } from '../../shared/allocate.ts';
import type { Minor } from '../../shared/money.ts';
import { type CartState, didApply, type Outcome, withOutcome } from '../cart-state.ts';
import type { CouponState } from './coupon.ts';
import { heldRules, obstacleOf, whyNot } from './evaluate-offer.ts';
import { lineAmount } from '../lots.ts';
import type { CompiledOffer, Reward } from '../compile/offer-types.ts';
import type { Share, Step } from '../adjustment-types.ts';
import type { Charge } from '../charge-types.ts';
import { rateStep } from './taking.ts';
import { rewardOnWhole } from './whole-reward.ts';

const isShipping = ({ discounts }: CompiledOffer): boolean =>
  discounts.some(({ benefit }) => benefit.kind === 'shipping');

const stepOf = (reward: Reward, charge: Minor, { input: { policy } }: CartState): Step => {
  switch (reward.kind) {
    case 'rate':
      return rateStep(charge, reward.rate, policy, { line: null });
    case 'amount':
      return { formula: 'flat', amount: reward.amount, result: reward.amount, taken: reward.amount };
    case 'price':
      return {
        formula: 'down_to',
        base: charge,
        price: reward.price,
        result: Math.max(0, charge - reward.price),
        taken: Math.max(0, charge - reward.price),
      };
    default:
      return unreachable(reward);
  }
};

/** The waiver as it shows on lines: shared by what they cost. */
const sharesOf = (amount: Minor, { lines }: CartState): readonly Share[] => {
  const own = lines.filter(({ gift }) => gift === null);
  const parts = allocate(
    amount,
    own.map((line) => ({ weight: lineAmount(line) })),
  );
  return own
    .map((line, at) => ({ line: line.key, units: line.quantity, amount: parts[at] ?? 0, lots: [] }))
    .filter((share) => share.amount > 0);
};

const outcomeOf = (cart: CartState, offer: CompiledOffer, left: Minor): Outcome => {
  const obstacle = obstacleOf(offer, cart);
  if (obstacle !== null) return obstacle;
  const held = heldRules(
    offer.discounts.filter(({ benefit }) => benefit.kind === 'shipping'),
    offer,
    cart,
  );
  if ('reason' in held) return held;
  const [first] = held;
  if (left === 0 || first === undefined || first.rule.benefit.kind !== 'shipping') {
    return whyNot(offer, 'no_charge');
  }
  const step = stepOf(first.rule.benefit.reward, left, cart);
  const eligibleUnits = cart.lines.reduce((units, line) => units + line.quantity, 0);
  return rewardOnWhole(first, offer, cart, {
    stage: 'shipping',
    room: left,
    step,
    sharesOf: (amount) => ({ shares: sharesOf(amount, cart), eligibleUnits }),
  });
};

export const waivedBy = ({ adjustments }: CartState): Minor =>
  adjustments.reduce((sum, { stage, amount }) => (stage === 'shipping' ? sum + amount : sum), 0);

/** Promotions in their order, then the coupon. */
export const applyShippingOffers = (before: CartState, charges: readonly Charge[]): CouponState => {
  const delivery = charges.find(({ type }) => type === 'delivery')?.amount ?? 0;
  const apply = (current: CartState, offer: CompiledOffer): CartState =>
    withOutcome(current, offer, outcomeOf(current, offer, delivery - waivedBy(current)));
  const cart = before.offers.filter(isShipping).reduce(apply, before);
  const { coupon } = cart;
  if (coupon === null || !isShipping(coupon)) return { cart, whyNot: null };
  const outcome = outcomeOf(cart, coupon, delivery - waivedBy(cart));
  return didApply(outcome) ? { cart: withOutcome(cart, coupon, outcome), whyNot: null } : { cart, whyNot: outcome };
};
