/** Use cases: goods of an order leave in parcels, and reach their customer. He cannot cancel what has left. */
import type { Node } from '../../applications/node.ts';
import { Refusal } from '../../shared/errors.ts';
import { portionDown, sum } from '../../shared/money.ts';
import { isTaxOnTop } from '../answer/order-breakup.ts';
import { moneyKept } from '../money/paid-rules.ts';
import { lineGross, standingOf } from '../money/standing-rules.ts';
import type { StoredOrder } from '../order-document.ts';
import { movedOrder } from '../order-life.ts';
import type { Parcel, Scan, Units } from '../order-progress.ts';
import { updateOrder } from '../order-store.ts';
import { withInvoice } from '../papers/issue-papers.ts';
import { tellParcel } from '../tell-order.ts';
import { releaseUnpaid } from '../unpaid-statements.ts';
import { type Changed, changeOrder, type OrderChange, requireAlive } from './change-goods.ts';
import { refuseMoreParts } from './kept-parts-rules.ts';
import {
  allOf,
  askedUnits,
  parcelsOf,
  stateOfShipment,
  unsentUnits,
  type WantedUnits,
  wantedUnits,
} from './unit-rules.ts';

export type Tracking = Pick<Parcel, 'carrier' | 'trackingNumber' | 'trackingUrl'>;
export const noTracking: Tracking = { carrier: '', trackingNumber: '', trackingUrl: null };

/** One parcel for each shipment of the order: no store packs the goods of another. */
const newParcels = (order: StoredOrder, items: readonly Units[], tracking: Tracking, at: number): readonly Parcel[] => {
  const known = parcelsOf(order).length;
  const ofLine = new Map(order.document.lines.map(({ identifier, shipmentId }) => [identifier, shipmentId]));
  return [...Map.groupBy(items, ({ line }) => ofLine.get(line) ?? '')].map(([shipmentId, units], place) => ({
    id: `${order.id}-P${known + place + 1}`,
    shipmentId,
    items: units,
    state: 'shipped',
    ...tracking,
    shippedAt: at,
    deliveredAt: null,
  }));
};

/** Goods that leave take the invoice with them. */
const written = async (
  { db }: Node,
  before: StoredOrder,
  moved: StoredOrder,
  step: 'shipped' | 'delivered',
): Promise<Changed> => {
  const { order: after, statements } = await withInvoice(db, moved, moved.modifiedAt);
  return {
    after,
    statements: [...updateOrder(before, after), releaseUnpaid(before), ...statements, ...tellParcel(after, step)],
  };
};

export type SendParcel = OrderChange & {
  /** All that has not left, when it is not there. */
  readonly items?: WantedUnits | undefined;
  readonly tracking: Tracking;
};

export const sendParcel = (node: Node, { items, tracking, ...change }: SendParcel): Promise<StoredOrder> =>
  changeOrder(node, change, async (before, at): Promise<Changed | null> => {
    if (items === undefined && before.state === 'shipped') return null;
    const wanted = items === undefined ? undefined : wantedUnits(before, items);
    if (wanted === null) return null;
    requireAlive(before);
    const unsent = unsentUnits(before);
    if (items === undefined && allOf(unsent).length === 0) {
      throw new Refusal('order_state_conflict', { message: 'Only an order that is placed can be shipped.' });
    }
    const units = wanted === undefined ? allOf(unsent) : askedUnits(before, wanted, unsent, 'shipped');
    refuseMoreParts(before, { units, by: 'shop', left: unsent });
    const parcels = [...parcelsOf(before), ...newParcels(before, units, tracking, at)];
    const moved = movedOrder(before, { ...change.step, at }, { ...before.progress, parcels });
    return written(node, before, moved, 'shipped');
  });

/**
 * What is collected with a parcel of an order that is paid on delivery, unless it is said: what its goods cost, and with the first
 * one all charges. They would be nobody's to collect if what comes later is cancelled.
 */
const worthOf = (order: StoredOrder, parcels: readonly Parcel[]): number => {
  const standing = standingOf(order);
  const isFirst = parcelsOf(order).every(({ state }) => state !== 'delivered');
  const units = new Map(standing.lines.map((line) => [line.line, line]));
  const onTop = isTaxOnTop(order.document);
  const goods = parcels
    .flatMap(({ items }) => items)
    .map((item) => {
      const line = units.get(item.line);
      return line === undefined ? 0 : portionDown(lineGross(line, onTop), Math.min(item.units, line.units), line.units);
    });
  return sum([...goods, ...(isFirst ? standing.charges.map(({ amount }) => amount) : [])]);
};

const withCollected = (
  order: StoredOrder,
  before: StoredOrder,
  arrived: readonly Parcel[],
  said: number | undefined,
): StoredOrder => {
  const { uncollected } = moneyKept(before);
  if (uncollected === 0) return order;
  const usual = order.state === 'delivered' ? uncollected : worthOf(before, arrived);
  const collected = (before.progress.collected ?? 0) + Math.min(uncollected, said ?? usual);
  return { ...order, progress: { ...order.progress, collected } };
};

