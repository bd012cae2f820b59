/** What each of some coupons would do to a priced cart: one read for the uses that are left, and the engine for each. */
import { guestsOf, type PricedShop } from '../call/cart-shop.ts';
import { type CouponOutcome, couponOutcome, isActing } from './coupon-outcome.ts';
import { pricedInTurns, priceTrials } from './price-trials.ts';
import { asTrial } from '../../pricing/trials.ts';
import type { PricedView } from './priced-view.ts';
import { limitsOf, withoutUses } from '../../offers/uses/use-rules.ts';
import { readUsesLeft } from '../../offers/uses/use-store.ts';
import type { CompiledOffer } from '../../pricing/compile/offer-types.ts';
import { priceCoupons } from '../../pricing/price-cart.ts';
import type { PricedCart } from '../../pricing/priced-types.ts';
import type { PriceInput } from '../../pricing/pricing-types.ts';
import { nextTurn } from '../../shared/slices.ts';
import { amountsIn } from '../../shared/amounts.ts';

export type TriedCoupon = Readonly<{
  offer: CompiledOffer;
  outcome: CouponOutcome;
  priced: PricedCart;
  /** What was priced: the coupon as far as it may be used, and what is left of budgets. */
  input: PriceInput;
}>;

/** Where there is room for one more it comes to those on the cart, else in place of the one that is spoken of. */
const besideTried = ({ input, settings }: PricedView): Pick<PriceInput, 'moreCoupons'> => {
  const { coupon, moreCoupons = [] } = input;
  const hasRoom = coupon !== null && moreCoupons.length + 1 < settings.coupons_per_cart;
  const beside = hasRoom ? [coupon, ...moreCoupons] : moreCoupons;
  return beside.length === 0 ? {} : { moreCoupons: beside };
};

export const tryCoupons = async (
  { node, caller }: PricedShop,
  view: PricedView,
  coupons: readonly CompiledOffer[],
): Promise<readonly TriedCoupon[]> => {
  const { input, userId, guest, currency, language } = view;
  const use = { userId, guests: guestsOf(guest, 'coupon'), bulkCode: null, paymentMode: input.payment?.mode ?? null };
  const asked = coupons.map((offer) => ({ offerId: offer.id, limits: limitsOf(offer, use) }));
  const { usedUp, budgets } = await readUsesLeft(
    node.db,
    caller.applicationId,
    asked.filter(({ limits }) => limits.length > 0),
  );
  const telling = { money: amountsIn(currency).textIn(language), language };
  if (coupons.length === 0) return [];
  await nextTurn();
  const within: PriceInput = { ...input, ...besideTried(view), budgets: { ...input.budgets, ...budgets } };
  const priceWith = await pricedInTurns(priceCoupons(asTrial(within, coupons.length)));
  return priceTrials(input, coupons, function* (offer) {
    const coupon = usedUp.has(offer.id) ? withoutUses(offer) : offer;
    const priced = yield* priceWith(coupon);
    const tried = { ...within, coupon };
    const isTried = !isActing(view, offer.id);
    const outcome = couponOutcome({ code: offer.code ?? '', offer, isTried }, priced, tried, telling);
    return { offer, priced, input: tried, outcome };
  });
};
