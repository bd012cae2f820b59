/** What a cart costs when it is paid in a certain way: the engine once more, with nothing else changed. Pure. */
import type { CompiledOffer } from '../../pricing/compile/offer-types.ts';
import { priceCart } from '../../pricing/price-cart.ts';
import type { PricedCart } from '../../pricing/priced-types.ts';
import type { Payment } from '../../pricing/pricing-types.ts';
import type { PaymentSelection } from '../store/cart-document.ts';
import { emiPlan, paymentOf } from './charge-settings.ts';
import type { PricedView } from './priced-view.ts';

/** The instalment plan belongs to the way of paying, so it is chosen with it. */
export const pricedWith = ({ input, settings, home }: PricedView, selected: PaymentSelection | null): PricedCart =>
  priceCart({ ...input, payment: paymentOf(selected), emi: emiPlan(settings, selected, home.exponent) });

export const pricedPaying = ({ input }: PricedView, payment: Payment): PricedCart =>
  priceCart({ ...input, payment, emi: null });

/** Ways of paying that the offer takes, each with the first code, kind, network and card that it names. */
export const paymentsFor = ({ restrictions }: CompiledOffer): readonly Payment[] =>
  Object.entries(restrictions.payments ?? {}).map(
    ([
      mode,
      {
        codes: [code],
        types: [type],
        networks: [network],
        iins: [iin],
      },
    ]) => ({
      mode,
      ...(code === undefined ? {} : { code }),
      ...(type === undefined ? {} : { type }),
      ...(network === undefined ? {} : { network }),
      ...(iin === undefined ? {} : { iin }),
    }),
  );
