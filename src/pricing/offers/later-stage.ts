/** Offers that give something later and change nothing of what is paid now: one after another, promotions before coupons. */
import type { Minor } from '../../shared/money.ts';
import type { Work } from '../work.ts';
import { type CartState, didApply, type Outcome, withOutcome } from '../cart-state.ts';
import type { Adjustment } from '../adjustment-types.ts';
import type { Benefit, CompiledOffer, DiscountRule } from '../compile/offer-types.ts';
import type { WhyNot } from '../why-not-types.ts';
import { obstacleOf } from './evaluate-offer.ts';
import { hasManyRules, heldRules, type HeldRule, verdictsOneByOne, whyNot } from './held-rules.ts';

type LaterKind = 'cashback' | 'points';
/** What an offer gave later: money, or goods that count once more. */
export type Later = Readonly<{ offerId: string; stage: LaterKind; amount: Minor }>;

/** Whether it takes nothing off, and only who can earn has something of it. */
export const isLater = <A extends Pick<Adjustment, 'stage'>>(one: A): one is A & { readonly stage: LaterKind } =>
  one.stage === 'cashback' || one.stage === 'points';

export const laterOf = (adjustments: readonly Pick<Adjustment, 'stage' | 'source' | 'amount'>[]): readonly Later[] =>
  adjustments.filter(isLater).map(({ stage, source, amount }) => ({ offerId: source.id, stage, amount }));

type LaterBenefit<K extends LaterKind> = Extract<Benefit, { readonly kind: K }>;
/** The first rule of an offer that holds; the others are passed over. */
export type HeldLater<K extends LaterKind> = HeldRule & {
  readonly rule: DiscountRule;
  readonly benefit: LaterBenefit<K>;
};

const isOf =
  <K extends LaterKind>(kind: K) =>
  (benefit: Benefit): benefit is LaterBenefit<K> =>
    benefit.kind === kind;

export type LaterStage = {
  readonly cart: CartState;
  readonly acted: readonly { readonly offer: CompiledOffer; readonly amount: Minor; readonly rule: number }[];
  readonly couponWhyNots: readonly WhyNot[];
};

export function* laterStage<K extends LaterKind>(
  before: CartState,
  kind: K,
  give: (held: HeldLater<K>, offer: CompiledOffer, cart: CartState) => Outcome,
): Work<LaterStage> {
  const isMeant = isOf(kind);
  const offers = [...before.offers, ...before.coupons].filter(({ discounts }) =>
    discounts.some(({ benefit }) => isMeant(benefit)),
  );
  const acted: LaterStage['acted'][number][] = [];
  const couponWhyNots: WhyNot[] = [];
  let cart = before;
  for (const offer of offers) {
    yield before.lines.length;
    const outcome = yield* outcomeOf(offer, cart, isMeant, give);
    if (!didApply(outcome)) {
      if (offer.mode === 'coupon') couponWhyNots.push(outcome);
      else cart = withOutcome(cart, offer, outcome);
      continue;
    }
    acted.push(...outcome.adjustments.map(({ amount, rule }) => ({ offer, amount, rule: rule ?? 0 })));
    cart = withOutcome(cart, offer, outcome);
  }
  return { cart, acted, couponWhyNots };
}

function* outcomeOf<B extends Benefit>(
  offer: CompiledOffer,
  cart: CartState,
  isMeant: (benefit: Benefit) => benefit is B,
  give: (held: HeldRule & { readonly benefit: B }, offer: CompiledOffer, cart: CartState) => Outcome,
): Work<Outcome> {
  const obstacle = obstacleOf(offer, cart);
  if (obstacle !== null) return obstacle;
  const held = heldRules(
    offer.discounts.filter(({ benefit }) => isMeant(benefit)),
    offer,
    cart,
    hasManyRules(offer) ? yield* verdictsOneByOne(offer, cart) : undefined,
  );
  if ('reason' in held) return held;
  const [first] = held;
  if (first === undefined || !isMeant(first.rule.benefit)) return whyNot(offer, 'no_item');
  return give({ ...first, benefit: first.rule.benefit }, offer, cart);
}
