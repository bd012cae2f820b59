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

export const OrderPayload = Type.Object(
  {
    order: Type.Object(
      {
        order_id: text,
        cart_id: Type.String({ description: 'The number of the cart it came from.' }),
        status: Type.String({
          description: 'awaiting_payment, placed, shipped, delivered, cancelled, payment_failed or expired.',
        }),
        version: Type.Integer({ description: 'Rises by one with every step; the sequence of the event too.' }),
        payment_mode: text,
        currency: text,
        total: amount,
        items: Type.Array(
          Type.Object({ ...line, seller_id: Type.Integer(), store_id: Type.Integer(), amount }, closed),
        ),
        shipments: Type.Array(Type.Object({ shipment_id: text, store_id: Type.Integer(), amount }, closed)),
        created_on: DateTime,
        updated_on: DateTime,
      },
      closed,
    ),
  },
  { ...closed, title: 'OrderEventPayload' },
);
export type OrderPayload = Static<typeof OrderPayload>;
