/** Shipping methods of a cart: what each parcel could go by, and choosing one. An addition to the interface. */
import { type Static, Type } from 'typebox';
import {
  amount,
  amountOrNull,
  flag,
  int32,
  listOf,
  part,
  sentence,
  text,
  textOrNull,
  texts,
  word,
} from '../answer-fields.ts';
import { CartCurrency } from './cart-promotion-contract.ts';
import { areaCode, cartQuery } from './cart-requests.ts';
import { ShipmentPromise } from './shipment-promise-contract.ts';
import { Nullable } from '../primitives.ts';

export const ShippingMethodsQuery = Type.Object({
  ...cartQuery,
  address_id: word('As if it went to this address of the shopper.'),
  area_code: areaCode,
});
export type ShippingMethodsQuery = Static<typeof ShippingMethodsQuery>;

const ShippingOption = part('ShippingOption', 'A method, and what the cart would cost with it.', {
  method_id: text('The method.'),
  name: text('Its name.'),
  description: sentence('What the shop says of it; empty when it says nothing.'),
  journey: text('standard, priority or rush: how the parcel would travel.'),
  is_selected: flag('Whether the parcel goes by it now.'),
  charge: amount(
    'What it charges for this parcel, and for all others that go by it where it charges once; tax included.',
  ),
  delivery_charge: amount('All delivery charges of the cart then.'),
  waived: amount('What offers then take off delivery; positive.'),
  total: amount('What the cart then costs.'),
  free_from: amountOrNull('Goods of the cart from which it charges nothing; null when it always charges.'),
  promise: Type.Optional(ShipmentPromise),
});
export type ShippingOption = Static<typeof ShippingOption>;

const ShippingParcel = part('ShippingParcel', 'A parcel: one store, one journey.', {
  fulfillment_id: int32('The store that sends it.'),
  journey: text('standard, priority or rush.'),
  items: texts('Identifiers of its lines.'),
  method_id: textOrNull('By which it goes; null when none takes it there.'),
  methods: listOf(ShippingOption, 'By which it could go, in the order of the shop.'),
});

export const ShippingMethods = part('ShippingMethodsResponse', 'By what the parcels of a cart can go.', {
  id: text('The cart; empty when there is none.'),
  currency: CartCurrency,
  has_methods: flag('Whether the shop has methods; without any, delivery charges are those of its cart configuration.'),
  message: sentence('Why nothing can be chosen; empty when something can.'),
  shipments: listOf(ShippingParcel, 'The parcels that are brought.'),
});
export type ShippingMethods = Static<typeof ShippingMethods>;

export const ChooseShipping = part('ChooseShippingRequest', 'By what a cart goes.', {
  method_id: Nullable(
    Type.String({ minLength: 1, maxLength: 64, description: 'One of the methods; null takes the choice back.' }),
  ),
  fulfillment_id: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'Only what this store sends; all when left out.' }),
  ),
  cart_id: word('The cart; the current one when left out.', 64),
});
export type ChooseShipping = Static<typeof ChooseShipping>;
