/** Use cases: goods of an order leave in parcels, and reach their customer. He cannot cancel what has left. */
import type { Node } from '../../applications/node.ts';
import { Refusal } from '../../shared/errors.ts';
import { portionDown, sum } from '../../shared/money.ts';
import { isTaxOnTop } from '../answer/order-breakup.ts';
import { moneyKept } from '../money/paid-rules.ts';
import { lineGross, standingOf } from '../money/standing-rules.ts';
import type { StoredOrder } from '../order-document.ts';
import { movedOrder } from '../order-life.ts';
import type { Parcel, Units } from '../order-progress.ts';
import { updateOrder } from '../order-store.ts';
import { withInvoice } from '../papers/issue-papers.ts';
import { tellParcel } from '../tell-order.ts';
import { releaseUnpaid } from '../unpaid-statements.ts';
import { type Changed, changeOrder, type OrderChange, requireAlive } from './change-goods.ts';
import { allOf, askedUnits, parcelsOf, unsentUnits } from './unit-rules.ts';

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
  readonly items?: readonly Units[] | undefined;
  readonly tracking: Tracking;
};

export const sendParcel = (node: Node, { items, tracking, ...change }: SendParcel): Promise<StoredOrder> =>
  changeOrder(node, change, async (before, at): Promise<Changed | null> => {
    if (items === undefined && before.state === 'shipped') return null;
    requireAlive(before);
    const unsent = unsentUnits(before);
    if (items === undefined && allOf(unsent).length === 0) {
      throw new Refusal('order_state_conflict', { message: 'Only an order that is placed can be shipped.' });
    }
    const units = items === undefined ? allOf(unsent) : askedUnits(before, items, unsent, 'shipped');
    const made = newParcels(before, units, tracking, at);
    const parcels = [...parcelsOf(before), ...made];
    const moved = movedOrder(before, { ...change.step, at }, { ...before.progress, parcels });
    return written(node, before, moved, 'shipped');
  });

/** What is collected with a parcel of an order that is paid on delivery, unless it is said: what its goods cost. */
const worthOf = (order: StoredOrder, parcels: readonly Parcel[]): number => {
  const standing = standingOf(order);
  const units = new Map(standing.lines.map((line) => [line.line, line]));
  const onTop = isTaxOnTop(order.document);
  return sum(
    parcels
      .flatMap(({ items }) => items)
      .map((item) => {
        const line = units.get(item.line);
        return line === undefined
          ? 0
          : portionDown(lineGross(line, onTop), Math.min(item.units, line.units), line.units);
      }),
  );
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
  /** All there is, also what is picked up or handed over the counter, when it is not there. */
  readonly parcelId?: string | undefined;
  /** What was collected for it. */
  readonly collected?: number | undefined;
};

const arrive = (parcel: Parcel, at: number): Parcel => ({ ...parcel, state: 'delivered', deliveredAt: at });

const parcelNamed = (order: StoredOrder, id: string): Parcel => {
  const found = parcelsOf(order).find((one) => one.id === id);
  if (found === undefined) throw new Refusal('order_parcel_not_found');
  return found;
};

export const deliverParcel = (node: Node, { parcelId, collected, ...change }: DeliverParcel): Promise<StoredOrder> =>
  changeOrder(node, change, async (before, at): Promise<Changed | null> => {
    if (parcelId === undefined && before.state === 'delivered') return null;
    if (parcelId !== undefined && parcelNamed(before, parcelId).state === 'delivered') return null;
    if (before.state !== 'placed' && before.state !== 'shipped') {
      throw new Refusal('order_state_conflict', {
        message: 'Only an order that is placed or shipped can be delivered.',
      });
    }
    const made = parcelId === undefined ? newParcels(before, allOf(unsentUnits(before)), noTracking, at) : [];
    const all = [...parcelsOf(before), ...made];
    const isMeant = ({ id, state }: Parcel): boolean =>
      state === 'shipped' && (parcelId === undefined || id === parcelId);
    const parcels = all.map((one) => (isMeant(one) ? arrive(one, at) : one));
    const moved = movedOrder(before, { ...change.step, at }, { ...before.progress, parcels });
    return written(node, before, withCollected(moved, before, all.filter(isMeant), collected), 'delivered');
  });

export type TrackParcel = OrderChange & { readonly parcelId: string; readonly tracking: Partial<Tracking> };

/** The carrier of a parcel is named, or corrected. */
export const trackParcel = (node: Node, { parcelId, tracking, ...change }: TrackParcel): Promise<StoredOrder> =>
  changeOrder(node, change, (before, at): Changed => {
    parcelNamed(before, parcelId);
    requireAlive(before);
    const parcels = parcelsOf(before).map((one) => (one.id === parcelId ? { ...one, ...tracking } : one));
    const after = movedOrder(before, { ...change.step, at }, { ...before.progress, parcels });
    return { after, statements: updateOrder(before, after) };
  });
