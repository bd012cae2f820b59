/** Offers on delivery: they waive at most the delivery charge and touch neither goods, tax nor thresholds. */
import { unreachable } from '../../shared/unreachable.ts';
import { allocate } from '../../shared/allocate.ts';
import type { Minor } from '../../shared/money.ts';
import type { Work } from '../work.ts';
import { type CartState, didApply, type Outcome, withOutcome } from '../cart-state.ts';
import type { CouponState } from './coupon.ts';
import { obstacleOf } from './evaluate-offer.ts';
import { hasManyRules, heldRules, verdictsOneByOne, whyNot } from './held-rules.ts';
import { lineAmount } from '../lots.ts';
import type { CompiledOffer, Reward } from '../compile/offer-types.ts';
import type { Share, Step } from '../adjustment-types.ts';
import type { Charge } from '../charge-types.ts';
import type { WhyNot } from '../why-not-types.ts';
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

/** What is left to waive of what one method charges; null: of a charge without one. */
type Left = { readonly method: string | null; readonly left: Minor };

const leftAtFirst = (charges: readonly Charge[]): readonly Left[] => {
  const charge = charges.find(({ type }) => type === 'delivery');
  if (charge === undefined) return [];
  const parts = charge.basis.kind === 'shipping' ? charge.basis.parts : [];
  if (parts.length === 0) return [{ method: null, left: charge.amount }];
  return parts.map(({ method, amount }) => ({ method, left: amount }));
};

/** Of what it may take something: of methods that it names only theirs. */
const openTo = (
  { restrictions: { shippingMethods: named } }: CompiledOffer,
  parts: readonly Left[],
): readonly Left[] =>
  named === undefined ? parts : parts.filter(({ method }) => method !== null && named.includes(method));

const roomOf = (parts: readonly Left[]): Minor => parts.reduce((sum, { left }) => sum + left, 0);

/** What was taken is off each of them by what it had left. */
const lessTaken = (parts: readonly Left[], open: readonly Left[], taken: Minor): readonly Left[] => {
  const amounts = allocate(
    taken,
    open.map(({ left }) => ({ weight: left, room: left })),
  );
  return parts.map((part) => {
    const at = open.indexOf(part);
    return at < 0 ? part : { ...part, left: part.left - (amounts[at] ?? 0) };
  });
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

function* outcomeOf(cart: CartState, offer: CompiledOffer, parts: readonly Left[]): Work<Outcome> {
  const left = roomOf(openTo(offer, parts));
  const obstacle = obstacleOf(offer, cart);
  if (obstacle !== null) return obstacle;
  const held = heldRules(
    offer.discounts.filter(({ benefit }) => benefit.kind === 'shipping'),
    offer,
    cart,
    hasManyRules(offer) ? yield* verdictsOneByOne(offer, cart) : undefined,
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
}

export const waivedBy = ({ adjustments }: CartState): Minor =>
  adjustments.reduce((sum, { stage, amount }) => (stage === 'shipping' ? sum + amount : sum), 0);

type Waiving = { readonly cart: CartState; readonly parts: readonly Left[] };

const afterOffer = ({ cart, parts }: Waiving, offer: CompiledOffer, outcome: Outcome): Waiving => ({
  cart: withOutcome(cart, offer, outcome),
  parts: didApply(outcome)
    ? lessTaken(
        parts,
        openTo(offer, parts),
        outcome.adjustments.reduce((sum, { amount }) => sum + amount, 0),
      )
    : parts,
});

/** Promotions in their order, then the coupons. */
export function* applyShippingOffers(before: CartState, charges: readonly Charge[]): Work<CouponState> {
  let so: Waiving = { cart: before, parts: leftAtFirst(charges) };
  const whyNots: WhyNot[] = [];
  for (const offer of [...before.offers, ...before.coupons].filter(isShipping)) {
    yield before.lines.length;
    const outcome = yield* outcomeOf(so.cart, offer, so.parts);
    if (didApply(outcome) || offer.mode === 'promotion') so = afterOffer(so, offer, outcome);
    else whyNots.push(outcome);
  }
  return { cart: so.cart, whyNots };
}
