/** Questions other systems ask about goods that are in no cart yet, and about where they can be had. */
import { Type } from 'typebox';
import { flag, int32, listOf, part, sentence, text, texts } from '../answer-fields.ts';
import { CartBreakup } from './cart-breakup-contract.ts';
import { CartProductInfo } from './cart-item-contract.ts';
import { ShipmentPromise } from './shipment-promise-contract.ts';

export const SupposedItems = Type.Array(
  Type.Object({
    product_id: Type.String({
      minLength: 1,
      maxLength: 10,
      pattern: '^[0-9]+$',
      examples: ['1001'],
      description: 'The product.',
    }),
    size: Type.String({ maxLength: 64, description: 'The size.' }),
    quantity: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1, description: 'Units; 1.' })),
  }),
  { minItems: 1, maxItems: 100, description: 'The goods.' },
);
export const SupposedGoods = part('OpenapiCartDetailsRequest', 'Goods that are in no cart.', {
  cart_items: SupposedItems,
});
export const SupposedDelivery = part('OpenApiCartServiceabilityRequest', 'Goods, and where they are to go.', {
  cart_items: SupposedItems,
  shipping_address: Type.Object({
    area_code: Type.Optional(Type.String({ maxLength: 24, description: 'Postal code.' })),
    pincode: Type.Optional(
      Type.Unsafe<number | string>({
        type: ['integer', 'string'],
        description: 'The same, where area_code is not sent.',
      }),
    ),
  }),
});
const goods = {
  is_valid: flag('Whether all of it can be had.'),
  message: sentence('The first thing that cannot; empty when all can.'),
  items: listOf(CartProductInfo, 'The goods as lines of a cart.'),
  breakup_values: CartBreakup,
};
export const GoodsPriced = part(
  'OpenapiCartDetailsResponse',
  'What the goods cost, and whether they can be had.',
  goods,
);
export const GoodsServed = part('OpenApiCartServiceabilityResponse', 'Whether the goods can go there, and when.', {
  ...goods,
  delivery_promise: ShipmentPromise,
});

export const DeliveryModesQuery = Type.Object({
  area_code: Type.String({ minLength: 1, maxLength: 24, description: 'Postal code of the place it goes to.' }),
});
export const DeliveryModes = part('CartDeliveryModesResponse', 'How the cart can reach its shopper.', {
  available_modes: texts('HomeDelivery, PickAtStore, or both: as far as all of it can.'),
  pickup_stores: listOf(Type.Number(), 'Stores where some of it can be picked up.'),
});

export const StoreAddressQuery = Type.Object({
  store_uid: Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'The store.' }),
});
export const StoreAddresses = part('StoreDetailsResponse', 'Where a store is.', {
  items: listOf(
    part('PickupStoreDetail', 'A store.', {
      uid: int32('The store.'),
      id: int32('The same.'),
      name: text('Its name.'),
      store_code: text('Its code.'),
      address: sentence('House and street.'),
      city: sentence('City.'),
      area_code: text('Postal code.'),
      country: text('ISO 3166-1 alpha-2.'),
      address_type: text('store'),
    }),
    'The store.',
  ),
});
