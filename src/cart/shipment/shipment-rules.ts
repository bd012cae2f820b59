/**
 * A cart as the parcels it will leave in: one for each store and journey, what is picked up and what goes over the counter
 * apart. A gift from the store of its parent travels with it. Every line is in exactly one parcel, in the order of the cart.
 * Pure; the answer of `shipment` and checkout both read it.
 */
import type { LineProblemCode } from '../lines/availability-rules.ts';
import type { PricedView, ViewedLine } from '../price/priced-view.ts';
import { windowOf } from '../response/promises.ts';
import { parcelSize, type ParcelSize } from './shipment-size-rules.ts';
import type { OrderType } from '../store/cart-document.ts';
import type { Journey, Window } from '../../delivery/promise-rules.ts';

type ShipmentProblem = {
  /** Of the first line that cannot be had. */
  readonly code: LineProblemCode;
  readonly message: string;
  /** All lines that cannot be had, by identifier. */
  readonly identifiers: readonly string[];
};

export type Shipment = {
  /** The same for the same store, way and journey: `7:HomeDelivery:rush`. */
  readonly key: string;
  /** Null when the catalogue no longer knows the articles of its lines; such a cart cannot be ordered. */
  readonly storeId: number | null;
  readonly orderType: OrderType;
  readonly journey: Journey;
  /** Handed over when it is bought: nothing is sent and nothing promised. */
  readonly overCounter: boolean;
  readonly lines: readonly ViewedLine[];
  /** Null when there is nothing to promise: no place, no lane, over the counter. */
  readonly window: Window | null;
  readonly distanceKm: number | null;
  readonly size: ParcelSize;
  readonly problem: ShipmentProblem | null;
};

const storeOf = ({ article, priced }: ViewedLine): number | null => article?.storeId ?? priced?.article.storeId ?? null;

const keyOf = (line: ViewedLine): string => {
  const way = line.overCounter ? 'counter' : line.orderType;
  return [storeOf(line) ?? '', way, way === 'HomeDelivery' ? line.journey : ''].join(':');
};

/** A parcel leaves when its last line is ready, so the latest line speaks for all. */
const latestOf = (lines: readonly ViewedLine[]): Window | null => {
  const windows = lines.map(windowOf).filter((window) => window !== null);
  if (windows.length === 0) return null;
  return { min: Math.max(...windows.map(({ min }) => min)), max: Math.max(...windows.map(({ max }) => max)) };
};

const problemOf = (lines: readonly ViewedLine[]): ShipmentProblem | null => {
  const failing = lines.flatMap(({ identifier, availability: { problem } }) =>
    problem === null ? [] : [{ identifier, problem }],
  );
  const [first] = failing;
  if (first === undefined) return null;
  const { code, message } = first.problem;
  return { code, message, identifiers: failing.map(({ identifier }) => identifier) };
};

const shipmentOf = (key: string, lines: readonly [ViewedLine, ...ViewedLine[]]): Shipment => {
  const [first] = lines;
  return {
    key,
    storeId: storeOf(first),
    orderType: first.orderType,
    journey: first.journey,
    overCounter: first.overCounter,
    lines,
    window: latestOf(lines),
    distanceKm: first.promise?.lane?.distanceKm ?? null,
    size: parcelSize(lines),
    problem: problemOf(lines),
  };
};

export const splitShipments = ({ lines }: Pick<PricedView, 'lines'>): readonly Shipment[] => {
  const groups = Map.groupBy(lines, keyOf);
  return [...groups].flatMap(([key, [first, ...rest]]) =>
    first === undefined ? [] : [shipmentOf(key, [first, ...rest])],
  );
};
