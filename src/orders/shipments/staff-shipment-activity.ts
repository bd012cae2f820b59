/** What happened to a shipment, as service clients read it: its history, and what carriers said of its parcels. Pure. */
import type { TimelineEntry } from '../../contract/orders/order-paper-contract.ts';
import type { TrackingRow } from '../../contract/orders/staff-shipment-requests.ts';
import { isoTime } from '../../shared/clock.ts';
import { parcelsOf, stateOfShipment } from '../goods/unit-rules.ts';
import type { OrderShipment, StoredOrder } from '../order-document.ts';
import type { Units } from '../order-progress.ts';
import { parcelsIn } from './shipment-rules.ts';

/** Parcels, returns and refunds that have nothing of a shipment in them. */
const elsewhere = (order: StoredOrder, { id, lines }: OrderShipment): ReadonlySet<string> => {
  const { returns = [], settlements = [] } = order.progress;
  const isOther = ({ items }: { readonly items: readonly Units[] }): boolean =>
    !items.some(({ line }) => lines.includes(line));
  return new Set(
    [
      ...parcelsOf(order).filter(({ shipmentId }) => shipmentId !== id),
      ...returns.filter(isOther),
      ...settlements.filter(isOther),
    ].map((one) => one.id),
  );
};

export const historyOf = (order: StoredOrder, shipment: OrderShipment, timeline: readonly TimelineEntry[]) => {
  const others = elsewhere(order, shipment);
  return timeline
    .filter(({ reference }) => reference === null || !others.has(reference))
    .map(({ at, kind, what, by, reason, reference }) => ({
      activity_type: kind,
      message: what,
      display_message: what,
      user: by,
      createdat: at,
      created_ts: at,
      meta: { message: what, reason: { text: reason }, slug: reference },
    }));
};

/** The oldest first. */
export const trackingOf = (order: StoredOrder, shipment: OrderShipment): readonly TrackingRow[] =>
  parcelsIn(order, shipment).flatMap((parcel) => {
    const row = (status: string, at: number, place: string | null, remark: string | null): TrackingRow => ({
      shipment_id: shipment.id,
      awb: parcel.trackingNumber,
      dp_name: parcel.carrier,
      dp_status: status,
      operational_status: stateOfShipment(order, shipment.id),
      dp_status_updated_at: isoTime(at),
      dp_location: place,
      remark,
      journey: 'forward',
      promised_delivery_date: shipment.promise === null ? null : isoTime(shipment.promise.max),
      meta: { parcel_id: parcel.id, tracking_url: parcel.trackingUrl ?? '' },
    });
    return [
      row('shipped', parcel.shippedAt, null, null),
      ...(parcel.scans ?? []).map(({ status, at, place, remark }) => row(status, at, place, remark)),
      ...(parcel.deliveredAt === null ? [] : [row('delivered', parcel.deliveredAt, null, null)]),
    ].toSorted((one, other) => Date.parse(one.dp_status_updated_at) - Date.parse(other.dp_status_updated_at));
  });
