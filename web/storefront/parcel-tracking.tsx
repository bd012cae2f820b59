/** Who carries what has left, and where it can be followed: as whoever sent it wrote it down. */
import type { Order } from '../../src/contract/orders/order-contract.ts';
import { words } from './words.ts';

type TrackingProps = { readonly order: Order; readonly shipmentId: string | undefined };

export const Tracking = ({ order, shipmentId }: TrackingProps) => (
  <>
    {order.parcels?.map(({ parcel_id: id, shipment_id: of, carrier, tracking_number: number, tracking_url: url }) => {
      const by = [carrier, number].filter(Boolean).join(' ');
      return of === shipmentId && (by || url) ? (
        <p key={id} class="tracking">
          {by} {url && <a href={url}>{words.order.follow}</a>}
        </p>
      ) : null;
    })}
  </>
);
