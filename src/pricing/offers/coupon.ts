/** The coupon stage: the attached coupon, through the same evaluator as every promotion. */
import { type CartState, didApply, goodsAmount, linesAfter, type Outcome } from '../cart-state.ts';
import { evaluateOffer, whyNot } from './evaluate-offer.ts';
import type { CompiledOffer } from '../compile/offer-types.ts';
import type { WhyNot } from '../why-not-types.ts';

export type CouponState = { readonly cart: CartState; readonly whyNot: WhyNot | null };

/** Cashback and offers on delivery have a stage of their own. */
const comesLater = ({ discounts }: CompiledOffer): boolean =>
  discounts.every(({ benefit }) => benefit.kind === 'cashback' || benefit.kind === 'shipping');

const outcomeOf = (coupon: CompiledOffer, cart: CartState): Outcome =>
  goodsAmount(cart.lines) <= 0 ? whyNot(coupon, 'nothing_left') : evaluateOffer(coupon, cart);

export const applyCoupon = (cart: CartState): CouponState => {
  const { coupon } = cart;
  if (coupon === null || comesLater(coupon)) return { cart, whyNot: null };
  const outcome = outcomeOf(coupon, cart);
  if (!didApply(outcome)) return { cart, whyNot: outcome };
  return {
    cart: {
      ...cart,
      lines: linesAfter(cart.lines, outcome),
      adjustments: [...cart.adjustments, ...outcome.adjustments],
      applied: [...cart.applied, coupon.id],
      closedBy: coupon.exclusive === 'cart' ? coupon.id : cart.closedBy,
    },
    whyNot: null,
  };
};
