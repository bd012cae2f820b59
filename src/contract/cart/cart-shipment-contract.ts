/** A cart with the parcels it will leave in. */
import { type Static, Type } from 'typebox';
import {
  amountOrNull,
  flag,
  int32,
  listOf,
  number,
  numberOrNull,
  part,
  sentence,
  text,
  textOrNull,
  word,
} from '../answer-fields.ts';
import { CartDetail } from './cart-contract.ts';
import { CartProductInfo } from './cart-item-contract.ts';
import { areaCode, cartQuery, flags, orderType } from './cart-requests.ts';
import { JourneyPromise, ShipmentPromise } from './shipment-promise-contract.ts';
import { QueryBoolean } from '../primitives.ts';

const store = (description: string) => Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647, description }));

export const ShipmentQuery = Type.Object({
  pick_at_store_uid: store('The store where everything is picked up; with order_type PickAtStore.'),
  ordering_store_id: store('The store that takes the order; as the header x-ordering-store.'),
  i: flags.i,
  p: QueryBoolean('Taken and ignored.'),
  b: flags.b,
  ...cartQuery,
  address_id: word('As if it went to this address of the shopper.'),
  area_code: areaCode,
  order_type: orderType,
});
export type ShipmentQuery = Static<typeof ShipmentQuery>;

const ShipmentDimension = part(
  'ShipmentMetaDimension',
  'Sides in centimetres, the units one on another; empty when not known.',
  {
    height: number('Height.'),
    length: number('Length.'),
    width: number('Width.'),
  },
);
const ShipmentMeta = part('ShipmentMeta', 'Size and weight, where the catalogue knows them of every article in it.', {
  dimension: ShipmentDimension,
  shipment_weight: amountOrNull('Kilograms on the scales.'),
  shipment_volumetric_weight: amountOrNull('Kilograms that the space it takes counts for.'),
  shipment_chargeable_weight: amountOrNull('The greater of the two.'),
});
const ShipmentError = part('ShipmentError', 'Why the parcel could not be ordered now; null members when it could.', {
  type: textOrNull('Code of the first problem.'),
  value: listOf(Type.String(), 'Identifiers of the lines that cannot be had.'),
  message: textOrNull('The problem, for people.'),
});

export const ShipmentShown = part('ShipmentResponse', 'A parcel: one store, one way, one journey.', {
  shipments: int32('How many parcels this stands for.'),
  promise: Type.Optional(ShipmentPromise),
  order_type: text('HomeDelivery or PickAtStore.'),
  shipment_type: text('single_shipment: all of it at once.'),
  items: listOf(CartProductInfo, 'Its lines.'),
  fulfillment_type: text('store, or counter for what is handed over at once.'),
  fulfillment_id: int32('The store that sends it; left out when nobody sells its lines any more.'),
  journey: text('standard, priority or rush.'),
  meta: ShipmentMeta,
  error: ShipmentError,
  journey_wise_promise: listOf(JourneyPromise, 'Speeds at which it could go.'),
  distance: numberOrNull('Kilometres.'),
});
export type ShipmentShown = Static<typeof ShipmentShown>;

export const CartShipments = part('CartShipmentsResponse', 'A cart, and the parcels it will leave in.', {
  ...CartDetail.properties,
  shipments: listOf(ShipmentShown, 'The parcels, in the order of their first lines.'),
  error: flag('Whether some of it cannot be ordered now.'),
  error_message: sentence('Why not; empty when it can.'),
});
export type CartShipments = Static<typeof CartShipments>;
