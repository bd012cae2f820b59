/** "Try a place": which store serves goods there, by which lane, when and at what charge, and why the other stores do not. */
import { Type } from 'typebox';
import { flag, listOf, part, sentence } from '../../answer-fields.ts';
import { Nullable } from '../../primitives.ts';
import { SupposedItems } from '../cart-question-contract.ts';
import { ShipmentPromise } from '../shipment-promise-contract.ts';

const AreaCode = Type.String({ minLength: 1, maxLength: 24, description: 'Postal code of the place.' });

export const TriedGoods = Type.Object({ cart_items: SupposedItems, area_code: AreaCode }, { title: 'TryPlaceRequest' });
export const TriedCart = Type.Object({
  area_code: AreaCode,
  id: Type.Optional(Type.String({ maxLength: 64, description: 'The cart, by its number.' })),
  user_id: Type.Optional(Type.String({ maxLength: 128, description: 'The customer whose cart it is.' })),
});

const store = {
  store_uid: Type.Integer(),
  store_name: Nullable(Type.String({ description: 'Null when the store was not fed.' })),
  article_id: sentence('Its article.'),
  in_stock: Type.Integer(),
  price: Nullable(Type.Number({ description: 'Of one, in the application’s currency.' })),
  lane: Nullable(
    Type.Object(
      {
        area: sentence('The pattern of the lane that decides.'),
        serviceable: flag('False: it says that nobody goes there.'),
        distance_km: Nullable(Type.Number()),
      },
      { description: 'Null when none covers the place.' },
    ),
  ),
};
const Served = Nullable(
  Type.Object(
    {
      ...store,
      journeys: listOf(
        Type.Object({ journey: Type.String(), min: Type.String(), max: Type.String(), message: Type.String() }),
        'When it arrives, for each speed the lane offers.',
      ),
    },
    { title: 'ServingStore' },
  ),
);
const Other = Type.Object(
  {
    ...store,
    reason: Type.String({
      description:
        'not_sold, price_missing, out_of_stock, insufficient_stock, store_unknown, no_lane, lane_closed, journey_not_offered, store_closed: it cannot; dearer, later, not_preferred: another is taken before it.',
    }),
    message: sentence('The same, for people.'),
  },
  { title: 'OtherStore' },
);

export const TriedPlace = part('TryPlaceResponse', 'What would happen to goods that go to a place.', {
  area_code: sentence('The place.'),
  area: Nullable(
    Type.Object(
      {
        city: Type.String(),
        country: Type.String(),
        time_zone: Type.String(),
        zones: Type.Array(Type.Integer()),
      },
      { description: 'What is known of it; null when no area covers it.' },
    ),
  ),
  is_valid: flag('Whether every line is served.'),
  items: listOf(
    Type.Object(
      {
        item_id: Type.Integer(),
        size: Type.String(),
        quantity: Type.Integer(),
        name: sentence('Empty when there is no such product.'),
        message: sentence('Why nobody serves it; empty when somebody does.'),
        error_code: Nullable(Type.String()),
        served_by: Served,
        others: listOf(Other, 'All other stores that have it, with the reason.'),
      },
      { title: 'TriedLine' },
    ),
    'Line by line.',
  ),
  delivery_charge: Type.Number({ description: 'Of the whole, in the application’s currency.' }),
  currency_code: sentence('ISO 4217.'),
  delivery_promise: ShipmentPromise,
});
