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
    earned_when: Type.Enum(['paid', 'delivered'], {
      default: 'paid',
      description:
        'When the points and the cashback of an order can be spent; one that is paid on delivery is paid when it is delivered.',
    }),
  },
  { additionalProperties: false, title: 'OrderSettings' },
);
export type OrderSettings = Static<typeof OrderSettings>;
