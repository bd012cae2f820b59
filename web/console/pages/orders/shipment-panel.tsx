/** What one store sends in one way: its lines, and the parcels in which it has left. */
import type { StaffOrder } from '../../../../src/contract/orders/staff-order-contract.ts';
import { amount } from '../../parts/amounts.ts';
import { Bought } from '../../parts/bought.tsx';
import { type Column, Rows } from '../../parts/lists/listing.tsx';
import { Panel, State } from '../../parts/page.tsx';
import { moment } from '../../parts/times.ts';

type Shipment = NonNullable<StaffOrder['shipments']>[number];
type Bag = NonNullable<Shipment['bags']>[number];
type Parcel = NonNullable<StaffOrder['parcels']>[number];

const bagColumns = (currency: string): readonly Column<Bag>[] => [
  {
    name: 'Article',
    show: ({ name, image, item_id, size_name, is_gift, brand_name, seller_identifier }) => (
      <Bought name={name ?? ''} itemId={item_id} image={image} about={[brand_name, size_name, seller_identifier]}>
        {is_gift && <State of="gift" />}
      </Bought>
    ),
  },
  { name: 'Units', show: ({ quantity }) => quantity, isFigure: true },
  { name: 'Price', show: ({ price_effective }) => amount(price_effective ?? 0, currency), isFigure: true },
  {
    name: 'Offers',
    show: ({ promotion = 0, coupon = 0 }) => (promotion + coupon === 0 ? '–' : amount(-(promotion + coupon), currency)),
    isFigure: true,
  },
  { name: 'Tax in it', show: ({ tax }) => amount(tax?.tax ?? 0, currency), isFigure: true },
  { name: 'Amount', show: ({ amount: paid }) => amount(paid ?? 0, currency), isFigure: true },
];

const ParcelLine = ({ parcel }: { readonly parcel: Parcel }) => {
  const { carrier, tracking_number: number, tracking_url: link, shipped_on, delivered_on } = parcel;
  const by = [carrier, number].filter(Boolean).join(' ');
  return (
    <li>
      {delivered_on ? `Delivered ${moment(delivered_on)}` : `Left ${moment(shipped_on)}`}
      {by !== '' && <> · {by}</>}
      {link && (
        <>
          {' · '}
          <a href={link} target="_blank" rel="noreferrer">
            Follow it
          </a>
        </>
      )}
    </li>
  );
};

/** Nothing is sent, or fetched, before it is. */
const storeWords = ({ order_type: way, shipment_status: state = '', over_counter: isOver }: Shipment): string => {
  if (isOver) return 'Sold over the counter at';
  const isGone = ['shipped', 'delivered', 'returned'].includes(state);
  if (way === 'PickAtStore') return isGone ? 'Picked up at' : 'To be picked up at';
  return isGone ? 'Sent by' : 'Ships from';
};

type ShipmentProps = { readonly order: StaffOrder; readonly shipment: Shipment; readonly currency: string };

export const ShipmentPanel = ({ order, shipment, currency }: ShipmentProps) => {
  const { shipments = [], parcels = [] } = order;
  const place = shipments.indexOf(shipment) + 1;
  const left = parcels.filter(({ shipment_id: id }) => id === shipment.shipment_id);
  const title = shipments.length > 1 ? `Shipment ${place} of ${shipments.length}` : 'Shipment';
  return (
    <Panel title={title} acts={<State of={shipment.shipment_status ?? ''} />}>
      <p class="soft">
        {storeWords(shipment)} {shipment.fulfilling_store?.name}
        {shipment.shipping_method?.name && `, ${shipment.shipping_method.name}`}
        {shipment.promise?.max && left.length === 0 && `, promised until ${moment(shipment.promise.max)}`}
      </p>
      <Rows label={`Lines of ${shipment.shipment_id}`} rows={shipment.bags ?? []} columns={bagColumns(currency)} />
      {left.length > 0 && (
        <ul class="plain-list parcels-left">
          {left.map((parcel) => (
            <ParcelLine key={parcel.parcel_id} parcel={parcel} />
          ))}
        </ul>
      )}
    </Panel>
  );
};
