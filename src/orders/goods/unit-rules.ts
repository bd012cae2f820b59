/** Where the units of an order are: not sent yet, on their way, delivered, given back. Pure. */
import { Refusal } from '../../shared/errors.ts';
import { oncePer } from '../../shared/once-per.ts';
import type { OrderLine, StoredOrder } from '../order-document.ts';
import type { OrderReturn, OrderState, Parcel, Units } from '../order-progress.ts';

export type Counted = ReadonlyMap<string, number>;

const counted = (units: Iterable<Units>): Map<string, number> => {
  const sums = new Map<string, number>();
  for (const one of units) sums.set(one.line, (sums.get(one.line) ?? 0) + one.units);
  return sums;
};

/** An order that was shipped or delivered before parcels were kept went in one for each shipment. */
export const parcelsOf = ({ state, modifiedAt, document, progress }: StoredOrder): readonly Parcel[] => {
  if (progress.parcels !== undefined) return progress.parcels;
  if (state !== 'shipped' && state !== 'delivered') return [];
  return document.shipments.map(({ id, lines }) => ({
    id: `${id}-P`,
    shipmentId: id,
    items: lines.map((line) => ({
      line,
      units: document.lines.find(({ identifier }) => identifier === line)?.quantity ?? 0,
    })),
    state,
    carrier: '',
    trackingNumber: '',
    trackingUrl: null,
    shippedAt: modifiedAt,
    deliveredAt: state === 'delivered' ? modifiedAt : null,
  }));
};

const givenBack = ({ progress }: StoredOrder, cause?: 'cancelled' | 'returned'): Counted =>
  counted(
    (progress.settlements ?? [])
      .filter((one) => cause === undefined || one.cause === cause)
      .flatMap(({ items }) => items),
  );

type Count = (line: string) => number;
const unitsOf = ({ document }: StoredOrder, count: (line: string, quantity: number) => number): Counted =>
  new Map(document.lines.map(({ identifier, quantity }) => [identifier, Math.max(0, count(identifier, quantity))]));
const at =
  (sums: Counted): Count =>
  (line) =>
    sums.get(line) ?? 0;

/** Units that are still the customer's, or will be. Counted once for an order: each of its lines is asked about. */
export const remainingUnits = oncePer((order: StoredOrder): Counted => {
  const back = at(givenBack(order));
  return unitsOf(order, (line, quantity) => quantity - back(line));
});

/** Units that have not left. Counted once, as well. */
export const unsentUnits = oncePer((order: StoredOrder): Counted => {
  const sent = at(counted(parcelsOf(order).flatMap(({ items }) => items)));
  const back = at(givenBack(order, 'cancelled'));
  return unitsOf(order, (line, quantity) => quantity - sent(line) - back(line));
});

const isDelivered = ({ state }: Parcel): boolean => state === 'delivered';
export const isUnderWay = ({ state }: OrderReturn): boolean => state === 'requested' || state === 'approved';

const deliveredUnits = (order: StoredOrder, since: number): Counted => {
  const parcels = parcelsOf(order).filter((one) => isDelivered(one) && (one.deliveredAt ?? 0) >= since);
  const here = at(counted(parcels.flatMap(({ items }) => items)));
  const back = at(givenBack(order, 'returned'));
  const open = at(counted((order.progress.returns ?? []).filter(isUnderWay).flatMap(({ items }) => items)));
  return unitsOf(order, (line) => here(line) - back(line) - open(line));
};
const everDelivered = oncePer((order: StoredOrder): Counted => deliveredUnits(order, 0));
/** Units that were delivered and of which no return is under way. */
export const returnableUnits = (order: StoredOrder, since = 0): Counted =>
  since === 0 ? everDelivered(order) : deliveredUnits(order, since);

const isAny = (units: Counted): boolean => [...units.values()].some((count) => count > 0);
export const allOf = (units: Counted): readonly Units[] =>
  [...units].filter(([, count]) => count > 0).map(([line, count]) => ({ line, units: count }));

/** What is left of units when these go. */
export const less = (units: Counted, items: readonly Units[]): Counted => {
  const gone = at(counted(items));
  return new Map([...units].map(([line, count]) => [line, count - gone(line)]));
};

/** Units as they are named, or as they follow from the order as it then is; null when nothing is left to be done. */
export type WantedUnits = readonly Units[] | ((order: StoredOrder) => readonly Units[] | null);

export const wantedUnits = (order: StoredOrder, wanted: WantedUnits): readonly Units[] | null =>
  typeof wanted === 'function' ? wanted(order) : wanted;

/** The units that are asked for, each line once; refuses lines that are not there and more than there is. */
export const askedUnits = (
  order: StoredOrder,
  asked: readonly Units[],
  available: Counted,
  doing: string,
): readonly Units[] => {
  const known = new Set(order.document.lines.map(({ identifier }) => identifier));
  const unknown = asked.find(({ line }) => !known.has(line));
  if (unknown !== undefined) {
    throw new Refusal('order_line_not_found', {
      details: [{ field: 'items', message: `The order has no line ${unknown.line}.` }],
    });
  }
  const units = allOf(counted(asked));
  const over = units.find(({ line, units: wanted }) => wanted > (available.get(line) ?? 0));
  if (over !== undefined || units.length === 0) {
    const [line, most] = over === undefined ? ['', 0] : [over.line, available.get(over.line) ?? 0];
    throw new Refusal('order_units_exceeded', {
      details: [
        {
          field: 'items',
          message: over === undefined ? 'Name some units.' : `Of line ${line} ${most} units can be ${doing}.`,
        },
      ],
    });
  }
  return units;
};

type Placed = Pick<OrderLine, 'identifier'>;
type Whereabouts = Readonly<{ remaining: Counted; unsent: Counted; returned: Counted }>;
const whereaboutsOf = (order: StoredOrder): Whereabouts => ({
  remaining: remainingUnits(order),
  unsent: unsentUnits(order),
  returned: givenBack(order, 'returned'),
});

const stateOfLines = (
  lines: readonly Placed[],
  parcels: readonly Parcel[],
  { remaining, unsent, returned }: Whereabouts,
): OrderState => {
  const isSome = (units: Counted): boolean => lines.some(({ identifier }) => (units.get(identifier) ?? 0) > 0);
  if (!isSome(remaining)) return isAny(returned) ? 'returned' : 'cancelled';
  if (isSome(unsent)) return 'placed';
  return parcels.every(isDelivered) ? 'delivered' : 'shipped';
};

/** Counted once for an order: each of its lines asks, and each of its shipments. */
const statesOfShipments = oncePer((order: StoredOrder): ReadonlyMap<string, OrderState> => {
  const whereabouts = whereaboutsOf(order);
  const parcels = Map.groupBy(parcelsOf(order), ({ shipmentId }) => shipmentId);
  const lines = Map.groupBy(order.document.lines, ({ shipmentId }) => shipmentId);
  return new Map([...lines].map(([id, own]) => [id, stateOfLines(own, parcels.get(id) ?? [], whereabouts)]));
});

/** Of one shipment of an order; of the order where that says it all. */
export const stateOfShipment = (order: StoredOrder, shipmentId: string): OrderState =>
  goodsStates.has(order.state) ? (statesOfShipments(order).get(shipmentId) ?? order.state) : order.state;
const goodsStates: ReadonlySet<OrderState> = new Set<OrderState>(['placed', 'shipped', 'delivered']);

/** Where an order stands whose goods may be in several places. It never goes back. */
export const stateOfGoods = (order: StoredOrder): OrderState =>
  stateOfLines(order.document.lines, parcelsOf(order), whereaboutsOf(order));
