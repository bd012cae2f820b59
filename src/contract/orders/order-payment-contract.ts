/** What a payment service tells about a payment, and what it is answered. */
import { type Static, Type } from 'typebox';
import { flag, part, sentence } from '../answer-fields.ts';

export const PaymentPath = Type.Object({
  application_id: Type.String({
    maxLength: 64,
    description: 'The application whose payment secret signs the message.',
  }),
});

export const PaymentConfirmation = Type.Object(
  {
    order_id: Type.String({ minLength: 1, maxLength: 64, description: 'The order.' }),
    payment_id: Type.String({ minLength: 1, maxLength: 128, description: 'The payment, by the service’s own name.' }),
    amount: Type.Number({ minimum: 0, maximum: 1e12, description: 'What was paid, or was to be paid.' }),
    currency: Type.String({ pattern: '^[A-Z]{3}$', description: 'Of the amount, ISO 4217.' }),
    outcome: Type.Enum(['success', 'failed'], { description: 'What became of the payment.' }),
  },
  { title: 'PaymentConfirmation', additionalProperties: true },
);
export type PaymentConfirmation = Static<typeof PaymentConfirmation>;

export const PaymentHeard = part('PaymentHeard', 'The message was taken; a repeat is answered the same.', {
  success: flag('Always true.'),
  message: sentence('What came of it, for people.'),
  order_id: Type.String({ description: 'The order.' }),
  status: Type.String({ description: 'State of the order now.' }),
});
