/** What happened to one shipment of an order, and what its customer may do with it now. Pure. */
import type { OrderSettings } from '../../contract/applications/order-settings-contract.ts';
import { customerCancellable, customerReturnable } from '../goods/customer-units-rules.ts';
import { type Counted, parcelsOf, unsentUnits } from '../goods/unit-rules.ts';
import type { OrderLine, OrderShipment, StoredOrder } from '../order-document.ts';
import { customerMayCancel } from '../order-life.ts';
import type { Parcel } from '../order-progress.ts';

/** A shipment is named by its order and its place in it. */
export const orderIdIn = (shipmentId: string): string => shipmentId.replace(/-\d+$/, '');

export const shipmentIn = (order: StoredOrder | undefined, shipmentId: string): OrderShipment | undefined =>
  order?.document.shipments.find(({ id }) => id === shipmentId);

export const linesIn = ({ document }: StoredOrder, { id }: OrderShipment): readonly OrderLine[] =>
  document.lines.filter(({ shipmentId }) => shipmentId === id);

/** Names a line by itself: its shipment, and its place in the order, from 1. */
export const bagName = ({ shipmentId }: OrderLine, place: number): string => `${shipmentId}-${place}`;

/** The shipment and the place of a line that is named so; undefined when no line is. */
export const bagNamed = (name: string): { readonly shipmentId: string; readonly place: number } | undefined => {
  const end = name.lastIndexOf('-');
  const place = name.slice(end + 1);
  return end > 0 && /^\d{1,6}$/.test(place) ? { shipmentId: name.slice(0, end), place: Number(place) } : undefined;
};

export const parcelsIn = (order: StoredOrder, { id }: Pick<OrderShipment, 'id'>): readonly Parcel[] =>
  parcelsOf(order).filter(({ shipmentId }) => shipmentId === id);

/** Units by line that its customer may cancel and may return. */
export type Allowed = { readonly cancel: Counted; readonly return: Counted };

export const allowedUnits = (order: StoredOrder, settings: OrderSettings, at: number): Allowed => {
  // An order of one shipment is cancelled as a whole, also while its payment is awaited.
  const isAlone = order.document.shipments.length === 1;
  return {
    cancel: isAlone && customerMayCancel(order, settings) ? unsentUnits(order) : customerCancellable(order, settings),
    return: customerReturnable(order, settings, at),
  };
};

export type Happening = {
  readonly state: string;
  readonly at: number;
  readonly way: 'forward' | 'return';
  readonly parcel?: Parcel;
  readonly reason: string;
  /** Where its carrier saw it. */
  readonly place?: string;
};

const ofParcel = (parcel: Parcel): readonly Happening[] => [
  { state: 'shipped', at: parcel.shippedAt, way: 'forward', parcel, reason: '' },
  ...(parcel.scans ?? []).map(
    ({ status, at, place, remark }): Happening => ({
      state: status,
      at,
      way: 'forward',
      parcel,
      reason: remark,
      place,
    }),
  ),
  ...(parcel.deliveredAt === null
    ? []
    : [{ state: 'delivered', at: parcel.deliveredAt, way: 'forward', parcel, reason: '' } as const]),
];

/** Steps that its goods take by themselves are told by parcels and returns, not by the order's own steps. */
const byGoods: ReadonlySet<string> = new Set(['shipped', 'delivered', 'returned']);

/** The oldest first. */
export const happeningsTo = (order: StoredOrder, shipment: OrderShipment): readonly Happening[] => {
  const lines = new Set(shipment.lines);
  const { events, returns = [], settlements = [] } = order.progress;
  const steps = events
    .filter(({ state }) => !byGoods.has(state))
    .map(({ state, at, reason }): Happening => ({ state, at, way: 'forward', reason }));
  const cancelled = settlements
    .filter(({ cause, items }) => cause === 'cancelled' && items.some(({ line }) => lines.has(line)))
    .map(({ at, reason }): Happening => ({ state: 'cancelled', at, way: 'forward', reason }))
    .filter(({ at }) => !steps.some((step) => step.state === 'cancelled' && step.at === at));
  const back = returns
    .filter(({ items }) => items.some(({ line }) => lines.has(line)))
    .map(
      ({ state, modifiedAt, reason }): Happening => ({
        state: `return_${state}`,
        at: modifiedAt,
        way: 'return',
        reason,
      }),
    );
  const parcels = parcelsIn(order, shipment).flatMap(ofParcel);
  return [...steps, ...cancelled, ...parcels, ...back].toSorted((one, other) => one.at - other.at);
};
