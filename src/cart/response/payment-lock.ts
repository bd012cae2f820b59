/** Whether the way of paying is bound, and to which. Pure. */
import type { CartDetail } from '../../contract/cart/cart-contract.ts';
import type { CompiledOffer, PaymentRule } from '../../pricing/compile/offer-types.ts';
import type { PricedView } from '../price/priced-view.ts';

type Lock = NonNullable<CartDetail['payment_selection_lock']>;
type Demand = readonly [mode: string, rule: PaymentRule];

const demandsOf = ({ restrictions }: CompiledOffer): readonly Demand[] => Object.entries(restrictions.payments ?? {});

/** What the coupon on the cart asks for, whether or not that is chosen yet; else what the offers that act ask for. */
const demandsOn = ({ coupon, priced, offers }: PricedView): readonly Demand[] => {
  const ofCoupon = coupon.offer === null ? [] : demandsOf(coupon.offer);
  return ofCoupon.length > 0
    ? ofCoupon
    : priced.applied.flatMap((id) => offers.byId.get(id) ?? []).flatMap((offer) => demandsOf(offer));
};

export const paymentLock = (view: PricedView): Lock => {
  const { document, input, priced, settings } = view;
  const demands = demandsOn(view);
  const chosen = input.payment?.mode;
  const identifier = document.payment?.identifier ?? '';
  const demanded = demands.find(([mode]) => mode === chosen) ?? demands[0];
  if (demanded === undefined) {
    const enabled = priced.emi !== null;
    return { enabled, default_options: chosen ?? settings.default_payment_mode, payment_identifier: identifier };
  }
  const [mode, { codes }] = demanded;
  const asked = codes[0] ?? mode;
  return {
    enabled: true,
    default_options: mode,
    payment_identifier: mode === chosen && identifier !== '' ? identifier : asked,
  };
};
