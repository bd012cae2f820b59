/** When a line and a cart arrive. Pure. */
import { counterMode, type FulfillmentModes, shownModes, usualMode } from '../lines/fulfillment-rules.ts';
import type { PricedView, ViewedLine } from '../price/priced-view.ts';
import type { CartProductInfo } from '../../contract/cart/cart-item-contract.ts';
import type { FulfillmentModeInfo, ShipmentPromise } from '../../contract/cart/shipment-promise-contract.ts';
import {
  fulfillmentModes,
  journeyPromises,
  lineWindow,
  type PromiseAsked,
  shipmentPromise,
} from '../../delivery/promise-answer.ts';
import { type Journey, pickupWindow, type Window, windowOfAll } from '../../delivery/promise-rules.ts';
import { once } from '../../shared/once.ts';
import { onceBeside, onceFor, oncePer } from '../../shared/once-per.ts';
import { sharedPart } from '../../http/answers/shared-parts.ts';

/** What is the same for all lines that share a promise, each part worked out when it is first asked for. */
const ofPromise = oncePer((promise: PromiseAsked) => {
  const { store, order } = promise;
  return {
    home: onceFor((journey: Journey) => lineWindow(promise, journey)),
    pickup: once(() => (store.pickup ? pickupWindow(store, order) : null)),
    journeys: once(() => sharedPart(journeyPromises(promise))),
    modes: onceFor((journey: Journey) => fulfillmentModes(promise, journey)),
  };
});
/** The lists of one promise under the names that a shop gives its modes; settings are one object per version. */
const modesShown = oncePer((offered: readonly FulfillmentModeInfo[]) =>
  onceBeside((modes: FulfillmentModes) => sharedPart(shownModes(offered, modes))),
);
const ofWindow = oncePer((window: Window) => onceFor((zone: string) => shipmentPromise(window, zone)));

/** What is picked up lies ready; what is sold over the counter needs no promise. */
export const windowOf = ({ promise, journey, orderType, overCounter }: ViewedLine): Window | null => {
  if (promise === null || overCounter) return null;
  const { pickup, home } = ofPromise(promise);
  return orderType === 'PickAtStore' ? pickup() : home(journey);
};

const linePromise = (line: ViewedLine, view: PricedView): ShipmentPromise => {
  const window = windowOf(line);
  const zone = line.promise?.zone ?? view.application.time_zone;
  return window === null ? shipmentPromise(null, zone) : ofWindow(window)(zone);
};

/** Earliest and latest over all lines, on the clock of the place, else of the first line's store. */
export const cartPromise = ({ lines, placeZone, application }: PricedView): ShipmentPromise => {
  const zone = placeZone ?? lines.find(({ promise }) => promise !== null)?.promise?.zone ?? application.time_zone;
  return shipmentPromise(windowOfAll(lines.map(windowOf)), zone);
};

/** The mode in which a line is brought, sent, picked up or handed over. */
export const lineMode = (
  { orderType, overCounter, stored }: ViewedLine,
  { settings: { fulfillment_modes: modes } }: PricedView,
): string => stored?.asked.fulfillmentMode ?? (overCounter ? counterMode : usualMode(orderType, modes)) ?? '';

type LinePromises = Required<
  Pick<CartProductInfo, 'delivery_promise' | 'journey_wise_promise' | 'fulfillment_mode_info'>
>;

/** What passes with the time of a promise: nothing else of a line does. */
export const linePromises = (line: ViewedLine, view: PricedView): LinePromises => {
  const { promise, journey } = line;
  const { fulfillment_modes: modes } = view.settings;
  return {
    delivery_promise: linePromise(line, view),
    journey_wise_promise: promise === null ? [] : ofPromise(promise).journeys(),
    fulfillment_mode_info: promise === null ? [] : modesShown(ofPromise(promise).modes(journey))(modes),
  };
};
