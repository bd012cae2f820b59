/** What a cart costs when it is paid in a certain way: the engine once more, with nothing else changed. */
import type { CompiledOffer } from '../../pricing/compile/offer-types.ts';
import { pricingOf } from '../../pricing/price-cart.ts';
import type { PricedCart } from '../../pricing/priced-types.ts';
import type { Payment, PriceInput } from '../../pricing/pricing-types.ts';
import type { Work } from '../../pricing/work.ts';
import type { PricedShop } from '../call/cart-shop.ts';
import { leftOutAt, type PaymentSelection } from '../store/cart-document.ts';
import { emiPlan, paymentOf } from './charge-settings.ts';
import { paymentsFor } from './payment-rules.ts';
import { couponsBeside, offersInForce } from './offers-in-force.ts';
import { codesOf } from '../store/coupon-codes.ts';
import type { PricedView } from './priced-view.ts';

/** The instalment plan belongs to the way of paying, so it is chosen with it. */
export const pricedWith = (
  { input, settings, home }: PricedView,
  selected: PaymentSelection | null,
): Work<PricedCart> =>
  pricingOf({ ...input, payment: paymentOf(selected), emi: emiPlan(settings, selected, home.exponent) });

export const pricedPaying = ({ input }: PricedView, payment: Payment): Work<PricedCart> =>
  pricingOf({ ...input, payment, emi: null });

/** A cart that was read without a way of paying, as it is priced with one: only the uses that this leaves are asked for again. */
export const inputPaying = async (
  shop: PricedShop,
  { input, offers, document, settings, now }: PricedView,
  selected: PaymentSelection,
): Promise<PriceInput> => {
  // A card of the customer's that was named pays in any case.
  const payment = input.payment ?? paymentOf(selected);
  const codes = codesOf(document).slice(0, settings.coupons_per_cart);
  const asked = { codes, paymentMode: payment?.mode ?? null, leftOut: leftOutAt(document, now) };
  const inForce = await offersInForce(shop, offers, asked);
  const { moreCoupons: _before, ...rest } = input;
  return {
    ...rest,
    payment,
    emi: null,
    offers: inForce.index,
    coupon: inForce.coupon,
    ...couponsBeside(inForce),
  };
};

export type PaymentTrial = { readonly offer: CompiledOffer; readonly payment: Payment };

/** Every offer with every way of paying that brings it. */
export const paymentTrials = (offers: readonly CompiledOffer[]): readonly PaymentTrial[] =>
  offers.flatMap((offer) => paymentsFor(offer).map((payment) => ({ offer, payment })));
