/** Codes of other customers that act on a cart. Pure. */
import type { CouponOutcome } from '../../cart/price/coupon-outcome.ts';
import type { PricedView } from '../../cart/price/priced-view.ts';
import { isReferral } from '../../offers/offer.ts';
import type { CompiledOffer } from '../../pricing/compile/offer-types.ts';

type ReferralUsed = CouponOutcome & { readonly offer: CompiledOffer };

/** Pricing lets one of them act. */
export const referralsUsed = ({
  coupon,
  moreCoupons,
}: Pick<PricedView, 'coupon' | 'moreCoupons'>): readonly ReferralUsed[] =>
  [coupon, ...moreCoupons].filter(
    (one): one is ReferralUsed => one.applied && one.offer !== null && isReferral(one.offer.definition),
  );
