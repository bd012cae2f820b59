/** The coupon stage: the coupons on the cart, through the same evaluator as every promotion. */
import { type CartState, didApply, goodsAmount, linesAfter, type Outcome } from '../cart-state.ts';
import { evaluateOffer, whyNot } from './evaluate-offer.ts';
import type { CompiledOffer } from '../compile/offer-types.ts';
import type { WhyNot } from '../why-not-types.ts';

/** Why coupons did nothing in this stage. */
export type CouponState = { readonly cart: CartState; readonly whyNots: readonly WhyNot[] };

/** Cashback, points and offers on delivery have a stage of their own. */
const laterKinds: ReadonlySet<string> = new Set(['cashback', 'points', 'shipping']);
const comesLater = ({ discounts }: CompiledOffer): boolean =>
  discounts.every(({ benefit }) => laterKinds.has(benefit.kind));

const outcomeOf = (coupon: CompiledOffer, cart: CartState): Outcome =>
  goodsAmount(cart.lines) <= 0 ? whyNot(coupon, 'nothing_left') : evaluateOffer(coupon, cart);

const applyOne = ({ cart, whyNots }: CouponState, coupon: CompiledOffer): CouponState => {
  if (comesLater(coupon)) return { cart, whyNots };
  const outcome = outcomeOf(coupon, cart);
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
export const applyCoupons = (cart: CartState): CouponState =>
  cart.coupons.reduce<CouponState>(applyOne, { cart, whyNots: [] });
