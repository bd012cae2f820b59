/** Promises in the words of the interface: three forms of a window, one entry per journey, one per fulfilment mode. Pure. */
import type {
  DynamicDelivery,
  FulfillmentModeInfo,
  JourneyPromise,
  ShipmentPromise,
} from '../contract/cart/shipment-promise-contract.ts';
import { isoTime } from '../shared/clock.ts';
import { type Hints, hintedMinutes, noHints } from './promise-hints.ts';
import {
  deliveryWindow,
  hintedWindow,
  type Journey,
  journeys,
  minuteEnd,
  type OrderTime,
  pickupWindow,
  type Travel,
  type Window,
  type WorkTimes,
} from './promise-rules.ts';
import { DAY, dateOf, dayOf, MINUTE, weekdayOf } from '../shared/time-zone.ts';

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const WEEKDAYS = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');

/** `03 Mar, Thursday`, on the clock of `zone`. */
export const formattedDay = (at: number, zone: string): string => {
  const day = dayOf(zone, at);
  const [, month, date] = dateOf(day).split('-');
  return `${date} ${MONTHS[Number(month) - 1]}, ${WEEKDAYS[weekdayOf(day)]}`;
};

export const shipmentPromise = (window: Window | null, zone: string): ShipmentPromise => {
  const both = <Form>(form: (at: number) => Form) => ({
    min: window === null ? null : form(window.min),
    max: window === null ? null : form(window.max),
  });
  return {
    formatted: both((at) => formattedDay(at, zone)),
    timestamp: both((at) => Math.floor(at / 1000)),
    iso: both(isoTime),
  };
};

/** What an application may set about promises. */
export type PromiseSettings = {
  /** A promise within so many minutes is told in minutes. */
  readonly etaLimit: number;
  /** Minutes for which a storefront may keep an estimate and send it back. */
  readonly hintTtl: { readonly t1: number; readonly t2: number; readonly t3: number; readonly eta: number };
};
export const promiseSettings: PromiseSettings = { etaLimit: 120, hintTtl: { t1: 5, t2: 5, t3: 30, eta: 5 } };

export type PromiseStore = WorkTimes & {
  readonly uid: number;
  readonly name: string;
  readonly address: string;
  readonly pickup: boolean;
};
export type PromiseLane = {
  readonly journeys: Readonly<Partial<Record<Journey, Travel>>>;
  readonly distanceKm: number | null;
  readonly meta: Readonly<Record<string, unknown>>;
};
/** A line's way to its shopper. */
export type PromiseAsked = {
  readonly store: PromiseStore;
  /** Null when no place is known or nobody goes there. */
  readonly lane: PromiseLane | null;
  /** Clock of the place; the store's when it is not known. */
  readonly zone: string;
  readonly order: OrderTime;
  readonly hints?: Hints;
  readonly settings?: PromiseSettings;
};

/** The two days in which clocks are set are an hour longer or shorter; a step is counted ahead. */
const SPARE_MINUTES = 75;
/** Whether what is said of a lane may change with every minute: what travels in minutes, or arrives so soon that it is told in minutes. */
export const isToTheMinute = (lane: PromiseLane | null, hints: Hints, { etaLimit }: PromiseSettings): boolean =>
  lane !== null &&
  (hintedMinutes(hints) !== null ||
    Object.values(lane.journeys).some(
      ({ unit, max }) => unit === 'minutes' || (max * DAY) / MINUTE < etaLimit + SPARE_MINUTES,
    ));

const etaOf = ({ max }: Window, { at }: OrderTime, { etaLimit }: PromiseSettings): number | null => {
  const minutes = Math.ceil((max - minuteEnd(at)) / MINUTE);
  return minutes < etaLimit ? Math.max(0, minutes) : null;
};

const hintedWith = (journey: Journey, hints: Hints): number | null =>
  journey === 'rush' ? hintedMinutes(hints) : null;

