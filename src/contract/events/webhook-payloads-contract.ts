/**
 * What events of carts and orders say. A cart is named by its number alone: its `id` opens it. Orders name no person; who may
 * know more reads the order by its id. `x-pii` marks personal data, as in the events of storefronts.
 */
import { type Static, Type } from 'typebox';
import { closed, direct, quasi } from './event-contract.ts';
import { DateTime, Nullable } from '../primitives.ts';

const text = Type.String();
const amount = Type.Number({ description: 'In units of the currency.' });

const line = {
  item_id: Type.Integer(),
  size: text,
  article_id: text,
  quantity: Type.Integer(),
};

export const CartPayload = Type.Object(
  {
    cart: Type.Object(
      {
        cart_id: Type.String({ description: 'The number of the cart.' }),
        cart_type: Type.String({ description: 'universal, buy_now, or the slug of a custom cart.' }),
        version: Type.Integer({ description: 'Rises by one with every change; the sequence of the event too.' }),
        operation: Type.String({ description: 'What was done, such as add or update_item.' }),
        is_archive: Type.Boolean({ description: 'Whether the cart went out of use by it.' }),
        user_info: Type.Object(
          { user_id: Nullable(Type.String(quasi)), is_authenticated: Type.Boolean() },
          { ...closed, description: 'user_id is null for a shopper who is not signed in.' },
        ),
        items: Type.Array(Type.Object(line, closed)),
        coupon_code: Nullable(text),
        comment: Type.String(direct),
        gstin: Nullable(Type.String(direct)),
        success: Type.Boolean(),
        message: text,
        created_on: DateTime,
        updated_on: DateTime,
      },
      closed,
    ),
  },
  { ...closed, title: 'CartEventPayload' },
);
export type CartPayload = Static<typeof CartPayload>;

const someItems = Type.Array(
  Type.Object({ identifier: Type.String({ description: 'The line.' }), quantity: Type.Integer() }, closed),
);
const parcel = Type.Object(
  {
    parcel_id: text,
    shipment_id: text,
    status: Type.String({ description: 'shipped or delivered.' }),
    carrier: text,
    tracking_number: text,
    items: someItems,
  },
  closed,
);
const orderReturn = Type.Object(
  {
    return_id: text,
    status: Type.String({ description: 'requested, approved, refused, withdrawn or received.' }),
    items: someItems,
  },
  closed,
);
const refund = Type.Object(
  {
    refund_id: text,
    status: Type.String({ description: 'due, sent, done or failed.' }),
    cause: text,
    amount,
    currency: text,
    payment_id: Nullable(text),
  },
  closed,
);

export const OrderPayload = Type.Object(
  {
    order: Type.Object(
      {
        order_id: text,
        cart_id: Type.String({ description: 'The number of the cart it came from.' }),
        status: Type.String({
          description: 'awaiting_payment, placed, shipped, delivered, returned, cancelled, payment_failed or expired.',
        }),
        version: Type.Integer({ description: 'Rises by one with every step; the sequence of the event too.' }),
        payment_mode: text,
        currency: text,
        total: amount,
        items: Type.Array(
          Type.Object(
            {
              identifier: Type.String({ description: 'The line.' }),
              ...line,
              given_back: Type.Integer({ description: 'Units of it that were cancelled or returned.' }),
              seller_id: Type.Integer(),
              store_id: Type.Integer(),
              amount,
            },
            closed,
          ),
        ),
        shipments: Type.Array(Type.Object({ shipment_id: text, store_id: Type.Integer(), amount }, closed)),
        parcels: Type.Array(parcel, { description: 'What has left.' }),
        returns: Type.Array(orderReturn),
        refunded: Type.Number({ description: 'All that was given back, however it was paid.' }),
        refund: Nullable(refund),
        offers: Type.Array(
          Type.Object(
            {
              offer_id: text,
              units: Type.Integer({ description: 'Units of the lines it took something off.' }),
              discount: Type.Number({ description: 'What it took off, in units of the currency.' }),
            },
            closed,
          ),
          { description: 'Promotions and the coupon that the order used.' },
        ),
        created_on: DateTime,
        updated_on: DateTime,
      },
      closed,
    ),
  },
  { ...closed, title: 'OrderEventPayload' },
);
export type OrderPayload = Static<typeof OrderPayload>;
