/** Payment providers of an application, and a payment that is begun at one. */
import { type Static, Type } from 'typebox';
import { flag, part } from '../answer-fields.ts';
import { Nullable } from '../primitives.ts';
import { PaymentPath } from './order-payment-contract.ts';

const provider = Type.Enum(['stripe', 'razorpay']);
const secret = (description: string) =>
  Type.String({
    minLength: 8,
    maxLength: 256,
    pattern: '^[\\x21-\\x7e]+$',
    description,
    examples: ['sk_test_example'],
  });
const capture = Type.Enum(['automatic', 'when_placed'], {
  description:
    'automatic: the provider takes the money at once. when_placed: it is set aside, and taken when the order can be placed; what comes too late is never taken.',
});

const refunds = Type.Enum(['by_hand', 'automatic'], {
  description:
    'automatic: what becomes due from then on goes back through the provider by itself. by_hand, when left out: staff send it.',
});

export const ProviderSettings = Type.Object(
  {
    provider,
    key_id: Type.String({
      minLength: 1,
      maxLength: 256,
      pattern: '^[\\x21-\\x7e]+$',
      description: 'For browsers: the publishable key of Stripe, the key id of Razorpay.',
      examples: ['pk_test_example'],
    }),
    secret: secret('The secret key. Sealed, and never shown.'),
    webhook_secret: secret('Signs what the provider tells. Sealed, and never shown.'),
    capture,
    refunds: Type.Optional(refunds),
    api_url: Type.Optional(
      Type.String({ format: 'uri', maxLength: 2048, description: 'The provider’s own when left out.' }),
    ),
  },
  { title: 'PaymentProvider', additionalProperties: false },
);
export type ProviderSettings = Static<typeof ProviderSettings>;

export const ProviderView = Type.Object(
  {
    provider: Nullable(provider),
    key_id: Nullable(Type.String()),
    capture: Nullable(capture),
    refunds: Nullable(refunds),
    api_url: Nullable(Type.String()),
    secret_set: Type.Boolean(),
    webhook_secret_set: Type.Boolean(),
  },
  { title: 'PaymentProviderView' },
);
export type ProviderView = Static<typeof ProviderView>;

export const ProviderPath = Type.Object({ ...PaymentPath.properties, provider });

export const BegunPayment = part('BegunPayment', 'What the browser needs to let the shopper pay.', {
  provider: Type.String({ description: 'stripe or razorpay.' }),
  key_id: Type.String({ description: 'The provider’s public key.' }),
  reference: Type.String({ description: 'The PaymentIntent of Stripe, the order of Razorpay.' }),
  client_secret: Nullable(Type.String({ description: 'For Stripe’s browser library.' })),
  amount: Type.Integer({ description: 'In minor units of the currency, as providers count.' }),
  currency: Type.String({ description: 'ISO 4217.' }),
  order_id: Type.String({ description: 'The order.' }),
});
export type BegunPayment = Static<typeof BegunPayment>;

export const ReturnedPayment = Type.Object(
  {
    payment_id: Type.Optional(Type.String({ minLength: 1, maxLength: 128, description: 'razorpay_payment_id.' })),
    signature: Type.Optional(Type.String({ minLength: 1, maxLength: 256, description: 'razorpay_signature.' })),
  },
  { title: 'ReturnedPayment' },
);

export const ProviderHeard = part('ProviderHeard', 'The message was taken; a repeat is answered the same.', {
  received: flag('Always true.'),
  result: Type.String({ description: 'What came of it: the state of the order, or ignored.' }),
});
