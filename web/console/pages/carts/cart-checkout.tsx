/** Staff order what is in a cart for its shopper, on the phone or at the counter. */
import { useLocation } from 'preact-iso';
import { change } from '../../call.ts';
import { amount, currencySign } from '../../parts/amounts.ts';
import { AskAct } from '../../parts/ask-act.tsx';
import { paymentChoices } from '../../parts/names.ts';
import { countries } from '../../parts/fields/places.ts';
import { cartPath } from '../../paths.ts';
import { at } from '../../session.ts';

type CheckoutProps = { readonly id: string; readonly total: number; readonly currency: string };

/** Addresses say their country as the service reads it. */
const englishName = (code: string): string => new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code;

/** A way to pay may have a fee, so the total can be another one than the cart shows: who told the shopper one says so here. */
export const CheckOut = ({ id, total, currency }: CheckoutProps) => {
  const { route } = useLocation();
  return (
    <AskAct
      ask={`Order what is in cart ${id}?`}
      fields={{
        name: { name: 'Name', required: true },
        phone: { name: 'Phone', required: true },
        address: { name: 'Address', required: true },
        city: { name: 'City', required: true },
        state: { name: 'State' },
        area_code: { name: 'Postal code', required: true },
        country: { name: 'Country', value: 'IN', choices: countries() },
        payment: { name: 'Paid by', value: 'COD', choices: paymentChoices },
        told: {
          name: 'Total told to the shopper',
          type: 'number',
          step: 'any',
          unit: currencySign(currency),
          hint: `Nothing is ordered at another one. ${amount(total, currency)} before fees; empty takes what it comes to.`,
        },
      }}
      run={async ({ payment, told, country, ...address }) => {
        const body = {
          id,
          payment_mode: payment,
          delivery_address: { ...address, country: englishName(country), country_iso_code: country },
          ...(told === '' ? {} : { expected_total: Number(told) }),
          order_type: 'HomeDelivery',
        };
        const { order_id } = await change<{ order_id?: string }>('POST', `${cartPath}/checkout`, `Ordered cart ${id}`, {
          body,
        });
        route(at(order_id ? `/orders/${order_id}` : '/orders'));
      }}
    >
      Check out
    </AskAct>
  );
};