const windowOf = (journey: Journey, travel: Travel, { store, zone, order, hints = noHints }: PromiseAsked) => {
  const minutes = hintedWith(journey, hints);
  const hinted = minutes === null ? null : hintedWindow(store, order, minutes);
  return { window: hinted ?? deliveryWindow(store, travel, zone, order), hinted: hinted !== null };
};

/** What was sent is passed on with every journey; only `rush` makes its estimate of it. */
const dynamicDelivery = (journey: Journey, travel: Travel, asked: PromiseAsked): DynamicDelivery => {
  const { store, hints: sent = noHints, settings = promiseSettings } = asked;
  const t3 = travel.unit === 'minutes' ? travel.max : null;
  const own: Hints = {
    t1: store.processingMinutes,
    t2: store.handoverMinutes,
    t3,
    eta_mins: t3 === null ? null : store.processingMinutes + store.handoverMinutes + t3,
  };
  const value = {
    t1: sent.t1 ?? own.t1,
    t2: sent.t2 ?? own.t2,
    t3: sent.t3 ?? own.t3,
    eta_mins: hintedWith(journey, sent) ?? sent.eta_mins ?? own.eta_mins,
  };
  const ttl = settings.hintTtl;
  return {
    ...value,
    t1_ttl_min: value.t1 === null ? null : ttl.t1,
    t2_ttl_min: value.t2 === null ? null : ttl.t2,
    t3_ttl_min: value.t3 === null ? null : ttl.t3,
    eta_min_ttl: value.eta_mins === null ? null : ttl.eta,
  };
};

/** One entry for each journey the lane offers, in the order standard, priority, rush; none without a place. */
export const journeyPromises = (asked: PromiseAsked): readonly JourneyPromise[] => {
  const { lane, order, zone, settings = promiseSettings } = asked;
  if (lane === null) return [];
  return journeys.flatMap((journey) => {
    const travel = lane.journeys[journey];
    if (travel === undefined) return [];
    const { window, hinted } = windowOf(journey, travel, asked);
    if (window === null) return [];
    const eta = etaOf(window, order, settings);
    const message = eta === null ? `Delivery by ${formattedDay(window.max, zone)}` : `Delivery in ${eta} min`;
    return [
      {
        journey,
        meta: { ...lane.meta, dynamic_delivery: dynamicDelivery(journey, travel, asked) },
        delivery_promise: {
          min: isoTime(window.min),
          max: isoTime(window.max),
          message,
          eta_mins: eta,
          show_eta: eta !== null,
          model_resp: hinted,
          distance: lane.distanceKm,
        },
      },
    ];
  });
};

/** The promise of the line's own journey; null when there is no place, or the lane does not offer it. */
export const lineWindow = (asked: PromiseAsked, journey: Journey): Window | null => {
  const travel = asked.lane?.journeys[journey];
  return travel === undefined ? null : windowOf(journey, travel, asked).window;
};

const modeInfo = (
  slug: string,
  meta: Readonly<Record<string, unknown>>,
  window: Window,
  message: string,
): FulfillmentModeInfo => ({
  slug,
  meta,
  delivery_promise: { min: isoTime(window.min), max: isoTime(window.max), message },
});

/** One entry for each way the line can reach its shopper: brought home by the line's journey, or picked up. */
export const fulfillmentModes = (asked: PromiseAsked, journey: Journey): readonly FulfillmentModeInfo[] => {
  const { store, order, zone } = asked;
  const place = { store_uid: store.uid, store_name: store.name };
  const home = lineWindow(asked, journey);
  const counter = store.pickup ? pickupWindow(store, order) : null;
  const pickupPlace = store.address === '' ? place : { ...place, pickup_address: store.address };
  const from = (window: Window) => `Ready for pickup on ${formattedDay(window.min, store.calendar.timeZone)}`;
  return [
    ...(home === null ? [] : [modeInfo('home_delivery', place, home, `Delivery by ${formattedDay(home.max, zone)}`)]),
    ...(counter === null ? [] : [modeInfo('store_pickup', pickupPlace, counter, from(counter))]),
  ];
};
