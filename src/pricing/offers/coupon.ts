/** The coupon stage: the coupons on the cart, through the same evaluator as every promotion. */
import { type CartState, didApply, goodsAmount, linesAfter, type Outcome, sizeOf } from '../cart-state.ts';
import { meetOffer } from './evaluate-offer.ts';
import { whyNot } from './held-rules.ts';
import type { CompiledOffer } from '../compile/offer-types.ts';
import type { WhyNot } from '../why-not-types.ts';
import type { Work } from '../work.ts';

/** Why coupons did nothing in this stage. */
export type CouponState = { readonly cart: CartState; readonly whyNots: readonly WhyNot[] };

/** Cashback, points and offers on delivery have a stage of their own. */
const laterKinds: ReadonlySet<string> = new Set(['cashback', 'points', 'shipping']);
const comesLater = ({ discounts }: CompiledOffer): boolean =>
  discounts.every(({ benefit }) => laterKinds.has(benefit.kind));

function* outcomeOf(coupon: CompiledOffer, cart: CartState): Work<Outcome> {
  if (goodsAmount(cart.lines) <= 0) return whyNot(coupon, 'nothing_left');
  yield sizeOf(cart.lines);
  return yield* meetOffer(coupon, cart);
}

const afterOne = ({ cart, whyNots }: CouponState, coupon: CompiledOffer, outcome: Outcome): CouponState => {
  if (!didApply(outcome)) return { cart, whyNots: [...whyNots, outcome] };
  return {
    cart: {
      ...cart,
      lines: linesAfter(cart.lines, outcome),
      adjustments: [...cart.adjustments, ...outcome.adjustments],
      applied: [...cart.applied, coupon.id],
      closedBy: coupon.exclusive === 'cart' ? coupon.id : cart.closedBy,
    },
    whyNots,
  };
};

/** One after another, each on what the one before left. */
export function* applyCoupons(cart: CartState): Work<CouponState> {
  let so: CouponState = { cart, whyNots: [] };
  for (const coupon of cart.coupons) {
    if (!comesLater(coupon)) so = afterOne(so, coupon, yield* outcomeOf(coupon, so.cart));
  }
  return so;
}
