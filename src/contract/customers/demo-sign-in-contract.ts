/** Signing in as a customer of the demo shop. */
import { type Static, Type } from 'typebox';
import { DateTime } from '../primitives.ts';

const customer = {
  user_id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  about: Type.String({ description: 'What can be tried as this customer.' }),
};
const DemoCustomer = Type.Object(customer, { title: 'DemoCustomer' });

export const DemoCustomers = Type.Object(
  {
    customers: Type.Array(DemoCustomer),
    gift_card_code: Type.String({ description: 'Of the gift card that is there to be redeemed; empty without one.' }),
  },
  { title: 'DemoCustomers' },
);
export type DemoCustomers = Static<typeof DemoCustomers>;

export const DemoSignIn = Type.Object(
  { user_id: Type.String({ minLength: 1, maxLength: 128 }) },
  { title: 'DemoSignIn', additionalProperties: false },
);
export const DemoSignedIn = Type.Object(
  {
    customer_token: Type.String({ description: 'Goes into the header x-customer-token.' }),
    expires_at: DateTime,
    customer: DemoCustomer,
  },
  { title: 'DemoSignedIn' },
);
export type DemoSignedIn = Static<typeof DemoSignedIn>;
