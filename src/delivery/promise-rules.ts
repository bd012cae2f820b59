/**
 * When an order can arrive, or be picked up. Pure: the moment of the order is an argument.
 *
 * Work on an order (manufacturing, processing, hand-over) passes in the store's opening time only. What travels in days is
 * collected once a day, so the store's cut-off counts, and it is delivered in the daytime of the place it goes to; what
 * travels in minutes leaves as soon as it is ready. A later order never gets an earlier promise, more work or one more
 * holiday never makes it earlier, and `min` is never after `max` (test/delivery/promise-laws.test.ts).
 *
 * Not here: which lane serves a place (lane-rules.ts), how a promise looks on the wire (promise-answer.ts).
 */
import { afterCutOff, afterOpenTime, type Calendar, nextOpen, openingAfterDays } from './opening-hours.ts';
import { DAY, dayOf, instantOf, MINUTE } from '../shared/time-zone.ts';

export const journeys = ['standard', 'priority', 'rush'] as const;
export type Journey = (typeof journeys)[number];

/** How long a lane takes, from hand-over to the door. */
export type Travel = { readonly unit: 'minutes' | 'days'; readonly min: number; readonly max: number };
export type WorkTimes = {
  readonly calendar: Calendar;
  /** Minute of the day from which orders count as the next working day's; null: none. */
  readonly cutOff: number | null;
  readonly processingMinutes: number;
  readonly handoverMinutes: number;
};
/** Days are the store's working days; minutes and hours are its opening time. */
export type Manufacturing = { readonly time: number; readonly unit: 'minutes' | 'hours' | 'days' };
export type OrderTime = { readonly at: number; readonly manufacturing: Manufacturing | null };
/** Instants, in milliseconds. */
export type Window = { readonly min: number; readonly max: number };

/** Parcels are brought between these minutes of the day, on the clock of the place they go to. */
const DELIVERY_BEGINS = 9 * 60;
const DELIVERY_ENDS = 21 * 60;
const LONGEST_HINT_MINUTES = (366 * DAY) / MINUTE;

/** Times are promised to the minute, so an answer holds until this one is over. */
export const minuteEnd = (at: number): number => Math.ceil(at / MINUTE) * MINUTE;

const PHASES = 0xffff + 1;
/**
 * When an order of a cart counts as placed for what is promised: less than a minute from now, by its identifier, so that not all
 * answers of a shop end with the same minute and are made anew at once. Every node says the same.
 */
export const orderedAt = (now: number, cartId: string | undefined): number =>
  now + Math.floor(((Number.parseInt(cartId?.slice(-4) ?? '', 16) || 0) / PHASES) * MINUTE);

/** When the store can begin with an article that is made: the end of its making, else at once. */
const afterMaking = (calendar: Calendar, at: number, made: Manufacturing | null): number | undefined => {
  if (made === null || made.time <= 0) return at;
  if (made.unit !== 'days') return afterOpenTime(calendar, at, made.time * (made.unit === 'hours' ? 60 : 1))?.at;
  const begins = nextOpen(calendar, at);
  return begins === undefined ? undefined : openingAfterDays(calendar, begins, Math.ceil(made.time));
};

const workBegins = (
  { calendar, cutOff }: WorkTimes,
  order: OrderTime,
  minds: { readonly cutOff: boolean },
): number | undefined => {
  const accepted = minds.cutOff ? afterCutOff(calendar, order.at, cutOff) : order.at;
  return accepted === undefined ? undefined : afterMaking(calendar, minuteEnd(accepted), order.manufacturing);
};

type Ready = { readonly at: number; readonly closes: number };
const ready = (store: WorkTimes, order: OrderTime, minds: { readonly cutOff: boolean }): Ready | undefined => {
  const begins = workBegins(store, order, minds);
  if (begins === undefined) return undefined;
  return afterOpenTime(store.calendar, begins, store.processingMinutes + store.handoverMinutes);
};

/** Null when the store does not open in sight. `placeZone` is the clock of the place the order goes to. */
export const deliveryWindow = (
  store: WorkTimes,
  travel: Travel,
  placeZone: string,
  order: OrderTime,
): Window | null => {
  const handedOver = ready(store, order, { cutOff: travel.unit === 'days' })?.at;
  if (handedOver === undefined) return null;
  if (travel.unit === 'minutes') {
    return { min: handedOver + travel.min * MINUTE, max: handedOver + travel.max * MINUTE };
  }
  const day = dayOf(placeZone, handedOver);
  const tooLate = handedOver > instantOf(placeZone, day, DELIVERY_ENDS);
  const first = tooLate ? day + 1 : day;
  return {
    min: Math.max(handedOver, instantOf(placeZone, first + travel.min, DELIVERY_BEGINS)),
    max: instantOf(placeZone, first + travel.max, DELIVERY_ENDS),
  };
};

/** What a delivery partner estimates counts from the moment the store can begin, in place of our own work and travel times. */
export const hintedWindow = (store: WorkTimes, order: OrderTime, minutes: number): Window | null => {
  if (minutes > LONGEST_HINT_MINUTES) return null;
  const begins = workBegins(store, order, { cutOff: false });
  const open = begins === undefined ? undefined : nextOpen(store.calendar, begins);
  if (open === undefined) return null;
  const arrives = open + Math.ceil(minutes * MINUTE);
  return { min: arrives, max: arrives };
};

/** From the moment it lies ready until the store closes; both in opening time. */
export const pickupWindow = (store: WorkTimes, order: OrderTime): Window | null => {
  const lies = ready(store, order, { cutOff: false });
  if (lies === undefined) return null;
  if (lies.at < lies.closes) return { min: lies.at, max: lies.closes };
  const next = afterOpenTime(store.calendar, lies.at, 0);
  return next === undefined ? null : { min: next.at, max: next.closes };
};

/** The cart's promise: the earliest min and the latest max over the lines that have one. */
export const windowOfAll = (windows: readonly (Window | null)[]): Window | null => {
  const known = windows.filter((window) => window !== null);
  if (known.length === 0) return null;
  return { min: Math.min(...known.map(({ min }) => min)), max: Math.max(...known.map(({ max }) => max)) };
};
