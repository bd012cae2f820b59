/** A cart with the parcels it will leave in. */
import type { CartShipments, ShipmentShown } from '../../contract/cart/cart-shipment-contract.ts';
import { shipmentPromise } from '../../delivery/promise-answer.ts';
import type { PricedView } from '../price/priced-view.ts';
import { type Shipment, splitShipments } from './shipment-rules.ts';
import { cartAnswer } from '../response/cart-answer.ts';
import { cartItems } from '../response/cart-items.ts';
import { linePromises, windowOf } from '../response/promises.ts';

/** The line that is ready last speaks for the parcel. */
const slowest = ({ lines }: Shipment) => lines.toSorted((a, b) => (windowOf(b)?.max ?? 0) - (windowOf(a)?.max ?? 0))[0];

const sizeFields = ({ box, weight, volumetricWeight, chargeableWeight }: Shipment['size']): ShipmentShown['meta'] => ({
  dimension: box ?? {},
  shipment_weight: weight,
  shipment_volumetric_weight: volumetricWeight,
  shipment_chargeable_weight: chargeableWeight,
});

const shown = (shipment: Shipment, view: PricedView, items: ReadonlyMap<string, ShipmentShown['items'][number]>) => {
  const { storeId, lines, window, size, problem, overCounter } = shipment;
  const slow = slowest(shipment);
  return {
    shipments: 1,
    promise: shipmentPromise(window, slow?.promise?.zone ?? view.application.time_zone),
    order_type: shipment.orderType,
    shipment_type: 'single_shipment',
    items: lines.flatMap(({ identifier }) => items.get(identifier) ?? []),
    fulfillment_type: overCounter ? 'counter' : 'store',
    ...(storeId === null ? {} : { fulfillment_id: storeId }),
    journey: shipment.journey,
    meta: sizeFields(size),
    error: {
      type: problem?.code ?? null,
      value: problem?.identifiers ?? [],
      message: problem?.message ?? null,
    },
    journey_wise_promise: slow === undefined ? [] : linePromises(slow, view).journey_wise_promise,
    distance: shipment.distanceKm,
  } satisfies ShipmentShown;
};

export const shipmentsAnswer = async (view: PricedView): Promise<CartShipments> => {
  const answer = await cartAnswer(view);
  const written = answer.items ?? (await cartItems(view));
  const items = new Map(written.map((item, at) => [view.lines[at]?.identifier ?? '', item]));
  const shipments = splitShipments(view).map((shipment) => shown(shipment, view, items));
  const first = shipments.find(({ error }) => error.type !== null);
  return {
    ...answer,
    shipments,
    error: first !== undefined,
    error_message: first?.error.message ?? '',
  };
};
