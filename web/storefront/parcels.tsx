/** What is ordered, as the parcels it comes in. */
import type { ShipmentShown } from '../../src/contract/cart/cart-shipment-contract.ts';
import { sizeOf } from './cart.ts';
import { promisedDay } from './dates.ts';
import { Amount } from './cart-line.tsx';
import { Picture } from './product-card.tsx';
import { said, words } from './words.ts';

type ParcelsProps = { readonly shipments: readonly ShipmentShown[]; readonly currency: string };

const promiseOf = ({ promise, order_type: way }: ShipmentShown): string => {
  const [min, max] = [promisedDay(promise ?? {}, 'min'), promisedDay(promise ?? {}, 'max')];
  if (!max) return '';
  return way === 'PickAtStore' ? words.checkout.ready(min || max) : words.checkout.arrives(min, max);
};

export const Parcels = ({ shipments, currency }: ParcelsProps) => (
  <ol class="parcels">
    {shipments.map((shipment, at) => {
      const { items, order_type: way, error, fulfillment_id: id } = shipment;
      const store = items?.[0]?.article?.store?.name ?? '';
      const { parcel, from, fetchFrom } = words.checkout;
      return (
        <li key={`${id}/${at}`}>
          <p class="parcel-head">
            <strong>{way === 'PickAtStore' ? fetchFrom(store) : parcel(at + 1, shipments.length)}</strong>{' '}
            {way !== 'PickAtStore' && store !== '' && <span class="soft">{from(store)}</span>}
            <span class="soft parcel-when">{promiseOf(shipment)}</span>
          </p>
          {error?.message && <p class="warn">{said(error.message)}</p>}
          <ul>
            {items?.map((line) => (
              <li key={line.identifiers?.identifier} class="parcel-line">
                <Picture url={line.product?.images?.[0]?.url} alt="" />
                <span class="parcel-words">
                  {line.product?.name}
                  <small>
                    {sizeOf(line)} × {line.quantity}
                  </small>
                </span>
                <Amount line={line} currency={currency} />
              </li>
            ))}
          </ul>
        </li>
      );
    })}
  </ol>
);
