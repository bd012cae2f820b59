/** What an application sets about its orders. */
import { type Static, Type } from 'typebox';

export const OrderSettings = Type.Object(
  {
    payment_minutes: Type.Integer({
      minimum: 1,
      maximum: 10_080,
      default: 30,
      description: 'Minutes for which an order waits for its payment; then everything it holds is given back.',
    }),
    customer_cancels: Type.Enum(['never', 'awaiting_payment', 'placed'], {
      default: 'placed',
      description: 'The last state in which a customer may cancel an order himself; never after it was shipped.',
    }),
  },
  { additionalProperties: false, title: 'OrderSettings' },
);
export type OrderSettings = Static<typeof OrderSettings>;
