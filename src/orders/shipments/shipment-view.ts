/** A shipment as its shopper reads it by itself, in the SDK's names. Pure. */
import type { OrderSettings } from '../../contract/applications/order-settings-contract.ts';
import type { Shipment } from '../../contract/orders/order-shipment-contract.ts';
import { type Amounts, amountsIn } from '../../shared/amounts.ts';
import { isoTime } from '../../shared/clock.ts';
import { sum } from '../../shared/money.ts';
import { bagOf, shipmentOf, takenOff, titleOf } from '../answer/order-view.ts';
import { returnableUntil } from '../goods/customer-units-rules.ts';
import { remainingUnits, stateOfShipment } from '../goods/unit-rules.ts';
import type { OrderLine, OrderShipment, StoredOrder } from '../order-document.ts';
import { type Allowed, allowedUnits, happeningsTo, linesIn, parcelsIn } from './shipment-rules.ts';

export const pricesOf = (lines: readonly OrderLine[], { number }: Amounts) => {
  const all = (of: (line: OrderLine) => number): number => number(sum(lines.map(of)));
  return {
    price_marked: all(({ unit, quantity }) => unit.marked * quantity),
    price_effective: all(({ subtotal }) => subtotal),
    promotion_effective_discount: all((line) => takenOff(line).promotion),
    coupon_value: all((line) => takenOff(line).coupon),
    amount_paid: all(({ amount }) => amount),
  };
};

const may = (units: Allowed[keyof Allowed], { identifier }: OrderLine): boolean => (units.get(identifier) ?? 0) > 0;
/** Whether one of these lines may be cancelled or returned now. */
export const mayGoBack = (allowed: Allowed, lines: readonly OrderLine[]) => ({
  cancel: lines.some((line) => may(allowed.cancel, line)),
  return: lines.some((line) => may(allowed.return, line)),
});

const bagView = (line: OrderLine, order: StoredOrder, allowed: Allowed) => {
  const amounts = amountsIn(order.document.currency);
  const number = order.document.lines.indexOf(line) + 1;
  const state = stateOfShipment(order, line.shipmentId);
  const { cancel, return: back } = mayGoBack(allowed, [line]);
  return {
    ...bagOf(line, remainingUnits(order), amounts),
    id: number,
    line_number: number,
    can_cancel: cancel,
    can_return: back,
    current_status: {
      status: state,
      name: titleOf(state),
      journey_type: state === 'returned' ? 'return' : 'forward',
      updated_at: isoTime(order.modifiedAt),
    },
    item: {
      id: line.itemId,
      name: line.name,
      size: line.size,
      seller_identifier: line.sellerIdentifier ?? '',
      brand: { name: line.brand },
    },
    prices: pricesOf([line], amounts),
  };
};

const stepsOf = (order: StoredOrder, shipment: OrderShipment) => {
  const happenings = happeningsTo(order, shipment);
  return happenings.map(({ state, at }, place) => ({
    status: titleOf(state),
    value: state,
    time: isoTime(at),
    is_current: place === happenings.length - 1,
    is_passed: true,
  }));
};

const carriedBy = (order: StoredOrder, shipment: OrderShipment, settings: OrderSettings) => {
  const parcels = parcelsIn(order, shipment);
  const last = parcels.at(-1);
  const arrived = parcels.flatMap(({ deliveredAt }) => (deliveredAt === null ? [] : [deliveredAt]));
  const delivered = arrived.length === 0 ? undefined : Math.max(...arrived);
  const until = delivered === undefined ? undefined : returnableUntil(delivered, settings);
  return {
    awb_no: last?.trackingNumber ?? '',
    traking_no: last?.trackingNumber ?? '',
    track_url: last?.trackingUrl ?? '',
    dp_name: last?.carrier ?? '',
    show_track_link: typeof last?.trackingUrl === 'string',
    ...(delivered === undefined ? {} : { delivery_date: isoTime(delivered) }),
    ...(until === undefined ? {} : { returnable_date: isoTime(until) }),
  };
};

export const shipmentView = (
  order: StoredOrder,
  shipment: OrderShipment,
  settings: OrderSettings,
  at: number,
): Shipment => {
  const { document } = order;
  const amounts = amountsIn(document.currency);
  const lines = linesIn(order, shipment);
  const allowed = allowedUnits(order, settings, at);
  const { cancel, return: back } = mayGoBack(allowed, lines);
  const shared = shipmentOf(shipment, order, amounts);
  const { min, max } = shared.promise;
  return {
    ...shared,
    promise: {
      min,
      max,
      show_promise: min !== null,
      ...(min === null || max === null ? {} : { timestamp: { min, max } }),
    },
    bags: lines.map((line) => bagView(line, order, allowed)),
    total_bags: lines.length,
    prices: pricesOf(lines, amounts),
    can_cancel: cancel,
    can_return: back,
    shipment_created_at: isoTime(order.createdAt),
    shipment_created_ts: isoTime(order.createdAt),
    ...carriedBy(order, shipment, settings),
    show_download_invoice: order.progress.invoiced === true,
    tracking_details: stepsOf(order, shipment),
    ...(document.delivery === null ? {} : { delivery_address: document.delivery.fields }),
    payment: { mode: order.paymentMode, payment_mode: order.paymentMode, display_name: order.paymentMode },
  };
};

/** Every happening as a row of the SDK's track. */
export const trackView = (order: StoredOrder, shipment: OrderShipment) =>
  happeningsTo(order, shipment).map(({ state, at, way, parcel, reason, place }) => ({
    status: titleOf(state),
    account_name: parcel?.carrier ?? '',
    awb: parcel?.trackingNumber ?? '',
    shipment_type: way,
    reason,
    ...(place === undefined || place === '' ? {} : { last_location_recieved_at: place }),
    updated_at: isoTime(at),
    updated_time: isoTime(at),
  }));

const word = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** Who receives it; of goods that are fetched, who is on the invoice. */
export const receiverView = ({ id, document }: StoredOrder, shipment: OrderShipment) => {
  const { fields = {}, country = '' } = document.delivery ?? document.billing ?? {};
  return {
    order_id: id,
    shipment_id: shipment.id,
    name: word(fields['name']),
    phone: word(fields['phone']),
    country,
  };
};
