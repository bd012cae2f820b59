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
/** `stepEnd`: see `orderTimes`; left out: everything is told to the minute. */
export type OrderTime = {
  readonly at: number;
  readonly stepEnd?: number;
  readonly manufacturing: Manufacturing | null;
};
/** Instants, in milliseconds. */
export type Window = { readonly min: number; readonly max: number };

/** Parcels are brought between these minutes of the day, on the clock of the place they go to. */
const DELIVERY_BEGINS = 9 * 60;
const DELIVERY_ENDS = 21 * 60;
const LONGEST_HINT_MINUTES = (366 * DAY) / MINUTE;

/** What travels in minutes is promised to the minute, so an answer holds until this one is over. */
export const minuteEnd = (at: number): number => Math.ceil(at / MINUTE) * MINUTE;

/** Everything else, so that an answer holds for longer: nobody minds five minutes of a day, or at the counter. */
const STEP = 5 * MINUTE;
const PHASES = 0xffff + 1;

export type OrderTimes = {
  /** When an order counts as placed: less than a minute from now. */
  readonly at: number;
  /** From when on it is worked on, where it does not travel in minutes: less than two steps from now. */
  readonly stepEnd: number;
  /** When the step is another one. */
  readonly stepUntil: number;
};
/**
 * When an order of a cart counts as placed for what is promised: by its identifier, so that not all answers of a shop end at
 * once and are made anew at once. Every node says the same.
 */
export const orderTimes = (now: number, cartId: string | undefined): OrderTimes => {
  const phase = (Number.parseInt(cartId?.slice(-4) ?? '', 16) || 0) / PHASES;
  const ahead = Math.floor(phase * STEP);
  const stepEnd = Math.ceil((now + ahead) / STEP) * STEP;
  return { at: now + Math.floor(phase * MINUTE), stepEnd, stepUntil: stepEnd - ahead };
};

/** Until when it does not count when an order is placed, but for the step: the store's cut-off, and the end of its day after it. */
export const cutOffEdge = ({ calendar: { timeZone }, cutOff }: WorkTimes, at: number): number => {
  if (cutOff === null) return Infinity;
  const today = dayOf(timeZone, at);
  const cut = instantOf(timeZone, today, cutOff);
  return at < cut ? cut : instantOf(timeZone, today + 1, 0);
};

/** When the store can begin with an article that is made: the end of its making, else at once. */
const afterMaking = (calendar: Calendar, at: number, made: Manufacturing | null): number | undefined => {
  if (made === null || made.time <= 0) return at;
  if (made.unit !== 'days') return afterOpenTime(calendar, at, made.time * (made.unit === 'hours' ? 60 : 1))?.at;
  const begins = nextOpen(calendar, at);
  return begins === undefined ? undefined : openingAfterDays(calendar, begins, Math.ceil(made.time));
};

/** Whether the store's cut-off counts, and whether time is counted in steps. */
type Minds = { readonly cutOff: boolean; readonly steps: boolean };

const workBegins = (
  { calendar, cutOff }: WorkTimes,
  { at, stepEnd, manufacturing }: OrderTime,
  minds: Minds,
): number | undefined => {
  const accepted = minds.cutOff ? afterCutOff(calendar, at, cutOff) : at;
  if (accepted === undefined) return undefined;
  const counted = minds.steps && stepEnd !== undefined ? stepEnd : minuteEnd(at);
  return afterMaking(calendar, Math.max(counted, accepted), manufacturing);
};

type Ready = { readonly at: number; readonly closes: number };
const ready = (store: WorkTimes, order: OrderTime, minds: Minds): Ready | undefined => {
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
  const inDays = travel.unit === 'days';
  const handedOver = ready(store, order, { cutOff: inDays, steps: inDays })?.at;
  if (handedOver === undefined) return null;
  if (!inDays) {
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
  const begins = workBegins(store, order, { cutOff: false, steps: false });
  const open = begins === undefined ? undefined : nextOpen(store.calendar, begins);
  if (open === undefined) return null;
  const arrives = open + Math.ceil(minutes * MINUTE);
  return { min: arrives, max: arrives };
};

/** From the moment it lies ready until the store closes; both in opening time. */
export const pickupWindow = (store: WorkTimes, order: OrderTime): Window | null => {
  const lies = ready(store, order, { cutOff: false, steps: true });
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
