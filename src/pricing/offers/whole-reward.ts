/** What a reward on a whole comes to: on delivery, or on what was paid. One step, at most the offer's cap. Pure. */
import type { Minor } from '../../shared/money.ts';
import type { Adjustment, Step } from '../adjustment-types.ts';
import type { CartState, Outcome } from '../cart-state.ts';
import type { CompiledOffer } from '../compile/offer-types.ts';
import { affordable, limitsWithin } from './budget.ts';
import { type HeldRule, whyNot } from './held-rules.ts';
import { within } from './taking.ts';

type Whole = {
  readonly stage: 'cashback' | 'points' | 'shipping';
  /** What there is to take it of. */
  readonly room: Minor;
  readonly step: Step;
  readonly sharesOf: (amount: Minor) => Pick<Adjustment, 'shares' | 'eligibleUnits'>;
};

export const rewardOnWhole = (held: HeldRule, offer: CompiledOffer, cart: CartState, whole: Whole): Outcome => {
  const { rule, verdict } = held;
  const { stage, room, sharesOf } = whole;
  const step = within(whole.step, room);
  const cap = limitsWithin(rule.limits, offer, cart).maximumDiscount;
  const amount = Math.min(step.taken, cap ?? step.taken);
  if (amount === 0) return whyNot(offer, 'nothing_left');
  const { shares, eligibleUnits } = sharesOf(amount);
  const adjustment: Adjustment = {
    id: `${stage}:${offer.id}:${rule.index}`,
    stage,
    source: { kind: 'offer', id: offer.id },
    rule: rule.index,
    steps: [step],
    cap,
    room,
    amount,
    shares,
    matched: verdict.matched,
    eligibleUnits,
  };
  return affordable({ changed: new Map(), added: [], adjustments: [adjustment] }, offer, cart);
};
