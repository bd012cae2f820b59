/** When a line and a cart arrive. Pure. */
import { counterMode, shownModes, usualMode } from '../lines/fulfillment-rules.ts';
import type { PricedView, ViewedLine } from '../price/priced-view.ts';
import type { CartProductInfo } from '../../contract/cart/cart-item-contract.ts';
import type { ShipmentPromise } from '../../contract/cart/shipment-promise-contract.ts';
import {
  fulfillmentModes,
  journeyPromises,
  lineWindow,
  type PromiseAsked,
  shipmentPromise,
} from '../../delivery/promise-answer.ts';
import { pickupWindow, type Window, windowOfAll } from '../../delivery/promise-rules.ts';

/** What is picked up lies ready; what is sold over the counter needs no promise. */
export const windowOf = ({ promise, journey, orderType, overCounter }: ViewedLine): Window | null => {
  if (promise === null || overCounter) return null;
  if (orderType === 'PickAtStore') return promise.store.pickup ? pickupWindow(promise.store, promise.order) : null;
  return lineWindow(promise, journey);
};

export const linePromise = (line: ViewedLine, view: PricedView): ShipmentPromise =>
  shipmentPromise(windowOf(line), line.promise?.zone ?? view.application.time_zone);

/** Earliest and latest over all lines, on the clock of the place, else of the first line's store. */
export const cartPromise = ({ lines, placeZone, application }: PricedView): ShipmentPromise => {
  const zone = placeZone ?? lines.find(({ promise }) => promise !== null)?.promise?.zone ?? application.time_zone;
  return shipmentPromise(windowOfAll(lines.map(windowOf)), zone);
};

const journeysKept = new WeakMap<PromiseAsked, ReturnType<typeof journeyPromises>>();
/** The same for every line that shares the promise. */
const journeysOf = (promise: PromiseAsked): ReturnType<typeof journeyPromises> => {
  const known = journeysKept.get(promise);
  if (known !== undefined) return known;
  const made = journeyPromises(promise);
  journeysKept.set(promise, made);
  return made;
};

type ItemPromises = Pick<CartProductInfo, 'journey_wise_promise' | 'fulfillment_mode' | 'fulfillment_mode_info'>;

export const itemPromises = (
  { promise, journey, orderType, overCounter, stored }: ViewedLine,
  { settings: { fulfillment_modes: modes } }: PricedView,
): ItemPromises => ({
  journey_wise_promise: promise === null ? [] : journeysOf(promise),
  fulfillment_mode: stored?.asked.fulfillmentMode ?? (overCounter ? counterMode : usualMode(orderType, modes)) ?? '',
  fulfillment_mode_info: promise === null ? [] : shownModes(fulfillmentModes(promise, journey), modes),
});