export type DeliverParcel = OrderChange & {
  /** All there is, also what is picked up or handed over the counter, when neither is there. */
  readonly parcelId?: string | undefined;
  readonly shipmentId?: string | undefined;
  /** What was collected for it. */
  readonly collected?: number | undefined;
};

const arrive = (parcel: Parcel, at: number): Parcel => ({ ...parcel, state: 'delivered', deliveredAt: at });

const parcelNamed = (order: StoredOrder, id: string): Parcel => {
  const found = parcelsOf(order).find((one) => one.id === id);
  if (found === undefined) throw new Refusal('order_parcel_not_found');
  return found;
};

/** Whether it has arrived already. */
const isHere = (order: StoredOrder, { parcelId, shipmentId }: DeliverParcel): boolean => {
  if (parcelId !== undefined) return parcelNamed(order, parcelId).state === 'delivered';
  return (shipmentId === undefined ? order.state : stateOfShipment(order, shipmentId)) === 'delivered';
};

/** What leaves as it arrives: goods that are picked up, or handed over the counter. */
const handedOver = (order: StoredOrder, { parcelId, shipmentId }: DeliverParcel, at: number): readonly Parcel[] => {
  if (parcelId !== undefined) return [];
  const made = newParcels(order, allOf(unsentUnits(order)), noTracking, at);
  return shipmentId === undefined ? made : made.filter((one) => one.shipmentId === shipmentId);
};

export const deliverParcel = (node: Node, delivery: DeliverParcel): Promise<StoredOrder> => {
  const { parcelId, shipmentId, collected, ...change } = delivery;
  const isMeant = ({ id, state, shipmentId: of }: Parcel): boolean =>
    state === 'shipped' &&
    (parcelId === undefined || id === parcelId) &&
    (shipmentId === undefined || of === shipmentId);
  return changeOrder(node, change, async (before, at): Promise<Changed | null> => {
    if (isHere(before, delivery)) return null;
    const all = [...parcelsOf(before), ...handedOver(before, delivery, at)];
    if ((before.state !== 'placed' && before.state !== 'shipped') || !all.some(isMeant)) {
      throw new Refusal('order_state_conflict', {
        message: 'Only goods that are placed or shipped can be delivered.',
      });
    }
    const parcels = all.map((one) => (isMeant(one) ? arrive(one, at) : one));
    const moved = movedOrder(before, { ...change.step, at }, { ...before.progress, parcels });
    return written(node, before, withCollected(moved, before, all.filter(isMeant), collected), 'delivered');
  });
};

export type TrackParcel = OrderChange & {
  /** Of a shipment the parcel that left last. */
  readonly of: { readonly parcelId: string } | { readonly shipmentId: string };
  readonly tracking: Partial<Tracking>;
  /** What its carrier says of it. */
  readonly scan?: Scan | undefined;
};

/** Of a parcel, and of all parcels of an order. */
const MOST_SCANS = 200;
const MOST_SCANS_IN_ALL = 2_000;

const parcelMeant = (order: StoredOrder, of: TrackParcel['of']): Parcel => {
  if ('parcelId' in of) return parcelNamed(order, of.parcelId);
  const last = parcelsOf(order).findLast(({ shipmentId }) => shipmentId === of.shipmentId);
  if (last !== undefined) return last;
  throw new Refusal('order_state_conflict', { message: 'Nothing of this shipment has left.' });
};

const scanned = (order: StoredOrder, { scans = [] }: Parcel, scan: Scan | undefined): Pick<Parcel, 'scans'> => {
  if (scan === undefined) return {};
  const all = sum(parcelsOf(order).map((parcel) => parcel.scans?.length ?? 0));
  if (scans.length < MOST_SCANS && all < MOST_SCANS_IN_ALL) return { scans: [...scans, scan] };
  const message = `Of a parcel at most ${MOST_SCANS} scans are kept, of an order ${MOST_SCANS_IN_ALL}.`;
  throw new Refusal('order_state_conflict', { message });
};

/** The carrier of a parcel is named, or corrected, or tells where it is. */
export const trackParcel = (node: Node, { of, tracking, scan, ...change }: TrackParcel): Promise<StoredOrder> =>
  changeOrder(node, change, (before, at): Changed => {
    const meant = parcelMeant(before, of);
    requireAlive(before);
    const parcels = parcelsOf(before).map((one) =>
      one.id === meant.id ? { ...one, ...tracking, ...scanned(before, one, scan) } : one,
    );
    const after = movedOrder(before, { ...change.step, at }, { ...before.progress, parcels });
    return { after, statements: updateOrder(before, after) };
  });
